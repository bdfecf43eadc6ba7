"""Bad days of the processes of a service: a worker that hangs, a parent that is killed, and no more files."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from bad_days.runbook import assert_told
from cli.program import invoke, result_of
from seatpreview.database.service_lock import holder_of
from servers.free_ports import free_port
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.processes import clean_environment
from servers.service_process import RunningService, running_service
from servers.systemd_socket import NotifySocket, notify_socket

HANG_SECONDS = 5

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals and limits as Linux has them")


class Keys:
    """Two keys that were acknowledged: one is active, and one was revoked."""

    def __init__(self, data_dir: Path) -> None:
        self._flags = ("--data-dir", str(data_dir))
        self.active = self._create()["plaintext"]
        revoked = self._create()
        assert invoke("keys", "revoke", revoked["keyId"], "--yes", *self._flags).exit_code == 0
        self.revoked = revoked["plaintext"]

    def _create(self) -> Any:
        return result_of("keys", "create", "--scope", "admin", *self._flags)

    def assert_kept_by(self, service: RunningService) -> None:
        assert service.caller(self.active).status_code == 200
        assert service.caller(self.revoked).json()["code"] == "key_revoked"


@contextmanager
def watched_service(
    folder: Path, *flags: str, socket_path: Path
) -> Iterator[tuple[RunningService, Keys, NotifySocket]]:
    """A service with keys and a metrics listener, started as systemd starts one."""
    data_dir = folder / "data"
    more = ("--data-dir", str(data_dir), "--metrics-port", str(free_port()), *flags)
    with notify_socket(socket_path) as systemd, pytest.MonkeyPatch.context() as patch:
        patch.setenv("NOTIFY_SOCKET", str(systemd.path))
        with running_service(folder, *more) as service:
            try:
                yield service, Keys(data_dir), systemd
            finally:
                if service.process.poll() is None:
                    service.process.send_signal(signal.SIGINT)  # Unlike SIGTERM it is not delayed.


@pytest.mark.long
def test_no_files_a_hung_worker_and_a_stop_are_told_and_lose_nothing(tmp_path: Path) -> None:
    """One service has all of it in turn, since each start takes seconds: first it may open no more files,
    then its worker hangs, and in the end it is stopped, which is announced before it begins."""
    flags = ("--worker-hang-seconds", str(HANG_SECONDS), "--stop-delay-seconds", "600")
    with watched_service(tmp_path, *flags, socket_path=tmp_path / "notify") as (service, keys, systemd):
        wait_until(lambda: "WATCHDOG=1" in systemd.states)
        assert systemd.states[0] == "READY=1"
        check_a_service_without_descriptors(service, keys)
        worker = worker_of(service)
        os.kill(worker.pid, signal.SIGSTOP)
        wait_until(lambda: worker.status() == psutil.STATUS_STOPPED)
        systemd.mark("stopped")
        fed: list[int] = []

        def is_replaced() -> bool:
            fed.append(systemd.count_after("stopped", "WATCHDOG=1"))
            return '"event":"worker replaced"' in service.stderr

        wait_until(is_replaced)
        # The last count but one is of a moment at which the worker was still there. Until then there were, at
        # most, the look at the moment of the stop, and the one that saw the last heartbeat.
        assert max(fed[:-1], default=0) <= 2
        [line] = service.log_lines("worker replaced")
        assert (line["reason"], line["pid"], line["silent_seconds"]) == ("hung", worker.pid, HANG_SECONDS)
        wait_until(lambda: not worker.is_running() and service.is_listening())
        keys.assert_kept_by(service)
        counted = 'seatpreview_workers_replaced_total{reason="hung"} 1.0'
        assert counted in service.metrics()
        assert_told(
            "A worker hangs", '"event":"worker replaced"', '"reason":"hung"', counted.rpartition(" ")[0]
        )

        readiness = ready_pages(service)
        wait_until(lambda: statuses(readiness) == [200, 200])
        service.process.send_signal(signal.SIGTERM)
        wait_until(lambda: "STOPPING=1" in systemd.states)
        assert statuses(readiness) == [503, 503]
        assert httpx.get(readiness[0]).json()["detail"] == "The service is stopping. Use another one."
        assert httpx.get(readiness[1]).text == "The service is stopping.\n"
        assert statuses([page.replace("readyz", "healthz") for page in readiness]) == [200, 200]
        keys.assert_kept_by(service)
        assert service.stop() == 0, "a second signal stops at once"


def check_a_service_without_descriptors(service: RunningService, keys: Keys) -> None:
    """It says so, and comes back with everything."""
    bearer = {"authorization": f"Bearer {keys.active}"}
    with httpx.Client(base_url=service.base_address, headers=bearer, timeout=PATIENCE_SECONDS) as client:
        assert client.get("/caller").status_code == 200
        listed = client.get("/manage/keys").json()["data"]
        worker = worker_of(service)
        before = resource.prlimit(worker.pid, resource.RLIMIT_NOFILE)
        # Fewer than are open: none can be opened until others are closed.
        resource.prlimit(worker.pid, resource.RLIMIT_NOFILE, (3, before[1]))
        wait_until(lambda: '"event":"no file can be opened"' in service.stderr)
        # A connection that is open is served, from what is open: nothing revoked is accepted.
        assert client.get("/caller").status_code == 200
        revoked = {"authorization": f"Bearer {keys.revoked}"}
        assert client.get("/caller", headers=revoked).status_code == 401
        created = client.post("/manage/keys", json={"scope": "admin"})
        assert client.get(ready_pages(service)[0]).status_code == 503
        wait_until(lambda: httpx.get(ready_pages(service)[1]).status_code == 503)
        wait_until(lambda: '"cause":"too_many_files"' in service.stderr)
        assert '"cause":"missing"' not in service.stderr
        assert "a job failed" not in service.stderr, "one line says it, and no traceback each second"
        resource.prlimit(worker.pid, resource.RLIMIT_NOFILE, before)
        wait_until(lambda: '"event":"files can be opened again"' in service.stderr)
        wait_until(lambda: statuses(ready_pages(service)) == [200, 200])
        keys.assert_kept_by(service)
        kept = client.get("/manage/keys").json()["data"]
        assert len(kept) == len(listed) + (created.status_code == 201)
        [line] = service.log_lines("no file can be opened")
        assert (line["reason"], line["limit"]) == ("Too many open files", 3)
    assert worker_of(service).pid == worker.pid, "the worker was not replaced"
    assert_told(
        "No more files can be opened",
        '"event":"no file can be opened"',
        f'"reason":"{line["reason"]}"',
        '"event":"files can be opened again"',
        '"cause":"too_many_files"',
    )


@pytest.mark.long
def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    with watched_service(tmp_path, socket_path=tmp_path / "notify") as (service, keys, _):
        worker = worker_of(service)
        keys.assert_kept_by(service)
        os.kill(worker.pid, signal.SIGSTOP)
        service.stop(signal.SIGKILL)
        assert holder_of(tmp_path / "data") is None, "a service can be started while workers still end"
        os.kill(worker.pid, signal.SIGCONT)
        wait_until(lambda: not worker.is_running() and not service.is_listening())
        [line] = service.log_lines("worker stops")
        assert (line["reason"], line["pid"]) == ("its parent process has ended", worker.pid)
    assert_told("The parent process was killed", '"event":"worker stops"', f'"reason":"{line["reason"]}"')
    with running_service(tmp_path, "--data-dir", str(tmp_path / "data")) as service:
        keys.assert_kept_by(service)
        # The danger: another thread gets them all, and the main thread, which has to act, is not woken.
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            service.process.send_signal(number)
        assert service.process.wait(PATIENCE_SECONDS) == 0


@pytest.mark.long
def test_a_worker_ends_whose_parent_died_before_it_asked_for_a_signal(tmp_path: Path) -> None:
    """The danger: the kernel sends no signal for a parent that died before, and the worker stays."""
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    output = tmp_path / "output"
    parent = subprocess.Popen([sys.executable, str(script), str(output)], env=clean_environment())
    wait_until(lambda: output.exists() and output.read_text().endswith("started\n"))
    worker = psutil.Process(int(output.read_text().split()[0]))
    parent.kill()
    parent.wait()
    worker.wait(PATIENCE_SECONDS)
    assert "still here" not in output.read_text()


PARENT = """
import multiprocessing, os, sys, time
from seatpreview.server.worker_process import end_after_the_parent

