"""Writes the operations, and the groups of methods that call them, with and without `await`."""

from collections.abc import Iterator
from itertools import chain

from client_generator.document import DescribedOperation, Parameter
from client_generator.models import model_names, page_item
from client_generator.python_types import PythonTypes, is_nullable
from client_generator.text import HEADER, argument_lines, docstring, indented

BASES = {"imagery": "Uploads", "changes": "Follows"}
"""The groups that have a method written by hand beside their operations, and the classes that have it."""


def operations_module(types: PythonTypes, operations: list[DescribedOperation]) -> str:
    """Returns the text of the module with a constant for each operation."""
    constants = [_constant(operation, types) for operation in operations]
    imports = (
        "from seatpreview_client.generated.models import ("
        + ", ".join(model_names(types, operations))
        + ",)\n"
        "from seatpreview_client.operation import Operation, content, model, nothing, page\n\n"
    )
    return HEADER.format("The operations of the API.") + imports + "\n".join(constants)


def changes_module(types: PythonTypes, operations: list[DescribedOperation]) -> str:
    """Returns the text of the module with the members that an edit may change."""
    writes = [write for _, write in _edits(operations)]
    classes = [_request(operation, types) for operation in writes]
    return (
        HEADER.format("The members that edits may change.")
        + _imports(types, operations)
        + "\n\n".join(classes)
    )


def groups_module(types: PythonTypes, operations: list[DescribedOperation], *, is_async: bool) -> str:
    """Returns the text of the module with all groups of methods."""
    prefix = "Async" if is_async else ""
    names = list(dict.fromkeys(operation.group for operation in operations))
    classes = [
        _group(name, [each for each in operations if each.group == name], types, is_async=is_async)
        for name in names
    ]
    attributes = [f"self.{name} = {prefix}{name.capitalize()}(sender)" for name in names]
    all_groups = [
        f"class {prefix}Groups:",
        *indented(docstring("The groups of operations of a client.")),
        "",
        f"    def __init__(self, sender: {prefix}Sender) -> None:",
        *indented([*docstring("Takes what performs the calls."), *attributes], 8),
    ]
    writes = ", ".join(write.body or "" for _, write in _edits(operations))
    imports = (
        _imports(types, operations)
        + f"from seatpreview_client.generated.operations import {', '.join(o.constant for o in operations)}\n"
        + f"from seatpreview_client.generated.changes import {writes}\n"
        + f"from seatpreview_client.senders import {prefix}Group, {prefix}Pages, {prefix}Sender\n"
        + "from seatpreview_client.steps import edit_steps\n"
        + f"from seatpreview_client.following import {prefix}Follows\n"
        + f"from seatpreview_client.uploads import {prefix}Uploads, BytesContent\n\n"
    )
    title = "The methods of the asynchronous client." if is_async else "The methods of the client."
    return HEADER.format(title) + imports + "\n\n".join([*classes, "\n".join(all_groups) + "\n"])


def _imports(types: PythonTypes, operations: list[DescribedOperation]) -> str:
    return (
        "from collections.abc import Callable, Mapping, Sequence\n"
        "from datetime import datetime\n"
        "from typing import Any, Literal, TypedDict\n\n"
        "from seatpreview_client.generated.models import ("
        + ", ".join(model_names(types, operations))
        + ",)\n"
        "from seatpreview_client.model import NOT_GIVEN, NotGiven, optional\n"
    )


def _constant(operation: DescribedOperation, types: PythonTypes) -> str:
    parts = [operation.operation_id, operation.method, operation.path]
    arguments = [repr(part) for part in parts] + [_reader(operation, types)]
    if "Idempotency-Key" in operation.headers:
        arguments.append("takes_idempotency_key=True")
    if operation.only_reads:
        arguments.append("only_reads=True")
    return f"{operation.constant} = Operation({', '.join(arguments)})"


def _reader(operation: DescribedOperation, types: PythonTypes) -> str:
    if operation.gives_file:
        return "content"
    if operation.result is None:
        return "nothing"
    item = page_item(operation.result, types)
    return f"page({item})" if item else f"model({operation.result})"


def _request(operation: DescribedOperation, types: PythonTypes) -> str:
    lines = [
        f"class {operation.body}(TypedDict, total=False):",
        *indented(docstring(f"The members that `{operation.group}.edit` may change.")),
        "",
    ]
    for member in operation.of_place("body"):
        lines += indented([f"{member.argument}: {types.argument(member.schema)}"])
        lines += indented(docstring(member.description)) if member.description else []
    return "\n".join(lines) + "\n"


def _group(name: str, operations: list[DescribedOperation], types: PythonTypes, *, is_async: bool) -> str:
    prefix = "Async" if is_async else ""
    base = prefix + BASES.get(name, "Group")
    methods = chain.from_iterable(
        ["", *_method(operation, types, is_async=is_async)] for operation in operations
    )
    edits = chain.from_iterable(
        ["", *_edit(read, write, types, is_async=is_async)] for read, write in _edits(operations)
    )
    lines = [
        f"class {prefix}{name.capitalize()}({base}):",
        *indented(docstring(f"The operations `client.{name}`.")),
        *indented([*methods, *edits]),
    ]
    return "\n".join(lines) + "\n"


