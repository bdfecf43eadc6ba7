"""Samples in TypeScript, with the package @seatpreview/client, for Node."""

import re
from collections.abc import Iterator

from seatpreview.reference.literals import LINE_CHARACTERS_MAX, typescript_literal
from seatpreview.reference.sample_calls import IMAGE_NAME, SampleCall


def typescript(call: SampleCall) -> str:
    """Returns a module that calls the operation and prints what it returns."""
    return "\n".join(
        [
            *(f"// {text}" for text in call.explanations()),
            *_imports(call),
            "",
            "const client = new Client({",
            f"  service: {typescript_literal(call.service)},",
            f"  key: {_variable(call.credential)},",
            "});",
            *_statements(call),
        ]
    )


def _imports(call: SampleCall) -> Iterator[str]:
    if call.sent_file is not None:
        yield 'import { readFile } from "node:fs/promises";'
    if call.result_file is not None:
        yield 'import { writeFile } from "node:fs/promises";'
    yield 'import { Client } from "@seatpreview/client";'


def _statements(call: SampleCall) -> Iterator[str]:
    group = call.client_name.group
    if call.operation.takes_if_match:
        read = f"client.{group}.{_camel_case(call.read_method)}"
        yield f"const record = await {read}({', '.join(_path_arguments(call))});"
    called = _call(f"client.{group}.{_camel_case(call.client_name.method)}", call)
    if call.is_list:
        yield f"for await (const entry of {called}) console.log(entry);"
    elif call.result_file is not None:
        name, noun = call.result_file.name, call.result_file.noun
        yield f"const {noun} = await {called};"
        yield f'await writeFile("{name}", Buffer.from(await {noun}.arrayBuffer()));'
    elif call.operation.result is None:
        yield f"await {called};"
    else:
        yield f"const result = await {called};"
        yield "console.log(result);"


def _call(function: str, call: SampleCall) -> str:
    line = f"{function}({', '.join(_arguments(call))})"
    if "\n" not in line and len(line) <= LINE_CHARACTERS_MAX:
        return line
    # One long object at the end is opened, as formatters of TypeScript do it.
    if not call.operation.takes_if_match and call.sent_file is None:
        return f"{function}({', '.join(_arguments(call, is_open=True))})"
    return f"{function}(\n  " + ",\n  ".join(_arguments(call, indent="  ")) + ",\n)"


def _arguments(call: SampleCall, indent: str = "", *, is_open: bool = False) -> Iterator[str]:
    """Values of the path, then an object with the query or the body, then options."""
    yield from _path_arguments(call)
    if call.sent_file is not None:
        yield f'await readFile("{call.sent_file.name}")'
    if call.query:
        yield typescript_literal(call.query, indent, is_open=is_open)
    if call.body is not None:
        yield typescript_literal(call.body, indent, is_open=is_open)
    if call.operation.takes_if_match:
        yield "{ ifMatch: record.etag }"


def _path_arguments(call: SampleCall) -> Iterator[str]:
    for name in call.operation.path_types:
        variable = call.path_arguments.get(name)
        yield typescript_literal(IMAGE_NAME) if variable is None else _variable(variable)


def _variable(name: str) -> str:
    return f"process.env.{name}!"


def _camel_case(name: str) -> str:
    return re.sub(r"_([a-z])", lambda match: match[1].upper(), name)
