"""`seatpreview db`: revisions on both engines, and backups of the SQLite files."""

import io
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from cli.program import invoke, result_of
from cli.sqlite_database import SqliteDatabase
from seatpreview.database import schema
from servers.postgres import RunningPostgres

NEWEST = schema.newest()


class TestRevisions:
    def test_postgresql_is_upgraded_by_the_command(self, postgres: RunningPostgres) -> None:
        database_flags = ["--database-url", postgres.create_database("to_upgrade")]
        empty = {"engine": "postgresql", "current": None, "newest": NEWEST, "usable": False}
        assert result_of("db", "status", *database_flags) == empty
        assert invoke("db", "upgrade", *database_flags).stdout == f"The database has revision {NEWEST}.\n"
        assert result_of("db", "status", *database_flags) == empty | {"current": NEWEST, "usable": True}
        assert invoke("db", "upgrade", *database_flags).exit_code == 0, "a second upgrade does nothing"

    def test_a_database_without_tables_is_to_be_upgraded(self, missing_dir: Path) -> None:
        missing_dir.mkdir()
        (missing_dir / "seatpreview.sqlite").touch()
        asked = invoke("db", "status", "--data-dir", str(missing_dir))
        assert asked.exit_code == 0
        assert "no tables" in asked.stdout
        assert asked.stderr == "Run `seatpreview db upgrade`.\n"

    def test_a_database_of_a_newer_release_is_left_alone(self, sqlite_database: SqliteDatabase) -> None:
        sqlite_database.set_revision("9999")
        for command in (["keys", "list"], ["db", "upgrade"], ["serve", "--port", "0"]):
            refused = invoke(*command, *sqlite_database.flags)
            assert refused.exit_code == 1
            assert "has revision 9999, of a newer release" in refused.stderr
        assert list(sqlite_database.folder.glob("*.before-*")) == []
        asked = invoke("db", "status", *sqlite_database.flags)
        assert asked.exit_code == 0
        assert "of a newer release than this one" in asked.stderr
        assert "db upgrade" not in asked.stderr

    def test_a_file_that_is_no_database_is_named(self, sqlite_database: SqliteDatabase) -> None:
        sqlite_database.records.write_bytes(b"This is no database at all. " * 50)
        refused = invoke("keys", "list", *sqlite_database.flags)
        assert refused.exit_code == 1
        assert refused.stderr == (
            f"The database in {sqlite_database.folder} cannot be used: file is not a database.\n"
        )


