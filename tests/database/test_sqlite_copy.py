"""Copies of SQLite files that are in use."""

import sqlite3
from contextlib import closing
from pathlib import Path

from seatpreview.database import sqlite_copy


def test_writes_meanwhile_neither_begin_the_copy_anew_nor_get_into_it(tmp_path: Path) -> None:
    """The danger: a copy of a busy file that never ends, or that mixes two states."""
    source, target = tmp_path / "source", tmp_path / "target"
    with closing(sqlite3.connect(source)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("CREATE TABLE filling (content BLOB)")
        with writer:
            writer.executemany(
                "INSERT INTO filling VALUES (zeroblob(4000))", [()] * 2 * sqlite_copy.COPIED_PAGES
            )
        reported: list[tuple[int, int]] = []

        def write(remaining: int, total: int) -> None:
            reported.append((remaining, total))
            assert len(reported) < 10, "the copy began anew"
            with writer:
                writer.execute("UPDATE filling SET content = zeroblob(3999)")

        sqlite_copy.copy(source, target, write)
    assert [remaining for remaining, _ in reported] == sorted((r for r, _ in reported), reverse=True)
    assert reported[-1][0] == 0
    assert len(reported) >= 3
    with closing(sqlite3.connect(target)) as copied:
        lengths = copied.execute("SELECT DISTINCT length(content) FROM filling").fetchall()
        assert lengths == [(4000,)]
        assert copied.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert target.stat().st_mode & 0o077 == 0
