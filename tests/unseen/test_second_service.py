"""Unseen cases: a second service, a restore and commands on the data folder of a running service."""

import fcntl
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from cli.program import run
from servers.processes import clean_environment
from servers.service_process import PROGRAM, running_service
from unseen.served import Served, assert_told_in_a_sentence, served, wait_until

pytestmark = pytest.mark.long

QUIET = ("--port", "0", "--metrics-port", "0")
IN_USE = re.compile(r"in use by process (\d+)")


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The service that was there first, in the folder `data` below its own, with links that lead there."""
    folder = tmp_path_factory.mktemp("first")
    (folder / "link").symlink_to(folder / "data")
    (folder / "neighbour").mkdir()
    (folder / "neighbour" / "way").symlink_to(folder)
    with served(folder) as service:
        backup = run("db", "backup", "before.tar", "--data-dir", "data", cwd=folder)
        assert backup.returncode == 0, backup.stderr
        yield service


WAYS = {
    "relative": "data",
    "with dots": "./neighbour/../data/.",
    "a link": "link",
    "a link to a link": "neighbour/way/link",
}
"""Names of the same folder, seen from that of the first service."""


def folder_of(first: Served) -> Path:
    return first.service.folder


def process_named(stderr: str) -> int:
    """The process that a refusal names. It has to be told in a sentence."""
    assert_told_in_a_sentence(1, stderr)
    found = IN_USE.search(stderr)
    assert found is not None, stderr
    return int(found[1])


@pytest.mark.parametrize("way", ["relative", "a link", "a link to a link"])
def test_second_serve_is_refused_by_whatever_name(first: Served, way: str) -> None:
    """Whoever names the folder differently is told of the same process, and the first goes on."""
    second = run("serve", *QUIET, "--data-dir", WAYS[way], cwd=folder_of(first))
    assert_told_in_a_sentence(second.returncode, second.stderr)
    assert process_named(second.stderr) == first.service.process.pid
    assert "Base address" not in second.stdout
    assert first.create_tenant().status_code == 201


@pytest.mark.parametrize("way", ["absolute", "with dots", "a link"])
def test_restore_is_refused_by_whatever_name(first: Served, way: str) -> None:
    """Nothing is replaced, and what was made after the backup is still there."""
    folder = folder_of(first)
    made = first.create_tenant().json()["tenantId"]
    name = str(folder / "data") if way == "absolute" else WAYS[way]
    restored = run("db", "restore", "before.tar", "--data-dir", name, cwd=folder)
    assert_told_in_a_sentence(restored.returncode, restored.stderr)
    assert process_named(restored.stderr) == first.service.process.pid
    assert not list((folder / "data").glob("*.replaced-*"))
    assert first.http.get(f"/manage/tenants/{made}").status_code == 200


def test_second_demo_shows_no_keys(first: Served) -> None:
    """A refused demo makes nothing: no key is shown, and no venue is there afterwards."""
    before = first.http.get("/manage/keys").json()["data"]
    second = run("serve", *QUIET, "--demo", "--data-dir", "link", cwd=folder_of(first))
    assert process_named(second.stderr) == first.service.process.pid
    assert "sk_live_" not in second.stdout + second.stderr
    assert len(first.http.get("/manage/keys").json()["data"]) == len(before)
    assert first.http.get("/manage/venues").json()["data"] == []


def test_commands_beside_it_neither_are_refused_nor_take_the_lock_away(first: Served) -> None:
    """Commands work by a link to the folder, and after each of them a second service is still refused."""
    folder = folder_of(first)
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
    assert process_named(second.stderr) == first.service.process.pid
    assert first.readiness() == 200


def test_restore_beside_it_into_another_folder(first: Served) -> None:
    """The backup is restored into a folder of its own, and served there, while the first goes on."""
    folder = folder_of(first)
    restored = run("db", "restore", "before.tar", "--data-dir", "restored", cwd=folder)
    assert restored.returncode == 0, restored.stderr
    with running_service(folder, "--data-dir", "restored") as other:
        assert other.caller(first.admin_key).status_code == 200
        assert first.readiness() == 200
        again = run("serve", *QUIET, "--data-dir", "restored", cwd=folder)
        assert process_named(again.stderr) == other.process.pid


def test_folder_that_was_renamed_is_still_in_use(tmp_path: Path) -> None:
    """The lock is that of the files, not of their name."""
    with served(tmp_path) as first:
        (tmp_path / "data").rename(tmp_path / "moved")
        second = run("serve", *QUIET, "--data-dir", "moved", cwd=tmp_path)
        assert process_named(second.stderr) == first.service.process.pid
        (tmp_path / "moved").rename(tmp_path / "data")


def test_killed_service_leaves_no_lock_for_the_next(tmp_path: Path) -> None:
    """After SIGKILL of its parent process, a service starts at once, with all that was stored."""
    with served(tmp_path) as first:
        tenant_id = first.create_tenant().json()["tenantId"]
        first.service.process.send_signal(signal.SIGKILL)
        first.service.process.wait()
        with running_service(tmp_path, "--data-dir", str(tmp_path / "data")) as second:
            assert second.process.poll() is None, second.stderr
            response = httpx.get(
                f"{second.base_address}/manage/tenants/{tenant_id}",
                headers={"authorization": f"Bearer {first.admin_key}"},
                timeout=60,
            )
            assert response.status_code == 200
        wait_until(lambda: not first.service.is_listening())


def test_restore_after_a_kill(tmp_path: Path) -> None:
    """After SIGKILL, once its workers are gone, a restore is not refused, and serves what the backup had."""
    with served(tmp_path) as first:
        assert run("db", "backup", "before.tar", cwd=tmp_path).returncode == 0
        lost = first.create_tenant().json()["tenantId"]
        first.service.process.send_signal(signal.SIGKILL)
        first.service.process.wait()
        wait_until(lambda: not first.service.is_listening())
    restored = run("db", "restore", "before.tar", cwd=tmp_path)
    assert restored.returncode == 0, restored.stderr
    with running_service(tmp_path) as second:
        headers = {"authorization": f"Bearer {first.admin_key}"}
        address = f"{second.base_address}/manage/tenants/{lost}"
        assert httpx.get(address, headers=headers, timeout=60).status_code == 404
        assert second.caller(first.admin_key).status_code == 200


def test_two_that_start_at_once_on_nothing(tmp_path: Path) -> None:
    """Of two services that begin one empty folder in the same moment, one serves and one is refused."""
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


def test_whoever_holds_the_lock_is_named(tmp_path: Path) -> None:
    """While another process holds the lock, as a restore does, no service starts; commands do."""
    with running_service(tmp_path):
        pass
    with (tmp_path / "data" / "service.lock").open("r+b") as file:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        second = run("serve", *QUIET, cwd=tmp_path)
        assert process_named(second.stderr) == os.getpid()
        assert run("keys", "list", cwd=tmp_path).returncode == 0
    with running_service(tmp_path) as service:
        assert service.process.poll() is None, service.stderr
