"""Files that a command reads or writes, with a sentence for what goes wrong. Nothing is overwritten."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import typer

from seatpreview.values.command_error import CommandError


def read_text(file: Path) -> str:
    """Reads UTF-8, without the byte order mark that spreadsheets write in front."""
    try:
        return read_bytes(file).decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise CommandError(f"{file} is not UTF-8 text: byte {fault.start} is not valid.") from fault


def read_bytes(file: Path, bytes_max: int | None = None) -> bytes:
    """Reads a file, which may have at most this many bytes."""
    try:
        size_bytes = file.stat().st_size
        if bytes_max is not None and size_bytes > bytes_max:
            raise CommandError(f"{file} has {size_bytes:,} bytes. At most {bytes_max:,} can be stored.")
        return file.read_bytes()
    except OSError as fault:
        raise CommandError(f"{file} cannot be read: {fault.strerror}.") from fault


def read_object(file: Path) -> dict[str, Any]:
    """Reads a JSON object."""
    from seatpreview.decoding.json_object import read_object as parse
    from seatpreview.problems import ValidationFailed

    try:
        return parse(read_text(file).encode())
    except ValidationFailed as refusal:
        raise CommandError(f"{file} is not a JSON object. {refusal.detail}") from refusal


def check_is_new(file: Path) -> None:
    """Refuses a file that exists, before the work whose result it would hold."""
    if file.exists():
        raise _already_exists(file)


def write_new(file: Path, content: str | bytes) -> None:
    """Writes a new file, and refuses to replace one that exists."""
    try:
        with file.open("xb") as opened:
            opened.write(content.encode() if isinstance(content, str) else content)
    except FileExistsError as fault:
        raise _already_exists(file) from fault
    except OSError as fault:
        raise CommandError(f"{file} cannot be written: {fault.strerror}.") from fault


def print_or_write(file: Path | None, content: str | bytes) -> None:
    """Writes to standard output or, where one is named, to a new file."""
    if file is None:
        typer.echo(content, nl=False)
        return
    write_new(file, content)
    typer.echo(f"Wrote {file}.")


@contextmanager
def new_output(file: Path | None) -> Iterator[Callable[[str], object]]:
    """Yields a function that writes to standard output, or to a new file, which appears once complete."""
    if file is None:
        yield lambda text: typer.echo(text, nl=False)
        return
    check_is_new(file)
    try:
        with TemporaryDirectory(prefix=".seatpreview-export-", dir=file.parent) as folder:
            unfinished = Path(folder) / "unfinished"
            with unfinished.open("x", encoding="utf-8", newline="") as opened:
                yield opened.write
            check_is_new(file)
            unfinished.rename(file)
    except OSError as fault:
        raise CommandError(f"{file} cannot be written: {fault.strerror}.") from fault


def _already_exists(file: Path) -> CommandError:
    return CommandError(f"{file} already exists: choose another file name.")
