"""The note of the running service: kept while it runs, and never in its way."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from seatpreview.data_folder import (
    NOTE_BYTES_MAX,
    SERVICE_NOTE_FILE,
    ServiceNote,
    read_service_note,
    service_noted,
)

NOTE = ServiceNote(address="https://seats.example", host="127.0.0.1", port=8080, pid=77)


def test_the_note_is_there_while_the_service_runs_and_gone_afterwards(tmp_path: Path) -> None:
    with service_noted(tmp_path, NOTE):
        assert read_service_note(tmp_path) == NOTE
        assert (tmp_path / SERVICE_NOTE_FILE).stat().st_mode & 0o077 == 0
        assert [path.name for path in tmp_path.iterdir()] == [SERVICE_NOTE_FILE]
    assert [*tmp_path.iterdir()] == []


def test_a_service_removes_no_note_of_another_one(tmp_path: Path) -> None:
    other = replace(NOTE, port=8081, pid=78)
    with service_noted(tmp_path, other):
        with service_noted(tmp_path, NOTE):
            assert read_service_note(tmp_path) == NOTE
        assert read_service_note(tmp_path) is None
    first = service_noted(tmp_path, NOTE)
    first.__enter__()
    with service_noted(tmp_path, other):
        first.__exit__(None, None, None)
        assert read_service_note(tmp_path) == other


def test_a_folder_that_cannot_be_written_stops_no_service(tmp_path: Path) -> None:
    with service_noted(tmp_path / "missing", NOTE):
        assert read_service_note(tmp_path / "missing") is None


@pytest.mark.parametrize("damaged", [b"", b"{", b'{"address": 1}', b"\xff", b" " * (NOTE_BYTES_MAX + 1)])
def test_what_is_no_note_is_ignored(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / SERVICE_NOTE_FILE).write_bytes(damaged)
    assert read_service_note(tmp_path) is None
