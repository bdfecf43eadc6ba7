"""Copies of SQLite files, for backups and before upgrades."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

COPIED_PAGES = 2_000
"""Pages, 8 MB, that a copy with progress copies at once."""


def copy(source: Path, target: Path, on_progress: Callable[[int, int], None] | None = None) -> None:
    """Copies a file that may be in use, by SQLite's own backup. An existing target is replaced as a whole.

    With `on_progress`, pages are copied in groups, and it is called after each group with the number of
    remaining pages and of all pages. The open transaction keeps the file's state, so that concurrent writes
    do not restart the copy.
    """
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    os.close(os.open(partial, os.O_RDWR | os.O_CREAT, 0o600))
    with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(partial)) as backup:
        original.execute("BEGIN")
        original.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
        original.backup(
            backup,
            pages=COPIED_PAGES if on_progress else -1,
            progress=on_progress and (lambda _, remaining, total: on_progress(remaining, total)),
        )
    partial.replace(target)
