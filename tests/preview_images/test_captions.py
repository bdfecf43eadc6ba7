"""Captions say what an image shows in every language, and never pass a rendering off as a photo."""

from typing import get_args

import pytest
from msgspec.structs import replace

from seatpreview.labels.model import Place, place_of
from seatpreview.preview_images.captions import Caption, caption_of_cutout, caption_of_map
from seatpreview.seats.descriptions import LANGUAGES, DescribedView
from seatpreview.seats.phrases import MapKind
from seatpreview.seats.sightline_model import Sightline
from seatpreview.venues.imagery_kinds import ImageryKind

SEAT = DescribedView(
    place=place_of("101", "B", "2"),
    section_name="Terrace 101",
    configuration_name="Concert",
    sightline=Sightline(distance_m=None, elevation_m=None, c_value_mm=None, obstructions=()),
    source="drawing",
)


def of(kind: ImageryKind, language: str = "en", lender: Place | None = None) -> Caption:
    described = replace(SEAT, source=kind, match="row", borrowed_from=lender, lender_name="102")
    return caption_of_cutout(described, language, "Hall", "A. Photographer")


def on_map(described: DescribedView, language: str = "en", kind: MapKind = "map") -> Caption:
    return caption_of_map(described, language, "Hall", kind)


def test_a_caption_says_where_it_is_and_what_it_is() -> None:
    made = of("panorama", lender=place_of("102", "C"))
    assert [text.replace("\u00a0", " ") for text in (made.place, made.venue, made.source)] == [
        "Terrace 101, row B, seat 2",
        "Hall · Concert",
        "The picture is a panorama from Section 102, row C · A. Photographer",
    ]
    assert of("photo").source == "The picture is a photo from this row · A. Photographer"


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_rendering_is_called_one_in_every_language(language: str) -> None:
    """A buyer must not take a rendering for a photo or a panorama that was taken there."""
    sources = {of(kind, language).source for kind in get_args(ImageryKind)}
    sources |= {on_map(SEAT, language, kind).source for kind in get_args(MapKind)}
    assert len(sources) == len(get_args(ImageryKind)) + len(get_args(MapKind)) == 6
    rendered = of("rendered", language).source.casefold()
    assert not any(word in rendered.partition("·")[0] for word in ("panoram", "photo", "foto"))


def test_several_seats_are_all_named() -> None:
    seats = replace(SEAT, section_name="12", several_seats=("1", "2", "3"))
    assert on_map(seats, "de").place == "Block 12, Reihe\u00a0B, Plätze\u00a01, 2 und 3"


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_seat_without_a_row_has_no_word_for_rows(language: str) -> None:
    section, _, seat = on_map(SEAT, language).place.split(", ")
    box = replace(SEAT, place=place_of("101", None, "2"))
    assert on_map(box, language).place == f"{section}, {seat}"


def test_a_caption_begins_with_a_capital() -> None:
    assert on_map(replace(SEAT, section_name="balcony left")).place.startswith("Balcony left")
