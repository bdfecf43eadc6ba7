"""The parent process watches its workers: it kills a worker that hangs, and the server replaces it."""

from collections import Counter
from multiprocessing.process import BaseProcess
from threading import Event
from typing import Any

import structlog

from seatpreview.server import systemd_notify
from seatpreview.server.granian_adapter import GranianServer
from seatpreview.server.heartbeats import Beat, SharedState

LOOK_SECONDS = 1
"""The interval at which the parent looks at its workers."""


REPLACED_WORKERS = Counter({"hung": 0, "ended": 0})
"""How many workers of this process were replaced: `hung` ones were killed, others had `ended`."""


class _Seen:
    """A worker as it was at the last look."""

    def __init__(self, process: BaseProcess) -> None:
        self.process = process
        self.beat: Beat | None = None
        self.silent_looks = 0
        self.was_killed = False


class WorkerWatch:
    """Looks at the workers once a second.

    It counts its own looks instead of reading a clock: after the whole machine was held up, workers have as
    much time as always to come back. A worker is watched from its first heartbeat on, since its start may
    take long.
    """

    def __init__(self, server: GranianServer, state: SharedState, hang_seconds: int) -> None:
        self._server = server
        self._state = state
        self._looks_max = hang_seconds // LOOK_SECONDS
        """The number of looks after which a silent worker is killed. 0 kills none."""
        self._seen: dict[int, _Seen] = {}
        # Bound now: the welcome at the start sets up the log of a command afterwards, in this process.
        self._log = structlog.get_logger("seatpreview").bind()

    def run(self, ready: Event, stopped: Event) -> None:
        """Looks until the service stops. Feeds the watchdog of systemd while all workers are well, from when
        systemd was told that the service is ready.

        Workers that take long to stop are killed by the server, not by this watch.
        """
        while not stopped.wait(LOOK_SECONDS) and not self._server.is_told_to_stop:
            if self.look() and ready.is_set():
                systemd_notify.notify(systemd_notify.WATCHDOG)

    def look(self) -> bool:
        """Kills workers that hang. Returns whether all workers had a heartbeat since the last look."""
        processes = self._server.worker_processes()
        have_beaten = [self._look_at(index, process) for index, process in processes.items()]
        return len(processes) == self._server.workers and all(have_beaten)

    def _look_at(self, index: int, process: BaseProcess) -> bool:
        seen = self._seen.get(index)
        if seen is None or seen.process is not process:
            if seen is not None and not seen.was_killed:
                self._report("ended", index, seen, exit_code=seen.process.exitcode)
            seen = self._seen[index] = _Seen(process)
        beat = self._state.last_beat(index)
        if beat.pid != process.pid:
            return False  # It is starting.
        if beat != seen.beat:
            seen.beat = beat
            seen.silent_looks = 0
            return True
        seen.silent_looks += 1
        if seen.silent_looks == self._looks_max:
            seen.was_killed = True
            # Not by the server's own method: that marks the end as intended, and the worker is not replaced.
            process.kill()
            self._report("hung", index, seen, silent_seconds=seen.silent_looks * LOOK_SECONDS)
        return False

    def _report(self, reason: str, index: int, seen: _Seen, **more: Any) -> None:
        REPLACED_WORKERS[reason] += 1
        self._log.error("worker replaced", reason=reason, worker=index + 1, pid=seen.process.pid, **more)
