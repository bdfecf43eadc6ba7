"""Jobs that a worker repeats in the background, and their metrics."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple

import structlog

from seatpreview.observability.processor_use import metered
from seatpreview.problems import Unavailable

BACKLOG_PAUSE_SECONDS = 1.0
"""The pause between two rounds of a job with a backlog: requests come first."""

log = structlog.get_logger("seatpreview")


class Round(NamedTuple):
    """The result of one round of a job."""

    done: int
    """The number of things that it handled: deleted rows, for example."""
    left: int
    """The number of due things that it left to the next round."""


class Job(NamedTuple):
    """A job: its name in logs and metrics, its interval, and the function of a round.

    A round is short, because others wait for the same connections: it does a bounded part of the due work,
    and returns how much is left. The next round then follows after a moment. A round that returns None had
    nothing to count.
    """

    name: str
    seconds: float
    run: Callable[[], Coroutine[Any, Any, Round | None]]
    starts_at_once: bool = False
    """Whether the first round runs when the worker starts, instead of after the first interval."""


class Jobs:
    """The jobs of a worker. A failed round is logged and counted, and the job goes on at its interval."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self.failures: Counter[str] = Counter()
        """Failed rounds since the worker started, by the name of the job."""
        self.cpu_seconds: defaultdict[str, float] = defaultdict(float)
        """Processor time since the worker started, by the name of the job."""
        self.done: Counter[str] = Counter()
        """Things handled since the worker started, by the name of the job."""
        self.backlogs: dict[str, int] = {}
        """Things that the latest round left to do, by the name of the job."""
        self._jobs = {job.name: job for job in jobs}
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all jobs."""
        return tuple(self._jobs)

    def start(self) -> None:
        """Starts repeating the jobs."""
        self._tasks = [asyncio.create_task(self._repeat(job)) for job in self._jobs.values()]

    async def stop(self) -> None:
        """Stops all jobs, whatever they are doing."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def run(self, name: str) -> Round | None:
        """Runs one round of a job. Logs and counts a failure, and does not raise it."""
        job = self._jobs[name]
        try:
            ended = await metered(self.cpu_seconds, name, job.run())
        except Unavailable:
            self.failures[name] += 1  # The outage itself is in the log.
            return None
        except Exception:
            self.failures[name] += 1
            log.exception("a job failed", job=name)
            return None
        if ended is not None:
            self.done[name] += ended.done
            self.backlogs[name] = ended.left
        return ended

    async def _repeat(self, job: Job) -> None:
        if not job.starts_at_once:
            await asyncio.sleep(job.seconds)
        while True:
            ended = await self.run(job.name)
            has_more = ended is not None and ended.done > 0 and ended.left > 0
            await asyncio.sleep(min(job.seconds, BACKLOG_PAUSE_SECONDS) if has_more else job.seconds)
