"""The main benchmark of script/bench: speed of the service, and how it changes as data grows."""

import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path

import msgspec
from rich.console import Console

from benchmarks import results
from benchmarks.growth import measure_growth, measure_start
from benchmarks.herd import measure_herds
from benchmarks.results import Result
from benchmarks.speed import measure_speeds


def main(arguments: list[str]) -> None:
    options = _parse_options(arguments)
    if options.kept:
        results.show_saved()
        return
    with (
        Console(stderr=True).status("") as status,
        tempfile.TemporaryDirectory(prefix="seatpreview-bench-") as name,
    ):
        folder = Path(name)
        speeds = [
            *measure_speeds("embedded", folder / "embedded", status.update),
            *measure_speeds("cluster", folder / "cluster", status.update),
        ]
        herds = [
            *measure_herds("embedded", folder / "embedded herd", status.update),
            *measure_herds("cluster", folder / "cluster herd", status.update),
        ]
        growths = measure_growth(folder / "growth", status.update)
        start = measure_start(folder / "growth")
    commit, machine = results.current_commit(), results.describe_machine()
    result = Result(commit, results.now(), machine, speeds, growths, start, herds)
    if options.json:
        sys.stdout.write(msgspec.json.encode(result).decode() + "\n")
    else:
        results.show(result)
    if options.record:
        sys.stderr.write(f"Saved in {results.save(result).name}.\n")


def _parse_options(arguments: list[str]) -> "Options":
    parser = ArgumentParser(prog="script/bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--record", action="store_true", help="save the results in benchmarks/results")
    parser.add_argument("--kept", action="store_true", help="print the saved results, and measure nothing")
    return parser.parse_args(arguments, namespace=Options())


class Options:
    """The options of the command."""

    json: bool
    record: bool
    kept: bool