def _method(operation: DescribedOperation, types: PythonTypes, *, is_async: bool) -> Iterator[str]:
    item = page_item(operation.result, types) if operation.result else None
    pages = "AsyncPages" if is_async else "Pages"
    result = f"{pages}[{item}]" if item else "bytes" if operation.gives_file else operation.result
    is_awaited = is_async and item is None
    yield f"{'async ' if is_awaited else ''}def {operation.method_name}("
    yield from indented(_arguments(operation, types))
    yield f") -> {result}:"
    described = {part.argument: part.description for part in operation.parameters} | {
        name: text for name, text in _HEADER_ARGUMENTS.items() if name in _header_arguments(operation)
    }
    note = "Deprecated." if operation.is_deprecated else ""
    yield from indented(
        docstring(f"{operation.summary}.", note, operation.description, argument_lines(described))
    )
    call = f"self._{'pages' if item else 'call'}({', '.join(_call_parts(operation))})"
    yield f"    return {'await ' if is_awaited else ''}{call}"


_HEADER_ARGUMENTS = {
    "if_match": "The `etag` of the record that was read: write only if it is still the same.",
    "idempotency_key": (
        "Repeats with the same one do the work once. By default, each call has a fresh one, and so have its "
        "own repeats."
    ),
}


def _header_arguments(operation: DescribedOperation) -> dict[str, str]:
    """Returns the arguments for headers, with their types. Other headers are the client's own business."""
    arguments = {}
    if "If-Match" in operation.headers:
        # Without it, an operation that also takes If-None-Match creates the record.
        arguments["if_match"] = "str | None = None" if "If-None-Match" in operation.headers else "str"
    if "Idempotency-Key" in operation.headers:
        arguments["idempotency_key"] = "str | None = None"
    return arguments


def _arguments(operation: DescribedOperation, types: PythonTypes) -> Iterator[str]:
    yield "self,"
    for part in operation.of_place("path"):
        yield f"{part.argument}: str,"
    if operation.takes_file:
        yield "content: bytes,"
    named = [*operation.of_place("body"), *operation.of_place("query")]
    required = [f"{part.argument}: {types.argument(part.schema)}," for part in named if part.is_required]
    optional = [_optional(part, types) for part in named if not part.is_required]
    headers = [f"{name}: {type_}," for name, type_ in _header_arguments(operation).items()]
    # Required ones first, for people who read.
    keyword = sorted([*required, *optional, *headers], key=lambda text: " = " in text)
    if keyword:
        yield "*,"
        yield from keyword


def _optional(part: Parameter, types: PythonTypes) -> str:
    type_ = types.argument(part.schema)
    if _tells_null_from_absent(part):
        return f"{part.argument}: {type_} | NotGiven = NOT_GIVEN,"
    none = "" if is_nullable(part.schema) else " | None"
    return f"{part.argument}: {type_}{none} = None,"


def _tells_null_from_absent(part: Parameter) -> bool:
    return not part.is_required and is_nullable(part.schema) and "default" not in part.schema


def _call_parts(operation: DescribedOperation) -> Iterator[str]:
    yield operation.constant
    if path := operation.of_place("path"):
        yield f"path={_mapping({part.name: part.argument for part in path})}"
    if query := operation.of_place("query"):
        yield f"query={_mapping({part.name: part.argument for part in query})}"
    if operation.body is not None:
        yield f"body={_mapping({part.name: _member(part) for part in operation.of_place('body')})}"
    if operation.takes_file:
        yield "content=BytesContent(content)"
    for name in _header_arguments(operation):
        yield f"{name}={name}"


def _member(part: Parameter) -> str:
    is_plain = part.is_required or _tells_null_from_absent(part)
    return part.argument if is_plain else f"optional({part.argument})"


def _mapping(entries: dict[str, str]) -> str:
    return "{" + ", ".join(f"{name!r}: {value}" for name, value in entries.items()) + "}"


def _edits(operations: list[DescribedOperation]) -> list[tuple[DescribedOperation, DescribedOperation]]:
    """Returns the pairs of a read and a conditional write of the same record."""
    reads = {operation.path: operation for operation in operations if operation.method_name == "get"}
    writes = [operation for operation in operations if "If-Match" in operation.headers]
    return [(reads[write.path], write) for write in writes if write.path in reads]


def _edit(
    read: DescribedOperation, write: DescribedOperation, types: PythonTypes, *, is_async: bool
) -> Iterator[str]:
    [identifier] = read.of_place("path")
    read_only = "None"
    if write.method == "PUT":
        names = set(types.properties(read.result or "")) - set(types.writable(write.body or ""))
        read_only = f"frozenset({sorted(names)!r})"
    yield f"{'async ' if is_async else ''}def edit("
    yield f"    self, {identifier.argument}: str, change: Callable[[{read.result}], {write.body}]"
    yield f") -> {read.result}:"
    yield from indented(docstring(_EDIT_SUMMARY, _EDIT_DESCRIPTION))
    yield f"    path = {_mapping({identifier.name: identifier.argument})}"
    yield f"    steps = edit_steps({read.constant}, {write.constant}, path, change,"
    yield f"        read_only={read_only}, retries=self._sender.retries)"
    yield f"    return {'await ' if is_async else ''}self._sender.run(steps)"


_EDIT_SUMMARY = "Change a record without losing what others change at the same time."
_EDIT_DESCRIPTION = (
    "Reads the record, calls `change` with it, and writes the members that it returns, if nobody has changed "
    "the record in between. Otherwise it reads again and calls `change` again, at most five times in all. "
    "Nothing is written if `change` returns an empty dictionary."
)
