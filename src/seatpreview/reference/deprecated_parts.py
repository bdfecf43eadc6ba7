"""Marks deprecated operations, parameters and members in the OpenAPI document."""

from collections.abc import Iterable, Iterator
from typing import Any

from seatpreview.api.deprecations import Deprecation

Document = dict[str, Any]

HEADERS: Document = {
    "Deprecation": {
        "description": "Since when this is deprecated (RFC 9745).",
        "required": True,
        "schema": {"type": "string"},
    },
    "Sunset": {
        "description": "When this may stop working (RFC 8594).",
        "required": True,
        "schema": {"type": "string"},
    },
}


def mark_deprecated(document: Document, entries: Iterable[Deprecation]) -> None:
    """Sets `deprecated` and `x-sunset` in the document for each entry of the table. An entry that names
    something that is not there is an error."""
    for entry in entries:
        if entry.schema:
            _mark(_member(document, entry), entry)
            continue
        operation = _operation(document, entry)
        if entry.parameter:
            _mark(_parameter(operation, entry), entry)
            continue
        _mark(operation, entry)
        document["components"]["headers"] |= HEADERS
        for response in operation["responses"].values():
            response["headers"] |= {name: {"$ref": f"#/components/headers/{name}"} for name in HEADERS}


def _mark(part: Document, entry: Deprecation) -> None:
    part["deprecated"] = True
    part["x-sunset"] = entry.sunset.date().isoformat()


def _operation(document: Document, entry: Deprecation) -> Document:
    for operation in _operations(document):
        if operation["operationId"] == entry.operation_id:
            return operation
    raise ValueError(f"There is no operation {entry.operation_id}.")


def _operations(document: Document) -> Iterator[Document]:
    for methods in document["paths"].values():
        yield from methods.values()


def _parameter(operation: Document, entry: Deprecation) -> Document:
    for parameter in operation.get("parameters", ()):
        if (parameter["in"], parameter["name"]) == ("query", entry.parameter):
            found: Document = parameter
            return found
    raise ValueError(f"{entry.operation_id} has no query parameter {entry.parameter}.")


def _member(document: Document, entry: Deprecation) -> Document:
    schema = document["components"]["schemas"].get(entry.schema, {})
    for part in (schema, *schema.get("allOf", ())):
        if entry.member in part.get("properties", {}):
            member: Document = part["properties"][entry.member]
            return member
    raise ValueError(f"{entry.schema} has no member {entry.member}.")
