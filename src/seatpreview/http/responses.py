"""Responses: encodes results and problems, and sets headers. Problem bodies are written only here."""

import hashlib
from collections.abc import AsyncGenerator, Iterable
from functools import lru_cache
from typing import Any, NamedTuple, Self

import msgspec

from seatpreview.access.credentials import presents_secret
from seatpreview.api.operation import Operation
from seatpreview.api.problem_body import ProblemBody
from seatpreview.api.table import BASE_PATH
from seatpreview.cacheable import Cacheable
from seatpreview.derived import Derived
from seatpreview.encoded import Encoded
from seatpreview.http.request import Request
from seatpreview.json_encoding import encode
from seatpreview.lazy_content import LazyContent
from seatpreview.limits.gcra import Limit, remaining, whole_seconds
from seatpreview.limits.model import Allowance, Decision
from seatpreview.problems import Problem

Header = tuple[bytes, bytes]

_VARY_BY_ORIGIN = (b"vary", b"Origin")
_VARY_BY_CREDENTIALS = (b"vary", b"Origin, Authorization, X-Key-Id")
_NO_SNIFFING = (b"x-content-type-options", b"nosniff")
_COMMON_HEADERS: tuple[Header, ...] = (_VARY_BY_ORIGIN, (b"cache-control", b"no-store"), _NO_SNIFFING)
_JSON = (b"content-type", b"application/json")
_PROBLEM_JSON = (b"content-type", b"application/problem+json")
_REQUEST_HEADERS = b"Authorization, Content-Type, If-Match, If-None-Match, X-Key-Id, X-Request-Id"
_CHUNK_BYTES = 1 << 16
_EXPOSED_HEADERS = (
    b"access-control-expose-headers",
    b"ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id",
)


class Response(msgspec.Struct, frozen=True):
    """A response that is ready to be sent."""

    status: int
    headers: list[Header]
    body: bytes
    stream: AsyncGenerator[bytes] | None = None
    """Used in place of `body` if that is large. The headers have its length."""


def result_response(request: Request, operation: Operation, result: Any) -> Response:
    """Returns the response with the result of an operation."""
    if operation.is_cacheable:
        return _cacheable_response(request, operation, result)
    headers = [*_COMMON_HEADERS, *_request_headers(request)]
    if operation.location is not None:
        headers.append((b"location", (BASE_PATH + operation.location(result)).encode()))
    if result is None:
        return Response(operation.status, headers, b"")
    headers.append(_JSON)
    if isinstance(result, Encoded):
        return Response(operation.status, headers, result.body)
    etag = getattr(result, "etag", None)
    if etag is not None:
        headers.append((b"etag", etag.encode()))
    next_cursor = getattr(result, "next_cursor", None)
    if next_cursor is not None:
        headers.append((b"link", _link(request, next_cursor)))
    return Response(operation.status, headers, encode(result))


def caching_headers(operation: Operation) -> tuple[Header, ...]:
    """Returns the headers about caching of an operation whose result clients may cache."""
    return (_VARY_BY_CREDENTIALS, (b"cache-control", operation.cache_control.encode()))


async def content_response(request: Request, content: LazyContent, headers: Iterable[Header]) -> Response:
    """Returns a file, or says that the client has it already, without loading it. It is sent in chunks, so
    that a client that reads slowly is noticed."""
    etag = f'"{content.etag}"'
    common = [*headers, _NO_SNIFFING, *_request_headers(request), (b"etag", etag.encode())]
    if matches_if_none_match(etag, request.header(b"if-none-match")):
        return Response(304, common, b"")
    data = await content.load()
    about = [(b"content-type", content.content_type.encode()), (b"content-length", b"%d" % len(data))]
    return Response(200, [*common, *about], b"", _chunks(data))


async def _chunks(data: bytes) -> AsyncGenerator[bytes]:
    for start in range(0, len(data), _CHUNK_BYTES):
        yield data[start : start + _CHUNK_BYTES]


def matches_if_none_match(etag: str, if_none_match: str | None) -> bool:
    """Returns whether the header If-None-Match has this ETag: then the client has this version already."""
    if if_none_match is None:
        return False
    etags = {part.strip().removeprefix("W/") for part in if_none_match.split(",")}
    return etag in etags or "*" in etags


def problem_response(request: Request, problem: Problem) -> Response:
    """Returns the error response for a problem."""
    headers = [*_COMMON_HEADERS, *_request_headers(request), _PROBLEM_JSON]
    if request.allowed_origin is None:
        headers += _refusal_headers(request, problem)
    if problem.status == 401:
        headers.append((b"www-authenticate", b'Bearer realm="seatpreview"'))
    if problem.retry_after_seconds is not None:
        headers.append((b"retry-after", str(problem.retry_after_seconds).encode()))
    if request.methods:
        headers.append((b"allow", ", ".join(request.methods).encode()))
    return Response(problem.status, headers, encode(ProblemBody.of(problem, request.request_id)))


