"""The note of a running service: a small file in the data folder, by which commands find its address.

A service that was killed leaves its note behind. Whoever reads it has to ask whether that service still runs.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from seatpreview.json_encoding import encode

FILE_NAME = "running-service.json"
NOTE_BYTES_MAX = 10_000
"""Larger files are ignored: they cannot be our note."""


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
    try:
        with (data_dir / FILE_NAME).open("rb") as file:
            text = file.read(NOTE_BYTES_MAX + 1)
        return msgspec.json.decode(text, type=ServiceNote)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


@contextmanager
def noted(data_dir: Path, note: ServiceNote) -> Iterator[None]:
    """Keeps the note while the service runs. One that cannot be written is no reason not to serve: a command
    then goes by its own settings."""
    with suppress(OSError):
        _write(data_dir / FILE_NAME, note)
    try:
        yield
    finally:
        # Services on PostgreSQL may share a folder, and the note may be another one's by now.
        if read(data_dir) == note:
            with suppress(OSError):
                (data_dir / FILE_NAME).unlink()


def _write(path: Path, note: ServiceNote) -> None:
    """Replaces the note, whole or not at all."""
    new_file = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with open(os.open(new_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(encode(note))
        new_file.replace(path)
    finally:
        new_file.unlink(missing_ok=True)
