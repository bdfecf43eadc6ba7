"""Granian's server, with a rule of our own for workers that end: one that could serve is replaced."""

from collections.abc import Callable
from typing import Any

import structlog
from granian.server.mp import MPServer

from seatpreview.server.shared_state import SharedState

STARTS_MAX = 3
"""How many processes in a row may end before one of them could serve, until the service gives up."""

STOP_SECONDS = 1
"""How long a signal for this process is waited for where a worker has stopped as it does at one."""

log = structlog.get_logger("seatpreview")


class FailedStarts:
    """Counts, for each worker, the processes in a row that ended before they could serve."""

    def __init__(self, state: SharedState) -> None:
        self._state = state
        self._counts: dict[int, int] = {}

    def add_end(self, index: int, pid: int | None) -> bool:
        """Counts the end of this process. Returns whether the worker should be given up."""
        could_serve = self._state.last_beat(index).pid == pid  # The first heartbeat follows the start.
        self._counts[index] = 0 if could_serve else self._counts.get(index, 0) + 1
        return self._counts[index] >= STARTS_MAX


class ReplacingServer(MPServer):
    """The server of the parent process.

    Granian itself ends the whole service where a worker ends within six seconds of its start, whatever it did
    in between. A worker that was killed twice in a row took all others with it, and one that needs longer
    than that to fail was started for ever. Here a worker that could serve is replaced however soon it ends,
    and one that cannot start is tried `STARTS_MAX` times.
    """

    state: SharedState
    """The heartbeats of the workers. Set before the server serves."""

    def _serve_loop(self, spawn_target: Callable[..., None], target_loader: Callable[..., Any]) -> None:
        """Replaces Granian's own loop, of which the service uses no more than this: it never reloads."""
        failed_starts = FailedStarts(self.state)
        while True:
            self.main_loop_interrupt.wait()
            # Cleared first: a worker that ends from now on sets it again.
            self.main_loop_interrupt.clear()
            ended = self.interrupt_children[:]
            if self._is_told_to_stop(ended):
                return
            given_up = [each for each in ended if failed_starts.add_end(each, self.wrks[each].inner.pid)]
            if given_up:
                # The server exits with 1 where workers have ended that were not replaced.
                log.error(
                    "the service ends",
                    reason=f"worker {given_up[0] + 1} ended {STARTS_MAX} times before it could serve",
                    remedy="The lines before this one say why it ended.",
                )
                return
            del self.interrupt_children[: len(ended)]
            self._respawn_workers(ended, spawn_target, target_loader)

    def _is_told_to_stop(self, ended: list[int]) -> bool:
        """Returns whether a signal has come. Ctrl-C reaches workers as well, and one may have stopped before
        this process was told to: so a moment is waited where workers have stopped as they do then."""
        if not self.interrupt_signal and all(self.wrks[each].inner.exitcode == 0 for each in ended):
            self.main_loop_interrupt.wait(STOP_SECONDS)
        return bool(self.interrupt_signal)
