"""Reads the operations of the OpenAPI document as the clients call them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from client_generator.python_types import PythonTypes, Schema, name_of, snake_case

JSON = "application/json"
ANY_BYTES = "application/octet-stream"


@dataclass(frozen=True)
class Parameter:
    """A parameter of a path or a query, or a member of a body."""

    name: str
    place: str
    schema: Schema
    description: str
    is_required: bool

    @property
    def argument(self) -> str:
        """The name of the argument in Python."""
        return snake_case(self.name)


@dataclass(frozen=True)
class DescribedOperation:
    """An operation of the document, with all that its method needs."""

    operation_id: str
    method: str
    path: str
    group: str
    method_name: str
    summary: str
    description: str
    parameters: tuple[Parameter, ...]
    headers: frozenset[str]
    body: str | None
    takes_file: bool
    result: str | None
    gives_file: bool
    has_etag: bool
    is_deprecated: bool
    only_reads: bool
    """Whether it changes nothing, although its method is POST."""

    @property
    def constant(self) -> str:
        """The name of the operation in the generated code."""
        return snake_case(self.operation_id).upper()

    def of_place(self, place: str) -> list[Parameter]:
        """Returns the parameters of the path, the query or the body."""
        return [parameter for parameter in self.parameters if parameter.place == place]


def described_operations(document: dict[str, Any], types: PythonTypes) -> list[DescribedOperation]:
    """Returns all operations in the order of the document."""
    return [
        _described(method, path, operation, types)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def _described(method: str, path: str, operation: dict[str, Any], types: PythonTypes) -> DescribedOperation:
    success = next(response for status, response in operation["responses"].items() if status.startswith("2"))
    content, sent = success.get("content", {}), operation.get("requestBody", {}).get("content", {})
    body = name_of(sent[JSON]["schema"]) if JSON in sent else None
    # A file may be JSON as well, among other types.
    is_file = ANY_BYTES in content
    return DescribedOperation(
        operation_id=operation["operationId"],
        method=method.upper(),
        path=path.lstrip("/"),
        group=operation["x-client"]["group"],
        method_name=operation["x-client"]["method"],
        summary=operation["summary"],
        description=operation.get("description", ""),
        parameters=(*_parameters(operation), *(_members(body, types) if body else ())),
        headers=frozenset(part["name"] for part in operation.get("parameters", ()) if part["in"] == "header"),
        body=body,
        takes_file=bool(sent) and body is None,
        result=name_of(content[JSON]["schema"]) if JSON in content and not is_file else None,
        gives_file=is_file,
        has_etag="ETag" in success.get("headers", {}),
        is_deprecated=operation.get("deprecated", False),
        only_reads=method.upper() == "POST" and operation.get("x-reads-only", False),
    )


def _parameters(operation: dict[str, Any]) -> Iterator[Parameter]:
    for part in operation.get("parameters", ()):
        if part["in"] in ("path", "query"):
            is_required = part.get("required", False)
            description = part.get("description", "")
            yield Parameter(part["name"], part["in"], part["schema"], description, is_required)


def _members(body: str, types: PythonTypes) -> Iterator[Parameter]:
    required = types.schemas[body].get("required", ())
    for name, schema in types.writable(body).items():
        yield Parameter(name, "body", schema, schema.get("description", ""), name in required)
