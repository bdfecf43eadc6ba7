"""`seatpreview db backup` into folders and buckets, `db verify`, and revoked keys after `db restore`."""

import asyncio
import fcntl
import gzip
import io
import json
import re
import signal
import sqlite3
import subprocess
import tarfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Timer, get_ident
from typing import Any

import pytest

from cli.program import invoke, result_of
from cli.sqlite_database import SqliteDatabase
from imagery.sample_pictures import photo
from seatpreview import data_folder
from seatpreview.api.local_client import LocalClient
from seatpreview.api.local_operations import run_with_client
from seatpreview.backups import archive
from seatpreview.backups.storage import FolderStorage, archive_name
from seatpreview.cli.interruptible_sleep import sleep_until_signal
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock, datetime_of
from servers import seaweed
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.processes import clean_environment
from servers.service_process import PROGRAM
from serving import LiveService, running, settings_for

FIRST, SECOND, THIRD = (f"seatpreview-2026111{day}T120000Z.tar" for day in (1, 2, 3))
NAME = re.compile(r"seatpreview-\d{8}T\d{6}Z\.tar")


@pytest.fixture
def bucket() -> Iterator[str]:
    """The address of an empty prefix in a bucket."""
    with seaweed.empty_store_url("s3") as url:
        yield url


def back_up(database: SqliteDatabase, target: Path | str, *flags: str) -> str:
    """Takes a backup, which has to succeed, and returns its name."""
    result = invoke("db", "backup", str(target), *flags, *database.flags)
    assert result.exit_code == 0, result.stderr
    return result.stdout.removeprefix("Wrote ").removesuffix(".\n")


def archives(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.endswith(".tar"))


