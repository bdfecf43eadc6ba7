"""Fixtures of the tests of the database: a database for each test."""

import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from database.opened import opened
from parts import postgres as postgres_part
from parts.postgres import RunningPostgres
from seatpreview.database.engines import Database
from seatpreview.settings import Settings


@pytest.fixture
async def database(new_settings: Callable[..., Settings]) -> AsyncIterator[Database]:
    async with opened(new_settings()) as database:
        yield database


@pytest.fixture(scope="session")
def mortal_server() -> Iterator[RunningPostgres]:
    with tempfile.TemporaryDirectory(prefix="seatpreview-mortal-") as folder:
        server = postgres_part.start(Path(folder))
        try:
            yield server
        finally:
            server.stop()


@pytest.fixture
def mortal_postgres(mortal_server: RunningPostgres) -> Iterator[RunningPostgres]:
    """A server that no other test has connections to, so that a test may end it. It runs again afterwards."""
    yield mortal_server
    mortal_server.restart()
