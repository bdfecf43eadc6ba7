"""Reads seating plans that are drawn in a PDF: one page, by the same rules as an SVG."""

from collections.abc import Sequence

from seatpreview.imports.model import FoundHall, UnreadableFile
from seatpreview.imports.pdf.pages import PageLook, Pdf
from seatpreview.imports.questions import CHOICES_MAX, Doubts
from seatpreview.imports.svg.parser import SvgBounds
from seatpreview.imports.svg.reader import read_drawing

LINES_MIN = 12
_ALSO_A_PLAN = 0.2
"""Of the lines of the page with most of them: a page with fewer is no plan beside it."""


def read_pdf(data: bytes, doubts: Doubts | None = None) -> FoundHall:
    """Reads seats, areas and texts of a page. Raises UnreadableFile where no page has any drawn shapes."""
    pdf = Pdf(data)
    try:
        page = _page(pdf.looks(), doubts or Doubts())
        return read_drawing(pdf.drawing(page, SvgBounds()), "pdf", doubts)
    finally:
        pdf.close()


def _page(looks: Sequence[PageLook], doubts: Doubts) -> int:
    """Returns the number of the page with the plan: that with most lines, unless somebody says another."""
    drawn = sorted(looks, key=lambda look: (-look.lines, look.number))
    most = drawn[0].lines if drawn else 0
    if most < LINES_MIN and doubts.given("page") is None:
        raise UnreadableFile(
            "No page of the PDF has drawn shapes: it is a picture of a plan, or text. Save the plan from the "
            "program that it was drawn with as SVG or PDF."
        )
    plans = [look for look in drawn if look.lines >= max(LINES_MIN, _ALSO_A_PLAN * most)][:CHOICES_MAX]
    if len(plans) < 2:
        return plans[0].number if plans else 1
    choices = [
        (str(look.number), f"Page {look.number}: {look.lines:,} lines.")
        for look in sorted(plans, key=lambda look: look.number)
    ]
    assumed = str(plans[0].number)
    return int(doubts.ask("page", "Which page has the plan?", choices, assumed, 0.5))
