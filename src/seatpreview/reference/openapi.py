"""Generates the OpenAPI document from the table of operations and its types."""

import sys
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec

from seatpreview import API_VERSION
from seatpreview.api import deprecations, problem_examples
from seatpreview.api.deprecations import Deprecation
from seatpreview.api.operation import ANY_MEDIA_TYPE, NoQuery, Operation
from seatpreview.api.problem_body import ProblemBody
from seatpreview.api.table import BASE_PATH, GROUPS, OPERATIONS
from seatpreview.idempotency import IDEMPOTENCY_KEY_CHARACTERS_MAX, IDEMPOTENCY_KEY_PATTERN
from seatpreview.problems import Problem
from seatpreview.reference import schemas
from seatpreview.reference.client_names import CLIENT_NAMES
from seatpreview.reference.reference_texts import reference_texts
from seatpreview.reference.samples import code_samples
from seatpreview.results import encode
from seatpreview.values.caller import Needs

Document = dict[str, Any]
DEPRECATION_HEADERS: Document = {
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


def document(base_url: str) -> Document:
    """Returns the document in OpenAPI 3.1. Operations that the contract does not have are marked with
    `x-extension`."""
    in_paths = {type_ for operation in OPERATIONS for type_ in operation.path_types.values()}
    components = schemas.components(_types(), in_paths)
    queries = {name: components.pop(name, {}) for name in {row.query.__name__ for row in OPERATIONS}}
    described: Document = {
        "openapi": "3.1.0",
        "info": {
            "title": "Seat Preview",
            "version": API_VERSION,
            "summary": "The view from a seat, and who may ask for it.",
            "description": _DESCRIPTION,
            "license": {"name": "Apache License 2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": base_url}],
        "tags": [{"name": name, "description": text} for name, text in GROUPS.items()],
        "paths": _paths(queries, base_url),
        "components": {
            "schemas": components,
            "headers": dict(_HEADERS),
            "securitySchemes": _SECURITY_SCHEMES,
        },
        **reference_texts(),
    }
    mark_deprecated(described, deprecations.DEPRECATIONS)
    return described


_DESCRIPTION = """\
JSON over HTTPS. Every error is a problem body (RFC 9457) with a `code` that programs can rely on and a
`detail` that says what to do next. Operations marked as extensions are additions to the interface."""

_SECURITY_SCHEMES = {
    "secretKey": {
        "type": "http",
        "scheme": "bearer",
        "description": "A secret key's plaintext: `Authorization: Bearer sk_live_...`. For servers only.",
    },
    "keyId": {
        "type": "apiKey",
        "in": "header",
        "name": "X-Key-Id",
        "description": (
            "For pages: the keyId of a keyless key, or of a secret key with `allowOriginOnly`, from one of "
            "its `allowedOrigins`. A keyless key with `allowOriginOnly` needs the browser's `Origin` alone. "
            "An Origin proves nothing outside of browsers."
        ),
    },
    "sessionToken": {
        "type": "http",
        "scheme": "bearer",
        "description": "A session's token: `Authorization: Bearer st_...`. For a buyer's browser.",
    },
}


def _types() -> set[type[Any]]:
    types: set[type[Any]] = {ProblemBody}
    for operation in OPERATIONS:
        types.update(filter(None, (operation.query, operation.body, operation.result)))
    return types - {bytes}


def _paths(queries: Document, base_url: str) -> Document:
    paths: Document = {}
    for operation in OPERATIONS:
        described = _operation(operation, queries[operation.query.__name__])
        described["x-codeSamples"] = code_samples(operation, base_url)
        paths.setdefault(operation.path, {})[operation.method.lower()] = described
    return paths


def _operation(operation: Operation, query: Document) -> Document:
    described: Document = {
        "operationId": operation.operation_id,
        "tags": [operation.group],
        "summary": operation.summary,
        "description": operation.description,
        "security": _SECURITY[operation.needs],
        "x-needs": operation.needs.value,
        "x-groups": list(operation.documented_groups),
        "x-client": CLIENT_NAMES[operation.operation_id]._asdict(),
        "parameters": list(_parameters(operation, query)),
        "responses": {str(operation.status): _success(operation)}
        | _not_modified(operation)
        | _problems(operation),
    }
    if operation.is_extension:
        described["x-extension"] = True
    if operation.method == "GET" or operation.writes_nothing:
        described["x-reads-only"] = True
    if operation.body is not None:
        described["requestBody"] = _body(operation) | {"required": not operation.body_is_optional}
    return {name: value for name, value in described.items() if value not in ("", [])}


_SECURITY: dict[Needs, list[dict[str, list[str]]]] = {
    Needs.ANY_CALLER: [{"secretKey": []}, {"keyId": []}, {"sessionToken": []}],
    Needs.ANY_KEY: [{"secretKey": []}, {"keyId": []}],
    Needs.OWN_SESSION: [{"sessionToken": []}],
    Needs.OWN_SESSION_OR_SECRET_KEY: [{"sessionToken": []}, {"secretKey": []}],
    Needs.SECRET_KEY: [{"secretKey": []}],
    Needs.ADMIN_SCOPE: [{"secretKey": []}],
}


def _parameters(operation: Operation, query: Document) -> Iterator[Document]:
    for name, type_ in operation.path_types.items():
        yield {"name": name, "in": "path", "required": True, "schema": schemas.reference(type_)}
    if operation.query is not NoQuery:
        for name, schema in query["properties"].items():
            yield _query_parameter(operation, name, schema, name in query.get("required", ()))
    if operation.takes_if_match:
        yield {
            "name": "If-Match",
            "in": "header",
            "description": (
                "An ETag: write only if the record still has it. A service may be set to require it (428)."
            ),
            "schema": {"type": "string"},
            "example": '"1"',
        }
    if operation.takes_if_none_match:
        yield {
            "name": "If-None-Match",
            "in": "header",
            "description": "`*`: create the record, and do not replace one that somebody else made (412).",
            "schema": {"type": "string"},
            "example": "*",
        }
    if operation.takes_idempotency_key:
        yield {
            "name": "Idempotency-Key",
            "in": "header",
            "description": (
                "A value of your own, one for each thing that you want done: a UUID, for example. A repeat "
                "with the same value, within a day and with the same key, is answered as the first request "
                "was, and makes nothing more."
            ),
            "schema": {
                "type": "string",
                "minLength": 1,
                "maxLength": IDEMPOTENCY_KEY_CHARACTERS_MAX,
                "pattern": IDEMPOTENCY_KEY_PATTERN,
            },
            "example": "5f0f8ab2-6c1d-4b6e-9c8e-2f5d0a7e4b31",
        }
    if operation.takes_sessions:
        yield {
            "name": "X-Viewer-Key",
            "in": "header",
            "description": (
                "Sent by the viewer: the keyId in its path, whose `embedFrameAncestors` decide which pages "
                "may frame it. The token of another key is then 403 `origin_not_allowed`. Other clients "
                "leave it out."
            ),
            "schema": {"type": "string"},
        }
    if operation.is_cacheable:
        yield {
            "name": "If-None-Match",
            "in": "header",
            "description": "ETags of cached responses: the response is 304 if one of them is still current.",
            "schema": {"type": "string"},
            "example": '"0"',
        }


def _query_parameter(operation: Operation, name: str, schema: Document, is_required: bool) -> Document:
    value_schema = {keyword: value for keyword, value in schema.items() if keyword != "description"}
    parameter = {"name": name, "in": "query", "description": schema["description"], "schema": value_schema}
    if is_required:
        parameter["required"] = True
    if name in operation.query_example:
        parameter["example"] = operation.query_example[name]
    return parameter


def _body(operation: Operation) -> Document:
    if operation.body is not bytes:
        return {"content": _content(operation.body or object, operation.body_example)}
    # Client generators do not know media types of images and warn of each, so these are listed in words.
    others = ", ".join(f"`{media_type}`" for media_type in operation.media_types if media_type != _ANY_BYTES)
    types = "anything" if ANY_MEDIA_TYPE in operation.media_types else others
    return {
        "description": f"The bytes of the file. `Content-Type` may also be {types}.",
        "content": {_ANY_BYTES: _BINARY},
    }


_ANY_BYTES = "application/octet-stream"
_BINARY = {"schema": {"type": "string", "format": "binary"}}


def _schema_of_bytes(media_type: str) -> Document:
    """JSON is described as any object: a client that decodes it finds no text."""
    if not media_type.endswith("json"):
        return _BINARY
    return {"schema": {"type": "object"}, "example": {"name": "Harbour Arena"}}


def _success(operation: Operation) -> Document:
    response: Document = {"description": HTTPStatus(operation.status).phrase, "headers": _headers(operation)}
    if operation.result is bytes:
        # The second media type is never sent. It tells generators that do not know images to return bytes.
        types = (operation.result_media_type, *operation.other_result_media_types, _ANY_BYTES)
        response["content"] = {media_type: _schema_of_bytes(media_type) for media_type in types}
    elif operation.result is not None:
        response["content"] = _content(operation.result, operation.result_example)
    return response


def _not_modified(operation: Operation) -> Document:
    if not operation.is_cacheable:
        return {}
    return {"304": {"description": HTTPStatus.NOT_MODIFIED.phrase, "headers": _headers(operation)}}


def _content(type_: type[Any], example: Any) -> Document:
    return {"application/json": {"schema": schemas.reference(type_), "example": example}}


def _headers(operation: Operation) -> Document:
    names = ["X-Request-Id", "RateLimit", "RateLimit-Policy"]
    if operation.is_cacheable or hasattr(operation.result, "etag"):
        names.append("ETag")
    if operation.location is not None:
        names.append("Location")
    if operation.takes_idempotency_key:
        names.append("Idempotency-Replayed")
    if "next_cursor" in getattr(operation.result, "__struct_fields__", ()):
        names.append("Link")
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _problems(operation: Operation) -> Document:
    """Returns one response for each status, with an example for each code."""
    return {
        str(status): {
            "description": "; ".join(f"`{problem.code}`: {problem.title}" for problem in problems),
            "headers": {name: {"$ref": f"#/components/headers/{name}"} for name in _problem_headers(status)},
            "content": {
                "application/problem+json": {
                    "schema": schemas.reference(ProblemBody),
                    "examples": {problem.code: _example(operation, problem) for problem in problems},
                }
            },
        }
        for status, group in groupby(operation.all_problems, attrgetter("status"))
        for problems in (list(group),)
    }


def _problem_headers(status: int) -> tuple[str, ...]:
    if status == HTTPStatus.UNAUTHORIZED:
        return ("X-Request-Id", "WWW-Authenticate")
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        return ("X-Request-Id", "Retry-After")
    return ("X-Request-Id",)


def _example(operation: Operation, problem: type[Problem]) -> Document:
    example = problem_examples.problem(operation, problem)
    body = ProblemBody.of(example, "4f1c2a9be0d34d6f8a7b5c3d2e1f0a9b")
    return {"summary": example.title, "value": msgspec.to_builtins(body)}


def _header(description: str, *, required: bool = True, **schema: Any) -> Document:
    return {"description": description, "required": required, "schema": {"type": "string"} | schema}


_HEADERS = {
    "X-Request-Id": _header("The request's id in the service's log."),
    "RateLimit": _header("What remains of each allowance: `r` requests now, all of them in `t` seconds."),
    "RateLimit-Policy": _header("Each allowance: `q` requests in `w` seconds, `burst` of them at once."),
    "ETag": _header("The record's version, for If-Match."),
    "Location": _header("The path of the created resource."),
    "Idempotency-Replayed": _header(
        "`true` where an earlier request with the same Idempotency-Key did what this one asks for.",
        required=False,
        enum=["true"],
    ),
    "Link": _header('The next page, if there is one: `<...>; rel="next"`.', required=False),
    "WWW-Authenticate": _header("How to present a key."),
    "Retry-After": _header("The seconds to wait.", type="integer", minimum=1),
}


def mark_deprecated(document: Document, entries: Iterable[Deprecation]) -> None:
    """Sets `deprecated` and `x-sunset` in the document for each entry of the table. An entry that names
    something that is not there is an error."""
    for entry in entries:
        if entry.schema:
            _mark(_member(document, entry), entry)
            continue
        operation = _deprecated_operation(document, entry)
        if entry.parameter:
            _mark(_parameter(operation, entry), entry)
            continue
        _mark(operation, entry)
        document["components"]["headers"] |= DEPRECATION_HEADERS
        for response in operation["responses"].values():
            response["headers"] |= {
                name: {"$ref": f"#/components/headers/{name}"} for name in DEPRECATION_HEADERS
            }


def _mark(part: Document, entry: Deprecation) -> None:
    part["deprecated"] = True
    part["x-sunset"] = entry.sunset.date().isoformat()


def _deprecated_operation(document: Document, entry: Deprecation) -> Document:
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


if __name__ == "__main__":
    # The build of the front end generates its types from this output.
    sys.stdout.buffer.write(encode(document(BASE_PATH)))
