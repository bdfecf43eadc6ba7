"""Serves images under signed addresses, by GET and HEAD. Any page may show them, without a key."""

import re
from functools import partial

from seatpreview.http.request import Request
from seatpreview.http.responses import Header, Response, matches_if_none_match
from seatpreview.imagery.image_processing import CONTENT_TYPES, extension_of
from seatpreview.imagery.signed_urls import VerifiedUrl, verify_url
from seatpreview.objects.store import Objects
from seatpreview.objects.stored_object import ByteRange
from seatpreview.problems import NotFound, SignatureInvalid
from seatpreview.signing import Signing
from seatpreview.values.clock import MICROSECONDS, Moment

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
    etag = f'"{url.tag}"'
    headers += [(b"etag", etag.encode()), (b"accept-ranges", b"bytes")]
    is_known = matches_if_none_match(etag, request.header(b"if-none-match"))
    if is_known or request.method == "HEAD":
        return await _bodyless_response(objects, url, headers, is_known)
    found = await objects.get(url.key, partial(_requested_part, request, etag))
    if found is None:
        raise _no_such_file()
    size_bytes, part = found.size_bytes, found.part
    if part is not None and part.is_empty:
        return Response(416, [*headers, (b"content-range", f"bytes */{size_bytes}".encode())], b"")
    headers.append(_content_type(url))
    if part is None:
        headers.append((b"content-length", b"%d" % size_bytes))
        return Response(200, headers, found.body, found.stream)
    content_range = f"bytes {part.start}-{part.end - 1}/{size_bytes}"
    headers += [(b"content-range", content_range.encode()), (b"content-length", b"%d" % part.size_bytes)]
    return Response(206, headers, found.body, found.stream)


async def _bodyless_response(
    objects: Objects, url: VerifiedUrl, headers: list[Header], is_known: bool
) -> Response:
    """Returns a response without reading the file: to HEAD, or to a client that has the file already."""
    size_bytes = await objects.size_bytes(url.key)
    if size_bytes is None:
        raise _no_such_file()
    if is_known:
        return Response(304, headers, b"")
    return Response(200, [*headers, _content_type(url), (b"content-length", b"%d" % size_bytes)], b"")


def _content_type(url: VerifiedUrl) -> Header:
    return b"content-type", _TYPES[url.key.rpartition(".")[2]].encode()


def _no_such_file() -> NotFound:
    return NotFound("The image has no such file.")


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


def _requested_part(request: Request, etag: str, size_bytes: int) -> ByteRange | None:
    """Returns the range that a GET asks for. If-Range limits it to clients that have a part of the same
    file."""
    range_header = request.header(b"range")
    if range_header is None or request.header(b"if-range") not in (None, etag):
        return None
    return parse_range(range_header, size_bytes)
