"""A pool of processes: runs pure functions of bytes off the event loop, with limits that are enforced.

A thread would not suffice: it shares the interpreter with the event loop, and nothing can stop it. A process
can be killed when nobody waits for it any more, has a limit of processor time and of memory, and has none of
the worker's secrets in its environment.
"""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from itertools import chain
from typing import Any, Literal, Protocol, get_args

import structlog

from seatpreview.limits.fair_queue import FairQueue
from seatpreview.limits.processor_time import ProcessorTime
from seatpreview.limits.shares import Lane, Share
from seatpreview.problems import Internal, Overloaded
from seatpreview.processes.child_setup import HEAVY_NICENESS, LANE_NICENESS, lowered
from seatpreview.processes.frames import (
    ANSWER_HEAD,
    PROBLEM,
    RESULT,
    AnswerHead,
    CallLimits,
    decode_problem,
    encode_call,
    read_head,
)
from seatpreview.processes.memory_watch import MemoryWatch, processor_seconds

IDLE_SECONDS_MAX = 300
"""A process that was idle for longer ends."""
STARVED_FACTOR = 4
STARVED_SECONDS_MIN = 30
"""A call may take `STARVED_FACTOR` times its processor time by the clock on the wall, and at least
`STARVED_SECONDS_MIN`. If it is not done then, the machine was busy with other things."""
WAIT_SECONDS_MAX = 60
"""The longest that a call waits for its turn."""
RETRY_AFTER_SECONDS = 10
INTERRUPT_SECONDS_MAX = 0.5
"""How long a call that is interrupted may take to end. Longer: its process is killed."""
_READ_BYTES = 1 << 20
_INHERITED = ("PATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "TZ", "SYSTEMROOT", "TMPDIR")
"""Variables that a process gets from its worker. None of them is a secret."""

EndReason = Literal["disconnected", "revoked", "abandoned", "slow", "starved", "memory", "memory_of_all"]
"""Why work was ended before it was done. `disconnected`: its client left. `revoked`: its key or session
ended. `abandoned`: nobody waited for what it would have shared. `slow`: its processor time was used up.
`starved`: the machine was too busy to do it in time. `memory`: it needed more memory than it may use.
`memory_of_all`: all processes together did."""
END_REASONS: tuple[EndReason, ...] = get_args(EndReason)

log = structlog.get_logger("seatpreview")

_Call = asyncio.Future[tuple[AnswerHead, bytes]]
"""A call that was sent to a process."""

Function = Callable[..., bytes]
"""A module-level function from bytes to bytes that depends on nothing else."""


class DeadlineExceeded(Exception):
    """Raised when a call needed more processor time than allowed. Its process was ended."""


class OutOfMemory(Exception):
    """Raised when a call needed more memory than allowed."""


class Computation(Protocol):
    """Runs pure functions of bytes."""

    async def run(self, function: Function, *arguments: bytes, share: Share, seconds: float) -> bytes:
        """Calls the function, and returns its result or raises its Problem.

        Raises RateLimited if too much work of the share waits or the share has used up its processor time,
        Overloaded if the machine has no time or memory for it now, DeadlineExceeded after this many seconds
        of processor time, and OutOfMemory.
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

    def __init__(
        self,
        queue: FairQueue,
        memory_mb: int,
        niceness: int = HEAVY_NICENESS,
        processor_time: ProcessorTime | None = None,
        memory_watch: MemoryWatch | None = None,
        ended: Counter[EndReason] | None = None,
    ) -> None:
        """Processes with a higher niceness leave the processor to those with a lower one, and to requests.
        Each lane has processes of its own, whose niceness is higher than that of the lane above it.
        `memory_mb` is what one call may use; `memory_watch` bounds all processes of a worker together."""
        self.queue = queue
        self._memory_bytes = memory_mb << 20
        self._niceness = niceness
        self._processor_time = processor_time
        self._memory_watch = memory_watch or MemoryWatch(sys.maxsize)
        self.ended: Counter[EndReason] = Counter() if ended is None else ended
        """How much work was ended, by the reason."""
        self._idle: dict[Lane, list[_ChildProcess]] = {lane: [] for lane in Lane}
        self._running: set[_ChildProcess] = set()
        self._starting: set[asyncio.Future[None]] = set()
        self._ending: set[asyncio.Future[None]] = set()

    async def run(self, function: Function, *arguments: bytes, share: Share, seconds: float) -> bytes:
        """Calls the function in a process, after waiting for its turn. A call that is cancelled ends,
        wherever it is."""
        async with self._turn(share):
            child = await self._take(function.__module__, share.lane)
            started = asyncio.get_running_loop().time()
            limits = CallLimits(seconds, self._memory_bytes)
            call = asyncio.ensure_future(child.call(_name_of(function).encode(), limits.encode(), *arguments))
            try:
                async with asyncio.timeout(max(STARVED_FACTOR * seconds, STARVED_SECONDS_MIN)):
                    head, data = await asyncio.shield(call)
            except TimeoutError:
                self.ended["starved"] += 1
                raise _starved() from None
            except (OSError, asyncio.IncompleteReadError) as fault:
                raise await self._fault_of(child, function) from fault
            finally:
                if call.done():
                    await self._release(child, call, share, started)
                else:
                    await asyncio.shield(
                        self._run_aside(self._ending, self._give_up(child, call, share, started))
                    )
        return self._result(function, head, data)

    async def _give_up(self, child: "_ChildProcess", call: "_Call", share: Share, started: float) -> None:
        """Ends a call that nobody waits for. Its process goes on to the next one if it can be interrupted:
        to start another takes longer than many calls."""
        child.interrupt()
        await asyncio.wait((call,), timeout=INTERRUPT_SECONDS_MAX)
        await self._release(child, call, share, started)

    async def _release(self, child: "_ChildProcess", call: "_Call", share: Share, started: float) -> None:
        """Charges a call, and keeps its process for the next one if it was answered."""
        is_answered = call.done() and not call.cancelled() and call.exception() is None
        head = call.result()[0] if is_answered else None
        self._charge(share, child.lost_seconds(started) if head is None else head.processor_seconds)
        self._running.discard(child)
        if head is None or head.is_last:
            call.cancel()
            await child.end()
        else:
            self._keep(child)

    async def close(self) -> None:
        """Kills all processes."""
        await asyncio.gather(*self._starting, return_exceptions=True)
        ended = (*chain(*self._idle.values()), *self._running)
        for idle in self._idle.values():
            idle.clear()
        await asyncio.gather(*self._ending, *(child.end() for child in ended))

    @asynccontextmanager
    async def _turn(self, share: Share) -> AsyncIterator[None]:
        """Waits for the turn of a share that is not in debt. It may have come into debt while it waited."""
        self._check_debt(share)
        turn = self.queue.turn(share)
        try:
            async with asyncio.timeout(WAIT_SECONDS_MAX):
                await turn.__aenter__()
        except TimeoutError:
            self.ended["starved"] += 1
            raise _starved() from None
        try:
            self._check_debt(share)
            yield
        finally:
            await turn.__aexit__(None, None, None)

    def _check_debt(self, share: Share) -> None:
        if self._processor_time is not None:
            self._processor_time.check(share)

    def _charge(self, share: Share, seconds: float) -> None:
        if self._processor_time is not None:
            self._processor_time.charge(share, seconds)

    async def _fault_of(self, child: "_ChildProcess", function: Function) -> Exception:
        """Returns why a process has ended during its work."""
        exit_code = await child.wait()
        if exit_code == -signal.SIGPROF:
            self.ended["slow"] += 1
            return DeadlineExceeded()
        if child.was_ended_for_others or exit_code == -signal.SIGKILL:
            # This worker ended it, or the kernel did, because all processes together needed too much.
            self.ended["memory_of_all"] += 1
            return Overloaded(
                "The service has too little memory for this at the moment. Try again later.",
                retry_after_seconds=RETRY_AFTER_SECONDS,
            )
        log.error("a process ended during its work", function=_name_of(function), exit_code=exit_code)
        self.ended["memory"] += 1
        return OutOfMemory()

    def _result(self, function: Function, head: AnswerHead, data: bytes) -> bytes:
        if head.status == RESULT:
            return data
        if head.status == PROBLEM:
            raise decode_problem(data)
        reason = data.decode(errors="replace")
        if reason == "MemoryError":
            self.ended["memory"] += 1
            raise OutOfMemory
        log.error("a function failed in a process", function=_name_of(function), reason=reason)
        raise Internal("Something went wrong on our side. Try again later.")

    async def _take(self, module: str, lane: Lane) -> "_ChildProcess":
        """Takes an idle process of a lane, or starts one. Also starts a spare one: starting takes a while,
        and the next tenant should not have to wait."""
        alive = self._idle[lane] = [child for child in self._idle[lane] if child.is_alive]
        child = alive.pop() if alive else await self._started(module, lane)
        self._running.add(child)
        child.is_idle = False
        if not alive and not self._starting and len(self._running) < self.queue.capacity:
            self._run_aside(self._starting, self._keep_started(self._start(module, lane)))
        return child

    async def _started(self, module: str, lane: Lane) -> "_ChildProcess":
        """Starts a process. Where nobody waits for it any more, it is kept for the next call."""
        starting = asyncio.ensure_future(self._start(module, lane))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            self._run_aside(self._starting, self._keep_started(starting))
            raise

    async def _keep_started(self, starting: "Awaitable[_ChildProcess]") -> None:
        self._keep(await starting)

    async def _start(self, module: str, lane: Lane) -> "_ChildProcess":
        command = ("seatpreview.processes.child", str(os.getpid()), module)
        process = await asyncio.create_subprocess_exec(
            *lowered(command, self._niceness + LANE_NICENESS * lane),
            stdin=PIPE,
            stdout=PIPE,
            limit=_READ_BYTES,
            env=child_environment(),
        )
        child = _ChildProcess(process, lane)
        self._memory_watch.add(child)
        return child

    def _run_aside(
        self, tasks: "set[asyncio.Future[None]]", work: Coroutine[Any, Any, None]
    ) -> "asyncio.Future[None]":
        task = asyncio.ensure_future(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        return task

    def _keep(self, child: "_ChildProcess") -> None:
        child.is_idle = True
        idle = self._idle[child.lane]
        idle.append(child)
        calls = child.calls

        def end_if_idle() -> None:
            if child in idle and child.calls == calls:
                idle.remove(child)
                self._run_aside(self._ending, child.end())

        asyncio.get_running_loop().call_later(IDLE_SECONDS_MAX, end_if_idle)


class _ChildProcess:
    """A process and the streams to it."""

    def __init__(self, process: Process, lane: Lane) -> None:
        self._process = process
        self.lane = lane
        self.pid = process.pid
        self.calls = 0
        self.is_idle = True
        self.was_ended_for_others = False
        """Whether the process was ended because all processes together used too much memory."""
        self._done_seconds = 0.0
        """The processor time of the calls that were answered."""

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None and not self.was_ended_for_others

    def lost_seconds(self, started: float) -> float:
        """Returns the processor time of a call that began at a time of the event loop and was not answered,
        with what the process used to start: another one has to be started in its place. Of a process that is
        gone, nobody knows more than that it had one thread."""
        elapsed = asyncio.get_running_loop().time() - started
        used = processor_seconds(self.pid) if self.is_alive else 0.0
        return used - self._done_seconds if used else elapsed

    async def call(self, *parts: bytes) -> tuple[AnswerHead, bytes]:
        """Sends a call and receives its answer."""
        self.calls += 1
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise BrokenPipeError
        stdin.writelines(encode_call(parts))
        await stdin.drain()
        head = read_head(await stdout.readexactly(ANSWER_HEAD.size))
        data = await stdout.readexactly(head.length)
        self._done_seconds += head.processor_seconds
        return head, data

    def interrupt(self) -> None:
        """Ends the call that the process works on, as soon as its code can be interrupted."""
        if sys.platform != "win32" and self.is_alive:
            self._process.send_signal(signal.SIGUSR1)

    def end_for_others(self) -> None:
        """Kills the process because all processes together use too much memory."""
        self.was_ended_for_others = True
        self._kill()

    async def end(self) -> None:
        """Kills the process."""
        self._kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()

    async def wait(self) -> int:
        """Waits until the process has ended, and returns its exit code."""
        return await self._process.wait()

    def _kill(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()


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


def _starved() -> Overloaded:
    return Overloaded(
        "The service is too busy to do this in time. Nothing is wrong with the request: send it again later.",
        retry_after_seconds=RETRY_AFTER_SECONDS,
    )
