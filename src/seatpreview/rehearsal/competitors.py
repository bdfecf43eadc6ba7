"""What used the processors beside the buyers' calls: background work of the service, by its metrics, and
other programs of the machine, by Linux's count."""

import asyncio
import os
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from seatpreview.observability.scraped_metrics import read_metrics

SAMPLE_SECONDS = 1.0
SHARE_MIN = 0.005
"""Less of a core than this is not reported."""
SHARE_OF_ADVICE = 0.05
"""A competitor with less of a core is reported without advice."""

PROCESSES = Path("/proc")
_STILLS_PROGRAM = "seatpreview.stills.still_process"
_HEAVY_PROGRAM = "seatpreview.processes.child"
_SESSION_FIELD, _USER_FIELD, _SYSTEM_FIELD, _START_FIELD = 3, 11, 12, 19
"""Fields of /proc/PID/stat, counted from behind the name of the program."""
_JOBS = {
    "write_deliveries": "webhooks",
    "send_deliveries": "webhooks",
    "summarize_events": "webhooks",
    "count_deliveries": "webhooks",
    "prune_records": "pruning",
    "prune_events": "pruning",
    "delete_revoked_keys": "pruning",
    "delete_images": "pruning",
    "delete_remains": "pruning",
    "give_back_free_pages": "pruning",
    "copy_images": "copies of images",
    "measure_uncounted_events": "event counts",
    "count_events": "event counts",
    "report_metrics": "metrics",
    "report_heavy_work": "metrics",
    "report_memory": "metrics",
}
"""Background tasks under the names that this report uses. The others are listed under their own."""
_REMEDIES = {
    "stills": "set SEATPREVIEW_STILLS=off for the day",
    "backup": "let the timer of backups pause during the sale, and take one just before it",
    "pruning": "it deletes what is old, and goes on whenever there is something: rehearse once it is done",
    "webhooks": "disable webhooks that are not needed during the sale",
    "event counts": "they follow from the buyers' own events, and cannot be switched off",
    "heavy work": "publish and upload before the sale, not during it",
    "copies of images": "copy venues before the sale, not during it",
}


class Competitor(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What used the processors beside the buyers' calls."""

    name: str
    cpu_seconds: float
    cores: float
    """The same per second of the rehearsal: 1 is a whole core."""


class Competition:
    """Measures other users of the processors while a rehearsal runs."""

    def __init__(self, metrics_url: str | None, processes: Path | None) -> None:
        """Without an address, background work is not known; without `processes`, other programs are not."""
        self._metrics_url = metrics_url
        self._processes = processes
        self._first_ticks: dict[tuple[str, str], int] = {}
        self._last_ticks: dict[tuple[str, str], int] = {}
        self._names: dict[tuple[str, str], str] = {}
        self._jobs_before: Mapping[str, float] | None = None
        self._jobs_after: Mapping[str, float] | None = None

    @property
    def knows_background_work(self) -> bool:
        return self._jobs_before is not None and self._jobs_after is not None

    @asynccontextmanager
    async def measured(self) -> AsyncIterator[None]:
        """Measures as long as the block runs."""
        self._jobs_before = await asyncio.to_thread(self._job_seconds)
        await asyncio.to_thread(self._look)
        sampling = asyncio.create_task(self._sample())
        try:
            yield
        finally:
            sampling.cancel()
            await asyncio.gather(sampling, return_exceptions=True)
            await asyncio.to_thread(self._look)
            self._jobs_after = await asyncio.to_thread(self._job_seconds)

    def found(self, ran_seconds: float) -> list[Competitor]:
        """Returns who used a noticeable part of a core, the largest first."""
        seconds = self._program_seconds()
        if self._jobs_before is not None and self._jobs_after is not None:
            for job, after in self._jobs_after.items():
                seconds[_JOBS.get(job, job)] += after - self._jobs_before.get(job, 0)
        ran = max(ran_seconds, 0.001)
        return [
            Competitor(name=name, cpu_seconds=round(used, 2), cores=round(used / ran, 3))
            for name, used in sorted(seconds.items(), key=lambda each: -each[1])
            if used >= SHARE_MIN * ran
        ]

    async def _sample(self) -> None:
        while self._processes is not None:
            await asyncio.sleep(SAMPLE_SECONDS)
            await asyncio.to_thread(self._look)

    def _look(self) -> None:
        """Reads how long each process has run. One that begins and ends between two looks is not seen."""
        found = {each.key: each for each in _processes(self._processes)}
        is_first = not self._names
        programs = {each.key[0]: each.program for each in found.values()}
        for key, each in found.items():
            if key not in self._names:
                # What is there at the first look has run before.
                self._first_ticks[key] = each.ticks if is_first else 0
                self._names[key] = _name_of_program(each.program, programs.get(each.session, ""), each.name)
            self._last_ticks[key] = each.ticks

    def _program_seconds(self) -> defaultdict[str, float]:
        seconds: defaultdict[str, float] = defaultdict(float)
        for key, ticks in self._last_ticks.items():
            if self._names[key]:
                seconds[self._names[key]] += (ticks - self._first_ticks[key]) / os.sysconf("SC_CLK_TCK")
        return seconds

    def _job_seconds(self) -> Mapping[str, float] | None:
        series = None if self._metrics_url is None else read_metrics(self._metrics_url)
        if series is None:
            return None
        seconds: defaultdict[str, float] = defaultdict(float)
        for each in series:
            if each.name == "seatpreview_upkeep_cpu_seconds_total":
                seconds[each.labels["of"]] += each.value
        return seconds or None


class _Process(msgspec.Struct, frozen=True):
    key: tuple[str, str]
    """Its id, and when it began: ids are used again."""
    session: str
    name: str
    program: str
    """Its command line, with blanks."""
    ticks: int


def _processes(folder: Path | None) -> Iterator[_Process]:
    if folder is None:
        return
    for path in folder.iterdir():
        if path.name.isdecimal():
            try:
                stat = (path / "stat").read_text(errors="replace")
                program = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue  # It has ended.
            head, _, tail = stat.rpartition(")")
            fields = tail.split()
            yield _Process(
                key=(path.name, fields[_START_FIELD]),
                session=fields[_SESSION_FIELD],
                name=head.partition("(")[2],
                program=program,
                ticks=int(fields[_USER_FIELD]) + int(fields[_SYSTEM_FIELD]),
            )


def _name_of_program(program: str, program_of_session: str, name: str) -> str:
    """Returns under which name a process is reported; "" for the service itself and the rehearsal."""
    if _STILLS_PROGRAM in program or _STILLS_PROGRAM in program_of_session:
        return "stills"
    if _HEAVY_PROGRAM in program:
        return "heavy work"
    is_backup = ("seatpreview" in program and " backup" in program) or "backup-postgresql" in program
    if is_backup or name in ("pg_dump", "pg_basebackup"):
        return "backup"
    if name.startswith("python") and ("seatpreview" in program or "spawn_main" in program):
        return ""
    if name == "seatpreview" or not program:
        return ""  # A process without a command line is one of the kernel.
    return name


def remedy_for(name: str) -> str | None:
    """Returns what to do about a competitor; None where it is another program."""
    return _REMEDIES.get(name)
