"""The lock of a data folder: no second service and no restore while a service runs, but commands work."""

import fcntl
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from cli.program import assert_clear_refusal, run
from operated_service import OperatedService, operated_service
from servers.polling import wait_until
from servers.processes import clean_environment
from servers.service_process import PROGRAM, running_service

pytestmark = pytest.mark.long

QUIET = ("--port", "0", "--metrics-port", "0")
IN_USE = re.compile(r"in use by process (\d+)")


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OperatedService]:
    """A service on the folder `data` below its own, to which links lead."""
    folder = tmp_path_factory.mktemp("first")
    (folder / "link").symlink_to(folder / "data")
    (folder / "neighbour").mkdir()
    (folder / "neighbour" / "way").symlink_to(folder)
    with operated_service(folder) as service:
        backup = run("db", "backup", "before.tar", "--data-dir", "data", cwd=folder)
        assert backup.returncode == 0, backup.stderr
        yield service


WAYS = {
    "relative": "data",
    "with dots": "./neighbour/../data/.",
    "a link": "link",
    "a link to a link": "neighbour/way/link",
}
"""Other names of the data folder, relative to the folder of the first service."""


def process_named(stderr: str) -> int:
    """Returns the process that a refusal names."""
    assert_clear_refusal(1, stderr)
    found = IN_USE.search(stderr)
    assert found is not None, stderr
    return int(found[1])


@pytest.mark.parametrize("way", ["relative", "a link", "a link to a link"])
def test_a_second_service_is_refused_whatever_the_folder_is_called(first: OperatedService, way: str) -> None:
    """The refusal names the process of the first service, which goes on."""
    second = run("serve", *QUIET, "--data-dir", WAYS[way], cwd=first.process.folder)
    assert_clear_refusal(second.returncode, second.stderr)
    assert process_named(second.stderr) == first.process.process.pid
    assert "Base address" not in second.stdout
    assert first.create_tenant().status_code == 201


@pytest.mark.parametrize("way", ["absolute", "with dots", "a link"])
def test_a_restore_is_refused_whatever_the_folder_is_called(first: OperatedService, way: str) -> None:
    """Nothing is replaced: records created after the backup are still there."""
    folder = first.process.folder
    made = first.create_tenant().json()["tenantId"]
    name = str(folder / "data") if way == "absolute" else WAYS[way]
    restored = run("db", "restore", "before.tar", "--data-dir", name, cwd=folder)
    assert_clear_refusal(restored.returncode, restored.stderr)
    assert process_named(restored.stderr) == first.process.process.pid
    assert not list((folder / "data").glob("*.replaced-*"))
    assert first.http.get(f"/manage/tenants/{made}").status_code == 200


def test_a_refused_demo_shows_no_keys_and_creates_nothing(first: OperatedService) -> None:
    before = first.http.get("/manage/keys").json()["data"]
    second = run("serve", *QUIET, "--demo", "--data-dir", "link", cwd=first.process.folder)
    assert process_named(second.stderr) == first.process.process.pid
    assert "sk_live_" not in second.stdout + second.stderr
    assert len(first.http.get("/manage/keys").json()["data"]) == len(before)
    assert first.http.get("/manage/venues").json()["data"] == []


def test_commands_beside_a_service_work_and_leave_its_lock(first: OperatedService) -> None:
    folder = first.process.folder
    commands = (
        ("keys", "list"),
        ("tenants", "create", "--name", "Beside"),
        ("doctor",),
        ("db", "status"),
        ("db", "backup", "beside.tar"),
        ("db", "verify", "beside.tar"),
        ("db", "compact"),
        ("db", "confirm-clock"),
    )
    for command in commands:
        done = run(*command, "--data-dir", "link", cwd=folder)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
    second = run("serve", *QUIET, "--data-dir", "data", cwd=folder)
    assert process_named(second.stderr) == first.process.process.pid
    assert first.readiness() == 200


