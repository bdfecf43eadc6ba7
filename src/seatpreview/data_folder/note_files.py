"""Notes: small JSON files in the data folder, by which one process tells another something."""

import os
import secrets
from pathlib import Path
from typing import TypeVar

import msgspec

from seatpreview.results.json_encoding import encode

NOTE_BYTES_MAX = 10_000
"""Larger files are ignored: they cannot be a note of this service."""

T = TypeVar("T")


def read_note(path: Path, type_: type[T]) -> T | None:
    """Reads a note, in some microseconds. Returns None if it is missing or damaged."""
    try:
        with path.open("rb") as file:
            text = file.read(NOTE_BYTES_MAX + 1)
        return msgspec.json.decode(text, type=type_)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def write_note(path: Path, note: msgspec.Struct) -> None:
    """Replaces a note atomically. Only the user of the service may read it."""
    new_file = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with open(os.open(new_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(encode(note))
        new_file.replace(path)
    finally:
        new_file.unlink(missing_ok=True)
