"""HSTS: tells browsers to use TLS only, where this service terminates TLS itself."""

from typing import Any, Protocol

from seatpreview.http.request import Receive, Scope
from seatpreview.http.sending import Send

_STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")
"""For a year. Neither subdomains nor a preload list: the service cannot know what else the host serves."""


class Application(Protocol):
    """Anything that answers requests by ASGI."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
        ...


def with_strict_transport(application: Application) -> Application:
    """Returns the application with Strict-Transport-Security on every response. An application without TLS is
    not wrapped, and so pays nothing."""

    async def secured(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_header(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message = message | {"headers": [*message["headers"], _STRICT_TRANSPORT]}
            await send(message)

        await application(scope, receive, send_with_header)

    return secured
