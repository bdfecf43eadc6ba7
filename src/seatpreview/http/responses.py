"""Responses: encodes results and problems, sets headers, and sends. Problem bodies are written only here."""

import asyncio
import gzip
import re
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from functools import partial
from typing import Any, Literal

import brotli
import msgspec
import structlog
from msgspec import structs

from seatpreview.access.credentials import presents_secret
from seatpreview.api import deprecations
from seatpreview.api.operation import Operation
from seatpreview.api.problem_body import ProblemBody
from seatpreview.api.table import BASE_PATH, OPERATIONS
from seatpreview.caching import SharedWork
from seatpreview.context import Context
from seatpreview.http.request import Request, Send
from seatpreview.limits.gcra import remaining, whole_seconds
from seatpreview.limits.model import Decision
from seatpreview.limits.shares import Share
from seatpreview.problems import Problem, RateLimited
from seatpreview.results import CompressibleText, DraftText, Encoded, JoinedText, LazyContent, encode

Header = tuple[bytes, bytes]

_VARY_BY_ORIGIN = (b"vary", b"Origin")
_VARY_BY_CREDENTIALS = (b"vary", b"Origin, Authorization, X-Key-Id, X-Viewer-Key")
_VARY_BY_CREDENTIALS_AND_CODING = (
    b"vary",
    b"Accept-Encoding, Origin, Authorization, X-Key-Id, X-Viewer-Key",
)
_VARY_BY_CODING = (b"vary", b"Accept-Encoding")
_NO_SNIFFING = (b"x-content-type-options", b"nosniff")
_COMMON_HEADERS: tuple[Header, ...] = (_VARY_BY_ORIGIN, (b"cache-control", b"no-store"), _NO_SNIFFING)
_JSON = (b"content-type", b"application/json")
_PROBLEM_JSON = (b"content-type", b"application/problem+json")
_REQUEST_HEADERS = (
    b"Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Key-Id, X-Request-Id, "
    b"X-Viewer-Key"
)
_CHUNK_BYTES = 1 << 16
_EXPOSED_HEADERS = (
    b"access-control-expose-headers",
    b"Deprecation, ETag, Idempotency-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, "
    b"Sunset, X-Request-Id",
)
Coding = Literal["br", "gzip"]
"""A content coding, by its name in HTTP. None stands for no coding."""

CODINGS: tuple[Coding, ...] = ("br", "gzip")
"""The codings that are offered. The first one makes the shortest texts."""

COMPRESSED_BYTES_MIN = 1000
"""Shorter texts are not compressed: they fit into one packet."""

_BROTLI_QUALITY = 5
_GZIP_LEVEL = 6
"""Higher levels take many times as long, and make plans and lists hardly shorter."""

_LEAST_WEIGHT = 0.0001
"""The weight of `identity` where the client does not mention it: less than any weight that it can send."""

_CODING = re.compile(
    r"([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:[ \t]*;[ \t]*[qQ]=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?"
)
_CODING_ALIASES = {"x-gzip": "gzip"}
CHUNK_SECONDS = 30
"""How long a client may take to read a chunk of a streamed response."""
HTTP2_CHUNK_BYTES = 65_536
"""Larger responses over HTTP/2 are sent in such chunks."""
_WITHOUT_LENGTH = (204, 304)
"""Statuses that never have a body."""
END_OF_BODY = {"type": "http.response.body", "body": b""}

log = structlog.get_logger("seatpreview")


class Response(msgspec.Struct, frozen=True):
    """A response that is ready to be sent."""

    status: int
    headers: list[Header]
    body: bytes
    stream: AsyncGenerator[bytes] | None = None
    """Used in place of `body` if that is large. The headers have its length."""


_COMPRESSIONS = SharedWork[tuple[CompressibleText, str, Share], bytes]()

CLIENT_LEFT = 499
"""The status, in logs and metrics alone, of a request whose client disconnected before its answer."""


def to_nobody(request: Request) -> Response:
    """Returns the response to a client that has disconnected. Nobody reads it."""
    return Response(CLIENT_LEFT, _request_headers(request), b"")


