"""The main program of a process: calls the functions that its worker names, one after the other.

    python -m seatpreview.processes.child_setup NICENESS seatpreview.processes.child WORKER_PID MODULE

It ends with its worker, even if that is killed, and leaves the processor to requests by a lower priority.
"""

import importlib
import os
import re
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from seatpreview.problems import Problem
from seatpreview.processes.child_setup import end_with_parent, limit_data
from seatpreview.processes.frames import (
    FAILURE,
    PROBLEM,
    RESULT,
    AnswerHead,
    CallLimits,
    encode_problem,
    read_call,
    write_answer,
)

_PROCESSOR_SECONDS_MIN = 0.001
"""A timer of 0 seconds would never ring."""
_KEPT_MEMORY_MAX = 200 << 20
"""A process that has used more memory than this ends after its answer, which frees the memory."""


class Interrupted(BaseException):
    """Raised in a call that nobody waits for any more, wherever it is."""


def main() -> None:
    """Serves calls until the worker ends."""
    worker, module = int(sys.argv[1]), sys.argv[2]
    end_with_parent(worker)
    # Ctrl-C reaches every process of the terminal. The worker ends this process when it has finished.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    calls, answers = take_streams()
    importlib.import_module(module)  # Imported before the first call, so that it need not wait.
    is_last = False
    while not is_last and (call := read_call(calls)) is not None:
        started = time.process_time()
        status, data = _answer(call)
        is_last = _used_memory() > _KEPT_MEMORY_MAX
        head = AnswerHead(status, is_last, len(data), time.process_time() - started)
        write_answer(answers, head, data)
        del call, data


def _answer(call: tuple[bytes, ...]) -> tuple[bytes, bytes]:
    name, limits, *arguments = call
    try:
        module, _, function = name.decode().partition(":")
        found = getattr(importlib.import_module(module), function)
        with _within(CallLimits.decode(limits)):
            result: bytes = found(*arguments)
        return RESULT, result
    except Problem as problem:
        return PROBLEM, encode_problem(problem)
    except MemoryError:
        return FAILURE, b"MemoryError"
    except Interrupted:
        return FAILURE, b"Interrupted"
    except Exception:
        # The worker logs where it happened, but not the message, which may repeat the tenant's input.
        kind, _, place = sys.exc_info()
        return FAILURE, f"{kind and kind.__name__}\n{''.join(traceback.format_tb(place))}".encode()


@contextmanager
def _within(limits: CallLimits) -> Iterator[None]:
    """Lets the kernel hold the limits of a call, if the system permits it. Out of processor time, the process
    is ended (SIGPROF). Out of memory, an allocation fails. At SIGUSR1 the call ends with `Interrupted`.

    A timer of processor time is set anew for each call; `RLIMIT_CPU` counts whole seconds since the process
    was started. The kernel looks at the timer with each of its ticks, some hundred times a second.
    """
    if sys.platform == "win32":
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, max(limits.processor_seconds, _PROCESSOR_SECONDS_MIN))
    limit_data(limits.memory_bytes)
    try:
        signal.signal(signal.SIGUSR1, _interrupt)
        yield
    finally:
        # Between calls there is nothing to interrupt: a signal that comes late is ignored.
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
        # What comes after the call, such as sending its result, is not the caller's.
        signal.setitimer(signal.ITIMER_PROF, 0)
        limit_data(None)


def _interrupt(_signal: int, _frame: object) -> None:
    raise Interrupted


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
