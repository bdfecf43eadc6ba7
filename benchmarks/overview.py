"""The table of script/bench: how fast the service is, and what growth does to it."""

import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path

import msgspec
from rich.console import Console

from benchmarks import results
from benchmarks.growth import growths, start
from benchmarks.results import Result
from benchmarks.speed import speeds


def main(arguments: list[str]) -> None:
    options = _options(arguments)
    if options.kept:
        results.show_kept()
        return
    with (
        Console(stderr=True).status("") as status,
        tempfile.TemporaryDirectory(prefix="seatpreview-bench-") as made,
    ):
        folder = Path(made)
        found = [
            speed for mode in ("embedded", "cluster") for speed in speeds(mode, folder / mode, status.update)
        ]
        grown = growths(folder / "growth", status.update)
        started = start(folder / "growth")
    result = Result(results.this_commit(), results.now(), results.this_machine(), found, grown, started)
    if options.json:
        sys.stdout.write(msgspec.json.encode(result).decode() + "\n")
    else:
        results.show(result)
    if options.record:
        sys.stderr.write(f"Kept in {results.keep(result).name}.\n")


def _options(arguments: list[str]) -> "Options":
    parser = ArgumentParser(prog="script/bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--record", action="store_true", help="keep them in benchmarks/results")
    parser.add_argument("--kept", action="store_true", help="print what was kept, and measure nothing")
    return parser.parse_args(arguments, namespace=Options())


class Options:
    json: bool
    record: bool
    kept: bool
