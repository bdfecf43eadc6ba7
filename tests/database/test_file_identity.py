"""SQLite files that are moved, deleted or replaced while a service has them open."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from database.opened import commit_tenant, opened, tenant_ids
from seatpreview.database import sqlite
from seatpreview.database.engines import Database
from seatpreview.database.file_identity import FileIdentity, FileMoved
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.events.counting import count_some
from seatpreview.observability import outages
from seatpreview.observability.outages import Outages, Part
from seatpreview.problems import Cause, Unavailable
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Moment

pytestmark = pytest.mark.anyio


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Outages:
    """Outages that end with the first success, and files that every read looks at."""
    monkeypatch.setattr(outages, "CALM_SECONDS", 0)
    monkeypatch.setattr(sqlite, "FILES_SECONDS", 0)
    return Outages()


@contextmanager
def moved(path: Path, copy: bool = False) -> Iterator[None]:
    """Moves a file away for a while; with a copy, another file has its name meanwhile."""
    elsewhere = path.with_name("elsewhere")
    path.rename(elsewhere)
    if copy:
        shutil.copy(elsewhere, path)
    yield
    elsewhere.replace(path)


def test_a_file_is_known_by_what_it_is_and_not_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "records"
    path.write_text("one")
    identity = FileIdentity(path)
    identity.check()
    path.write_text("two")
    identity.check()
    with moved(path), pytest.raises(FileMoved, match="records was moved or deleted while"):
        identity.check()
    with moved(path, copy=True), pytest.raises(FileMoved, match="records was replaced by another file"):
        identity.check()
    identity.check()


def test_a_log_that_comes_later_is_known_from_then_on(tmp_path: Path) -> None:
    path, log = tmp_path / "records", tmp_path / "records-wal"
    path.write_text("")
    identity = FileIdentity(path)
    identity.check()
    log.write_text("")
    identity.check()
    log.unlink()
    with pytest.raises(FileMoved, match="records-wal was moved or deleted"):
        identity.check()


@pytest.mark.parametrize("copy", [False, True])
@pytest.mark.parametrize("suffix", ["", "-wal"])
async def test_nothing_is_acknowledged_that_goes_to_a_moved_file(
    tmp_path: Path, failing: Outages, copy: bool, suffix: str
) -> None:
    """The danger: keys that are created, or revoked, in a file that is gone with the next start."""
    settings = Settings(data_dir=tmp_path / "data")
    async with opened(settings, outages=failing) as database:
        await commit_tenant(database, "ten_before000000")
        path = DatabaseFiles(settings.data_dir).records
        with moved(path.with_name(path.name + suffix), copy):
            with pytest.raises(Unavailable, match="files of the service were moved"):
                await commit_tenant(database, "ten_lost00000000")
            with pytest.raises(Unavailable):
                await database.feed.last()
            assert failing.causes == {Part.DATABASE_WRITES: Cause.MOVED, Part.CHANGE_LOG: Cause.MOVED}
        await database.feed.last()
        await commit_tenant(database, "ten_after0000000")
        assert await tenant_ids(database) == {"ten_before000000", "ten_after0000000"}
        assert failing.causes == {}


async def test_a_moved_file_of_activity_is_an_outage_of_its_own(tmp_path: Path, failing: Outages) -> None:
    settings = Settings(data_dir=tmp_path / "data")
    async with opened(settings, outages=failing) as database:
        database.check_activity_file()
        with moved(DatabaseFiles(settings.data_dir).activity):
            await _refuses_activity(database)
            await commit_tenant(database, "ten_records00000")
            assert failing.causes == {Part.ACTIVITY_WRITES: Cause.MOVED}
        database.check_activity_file()
        assert failing.causes == {}


async def _refuses_activity(database: Database) -> None:
    with pytest.raises(Unavailable):
        database.check_activity_file()
    with pytest.raises(Unavailable):
        await database.write_activity(count_some, Moment(1))
