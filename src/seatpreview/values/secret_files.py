"""Files of secrets, one in each line. Only their owner can read them, and nobody sees one half written."""

import os
import secrets
from collections.abc import Sequence
from pathlib import Path


def create_once(path: Path, lines: Sequence[str]) -> None:
    """Creates the file if it is missing. Processes that do so together agree on one, because it appears as a
    whole."""
    new_file = _write_beside(path, lines)
    try:
        os.link(new_file, path)
    except FileExistsError:
        pass  # Another process was first, and its secret is used.
    finally:
        new_file.unlink()


def replace_file(path: Path, lines: Sequence[str]) -> None:
    """Replaces the file, or creates it."""
    _write_beside(path, lines).replace(path)


def _write_beside(path: Path, lines: Sequence[str]) -> Path:
    new_file = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    with open(os.open(new_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        os.fsync(file.fileno())
    return new_file
