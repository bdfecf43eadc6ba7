"""The fixtures of all tests: the event loop, a service on each engine, and the cast."""

import gc
import itertools
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from functools import cache
from itertools import compress
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from httpx._transports import default as http_transports
from hypothesis import settings

from cast import Cast, create_cast
from continued_run import PassedTests, leave_out
from durations import Durations, TimeLimit, allowed_tests
from examples import EXPLORING, REPEATABLE, repeat_examples
from hanging_tests import HangingTests
from lanes import PROMISES, is_quick
from seatpreview.database import postgresql, primary_connection, sqlite
from seatpreview.http import request as http_request
from seatpreview.processes import child_setup
from seatpreview.settings.settings import Settings
from second_run import refuse_promises
from servers import postgres as postgres_part
from servers.migrated_databases import copy_template, create_template
from servers.postgres import RunningPostgres
from serving import BUSY_MACHINE_SECONDS, LiveService, running, settings_for

_Report = TypeVar("_Report", pytest.TestReport, pytest.CollectReport)

settings.load_profile(REPEATABLE)

# Modules and tests stay until the end: to look among them for garbage, again and again, is in vain.
gc.disable()

# A busy machine is no outage. What a service does when its database takes too long is held by tests that set
# these times themselves.
sqlite.BUSY_SECONDS = BUSY_MACHINE_SECONDS
postgresql.ANSWER_SECONDS = postgresql.POOL_SECONDS = postgresql.PING_SECONDS = BUSY_MACHINE_SECONDS
postgresql.SESSION["lock_timeout"] = f"{BUSY_MACHINE_SECONDS}s"
primary_connection.CONNECT_SECONDS = BUSY_MACHINE_SECONDS

# What a process has written survives its end, and only the end of the machine would lose it. To wait for the
# disk takes most of the time of a test that writes.
_DURABLE = sqlite.SYNCHRONOUS
sqlite.SYNCHRONOUS = "OFF"
os.fsync = lambda fd: None

# A command that lowers its priority would lower that of all tests that come after it.
child_setup.lower = lambda niceness: []

# Each client of HTTPX, and each httpx.get, would read the certificates of all authorities of the world again.
vars(http_transports)["create_ssl_context"] = cache(httpx.create_ssl_context)

_database_numbers = itertools.count(1)

_MEMORY, _ROOM_BYTES_MIN = "/dev/shm", 6 << 30

