"""The process of a worker: what it sets up before it serves, and how it ends."""

import ctypes
import multiprocessing
import os
import signal
import sys
from contextlib import suppress
from typing import Any

import structlog

from seatpreview.server import granian_adapter, heartbeats
from seatpreview.server.heartbeats import SharedState

_PR_SET_PDEATHSIG = 1
"""The option of prctl(2) that names the signal a process gets when its parent dies."""

log = structlog.get_logger("seatpreview")


def run_worker_process(state: SharedState, *arguments: Any) -> None:
    """The entry point of a worker process, with the arguments that the server starts it with.

    It exits by `os._exit`: during Python's own shutdown, threads of the server that still ask for the
    interpreter would abort the process.
    """
    stop_when_the_parent_dies()
    heartbeats.share(state, granian_adapter.worker_index(*arguments))
    _use_batch_scheduling()
    parent = _Parent()
    granian_adapter.run_worker(*arguments, when_told_to_stop=parent.log_loss)
    parent.log_loss()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def stop_when_the_parent_dies() -> None:
    """A parent that is killed cannot stop its workers. On Linux, the kernel sends them SIGTERM instead.

    The kernel sends nothing for a parent that died before this was set, so this looks for the parent
    afterwards.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if _has_lost_its_parent():
        os._exit(1)


def _has_lost_its_parent() -> bool:
    """Returns whether the process that started this one has ended: another one is its parent then."""
    parent = multiprocessing.parent_process()
    return parent is not None and os.getppid() != parent.pid


class _Parent:
    """Logs once that the parent process has ended.

    The kernel sends its signal when the first thread of the parent ends, and the parent is lost when its last
    thread has ended. So the worker looks twice: at the signal, and at its own end.
    """

    _loss_is_logged = False

    def log_loss(self) -> None:
        """Logs that the parent has ended, if it has and no line says so yet."""
        if _has_lost_its_parent() and not self._loss_is_logged:
            self._loss_is_logged = True
            log.error("worker stops", reason="its parent process has ended", pid=os.getpid())


def _use_batch_scheduling() -> None:
    """Sets SCHED_BATCH, so that threads of a worker do not preempt each other on a core that they share.

    The thread that runs Python goes on until it has nothing to do, and the one that reads and writes then
    finds several requests. A third more of them are answered that way, and none later (docs/decisions/0016).
    Where the system forbids it, the default scheduling stays.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
