"""The browser of a worker that draws stills: one process, started when it is first needed, ended when idle,
and killed when it takes too much time or memory."""

import asyncio
import os
import shutil
import signal
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import msgspec
import structlog

from seatpreview.processes.frames import ANSWER_HEAD, RESULT, encode_call, read_head
from seatpreview.processes.memory_watch import processor_seconds
from seatpreview.processes.pool import child_environment
from seatpreview.stills.headless_chromium import LOG_NAME, last_words
from seatpreview.stills.still_job import STILL_BYTES_MAX, DrawnStill, StillJob
from seatpreview.stills.still_process import OVER_MEMORY, session_processes

IDLE_SECONDS_MAX = 120
"""A browser that was idle for longer ends."""
STILL_SECONDS_MAX = 60
"""Time limit of one still, with the start of the browser and the scene of its venue."""
STARVED = 5
"""How many times as long a browser may take that the machine gives too little of its processors: its priority
is the lowest, and a scene that waits for others is not one that takes too long. Heavy work that somebody
waits for has less, `STARVED_FACTOR` of processes/pool.py."""
_LOOK_SECONDS = 1
_Answer = tuple[bool, bytes]
_ANSWER_BYTES_MAX = 2 * STILL_BYTES_MAX + 1000

Outcome = Literal["made", "failed", "killed_memory", "killed_time"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
"""What can become of a still, in the words of the metrics."""

log = structlog.get_logger("seatpreview")


class StillFailed(Exception):
    """Raised when a still could not be drawn. It was logged and counted."""

    def __init__(self, outcome: Outcome, reason: str, last_words: str = "") -> None:
        """`last_words` is the end of what the browser wrote to its standard error."""
        super().__init__(reason)
        self.outcome = outcome
        self.last_words = last_words


class StillBrowser:
    """Draws one still at a time."""

    def __init__(
        self,
        program: str,
        memory_mb: int,
        seconds_max: float = STILL_SECONDS_MAX,
        idle_seconds_max: float = IDLE_SECONDS_MAX,
    ) -> None:
        self._program = program
        self._memory_mb = memory_mb
        self._seconds_max = seconds_max
        self._idle_seconds_max = idle_seconds_max
        self._turn = asyncio.Lock()
        self._running: _StillProcess | None = None
        self._idle_end: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Future[_Ended]] = set()
        self.outcomes: Counter[Outcome] = Counter()
        self.starts = 0

    @property
    def is_running(self) -> bool:
        """Whether a browser is kept ready."""
        return self._running is not None

    async def draw(self, plan_id: str, plan: bytes, job: StillJob) -> DrawnStill:
        """Returns the still. Raises StillFailed."""
        async with self._turn:
            try:
                still = await self._draw_once(plan_id, plan, job)
            except StillFailed as failure:
                self.outcomes[failure.outcome] += 1
                log.warning("a still could not be drawn", outcome=failure.outcome, reason=str(failure))
                raise
            self.outcomes["made"] += 1
            return still

    async def can_draw(self, plan_id: str, plan: bytes, job: StillJob) -> bool:
        """Returns whether this scene can be drawn, which is counted as no still."""
        async with self._turn:
            try:
                await self._draw_once(plan_id, plan, job)
            except StillFailed as failure:
                log.error(
                    "the browser cannot draw",
                    outcome=failure.outcome,
                    reason=str(failure),
                    browser=failure.last_words,
                )
                return False
            return True

    async def close(self) -> None:
        """Ends the browser."""
        if self._idle_end is not None:
            self._idle_end.cancel()
        await self._end()
        await asyncio.gather(*self._ending, return_exceptions=True)

    async def _draw_once(self, plan_id: str, plan: bytes, job: StillJob) -> DrawnStill:
        if self._idle_end is not None:
            self._idle_end.cancel()
        still = await self._draw(plan_id, plan, msgspec.json.encode(job))
        self._end_when_idle()
        return still

    async def _draw(self, plan_id: str, plan: bytes, job: bytes) -> DrawnStill:
        try:
            process = await self._started()
            is_drawn, data = await self._in_time(process, process.call(plan_id, plan, job))
        except TimeoutError:
            ended = await self._end()
            reason = f"it took longer than {self._seconds_max:g} seconds"
            raise StillFailed("killed_time", reason, ended.last_words) from None
        except (OSError, asyncio.IncompleteReadError):
            ended = await self._end()
            over_memory = ended.exit_code == OVER_MEMORY
            reason = f"more than {self._memory_mb} MB of memory" if over_memory else "the browser ended"
            outcome: Outcome = "killed_memory" if over_memory else "failed"
            raise StillFailed(outcome, reason, ended.last_words) from None
        except asyncio.CancelledError:
            await self._end()
            raise
        if not is_drawn:
            ended = await self._end()
            raise StillFailed("failed", data.decode(errors="replace"), ended.last_words)
        return _checked(data)

    async def _in_time(self, process: "_StillProcess", call: Coroutine[Any, Any, _Answer]) -> _Answer:
        """Returns the answer of a call. Raises TimeoutError if the process has used so many seconds of a
        processor for it, or waited for one."""
        end = time.perf_counter() + STARVED * self._seconds_max
        task = asyncio.ensure_future(call)
        try:
            before, left = await process.used_seconds(), self._seconds_max
            while left > 0 and (until_end := end - time.perf_counter()) > 0:
                await asyncio.wait({task}, timeout=min(max(left, _LOOK_SECONDS), until_end))
                if task.done():
                    return task.result()
                left = self._seconds_max - (await process.used_seconds() - before)
            raise TimeoutError
        finally:
            task.cancel()

    async def _started(self) -> "_StillProcess":
        if self._running is None:
            self.starts += 1
            self._running = await _StillProcess.start(self._program, self._memory_mb)
        return self._running

    def _end_when_idle(self) -> None:
        def end() -> None:
            if not self._turn.locked():
                task = asyncio.ensure_future(self._end())
                self._ending.add(task)
                task.add_done_callback(self._ending.discard)

        self._idle_end = asyncio.get_running_loop().call_later(self._idle_seconds_max, end)

    async def _end(self) -> "_Ended":
        process, self._running = self._running, None
        return _Ended(None, "") if process is None else await process.end()


