"""The watch of the parent process over its workers: one that hangs is killed, and the server replaces it."""

from collections import Counter
from threading import Event
from typing import Any

import structlog
from granian.server.mp import MPServer, WorkerProcess

from seatpreview.server import systemd_notify
from seatpreview.server.shared_state import Beat, SharedState

LOOK_SECONDS = 1
"""The interval at which the parent looks at its workers."""


REPLACED_WORKERS = Counter({"hung": 0, "ended": 0})
"""How many workers of this process were replaced, and why: hung ones were killed, others had ended."""


class _Seen:
    """A worker as it was at the last look."""

    def __init__(self, worker: WorkerProcess) -> None:
        self.worker = worker
        self.beat: Beat | None = None
        self.silent_looks = 0
        self.was_killed = False


class WorkerWatch:
    """Looks at the workers once a second.

    It counts its own looks instead of reading a clock: where the whole machine was held up, workers have as
    much time as always to come back. A worker is watched from its first heartbeat on, since its start may
    take long.
    """

    def __init__(self, server: MPServer, state: SharedState, hang_seconds: int) -> None:
        self._server = server
        self._state = state
        self._looks_max = hang_seconds // LOOK_SECONDS
        """How many looks a worker may be silent for. 0: any number."""
        self._seen: dict[int, _Seen] = {}
        # Bound now: what the start shows afterwards sets up the log of a command, in this process.
        self._log = structlog.get_logger("seatpreview").bind()

    def run(self, stopped: Event) -> None:
        """Looks until the service stops. Feeds the watchdog of systemd while all workers are well.

        Workers that take long to stop are the server's business, which kills them in the end.
        """
        while not stopped.wait(LOOK_SECONDS) and not self._server.interrupt_signal:
            if self.look():
                systemd_notify.notify(systemd_notify.WATCHDOG)

    def look(self) -> bool:
        """Kills workers that hang. Returns whether all workers had a heartbeat since the last look."""
        # The server takes a worker out of its list for a moment to put another in its place.
        workers = list(self._server.wrks)
        have_beaten = [self._look_at(worker) for worker in workers]
        return len(workers) == self._server.workers and all(have_beaten)

    def _look_at(self, worker: WorkerProcess) -> bool:
        seen = self._seen.get(worker.idx)
        if seen is None or seen.worker is not worker:
            if seen is not None and not seen.was_killed:
                self._report("ended", seen, exit_code=seen.worker.inner.exitcode)
            seen = self._seen[worker.idx] = _Seen(worker)
        beat = self._state.last_beat(worker.idx)
        if beat.pid != worker.inner.pid:
            return False  # It is starting.
        if beat != seen.beat:
            seen.beat = beat
            seen.silent_looks = 0
            return True
        seen.silent_looks += 1
        if seen.silent_looks == self._looks_max:
            seen.was_killed = True
            # Not by the server's own method: that marks the end as intended, and the worker is not replaced.
            worker.inner.kill()
            self._report("hung", seen, silent_seconds=seen.silent_looks * LOOK_SECONDS)
        return False

    def _report(self, reason: str, seen: _Seen, **more: Any) -> None:
        REPLACED_WORKERS[reason] += 1
        worker = seen.worker
        self._log.error("worker replaced", reason=reason, worker=worker.idx + 1, pid=worker.inner.pid, **more)
