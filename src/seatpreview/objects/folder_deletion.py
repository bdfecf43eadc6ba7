"""Deletes many files of a folder at once, with the folders that become empty."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def delete_files(folder: Path, keys: Iterable[str]) -> None:
    """Deletes the files with these keys. One that does not exist is passed over. It is to run in a thread.

    A folder that is left empty is deleted as well. An object that is written there meanwhile makes it again.
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
    except OSError:  # Something is in it.
        return False
    return True
