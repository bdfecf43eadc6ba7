"""Every kind of imagery is registered once, with all that the server has to know of it."""

from typing import get_args

import pytest

from seatpreview.seats.descriptions import LANGUAGES
from seatpreview.seats.model import Source
from seatpreview.venues.imagery_kinds import DEFAULT_KIND, IMAGERY_KINDS, ImageryKind


@pytest.mark.parametrize("kind", get_args(ImageryKind))
def test_a_kind_is_described_in_every_language(kind: ImageryKind) -> None:
    sentences = IMAGERY_KINDS[kind].sentences
    assert set(sentences) == LANGUAGES
    assert all(sentences.values())


def test_no_two_kinds_are_described_alike() -> None:
    sentences = [text for kind in IMAGERY_KINDS.values() for text in kind.sentences.values()]
    assert len(set(sentences)) == len(sentences)


def test_the_source_of_a_picture_is_its_kind_or_a_drawing() -> None:
    assert set(get_args(Source)) == {*IMAGERY_KINDS, "drawing"}
    assert DEFAULT_KIND in IMAGERY_KINDS
