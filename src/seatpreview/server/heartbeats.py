"""Heartbeats of the workers, and the stop flag of the service, in memory that parent and workers share.

A worker counts its heartbeats, so that its parent notices when it hangs, also without the metrics listener.
The parent sets the flag when the service stops, so that workers report that they are not ready.
"""

import asyncio
import ctypes
import os
from multiprocessing.sharedctypes import RawArray, RawValue
from typing import NamedTuple

BEAT_SECONDS = 0.5
"""The interval of a worker's heartbeats. The parent looks half as often, so it always finds a new one."""


class Beat(NamedTuple):
    """The last heartbeat of a worker: its process id, and how many heartbeats it has counted."""

    pid: int
    number: int


class SharedState:
    """Memory that a parent process shares with its workers. They get it when they are started."""

    def __init__(self, workers: int) -> None:
        self._pids = RawArray(ctypes.c_longlong, workers)
        self._counts = RawArray(ctypes.c_longlong, workers)
        self._stopping = RawValue(ctypes.c_bool, False)

    def add_beat(self, index: int) -> None:
        """Counts a heartbeat of this process, the worker with this index."""
        self._counts[index] += 1
        self._pids[index] = os.getpid()

    def last_beat(self, index: int) -> Beat:
        """Returns the last heartbeat of a worker. Where a worker has just been started and has none yet, this
        is the last one of the process before it, or a heartbeat of process 0."""
        return Beat(self._pids[index], self._counts[index])

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


def share(state: SharedState, index: int = 0) -> None:
    """Sets the state of this process, and the index of the worker that it is."""
    _ThisProcess.state = state
    _ThisProcess.index = index


def is_stopping() -> bool:
    """Returns whether the service of this process has been told to stop."""
    return _ThisProcess.state is not None and _ThisProcess.state.is_stopping


async def beat() -> None:
    """Counts heartbeats of this worker until it is cancelled, and waits for nothing but the event loop."""
    state = _ThisProcess.state
    while state is not None:
        state.add_beat(_ThisProcess.index)
        await asyncio.sleep(BEAT_SECONDS)
