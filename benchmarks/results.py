"""Results of the main benchmark, with machine and commit: printed, or saved in benchmarks/results."""

import os
import platform
import subprocess
import sysconfig
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.growth import Growth, Start
from benchmarks.herd import Herd
from benchmarks.speed import Speed

FOLDER = Path(__file__).parent / "results"


class Machine(msgspec.Struct, frozen=True, rename="camel"):
    """The machine that a result was measured on."""

    processor: str
    cores: int
    system: str
    python: str
    is_optimised_python: bool
    """Whether Python was built with profile-guided optimisation. That makes the service a third faster, and
    the bare ASGI application hardly faster."""


class Result(msgspec.Struct, frozen=True, rename="camel"):
    """All figures of one run. Its JSON names must not change, so that saved results can be read."""

    commit: str
    taken_at: datetime
    machine: Machine
    speeds: list[Speed]
    growths: list[Growth]
    start: Start
    herds: list[Herd] = []
    """Empty in results that were saved before herds were measured."""


def current_commit() -> str:
    """Returns the short hash of HEAD, with a plus sign where tracked files differ from it."""
    commit = _git("rev-parse", "--short=10", "HEAD")
    return commit + ("+" if _git("status", "--porcelain", "--untracked-files=no") else "")


def describe_machine() -> Machine:
    flags = f"{sysconfig.get_config_var('CONFIG_ARGS')} {sysconfig.get_config_var('PY_CORE_CFLAGS')}"
    return Machine(
        processor=_processor_name(),
        cores=os.cpu_count() or 0,
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        is_optimised_python="--enable-optimizations" in flags or "-fprofile-use" in flags,
    )


def now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def show(result: Result) -> None:
    console = Console(width=120)
    machine = result.machine
    optimised = "optimised" if machine.is_optimised_python else "built without profile-guided optimisation"
    console.print(
        f"Commit {result.commit}, {result.taken_at:%Y-%m-%d %H:%M} UTC, on {machine.cores} cores of "
        f"{machine.processor} ({machine.system}), Python {machine.python} ({optimised})."
    )
    console.print(_speed_table(result))
    console.print(_herd_table(result))
    console.print(_growth_table(result))
    console.print(f"Start with {result.start.keys:,} keys until the first response: {result.start.seconds} s")


def save(result: Result) -> Path:
    FOLDER.mkdir(exist_ok=True)
    file = FOLDER / f"{result.taken_at:%Y-%m-%dT%H%M}-{result.commit.rstrip('+')}.json"
    file.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n")
    return file


def show_saved() -> None:
    """Prints the speed of previews from commit to commit. Only results of one machine can be compared."""
    table = Table("taken", "commit", "processor", "preview of bare ASGI", "of FastAPI", "in a cluster")
    for file in sorted(FOLDER.glob("*.json")):
        result = msgspec.json.decode(file.read_bytes(), type=Result)
        previews = {speed.mode: speed for speed in result.speeds if speed.name == "preview"}
        table.add_row(
            f"{result.taken_at:%Y-%m-%d %H:%M}",
            result.commit,
            result.machine.processor,
            f"{previews['embedded'].ratio_to_bare_asgi:.2f}",
            f"{previews['embedded'].ratio_to_fastapi:.2f}",
            f"{previews['cluster'].ratio_to_bare_asgi:.2f}",
        )
    Console(width=120).print(table)


def _speed_table(result: Result) -> Table:
    table = Table("one core", "", "per second", "of bare ASGI", "of FastAPI", "p50 ms", "p99 ms", "p99.9 ms")
    table.title = "Throughput over 32 connections, and latencies at half of it"
    for column in table.columns[2:]:
        column.justify = "right"
    for speed in result.speeds:
        table.add_row(
            speed.mode,
            speed.name,
            f"{speed.per_second:,.0f}",
            f"{speed.ratio_to_bare_asgi:.3f}",
            f"{speed.ratio_to_fastapi:.2f}",
            *(f"{milliseconds:.2f}" for milliseconds in speed.latencies),
        )
    return table


def _herd_table(result: Result) -> Table:
    table = Table("256 connections", "", "throughput of warm", "p99 ms", "warm p99 ms", "p99 of warm")
    table.title = "A venue that is not in memory, against the same one when it is"
    for herd in result.herds:
        figures = f"{herd.p99_ms:.2f}", f"{herd.warm_p99_ms:.2f}", f"{herd.p99_ratio:.1f}"
        table.add_row(herd.mode, herd.name, f"{herd.throughput_ratio:.2f}", *figures)
    return table


def _growth_table(result: Result) -> Table:
    table = Table("small and large", "cost of a preview", "memory of a worker, MB")
    for growth in result.growths:
        memory = f"{growth.small_memory_mb:.0f} and {growth.large_memory_mb:.0f}"
        table.add_row(growth.name, f"{growth.cost:.3f}", memory)
    return table


def _processor_name() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "CPU part"))]
    return names[0] if names else platform.processor() or "an unknown processor"


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(FOLDER.parent), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
