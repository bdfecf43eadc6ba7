"""Deletes many files of a folder at once, and the folders that become empty."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def delete_files(folder: Path, keys: Iterable[str]) -> None:
    """Deletes the files with these keys. Missing files are skipped. Call this in a thread.

    Folders that become empty are deleted too. An object that is written there meanwhile creates its folder
    again.
    """
    parents: set[Path] = set()
    for key in keys:
        path = folder / key
        with suppress(FileNotFoundError, NotADirectoryError):
            os.unlink(path)
        parents.add(path.parent)
    while parents:
        # The deepest first, so that a folder is empty when its turn comes.
        deepest = max(parents, key=lambda path: len(path.parts))
        parents.remove(deepest)
        if deepest != folder and _is_removed(deepest):
            parents.add(deepest.parent)


def _is_removed(folder: Path) -> bool:
    try:
        os.rmdir(folder)
    except FileNotFoundError:
        return True
    except OSError:  # The folder is not empty.
        return False
    return True
