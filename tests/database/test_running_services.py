"""Upgrades over several revisions while services run, whose release does not know the new tables."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import text

from database.opened import opened
from seatpreview.database import command_session, schema
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.settings.settings import Settings

pytestmark = pytest.mark.anyio

NEWEST = int(schema.newest())
BEFORE, LONG_BEFORE = f"{NEWEST - 1:04}", f"{NEWEST - 2:04}"

HOLD_LOCK = """
import sys
from pathlib import Path
from seatpreview.database.service_lock import service_lock
with service_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


async def warnings_of_upgrade(settings: Settings, database: Database) -> list[str]:
    warnings: list[str] = []
    await command_session.upgrade(settings, database, warn=warnings.append)
    assert (await schema.status(database)).is_newest
    return warnings


async def test_services_of_a_release_that_is_too_old_are_named(
    new_settings: Callable[..., Settings],
) -> None:
    """The danger: every machine of the old release fails at once, in the middle of a sale."""
    settings = new_settings(is_empty=True)
    async with opened(settings, LONG_BEFORE) as service, opened(settings, None) as database:
        await service.read(Connection.scalar, text("SELECT 1"))
        with running_on_sqlite(settings):
            [warning] = await warnings_of_upgrade(settings, database)
    named = "Process " if settings.uses_sqlite else "A service on 127.0.0.1 uses"
    assert warning.startswith(named)
    assert f"upgraded by 2 revisions, from {LONG_BEFORE} to {schema.newest()}" in warning
    assert "stop that service, or it fails until it has this release" in warning


async def test_the_release_before_may_run(new_settings: Callable[..., Settings]) -> None:
    settings = new_settings(is_empty=True)
    async with opened(settings, BEFORE) as service, opened(settings, None) as database:
        await service.read(Connection.scalar, text("SELECT 1"))
        with running_on_sqlite(settings):
            assert await warnings_of_upgrade(settings, database) == []


async def test_where_nothing_runs_nobody_is_warned(new_settings: Callable[..., Settings]) -> None:
    settings = new_settings(is_empty=True)
    async with opened(settings, LONG_BEFORE) as database:
        assert await warnings_of_upgrade(settings, database) == []


@contextmanager
def running_on_sqlite(settings: Settings) -> Iterator[None]:
    """Has another process hold the lock that a service on SQLite holds, during the block."""
    if not settings.uses_sqlite:
        yield
        return
    command = [sys.executable, "-c", HOLD_LOCK, str(settings.data_dir)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        try:
            yield
        finally:
            holder.stdin.close()
