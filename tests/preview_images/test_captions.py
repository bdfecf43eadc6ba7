"""The words in pictures: what they show is said in every language, a rendering as one."""

from typing import get_args

import pytest

from seatpreview.labels.model import place_of
from seatpreview.preview_images.captions import (
    LANGUAGES,
    Caption,
    CaptionedPlace,
    MapKind,
    PictureSource,
    caption,
    place_named,
)

SEAT = place_named("Terrace 101", (place_of("101", "B", "2"),))


def of(kind: str, language: str = "en", lender: CaptionedPlace | None = None) -> Caption:
    return caption(language, SEAT, "Hall", "Concert", PictureSource(kind, "row", lender, "A. Photographer"))


def test_a_caption_says_where_it_is_and_what_it_is() -> None:
    made = of("panorama", lender=CaptionedPlace("102", "C"))
    assert [text.replace("\u00a0", " ") for text in (made.place, made.venue, made.source)] == [
        "Terrace 101, row B, seat 2",
        "Hall · Concert",
        "Panorama from Section 102, row C · A. Photographer",
    ]
    assert of("photo").source == "Photo from this row · A. Photographer"


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_rendering_is_told_as_one_in_every_language(language: str) -> None:
    """A buyer must not take a rendering for a photo or a panorama that was taken there."""
    words = {of(kind, language).source.split()[0] for kind in ("panorama", "photo", "rendered", "new")}
    assert len(words) >= 3
    assert of("rendered", language).source.split()[0] not in ("Panorama", "Photo", "Foto")
    assert caption(language, SEAT, "Hall", "", "map").source not in ("", of("rendered", language).source)


def test_other_languages_are_english_and_regions_do_not_matter() -> None:
    assert of("panorama", "xx") == of("panorama", "en-US") == of("panorama")
    assert of("panorama", "de-AT") == of("panorama", "de") != of("panorama")


def test_several_seats_are_all_named() -> None:
    seats = place_named("12", (place_of("12", "A", "1"), place_of("12", "A", "2")))
    made = caption("de", seats, "Halle", "", "map")
    assert made.place.replace("\u00a0", " ") == "Block 12, Reihe A, Plätze 1, 2"


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_seat_without_a_row_has_no_word_for_rows(language: str) -> None:
    box = caption(language, place_named("Box A", (place_of("A", None, "3"),)), "Hall", "", "map")
    with_row = caption(language, place_named("Box A", (place_of("A", "1", "3"),)), "Hall", "", "map")
    section, _, seat = with_row.place.split(", ")
    assert box.place == f"{section}, {seat}"


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_sketch_is_not_told_as_a_map(language: str) -> None:
    kinds = get_args(MapKind)
    assert len({caption(language, SEAT, "Hall", "", kind).source for kind in kinds}) == len(kinds) == 3
