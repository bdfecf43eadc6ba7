"""The command `script/bench page`: visits the viewer and the bare page in turn, and prints medians."""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from benchmarks import results
from benchmarks.output import add_output_options, show_and_save
from benchmarks.page.bare_page import bare_page_url, served_bare_page
from benchmarks.page.figures import (
    KINDS,
    NAMES,
    Kind,
    PageFigures,
    PageName,
    ViewFigures,
    Visit,
    median_visit,
    picture_of,
)
from benchmarks.page.measured_venue import MeasuredPages, measured_pages
from benchmarks.page.other_seats import walk
from benchmarks.page.visit import visit
from servers import chromium

DESCRIPTION = """\
Measures the first view in Chromium on a phone's screen, with 1.6 Mbit/s, 150 ms of latency, a processor that
is four times slower, and an empty cache. A drawn view is measured three times: where the service has a still
of the seat, where it has one of another seat of the row, and where it has none. It is compared with the
panorama; the viewer is compared with a page that shows the same picture with Photo Sphere Viewer alone, first
in its small file, then in its large one.

  first picture  when something of the view was seen: a still, a small picture, or the view itself
  first pixels   when the view itself was seen
  turnable       when the viewer says that a drag turns the view; for the bare page, when one of many did
  complete       when nothing was missing any more
  script         bytes of script, compressed, until nothing more is loading
  frame          the longest time of the page's own code for a frame, while the view is turned

Then it goes from seat to seat of the hall. It counts the processor time of the page from the press of an
arrow to the first frame, and compares its memory after 60 and after 200 seats.

Times depend on the machine, which draws in software. The ratios of one run are what counts.
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
    parser.add_argument("--seats", type=int, default=200, help="seats to go to; 0: none (default 200)")
    parser.add_argument("--width", type=int, default=4096, help="of the panorama, in pixels (default 4096)")
    add_output_options(parser)
    options = parser.parse_args(arguments)
    wanted = Wanted(tuple(options.kind or KINDS), options.runs, options.seats, options.width)
    result = results.new_result()
    figures = asyncio.run(measure(wanted, lambda line: sys.stderr.write(f"{line}\n")))
    show_and_save(replace(result, page=figures), options)


class Wanted(NamedTuple):
    """What is to be measured."""

    kinds: tuple[Kind, ...]
    runs: int
    seats: int
    panorama_width: int


Say = Callable[[str], object]


class _PageToVisit(NamedTuple):
    kind: Kind
    page: PageName
    url: str


async def measure(wanted: Wanted, say: Say) -> PageFigures:
    """Visits all pages in turn, so that each sees the same of whatever else the machine does."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="seatpreview-bench-page-")))
        bare_page = stack.enter_context(served_bare_page(folder / "bare"))
        async with measured_pages(folder, wanted.panorama_width) as pages, chromium.browser() as browser:
            to_visit = [*_pages_to_visit(wanted.kinds, pages, bare_page)]
            visits: dict[_PageToVisit, list[Visit]] = {each: [] for each in to_visit}
            for each in to_visit * wanted.runs:
                done = await visit(browser, each.url, has_marks=each.page == "viewer")
                visits[each].append(done)
                say(f"{NAMES[each.kind]}, {each.page}: complete after {done.complete_ms:.0f} ms")
            views = [
                ViewFigures(each.kind, each.page, len(done), median_visit(done))
                for each, done in visits.items()
            ]
            if wanted.seats == 0:
                return PageFigures(views)
            say(f"going to {wanted.seats} seats")
            walked = await walk(browser, pages.viewer_urls["no-still"], wanted.seats)
            return PageFigures(views, walked.other_seat, walked.memory)


def _pages_to_visit(kinds: tuple[Kind, ...], pages: MeasuredPages, bare_page: str) -> Iterator[_PageToVisit]:
    """Gives each kind of view, and the bare page with each picture that they are compared with."""
    for kind in kinds:
        yield _PageToVisit(kind, "viewer", pages.viewer_urls[kind])
    for picture in dict.fromkeys(map(picture_of, kinds)):
        yield _PageToVisit(picture, "bare page", bare_page_url(bare_page, *pages.picture_urls[picture]))
