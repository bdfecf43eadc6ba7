"""A pool of processes: runs pure functions of bytes off the event loop, with an enforced deadline.

A thread would not suffice: it shares the interpreter with the event loop, and nothing can stop it. A process
can be killed at its deadline, has a memory limit, and has none of the worker's secrets in its environment.
"""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol

import structlog

from seatpreview.limits.fair_queue import FairQueue
from seatpreview.limits.shares import Share
from seatpreview.problems import Internal
from seatpreview.processes.frames import ANSWER_HEAD, PROBLEM, RESULT, AnswerHead, encode_call, read_head
from seatpreview.processes.problem_codec import decode_problem

IDLE_SECONDS_MAX = 300
"""A process that was idle for longer ends."""
_READ_BYTES = 1 << 20
_INHERITED = ("PATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "TZ", "SYSTEMROOT", "TMPDIR")
"""Variables that a process gets from its worker. None of them is a secret."""

log = structlog.get_logger("seatpreview")

Function = Callable[..., bytes]
"""A module-level function from bytes to bytes that depends on nothing else."""


class DeadlineExceeded(Exception):
    """Raised when a call took longer than allowed. Its process was killed."""


class OutOfMemory(Exception):
    """Raised when a call needed more memory than allowed."""


class Computation(Protocol):
    """Runs pure functions of bytes."""

    async def run(self, function: Function, *arguments: bytes, share: Share, seconds: float) -> bytes:
        """Calls the function, and returns its result or raises its Problem.

        Raises RateLimited if too much work of the share waits, DeadlineExceeded after this many seconds, and
        OutOfMemory.
        """
        ...

    async def close(self) -> None:
        """Ends all running work."""
        ...


class InProcess(Computation):
    """Calls functions in a thread of this process: for the command line, which serves nobody else."""

    async def run(self, function: Function, *arguments: bytes, share: Share, seconds: float) -> bytes:
        """Calls the function. There is no deadline."""
        return await asyncio.to_thread(function, *arguments)

    async def close(self) -> None:
        """Does nothing, because nothing runs."""


class ProcessPool(Computation):
    """Processes that are started on first use and shared fairly by tenants."""

    def __init__(self, queue: FairQueue, memory_mb: int, niceness: int = 10) -> None:
        """Processes with a higher niceness leave the processor to those with a lower one, and to requests."""
        self.queue = queue
        self._limits = (str(memory_mb), str(niceness))
        self._idle: list[_ChildProcess] = []
        self._running: set[_ChildProcess] = set()
        self._starting: set[asyncio.Future[None]] = set()
        self._ending: set[asyncio.Future[None]] = set()

    async def run(self, function: Function, *arguments: bytes, share: Share, seconds: float) -> bytes:
        """Calls the function in a process, after waiting for its turn, which has no deadline."""
        async with self.queue.turn(share):
            child = await self._take(function.__module__)
            try:
                async with asyncio.timeout(seconds):
                    head, data = await child.call(_name_of(function).encode(), *arguments)
            except TimeoutError:
                raise DeadlineExceeded from None
            except (OSError, asyncio.IncompleteReadError) as fault:
                log.error("a process ended during its work", function=_name_of(function))
                raise OutOfMemory from fault
            else:
                if not head.is_last:
                    self._keep(child)
            finally:
                self._running.discard(child)
                if child not in self._idle:
                    await child.end()
        return _result(function, head, data)

    async def close(self) -> None:
        """Kills all processes."""
        await asyncio.gather(*self._starting, return_exceptions=True)
        ended = (*self._idle, *self._running)
        self._idle.clear()
        await asyncio.gather(*self._ending, *(child.end() for child in ended))

    async def _take(self, module: str) -> "_ChildProcess":
        """Takes an idle process, or starts one. Also starts a spare one: starting takes a while, and the next
        tenant should not have to wait."""
        alive = [child for child in self._idle if child.is_alive]
        child = alive.pop() if alive else await _start(self._limits, module)
        self._idle = alive
        self._running.add(child)
        if not alive and not self._starting and len(self._running) < self.queue.capacity:
            self._run_aside(self._starting, self._start_spare(module))
        return child

    async def _start_spare(self, module: str) -> None:
        self._keep(await _start(self._limits, module))

    def _run_aside(self, tasks: "set[asyncio.Future[None]]", work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    def _keep(self, child: "_ChildProcess") -> None:
        self._idle.append(child)
        calls = child.calls

        def end_if_idle() -> None:
            if child in self._idle and child.calls == calls:
                self._idle.remove(child)
                self._run_aside(self._ending, child.end())

        asyncio.get_running_loop().call_later(IDLE_SECONDS_MAX, end_if_idle)


class _ChildProcess:
    """A process and the streams to it."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self.calls = 0

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    async def call(self, *parts: bytes) -> tuple[AnswerHead, bytes]:
        """Sends a call and receives its answer."""
        self.calls += 1
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise BrokenPipeError
        stdin.writelines(encode_call(parts))
        await stdin.drain()
        head = read_head(await stdout.readexactly(ANSWER_HEAD.size))
        return head, await stdout.readexactly(head.length)

    async def end(self) -> None:
        """Kills the process."""
        with suppress(ProcessLookupError):
            self._process.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()


async def _start(limits: tuple[str, str], module: str) -> _ChildProcess:
    program = (sys.executable, "-P", "-m", "seatpreview.processes.child")
    command = (*program, str(os.getpid()), *limits, module)
    process = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, limit=_READ_BYTES, env=child_environment()
    )
    return _ChildProcess(process)


def child_environment() -> dict[str, str]:
    """Returns the variables of a process that a worker starts: no secret is among them."""
    own = os.environ
    kept = {name: own[name] for name in _INHERITED if name in own}
    # One arena, and one thread of numpy: with several, a process would reserve more memory than it uses, and
    # reach its limit early.
    alone = {"MALLOC_ARENA_MAX": "1", "OPENBLAS_NUM_THREADS": "1"}
    return kept | alone | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _name_of(function: Function) -> str:
    return f"{function.__module__}:{function.__qualname__}"


def _result(function: Function, head: AnswerHead, data: bytes) -> bytes:
    if head.status == RESULT:
        return data
    if head.status == PROBLEM:
        raise decode_problem(data)
    reason = data.decode(errors="replace")
    if reason == "MemoryError":
        raise OutOfMemory
    log.error("a function failed in a process", function=_name_of(function), reason=reason)
    raise Internal("Something went wrong on our side. Try again later.")