_SLOW_FOLDERS = (
    ("web",),
    ("cli", "guides"),
    ("bad_days", "cluster", "siege", "observability", "release", "benchmarks"),
)
"""Folders whose tests take seconds each, in groups that share a browser or servers in a worker."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run the tests that take long, too")
    parser.addoption("--again", action="store_true", help="with --lf: refuse what has no second chance")
    parser.addoption(
        "--slow-tests", type=Path, help="the file for the names of quick tests that took too long"
    )
    parser.addoption("--time-limit", action="store_true", help="fail tests that take too long")
    parser.addoption("--note-passed", type=Path, help="the file for the names of tests that passed")
    parser.addoption("--leave-out", type=Path, help="a file with names of tests that are not run")


def pytest_configure(config: pytest.Config) -> None:
    if (slow_tests := config.getoption("--slow-tests")) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Durations(slow_tests, allowed_tests()))
    if (passed := config.getoption("--note-passed")) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(PassedTests(passed))
    config.pluginmanager.register(HangingTests())
    if config.getoption("--time-limit"):
        config.pluginmanager.register(TimeLimit())
    if config.getoption("--all"):
        settings.load_profile(EXPLORING)
    else:
        repeat_examples()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without --all, only tests of the quick lane are selected. None of the others counts as skipped."""
    for item in items:
        if item.path.parent.name in PROMISES:
            item.add_marker("promise")
    if not config.getoption("--all"):
        quick = [is_quick(item) for item in items]
        config.hook.pytest_deselected(items=[*compress(items, (not each for each in quick))])
        items[:] = compress(items, quick)
    if left_out := config.getoption("--leave-out"):
        leave_out(config, items, left_out)
    items[:] = _slow_first(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def pytest_collection_finish(session: pytest.Session) -> None:
    """From here on there may be garbage, but not among what was collected."""
    if session.config.getoption("--again"):
        refuse_promises(session.items)
    gc.freeze()
    gc.enable()


def _slow_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Puts a group of slow folders at the beginning of what each worker is given.

    A worker is given as many neighbouring tests as the others, and takes some from the end of what another
    one has left when it is done. So the last tests are quick ones, and no worker ends alone with a slow one.
    """
    group_of = {name: number % workers for number, names in enumerate(_SLOW_FOLDERS) for name in names}
    slow: list[list[pytest.Item]] = [[] for _ in range(workers)]
    quick: list[pytest.Item] = []
    for item in items:
        group = group_of.get(item.path.parent.name)
        (quick if group is None else slow[group]).append(item)
    ordered: list[pytest.Item] = []
    for number, group_items in enumerate(slow, 1):
        ordered += group_items
        missing = max(0, len(items) * number // workers - len(ordered))
        ordered, quick = [*ordered, *quick[:missing]], quick[missing:]
    return ordered + quick


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[RunningPostgres]:
    """One server for each worker of pytest-xdist, started by the first test that uses it."""
    yield from _started_postgres()


@pytest.fixture(scope="session")
def postgres_template(postgres: RunningPostgres) -> str:
    """The name of a database with all tables, of which new ones are copies."""
    return create_template(postgres)


@pytest.fixture(scope="session")
def dedicated_postgres_server() -> Iterator[RunningPostgres]:
    yield from _started_postgres()


@pytest.fixture
def dedicated_postgres(dedicated_postgres_server: RunningPostgres) -> Iterator[RunningPostgres]:
    """A PostgreSQL server without connections of other tests, so that this test may stop or kill it.

    It runs again before the next test.
    """
    yield dedicated_postgres_server
    dedicated_postgres_server.restart()


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest) -> str:
    """A test that uses it runs once on each engine. No folder has an `engine` of its own: what depends on it,
    as `service` and `new_settings`, is created once for all folders, and would be of another engine."""
    engine: str = request.param
    return engine


@pytest.fixture(scope="session")
async def service(
    engine: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[LiveService]:
    """A service that tests share. Its clock may be moved forward, and no test reaches its rate limits."""
    url = _new_database(request) if engine == "postgresql" else ""
    async with running(settings_for(tmp_path_factory.mktemp("data"), url)) as service:
        yield service


@pytest.fixture
async def cast(service: LiveService) -> AsyncIterator[Cast]:
    """A cast for one test, which may change everything that belongs to it. A clock that the test has stopped
    goes on afterwards: other tests share it."""
    yield await create_cast(service)
    service.clock.go_on()


@pytest.fixture(scope="module")
async def shared_cast(service: LiveService) -> Cast:
    """One cast for the tests of a module that change nothing of it, except records of their own."""
    return await create_cast(service)


@pytest.fixture
def durable_commits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commits wait for the disk, as those of a real service do."""
    monkeypatch.setattr(sqlite, "SYNCHRONOUS", _DURABLE)


@pytest.fixture
def short_drain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The service waits only a moment for the rest of a refused body, which the test never sends."""
    monkeypatch.setattr(http_request, "DISCARDED_SECONDS_MAX", 0.05)


@pytest.fixture(scope="session")
def new_settings(
    engine: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Settings]:
    """A function that creates settings with a database without records, for tests that start their own
    service. It has all tables at once or when it is opened; with `is_empty`, it has none."""

    def new(*, is_empty: bool = False, **more: Any) -> Settings:
        url = _new_database(request, is_empty) if engine == "postgresql" else ""
        return settings_for(tmp_path_factory.mktemp("data"), url, **more)

    return new


def _started_postgres() -> Iterator[RunningPostgres]:
    # Not one of pytest's folders: those are closed to the user that root starts the server as.
    with tempfile.TemporaryDirectory(prefix="seatpreview-postgres-", dir=_memory_folder()) as folder:
        server = postgres_part.start(Path(folder))
        try:
            yield server
        finally:
            server.stop()


def _memory_folder() -> str | None:
    """A file system in memory, where there is one with enough room for the databases of all workers; None for
    the usual folder. To copy a database there takes a third of the server's time."""
    is_roomy = Path(_MEMORY).is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM_BYTES_MIN
    return _MEMORY if is_roomy and os.access(_MEMORY, os.W_OK) else None


def _new_database(request: pytest.FixtureRequest, is_empty: bool = False) -> str:
    server: RunningPostgres = request.getfixturevalue("postgres")
    name = f"test_{next(_database_numbers)}"
    if is_empty:
        return server.create_database(name)
    return copy_template(server, request.getfixturevalue("postgres_template"), name)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _without_skips((yield))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _without_skips((yield))


def _without_skips(report: _Report) -> _Report:
    """Reports a skipped test as failed in CI, where nothing that a test needs may be missing."""
    expected = hasattr(report, "wasxfail")
    if report.skipped and not expected and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"Skipped, which counts as a failure where CI is set: {report.longreprtext}"
    return report
