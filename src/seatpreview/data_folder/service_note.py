"""The note of a running service: a small file in the data folder, by which commands find its address.

A service that was killed leaves its note behind. Whoever reads it has to ask whether that service still runs.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from seatpreview.data_folder.note_files import read_note, write_note

FILE_NAME = "running-service.json"


class ServiceNote(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Where a service is, and which process it is."""

    address: str
    """Scheme, host and port by which clients reach it."""
    host: str
    port: int
    """Where it listens. Clients may reach it by a proxy with another address."""
    pid: int


def read(data_dir: Path) -> ServiceNote | None:
    """Reads the note. Returns None where there is none, or where it is damaged."""
    return read_note(data_dir / FILE_NAME, ServiceNote)


@contextmanager
def noted(data_dir: Path, note: ServiceNote) -> Iterator[None]:
    """Keeps the note while the service runs. One that cannot be written is no reason not to serve: a command
    then goes by its own settings."""
    with suppress(OSError):
        write_note(data_dir / FILE_NAME, note)
    try:
        yield
    finally:
        # Services on PostgreSQL may share a folder, and the note may be another one's by now.
        if read(data_dir) == note:
            with suppress(OSError):
                (data_dir / FILE_NAME).unlink()
