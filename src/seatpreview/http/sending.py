"""Sends a response to the client: at once, in chunks, or to a request whose body was not received."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

import structlog
from msgspec import structs

from seatpreview.http.request import Request
from seatpreview.http.responses import Response

CHUNK_SECONDS = 30
"""How long a client may take to read a chunk of a streamed response."""
HTTP2_CHUNK_BYTES = 65_536
"""Larger responses over HTTP/2 are sent in such chunks."""
_WITHOUT_LENGTH = (204, 304)
"""Statuses that never have a body."""
END = {"type": "http.response.body", "body": b""}

Send = Callable[[dict[str, Any]], Awaitable[None]]

log = structlog.get_logger("seatpreview")


def to_incomplete_request(response: Response, *, closes: bool) -> Response:
    """Returns the response with its length, by which the client knows its end before the server does; and,
    where the rest of the body is not waited for, with the announcement that the connection is closed."""
    headers = list(response.headers)
    has_length = any(name == b"content-length" for name, _ in headers)
    if not has_length and response.status not in _WITHOUT_LENGTH:
        headers.append((b"content-length", b"%d" % len(response.body)))
    if closes:
        headers.append((b"connection", b"close"))
    return structs.replace(response, headers=headers)


async def send_response(send: Send, request: Request, response: Response, *, ends: bool) -> bool:
    """Sends a response, and returns whether it was sent whole.

    The rest of a body that is not awaited may never come. The server closes the connection if it lets go of
    the body before the response ends: so it is not told of the end (`ends`), and notices it when the call of
    the application has ended. Otherwise a client could keep the connection for good. Over HTTP/2 the server
    ends the stream alone, and needs no such care.
    """
    if response.stream is not None:
        return await _send_stream(send, request, response, response.stream, ends=ends)
    if request.method == "HEAD":
        response = _without_body(response)
    if request.is_http2 and len(response.body) > HTTP2_CHUNK_BYTES:
        # Nobody closes the connection of a client that answers pings and leaves its answers unread.
        return await _send_stream(send, request, response, _chunks_of(response.body), ends=ends)
    await send({"type": "http.response.start", "status": response.status, "headers": response.headers})
    # The server takes the whole response at once, however slowly the client reads it.
    await send({"type": "http.response.body", "body": response.body, "more_body": not ends})
    return True


async def _chunks_of(body: bytes) -> AsyncGenerator[bytes]:
    for start in range(0, len(body), HTTP2_CHUNK_BYTES):
        yield body[start : start + HTTP2_CHUNK_BYTES]


def _without_body(response: Response) -> Response:
    """Returns the response to HEAD, with the Content-Length that the server would derive from an empty
    body."""
    if not response.body:
        return response
    headers = [header for header in response.headers if header[0] != b"content-length"]
    length = (b"content-length", b"%d" % len(response.body))
    return Response(response.status, [*headers, length], b"")


async def _send_stream(
    send: Send, request: Request, response: Response, stream: AsyncGenerator[bytes], *, ends: bool = True
) -> bool:
    """Sends a response in chunks, and returns whether all were sent. One that the client does not take in
    time is the last: the connection is closed, since fewer bytes were sent than the headers say."""
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
