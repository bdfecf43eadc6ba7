"""Writes a response to the client: at once, in chunks, or to a request whose body was not received."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import structlog
from msgspec import structs

from seatpreview.http.asgi import Send
from seatpreview.http.request import Request
from seatpreview.http.responses import Response

CHUNK_SECONDS = 30
"""How long a client may take to read a chunk of a streamed response."""
HTTP2_CHUNK_BYTES = 65_536
"""Larger responses over HTTP/2 are sent in such chunks."""
_WITHOUT_LENGTH = (204, 304)
"""Statuses that never have a body."""
END = {"type": "http.response.body", "body": b""}

log = structlog.get_logger("seatpreview")


def to_incomplete_request(response: Response, *, closes: bool) -> Response:
    """Returns the response with a Content-Length, so that the client sees its end although the server does
    not end it yet. With `closes`, the response also says that the connection will be closed."""
    headers = list(response.headers)
    has_length = any(name == b"content-length" for name, _ in headers)
    if not has_length and response.status not in _WITHOUT_LENGTH:
        headers.append((b"content-length", b"%d" % len(response.body)))
    if closes:
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
        await send(END)
    return True