class TestFolder:
    def test_an_archive_is_named_by_its_time_closed_to_others_and_noted(
        self, sqlite_database: SqliteDatabase, folder: Path
    ) -> None:
        name = back_up(sqlite_database, folder)
        path = Path(name)
        assert path.parent == folder
        assert NAME.fullmatch(path.name)
        assert path.stat().st_mode & 0o077 == 0
        noted = data_folder.read_last_backup(sqlite_database.folder)
        assert noted is not None
        assert (noted.name, noted.held, noted.size_bytes) == (
            name,
            ("records", "activity"),
            path.stat().st_size,
        )
        assert f"seatpreview-{noted.at:%Y%m%dT%H%M%SZ}.tar" == path.name
        assert noted.verified_at is None

    def test_the_newest_whole_ones_are_kept_and_no_foreign_file_is_deleted(
        self, sqlite_database: SqliteDatabase, folder: Path
    ) -> None:
        whole = Path(back_up(sqlite_database, folder)).read_bytes()
        for path in folder.glob("*.tar"):
            path.unlink()
        for name in (FIRST, SECOND):
            (folder / name).write_bytes(whole)
        (folder / THIRD).write_bytes(whole[: len(whole) // 2])
        foreign = ["seatpreview-2026.tar", "seatpreview-20261101T120000Z.tar.bak", "notes.txt"]
        for name in foreign:
            (folder / name).write_text("precious")
        (folder / "seatpreview-20261101T120000Z.tar").symlink_to(folder / "notes.txt")

        newest = Path(back_up(sqlite_database, folder, "--keep", "2")).name
        assert archives(folder) == sorted(
            ["seatpreview-2026.tar", "seatpreview-20261101T120000Z.tar", SECOND, THIRD, newest]
        )
        assert [(folder / name).read_text() for name in foreign] == ["precious"] * 3

    def test_nothing_is_deleted_while_a_name_is_in_the_future(
        self, sqlite_database: SqliteDatabase, folder: Path
    ) -> None:
        """The danger: after a time with a wrong clock, the backup that was just taken has the oldest name."""
        path = Path(back_up(sqlite_database, folder))
        future = [f"seatpreview-9000010{day}T120000Z.tar" for day in (1, 2)]
        for name in (FIRST, *future):
            (folder / name).write_bytes(path.read_bytes())
        path.unlink()
        result = invoke("db", "backup", str(folder), "--keep", "1", *sqlite_database.flags)
        assert result.exit_code == 0
        assert f"Nothing was deleted: {future[1]} has a later name" in result.stderr
        assert len(archives(folder)) == 4

    def test_what_a_killed_backup_left_is_deleted_by_the_next(
        self, sqlite_database: SqliteDatabase, folder: Path
    ) -> None:
        left = folder / ".seatpreview-unfinished"
        left.mkdir()
        (left / "archive.tar").write_bytes(b"half")
        back_up(sqlite_database, folder)
        assert not left.exists()

    def test_two_backups_into_one_folder_do_not_get_into_each_others_way(
        self, sqlite_database: SqliteDatabase, folder: Path
    ) -> None:
        with (folder / ".seatpreview-lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            refused = invoke("db", "backup", str(folder), *sqlite_database.flags)
        assert refused.exit_code == 1
        assert refused.stderr == f"Another backup into {folder} is in progress.\n"

    def test_a_disk_without_room_is_told_before_anything_is_written(
        self, sqlite_database: SqliteDatabase, folder: Path
    ) -> None:
        with sqlite_database.records.with_name("activity.sqlite-wal").open("wb") as log:
            log.truncate(1 << 42)  # A file with a hole: 4 TB that take no room.
        refused = invoke("db", "backup", str(folder), *sqlite_database.flags)
        assert refused.exit_code == 1
        assert re.search(r"is too full: [\d.]+ MB are needed, and [\d.]+ MB are free\.", refused.stderr)
        assert archives(folder) == []

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (["{data}", "--keep", "2"], "holds the service's own data"),
            (["{data}/objects", "--keep", "2"], "holds the service's own data"),
            (["{tmp}/away", "--keep", "2"], "is not a folder: create it, or mount the disk that it is on"),
            (["{tmp}", "--every", "1h"], "goes with --keep"),
            (["{tmp}", "--every", "often", "--keep", "2"], "such as 30m or 1h"),
            (["{tmp}/new.tar", "--with-pictures"], "is for a folder or a bucket"),
            (["{tmp}", "--with-signing-secret", "--keep", "2"], "There is no signing secret in"),
        ],
    )
    def test_a_target_that_cannot_be_used_is_refused(
        self, arguments: list[str], sentence: str, sqlite_database: SqliteDatabase, tmp_path: Path
    ) -> None:
        (sqlite_database.folder / "objects").mkdir(exist_ok=True)
        (sqlite_database.folder / "signing-secret").unlink(missing_ok=True)
        given = [text.format(data=sqlite_database.folder, tmp=tmp_path) for text in arguments]
        refused = invoke("db", "backup", *given, *sqlite_database.flags)
        assert refused.exit_code in (1, 2)
        assert sentence in re.sub(r"[\s│]+", " ", refused.stderr)
        assert list(tmp_path.glob("*.tar")) == []


class TestRounds:
    def test_repeated_backups_go_on_after_a_failure_and_end_cleanly(
        self, sqlite_database: SqliteDatabase, folder: Path, tmp_path: Path
    ) -> None:
        away = folder.rename(tmp_path / "away")
        output, errors = tmp_path / "output", tmp_path / "errors"
        command = ["db", "backup", str(folder), "--every", "1s", "--keep", "2", *sqlite_database.flags]
        with output.open("w") as stdout, errors.open("w") as stderr:
            process = subprocess.Popen(
                [*PROGRAM, *command], env=clean_environment(), stdout=stdout, stderr=stderr
            )
        try:
            wait_until(lambda: "The backup failed: " in errors.read_text())
            assert process.poll() is None
            away.rename(folder)
            wait_until(lambda: output.read_text().count("Wrote ") >= 3)
        finally:
            process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_SECONDS) == 0
        assert f"{folder} is not a folder" in errors.read_text()
        assert errors.read_text().endswith("Stopped.\n")
        assert "Traceback" not in errors.read_text()
        # It may have been stopped while it took another one, which it had not told yet.
        oldest, *_, newest = NAME.findall(output.read_text())
        assert oldest not in archives(folder)
        assert newest in archives(folder)
        assert len(archives(folder)) in (2, 3)
        assert not (folder / ".seatpreview-unfinished").exists()
        assert re.search(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ Wrote ", output.read_text())

    def test_a_signal_ends_the_pause_at_whichever_moment_it_comes(self) -> None:
        """The danger: Ctrl-C just before the pause begins is noticed when it ends, an hour later. A handler
        that raises nothing shows what a signal does by itself."""
        before = signal.signal(signal.SIGUSR1, lambda *_: None)
        sending = Timer(0.2, signal.pthread_kill, (get_ident(), signal.SIGUSR1))
        sending.start()
        begun = time.monotonic()
        try:
            sleep_until_signal(10 * PATIENCE_SECONDS)
        finally:
            sending.join()
            signal.signal(signal.SIGUSR1, before)
        assert time.monotonic() - begun < 10 * PATIENCE_SECONDS

    def test_ctrl_c_in_the_middle_leaves_no_half_file(
        self, sqlite_database: SqliteDatabase, folder: Path
    ) -> None:
        def press_ctrl_c(records: Path) -> None:
            assert records.stat().st_size > 0
            raise KeyboardInterrupt

        storage = FolderStorage(folder)
        with pytest.raises(KeyboardInterrupt), storage.working_folder() as working:
            archive.write(
                *(sqlite_database.folder, working / FIRST, working, datetime_of(Clock().now())),
                with_signing_secret=False,
                on_progress=lambda *_: None,
                read_records=press_ctrl_c,
            )
        assert [path.name for path in folder.iterdir()] == [".seatpreview-lock"]


class Hall:
    """A venue with pictures, in a database."""

    def __init__(self, database: SqliteDatabase, object_store_url: str = "") -> None:
        self.settings = Settings(data_dir=database.folder, object_store_url=object_store_url)
        tenant = database.make_tenant("Halls")["tenantId"]
        body: dict[str, object] = {"tenantId": tenant, "name": "Hall", "aliases": []}
        self.venue_id = str(self._call("createVenue", body=body).venue_id)

    def upload(self, name: str) -> None:
        self._call("putImage", self.venue_id, name, raw_body=photo())

    def delete(self, name: str) -> None:
        self._call("deleteImage", self.venue_id, name)

    def _call(self, operation: str, *path: str, **options: Any) -> Any:
        async def call(client: LocalClient) -> Any:
            return await client.call(operation, *path, **options)

        return run_with_client(self.settings, call)


def objects_in(folder: Path) -> set[str]:
    root = folder / "objects"
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}


