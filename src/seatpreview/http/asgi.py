"""The types of ASGI, the interface between the server and the application."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Application(Protocol):
    """Anything that answers requests by ASGI."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
        ...
