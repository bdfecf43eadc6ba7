"""deploy/backup-postgresql on a real server: dumps that were restored before they are kept."""

import json
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from cli.program import invoke, result_of
from deployment.deployment_files import FOLDER
from seatpreview import data_folder
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.postgres import RunningPostgres
from servers.processes import clean_environment

SCRIPT = FOLDER / "backup-postgresql"
OLD = [f"seatpreview-2026111{day}T120000Z.dump" for day in (1, 2, 3)]


class Backups:
    """A database with records, a folder for its backups, and the script."""

    def __init__(self, server: RunningPostgres, url: str, folder: Path) -> None:
        self.server = server
        self.url = url
        self.data_dir = folder / "data"
        self.folder = folder / "backups"
        self.folder.mkdir()

    def environment(self, **more: str) -> dict[str, str]:
        path = os.pathsep.join([str(self.server.programs), os.environ["PATH"]])
        settings = {"SEATPREVIEW_DATABASE_URL": self.url, "SEATPREVIEW_DATA_DIR": str(self.data_dir)}
        return clean_environment({"PATH": path} | settings) | more

    def run(self, *arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [str(SCRIPT), *(arguments or (str(self.folder), "--keep", "2"))],
            env=self.environment(**more),
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
        )

    def files(self) -> list[str]:
        return sorted(
            path.name for path in self.folder.iterdir() if not path.name.startswith(".seatpreview-lock")
        )

    def psql(self, statement: str) -> str:
        program = str(self.server.programs / "psql")
        command = [program, "--no-psqlrc", "-At", "-d", self.url, "-c", statement]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def scratch_databases(self) -> str:
        return self.psql("SELECT datname FROM pg_database WHERE datname LIKE 'seatpreview_verify_%'")