class _Ended(NamedTuple):
    exit_code: int | None
    last_words: str


class _StillProcess:
    """The process with the browser, and the folder of its profile."""

    def __init__(self, process: Process, folder: Path) -> None:
        self._process = process
        self._folder = folder
        self._plan_id = ""

    @classmethod
    async def start(cls, program: str, memory_mb: int) -> "_StillProcess":
        folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="seatpreview-stills-"))
        arguments = (str(os.getpid()), str(memory_mb), program, str(folder))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "seatpreview.stills.still_process", *arguments),
            stdin=PIPE,
            stdout=PIPE,
            # The browser is in the same session, so that all of its processes can be ended and no others.
            start_new_session=True,
            env=child_environment() | {"HOME": str(folder)},
        )
        return cls(process, folder)

    async def used_seconds(self) -> float:
        """Returns for how long the processes of the session have run so far."""
        session = self._process.pid
        return await asyncio.to_thread(lambda: sum(map(processor_seconds, session_processes(session))))

    async def call(self, plan_id: str, plan: bytes, job: bytes) -> _Answer:
        """Returns whether the still was drawn, and the still or the reason why not."""
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise BrokenPipeError
        stdin.writelines(encode_call((plan_id.encode(), b"" if plan_id == self._plan_id else plan, job)))
        self._plan_id = plan_id
        await stdin.drain()
        head = read_head(await stdout.readexactly(ANSWER_HEAD.size))
        if head.length > _ANSWER_BYTES_MAX:
            raise BrokenPipeError
        return head.status == RESULT, await stdout.readexactly(head.length)

    async def end(self) -> _Ended:
        """Kills all processes of the session, and removes the folder."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        if self._process.stdin is not None:
            self._process.stdin.close()
        exit_code = await self._process.wait()
        return _Ended(exit_code, await asyncio.to_thread(self._clear_folder))

    def _clear_folder(self) -> str:
        """Removes the folder, and returns the browser's last words."""
        words = last_words(self._folder / LOG_NAME)
        shutil.rmtree(self._folder, ignore_errors=True)
        return words


def _checked(data: bytes) -> DrawnStill:
    try:
        still = DrawnStill(*msgspec.msgpack.decode(data, type=tuple[bytes, bytes]))
    except msgspec.MsgspecError:
        raise StillFailed("failed", "the answer cannot be read") from None
    if not still.is_valid:
        raise StillFailed("failed", "the file is too large, or not WebP")
    return still