def work(output):
    parent = os.getppid()
    with open(output, "w", buffering=1) as file:
        file.write(f"{os.getpid()} started\\n")
        while os.getppid() == parent:
            time.sleep(0.01)
        end_after_the_parent()
        file.write("still here\\n")

if __name__ == "__main__":
    worker = multiprocessing.get_context("spawn").Process(target=work, args=(sys.argv[1],))
    worker.start()
    worker.join()
"""


@pytest.mark.long
def test_a_worker_that_hangs_ends_after_its_parent_was_killed(tmp_path: Path) -> None:
    """The danger: a thread waits for a lock and keeps the interpreter. No line of Python runs, and nobody is
    left who would kill the process: it keeps its connections for good."""
    script, output = tmp_path / "parent.py", tmp_path / "output"
    script.write_text(PARENT_OF_A_HUNG_WORKER)
    parent = subprocess.Popen([sys.executable, str(script), str(output)], env=clean_environment())
    wait_until(lambda: output.exists() and output.read_text().endswith("hangs\n"))
    worker = psutil.Process(int(output.read_text().split()[0]))
    parent.kill()
    parent.wait()
    try:
        worker.wait(PATIENCE_SECONDS)
    finally:
        if worker.is_running():
            worker.kill()


# It takes a lock that it has already. A function of PyDLL does not release the interpreter while it waits.
PARENT_OF_A_HUNG_WORKER = """
import ctypes, multiprocessing, os, signal, sys
from seatpreview.server.worker_process import end_after_the_parent

def work(output):
    end_after_the_parent()
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    with open(output, "w") as file:
        file.write(f"{os.getpid()} hangs\\n")
    lock = ctypes.create_string_buffer(64)
    while True:
        ctypes.PyDLL(None).pthread_mutex_lock(lock)

if __name__ == "__main__":
    worker = multiprocessing.get_context("spawn").Process(target=work, args=(sys.argv[1],))
    worker.start()
    worker.join()
"""


def worker_of(service: RunningService) -> psutil.Process:
    [worker] = service.workers()
    return worker


def ready_pages(service: RunningService) -> list[str]:
    """The addresses of /readyz at the service itself and at the metrics listener."""
    metrics = service.panel_value("Metrics")
    return [service.base_address.replace("/v1", "/readyz"), metrics.replace("/metrics", "/readyz")]


def statuses(pages: list[str]) -> list[int]:
    return [httpx.get(page).status_code for page in pages]