def preflight_response(request: Request, methods: Iterable[str]) -> Response:
    """Returns the response to a CORS preflight. It allows any origin, since a preflight has no key by which
    to decide."""
    headers = [
        _VARY_BY_ORIGIN,
        (b"x-request-id", request.request_id.encode()),
        (b"access-control-allow-methods", ", ".join(methods).encode()),
        (b"access-control-allow-headers", _REQUEST_HEADERS),
        (b"access-control-max-age", b"600"),
    ]
    origin = request.header(b"origin")
    if origin is not None:
        headers.append((b"access-control-allow-origin", origin.encode("latin-1")))
    return Response(204, headers, b"")


class _EncodedResult(NamedTuple):
    """The encoded form of a cacheable result."""

    etag: str
    caching_headers: tuple[Header, ...]
    """The headers about caching, which a 304 has as well."""
    headers: tuple[Header, ...]
    body: bytes

    @classmethod
    def of(cls, result: Cacheable[Any], operation: Operation) -> Self:
        body = encode(result.value) if result.body is None else result.body
        etag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
        caching = (*caching_headers(operation), _NO_SNIFFING, (b"etag", etag.encode()))
        return cls(etag, caching, (*caching, _JSON), body)


_ENCODED = Derived[_EncodedResult]("encoded")


def _cacheable_response(request: Request, operation: Operation, result: Cacheable[Any]) -> Response:
    """Returns a response that the client may cache and revalidate by an ETag of its content, with the same
    credentials. The encoded result is kept with the result."""
    encoded = _ENCODED.get(result)
    if encoded is None:
        encoded = _ENCODED.put(result, _EncodedResult.of(result, operation))
    if matches_if_none_match(encoded.etag, request.header(b"if-none-match")):
        return Response(304, [*encoded.caching_headers, *_request_headers(request)], b"")
    headers = [*encoded.headers, *_request_headers(request)]
    next_cursor = getattr(result.value, "next_cursor", None)
    if next_cursor is not None:
        headers.append((b"link", _link(request, next_cursor)))
    return Response(operation.status, headers, encoded.body)


def _request_headers(request: Request) -> list[Header]:
    headers = [(b"x-request-id", request.request_id.encode())]
    decision = request.decision
    if decision is not None:
        headers += (
            (b"ratelimit-policy", _rate_limit_policy_header(decision)),
            (b"ratelimit", _rate_limit_header(decision)),
        )
    if request.origin is not None and request.allowed_origin is not None:
        headers += (b"access-control-allow-origin", request.origin.encode("latin-1")), _EXPOSED_HEADERS
    return headers


_READABLE_REFUSALS = frozenset((401, 403, 429, 503))


def _refusal_headers(request: Request, problem: Problem) -> Iterable[Header]:
    """Returns the headers by which a page of an origin that no key has allowed can read why it was refused
    (decision 0028). Operations that need a secret, and requests that bring one, tell it nothing."""
    operation, origin = request.operation, request.origin
    is_readable = (
        origin is not None
        and problem.status in _READABLE_REFUSALS
        and operation is not None
        and operation.works_without_secret
        and not presents_secret(request)
    )
    if origin is None or not is_readable:
        return ()
    return (b"access-control-allow-origin", origin.encode("latin-1")), _EXPOSED_HEADERS


def _rate_limit_policy_header(decision: Decision) -> bytes:
    return b", ".join([_policy(allowance.policy, allowance.limit) for allowance in decision.allowances])


@lru_cache(maxsize=1000)
def _policy(name: str, limit: Limit) -> bytes:
    return f'"{name}";q={limit.requests};w={limit.window_seconds};burst={limit.burst}'.encode()


def _rate_limit_header(decision: Decision) -> bytes:
    return ", ".join(map(_rate_limit_item, decision.allowances, decision.debts_ps)).encode()


def _rate_limit_item(allowance: Allowance, debt_ps: int) -> str:
    return f'"{allowance.policy}";r={remaining(allowance.limit, debt_ps)};t={whole_seconds(debt_ps)}'


def _link(request: Request, next_cursor: str) -> bytes:
    other_parameters = [
        part for part in request.query.split(b"&") if part and not part.startswith(b"cursor=")
    ]
    query = b"&".join([*other_parameters, b"cursor=" + next_cursor.encode()])
    return b"<" + request.path.encode("latin-1") + b"?" + query + b'>; rel="next"'
