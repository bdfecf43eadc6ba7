"""Results of the main benchmark, with machine and commit, saved in benchmarks/results."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from benchmarks.growth import Growth, Start
from benchmarks.herd import FirstPreview, Herd
from benchmarks.page.figures import PageFigures
from benchmarks.speed import Speed
from seatpreview.doctor.machine import is_python_optimised

FOLDER = Path(__file__).parent / "results"

_LOAD_AVERAGE_MAX = 1.0


class Machine(msgspec.Struct, frozen=True, rename="camel"):
    """The machine that a result was measured on."""

    processor: str
    cores: int
    system: str
    python: str
    is_optimised_python: bool
    """Whether Python was built with profile-guided optimisation. The service then needs 0.85 to 0.9 of the
    processor time."""


class Result(msgspec.Struct, frozen=True, rename="camel"):
    """All figures of one run. Its JSON names must not change, so that saved results can be read."""

    commit: str
    """Empty where the history does not have the commit any more."""
    taken_at: datetime
    machine: Machine
    speeds: list[Speed] = []
    growths: list[Growth] = []
    start: Start | None = None
    herds: list[Herd] = []
    """Empty in results that were saved before herds were measured, and like the others where a part was
    measured alone."""
    first_previews: list[FirstPreview] = []
    load_average: float | None = None
    """How many processes wanted to run in the minute before. None in results from before it was noted."""
    page: PageFigures | None = None

    @property
    def is_of_busy_machine(self) -> bool:
        """Whether other programs ran as well, so that requests a second mean little."""
        return self.load_average is not None and self.load_average > _LOAD_AVERAGE_MAX


def current_commit() -> str:
    """Returns the short hash of HEAD, with a plus sign where tracked files differ from it."""
    commit = _git("rev-parse", "--short=10", "HEAD")
    return commit + ("+" if _git("status", "--porcelain", "--untracked-files=no") else "")


def describe_machine() -> Machine:
    """Returns the machine that this process runs on."""
    return Machine(
        processor=_processor_name(),
        cores=os.cpu_count() or 0,
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        is_optimised_python=is_python_optimised(),
    )


def new_result() -> Result:
    """Returns a result of now, of this commit and on this machine, without figures."""
    taken_at = datetime.now(UTC).replace(microsecond=0)
    load_average = round(os.getloadavg()[0], 1)
    return Result(current_commit(), taken_at, describe_machine(), load_average=load_average)


def save(result: Result) -> Path:
    """Writes the result into the folder of results, and returns its file."""
    FOLDER.mkdir(exist_ok=True)
    file = FOLDER / f"{result.taken_at:%Y-%m-%dT%H%M}-{result.commit.rstrip('+')}.json"
    file.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n")
    return file


def saved_results() -> list[Result]:
    """Returns all saved results, oldest first."""
    return [msgspec.json.decode(file.read_bytes(), type=Result) for file in sorted(FOLDER.glob("*.json"))]


def _processor_name() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "CPU part"))]
    return names[0] if names else platform.processor() or "an unknown processor"


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(FOLDER.parent), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
