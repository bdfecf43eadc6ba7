"""The note of the running service: kept while it runs, and never in its way."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from seatpreview.data_folder.note_files import NOTE_BYTES_MAX
from seatpreview.data_folder.service_note import FILE_NAME, ServiceNote, noted, read

NOTE = ServiceNote(address="https://seats.example", host="127.0.0.1", port=8080, pid=77)


def test_the_note_is_there_while_the_service_runs_and_gone_afterwards(tmp_path: Path) -> None:
    with noted(tmp_path, NOTE):
        assert read(tmp_path) == NOTE
        assert (tmp_path / FILE_NAME).stat().st_mode & 0o077 == 0
        assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]
    assert [*tmp_path.iterdir()] == []


def test_a_service_removes_no_note_of_another_one(tmp_path: Path) -> None:
    other = replace(NOTE, port=8081, pid=78)
    with noted(tmp_path, other):
        with noted(tmp_path, NOTE):
            assert read(tmp_path) == NOTE
        assert read(tmp_path) is None
    first = noted(tmp_path, NOTE)
    first.__enter__()
    with noted(tmp_path, other):
        first.__exit__(None, None, None)
        assert read(tmp_path) == other


def test_a_folder_that_cannot_be_written_stops_no_service(tmp_path: Path) -> None:
    with noted(tmp_path / "missing", NOTE):
        assert read(tmp_path / "missing") is None


@pytest.mark.parametrize("damaged", [b"", b"{", b'{"address": 1}', b"\xff", b" " * (NOTE_BYTES_MAX + 1)])
def test_what_is_no_note_is_ignored(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(damaged)
    assert read(tmp_path) is None