class TestPictures:
    def test_each_object_is_stored_once_and_deleted_with_the_last_backup_that_names_it(
        self, sqlite_database: SqliteDatabase, folder: Path
    ) -> None:
        hall = Hall(sqlite_database)
        hall.upload("old.jpg")
        name = Path(back_up(sqlite_database, folder, "--with-pictures", "--keep", "2")).name
        of_old = objects_in(folder)
        assert of_old == objects_in(sqlite_database.folder)
        assert len(of_old) == 3
        rename_backup(folder, name, FIRST)

        hall.upload("new.jpg")
        hall.delete("old.jpg")
        inodes = {path.stat().st_ino for path in (folder / "objects").rglob("*.jpg")}
        name = Path(back_up(sqlite_database, folder, "--with-pictures", "--keep", "2")).name
        assert objects_in(folder) > of_old
        assert inodes <= {path.stat().st_ino for path in (folder / "objects").rglob("*.jpg")}, (
            "not copied again"
        )
        rename_backup(folder, name, SECOND)
        # Objects that a preview image or somebody else has put there are not the backup's to delete.
        (folder / "objects" / "foreign.jpg").write_bytes(b"precious")

        back_up(sqlite_database, folder, "--with-pictures", "--keep", "2")
        assert not (folder / FIRST).exists()
        assert objects_in(folder) & of_old == set()
        assert len(objects_in(folder)) == 4
        noted = data_folder.read_last_backup(sqlite_database.folder)
        assert noted is not None
        assert noted.held == ("records", "activity", "pictures")

    def test_pictures_and_the_signing_secret_come_back_with_a_restore(
        self, sqlite_database: SqliteDatabase, folder: Path, tmp_path: Path
    ) -> None:
        Hall(sqlite_database).upload("a.jpg")
        secret = (sqlite_database.folder / "signing-secret").read_bytes()
        name = back_up(sqlite_database, folder, "--with-pictures", "--with-signing-secret")
        elsewhere = tmp_path / "elsewhere"
        restored = invoke("db", "restore", name, "--data-dir", str(elsewhere))
        assert restored.exit_code == 0, restored.stderr
        assert objects_in(elsewhere) == objects_in(sqlite_database.folder)
        assert (elsewhere / "signing-secret").read_bytes() == secret
        assert (elsewhere / "signing-secret").stat().st_mode & 0o077 == 0
        assert "The signing secret was restored." in restored.stdout

    def test_a_lost_object_is_found_by_verify(self, sqlite_database: SqliteDatabase, folder: Path) -> None:
        Hall(sqlite_database).upload("a.jpg")
        name = back_up(sqlite_database, folder, "--with-pictures")
        assert result_of("db", "verify", name, *sqlite_database.flags)["pictures"]["objects"] == 3
        next((folder / "objects").rglob("full.jpg")).unlink()
        damaged = invoke("db", "verify", name, *sqlite_database.flags)
        assert damaged.exit_code == 1
        assert "1 of its 3 objects of pictures are lost." in damaged.stderr
        assert damaged.stdout.endswith("The backup is damaged.\n")

    def test_a_damaged_list_deletes_nothing(self, sqlite_database: SqliteDatabase, folder: Path) -> None:
        """The danger: pictures of a kept backup are deleted, since nobody can read that it names them."""
        hall = Hall(sqlite_database)
        hall.upload("a.jpg")
        name = Path(back_up(sqlite_database, folder, "--with-pictures", "--keep", "2")).name
        before = objects_in(folder)
        rename_backup(folder, name, FIRST)
        [listed] = folder.glob("*.pictures.json.gz")
        listed.write_bytes(gzip.compress(b"{"))
        hall.delete("a.jpg")
        result = invoke("db", "backup", str(folder), "--with-pictures", "--keep", "2", *sqlite_database.flags)
        assert result.exit_code == 0
        assert "No pictures were deleted: " in result.stderr
        assert objects_in(folder) == before


