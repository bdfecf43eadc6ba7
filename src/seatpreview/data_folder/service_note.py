"""The note of a running service: a small file in the data folder, by which commands find its address.

A killed service leaves its note behind, so a reader has to ask whether that service still runs.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from seatpreview.data_folder.note_files import read_note, write_note

FILE_NAME = "running-service.json"


class ServiceNote(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The address and the process of a service."""

    address: str
    """Scheme, host and port by which clients reach it."""
    host: str
    port: int
    """The port that it listens on. Clients may reach it through a proxy with another address."""
    pid: int


def read(data_dir: Path) -> ServiceNote | None:
    """Reads the note. Returns None if it is missing or damaged."""
    return read_note(data_dir / FILE_NAME, ServiceNote)


@contextmanager
def noted(data_dir: Path, note: ServiceNote) -> Iterator[None]:
    """Keeps the note while the service runs. Where it cannot be written, the service runs all the same, and
    commands use their own settings."""
    with suppress(OSError):
        write_note(data_dir / FILE_NAME, note)
    try:
        yield
    finally:
        # Services on PostgreSQL may share a folder, and by now the note may belong to another one.
        if read(data_dir) == note:
            with suppress(OSError):
                (data_dir / FILE_NAME).unlink()