def test_a_backup_is_restored_into_another_folder_beside_a_service(first: OperatedService) -> None:
    folder = first.process.folder
    restored = run("db", "restore", "before.tar", "--data-dir", "restored", cwd=folder)
    assert restored.returncode == 0, restored.stderr
    with running_service(folder, "--data-dir", "restored") as other:
        assert other.caller(first.admin_key).status_code == 200
        assert first.readiness() == 200
        again = run("serve", *QUIET, "--data-dir", "restored", cwd=folder)
        assert process_named(again.stderr) == other.process.pid


def test_a_folder_that_was_renamed_is_still_in_use(tmp_path: Path) -> None:
    """The lock is on the file, not on its name."""
    with operated_service(tmp_path) as first:
        (tmp_path / "data").rename(tmp_path / "moved")
        second = run("serve", *QUIET, "--data-dir", "moved", cwd=tmp_path)
        assert process_named(second.stderr) == first.process.process.pid
        (tmp_path / "moved").rename(tmp_path / "data")


def test_a_killed_service_leaves_no_lock_for_the_next(tmp_path: Path) -> None:
    """The next one starts at once after SIGKILL of the parent process, with all records."""
    with operated_service(tmp_path) as first:
        tenant_id = first.create_tenant().json()["tenantId"]
        first.process.process.send_signal(signal.SIGKILL)
        first.process.process.wait()
        with running_service(tmp_path, "--data-dir", str(tmp_path / "data")) as second:
            assert second.process.poll() is None, second.stderr
            response = httpx.get(
                f"{second.base_address}/manage/tenants/{tenant_id}",
                headers={"authorization": f"Bearer {first.admin_key}"},
                timeout=60,
            )
            assert response.status_code == 200
        wait_until(lambda: not first.process.is_listening())


def test_a_restore_works_after_the_service_was_killed(tmp_path: Path) -> None:
    with operated_service(tmp_path) as first:
        assert run("db", "backup", "before.tar", cwd=tmp_path).returncode == 0
        lost = first.create_tenant().json()["tenantId"]
        first.process.process.send_signal(signal.SIGKILL)
        first.process.process.wait()
        wait_until(lambda: not first.process.is_listening())
    restored = run("db", "restore", "before.tar", cwd=tmp_path)
    assert restored.returncode == 0, restored.stderr
    with running_service(tmp_path) as second:
        headers = {"authorization": f"Bearer {first.admin_key}"}
        address = f"{second.base_address}/manage/tenants/{lost}"
        assert httpx.get(address, headers=headers, timeout=60).status_code == 404
        assert second.caller(first.admin_key).status_code == 200


def test_one_of_two_services_that_start_at_once_is_refused(tmp_path: Path) -> None:
    command = [*PROGRAM, "serve", *QUIET, "--data-dir", str(tmp_path / "data")]
    with running_service(tmp_path, "--data-dir", "data") as one:
        pass
    (tmp_path / "data").rename(tmp_path / "old")
    other = subprocess.Popen(
        command,
        cwd=tmp_path,
        env=clean_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        with running_service(tmp_path, "--data-dir", "data") as one:
            wait_until(lambda: one.process.poll() is not None or other.poll() is not None)
            refused = [process for process in (one.process, other) if process.poll() is not None]
            assert len(refused) == 1
            if refused[0] is other:
                assert other.stderr is not None
                assert process_named(other.stderr.read()) == one.process.pid
                assert httpx.get(f"{one.base_address}/openapi.json", timeout=60).status_code == 200
            else:
                assert process_named(one.stderr) == other.pid
    finally:
        if other.poll() is None:
            other.terminate()
        other.communicate(timeout=60)


def test_the_process_that_holds_the_lock_is_named(tmp_path: Path) -> None:
    """A service is refused while another process, such as a restore, holds the lock. Commands are not."""
    with running_service(tmp_path):
        pass
    with (tmp_path / "data" / "service.lock").open("r+b") as file:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        second = run("serve", *QUIET, cwd=tmp_path)
        assert process_named(second.stderr) == os.getpid()
        assert run("keys", "list", cwd=tmp_path).returncode == 0
    with running_service(tmp_path) as service:
        assert service.process.poll() is None, service.stderr
