"""Responses: results and problems as bytes and headers. The one place that writes a problem's body."""

import hashlib
from collections.abc import AsyncIterator, Iterable
from functools import lru_cache
from typing import Any, NamedTuple, Self

import msgspec

from seatpreview.api.operation import Operation
from seatpreview.api.problem_body import ProblemBody
from seatpreview.api.table import BASE_PATH
from seatpreview.cacheable import Cacheable
from seatpreview.derived import Derived
from seatpreview.http.request import Request
from seatpreview.json_encoding import encode
from seatpreview.limits.gcra import Limit, remaining, whole_seconds
from seatpreview.limits.model import Allowance, Decision
from seatpreview.problems import Problem

Header = tuple[bytes, bytes]

_VARY_BY_ORIGIN = (b"vary", b"Origin")
_VARY_BY_CREDENTIALS = (b"vary", b"Origin, Authorization, X-Key-Id")
_NO_SNIFFING = (b"x-content-type-options", b"nosniff")
_COMMON: tuple[Header, ...] = (_VARY_BY_ORIGIN, (b"cache-control", b"no-store"), _NO_SNIFFING)
_JSON = (b"content-type", b"application/json")
_PROBLEM_JSON = (b"content-type", b"application/problem+json")
_REQUEST_HEADERS = b"Authorization, Content-Type, If-Match, If-None-Match, X-Key-Id, X-Request-Id"
_EXPOSED = (
    b"access-control-expose-headers",
    b"ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id",
)


class Response(msgspec.Struct, frozen=True):
    status: int
    headers: list[Header]
    body: bytes
    stream: AsyncIterator[bytes] | None = None
    """In place of a body that is large. Its length is among the headers."""


def of_result(request: Request, operation: Operation, result: Any) -> Response:
    if operation.is_cacheable:
        return _of_cacheable(request, operation, result)
    headers = [*_COMMON, *_of_request(request)]
    if operation.location is not None:
        headers.append((b"location", (BASE_PATH + operation.location(result)).encode()))
    if result is None:
        return Response(operation.status, headers, b"")
    headers.append(_JSON)
    etag = getattr(result, "etag", None)
    if etag is not None:
        headers.append((b"etag", etag.encode()))
    next_cursor = getattr(result, "next_cursor", None)
    if next_cursor is not None:
        headers.append((b"link", _link(request, next_cursor)))
    return Response(operation.status, headers, encode(result))


def names_etag(etag: str, if_none_match: str | None) -> bool:
    """Whether the client says that it has this version already."""
    if if_none_match is None:
        return False
    named = {part.strip().removeprefix("W/") for part in if_none_match.split(",")}
    return etag in named or "*" in named


def of_problem(request: Request, problem: Problem) -> Response:
    headers = [*_COMMON, *_of_request(request), _PROBLEM_JSON]
    if problem.status == 401:
        headers.append((b"www-authenticate", b'Bearer realm="seatpreview"'))
    if problem.retry_after_seconds is not None:
        headers.append((b"retry-after", str(problem.retry_after_seconds).encode()))
    if request.methods:
        headers.append((b"allow", ", ".join(request.methods).encode()))
    return Response(problem.status, headers, encode(ProblemBody.of(problem, request.request_id)))


def of_preflight(request: Request, methods: Iterable[str]) -> Response:
    """What the browser may send, to any page that asks: it carries no key, so nothing is decided here."""
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


class _Encoded(NamedTuple):
    """A cacheable result as it is sent."""

    etag: str
    caching_headers: tuple[Header, ...]
    """What tells a client how to keep it."""
    headers: tuple[Header, ...]
    body: bytes

    @classmethod
    def of(cls, value: object, operation: Operation) -> Self:
        body = encode(value)
        etag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
        caching_headers = (
            _VARY_BY_CREDENTIALS,
            (b"cache-control", operation.cache_control.encode()),
            _NO_SNIFFING,
            (b"etag", etag.encode()),
        )
        return cls(etag, caching_headers, (*caching_headers, _JSON), body)


_ENCODED = Derived[_Encoded]("encoded")


def _of_cacheable(request: Request, operation: Operation, result: Cacheable[Any]) -> Response:
    """A client may keep it by an ETag of its content, for as long as it asks again with the same key."""
    encoded = _ENCODED.get(result)
    if encoded is None:
        encoded = _ENCODED.put(result, _Encoded.of(result.value, operation))
    if names_etag(encoded.etag, request.header(b"if-none-match")):
        return Response(304, [*encoded.caching_headers, *_of_request(request)], b"")
    headers = [*encoded.headers, *_of_request(request)]
    next_cursor = getattr(result.value, "next_cursor", None)
    if next_cursor is not None:
        headers.append((b"link", _link(request, next_cursor)))
    return Response(operation.status, headers, encoded.body)


def _of_request(request: Request) -> list[Header]:
    headers = [(b"x-request-id", request.request_id.encode())]
    decision = request.decision
    if decision is not None:
        headers += (b"ratelimit-policy", _policies(decision)), (b"ratelimit", _left(decision))
    if request.origin is not None and request.allowed_origin is not None:
        headers += (b"access-control-allow-origin", request.origin.encode("latin-1")), _EXPOSED
    return headers


def _policies(decision: Decision) -> bytes:
    return b", ".join([_policy(drawn.policy, drawn.limit) for drawn in decision.allowances])


@lru_cache(maxsize=1000)
def _policy(name: str, limit: Limit) -> bytes:
    return f'"{name}";q={limit.requests};w={limit.window_seconds};burst={limit.burst}'.encode()


def _left(decision: Decision) -> bytes:
    return ", ".join(map(_left_of, decision.allowances, decision.debts_ps)).encode()


def _left_of(drawn: Allowance, debt_ps: int) -> str:
    return f'"{drawn.policy}";r={remaining(drawn.limit, debt_ps)};t={whole_seconds(debt_ps)}'


def _link(request: Request, next_cursor: str) -> bytes:
    kept = [part for part in request.query.split(b"&") if part and not part.startswith(b"cursor=")]
    query = b"&".join([*kept, b"cursor=" + next_cursor.encode()])
    return b"<" + request.path.encode("latin-1") + b"?" + query + b'>; rel="next"'
