"""GET and HEAD of signed image addresses: no key, no Origin, any page may show them until they run out."""

import re
from collections.abc import AsyncIterator
from typing import NamedTuple

from seatpreview.clock import MICROSECONDS, Moment
from seatpreview.http.request import Request
from seatpreview.http.responses import Header, Response, names_etag
from seatpreview.imagery.pictures import CONTENT_TYPES, extension_of
from seatpreview.imagery.urls import OpenedUrl, opened
from seatpreview.objects.store import Objects
from seatpreview.problems import NotFound, SignatureInvalid
from seatpreview.signing import Signing

_TYPES = {extension_of(content_type): content_type for content_type in CONTENT_TYPES}

_ALWAYS: tuple[Header, ...] = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"Accept-Ranges, Content-Range, ETag, X-Request-Id"),
    (b"cross-origin-resource-policy", b"cross-origin"),
    (b"x-content-type-options", b"nosniff"),
    # Should someone open the address as a page, nothing in it runs.
    (b"content-security-policy", b"default-src 'none'; sandbox"),
)


async def image(request: Request, signing: Signing, objects: Objects, at: Moment) -> Response:
    """A folder's files come from here; what lies on S3 is fetched there, until our address runs out."""
    url = opened(signing, request.path, request.query, at)
    headers = [*_ALWAYS, (b"x-request-id", request.request_id.encode()), _kept_for(url, at)]
    if objects.presigns and request.method == "GET":
        if at > (url.expires_seconds - 1) * MICROSECONDS:
            raise SignatureInvalid("This address runs out within the second. Ask for a new one.")
        location = objects.presign(url.key, at, url.expires_seconds)
        return Response(307, [*headers, (b"location", location.encode())], b"")
    size_bytes = await objects.size_bytes(url.key)
    if size_bytes is None:
        raise NotFound("The image has no such file.")
    etag = f'"{url.tag}"'
    headers += [(b"etag", etag.encode()), (b"accept-ranges", b"bytes")]
    if names_etag(etag, request.header(b"if-none-match")):
        return Response(304, headers, b"")
    headers.append((b"content-type", _TYPES[url.key.rpartition(".")[2]].encode()))
    span = _span(request, etag, size_bytes)
    if span is not None and span.is_empty:
        return Response(416, [*headers[:-1], (b"content-range", f"bytes */{size_bytes}".encode())], b"")
    if span is None:
        return await _sent(objects, url, 200, headers, Span(0, size_bytes))
    headers.append((b"content-range", f"bytes {span.start}-{span.end - 1}/{size_bytes}".encode()))
    return await _sent(objects, url, 206, headers, span)


class Span(NamedTuple):
    """Bytes from `start` up to and without `end`."""

    start: int
    end: int

    @property
    def is_empty(self) -> bool:
        return self.start >= self.end


def span_of(asked_for: str, size_bytes: int) -> Span | None:
    """One range as RFC 9110 has it. None where it is another unit, several or nonsense: then all is sent."""
    found = _RANGE.fullmatch(asked_for)
    if found is None:
        return None
    first, last = found.groups()
    if not first:
        return Span(max(0, size_bytes - int(last)), size_bytes) if last else None
    if last and int(last) < int(first):
        return None
    return Span(int(first), min(int(last) + 1, size_bytes) if last else size_bytes)


_RANGE = re.compile(r"bytes=[ \t]*([0-9]{0,18})-([0-9]{0,18})[ \t]*", re.IGNORECASE)


def _kept_for(url: OpenedUrl, at: Moment) -> Header:
    """What is at an address never changes, and the address ends for caches when it ends for us."""
    seconds = (url.expires_seconds * MICROSECONDS - at) // MICROSECONDS
    return b"cache-control", f"public, max-age={seconds}, immutable".encode()


def _span(request: Request, etag: str, size_bytes: int) -> Span | None:
    """If-Range: a part is of use only to who has the other parts of the same file."""
    asked_for = request.header(b"range")
    if request.method != "GET" or asked_for is None or request.header(b"if-range") not in (None, etag):
        return None
    return span_of(asked_for, size_bytes)


async def _sent(objects: Objects, url: OpenedUrl, status: int, headers: list[Header], span: Span) -> Response:
    headers.append((b"content-length", str(span.end - span.start).encode()))
    return Response(status, headers, b"", _chunks(objects, url.key, span))


async def _chunks(objects: Objects, key: str, span: Span) -> AsyncIterator[bytes]:
    """The file is opened when its first bytes are sent: a HEAD never does."""
    found = await objects.get(key, span.start, span.end)
    if found is not None:
        async for chunk in found.chunks:
            yield chunk
