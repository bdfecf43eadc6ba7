"""A service under test: the application on a server in the test's own process, called over HTTP."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from granian.constants import HTTPModes, Interfaces
from granian.server.embed import Server

from seatpreview.caller import OPERATOR
from seatpreview.clock import MICROSECONDS, Clock, Moment
from seatpreview.context import Context
from seatpreview.database import schema
from seatpreview.http.app import App
from seatpreview.http.connections import connection_options, raise_open_files
from seatpreview.http.running_service import Service
from seatpreview.keys.model import CreateKeyRequest
from seatpreview.keys.operations import create_key
from seatpreview.settings import Rate, Settings

Headers = Iterable[tuple[str, str]]


class SettableClock(Clock):
    """A clock that goes with the real one until a test moves it or stops it."""

    def __init__(self) -> None:
        self._ahead = 0
        self._stopped_at: int | None = None

    def now(self) -> Moment:
        return self.from_database(super().now())

    def from_database(self, reported: int) -> Moment:
        return Moment(reported + self._ahead if self._stopped_at is None else self._stopped_at)

    def advance(self, seconds: float) -> None:
        microseconds = round(seconds * MICROSECONDS)
        if self._stopped_at is None:
            self._ahead += microseconds
        else:
            self._stopped_at += microseconds

    def stop_at(self, moment: int) -> None:
        self._stopped_at = moment

    def go_on(self) -> None:
        """Lets the clock run again from where it was stopped. It never goes back."""
        if self._stopped_at is not None:
            self._ahead = max(self._ahead, self._stopped_at - super().now())
            self._stopped_at = None


class LiveService:
    """A running service, and the plaintext of an admin key of it."""

    def __init__(
        self, internals: Service, clock: SettableClock, address: str, http: httpx.AsyncClient
    ) -> None:
        self._http = http
        self.internals = internals
        self.clock = clock
        self.address = address
        self.base_url = f"{address}/v1"
        self.admin_key = ""

    def context(self) -> Context:
        """The operator's context, with which the command line calls operations."""
        return Context(caller=OPERATOR, at=self.clock.now(), resources=self.internals.resources)

    async def ask(self, method: str, path: str, headers: Headers = (), **more: Any) -> httpx.Response:
        """Sends a request with these headers alone, each as often as it is given."""
        return await self._http.request(method, path, headers=list(headers), **more)


@asynccontextmanager
async def running(settings: Settings, clock: SettableClock | None = None) -> AsyncIterator[LiveService]:
    """Starts a service with these settings, after creating its tables."""
    clock = clock or SettableClock()
    internals = Service(settings, clock)
    await schema.upgrade(internals.resources.database)
    server = Server(
        App(internals),
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGINL,
        http=HTTPModes.http1,
        websockets=False,
        log_enabled=False,
        **connection_options(settings, raise_open_files()),
    )
    serving = asyncio.create_task(server.serve())
    try:
        await _wait_until_listening(settings.host, settings.port)
        async with httpx.AsyncClient(base_url=f"{settings.address}/v1", timeout=20, verify=False) as http:
            service = LiveService(internals, clock, settings.address, http)
            created = await create_key(service.context(), CreateKeyRequest(scope="admin"))
            service.admin_key = str(created.plaintext)
            yield service
    finally:
        server.stop()  # type: ignore[no-untyped-call]  # Granian gives it no types
        await serving
        await internals.close()


def settings_for(data_dir: Path, database_url: str = "", **more: Any) -> Settings:
    """Returns settings on a free port, with rates so high that only tests of limits reach one."""
    plenty = Rate(1_000_000, 1, 1_000_000)
    rates: dict[str, Any] = {"key_rate": plenty, "tenant_rate": plenty, "address_rate": plenty}
    return Settings(
        data_dir=data_dir,
        port=free_port(),
        database_url=database_url,
        **(rates | more),
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def _wait_until_listening(host: str, port: int) -> None:
    for _ in range(400):
        try:
            _, writer = await asyncio.open_connection(host, port)
        except OSError:
            await asyncio.sleep(0.01)
        else:
            writer.close()
            await writer.wait_closed()
            return
    raise TimeoutError("the service did not start to listen")
