"""Workers that are killed, hang or cannot start: the service replaces them, and ends if none can start."""

import os
import re
import shutil
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from cli.program import run
from operated_service import OperatedService, operated_service
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.processes import SOURCE
from servers.service_process import running_service

pytestmark = pytest.mark.long

STARTS = """

import pathlib as _pathlib
import sys as _sys

if "spawn_main" in " ".join(_sys.orig_argv):
    for _obstacle in sorted(_pathlib.Path({folder!r}).iterdir()):
        _obstacle.unlink()
        raise SystemExit("this worker cannot start")
"""
"""Added to a copy of the package: a worker that finds a file in the folder deletes it and ends."""


@dataclass(frozen=True)
class FailingStarts:
    """A copy of the program. Each file in `obstacles` lets the start of one worker fail."""

    program: list[str]
    obstacles: Path

    def put(self, count: int) -> None:
        for number in range(count):
            (self.obstacles / f"{number:04}").touch()

    def left(self) -> int:
        return len(list(self.obstacles.iterdir()))


@pytest.fixture
def failing_starts(tmp_path: Path) -> FailingStarts:
    copy, obstacles = tmp_path / "copy", tmp_path / "obstacles"
    obstacles.mkdir()
    shutil.copytree(SOURCE / "seatpreview", copy / "seatpreview")
    with (copy / "seatpreview" / "__init__.py").open("a") as file:
        file.write(STARTS.format(folder=str(obstacles)))
    start = f"import sys; sys.path.insert(0, {str(copy)!r}); from seatpreview.cli.main import app; app()"
    return FailingStarts([sys.executable, "-c", start], obstacles)


def worker_pid(service: OperatedService) -> int | None:
    """Returns the process id of the only worker, once its metrics are there."""
    names = [name for name in service.metrics() if "worker_alive_timestamp" in name]
    found = [re.search(r'pid="(\d+)"', name) for name in names]
    pids = [int(match[1]) for match in found if match is not None]
    return pids[0] if len(pids) == 1 else None


def next_worker(service: OperatedService, *before: int) -> int:
    """Waits for a worker that is none of these and serves requests, and returns its process id."""

    def is_there() -> bool:
        worker = worker_pid(service)
        return worker is not None and worker not in before and service.process.is_listening()

    wait_until(is_there)
    worker = worker_pid(service)
    assert worker is not None
    return worker


def replaced(service: OperatedService, reason: str) -> float:
    return service.metrics().get(f'seatpreview_workers_replaced_total{{reason="{reason}"}}', 0)


def test_a_worker_that_is_killed_five_times_is_replaced_each_time(tmp_path: Path) -> None:
    """Each replacement is counted, and has everything that was stored and every session."""
    with operated_service(tmp_path) as service:
        venue_id = service.create_venue(
            rules={"layout": {"sections": [{"id": "A", "rows": ["1"], "seats": {"count": 4}}]}}
        )
        session = service.http.post("/sessions", json={"venue": venue_id})
        assert session.status_code == 201, session.text
        token = {"authorization": f"Bearer {session.json()['token']}"}
        workers = [next_worker(service)]
        for _ in range(5):
            os.kill(workers[-1], signal.SIGKILL)
            workers.append(next_worker(service, *workers))
        assert service.process.is_running()
        assert replaced(service, "ended") == 5
        assert replaced(service, "hung") == 0
        assert service.http.get("/seats/preview", params={"seat": "A/1/2"}, headers=token).status_code == 200
        assert service.readiness() == 200
        assert service.process.stop() == 0


def test_a_worker_that_hangs_is_killed_and_replaced_each_time(tmp_path: Path) -> None:
    """The metric tells workers that hung from workers that ended."""
    with operated_service(tmp_path, "--worker-hang-seconds", "6") as service:
        workers = [next_worker(service)]
        for sent in (signal.SIGSTOP, signal.SIGKILL, signal.SIGSTOP):
            os.kill(workers[-1], sent)
            workers.append(next_worker(service, *workers))
        assert replaced(service, "hung") == 2
        assert replaced(service, "ended") == 1
        assert service.create_tenant().status_code == 201
        assert service.process.log_lines("worker replaced")


def test_a_service_goes_on_after_two_workers_that_could_not_start_and_counts_anew_after_one_that_served(
    tmp_path: Path, failing_starts: FailingStarts
) -> None:
    with operated_service(tmp_path, program=failing_starts.program) as service:
        worker = next_worker(service)
        for _ in range(2):
            failing_starts.put(2)
            os.kill(worker, signal.SIGKILL)
            worker = next_worker(service, worker)
            assert failing_starts.left() == 0
            assert service.readiness() == 200
            assert service.create_tenant().status_code == 201
        assert service.process.is_running()
        assert service.create_tenant().status_code == 201


def test_a_service_ends_after_three_workers_that_could_not_start(
    tmp_path: Path, failing_starts: FailingStarts
) -> None:
    """The service ends with status 1 and a log line that says so, and frees its lock."""
    with operated_service(tmp_path, program=failing_starts.program) as service:
        worker = next_worker(service)
        failing_starts.put(50)
        os.kill(worker, signal.SIGKILL)
        assert service.process.process.wait(PATIENCE_SECONDS) == 1
        assert failing_starts.left() == 47
        [line] = service.process.log_lines("the service ends")
        assert line["level"] == "error"
        assert "Traceback" not in service.process.stderr
        assert not service.process.is_listening()
    with running_service(tmp_path) as next_one:
        assert next_one.process.poll() is None, next_one.stderr


def test_a_service_ends_if_its_first_workers_cannot_start(
    tmp_path: Path, failing_starts: FailingStarts
) -> None:
    """The exit status is 1 after three tries, and commands work on its folder."""
    failing_starts.put(50)
    with running_service(tmp_path, program=failing_starts.program) as service:
        assert service.process.wait(PATIENCE_SECONDS) == 1
        assert "Traceback" not in service.stderr
        assert failing_starts.left() == 47
    assert run("tenants", "list", cwd=tmp_path).returncode == 0


def test_workers_that_are_killed_or_stopped_are_replaced_and_told_apart(tmp_path: Path) -> None:
    with operated_service(tmp_path, "--worker-hang-seconds", "8") as service:
        keys = [service.http.post("/manage/keys", json={"scope": "admin"}).json() for _ in range(3)]
        pid = next_worker(service)
        os.kill(pid, signal.SIGKILL)
        pid = next_worker(service, pid)
        wait_until(lambda: replaced(service, "ended") == 1)
        assert replaced(service, "hung") == 0
        assert service.http.delete(f"/manage/keys/{keys[0]['keyId']}").status_code < 300
        stopped = psutil.Process(pid)
        stopped.send_signal(signal.SIGSTOP)
        next_worker(service, pid)
        assert not stopped.is_running() or stopped.status() == psutil.STATUS_ZOMBIE
        wait_until(lambda: replaced(service, "hung") == 1)
        assert replaced(service, "ended") == 1
        ended = service.process.log_lines("worker replaced", reason="ended")
        assert [line["exit_code"] for line in ended] == [-9]
        [hung] = service.process.log_lines("worker replaced", reason="hung")
        assert hung["pid"] == pid
        statuses = [
            service.http.get("/caller", headers={"authorization": f"Bearer {key['plaintext']}"}).status_code
            for key in keys
        ]
        assert statuses == [401, 200, 200]
        assert service.process.stop() == 0
