"""Text files that a command reads or writes, with a sentence for what goes wrong. Nothing is overwritten."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import typer

from seatpreview.values.command_error import CommandError


def read_text(file: Path) -> str:
    """Reads UTF-8, without the byte order mark that spreadsheets write in front."""
    try:
        return file.read_bytes().decode("utf-8-sig")
    except OSError as fault:
        raise CommandError(f"{file} cannot be read: {fault.strerror}.") from fault
    except UnicodeDecodeError as fault:
        raise CommandError(f"{file} is not UTF-8 text: byte {fault.start} is not valid.") from fault


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
