"""The parent's watch over its workers: when one hangs, and when it does not."""

from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from seatpreview.server import systemd_notify
from seatpreview.server.heartbeats import Beat, SharedState
from seatpreview.server.worker_watch import REPLACED_WORKERS, WorkerWatch

HANG_SECONDS = 5


class Beats(SharedState):
    """Shared memory in which a test writes the heartbeats of other processes."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self.beats = [Beat(0, 0)] * workers

    def last_beat(self, index: int) -> Beat:
        return self.beats[index]


class Process:
    """A process as the server holds it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.exitcode: int | None = None

    def kill(self) -> None:
        self.exitcode = -9


@pytest.fixture
def counts() -> Any:
    before = dict(REPLACED_WORKERS)
    yield lambda: {reason: count - before[reason] for reason, count in REPLACED_WORKERS.items()}
    REPLACED_WORKERS.update({r: -REPLACED_WORKERS[r] + n for r, n in before.items()})


def watched(hang_seconds: int = HANG_SECONDS, workers: int = 1) -> tuple[WorkerWatch, Beats, Any]:
    beats = Beats(workers)
    processes = {index: Process(100 + index) for index in range(workers)}
    server: Any = SimpleNamespace(
        workers=workers, processes=processes, worker_processes=lambda: dict(processes)
    )
    return WorkerWatch(server, beats, hang_seconds), beats, server


def test_a_worker_without_a_heartbeat_for_the_bound_is_killed_once(counts: Any) -> None:
    watch, beats, server = watched()
    beats.beats[0] = Beat(100, 1)
    exit_codes = []
    for _ in range(2 * HANG_SECONDS):
        watch.look()
        exit_codes.append(server.processes[0].exitcode)
    assert exit_codes.index(-9) == HANG_SECONDS, "the first look saw a heartbeat"
    assert counts() == {"hung": 1, "ended": 0}


def test_a_worker_that_beats_now_and_then_is_left_alone(counts: Any) -> None:
    watch, beats, server = watched()
    for number in range(4 * HANG_SECONDS):
        beats.beats[0] = Beat(100, number // (HANG_SECONDS - 1))
        watch.look()
    assert server.processes[0].exitcode is None
    assert counts() == {"hung": 0, "ended": 0}


def test_a_worker_is_left_alone_until_its_first_heartbeat(counts: Any) -> None:
    """Its start may take long. The last heartbeat of the process before it does not count against it."""
    watch, beats, server = watched()
    beats.beats[0] = Beat(99, 7)
    assert [watch.look() for _ in range(3 * HANG_SECONDS)].count(True) == 0
    assert server.processes[0].exitcode is None
    assert counts() == {"hung": 0, "ended": 0}


def test_with_a_bound_of_0_no_worker_is_killed(counts: Any) -> None:
    watch, beats, server = watched(hang_seconds=0)
    beats.beats[0] = Beat(100, 1)
    for _ in range(100):
        watch.look()
    assert server.processes[0].exitcode is None


def test_a_worker_that_ended_by_itself_is_counted_as_such(counts: Any) -> None:
    watch, _, server = watched(workers=2)
    watch.look()
    taken_out = server.processes.pop(1)
    assert not watch.look(), "a worker is missing"
    server.processes[1] = Process(201)
    taken_out.exitcode = -9
    watch.look()
    assert counts() == {"hung": 0, "ended": 1}


def test_systemd_is_fed_only_after_it_was_told_that_the_service_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watch, beats, server = watched()
    server.is_told_to_stop = False
    ready = Event()
    fed_at: list[int] = []
    looks = 0

    class FourLooks(Event):
        def wait(self, timeout: float | None = None) -> bool:
            nonlocal looks
            looks += 1
            beats.beats[0] = Beat(100, looks)
            if looks == 3:
                ready.set()
            return looks > 4

    monkeypatch.setattr(systemd_notify, "notify", lambda state: fed_at.append(looks))
    watch.run(ready, FourLooks())
    assert fed_at == [3, 4]