def rename_backup(folder: Path, name: str, new_name: str) -> None:
    """Makes a backup an old one."""
    for path in folder.glob(name.removesuffix(".tar") + ".*"):
        path.rename(folder / path.name.replace(name.removesuffix(".tar"), new_name.removesuffix(".tar")))


class TestBucket:
    def test_backups_with_pictures_go_to_a_bucket_and_come_back(
        self, sqlite_database: SqliteDatabase, bucket: str, tmp_path: Path
    ) -> None:
        Hall(sqlite_database).upload("a.jpg")
        first = back_up(sqlite_database, bucket, "--with-pictures", "--keep", "1")
        assert re.fullmatch(r"s3://images/store-\d+/" + NAME.pattern, first)
        assert "endpoint" not in first
        wait_until(lambda: f"{last_at(sqlite_database):%Y%m%dT%H%M%SZ}" not in now_name())
        second = back_up(sqlite_database, bucket, "--with-pictures", "--keep", "1")
        verified = result_of("db", "verify", bucket, *sqlite_database.flags)
        assert verified["backup"] == second
        assert verified["pictures"]["objects"] == 3
        assert verified["faults"] == []
        noted = data_folder.read_last_backup(sqlite_database.folder)
        assert noted is not None
        assert noted.verified_at is not None
        prefix, _, query = bucket.partition("?")
        gone = invoke("db", "verify", f"{prefix}/{first.rpartition('/')[2]}?{query}", *sqlite_database.flags)
        assert gone.exit_code == 1, "it was deleted, since one is kept"
        restored = invoke("db", "restore", bucket, "--data-dir", str(tmp_path / "elsewhere"))
        assert restored.exit_code == 0, restored.stderr
        assert objects_in(tmp_path / "elsewhere") == objects_in(sqlite_database.folder)

    @pytest.mark.parametrize("prefix", ["", "/images", "/images/backups"])
    def test_the_prefix_of_the_services_own_images_is_refused(
        self, prefix: str, bucket: str, sqlite_database: SqliteDatabase
    ) -> None:
        """The danger: pictures that no record names are deleted, and backups are such."""
        place, _, query = bucket.partition("?")
        images = f"{place}/images?{query}"
        refused = invoke(
            *("db", "backup", f"{place}{prefix}?{query}", "--keep", "2"),
            *("--object-store-url", images, *sqlite_database.flags),
        )
        assert refused.exit_code == 2
        assert "is that of the service's own images, or one contains the other" in refused.stderr
        beside = invoke(
            *("db", "backup", f"{place}/images-of-old?{query}", "--keep", "2"),
            *("--object-store-url", images, *sqlite_database.flags),
        )
        assert beside.exit_code == 0, beside.stderr

    def test_a_bucket_that_is_away_is_named(self, sqlite_database: SqliteDatabase, bucket: str) -> None:
        del bucket  # It sets the credentials.
        url = "s3://backups/seats?endpoint=http://127.0.0.1:9&region=us-east-1"
        refused = invoke("db", "backup", url, "--keep", "2", *sqlite_database.flags)
        assert refused.exit_code == 1
        assert refused.stderr.startswith("s3://backups/seats cannot be used: ")
        assert data_folder.read_last_backup(sqlite_database.folder) is None


