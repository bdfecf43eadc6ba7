"""Serves images under signed addresses, by GET and HEAD. Any page may show them, without a key."""

import re
from collections.abc import AsyncGenerator
from typing import NamedTuple

from seatpreview.clock import MICROSECONDS, Moment
from seatpreview.http.request import Request
from seatpreview.http.responses import Header, Response, matches_if_none_match
from seatpreview.imagery.pictures import CONTENT_TYPES, extension_of
from seatpreview.imagery.urls import VerifiedUrl, verify_url
from seatpreview.objects.store import Objects
from seatpreview.problems import NotFound, SignatureInvalid
from seatpreview.signing import Signing

_TYPES = {extension_of(content_type): content_type for content_type in CONTENT_TYPES}

_COMMON_HEADERS: tuple[Header, ...] = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"Accept-Ranges, Content-Range, ETag, X-Request-Id"),
    (b"cross-origin-resource-policy", b"cross-origin"),
    (b"x-content-type-options", b"nosniff"),
    # If somebody opens the address as a page, nothing in it runs.
    (b"content-security-policy", b"default-src 'none'; sandbox"),
)


async def serve_image(request: Request, signing: Signing, objects: Objects, at: Moment) -> Response:
    """Serves a file from a folder. With S3, redirects to an address there with the same expiry."""
    url = verify_url(signing, request.path, request.query, at)
    headers = [*_COMMON_HEADERS, (b"x-request-id", request.request_id.encode()), _cache_control(url, at)]
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
    if matches_if_none_match(etag, request.header(b"if-none-match")):
        return Response(304, headers, b"")
    headers.append((b"content-type", _TYPES[url.key.rpartition(".")[2]].encode()))
    byte_range = _requested_range(request, etag, size_bytes)
    if byte_range is not None and byte_range.is_empty:
        return Response(416, [*headers[:-1], (b"content-range", f"bytes */{size_bytes}".encode())], b"")
    if byte_range is None:
        return await _stream_response(objects, url, 200, headers, ByteRange(0, size_bytes))
    headers.append((b"content-range", f"bytes {byte_range.start}-{byte_range.end - 1}/{size_bytes}".encode()))
    return await _stream_response(objects, url, 206, headers, byte_range)


class ByteRange(NamedTuple):
    """The bytes from `start` up to but not including `end`."""

    start: int
    end: int

    @property
    def is_empty(self) -> bool:
        """Whether no byte is in the range, so that it cannot be satisfied."""
        return self.start >= self.end


def parse_range(range_header: str, size_bytes: int) -> ByteRange | None:
    """Parses a Range header with one range (RFC 9110). Returns None for another unit, several ranges or
    invalid syntax: then the whole file is sent."""
    found = _RANGE.fullmatch(range_header)
    if found is None:
        return None
    first, last = found.groups()
    if not first:
        return ByteRange(max(0, size_bytes - int(last)), size_bytes) if last else None
    if last and int(last) < int(first):
        return None
    return ByteRange(int(first), min(int(last) + 1, size_bytes) if last else size_bytes)


_RANGE = re.compile(r"bytes=[ \t]*([0-9]{0,18})-([0-9]{0,18})[ \t]*", re.IGNORECASE)


def _cache_control(url: VerifiedUrl, at: Moment) -> Header:
    """Returns the Cache-Control header. The content of an address never changes, and caches must drop it when
    the address expires."""
    seconds = (url.expires_seconds * MICROSECONDS - at) // MICROSECONDS
    return b"cache-control", f"public, max-age={seconds}, immutable".encode()


def _requested_range(request: Request, etag: str, size_bytes: int) -> ByteRange | None:
    """Returns the requested range. If-Range limits it to clients that have a part of the same file."""
    range_header = request.header(b"range")
    if request.method != "GET" or range_header is None or request.header(b"if-range") not in (None, etag):
        return None
    return parse_range(range_header, size_bytes)


async def _stream_response(
    objects: Objects, url: VerifiedUrl, status: int, headers: list[Header], byte_range: ByteRange
) -> Response:
    headers.append((b"content-length", str(byte_range.end - byte_range.start).encode()))
    return Response(status, headers, b"", _chunks(objects, url.key, byte_range))


async def _chunks(objects: Objects, key: str, byte_range: ByteRange) -> AsyncGenerator[bytes]:
    """Yields the content. The file is opened when the first chunk is sent, so HEAD never opens it."""
    found = await objects.get(key, byte_range.start, byte_range.end)
    if found is not None:
        async for chunk in found.chunks:
            yield chunk
