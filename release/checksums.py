"""The file SHA256SUMS of a release, which `sha256sum --check` reads."""

import hashlib
from pathlib import Path

FILE_NAME = "SHA256SUMS"


def write_checksums(folder: Path) -> None:
    """Writes the checksums of all files of the folder, by name."""
    lines = [f"{_digest(path)}  {path.name}\n" for path in _files(folder)]
    (folder / FILE_NAME).write_text("".join(lines), encoding="utf-8")


def wrong_files(folder: Path) -> list[str]:
    """Returns the names of files that are missing, that have changed, or that the checksums do not name."""
    lines = (folder / FILE_NAME).read_text(encoding="utf-8").splitlines()
    listed = {name: digest for digest, name in (line.split("  ", 1) for line in lines)}
    found = {path.name: _digest(path) for path in _files(folder)}
    return sorted(name for name in listed | found if listed.get(name) != found.get(name))


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file() and path.name != FILE_NAME)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
