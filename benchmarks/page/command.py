"""The command `script/bench page`: visits the viewer and the bare page in turn, and prints medians."""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.page.bare_page import bare_page_url, served_bare_page
from benchmarks.page.measured_venue import KINDS, Kind, measured_pages
from benchmarks.page.visit import Visit, visit
from servers import chromium

SCRIPT_RATIO_MAX = 1.15
FIRST_PICTURE_RATIO_MAX = 1.2

DESCRIPTION = """\
Measures the first view in Chromium on a phone's screen, with 1.6 Mbit/s, 150 ms of latency, a processor that
is four times slower, and an empty cache: the viewer against a page that shows the same picture with Photo
Sphere Viewer alone, first in its small file, then in its large one. A drawing has no picture; it is compared
with the panorama.

  turned      when a drag first changed the picture
  sharp       when the last part of the first view's picture was given to the renderer
  script      bytes of script, compressed, until nothing more is loading
  long tasks  tasks of more than 50 ms while the view is turned and nothing is loading
  own         the longest time that the page's own code took for a frame. A long task also has the wait
              for the pixels of the frame, which a browser that draws in software cannot do without
  resting     frames that are drawn in two seconds in which nobody does anything

Times depend on the machine, which draws in software. The ratios are what counts: at most 1.15 of the bare
page's script, and the first picture in at most 1.2 of its time.
"""


def main(arguments: list[str]) -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(
        prog="script/bench page",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--runs", type=int, default=5, help="visits of each page (default 5)")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only this kind of view; repeatable")
    parser.add_argument("--width", type=int, default=4096, help="of the panorama, in pixels (default 4096)")
    parser.add_argument("--json", action="store_true", help="print every visit as JSON")
    options = parser.parse_args(arguments)
    visits = asyncio.run(measure(tuple(options.kind or KINDS), options.runs, options.width, sys.stderr.write))
    if options.json:
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(visits), indent=2) + b"\n")
    else:
        print_visits(Console(width=None if sys.stdout.isatty() else 160), visits)


Visits = dict[str, dict[str, list[Visit]]]
"""The visits of a kind of view, of the viewer and of the bare page."""


async def measure(kinds: tuple[Kind, ...], runs: int, width: int, say: Callable[[str], object]) -> Visits:
    """Visits both pages in turn, so that both see the same of whatever else the machine does."""
    visits: Visits = {kind: {"viewer": [], "bare page": []} for kind in kinds}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="seatpreview-bench-page-")))
        bare_page = stack.enter_context(served_bare_page(folder / "bare"))
        async with measured_pages(folder, width) as pages, chromium.browser() as browser:
            for kind in kinds * runs:
                page = pages[kind]
                bare = bare_page_url(bare_page, page.small, page.large)
                for name, url in (("viewer", page.viewer_url), ("bare page", bare)):
                    done = await visit(browser, url)
                    visits[kind][name].append(done)
                    say(f"{kind}, {name}: turned after {done.turned_ms:.0f} ms\n")
    return visits


def print_visits(console: Console, visits: Visits) -> None:
    """Prints medians of all visits, and the ratios that have a goal."""
    table = Table("view", "page", *(name for name, _ in _COLUMNS))
    for kind, pages in visits.items():
        for name, of_page in pages.items():
            table.add_row(kind, name, *(f"{median(map(value, of_page)):,.0f}" for _, value in _COLUMNS))
    console.print(table)
    ratios = Table(
        "view", f"script (goal {SCRIPT_RATIO_MAX})", f"first picture (goal {FIRST_PICTURE_RATIO_MAX})"
    )
    for kind, pages in visits.items():
        script = ratio_of(pages, lambda each: each.script_bytes)
        first = ratio_of(pages, lambda each: each.turned_ms)
        ratios.add_row(
            kind,
            f"{script:.2f} {'met' if script <= SCRIPT_RATIO_MAX else 'missed'}",
            f"{first:.2f} {'met' if first <= FIRST_PICTURE_RATIO_MAX else 'missed'}",
        )
    console.print(ratios)


def ratio_of(pages: dict[str, list[Visit]], value: Callable[[Visit], float]) -> float:
    """Returns the viewer's median divided by the bare page's."""
    return median(map(value, pages["viewer"])) / median(map(value, pages["bare page"]))


_COLUMNS: tuple[tuple[str, Callable[[Visit], float]], ...] = (
    ("turned ms", lambda each: each.turned_ms),
    ("sharp ms", lambda each: each.sharp_ms),
    ("script kB", lambda each: each.script_bytes / 1000),
    ("kB to turn", lambda each: each.bytes_to_turn / 1000),
    ("kB in all", lambda each: each.bytes_in_all / 1000),
    ("requests", lambda each: each.requests),
    ("long tasks", lambda each: each.long_tasks),
    ("longest ms", lambda each: each.longest_ms),
    ("own ms", lambda each: each.longest_callback_ms),
    ("draws", lambda each: each.draws),
    ("frames", lambda each: each.frames),
    ("resting", lambda each: each.resting_frames),
)
