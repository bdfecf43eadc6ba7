"""Measures the cost of labels in this checkout and in another one, in turns, and compares them."""

import os
import statistics
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from benchmarks.labels.cost import Cost
from benchmarks.labels.venues import PROJECT, Unreadable

TURNS = 3


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """The time of this checkout divided by that of the other; 2.0 means that this one takes twice as long."""

    venue: str
    warm: float
    new: float
    cold: float
    resolver: float


def compare(
    other: Path, folders: Sequence[Path], venues: Sequence[str], turns: int = TURNS
) -> list[Comparison]:
    """Compares the medians of both. Each measurement is a process of its own, this and the other in turns,
    and each time is divided by the reference work of its own process."""
    other = other.resolve()
    python = other / ".venv" / "bin" / "python"
    if not python.exists():
        raise Unreadable(f"There is no {python}: run `script/setup dev` in that checkout.")
    new: dict[str, list[Cost]] = defaultdict(list)
    old: dict[str, list[Cost]] = defaultdict(list)
    for _ in range(turns):
        for cost in _measured(Path(sys.executable), PROJECT, folders, venues):
            new[cost.venue].append(cost)
        for cost in _measured(python, other, folders, venues):
            old[cost.venue].append(cost)
    return [
        Comparison(
            venue=venue,
            warm=_ratio(new[venue], old[venue], lambda cost: cost.warm.median_us),
            new=_ratio(new[venue], old[venue], lambda cost: cost.new.median_us),
            cold=_ratio(new[venue], old[venue], lambda cost: cost.cold.median_us),
            resolver=_ratio(new[venue], old[venue], lambda cost: cost.resolver_ms),
        )
        for venue in new
    ]


def _ratio(new: Sequence[Cost], old: Sequence[Cost], time: Callable[[Cost], float]) -> float:
    these, others = (
        statistics.median(time(cost) / cost.reference_us for cost in costs) for costs in (new, old)
    )
    return these / others


def _measured(python: Path, checkout: Path, folders: Sequence[Path], venues: Sequence[str]) -> list[Cost]:
    """Runs this checkout's measurement with the code of a checkout."""
    filters = [argument for venue in venues for argument in ("--venue", venue)]
    paths = [str(folder.resolve()) for folder in folders]
    command = [str(python), "-m", "benchmarks.labels.cost", *filters, *paths]
    # With -m, modules are looked for in the current folder first, which has this benchmark, and then here.
    environment = os.environ | {"PYTHONPATH": str(checkout / "src")}
    done = subprocess.run(command, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        raise Unreadable(f"The measurement in {checkout} failed; its message is above.")
    return msgspec.json.decode(done.stdout, type=list[Cost])
