"""A service under test: the application on a server in the test's own process, called over HTTP."""

import asyncio
import functools
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

import httpx
from granian.constants import HTTPModes, Interfaces
from granian.server.embed import Server
from httpx import _config

from seatpreview.context import Context
from seatpreview.database import schema
from seatpreview.database.postgresql import PostgresqlChangeFeed
from seatpreview.http import static_files
from seatpreview.http.app_dependencies import AppDependencies
from seatpreview.keys.model import CreateKeyRequest
from seatpreview.keys.operations import create_key
from seatpreview.server.connections import connection_options, raise_open_files
from seatpreview.server.worker import app_of
from seatpreview.server.worker_jobs import WorkerJobs
from seatpreview.settings.setting_values import Rate
from seatpreview.settings.settings import Settings
from seatpreview.values.caller import OPERATOR
from seatpreview.values.clock import MICROSECONDS, Clock, Moment
from servers import new_data_folder
from servers.free_ports import free_port

Headers = Iterable[tuple[str, str]]

# The HTTP client tries to import this package twice for each request. The search for it, in vain, took a
# tenth of the time of a request.
sys.modules.setdefault("sniffio", None)  # type: ignore[arg-type]  # None means that there is no such module

# Every service of a test serves the same pages. To compress them took more than half of its start.
vars(static_files)["read_file"] = functools.cache(static_files.read_file)

BUSY_MACHINE_SECONDS = 60
"""The longest that a test machine may hold a process up without a test failing for it."""

# The HTTP client of tests gives up after five seconds where it is not told otherwise.
for _wait in ("connect", "read", "write", "pool"):
    setattr(_config.DEFAULT_TIMEOUT_CONFIG, _wait, BUSY_MACHINE_SECONDS)


class SettableClock(Clock):
    """A clock that goes with the real one until a test moves it, stops it or sets it wrong."""

    def __init__(self, wrong_seconds: float = 0) -> None:
        self._ahead = round(wrong_seconds * MICROSECONDS)
        self._passed = 0
        self._stopped_at: int | None = None

    def now(self) -> Moment:
        return self.from_database(super().now())

    def from_database(self, reported: int) -> Moment:
        return Moment(reported + self._ahead if self._stopped_at is None else self._stopped_at)

    def monotonic(self) -> int:
        return super().monotonic() + self._passed

    def set_wrong(self, seconds: float) -> None:
        """Moves what the clock says, although no time passes. A negative number sets it back."""
        self._ahead += round(seconds * MICROSECONDS)

    def advance(self, seconds: float) -> None:
        """Lets time pass."""
        microseconds = round(seconds * MICROSECONDS)
        self._passed += microseconds
        if self._stopped_at is None:
            self._ahead += microseconds
        else:
            self._stopped_at += microseconds

    def stop_at(self, moment: int) -> None:
        """Stops the clock, after it has run on to this moment where that is later."""
        self._passed += max(0, moment - self.now())
        self._stopped_at = moment

    def go_on(self) -> None:
        """Lets the clock run again from where it was stopped. It never goes back."""
        if self._stopped_at is not None:
            self._ahead = max(self._ahead, self._stopped_at - super().now())
            self._stopped_at = None


class LiveService:
    """A running service, and the plaintext of an admin key of it."""

    def __init__(
        self,
        internals: AppDependencies,
        worker: WorkerJobs,
        clock: SettableClock,
        address: str,
        http: httpx.AsyncClient,
    ) -> None:
        self._http = http
        self.internals = internals
        self.worker = worker
        self.clock = clock
        self.address = address
        self.base_url = f"{address}/v1"
        self.admin_key = ""
        self.admin_key_id = ""

    def context(self) -> Context:
        """The operator's context, with which the command line calls operations."""
        return Context(caller=OPERATOR, at=self.clock.now(), resources=self.internals.resources)

    def always_send(self, name: str, value: str) -> None:
        """Adds a header to every request of `ask` from now on."""
        self._http.headers[name] = value

    async def ask(self, method: str, path: str, headers: Headers = (), **more: Any) -> httpx.Response:
        """Sends a request with these headers alone, each as often as it is given."""
        return await self._http.request(method, path, headers=list(headers), **more)


@asynccontextmanager
async def running(settings: Settings, clock: SettableClock | None = None) -> AsyncIterator[LiveService]:
    """Starts a service with these settings, after creating its tables.

    It waits for the database as long as a busy machine takes: that a service gives up after a second is
    tested in tests/database, and would be a failure of whichever test runs elsewhere.
    """
    clock = clock or SettableClock()
    if settings.uses_sqlite and not new_data_folder.has_database(settings.data_dir):
        new_data_folder.fill(settings.data_dir)
    internals = AppDependencies(settings, clock)
    worker = WorkerJobs(internals)
    if isinstance(internals.resources.database.feed, PostgresqlChangeFeed):
        internals.resources.database.feed.answer_seconds = BUSY_MACHINE_SECONDS
    if not (await schema.status(internals.resources.database)).is_newest:
        await schema.upgrade(internals.resources.database)
    await worker.jobs.run("check_clock")  # As a worker does when it starts.
    server = Server(
        app_of(internals),
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
        async with httpx.AsyncClient(base_url=f"{settings.address}/v1", timeout=60, verify=False) as http:
            service = LiveService(internals, worker, clock, settings.address, http)
            created = await create_key(service.context(), CreateKeyRequest(scope="admin"))
            service.admin_key, service.admin_key_id = str(created.plaintext), created.key_id
            yield service
    finally:
        server.stop()  # type: ignore[no-untyped-call]  # Granian gives it no types
        await serving
        await worker.stop()
        await internals.close()


def settings_for(data_dir: Path, database_url: str = "", **more: Any) -> Settings:
    """Returns settings on a free port, with rates so high that only tests of limits reach one.

    A request is charged at the time of its freshness check. If it then waits for the record of its key while
    a later one is charged, the difference counts as debt: so the window covers what a busy machine takes.
    """
    plenty = Rate(1_000_000, BUSY_MACHINE_SECONDS, 1_000_000)
    rates: dict[str, Any] = {field.name: plenty for field in fields(Settings) if field.name.endswith("_rate")}
    return Settings(
        data_dir=data_dir,
        port=free_port(),
        database_url=database_url,
        # A browser takes seconds to start. Tests of stills turn it on.
        **(rates | {"stills": "off"} | more),
    )


async def _wait_until_listening(host: str, port: int) -> None:
    async with asyncio.timeout(BUSY_MACHINE_SECONDS):
        while True:
            try:
                _, writer = await asyncio.open_connection(host, port)
            except OSError:
                await asyncio.sleep(0.01)
            else:
                writer.close()
                await writer.wait_closed()
                return
