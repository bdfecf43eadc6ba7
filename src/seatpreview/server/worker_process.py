"""The process of a worker: what it sets up before it serves, and how it ends."""

import ctypes
import multiprocessing
import os
import signal
import sys
from contextlib import suppress
from typing import Any

import structlog

from seatpreview.observability.log_output import never_wait_for_readers_of_the_log
from seatpreview.observability.prometheus_adapter import reserve_room_for_metrics
from seatpreview.server import granian_adapter, heartbeats
from seatpreview.server.heartbeats import SharedState
from seatpreview.server.worker_metrics import METRICS_FOLDER

_PR_SET_PDEATHSIG = 1
"""The option of prctl(2) that names the signal a process gets when its parent dies."""

log = structlog.get_logger("seatpreview")


def run_worker_process(state: SharedState, *arguments: Any) -> None:
    """The entry point of a worker process, with the arguments that the server starts it with.

    It exits by `os._exit`: during Python's own shutdown, threads of the server that still ask for the
    interpreter would abort the process.
    """
    end_after_the_parent()
    never_wait_for_readers_of_the_log()
    index = granian_adapter.worker_index(*arguments)
    state.forget(index)
    heartbeats.share(state, index)
    _make_metrics_folder()
    reserve_room_for_metrics()
    _use_batch_scheduling()
    parent = multiprocessing.parent_process()
    granian_adapter.run_worker(
        *arguments,
        sentinel=None if parent is None else parent.sentinel,
        when_parent_ends=_log_lost_parent,
        when_told_to_stop=heartbeats.note_stop,
    )
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def _make_metrics_folder() -> None:
    """Makes the folder for metrics again where somebody has cleared the folder of temporary files: without it
    no worker starts. Metrics of other workers are missing until they are started again."""
    folder = os.environ.get(METRICS_FOLDER)
    if folder is not None:
        os.makedirs(folder, mode=0o700, exist_ok=True)


def end_after_the_parent() -> None:
    """Makes the kernel end this process some seconds after its parent has died, on Linux.

    A parent that is killed cannot end its workers. They stop by themselves then, as at SIGTERM, but a worker
    that hangs would stay and keep its connections. A handler in Python would not help: where a thread waits
    for a lock and holds the interpreter meanwhile, no line of Python runs any more. So the handler of the
    signal is alarm(2) itself, which is called with the number of the signal: 10 seconds after SIGUSR1 the
    kernel sends SIGALRM, and that ends the process.

    The kernel sends nothing for a parent that died before this was set, so this looks for the parent
    afterwards.
    """
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None)
    libc.signal(signal.SIGUSR1, ctypes.cast(libc.alarm, ctypes.c_void_p))
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGUSR1)
    parent = multiprocessing.parent_process()
    if parent is not None and os.getppid() != parent.pid:
        os._exit(1)


def _log_lost_parent() -> None:
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
