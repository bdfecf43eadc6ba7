"""Heartbeats of the workers, and the stop flag of the service, in memory that parent and workers share.

A worker counts its heartbeats, so that its parent notices when it hangs, also without the metrics listener.
The parent sets the flag when the service stops, so that workers report that they are not ready.
"""

import asyncio
import ctypes
import os
import time
from collections.abc import Iterator
from multiprocessing.sharedctypes import RawArray, RawValue
from typing import NamedTuple

from seatpreview.processes.memory_watch import is_alive

BEAT_SECONDS = 0.5
"""The interval of a worker's heartbeats. The parent looks half as often, so it always finds a new one."""
STARTS_MAX = 3
"""How many processes in a row may end before one of them could serve, until the service gives up."""


class Beat(NamedTuple):
    """The last heartbeat of a worker: its process id, and how many heartbeats it has counted."""

    pid: int
    number: int


class SharedState:
    """Memory that a parent process shares with its workers. They get it when they are started."""

    def __init__(self, workers: int) -> None:
        self._pids = RawArray(ctypes.c_longlong, workers)
        self._counts = RawArray(ctypes.c_longlong, workers)
        self._alive_at = RawArray(ctypes.c_double, workers)
        self._ready_at = RawArray(ctypes.c_double, workers)
        self._stopping = RawValue(ctypes.c_bool, False)

    def add_beat(self, index: int) -> None:
        """Counts a heartbeat of this process, the worker with this index."""
        self._counts[index] += 1
        self._pids[index] = os.getpid()

    def last_beat(self, index: int) -> Beat:
        """Returns the last heartbeat of a worker. Where a worker has just been started and has none yet, this
        is the last one of the process before it, or a heartbeat of process 0."""
        return Beat(self._pids[index], self._counts[index])

    def forget(self, index: int) -> None:
        """Forgets what an earlier process of the worker with this index has noted."""
        self._alive_at[index] = self._ready_at[index] = 0

    def note_alive(self, index: int) -> None:
        """Notes that the event loop of this process, the worker with this index, runs."""
        self._alive_at[index] = time.time()

    def note_ready(self, index: int) -> None:
        """Notes that this process, the worker with this index, can serve."""
        self._ready_at[index] = time.time()

    def count_alive(self, since: float) -> int:
        """Returns how many workers had an event loop that ran at or after this time."""
        return sum(at >= since for at in self._times(self._alive_at))

    def count_ready(self, since: float) -> int:
        """Returns how many workers could serve at or after this time."""
        return sum(at >= since for at in self._times(self._ready_at))

    def _times(self, times: "ctypes.Array[ctypes.c_double]") -> Iterator[float]:
        return (at for pid, at in zip(self._pids, times, strict=True) if is_alive(pid))

    @property
    def is_stopping(self) -> bool:
        """Whether the service has been told to stop."""
        return bool(self._stopping.value)

    def set_stopping(self) -> None:
        """Notes that the service has been told to stop."""
        self._stopping.value = True


class _ThisProcess:
    """The state that this process shares, and which worker it is.

    The server gives a worker's application no arguments, so the application finds them here.
    """

    state: SharedState | None = None
    index = 0
    is_told_to_stop = False


def share(state: SharedState, index: int = 0) -> None:
    """Sets the state of this process, and the index of the worker that it is."""
    _ThisProcess.state = state
    _ThisProcess.index = index


def note_stop() -> None:
    """Notes that this worker alone has been told to stop, or has lost its parent."""
    _ThisProcess.is_told_to_stop = True


def is_stopping() -> bool:
    """Returns whether the service of this process, or this process alone, has been told to stop."""
    state = _ThisProcess.state
    return _ThisProcess.is_told_to_stop or (state is not None and state.is_stopping)


def note_alive() -> None:
    """Notes that the event loop of this worker runs."""
    if _ThisProcess.state is not None:
        _ThisProcess.state.note_alive(_ThisProcess.index)


def note_ready() -> None:
    """Notes that this worker can serve."""
    if _ThisProcess.state is not None:
        _ThisProcess.state.note_ready(_ThisProcess.index)


def count_alive(since: float) -> int:
    """Returns how many workers of this process had an event loop that ran at or after this time."""
    return 0 if _ThisProcess.state is None else _ThisProcess.state.count_alive(since)


def count_ready(since: float) -> int:
    """Returns how many workers of this process could serve at or after this time."""
    return 0 if _ThisProcess.state is None else _ThisProcess.state.count_ready(since)


async def beat() -> None:
    """Counts heartbeats of this worker until it is cancelled, and waits for nothing but the event loop."""
    state = _ThisProcess.state
    while state is not None:
        state.add_beat(_ThisProcess.index)
        await asyncio.sleep(BEAT_SECONDS)


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
