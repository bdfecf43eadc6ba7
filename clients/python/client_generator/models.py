"""Writes the models: a class for each schema that an answer or an argument may contain."""

from collections.abc import Iterator
from typing import Any

from client_generator.document import DescribedOperation
from client_generator.python_types import (
    PythonTypes,
    Schema,
    camel_case,
    is_nullable,
    name_of,
    references,
    snake_case,
)
from client_generator.text import HEADER, docstring, indented

SECRETS = {"plaintext", "token", "viewerUrl", "embedHtml"}
"""Members that hold a secret, or an address with one: they are not shown when a model is printed."""


def models_module(types: PythonTypes, operations: list[DescribedOperation]) -> str:
    """Returns the text of the module with all models."""
    names = model_names(types, operations)
    with_etag = {
        _owner_of_version(operation.result, types)
        for operation in operations
        if operation.has_etag
        and operation.result
        and not {"version", "revision"}.isdisjoint(types.properties(operation.result))
    }
    classes = [_class(name, types, has_etag=name in with_etag) for name in names]
    return HEADER.format("The records of the API.") + _IMPORTS + "\n\n".join(classes)


_IMPORTS = """\
from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from seatpreview_client.model import NOT_GIVEN, Model, NotGiven


"""


def model_names(types: PythonTypes, operations: list[DescribedOperation]) -> list[str]:
    """Returns the names of the models, bases first. Bodies are keyword arguments and pages are iterators, so
    that neither has a class."""
    found: set[str] = set()
    waiting = references(types.schemas["Problem"]["properties"])
    for operation in operations:
        if operation.result is not None:
            item = page_item(operation.result, types)
            waiting.add(item or operation.result)
        if operation.body is not None:
            waiting |= references(types.schemas[operation.body])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting |= references(types.schemas[name])
    return sorted(filter(types.is_model, found), key=lambda name: ("allOf" in types.schemas[name], name))


def page_item(name: str, types: PythonTypes) -> str | None:
    """Returns the name of the items, if the schema is a page of a list."""
    members = types.properties(name)
    return name_of(members["data"]["items"]) if {"data", "nextCursor"} <= set(members) else None


def _owner_of_version(name: str, types: PythonTypes) -> str:
    schema = types.schemas[name]
    return name_of(schema["allOf"][0]) if "allOf" in schema else name


def _class(name: str, types: PythonTypes, *, has_etag: bool) -> str:
    schema = types.schemas[name]
    base, own = "Model", schema
    if "allOf" in schema:
        base, own = name_of(schema["allOf"][0]), schema["allOf"][1]
    lines = [
        "@dataclass(frozen=True, slots=True, kw_only=True)",
        f"class {name}({base}):",
        *indented(docstring(schema.get("description", name))),
        "",
    ]
    for member, part in own["properties"].items():
        lines += indented(_attribute(member, part, member in own.get("required", ()), types))
    if has_etag:
        lines += indented(_ETAG)
    return "\n".join(lines) + "\n"


_ETAG = [
    'etag: str = field(default="", compare=False, metadata={"header": "ETag"})',
    '"""The version of the record for `if_match`. It is empty for a record of a list."""',
]


def _attribute(member: str, schema: Schema, is_required: bool, types: PythonTypes) -> Iterator[str]:
    attribute, type_ = snake_case(member), types.result(schema)
    options: dict[str, str] = {}
    if not is_required:
        type_, default = _default(schema, type_)
        options |= default
    if member in SECRETS:
        options["repr"] = "False"
    if camel_case(attribute) != member:
        options["metadata"] = repr({"name": member})
    yield f"{attribute}: {type_}{_assignment(options)}"
    if "description" in schema:
        yield from docstring(schema["description"])


def _default(schema: Schema, type_: str) -> tuple[str, dict[str, str]]:
    """Returns the type and the default of a member that may be absent."""
    default: Any = schema.get("default", _ABSENT)
    if default is _ABSENT and is_nullable(schema):
        return f"{type_} | NotGiven", {"default": "NOT_GIVEN"}
    if default is _ABSENT:
        return f"{type_} | None", {"default": "None"}
    if not isinstance(default, (list, dict)):
        return type_, {"default": repr(default)}
    if default in ([], {}) and type_.startswith(("list", "dict")):
        return type_, {"default_factory": type_.partition("[")[0]}
    return type_, {"default_factory": f"lambda: {type_}.from_json({default!r})"}


_ABSENT = object()


def _assignment(options: dict[str, str]) -> str:
    if not options:
        return ""
    if set(options) == {"default"}:
        return f" = {options['default']}"
    return f" = field({', '.join(f'{name}={value}' for name, value in options.items())})"
