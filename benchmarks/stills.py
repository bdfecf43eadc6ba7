"""The command `script/bench stills`: what drawing stills costs buyers who look at new seats meanwhile."""

import argparse
import os
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from benchmarks.benchmark_venue import HALL_SEATS, BenchmarkVenue
from benchmarks.pinned_server import Cores
from benchmarks.service_under_test import settings_for, start_new_service
from benchmarks.throughput import Target
from seatpreview.settings.settings import Settings
from seatpreview.stills.still_objects import FULL

DESCRIPTION = """\
Buyers ask for previews of seats that nobody has asked for, of a hall that is drawn, on one core that the
service and its browser share: once without stills, once with them, in turn. Prints the requests a second of
both, and their ratio; the goal is 0.95. After each rush it waits for a still, which shows that some were to
be drawn.
"""
ROUNDS = 5
RUSH_SECONDS = 8
"""Short enough for no seat to come twice: what is kept already is answered several times as fast."""
CALM_SECONDS_MAX = 120
GOAL = 0.95


class Rush(NamedTuple):
    """What buyers got in a rush, and the stills that were drawn."""

    per_second: float
    drawn: int
    """Stills that were drawn in the rush."""
    seconds_to_next: float | None
    """How long after the rush the next still was there; None without stills."""


def main(arguments: list[str]) -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(
        prog="script/bench stills",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds (%(default)s)")
    parser.add_argument("--seconds", type=int, default=RUSH_SECONDS, help="of each rush (%(default)s)")
    options = parser.parse_args(arguments)
    load = os.getloadavg()[0]
    sys.stdout.write(f"Load of the machine before: {load:.1f}\n")
    ratios: list[float] = []
    for number in range(1, options.rounds + 1):
        # Each mode comes first as often as second: a machine's speed changes.
        modes = ("off", "on") if number % 2 else ("on", "off")
        rushes = {mode: measure(mode, options.seconds) for mode in modes}
        ratios.append(rushes["on"].per_second / rushes["off"].per_second)
        on, off = rushes["on"], rushes["off"]
        sys.stdout.write(
            f"Round {number}: {off.per_second:,.0f} a second without stills, {on.per_second:,.0f} with them: "
            f"{ratios[-1]:.2f}. Stills drawn meanwhile: {on.drawn}; the next one {on.seconds_to_next:.1f} s "
            "after.\n"
        )
        sys.stdout.flush()
    sys.stdout.write(f"Median ratio: {statistics.median(ratios):.2f} (goal: {GOAL})\n")


def measure(stills: str, seconds: int) -> Rush:
    """Starts a new service with or without stills, and returns what a rush on it got."""
    cores = Cores.of_this_machine()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with settings_for("embedded", folder, cores) as plain:
            settings = replace(plain, stills=stills)
            with start_new_service(settings, cores.server) as (_, admin_key):
                venue = BenchmarkVenue(settings.address, admin_key)
                target = Target.write(settings.port, venue.previews_of_hall(), folder / "rush")
                per_second = target.throughput(cores.load, seconds)
                if per_second * seconds > HALL_SEATS:
                    sys.exit(
                        f"The hall's {HALL_SEATS:,} seats came more than once. Measure with less --seconds."
                    )
                drawn = _drawn(settings)
                venue.close()
                return Rush(per_second, drawn, _seconds_to_next(settings, drawn) if stills == "on" else None)


def _seconds_to_next(settings: Settings, drawn: int) -> float:
    started = time.perf_counter()
    while _drawn(settings) == drawn:
        if time.perf_counter() - started > CALM_SECONDS_MAX:
            sys.exit(
                f"No still was drawn within {CALM_SECONDS_MAX} s after the rush: the ratio says nothing."
            )
        time.sleep(0.1)
    return time.perf_counter() - started


def _drawn(settings: Settings) -> int:
    return sum(1 for _ in settings.data_dir.rglob(f"stills/**/{FULL}"))
