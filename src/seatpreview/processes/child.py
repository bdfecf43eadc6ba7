"""The main program of a process: calls the functions that its worker names, one after the other.

    python -m seatpreview.processes.child WORKER_PID MEMORY_MB NICENESS MODULE

It ends with its worker, even if that is killed, and leaves the processor to requests by a lower priority.
"""

import ctypes
import importlib
import os
import re
import signal
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from seatpreview.problems import Problem
from seatpreview.processes.frames import FAILURE, PROBLEM, RESULT, AnswerHead, read_call, write_answer
from seatpreview.processes.problem_codec import encode_problem

_PR_SET_PDEATHSIG = 1
_KEPT_MEMORY_MAX = 300 << 20
"""A process that has used more memory than this ends after its answer, which frees the memory."""


def main() -> None:
    """Serves calls until the worker ends."""
    worker, memory_mb, niceness = map(int, sys.argv[1:4])
    module = sys.argv[4]
    _end_with(worker)
    _limit(memory_mb << 20, niceness)
    # Ctrl-C reaches every process of the terminal. The worker ends this process when it has finished.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    calls, answers = take_streams()
    importlib.import_module(module)  # Imported before the first call, so that it need not wait.
    is_last = False
    while not is_last and (call := read_call(calls)) is not None:
        status, data = _answer(call)
        is_last = _used_memory() > _KEPT_MEMORY_MAX
        write_answer(answers, AnswerHead(status, is_last, len(data)), data)
        del call, data


def _answer(call: tuple[bytes, ...]) -> tuple[bytes, bytes]:
    name, *arguments = call
    try:
        module, _, function = name.decode().partition(":")
        result: bytes = getattr(importlib.import_module(module), function)(*arguments)
        return RESULT, result
    except Problem as problem:
        return PROBLEM, encode_problem(problem)
    except MemoryError:
        return FAILURE, b"MemoryError"
    except Exception:
        # The worker logs where it happened, but not the message, which may repeat the tenant's input.
        kind, _, place = sys.exc_info()
        return FAILURE, f"{kind and kind.__name__}\n{''.join(traceback.format_tb(place))}".encode()


def _end_with(worker: int) -> None:
    """Lets the kernel end this process when its worker dies, on Linux. Elsewhere it ends at the next call."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != worker:
            sys.exit()


def _limit(memory_bytes: int, niceness: int) -> None:
    """Lowers the priority and limits the memory, if the system permits it."""
    with suppress(OSError):
        os.nice(niceness)
    if sys.platform == "win32":
        return
    import resource

    for kind, limit in ((resource.RLIMIT_AS, memory_bytes), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (limit, limit))


def _used_memory() -> int:
    """Returns the most memory that this process has used, in bytes; 0 if the system does not say.

    `getrusage` would not do: it starts from the memory that the worker used when it started this process.
    """
    try:
        found = re.search(rb"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_bytes())
    except OSError:
        return 0
    return 0 if found is None else int(found[1]) * 1024


def take_streams() -> tuple[BinaryIO, BinaryIO]:
    """Takes the two streams away from code that prints or reads."""
    calls, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    return calls, answers


if __name__ == "__main__":
    main()