def result_response(request: Request, operation: Operation, result: Any) -> Response:
    """Returns the response with the result of an operation."""
    if operation.is_cacheable:
        if isinstance(result, JoinedText):
            return _joined_response(request, operation, result)
        return _cacheable_response(request, operation, result.etag, result.body)
    headers = [*_COMMON_HEADERS, *_request_headers(request)]
    if operation.location is not None:
        headers.append((b"location", (BASE_PATH + operation.location(result)).encode()))
    if request.repeats_another:
        headers.append((b"idempotency-replayed", b"true"))
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
    vary = _VARY_BY_CREDENTIALS_AND_CODING if operation.is_compressed else _VARY_BY_CREDENTIALS
    return (vary, (b"cache-control", operation.cache_control.encode()))


_DRAFT_HEADERS: tuple[Header, ...] = (_VARY_BY_CREDENTIALS, (b"cache-control", b"private, no-store"))


def _draft_response(request: Request, operation: Operation, result: DraftText) -> Response:
    """Returns a text about a draft, which nobody may store."""
    headers = [*_DRAFT_HEADERS, _NO_SNIFFING, _JSON, (b"etag", result.etag.encode())]
    if result.next_cursor is not None:
        headers.append((b"link", _link(request, result.next_cursor)))
    return Response(operation.status, [*headers, *_request_headers(request)], result.body)


_CACHING_HEADERS = {
    operation.operation_id: (*caching_headers(operation), _NO_SNIFFING)
    for operation in OPERATIONS
    if operation.is_cacheable
}


async def content_response(request: Request, content: LazyContent, headers: Iterable[Header]) -> Response:
    """Returns a file, or says that the client has it already, without loading it. It is sent in chunks, so
    that a client that reads slowly is noticed."""
    etag = f'"{content.etag}"'
    if content.is_draft:
        headers = _DRAFT_HEADERS
    common = [*headers, _NO_SNIFFING, *_request_headers(request), (b"etag", etag.encode())]
    if matches_if_none_match(etag, request.header(b"if-none-match")):
        return Response(304, common, b"")
    data = await content.load()
    about = [(b"content-type", content.content_type.encode()), (b"content-length", b"%d" % len(data))]
    if content.file_name:
        about.append((b"content-disposition", f'attachment; filename="{content.file_name}"'.encode()))
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
    """Returns the error response for a problem, and keeps the problem for the request's log line."""
    request.problem = problem
    # Its traceback holds the request, so that neither would be given back before a garbage collection.
    problem.__traceback__ = problem.__context__ = problem.__cause__ = None
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


def too_many_requests_page(request: Request, problem: RateLimited) -> Response:
    """Returns the page for people whose address asked for too many pages. It may be shown in any frame."""
    headers = [
        *_COMMON_HEADERS,
        *_request_headers(request),
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-security-policy", b"default-src 'none'"),
        (b"retry-after", b"%d" % (problem.retry_after_seconds or 1)),
    ]
    return Response(problem.status, headers, _TOO_MANY_REQUESTS)


_TOO_MANY_REQUESTS = (
    b'<!doctype html><html lang="en"><meta charset="utf-8"><title>Too many requests</title>'
    b"<h1>Too many requests</h1><p>Very many pages were asked for from your network. Wait a few seconds, "
    b"then load this page again.</p></html>"
)


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


def _cacheable_response(
    request: Request, operation: Operation, etag: str, body: bytes, more: Iterable[Header] = ()
) -> Response:
    """Returns a response that the client may cache and revalidate by an ETag of its content, with the same
    credentials."""
    headers = [*_CACHING_HEADERS[operation.operation_id], (b"etag", etag.encode())]
    if matches_if_none_match(etag, request.header(b"if-none-match")):
        return Response(304, [*headers, *_request_headers(request)], b"")
    headers += (_JSON, *more)
    headers += _request_headers(request)
    return Response(operation.status, headers, body)


