"""The smallest possible ASGI application: the upper bound for any application on this server."""

from collections.abc import Awaitable, Callable
from typing import Any

_BODY = b'{"message":"Hello, world"}'
_HEADERS = [(b"content-type", b"application/json"), (b"content-length", str(len(_BODY)).encode())]

Send = Callable[[dict[str, Any]], Awaitable[None]]


async def application(_scope: dict[str, Any], _receive: object, send: Send) -> None:
    """Sends the same response to every request."""
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    await send({"type": "http.response.body", "body": _BODY})
