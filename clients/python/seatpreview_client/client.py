"""The clients: `Client`, and `AsyncClient` with the same operations to await."""

import os
import time
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Self

import anyio
import httpx

from seatpreview_client.generated.async_groups import AsyncGroups
from seatpreview_client.generated.groups import Groups
from seatpreview_client.retries import Retries
from seatpreview_client.senders import AsyncSender, Sender
from seatpreview_client.version import __version__

TIMEOUT = httpx.Timeout(30.0, connect=5.0)
"""Seconds until a connection, and between two parts of a request or an answer."""


class Client(Groups):
    """A client of a Seat Preview service. It may be shared by threads.

    `Client("https://seats.example", key="sk_live_...")`: the address is the service's, without `/v1`. Use it
    in a `with` block, or call `close` at the end."""

    def __init__(
        self,
        url: str,
        *,
        key: str,
        timeout: float | httpx.Timeout = TIMEOUT,
        retries: Retries | None = None,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Opens no connection yet. `transport` and `sleep` are for proxies, certificates and tests of your
        own."""
        self._http = httpx.Client(**_settings(url, key, timeout), transport=transport)
        super().__init__(Sender(self._http, retries or Retries(), sleep))

    @classmethod
    def from_env(cls, **options: Any) -> Self:
        """Creates a client from the variables SEATPREVIEW_URL and SEATPREVIEW_KEY. Options are those of the
        class."""
        return cls(_variable("SEATPREVIEW_URL"), key=_variable("SEATPREVIEW_KEY"), **options)

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        """Returns the client itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the connections."""
        self.close()

    def __repr__(self) -> str:
        """Names the service, and never the key."""
        return f"{type(self).__name__}({_service(self._http)!r})"


class AsyncClient(AsyncGroups):
    """A client of a Seat Preview service for asynchronous programs: the same as `Client`, with `await`,
    `async for` and `async with`."""

    def __init__(
        self,
        url: str,
        *,
        key: str,
        timeout: float | httpx.Timeout = TIMEOUT,
        retries: Retries | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
    ) -> None:
        """Opens no connection yet. `transport` and `sleep` are for proxies, certificates and tests of your
        own."""
        self._http = httpx.AsyncClient(**_settings(url, key, timeout), transport=transport)
        super().__init__(AsyncSender(self._http, retries or Retries(), sleep))

    @classmethod
    def from_env(cls, **options: Any) -> Self:
        """Creates a client from the variables SEATPREVIEW_URL and SEATPREVIEW_KEY. Options are those of the
        class."""
        return cls(_variable("SEATPREVIEW_URL"), key=_variable("SEATPREVIEW_KEY"), **options)

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        """Returns the client itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the connections."""
        await self.close()

    def __repr__(self) -> str:
        """Names the service, and never the key."""
        return f"{type(self).__name__}({_service(self._http)!r})"


def _settings(url: str, key: str, timeout: float | httpx.Timeout) -> dict[str, Any]:
    return {
        "base_url": _base_url(url),
        # httpx drops this header when it follows a redirect to another host; here none is followed at all.
        "headers": {
            "Authorization": f"Bearer {_checked(key)}",
            "User-Agent": f"seatpreview-client/{__version__}",
        },
        "timeout": timeout,
        "follow_redirects": False,
    }


def _base_url(url: str) -> httpx.URL:
    try:
        address = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise ValueError(f"The address of the service is not valid: {error}") from None
    if address.scheme not in ("http", "https") or not address.host:
        raise ValueError("The address of the service looks like 'https://seats.example'.")
    if address.userinfo or address.query or address.fragment:
        raise ValueError("The address of the service has only scheme, host, port and path.")
    # The address of the API is often at hand, too.
    path = address.path.rstrip("/").removesuffix("/v1")
    return address.copy_with(path=f"{path}/v1/")


def _checked(key: str) -> str:
    """Refuses what cannot be a key, without repeating it: it may be one with a line break behind it."""
    if not key or not all("!" <= character <= "~" for character in key):
        raise ValueError("The key is empty, or has spaces, line breaks or characters that keys do not have.")
    return key


def _service(http: httpx.Client | httpx.AsyncClient) -> str:
    return str(http.base_url).removesuffix("/v1/")


def _variable(name: str) -> str:
    value = os.environ.get(name, "")
    if not value:
        raise ValueError(f"The environment variable {name} is not set.")
    return value