def _joined_response(request: Request, operation: Operation, result: JoinedText) -> Response:
    """Returns a text that was joined for this response, in the coding that the client prefers."""
    if isinstance(result, DraftText):
        return _draft_response(request, operation, result)
    coding = preferred_coding(request.header(b"accept-encoding"))
    if coding is None or len(result.body) < COMPRESSED_BYTES_MIN:
        response = _cacheable_response(request, operation, result.etag, result.body)
    else:
        coded = ((b"content-encoding", coding.encode()),)
        body = compress_quickly(result.body, coding)
        response = _cacheable_response(request, operation, etag_of_coding(result.etag, coding), body, coded)
    response.headers.append(_VARY_BY_CODING)
    return response


async def compressed_response(
    request: Request, operation: Operation, result: CompressibleText | DraftText, context: Context
) -> Response:
    """Returns a result in the coding that the client prefers. It is compressed once for each coding, off the
    event loop, and kept with the result. One that no cache keeps would be compressed each time, and is sent
    as it is."""
    if isinstance(result, DraftText):
        return _draft_response(request, operation, result)
    coding = preferred_coding(request.header(b"accept-encoding"))
    if coding is None or result.grow is None or len(result.body) < COMPRESSED_BYTES_MIN:
        response = _cacheable_response(request, operation, result.etag, result.body)
    else:
        etag = etag_of_coding(result.etag, coding)
        is_known = matches_if_none_match(etag, request.header(b"if-none-match"))
        body = b"" if is_known else await _compressed(result, coding, context)
        coded = (b"content-encoding", coding.encode())
        response = _cacheable_response(request, operation, etag, body, (coded,))
    if result.next_cursor is not None and response.status != 304:
        response.headers.append((b"link", _link(request, result.next_cursor)))
    return response


async def _compressed(result: CompressibleText, coding: Coding, context: Context) -> bytes:
    kept = result.compressed.get(coding)
    if kept is not None:
        return kept
    work = partial(_compress, result, coding, context)
    flights = context.resources.caches.of(_COMPRESSIONS)
    return await context.share_work(flights, (result, coding, context.share.together), work)


async def _compress(result: CompressibleText, coding: Coding, context: Context) -> bytes:
    body = await context.run_in_thread_for_all(partial(compress, result.body, coding))
    if coding not in result.compressed:  # No request of another tenant was faster.
        result.compressed[coding] = body
        if result.grow is not None:
            result.grow(len(body))
    return body


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
    if deprecations.DEPRECATIONS and request.operation is not None:
        headers += deprecations.deprecation_headers(request.operation.operation_id, request.query)
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
    policies = [f'"{allowance.policy}";{allowance.limit.header}' for allowance in decision.allowances]
    return ", ".join(policies).encode()


def _rate_limit_header(decision: Decision) -> bytes:
    return ", ".join(
        [
            f'"{allowance.policy}";r={remaining(allowance.limit, debt_ps)};t={whole_seconds(debt_ps)}'
            for allowance, debt_ps in zip(decision.allowances, decision.debts_ps)  # noqa: B905  strict costs
        ]
    ).encode()


def _link(request: Request, next_cursor: str) -> bytes:
    other_parameters = [
        part for part in request.query.split(b"&") if part and not part.startswith(b"cursor=")
    ]
    query = b"&".join([*other_parameters, b"cursor=" + next_cursor.encode()])
    return b"<" + request.path.encode("latin-1") + b"?" + query + b'>; rel="next"'


def preferred_coding(accept_encoding: str | None, offered: tuple[Coding, ...] = CODINGS) -> Coding | None:
    """Returns the coding that the client prefers among those that are offered (RFC 9110, 12.5.3); None for no
    coding. Between codings of equal weight, the one that is offered first wins.

    A client that accepts nothing, not even a text without coding, gets the text without coding.
    """
    if not accept_encoding:
        return None
    weights = _weights(accept_encoding)
    of_other = weights.get("*", 0.0)
    of_none = weights.get("identity", weights.get("*", _LEAST_WEIGHT))
    best = max(offered, key=lambda coding: weights.get(coding, of_other))
    weight = weights.get(best, of_other)
    return best if weight > 0 and weight >= of_none else None


