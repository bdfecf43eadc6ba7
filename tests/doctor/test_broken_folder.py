"""`seatpreview doctor` on a data folder that was broken on purpose: each fault has a line that names it."""

import asyncio
import json
import os
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from cli.program import invoke, result_of
from doctor.findings import Found, finding, findings
from imagery.sample_pictures import photo
from seatpreview.data_folder import LastBackup, note_backup
from seatpreview.doctor import clocks, data_folder, options, sqlite_files, stores
from seatpreview.objects.store import objects_of
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock, Moment, datetime_of
from servers import new_data_folder, seaweed
from servers.free_ports import free_port
from servers.polling import PATIENCE_SECONDS

RECORDS = "seatpreview.sqlite"
ACTIVITY = "activity.sqlite"
DAY_MICROSECONDS = 86_400_000_000


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that are asked may take as long as a busy machine does."""
    for module in (clocks, stores):
        monkeypatch.setattr(module, "TIMEOUT_SECONDS", PATIENCE_SECONDS)


@pytest.fixture
def used_dir(whole_dir: Path, tmp_path: Path) -> Path:
    """The data folder of a service with a venue and two images, which a test may break."""
    return Path(shutil.copytree(whole_dir, tmp_path / "data"))


@pytest.fixture(scope="module")
def whole_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `used_dir` is a copy of: to make it takes longer than most of these tests."""
    tmp_path = tmp_path_factory.mktemp("whole")
    data_dir = tmp_path / "data"
    new_data_folder.fill(data_dir)
    flags = ("--data-dir", str(data_dir))
    tenant = result_of("tenants", "create", "--name", "Owner", *flags)["tenantId"]
    section = {"id": "101", "rows": {"first": 1, "last": 2}, "seats": {"count": 4}}
    record = {"name": "Hall", "aliases": [{"name": "hall"}], "rules": {"layout": {"sections": [section]}}}
    (tmp_path / "hall.json").write_text(json.dumps(record))
    assert invoke("venues", "import", str(tmp_path / "hall.json"), "--tenant", tenant, *flags).exit_code == 0
    (tmp_path / "photos").mkdir()
    for row in (1, 2):
        (tmp_path / "photos" / f"101-{row}.jpg").write_bytes(photo(64, 48))
    upload = ("imagery", "upload", str(tmp_path / "photos"), "--venue", "hall")
    assert invoke(*upload, "--pattern", "{section}-{row}.jpg", *flags).exit_code == 0
    assert [found.state for found in findings(data_dir, "images")] == ["ok"]
    return data_dir


def states_of_files(data_dir: Path) -> list[str]:
    """Checks the records and the activity without the rest of doctor."""
    found = sqlite_files.check(Settings(data_dir=data_dir), options.Options())
    return [each.state for each in found]


