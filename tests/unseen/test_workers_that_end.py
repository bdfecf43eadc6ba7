"""Unseen cases: workers that are killed again and again, hang again and again, or cannot start."""

import os
import re
import shutil
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from cli.program import run
from servers.processes import SOURCE
from servers.service_process import running_service
from unseen.served import Served, served, wait_until

pytestmark = pytest.mark.long

STARTS = """

import pathlib as _pathlib
import sys as _sys

if "spawn_main" in " ".join(_sys.orig_argv):
    for _obstacle in sorted(_pathlib.Path({folder!r}).iterdir()):
        _obstacle.unlink()
        raise SystemExit("this worker cannot start")
"""
"""Added to a copy of the package: each obstacle in a folder keeps one worker from starting."""


@dataclass(frozen=True)
class Stumbling:
    """A copy of the program whose workers do not start while there are obstacles."""

    program: list[str]
    obstacles: Path

    def put(self, count: int) -> None:
        for number in range(count):
            (self.obstacles / f"{number:04}").touch()

    def left(self) -> int:
        return len(list(self.obstacles.iterdir()))


@pytest.fixture
def stumbling(tmp_path: Path) -> Stumbling:
    copy, obstacles = tmp_path / "copy", tmp_path / "obstacles"
    obstacles.mkdir()
    shutil.copytree(SOURCE / "seatpreview", copy / "seatpreview")
    with (copy / "seatpreview" / "__init__.py").open("a") as file:
        file.write(STARTS.format(folder=str(obstacles)))
    start = f"import sys; sys.path.insert(0, {str(copy)!r}); from seatpreview.cli.main import app; app()"
    return Stumbling([sys.executable, "-c", start], obstacles)


def worker_of(service: Served) -> int | None:
    """The process of the only worker, once its metrics are there."""
    names = [name for name in service.metrics() if "worker_alive_timestamp" in name]
    found = [re.search(r'pid="(\d+)"', name) for name in names]
    pids = [int(match[1]) for match in found if match is not None]
    return pids[0] if len(pids) == 1 else None


def next_worker(service: Served, *before: int) -> int:
    """Waits for a worker that is none of these, and that serves."""

    def is_there() -> bool:
        worker = worker_of(service)
        return worker is not None and worker not in before and service.service.is_listening()

    wait_until(is_there)
    worker = worker_of(service)
    assert worker is not None
    return worker


def replaced(service: Served, reason: str) -> float:
    return service.metrics().get(f'seatpreview_workers_replaced_total{{reason="{reason}"}}', 0)


def test_worker_that_is_killed_five_times_in_a_row(tmp_path: Path) -> None:
    """Each is replaced and counted, with all that was stored and every session that was made."""
    with served(tmp_path) as service:
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
        assert service.service.process.poll() is None
        assert replaced(service, "ended") == 5
        assert replaced(service, "hung") == 0
        assert service.http.get("/seats/preview", params={"seat": "A/1/2"}, headers=token).status_code == 200
        assert service.readiness() == 200
        assert service.service.stop() == 0


def test_worker_that_hangs_twice_and_is_killed_between(tmp_path: Path) -> None:
    """A stopped worker is killed and replaced each time, and reasons are told apart."""
    with served(tmp_path, "--worker-hang-seconds", "6") as service:
        workers = [next_worker(service)]
        for sent in (signal.SIGSTOP, signal.SIGKILL, signal.SIGSTOP):
            os.kill(workers[-1], sent)
            workers.append(next_worker(service, *workers))
        assert replaced(service, "hung") == 2
        assert replaced(service, "ended") == 1
        assert service.create_tenant().status_code == 201
        assert service.lines(event="worker replaced")


def test_service_whose_worker_stumbles_twice_goes_on(tmp_path: Path, stumbling: Stumbling) -> None:
    """Two that cannot start are followed by a third that can, and the service serves again."""
    with served(tmp_path, program=stumbling.program) as service:
        worker = next_worker(service)
        stumbling.put(2)
        os.kill(worker, signal.SIGKILL)
        next_worker(service, worker)
        assert stumbling.left() == 0
        assert service.readiness() == 200
        assert service.create_tenant().status_code == 201


def test_two_stumbles_do_not_count_towards_the_next_two(tmp_path: Path, stumbling: Stumbling) -> None:
    """A worker that could serve ends the count: two and two more are not four."""
    with served(tmp_path, program=stumbling.program) as service:
        worker = next_worker(service)
        for _ in range(2):
            stumbling.put(2)
            os.kill(worker, signal.SIGKILL)
            worker = next_worker(service, worker)
            assert service.create_tenant().status_code == 201  # It has served, and is no stumble.
        assert service.service.process.poll() is None
        assert service.create_tenant().status_code == 201


def test_service_whose_workers_cannot_start_any_more_says_so(tmp_path: Path, stumbling: Stumbling) -> None:
    """It tries three times, then ends with status 1, a line that says so, and without a lock."""
    with served(tmp_path, program=stumbling.program) as service:
        worker = next_worker(service)
        stumbling.put(50)
        os.kill(worker, signal.SIGKILL)
        assert service.service.process.wait(90) == 1
        assert stumbling.left() == 47
        [line] = service.lines(event="the service ends")
        assert line["level"] == "error"
        assert "Traceback" not in service.service.stderr
        assert not service.service.is_listening()
    with running_service(tmp_path) as next_one:
        assert next_one.process.poll() is None, next_one.stderr


def test_service_whose_first_worker_cannot_start(tmp_path: Path, stumbling: Stumbling) -> None:
    """At the first start it is the same: status 1 after three tries, and commands work on its folder."""
    stumbling.put(50)
    with running_service(tmp_path, program=stumbling.program) as service:
        assert service.process.wait(90) == 1
        assert "Traceback" not in service.stderr
        assert stumbling.left() == 47
    assert run("tenants", "list", cwd=tmp_path).returncode == 0