def _weights(accept_encoding: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for part in accept_encoding.split(","):
        item = _CODING.fullmatch(part.strip(" \t"))
        if item is not None:
            name = _CODING_ALIASES.get(item[1].lower(), item[1].lower())
            found[name] = 1.0 if item[2] is None else float(item[2])
    return found


def compress(text: bytes, coding: Coding) -> bytes:
    """Compresses a text, which takes milliseconds. The same text gives the same bytes."""
    if coding == "br":
        compressed: bytes = brotli.compress(text, mode=brotli.MODE_TEXT, quality=_BROTLI_QUALITY)
        return compressed
    return gzip.compress(text, _GZIP_LEVEL, mtime=0)


def compress_quickly(text: bytes, coding: Coding) -> bytes:
    """Compresses a text, which takes a tenth of a millisecond for 15 kB. The same text gives the same
    bytes."""
    if coding == "br":
        compressed: bytes = brotli.compress(text, quality=0)
        return compressed
    return gzip.compress(text, 1, mtime=0)


def etag_of_coding(etag: str, coding: Coding | None) -> str:
    """Returns the ETag of a text in a coding. Each coding has its own, since a strong ETag identifies
    bytes."""
    return etag if coding is None else f'{etag[:-1]}-{coding}"'


def to_incomplete_request(response: Response) -> Response:
    """Returns the response with a Content-Length, so that the client sees its end although the server does
    not end it yet. It also says that the connection will be closed."""
    headers = list(response.headers)
    has_length = any(name == b"content-length" for name, _ in headers)
    if not has_length and response.status not in _WITHOUT_LENGTH:
        headers.append((b"content-length", b"%d" % len(response.body)))
    headers.append((b"connection", b"close"))
    return structs.replace(response, headers=headers)


async def send_response(send: Send, request: Request, response: Response, *, ends: bool) -> bool:
    """Sends a response, and returns whether all of it was sent.

    With `ends` false, the end of the response is not sent: the rest of the request's body may never come, and
    the server closes the connection only if the application returns before it has ended the response.
    Otherwise a client could keep the connection for good. HTTP/2 needs no such care, since the server then
    ends the stream alone.
    """
    if response.stream is not None:
        return await _send_stream(send, request, response, response.stream, ends=ends)
    if request.method == "HEAD":
        response = _without_body(response)
    if request.is_http2 and len(response.body) > HTTP2_CHUNK_BYTES:
        # Nothing else closes the connection of a client that answers pings and leaves responses unread.
        return await _send_stream(send, request, response, _chunks_of(response.body), ends=ends)
    await send({"type": "http.response.start", "status": response.status, "headers": response.headers})
    # The server takes the whole response at once, however slowly the client reads it.
    await send({"type": "http.response.body", "body": response.body, "more_body": not ends})
    return True


async def _chunks_of(body: bytes) -> AsyncGenerator[bytes]:
    for start in range(0, len(body), HTTP2_CHUNK_BYTES):
        yield body[start : start + HTTP2_CHUNK_BYTES]


def _without_body(response: Response) -> Response:
    """Returns the response to HEAD. It keeps the length of the body as Content-Length: the server would set
    that of the empty body."""
    if not response.body:
        return response
    headers = [header for header in response.headers if header[0] != b"content-length"]
    length = (b"content-length", b"%d" % len(response.body))
    return Response(response.status, [*headers, length], b"")


async def _send_stream(
    send: Send, request: Request, response: Response, stream: AsyncGenerator[bytes], *, ends: bool = True
) -> bool:
    """Sends a response in chunks, and returns whether all were sent. Ends with the first chunk that the
    client does not take in time: the server then closes the connection, since bytes are missing."""
    await send({"type": "http.response.start", "status": response.status, "headers": response.headers})
    async with aclosing(stream):
        try:
            if request.method != "HEAD":
                async for chunk in stream:
                    async with asyncio.timeout(CHUNK_SECONDS):
                        await send({"type": "http.response.body", "body": chunk, "more_body": True})
        except TimeoutError:
            log.info("a client stopped reading", request_id=request.request_id)
            return False
    if ends:
        await send(END_OF_BODY)
    return True
