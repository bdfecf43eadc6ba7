"""The note of the service's first start in this data folder: from then on a backup is expected."""

from contextlib import suppress
from pathlib import Path

import msgspec

from seatpreview.data_folder.note_files import read_note, write_note
from seatpreview.values.clock import Moment, Time, datetime_of

FILE_NAME = "first-start.json"


class FirstStart(msgspec.Struct, frozen=True, kw_only=True):
    """The first start."""

    at: Time


def read(data_dir: Path) -> FirstStart | None:
    """Reads the note. Returns None if it is missing or damaged."""
    return read_note(data_dir / FILE_NAME, FirstStart)


def note(data_dir: Path, at: Moment) -> None:
    """Notes a start, if it is the first. Where nothing can be written, the next start counts."""
    if read(data_dir) is None:
        with suppress(OSError):
            write_note(data_dir / FILE_NAME, FirstStart(at=datetime_of(at)))
