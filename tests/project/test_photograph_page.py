"""The numbers of docs/photographs.md are those of the code."""

import pytest

from docs.generated_pages import ROOT
from docs.guide_pictures.photographs import seated_open
from docs.guide_pictures.plans import Plan
from seatpreview.demo.arena import compiled_layout
from seatpreview.imagery.image_processing import (
    BYTES_MAX,
    CONTENT_TYPES,
    LEVEL_WIDTHS,
    PIXELS_MAX,
    SIDE_MAX,
    TILED_WIDTH_MIN,
)
from seatpreview.layouts.geometry import SEATED_EYE_M, STANDING_EYE_M
from seatpreview.venues.imagery_kinds import IMAGERY_KINDS

PAGE = " ".join((ROOT / "docs" / "photographs.md").read_text(encoding="utf-8").split())


@pytest.mark.parametrize(
    "text",
    [
        f"{BYTES_MAX:,} bytes",
        f"up to {PIXELS_MAX:,}",
        f"No side longer than {SIDE_MAX:,}",
        f"less than {TILED_WIDTH_MIN:,} pixels in width",
        "({:,}, {:,}, {:,} and the full width)".format(*LEVEL_WIDTHS),
        f"{SEATED_EYE_M:g} m above the floor ({STANDING_EYE_M:g} m where people stand)",
        *(f"`{kind}`" for kind in IMAGERY_KINDS if kind != "panorama"),
    ],
)
def test_the_page_has_the_facts_of_the_source(text: str) -> None:
    assert text in PAGE


def test_the_page_lists_the_formats_that_are_accepted() -> None:
    formats = PAGE.split("| formats | ")[1].split(". ")[0]
    assert [f"image/{name.lower()}" for name in formats.split(", ")] == list(CONTENT_TYPES)


def test_the_page_counts_the_open_sections_and_seats_of_the_demo() -> None:
    sections = seated_open(Plan(compiled_layout(), "", configuration="end-stage"))
    seats = sum(section.seat_count for section in sections)
    assert f"{len(sections)} open sections with {seats:,} seats" in PAGE