class TestBackup:
    def test_a_restore_brings_back_the_backup_and_keeps_the_replaced_files(
        self, sqlite_database: SqliteDatabase, tmp_path: Path
    ) -> None:
        backup = tmp_path / "backup.tar"
        made = sqlite_database.make_tenant("Before")
        assert invoke("db", "backup", str(backup), *sqlite_database.flags).stdout == f"Wrote {backup}.\n"
        assert backup.stat().st_mode & 0o077 == 0
        sqlite_database.make_tenant("After")

        restored = invoke("db", "restore", str(backup), *sqlite_database.flags)
        assert restored.exit_code == 0, restored.stderr
        assert sqlite_database.tenants() == [made]
        kept = [line.split()[-1].rstrip(".") for line in restored.stdout.splitlines() if "kept" in line]
        assert sorted(Path(name).name.split(".replaced-")[0] for name in kept) == [
            "activity.sqlite",
            "seatpreview.sqlite",
        ]
        [old] = [name for name in kept if "seatpreview.sqlite" in name]
        with closing(sqlite3.connect(old)) as connection:
            names = [name for (name,) in connection.execute("SELECT name FROM tenants ORDER BY name")]
        assert names == ["After", "Before"]
        assert [path.name for path in sqlite_database.folder.iterdir() if path.name.startswith(".")] == []

    def test_a_backup_can_be_restored_into_an_empty_folder(
        self, sqlite_database: SqliteDatabase, tmp_path: Path
    ) -> None:
        made = sqlite_database.make_tenant("Moved")
        invoke("db", "backup", str(tmp_path / "backup.tar"), *sqlite_database.flags)
        elsewhere = ["--data-dir", str(tmp_path / "elsewhere")]
        restored = invoke("db", "restore", str(tmp_path / "backup.tar"), *elsewhere)
        assert restored.exit_code == 0, restored.stderr
        assert result_of("tenants", "list", *elsewhere)["data"] == [made]

    def test_a_file_that_exists_is_not_overwritten(
        self, sqlite_database: SqliteDatabase, tmp_path: Path
    ) -> None:
        (tmp_path / "backup.tar").write_text("precious")
        refused = invoke("db", "backup", str(tmp_path / "backup.tar"), *sqlite_database.flags)
        assert refused.exit_code == 1
        assert (tmp_path / "backup.tar").read_text() == "precious"

    def test_a_file_in_use_is_not_replaced(self, sqlite_database: SqliteDatabase, tmp_path: Path) -> None:
        backup = tmp_path / "backup.tar"
        invoke("db", "backup", str(backup), *sqlite_database.flags)
        with closing(sqlite3.connect(sqlite_database.records)) as reader:
            reader.execute("SELECT count(*) FROM tenants").fetchone()
            refused = invoke("db", "restore", str(backup), *sqlite_database.flags)
        assert refused.exit_code == 1
        assert (
            refused.stderr == f"{sqlite_database.records} is in use: stop the service first, then restore.\n"
        )
        assert list(sqlite_database.folder.glob("*.replaced-*")) == []
        assert invoke("db", "restore", str(backup), *sqlite_database.flags).exit_code == 0

    def test_a_damaged_database_can_be_replaced(
        self, sqlite_database: SqliteDatabase, tmp_path: Path
    ) -> None:
        made = sqlite_database.make_tenant("Saved")
        invoke("db", "backup", str(tmp_path / "backup.tar"), *sqlite_database.flags)
        sqlite_database.records.write_bytes(b"This is no database at all. " * 50)
        assert invoke("db", "restore", str(tmp_path / "backup.tar"), *sqlite_database.flags).exit_code == 0
        assert sqlite_database.tenants() == [made]

    @pytest.mark.parametrize(
        ("members", "sentence"),
        [
            ({}, "is not a backup of Seat Preview"),
            ({"seatpreview.sqlite": b"nonsense " * 99, "activity.sqlite": b""}, "is damaged"),
            ({"seatpreview.sqlite": b"", "activity.sqlite": b""}, "it has none of its tables"),
            ({"../seatpreview.sqlite": b"", "activity.sqlite": b""}, "is not a backup of Seat Preview"),
        ],
    )
    def test_an_archive_that_is_no_backup_changes_nothing(
        self, members: dict[str, bytes], sentence: str, sqlite_database: SqliteDatabase, tmp_path: Path
    ) -> None:
        made = sqlite_database.make_tenant("Kept")
        refused = invoke("db", "restore", str(archive_of(tmp_path, members)), *sqlite_database.flags)
        assert refused.exit_code == 1
        assert sentence in refused.stderr
        assert sqlite_database.tenants() == [made]

    def test_a_backup_of_a_newer_release_is_refused(
        self, sqlite_database: SqliteDatabase, tmp_path: Path
    ) -> None:
        sqlite_database.set_revision("9999")
        assert invoke("db", "backup", str(tmp_path / "newer.tar"), *sqlite_database.flags).exit_code == 0
        sqlite_database.set_revision(NEWEST)
        refused = invoke("db", "restore", str(tmp_path / "newer.tar"), *sqlite_database.flags)
        assert refused.exit_code == 1
        assert "of a newer release" in refused.stderr

    @pytest.mark.parametrize("command", ["backup", "restore"])
    def test_postgresql_has_tools_of_its_own(self, command: str, tmp_path: Path) -> None:
        flags = ["--database-url", "postgresql://host/name", "--data-dir", str(tmp_path)]
        refused = invoke("db", command, str(tmp_path / "x.tar"), *flags)
        assert refused.exit_code == 2
        assert "pg_dump" in refused.stderr


def archive_of(folder: Path, members: dict[str, bytes]) -> Path:
    path = folder / "made-by-hand.tar"
    with tarfile.open(path, "w") as archive:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return path