class TestDamagedPages:
    @pytest.mark.parametrize("name", [RECORDS, ACTIVITY])
    @pytest.mark.parametrize("flags", [(), ("--thorough",)], ids=["quick", "thorough"])
    def test_a_page_of_random_bytes_is_a_failure(
        self, name: str, flags: tuple[str, ...], used_dir: Path
    ) -> None:
        overwrite_page(used_dir / name, root_page(used_dir / name))
        broken, whole = sorted(findings(used_dir, "database files", *flags), key=lambda found: found.state)
        assert (broken.state, whole.state) == ("fail", "ok")
        assert broken.detail.startswith(f"{used_dir / name} is damaged: ")
        assert "`seatpreview db restore FILE`" in str(broken.remedy)

    def test_every_single_page_of_a_table_is_looked_at(self, used_dir: Path) -> None:
        """Whichever page is hit, it is found: nothing of the file is left out, free pages excepted."""
        path = used_dir / RECORDS
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            assert connection.execute("PRAGMA freelist_count").fetchone()[0] == 0
        whole = path.read_bytes()
        for page in range(1, pages + 1):
            overwrite_page(path, page)
            assert states_of_files(used_dir) == ["fail", "ok"], page
            path.write_bytes(whole)
        assert states_of_files(used_dir) == ["ok", "ok"]

    def test_a_file_that_is_no_database_is_a_failure(self, used_dir: Path) -> None:
        (used_dir / RECORDS).write_bytes(b"This is no database at all. " * 50)
        found, _ = findings(used_dir, "database files")
        assert found.detail == f"{used_dir / RECORDS} is damaged: file is not a database."

    def test_a_file_that_cannot_be_opened_is_not_called_damaged(self, used_dir: Path) -> None:
        """Nobody should restore a backup because a disk is full or a right is missing."""
        (used_dir / ACTIVITY).unlink()
        (used_dir / ACTIVITY).mkdir()
        _, found = findings(used_dir, "database files")
        assert found.state == "fail"
        assert found.detail == f"{used_dir / ACTIVITY} cannot be read: unable to open database file."
        assert "restore nothing yet" in str(found.remedy)

    def test_a_missing_file_is_a_failure_and_is_not_made_anew(self, used_dir: Path) -> None:
        (used_dir / ACTIVITY).unlink()
        _, found = findings(used_dir, "database files")
        assert (found.state, found.detail) == ("fail", f"{used_dir / ACTIVITY} is missing.")
        assert not (used_dir / ACTIVITY).exists()

    def test_a_file_that_takes_too_long_is_read_whole_when_asked(
        self, used_dir: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(options, "SECONDS_MAX", 0)
        monkeypatch.setattr(sqlite_files, "STEPS_BETWEEN_CHECKS", 1)
        found, _ = findings(used_dir, "database files")
        assert found.state == "warn"
        assert "was not read to its end within 0 seconds." in found.detail
        assert "--thorough" in str(found.remedy)
        assert [each.state for each in findings(used_dir, "database files", "--thorough")] == ["ok", "ok"]


class TestDiskSpace:
    def test_a_disk_that_is_almost_full_is_a_warning(
        self, data_dir: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(data_folder, "FREE_BYTES_ENOUGH", shutil.disk_usage(data_dir).total * 2)
        found = findings(data_dir, "disk space")[0]
        assert found.state == "warn"
        assert found.detail.startswith(f"The disk of the data folder ({data_dir}) has ")
        assert str(found.remedy).startswith("Make room on it")

    def test_a_full_disk_is_a_failure(self, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(data_folder, "FREE_BYTES_MIN", shutil.disk_usage(data_dir).total * 2)
        found = findings(data_dir, "disk space")[0]
        assert found.state == "fail"
        assert "Changes, events and uploads are refused, or soon will be; reads go on." in found.detail

    def test_too_little_room_for_a_copy_of_the_database_is_a_warning(
        self, data_dir: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with (data_dir / ACTIVITY).open("r+b") as file:
            file.truncate(shutil.disk_usage(data_dir).total * 2)
        found = findings(data_dir, "disk space")[0]
        assert found.state == "warn"
        assert "An upgrade copies the database" in found.detail


class TestImages:
    def test_a_missing_folder_is_a_failure(self, used_dir: Path) -> None:
        shutil.rmtree(used_dir / "objects")
        found = finding(used_dir, "images")
        assert found.state == "fail"
        assert (
            found.detail == f"The folder {used_dir / 'objects'} is missing, with 2 images that records name."
        )
        assert found.remedy == stores.LOST_REMEDY
        assert not (used_dir / "objects").exists()

    @pytest.mark.parametrize("lost", ["full.jpg", "preview.jpg"])
    def test_an_image_that_is_not_stored_is_a_failure(self, lost: str, used_dir: Path) -> None:
        path = next((used_dir / "objects").rglob(lost))
        path.unlink()
        assert_lost(finding(used_dir, "images"), path)

    def test_an_image_that_is_cut_off_is_a_failure(self, used_dir: Path) -> None:
        path = next((used_dir / "objects").rglob("full.jpg"))
        os.truncate(path, 100)
        assert_lost(finding(used_dir, "images"), path)

    def test_objects_that_no_record_names_are_a_warning(self, used_dir: Path) -> None:
        stray = used_dir / "objects" / "ven_000000000000" / "img_000000000000"
        stray.mkdir(parents=True)
        (stray / "full.jpg").write_bytes(b"x")
        assert finding(used_dir, "images").state == "ok", "an upload may be writing it"
        two_days_ago = Clock().now() // 1_000_000 - 2 * 86_400
        os.utime(stray / "full.jpg", (two_days_ago, two_days_ago))
        found = finding(used_dir, "images")
        assert found.state == "warn"
        assert found.detail.startswith(
            f"1 object in {used_dir / 'objects'} without a record: for example ven_"
        )
        assert "`seatpreview imagery sweep --delete`" in str(found.remedy)

    def test_what_waits_for_its_deletion_is_named(self, used_dir: Path) -> None:
        with closing(sqlite3.connect(used_dir / RECORDS)) as connection, connection:
            row = "SELECT image_id, venue_id, 1 FROM images LIMIT 1"
            connection.execute(f"INSERT INTO discarded_images (image_id, venue_id, discarded_at) {row}")
            connection.execute("DELETE FROM images WHERE image_id IN (SELECT image_id FROM discarded_images)")
        assert finding(used_dir, "images").state == "ok"

    def test_a_listing_that_takes_too_long_is_said_and_a_part_is_looked_at(
        self, used_dir: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(options, "SECONDS_MAX", 0)
        assert finding(used_dir, "images").detail.endswith("are too many to be listed within 0 seconds.")
        path = next((used_dir / "objects").rglob("full.jpg"))
        path.unlink()
        lost, unfinished = findings(used_dir, "images")
        assert (lost.state, lost.detail.partition(":")[0]) == ("fail", "At least 1 image with a record")
        assert unfinished.remedy == "Run `seatpreview doctor --thorough`, which compares them all."
        assert_lost(finding(used_dir, "images", "--thorough"), path)


def test_images_in_a_bucket_are_compared_as_well(used_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the clock with that of the bucket."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", seaweed.ACCESS_KEY_ID)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", seaweed.SECRET_ACCESS_KEY)
    url = seaweed.shared().url(f"doctor-{used_dir.parent.name.replace('_', '-')}")
    found = finding(used_dir, "images", "--object-store-url", url)
    assert found.state == "fail"
    assert found.detail.startswith("2 of 2 images with a record: not in the object store")

    async def copy() -> None:
        bucket = objects_of(used_dir, url)
        for path in (used_dir / "objects").rglob("*.jpg"):
            await bucket.put(str(path.relative_to(used_dir / "objects")), path.read_bytes(), "image/jpeg")

    asyncio.run(copy())
    assert finding(used_dir, "images", "--object-store-url", url).state == "ok"
    clocks_found = findings(used_dir, "clock", "--object-store-url", url)
    assert clocks_found[-1].detail == "This machine and the object store agree on the time."


class TestClock:
    def test_a_clock_that_is_a_day_behind_is_a_failure(self, used_dir: Path) -> None:
        assert finding(used_dir, "clock").state == "ok"
        with closing(sqlite3.connect(used_dir / RECORDS)) as connection, connection:
            connection.execute(f"UPDATE changes SET at = at + {DAY_MICROSECONDS}")
        found = finding(used_dir, "clock")
        assert (found.state, found.detail.rpartition(". ")[2]) == (
            "warn",
            "The service trusts it as it is now.",
        )
        with closing(sqlite3.connect(used_dir / RECORDS)) as connection, connection:
            connection.execute(f"UPDATE clock_mark SET trusted_at = trusted_at + {DAY_MICROSECONDS}")
        found = finding(used_dir, "clock")
        assert found.state == "fail"
        assert "24 hours after now by this machine's clock: it is behind, or was ahead" in found.detail
        assert "rotated keys that have ended are still accepted for that long." in found.detail
        assert "NTP" in str(found.remedy)

    def test_files_from_the_future_tell_as_much(self, used_dir: Path) -> None:
        at = Clock().now() / 1_000_000 + 600
        os.utime(used_dir / "signing-secret", (at, at))
        assert finding(used_dir, "clock").state == "warn"

    @pytest.mark.parametrize(("hours", "side"), [(24, "ahead of"), (-24, "behind")])
    def test_a_clock_that_differs_from_the_public_addresss_is_a_failure(
        self, hours: int, side: str, data_dir: Path, monkeypatch: pytest.MonkeyPatch, http_server: str
    ) -> None:
        assert [found.state for found in findings(data_dir, "clock", "--public-url", http_server)] == [
            "ok"
        ] * 2

        class WrongClock(Clock):
            def now(self) -> Moment:
                return Moment(super().now() + hours * 3_600_000_000)

        monkeypatch.setattr(clocks, "Clock", WrongClock)
        found = findings(data_dir, "clock", "--public-url", http_server)[-1]
        assert found.state == "fail"
        assert found.detail == f"This machine's clock is 24 hours {side} that of {http_server}."

    def test_a_public_address_that_does_not_answer_tells_nothing(self, data_dir: Path) -> None:
        address = f"http://127.0.0.1:{free_port()}"
        assert [found.state for found in findings(data_dir, "clock", "--public-url", address)] == ["ok"]


@pytest.fixture
def http_server() -> Iterator[str]:
    """A web server, whose answers have a Date as those of every one."""
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class TestBackup:
    def test_a_service_without_records_needs_none(self, data_dir: Path) -> None:
        assert finding(data_dir, "backup").detail == "There is nothing to back up yet."

    def test_a_service_without_one_is_a_warning(self, used_dir: Path) -> None:
        found = finding(used_dir, "backup")
        assert (found.state, found.detail) == ("warn", f"No backup is noted in {used_dir}.")
        assert "seatpreview db backup" in str(found.remedy)

    @pytest.mark.parametrize(
        ("hours", "state", "words"),
        [
            (1, "ok", "It was not tried out yet."),
            (50, "warn", "50 hours ago. No backup has the changes since"),
        ],
    )
    def test_an_old_backup_is_a_warning(self, hours: int, state: str, words: str, used_dir: Path) -> None:
        at = datetime_of(Clock().now()) - timedelta(hours=hours)
        note_backup(used_dir, LastBackup(at=at, name="a.tar", held=("records",), size_bytes=1))
        found = finding(used_dir, "backup")
        assert found.state == state
        assert words in found.detail


def assert_lost(found: Found, path: Path) -> None:
    venue = path.parts[-3]
    assert found.state == "fail"
    assert found.detail.startswith("1 of 2 images with a record: not in ")
    assert f"For example {venue}/" in found.detail
    assert found.remedy == stores.LOST_REMEDY


def root_page(path: Path) -> int:
    """A page in which a table begins."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page: Any = connection.execute("SELECT max(rootpage) FROM sqlite_master WHERE type = 'table'")
        return int(page.fetchone()[0])


def overwrite_page(path: Path, number: int) -> None:
    """Overwrites a page with random bytes, as a failing disk does."""
    with path.open("r+b") as file:
        file.seek(16)
        size = int.from_bytes(file.read(2), "big")
        file.seek((number - 1) * size)
        file.write(random.Random(number).randbytes(size))


class TestTables:
    def test_an_index_that_was_deleted_is_named_with_the_statement_that_makes_it_again(
        self, used_dir: Path
    ) -> None:
        with closing(sqlite3.connect(used_dir / RECORDS)) as connection, connection:
            names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql <> ''")
            name = min(row[0] for row in names)
            connection.execute(f"DROP INDEX {name}")
        found = finding(used_dir, "migrations")
        assert found.state == "warn"
        assert f"index {name}" in found.detail
        statement = str(found.remedy).partition("Make it again: ")[2]
        with closing(sqlite3.connect(used_dir / RECORDS)) as connection, connection:
            connection.execute(statement)
        assert finding(used_dir, "migrations").state == "ok"

    def test_a_unique_index_that_was_deleted_is_a_failure(self, used_dir: Path) -> None:
        """Requests are not just slow without it."""
        with closing(sqlite3.connect(used_dir / RECORDS)) as connection, connection:
            connection.execute("DROP INDEX uq_keys_secret_hash")
        found = finding(used_dir, "migrations")
        assert found.state == "fail"
        assert "Nothing keeps records apart" in found.detail
        assert "CREATE UNIQUE INDEX uq_keys_secret_hash ON" in str(found.remedy)

    def test_a_column_that_was_deleted_is_for_a_backup(self, used_dir: Path) -> None:
        with closing(sqlite3.connect(used_dir / RECORDS)) as connection, connection:
            connection.execute("ALTER TABLE remembered_requests RENAME COLUMN expires_at TO gone")
        found = finding(used_dir, "migrations")
        assert found.state == "fail"
        assert "column remembered_requests.expires_at" in found.detail
        assert "db restore" in str(found.remedy)

    def test_a_revision_that_is_behind_its_tables_is_not_left_to_the_next_start(self, used_dir: Path) -> None:
        """The next start would refuse these tables."""
        with closing(sqlite3.connect(used_dir / RECORDS)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = '0007'")
        found = finding(used_dir, "migrations")
        assert found.state == "fail"
        assert "every part of 0008 is there" in found.detail
        assert "drop nothing" in str(found.remedy)
        with closing(sqlite3.connect(used_dir / RECORDS)) as connection, connection:
            connection.execute(str(found.remedy).partition("Set it right: ")[2].partition(";")[0])
        assert finding(used_dir, "migrations").state == "ok"


@pytest.mark.parametrize(
    ("networks", "wide"),
    [
        ("0.0.0.0/0", "0.0.0.0/0"),
        ("10.0.0.0/8,::/0", "::/0"),
        ("127.0.0.1,10.0.0.0/8,fd00::/8,192.0.2.7,104.16.0.0/13", None),
    ],
)
def test_proxies_that_are_nearly_everybody_are_a_failure(
    networks: str, wide: str | None, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: an X-Forwarded-For with an invented address, from anywhere."""
    monkeypatch.setenv("SEATPREVIEW_TRUSTED_PROXIES", networks)
    found = findings(data_dir, "trusted proxies")
    assert [each.state for each in found] == ([] if wide is None else ["fail"])
    assert wide is None or f"trusts {wide}:" in found[0].detail
