"""The main benchmark of script/bench, and its parts: speed beside the peer, herds, growth and start."""

import sys
import tempfile
import traceback
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from rich.console import Console

from benchmarks import results, tables
from benchmarks.databases import MODES, Mode
from benchmarks.growth import measure_growth, measure_start
from benchmarks.growth_cases import CASES, Case
from benchmarks.herd import measure_herds
from benchmarks.operations import OPERATIONS, OPERATIONS_BY_ID, Operation
from benchmarks.output import add_output_options, show_and_save
from benchmarks.results import Result
from benchmarks.speed import ROUND_SECONDS, ROUNDS, SpeedOptions, measure_speeds

Measure = Callable[[Path, Callable[[str], None]], dict[str, Any]]
"""Measures in a folder, reports its progress, and returns members of a result."""

Parts = dict[str, Measure]
"""What a benchmark measures, in this order, by name. What one measured stays where another fails."""


def main(arguments: list[str]) -> None:
    """Measures everything: about fifteen minutes on two idle cores."""
    parser = ArgumentParser(
        prog="script/bench",
        description="Measures speed, herds, growth and start: about fifteen minutes on two idle cores.",
        epilog="Parts, each with --help: speed, herd, growth, readme, labels, layouts, page, "
        "designer, stills.",
    )
    parser.add_argument("--kept", action="store_true", help="print the saved results, and measure nothing")
    add_output_options(parser)
    options = parser.parse_args(arguments)
    if options.kept:
        tables.show_saved(results.saved_results())
        return
    _run(
        options, _speed_parts(SpeedOptions()) | _herd_parts(MODES) | _growth_parts(CASES) | {"start": _start}
    )


def speed(arguments: list[str]) -> None:
    """Measures the speed of operations, or of some of them, beside the other sides."""
    listed = "\n".join(
        f"  {each.id:<15}{each.name}{' (beside the peer)' if each.has_peer else ''}" for each in OPERATIONS
    )
    parser = ArgumentParser(
        prog="script/bench speed",
        formatter_class=RawDescriptionHelpFormatter,
        description="Measures requests a second and processor time for one, beside a bare ASGI application,\n"
        "FastAPI's hello-world and, for the operations that it has, the peer (benchmarks/peer).\n"
        "Each side is started anew for every round.",
        epilog=f"operations:\n{listed}",
    )
    parser.add_argument("--mode", choices=MODES, help="embedded or cluster alone; default: both")
    parser.add_argument(
        "--only", type=_operations, default=OPERATIONS, metavar="IDS", help="ids of operations, with commas"
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds (%(default)s)")
    parser.add_argument(
        "--seconds", type=int, default=ROUND_SECONDS, help="seconds for an operation in a round (%(default)s)"
    )
    parser.add_argument("--without-peer", action="store_true", help="leave the peer out")
    add_output_options(parser)
    options = parser.parse_args(arguments)
    measured = SpeedOptions(
        modes=(options.mode,) if options.mode else MODES,
        operations=options.only,
        rounds=options.rounds,
        seconds=options.seconds,
        with_peer=not options.without_peer,
    )
    _run(options, _speed_parts(measured))


def growth(arguments: list[str]) -> None:
    """Measures how the cost of operations grows with the data."""
    listed = "\n".join(f"  {case.id:<15}{case.name}" for case in CASES)
    parser = ArgumentParser(
        prog="script/bench growth",
        formatter_class=RawDescriptionHelpFormatter,
        description="Measures processor time for a request with much data, against the same with little.",
        epilog=f"cases:\n{listed}",
    )
    parser.add_argument("--only", metavar="IDS", default="", help="ids of cases, with commas; default: all")
    add_output_options(parser)
    options = parser.parse_args(arguments)
    wanted = set(filter(None, options.only.split(",")))
    unknown = wanted - {case.id for case in CASES}
    if unknown:
        parser.error(f"There is no case {', '.join(sorted(unknown))}.")
    cases = [case for case in CASES if not wanted or case.id in wanted]
    _run(options, _growth_parts(cases))


def herd(arguments: list[str]) -> None:
    """Measures herds, and first previews of venues."""
    parser = ArgumentParser(
        prog="script/bench herd",
        description="Measures 256 connections that ask for a venue whose previews are not in memory, and the "
        "first preview of a venue: about two minutes for each mode.",
    )
    parser.add_argument("--mode", choices=MODES, help="embedded or cluster alone; default: both")
    add_output_options(parser)
    options = parser.parse_args(arguments)
    _run(options, _herd_parts((options.mode,) if options.mode else MODES))


def _speed_parts(options: SpeedOptions) -> Parts:
    return {f"speed, {mode}": partial(_speeds, options._replace(modes=(mode,))) for mode in options.modes}


def _speeds(options: SpeedOptions, folder: Path, print_status: Callable[[str], None]) -> dict[str, Any]:
    return {"speeds": measure_speeds(options, folder, print_status)}


def _herd_parts(modes: Iterable[Mode]) -> Parts:
    return {f"herd, {mode}": partial(_herds, mode) for mode in modes}


def _herds(mode: Mode, folder: Path, print_status: Callable[[str], None]) -> dict[str, Any]:
    measured = measure_herds(mode, folder / f"{mode} herd", print_status)
    return {"herds": measured.herds, "first_previews": [measured.first_preview]}


def _growth_parts(cases: Iterable[Case]) -> Parts:
    return {f"growth, {case.name}": partial(_growth, case) for case in cases}


def _growth(case: Case, folder: Path, print_status: Callable[[str], None]) -> dict[str, Any]:
    return {"growths": measure_growth((case,), folder / "growth", print_status)}


def _start(folder: Path, print_status: Callable[[str], None]) -> dict[str, Any]:
    print_status("start with many keys")
    return {"start": measure_start(folder / "growth")}


def _run(options: Namespace, parts: Parts) -> None:
    """Measures the parts, and shows what was measured even where one of them fails."""
    with (
        Console(stderr=True).status("") as status,
        tempfile.TemporaryDirectory(prefix="seatpreview-bench-") as name,
    ):
        result, failed = measure_parts(parts, Path(name), status.update)
    show_and_save(result, options)
    if failed:
        sys.exit(f"Not measured: {'; '.join(failed)}. The reasons are above, before the figures.")


def measure_parts(
    parts: Mapping[str, Measure], folder: Path, print_status: Callable[[str], None]
) -> tuple[Result, list[str]]:
    """Returns the figures of all parts that could be measured, and the names of the others. An interruption
    ends the run, but not what was measured before."""
    result = results.new_result()
    failed: list[str] = []
    for name, measure in parts.items():
        try:
            result = _with_members(result, measure(folder, print_status))
        except KeyboardInterrupt:
            return result, [*failed, *list(parts)[list(parts).index(name) :]]
        except (Exception, SystemExit):
            traceback.print_exc()
            failed.append(name)
    return result, failed


def _with_members(result: Result, members: dict[str, Any]) -> Result:
    """Returns the result with these members. Lists are added to those of earlier parts."""
    earlier = {name: getattr(result, name) for name in members}
    return replace(
        result,
        **{
            name: earlier[name] + value if isinstance(value, list) else value
            for name, value in members.items()
        },
    )


def _operations(text: str) -> tuple[Operation, ...]:
    unknown = [name for name in text.split(",") if name not in OPERATIONS_BY_ID]
    if unknown:
        raise ArgumentTypeError(f"there is no operation {', '.join(unknown)}; --help lists them")
    return tuple(OPERATIONS_BY_ID[name] for name in text.split(","))