def last_at(database: SqliteDatabase) -> Any:
    noted = data_folder.read_last_backup(database.folder)
    assert noted is not None
    return noted.at


def now_name() -> str:
    return archive_name(datetime_of(Clock().now()))


class TestVerify:
    def test_verify_counts_rows_and_says_what_would_be_lost(
        self, sqlite_database: SqliteDatabase, folder: Path
    ) -> None:
        tenant = sqlite_database.make_tenant("Halls")["tenantId"]
        revoked, rotated, kept = (
            result_of("keys", "create", "--tenant", tenant, "--label", label, *sqlite_database.flags)["keyId"]
            for label in ("Leaked", "Turned", "Kept")
        )
        name = back_up(sqlite_database, folder)
        verified = result_of("db", "verify", name, *sqlite_database.flags)
        assert verified["rows"].items() >= {"changes": 5, "keys": 3, "tenants": 1}.items()
        assert "venues" not in verified["rows"], "tables without rows are left out"
        assert verified["faults"] == []
        assert verified["newestChange"]["number"] == 5
        assert verified["losses"] == {
            "newestChange": verified["newestChange"],
            "changes": {},
            "revivedKeys": [],
        }
        noted = data_folder.read_last_backup(sqlite_database.folder)
        assert noted is not None
        assert noted.verified_at is not None

        invoke("keys", "revoke", revoked, "--yes", *sqlite_database.flags)
        invoke("keys", "rotate", rotated, *sqlite_database.flags)
        invoke("keys", "update", kept, "--label", "Still kept", *sqlite_database.flags)
        losses = result_of("db", "verify", str(folder), *sqlite_database.flags)["losses"]
        actions = ("key created", "key revoke_scheduled", "key revoked", "key rotated", "key updated")
        assert losses["changes"] == dict.fromkeys(actions, 1)
        assert losses["newestChange"]["number"] == 10
        assert sorted(losses["revivedKeys"], key=lambda key: str(key["label"])) == [
            {"keyId": revoked, "label": "Leaked", "endedBy": "revoked"},
            {"keyId": rotated, "label": "Turned", "endedBy": "rotated"},
        ]
        told = invoke("db", "verify", str(folder), *sqlite_database.flags)
        assert f"changes since   5 ({', '.join(f'{action} 1' for action in actions)})" in told.stdout
        assert f"  {revoked}  revoked  Leaked\n" in told.stderr
        assert kept not in told.stderr
        assert told.stdout.endswith("The backup is whole.\n")

    def test_a_changed_letter_is_found_by_the_hash(
        self, sqlite_database: SqliteDatabase, folder: Path
    ) -> None:
        """SQLite's own check does not find it."""
        sqlite_database.make_tenant("Harbour")
        path = Path(back_up(sqlite_database, folder))
        path.write_bytes(path.read_bytes().replace(b"Harbour", b"Harvour"))
        damaged = invoke("db", "verify", str(path), *sqlite_database.flags)
        assert damaged.exit_code == 1
        assert damaged.stderr == (f"seatpreview.sqlite in {path} is damaged: it is not what was backed up.\n")
        assert invoke("db", "restore", str(path), *sqlite_database.flags).exit_code == 1
        assert result_of("tenants", "list", *sqlite_database.flags)["data"][0]["name"] == "Harbour"

    def test_what_is_lost_of_an_archive_is_found(self, sqlite_database: SqliteDatabase, folder: Path) -> None:
        path = Path(back_up(sqlite_database, folder))
        path.write_bytes(path.read_bytes()[:60_000])
        damaged = invoke("db", "verify", str(path), *sqlite_database.flags)
        assert damaged.exit_code == 1
        assert "cannot be read: " in damaged.stderr
        empty = invoke("db", "verify", str(folder), *sqlite_database.flags)
        assert empty.stderr == f"There is no whole backup in {folder}.\n"

    def test_rows_that_refer_to_nothing_and_broken_pages_are_found(
        self, sqlite_database: SqliteDatabase, tmp_path: Path
    ) -> None:
        """In an archive of an earlier release, which has no hashes."""
        tenant = sqlite_database.make_tenant("Gone")["tenantId"]
        result_of("keys", "create", "--tenant", tenant, *sqlite_database.flags)
        with closing(sqlite3.connect(sqlite_database.records)) as connection, connection:
            connection.execute("DELETE FROM tenants")
        back_up(sqlite_database, tmp_path / "new.tar")
        old = without_list(tmp_path / "new.tar")
        damaged = json.loads(invoke("db", "verify", str(old), "--json", *sqlite_database.flags).stdout)
        assert damaged["at"] is None
        assert damaged["faults"] == ["A row of keys refers to a row of tenants that does not exist."]

        def overwrite_pages(data: bytes) -> bytes:
            return data[:8192] + b"\x55" * (len(data) - 8192)

        broken = without_list(tmp_path / "new.tar", overwrite_pages)
        report = invoke("db", "verify", str(broken), *sqlite_database.flags)
        assert report.exit_code == 1
        assert "seatpreview.sqlite is damaged: " in report.stderr

    def test_a_backup_of_another_service_is_not_compared(
        self, sqlite_database: SqliteDatabase, folder: Path, tmp_path: Path
    ) -> None:
        sqlite_database.make_tenant("One")
        name = back_up(sqlite_database, folder)
        other = SqliteDatabase(tmp_path / "other")
        other.make_tenant("Another")
        verified = json.loads(invoke("db", "verify", name, "--json", *other.flags).stdout)
        assert verified["losses"] is None
        assert any("which has another history" in remark for remark in verified["remarks"])
        nowhere = result_of("db", "verify", name, "--data-dir", str(tmp_path / "nowhere"))
        assert nowhere["losses"] is None
        assert not (tmp_path / "nowhere").exists()

    @pytest.mark.parametrize(
        ("kind", "sentence"),
        [
            ("compressed", "it is compressed, so unpack it first"),
            ("many", "it has members that no backup has"),
            ("twice", "it has members that no backup has"),
            ("link", "it has members that no backup has"),
            ("huge", "is too full"),
        ],
    )
    def test_a_hostile_archive_fills_neither_disk_nor_memory(
        self, kind: str, sentence: str, sqlite_database: SqliteDatabase, tmp_path: Path
    ) -> None:
        """The attack: an archive that is small, and large when it is unpacked, or writes outside."""
        path = hostile_archive(tmp_path, kind)
        for command in ("verify", "restore"):
            refused = invoke("db", command, str(path), *sqlite_database.flags)
            assert refused.exit_code == 1
            assert sentence in refused.stderr
        assert list(sqlite_database.folder.glob("*.replaced-*")) == []


