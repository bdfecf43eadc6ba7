"""Damaged copies of pictures in a backup: found by verify, refused by restore, written anew by the next
backup."""

import errno
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from backups.test_backups import FIRST, Hall, archives, back_up, objects_in, rename_backup
from cli.program import invoke, result_of
from cli.sqlite_database import SqliteDatabase
from seatpreview.backups import image_objects
from seatpreview.backups.image_objects import check_objects
from seatpreview.objects import store
from seatpreview.objects.digests import ObjectDigest
from seatpreview.objects.store import Select, objects_of

Damage = Callable[[bytes], bytes]

DAMAGES: dict[str, Damage] = {
    "a flipped bit": lambda data: data[:100] + bytes([data[100] ^ 1]) + data[101:],
    "cut off": lambda data: data[: len(data) // 2],
    "empty": lambda _: b"",
}
damages = pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)


@pytest.fixture
def backup(sqlite_database: SqliteDatabase, folder: Path) -> Path:
    """A backup of a venue with a picture."""
    Hall(sqlite_database).upload("a.jpg")
    name = Path(back_up(sqlite_database, folder, "--with-pictures")).name
    rename_backup(folder, name, FIRST)
    return folder / FIRST


def full_image(folder: Path) -> Path:
    [path] = (folder / "objects").rglob("full.jpg")
    return path


@damages
def test_a_damaged_copy_is_found_and_written_anew_by_the_next_backup(
    damage: Damage, backup: Path, sqlite_database: SqliteDatabase
) -> None:
    """The danger: one copy serves all backups, and is damaged in all of them."""
    copy = full_image(backup.parent)
    whole = copy.read_bytes()
    copy.write_bytes(damage(whole))
    key = str(copy.relative_to(backup.parent / "objects"))

    found = invoke("db", "verify", str(backup), *sqlite_database.flags)
    assert found.exit_code == 1
    assert f"1 of its 3 objects of pictures are damaged: {key}." in found.stderr
    assert "The next `seatpreview db backup --with-pictures` writes damaged objects anew" in found.stderr
    assert found.stdout.endswith("The backup is damaged.\n")

    taken = invoke("db", "backup", str(backup.parent), "--with-pictures", *sqlite_database.flags)
    assert taken.exit_code == 0, taken.stderr
    assert f"1 stored copies were damaged, and were written anew: {key}." in taken.stderr
    assert copy.read_bytes() == whole
    for name in archives(backup.parent):
        verified = result_of("db", "verify", str(backup.parent / name), *sqlite_database.flags)
        assert (verified["faults"], verified["pictures"]["read"]) == ([], 3)
    assert objects_in(backup.parent) == objects_in(sqlite_database.folder), "the note of it is gone, too"


@damages
def test_a_damaged_copy_is_not_restored(
    damage: Damage, backup: Path, sqlite_database: SqliteDatabase, tmp_path: Path
) -> None:
    copy = full_image(backup.parent)
    copy.write_bytes(damage(copy.read_bytes()))
    restored = invoke("db", "restore", str(backup), "--data-dir", str(tmp_path / "elsewhere"))
    assert restored.exit_code == 0, "the records are needed all the same"
    assert "1 objects of pictures are damaged in the backup, and were not restored: " in restored.stderr
    assert len(objects_in(tmp_path / "elsewhere")) == 2
    assert result_of("tenants", "list", "--data-dir", str(tmp_path / "elsewhere"))["data"] == (
        sqlite_database.tenants()
    )


@damages
def test_a_damaged_picture_of_the_service_is_restored(
    damage: Damage, backup: Path, sqlite_database: SqliteDatabase
) -> None:
    picture = full_image(sqlite_database.folder)
    whole = picture.read_bytes()
    picture.write_bytes(damage(whole))
    restored = invoke("db", "restore", str(backup), *sqlite_database.flags)
    assert restored.exit_code == 0, restored.stderr
    assert picture.read_bytes() == whole


