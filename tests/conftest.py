"""The fixtures of all tests: the event loop, a service on each engine, and the cast."""

import itertools
import os
import tempfile
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

from cast import Cast, create_cast
from parts import postgres as postgres_part
from parts.postgres import RunningPostgres
from seatpreview.http import request as http_request
from seatpreview.settings import Settings
from serving import LiveService, running, settings_for

_Report = TypeVar("_Report", pytest.TestReport, pytest.CollectReport)

# A busy machine is no fault: no test depends on how long an example takes.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")

_database_numbers = itertools.count(1)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run the tests that take long, too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without --all, tests that are marked `long` are not selected. None of them counts as skipped."""
    if config.getoption("--all"):
        return
    long = [item for item in items if item.get_closest_marker("long") is not None]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item.get_closest_marker("long") is None]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[RunningPostgres]:
    """One server for each worker of pytest-xdist, started by the first test that uses it."""
    yield from _started_postgres()


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
    """A test that uses it runs once on each engine."""
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
async def cast(service: LiveService) -> Cast:
    """A cast for one test, which may change everything that belongs to it."""
    return await create_cast(service)


@pytest.fixture(scope="module")
async def shared_cast(service: LiveService) -> Cast:
    """One cast for the tests of a module that change nothing of it, except records of their own."""
    return await create_cast(service)


@pytest.fixture
def short_drain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The service waits only a moment for the rest of a refused body, which the test never sends."""
    monkeypatch.setattr(http_request, "DISCARDED_SECONDS_MAX", 0.05)


@pytest.fixture(scope="session")
def new_settings(
    engine: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Settings]:
    """A function that creates settings with an empty database, for tests that start their own service."""

    def new(**more: Any) -> Settings:
        url = _new_database(request) if engine == "postgresql" else ""
        return settings_for(tmp_path_factory.mktemp("data"), url, **more)

    return new


def _started_postgres() -> Iterator[RunningPostgres]:
    # Not one of pytest's folders: those are closed to the user that root starts the server as.
    with tempfile.TemporaryDirectory(prefix="seatpreview-postgres-") as folder:
        server = postgres_part.start(Path(folder))
        try:
            yield server
        finally:
            server.stop()


def _new_database(request: pytest.FixtureRequest) -> str:
    server: RunningPostgres = request.getfixturevalue("postgres")
    return server.create_database(f"test_{next(_database_numbers)}")


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
