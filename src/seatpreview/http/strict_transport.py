"""HSTS: tells browsers to use TLS only, where this service terminates TLS itself."""

from typing import Any

from seatpreview.http.asgi import Application, Receive, Scope, Send

_STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")
"""For a year. Neither subdomains nor a preload list: the service cannot know what else the host serves."""


def with_strict_transport(application: Application) -> Application:
    """Returns the application with Strict-Transport-Security on every response. Without TLS the worker does
    not wrap its application, which therefore costs nothing."""

    async def secured(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_header(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message = message | {"headers": [*message["headers"], _STRICT_TRANSPORT]}
            await send(message)

        await application(scope, receive, send_with_header)

    return secured