@pytest.fixture(scope="module")
def database_url(postgres: RunningPostgres, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database with a tenant."""
    url = postgres.new_database("to_back_up")
    flags = ["--database-url", url, "--data-dir", str(tmp_path_factory.mktemp("data"))]
    assert invoke("db", "upgrade", *flags).exit_code == 0
    result_of("tenants", "create", "--name", "Halls", *flags)
    return url


@pytest.fixture
def backups(postgres: RunningPostgres, database_url: str, tmp_path: Path) -> Backups:
    return Backups(postgres, database_url, tmp_path)


def test_a_dump_is_restored_kept_and_noted(backups: Backups) -> None:
    first = backups.run()
    assert first.returncode == 0, first.stderr
    [dump] = backups.files()
    assert re.fullmatch(r"seatpreview-\d{8}T\d{6}Z\.dump", dump)
    path = backups.folder / dump
    assert path.stat().st_mode & 0o077 == 0
    assert "public.tenants 1" in first.stdout
    assert "activity.events 0" in first.stdout
    noted = data_folder.read_last_backup(backups.data_dir)
    assert noted is not None
    assert (noted.name, noted.held, noted.size_bytes) == (
        str(path),
        ("records", "activity"),
        path.stat().st_size,
    )
    assert noted.verified_at is not None
    assert backups.scratch_databases() == ""

    for name in OLD[:2]:
        (backups.folder / name).write_bytes(path.read_bytes())
    (backups.folder / OLD[2]).write_bytes(b"no dump")
    (backups.folder / "seatpreview-2026.dump").write_text("precious")
    (backups.folder / dump).unlink()
    second = backups.run()
    assert second.returncode == 0, second.stderr
    kept = [name for name in backups.files() if name not in OLD]
    assert [name for name in backups.files() if name in OLD] == OLD[1:], "a broken one does not count"
    assert "seatpreview-2026.dump" in kept

    # The dump holds what the database had.
    restored = backups.server.create_database("restored_from_dump")
    command = [str(backups.server.programs / "pg_restore"), "-d", restored, str(backups.folder / OLD[1])]
    subprocess.run(command, check=True)
    tenants = result_of("tenants", "list", "--database-url", restored, "--data-dir", str(backups.data_dir))
    assert [tenant["name"] for tenant in tenants["data"]] == ["Halls"]


def test_nothing_is_deleted_while_a_name_is_in_the_future(backups: Backups) -> None:
    for name in (OLD[0], "seatpreview-90000101T120000Z.dump"):
        (backups.folder / name).write_bytes(b"")
    taken = backups.run(str(backups.folder), "--keep", "1")
    assert taken.returncode == 0, taken.stderr
    assert "seatpreview-90000101T120000Z.dump has a later name" in taken.stderr
    assert len(backups.files()) == 3


def test_a_fault_is_told_and_leaves_nothing(backups: Backups, tmp_path: Path) -> None:
    cases: list[tuple[list[str], dict[str, str], int, str]] = [
        ([str(tmp_path / "away"), "--keep", "2"], {}, 1, "is not a folder: create it, or mount the disk"),
        ([str(backups.folder)], {}, 2, "--keep N"),
        ([str(backups.folder), "--keep", "0"], {}, 2, "--keep N"),
        ([str(backups.folder), "--keep", "2", "--every", "now"], {}, 2, "--keep N"),
        ([], {"SEATPREVIEW_DATABASE_URL": "postgresql://localhost"}, 2, "must be postgresql://user"),
        ([], {"SEATPREVIEW_DATABASE_URL": backups.server.url_of("nowhere")}, 1, '"nowhere" does not exist'),
        ([], {"SCRATCH_SERVER_URL": backups.server.url_of("nowhere")}, 1, "the right CREATEDB"),
    ]
    for arguments, more, status, sentence in cases:
        failed = backups.run(*arguments, **more)
        assert (failed.returncode, sentence in failed.stderr) == (status, True), failed.stderr
        assert backups.files() == []
    assert data_folder.read_last_backup(backups.data_dir) is None
    assert backups.scratch_databases() == ""


def test_a_dump_that_lacks_rows_is_not_kept(backups: Backups, tmp_path: Path) -> None:
    """The danger: a backup that looks well until it is needed. Here pg_dump leaves out a table's rows."""
    programs = tmp_path / "programs"
    programs.mkdir()
    real = backups.server.programs / "pg_dump"
    (programs / "pg_dump").write_text(f'#!/bin/sh\nexec {real} "$@" --exclude-table-data=public.tenants\n')
    (programs / "pg_dump").chmod(0o755)
    failed = backups.run(
        PATH=os.pathsep.join([str(programs), str(backups.server.programs), os.environ["PATH"]])
    )
    assert failed.returncode == 1
    assert "public.tenants 1" in failed.stderr
    assert "The backup failed: the restored dump has other rows than the database had" in failed.stderr
    assert backups.files() == []
    assert data_folder.read_last_backup(backups.data_dir) is None
    assert backups.scratch_databases() == ""


def test_no_password_is_on_a_command_line(backups: Backups, tmp_path: Path) -> None:
    """The attack: every user of a machine can read the command lines of its processes."""
    programs, seen = tmp_path / "programs", tmp_path / "seen"
    programs.mkdir()
    for name in ("psql", "pg_dump", "pg_restore"):
        real = backups.server.programs / name
        text = f'#!/bin/sh\necho "$PGPASSWORD $*" >> {seen}\nexec {real} "$@"\n'
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    # Several hosts, of which the first is away.
    url = backups.url.replace("postgres@", "postgres:p%40ss%5Cword@127.0.0.1:9,")
    taken = backups.run(
        PATH=os.pathsep.join([str(programs), os.environ["PATH"]]), SEATPREVIEW_DATABASE_URL=url
    )
    assert taken.returncode == 0, taken.stderr
    lines = seen.read_text().splitlines()
    connected = [line for line in lines if "--dbname" in line]
    assert len(connected) >= 5
    assert all(line.startswith("p@ss\\word ") and "p%40ss" not in line for line in connected)


@pytest.mark.long
def test_repeated_dumps_go_on_after_a_failure_and_end_cleanly(backups: Backups, tmp_path: Path) -> None:
    away = backups.folder.rename(tmp_path / "away")
    output, errors = tmp_path / "output", tmp_path / "errors"
    command = [str(SCRIPT), str(backups.folder), "--keep", "1", "--every", "1s"]
    with output.open("w") as stdout, errors.open("w") as stderr:
        process = subprocess.Popen(command, env=backups.environment(), stdout=stdout, stderr=stderr)
    try:
        wait_until(lambda: "is not a folder" in errors.read_text())
        away.rename(backups.folder)
        wait_until(lambda: output.read_text().count("Wrote ") >= 2)
    finally:
        process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE_SECONDS) == 0
    wait_until(lambda: backups.scratch_databases() == "")
    first = re.findall(r"seatpreview-\w+\.dump", output.read_text())[0]
    assert first not in backups.files()
    assert not (backups.folder / ".seatpreview-unfinished").exists()
    assert json.loads(data_folder.path_of_last_backup(backups.data_dir).read_text())["verifiedAt"]
