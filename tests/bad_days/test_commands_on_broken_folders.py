"""Doctor and other commands on broken data folders and unreachable databases."""

import hashlib
import json
import os
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.program import assert_clear_refusal, invoke
from cli.sqlite_database import SqliteDatabase
from doctor.findings import read_report, unwell_checks
from servers.processes import clean_environment
from servers.service_process import PROGRAM

pytestmark = pytest.mark.long

IS_ROOT = os.geteuid() == 0

DROPPED = "-dac_override,-dac_read_search"
WITHOUT_RIGHTS_OF_ROOT = ["setpriv", f"--inh-caps={DROPPED}", f"--bounding-set={DROPPED}"] if IS_ROOT else []
"""Without this, root may read every file, whatever its permissions are."""

READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a stopped service with a tenant."""
    folder = tmp_path_factory.mktemp("template")
    SqliteDatabase(folder).make_tenant("Shop")
    return folder


@pytest.fixture
def folder(template: Path, tmp_path: Path) -> Path:
    """A data folder that the test may break."""
    return Path(shutil.copytree(template, tmp_path / "data"))


def run_as(prefix: list[str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*prefix, *PROGRAM, *arguments], env=clean_environment(), capture_output=True, text=True, timeout=120
    )


def test_damage_of_the_activity_file_is_not_blamed_on_the_records(folder: Path) -> None:
    activity = folder / "activity.sqlite"
    size = activity.stat().st_size
    assert size >= 4 * 4096
    with activity.open("r+b") as file:
        file.seek(2 * 4096)
        file.write(random.Random(18).randbytes(size - 2 * 4096))
    found = [each for each in unwell_checks("--data-dir", str(folder)) if each["state"] == "fail"]
    damaged = [each for each in found if "activity.sqlite" in each["detail"]]
    assert "database files" in {each["check"] for each in damaged}
    assert "damaged" in damaged[0]["detail"]
    assert "db restore" in damaged[0]["remedy"]
    assert not [each for each in found if "seatpreview.sqlite" in each["detail"]]


def overwrite(path: Path) -> None:
    path.write_text("A shopping list.\n" * 1000)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def halve(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2 // 4096 * 4096)


@pytest.mark.parametrize("harm", [overwrite, replace_by_folder, halve])
@pytest.mark.parametrize("name", ["seatpreview.sqlite", "activity.sqlite"])
def test_a_file_that_is_something_else_is_named_by_doctor(
    folder: Path, name: str, harm: Callable[[Path], None]
) -> None:
    harm(folder / name)
    found = [each for each in unwell_checks("--data-dir", str(folder)) if each["state"] == "fail"]
    assert any(name in each["detail"] for each in found), found


@pytest.mark.parametrize("harm", [overwrite, replace_by_folder])
def test_a_command_says_in_a_sentence_that_the_records_are_something_else(
    folder: Path, harm: Callable[[Path], None]
) -> None:
    harm(folder / "seatpreview.sqlite")
    for command in (["keys", "list"], ["db", "status"], ["db", "backup", str(folder.parent / "new.tar")]):
        result = invoke(*command, "--data-dir", str(folder))
        assert result.exception is None or isinstance(result.exception, SystemExit), command
        assert_clear_refusal(result.exit_code, result.stderr)
    assert not (folder.parent / "new.tar").exists()


def test_an_empty_file_of_records_is_refused(folder: Path) -> None:
    """A copy that failed leaves an empty file, which SQLite takes for an empty database."""
    empty(folder / "seatpreview.sqlite")
    assert [each for each in unwell_checks("--data-dir", str(folder)) if each["state"] == "fail"]
    result = invoke("keys", "create", "--scope", "admin", "--data-dir", str(folder))
    assert_clear_refusal(result.exit_code, result.stderr)


def test_a_link_to_a_disk_that_is_not_mounted_begins_no_service(folder: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    records = folder / "seatpreview.sqlite"
    records.unlink()
    records.symlink_to(disk / "seatpreview.sqlite")
    for command in (["keys", "create", "--scope", "admin"], ["tenants", "list"], ["doctor"]):
        result = invoke(*command, "--data-dir", str(folder))
        assert result.exit_code == 1, command
    assert list(disk.iterdir()) == []


@pytest.mark.parametrize(
    "command",
    [
        *("db status", "db compact", "db recount", "db confirm-clock --yes", "db backup TARGET"),
        *("keys create --scope admin", "keys list --changed-since 2026-01-01T00:00:00Z", "signing rotate"),
        *("imagery sweep --delete", "events export TARGET", "tenants create --name Shop", "doctor"),
    ],
)
@pytest.mark.parametrize("place", ["empty", "missing", "file"])
def test_no_command_begins_a_service_by_mistake(tmp_path: Path, command: str, place: str) -> None:
    data = tmp_path / "data"
    if place == "empty":
        data.mkdir()
    if place == "file":
        data.write_text("A file.")
    before = sorted(path.name for path in tmp_path.rglob("*"))
    words = command.replace("TARGET", str(tmp_path / "target.tar")).split()
    result = invoke(*words, "--data-dir", str(data))
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.exit_code == 1, result.output
    assert str(data) in result.output.replace("\n", "")
    assert sorted(path.name for path in tmp_path.rglob("*")) == before


def test_files_that_may_not_be_read_are_told_from_damaged_ones(folder: Path) -> None:
    for name in ("seatpreview.sqlite", "activity.sqlite"):
        (folder / name).chmod(0)
    done = run_as(WITHOUT_RIGHTS_OF_ROOT, "doctor", "--json", "--data-dir", str(folder))
    found = [each for each in read_report(done.returncode, done.stdout) if each["state"] == "fail"]
    assert any("seatpreview.sqlite" in each["detail"] for each in found), found
    assert not [each for each in found if "damaged" in each["detail"]]
    assert not [each for each in found if "db restore" in each["remedy"]]
    listed = run_as(WITHOUT_RIGHTS_OF_ROOT, "keys", "list", "--data-dir", str(folder))
    assert_clear_refusal(listed.returncode, listed.stderr)


def test_a_read_only_mount_is_named_and_nothing_ends_with_a_traceback(folder: Path) -> None:
    own_users = [] if IS_ROOT else ["--user", "--map-root-user"]
    mounted = ["unshare", *own_users, "--mount", "sh", "-c", READ_ONLY, "sh", str(folder)]
    done = run_as(mounted, "doctor", "--json", "--data-dir", str(folder))
    found = [each for each in read_report(done.returncode, done.stdout) if each["state"] == "fail"]
    assert any(str(folder) in each["detail"] for each in found), done.stdout
    for command in (["tenants", "create", "--name", "More"], ["serve", "--port", "0", "--metrics-port", "0"]):
        refused = run_as(mounted, *command, "--data-dir", str(folder))
        assert_clear_refusal(refused.returncode, refused.stderr)


def test_doctor_changes_no_byte_of_a_healthy_folder(folder: Path) -> None:
    def contents() -> dict[str, str]:
        files = [path for path in folder.rglob("*") if path.is_file()]
        return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}

    before = contents()
    for flags in ([], ["--thorough"], ["--strict"]):
        invoke("doctor", "--data-dir", str(folder), *flags)
    assert contents() == before


def test_strict_tells_warnings_by_a_status_of_their_own(folder: Path) -> None:
    result = invoke("doctor", "--json", "--strict", "--data-dir", str(folder))
    states = {each["state"] for each in json.loads(result.stdout)["checks"]}
    assert "warn" in states, "there is no backup, which is a warning"
    assert result.exit_code == (1 if "fail" in states else 3)


UNREACHABLE = [
    "postgresql://seats:{}@127.0.0.1:9/seats",
    "postgresql://seats:{}@127.0.0.1:9,127.0.0.1:19/seats?sslmode=disable",
    "postgresql://127.0.0.1:9/seats?user=seats&password={}",
    "postgresql//seats:{}@127.0.0.1/seats",
]


@pytest.mark.parametrize("address", UNREACHABLE)
def test_the_password_of_an_unreachable_database_is_told_to_nobody(folder: Path, address: str) -> None:
    url = address.format("p%40ss-9f3Kq")
    for command in ("doctor --json", "keys list", "db status", "db upgrade"):
        result = invoke(*command.split(), "--data-dir", str(folder), "--database-url", url)
        assert result.exit_code in (1, 2), result.output
        for output in (result.output, result.stderr, repr(result.exception)):
            assert "9f3Kq" not in output, command


def test_serve_ends_with_a_sentence_without_the_password(folder: Path) -> None:
    url = UNREACHABLE[0].format("p%40ss-9f3Kq")
    ports = ["--port", "0", "--metrics-port", "0"]
    done = run_as([], "serve", *ports, "--data-dir", str(folder), "--database-url", url)
    assert_clear_refusal(done.returncode, done.stderr)
    assert "9f3Kq" not in done.stdout + done.stderr


def test_a_revoked_key_may_not_be_deleted_before_the_audit_has_ended() -> None:
    result = invoke("doctor", "--revoked-key-days", "9", "--audit-days", "10")
    assert_clear_refusal(result.exit_code, result.stderr)
    assert result.exit_code == 2
    assert "AUDIT_DAYS" in result.stderr


def test_a_password_in_the_address_of_the_collector_is_refused_and_not_repeated() -> None:
    result = invoke("doctor", "--traces-url", "http://user:9f3Kq-secret@127.0.0.1:4318")
    assert_clear_refusal(result.exit_code, result.stderr)
    assert "9f3Kq" not in result.output
