"""The note of the last backup."""

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from seatpreview import data_folder
from seatpreview.data_folder import NOTE_BYTES_MAX, LastBackup
from seatpreview.values.clock import moment_of

AT = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
BACKUP = LastBackup(
    at=AT, name="/backups/seatpreview-20261116T120000Z.tar", held=("records", "activity"), size_bytes=1234
)


def test_the_note_of_the_last_backup_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert data_folder.read_last_backup(tmp_path) is None
    data_folder.note_backup(tmp_path, BACKUP)
    assert data_folder.read_last_backup(tmp_path) == BACKUP
    assert BACKUP.age_seconds(moment_of(AT.replace(minute=2))) == 120
    note = data_folder.path_of_last_backup(tmp_path)
    assert note.stat().st_mode & 0o077 == 0
    assert [path.name for path in note.parent.iterdir()] == ["note.json"]


def test_only_the_last_backup_is_noted_as_verified(tmp_path: Path) -> None:
    data_folder.note_backup_verified(tmp_path, BACKUP.name, moment_of(AT))
    assert data_folder.read_last_backup(tmp_path) is None
    data_folder.note_backup(tmp_path, BACKUP)
    data_folder.note_backup_verified(tmp_path, "/backups/another.tar", moment_of(AT))
    assert data_folder.read_last_backup(tmp_path) == BACKUP
    data_folder.note_backup_verified(tmp_path, BACKUP.name, moment_of(AT))
    assert data_folder.read_last_backup(tmp_path) == msgspec.structs.replace(BACKUP, verified_at=AT)


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'{"at": 5}',
        b"\xff\xfe",
        b'{"at": "2026-11-16"}',
        b" " * (NOTE_BYTES_MAX + 1),
    ],
)
def test_a_damaged_note_is_none_and_does_not_raise(tmp_path: Path, damaged: bytes) -> None:
    note = data_folder.path_of_last_backup(tmp_path)
    note.parent.mkdir()
    note.write_bytes(damaged)
    assert data_folder.read_last_backup(tmp_path) is None


def test_a_folder_in_its_place_is_no_note(tmp_path: Path) -> None:
    data_folder.path_of_last_backup(tmp_path).mkdir(parents=True)
    assert data_folder.read_last_backup(tmp_path) is None