def without_list(archive: Path, change: Any = lambda data: data) -> Path:
    """Makes an archive as earlier releases did, with changed records."""
    path = archive.with_name("old.tar")
    with tarfile.open(archive) as source, tarfile.open(path, "w") as target:
        for member in source:
            if member.name == "backup.json":
                continue
            content = source.extractfile(member)
            assert content is not None
            data = content.read()
            data = change(data) if member.name == "seatpreview.sqlite" else data
            target.addfile(member, io.BytesIO(data))
    return path


def hostile_archive(folder: Path, kind: str) -> Path:
    path = folder / "hostile.tar"
    if kind == "compressed":
        path.write_bytes(gzip.compress(bytes(10_000_000)))
        return path
    names = {
        "many": [f"member-{number}" for number in range(1000)],
        "twice": ["seatpreview.sqlite"] * 2,
        "link": ["seatpreview.sqlite"],
        "huge": ["seatpreview.sqlite", "activity.sqlite"],
    }[kind]
    with path.open("wb") as file:
        for name in names:
            entry = tarfile.TarInfo(name)
            if kind == "link":
                entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/passwd"
            if kind == "huge":
                entry.size = 1 << 42
            file.write(entry.tobuf())
            file.seek(entry.size, 1)
        file.write(bytes(1024))
    return path


async def status_of(service: LiveService, plaintext: str) -> int:
    return (await service.ask("GET", "/caller", [("authorization", f"Bearer {plaintext}")])).status_code