@damages
def test_a_damaged_picture_of_the_service_never_replaces_a_stored_copy(
    damage: Damage, backup: Path, sqlite_database: SqliteDatabase
) -> None:
    """The danger: the service's disk is the one that fails, and the backup copies its faults."""
    copy, picture = full_image(backup.parent), full_image(sqlite_database.folder)
    whole = copy.read_bytes()
    picture.write_bytes(damage(whole))
    forget_digests(backup)
    taken = invoke("db", "backup", str(backup.parent), "--with-pictures", *sqlite_database.flags)
    assert taken.exit_code == 0
    assert "1 objects of the service are not what was backed up before, or are empty: " in taken.stderr
    assert copy.read_bytes() == whole


def test_a_backup_of_a_release_without_digests_is_compared_by_the_next_one(
    backup: Path, sqlite_database: SqliteDatabase
) -> None:
    forget_digests(backup)
    old = invoke("db", "verify", str(backup), *sqlite_database.flags)
    assert old.exit_code == 0
    assert "It was taken without hashes of 3 of its objects of pictures" in old.stderr
    copy = full_image(backup.parent)
    whole = copy.read_bytes()
    copy.write_bytes(whole[:-1])
    back_up(sqlite_database, backup.parent, "--with-pictures")
    assert copy.read_bytes() == whole
    verified = result_of("db", "verify", str(backup.parent), *sqlite_database.flags)
    assert verified["pictures"]["read"] == 3


def test_a_copy_on_a_lost_sector_is_found_and_written_anew(
    backup: Path, sqlite_database: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The danger: one file that the disk cannot read any more ends every later backup."""
    copy, open_file = full_image(backup.parent), store._open
    lost = copy.stat().st_ino

    def open_whole_file(path: str, select: Select) -> Any:
        if Path(path).exists() and Path(path).stat().st_ino == lost:
            raise OSError(errno.EIO, "Input/output error")
        return open_file(path, select)

    monkeypatch.setattr(store, "_open", open_whole_file)
    found = invoke("db", "verify", str(backup), *sqlite_database.flags)
    assert "1 of its 3 objects of pictures are damaged: " in found.stderr
    taken = invoke("db", "backup", str(backup.parent), "--with-pictures", *sqlite_database.flags)
    assert taken.exit_code == 0, taken.stderr
    assert copy.stat().st_ino != lost
    assert result_of("db", "verify", str(backup), *sqlite_database.flags)["faults"] == []


def test_a_thorough_check_reads_everything_and_others_a_sample_and_what_is_in_doubt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(image_objects, "SAMPLE_OBJECTS", 3)
    objects = objects_of(tmp_path, "")
    keys = [f"ven_a/img_a/{number}.jpg" for number in range(10)]
    for key in keys:
        path = tmp_path / "objects" / key
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(key.encode())
    known = {key: ObjectDigest.of(key.encode()) for key in keys}
    known[keys[7]] = ObjectDigest.of(b"x" * len(keys[7]))
    known[keys[8]] = ObjectDigest.of(b"longer")
    (tmp_path / "objects" / keys[9]).unlink()

    assert check_objects(keys, known, objects, thorough=True) == ([keys[9]], [keys[7], keys[8]], 8)
    sampled = check_objects(keys, known, objects)
    assert (sampled.lost, sampled.read) == ([keys[9]], 3)
    assert keys[8] in sampled.damaged, "sizes are always compared"
    doubted = check_objects(keys, known, objects, doubtful=[keys[7], "ven_a/img_b/deleted.jpg"])
    assert doubted.damaged == [keys[7], keys[8]]


def forget_digests(backup: Path) -> None:
    """Makes the list of a backup's objects one of an earlier release."""
    path = backup.with_name(backup.name.replace(".tar", ".pictures.json.gz"))
    listed = json.loads(gzip.decompress(path.read_bytes()))
    del listed["digests"]
    path.write_bytes(gzip.compress(json.dumps(listed).encode()))
