"""The table of the last record in the README: five operations beside the peer."""

import re
import sys
import textwrap
from argparse import ArgumentParser
from pathlib import Path

from benchmarks.databases import MODES
from benchmarks.results import Result, saved_results
from benchmarks.speed import Speed
from benchmarks.tables import described

README = Path(__file__).parents[1] / "README.md"

_OPERATIONS = {
    "preview": "the view from a seat",
    "signed image": "a picture of 54 kB",
    "getKey": "read a key",
    "updateKey": "change a key",
    "100 events": "store 100 events",
}
_LINE_CHARACTERS_MAX = 125
_BLOCK = re.compile(
    r"(<!-- speed: script/bench readme writes this -->\n).*?(<!-- end of speed -->)", re.DOTALL
)


def main(arguments: list[str]) -> None:
    """Writes the table of the newest result into the README."""
    parser = ArgumentParser(prog="script/bench readme", description=main.__doc__)
    parser.parse_args(arguments)
    result = newest_result()
    if result is None:
        sys.exit("No saved result has the peer: script/bench --record saves one.")
    README.write_text(with_table(README.read_text(encoding="utf-8"), result), encoding="utf-8")


def newest_result() -> Result | None:
    """Returns the newest saved result that has every figure of the table."""
    return next((result for result in reversed(saved_results()) if _rows(result)), None)


def with_table(text: str, result: Result) -> str:
    """Returns the text of the README with the table of this result."""
    table = [
        "| requests a second on one core (CPU for one) | embedded | the peer | cluster | the peer |",
        "|---|---:|---:|---:|---:|",
        *_rows(result),
        "",
        *textwrap.wrap(_sentence(result), _LINE_CHARACTERS_MAX),
    ]
    replaced, count = _BLOCK.subn(lambda match: match[1] + "\n".join(table) + "\n" + match[2], text)
    if count != 1:
        raise ValueError("The README needs one place for the table, between its two comments.")
    return replaced


def _sentence(result: Result) -> str:
    busy = " The machine did other work as well, so that only processor times can be believed."
    return (
        f"Measured on {result.taken_at:%Y-%m-%d}, on "
        f"{described(result.machine)}.{busy if result.is_of_busy_machine else ''}"
    )


def _rows(result: Result) -> list[str]:
    """Returns the rows of the table; none where the result lacks a figure."""
    speeds = {(speed.mode, speed.name): speed for speed in result.speeds}
    rows = []
    for name, words in _OPERATIONS.items():
        cells = [_cells(speeds.get((mode, name))) for mode in MODES]
        if not all(cells):
            return []
        rows.append(f"| {words} | {' | '.join(cell for pair in cells for cell in pair)} |")
    return rows


def _cells(speed: Speed | None) -> tuple[str, ...]:
    if speed is None or speed.cpu_us is None or speed.peer is None:
        return ()
    return _cell(speed.per_second, speed.cpu_us), _cell(speed.peer.per_second, speed.peer.cpu_us)


def _cell(per_second: float, cpu_us: float) -> str:
    return f"{per_second:,.0f} ({cpu_us:,.0f} µs)"
