"""The fixtures of all tests: the event loop, a service on each engine, and the cast."""

import itertools
import os
import tempfile
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from cast import Cast, create_cast
from parts import postgres as postgres_part
from parts.postgres import RunningPostgres
from seatpreview.settings import Settings
from serving import LiveService, running, settings_for

_Report = TypeVar("_Report", pytest.TestReport, pytest.CollectReport)

_database_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[RunningPostgres]:
    """One server for each worker of pytest-xdist, started by the first test that uses it."""
    # Not one of pytest's folders: those are closed to the user that root starts the server as.
    with tempfile.TemporaryDirectory(prefix="seatpreview-postgres-") as folder:
        server = postgres_part.start(Path(folder))
        try:
            yield server
        finally:
            server.stop()


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
    return await create_cast(service)


@pytest.fixture
def new_settings(
    engine: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Settings]:
    """A function that creates settings with an empty database, for tests that start their own service."""

    def settings(**more: Any) -> Settings:
        url = _new_database(request) if engine == "postgresql" else ""
        return settings_for(tmp_path_factory.mktemp("data"), url, **more)

    return settings


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
