"""Every kind of imagery is registered once, with all that the server has to know of it."""

from typing import get_args

from seatpreview.seats.phrases import PHRASES
from seatpreview.seats.provenance_model import Source
from seatpreview.venues.imagery_kinds import DEFAULT_KIND, IMAGERY_KINDS


def test_no_two_kinds_are_described_alike() -> None:
    sentences = [text for phrases in PHRASES.values() for text in phrases.pictures.values()]
    assert len(set(sentences)) == len(sentences) == len(PHRASES) * len(IMAGERY_KINDS)


def test_the_source_of_a_picture_is_its_kind_or_a_drawing() -> None:
    assert set(get_args(Source)) == {*IMAGERY_KINDS, "drawing"}
    assert DEFAULT_KIND in IMAGERY_KINDS