class TestRevokedKeys:
    def test_keys_that_a_restore_revives_are_listed_and_revoked_again(
        self, sqlite_database: SqliteDatabase, folder: Path
    ) -> None:
        """The danger: a key that leaked was revoked, and a restore makes it valid again, unseen."""
        flags = sqlite_database.flags
        tenant = sqlite_database.make_tenant("Halls")["tenantId"]
        leaked = result_of("keys", "create", "--tenant", tenant, "--label", "Leaked", *flags)
        kept = result_of("keys", "create", "--tenant", tenant, "--label", "Kept", *flags)
        name = back_up(sqlite_database, folder)
        assert invoke("keys", "revoke", leaked["keyId"], "--yes", *flags).exit_code == 0
        taken = last_at(sqlite_database)
        before = result_of("keys", "list", "--changed-since", taken.isoformat(), *flags)["data"]
        assert (leaked["keyId"], "revoked") in [(key["keyId"], key["status"]) for key in before]

        restored = invoke("db", "restore", name, *flags)
        assert restored.exit_code == 0, restored.stderr
        [command] = re.findall(r"^  seatpreview (keys revoke .*)$", restored.stdout, re.MULTILINE)
        assert command == f"keys revoke {leaked['keyId']} --yes --data-dir {sqlite_database.folder}"
        assert "Changes that are lost: 1 (key revoked 1)." in restored.stdout
        assert "These keys had ended, and are valid again." in restored.stderr
        [listing] = re.findall(r"seatpreview (keys list .*)$", restored.stderr, re.MULTILINE)
        listed = result_of(*listing.split(), "--status", "revoked")["data"]
        assert [key["keyId"] for key in listed] == [leaked["keyId"]]

        async def revoke_while_serving() -> list[int]:
            async with running(settings_for(sqlite_database.folder)) as service:
                asked = [await status_of(service, leaked["plaintext"])]
                assert (await asyncio.to_thread(invoke, *command.split())).exit_code == 0
                return [*asked, *[await status_of(service, key["plaintext"]) for key in (leaked, kept)]]

        assert asyncio.run(revoke_while_serving()) == [200, 401, 200], "revived, revoked again, and kept"

    def test_a_restore_over_damaged_records_says_that_it_cannot_tell(
        self, sqlite_database: SqliteDatabase, folder: Path
    ) -> None:
        name = back_up(sqlite_database, folder)
        sqlite_database.records.write_bytes(b"This is no database at all. " * 50)
        restored = invoke("db", "restore", name, *sqlite_database.flags)
        assert restored.exit_code == 0
        assert "The replaced records cannot say which" in restored.stderr


class TestChangedKeys:
    def test_changes_are_put_together_by_key_on_either_engine(self, database_flags: list[str]) -> None:
        tenant = result_of("tenants", "create", "--name", "Halls", *database_flags)["tenantId"]
        keys = [result_of("keys", "create", "--tenant", tenant, *database_flags)["keyId"] for _ in range(2)]
        invoke("keys", "update", keys[0], "--label", "Shop", *database_flags)
        invoke("keys", "revoke", keys[0], "--yes", *database_flags)
        since = ("--changed-since", "2026-01-01T00:00:00+01:00", "--tenant", tenant)
        listed = result_of("keys", "list", *since, *database_flags)["data"]
        assert [(key["keyId"], key["actions"], key["status"], key["label"]) for key in listed] == [
            (keys[0], ["created", "updated", "revoked"], "revoked", "Shop"),
            (keys[1], ["created"], "active", ""),
        ]
        active = result_of("keys", "list", *since, "--status", "active", *database_flags)["data"]
        assert [key["keyId"] for key in active] == [keys[1]]
        assert "created,updated,revoked" in invoke("keys", "list", *since, *database_flags).stdout
        later = result_of("keys", "list", "--changed-since", "9000-01-01T00:00:00Z", *database_flags)
        assert later["data"] == []

    @pytest.mark.parametrize(
        "flags",
        [
            ["--changed-since", "yesterday"],
            ["--changed-since", "2026-11-16T12:00:00"],
            ["--changed-since", "2026-11-16T12:00:00Z", "--kind", "secret"],
            ["--records", "seatpreview.sqlite"],
        ],
    )
    def test_flags_that_do_not_fit_are_refused(self, flags: list[str], data_dir: Path) -> None:
        assert invoke("keys", "list", *flags, "--data-dir", str(data_dir)).exit_code == 2
