"""Captions say what an image shows in every language, and never pass a rendering off as a photo."""

import tomllib
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from seatpreview.labels.model import place_of
from seatpreview.preview_images.captions import Caption, caption_of_cutout, caption_of_map
from seatpreview.seats.camera import Camera
from seatpreview.seats.descriptions import LANGUAGES, DescribedView
from seatpreview.seats.phrases import PHRASES, MapKind
from seatpreview.seats.sightline_model import Sightline
from seatpreview.venues.imagery_kinds import ImageryKind

SEAT = DescribedView(
    place=place_of("101", "B", "2"),
    section_name="Terrace 101",
    configuration_name="Concert",
    sightline=Sightline(distance_m=None, elevation_m=None, c_value_mm=None, obstructions=()),
    source="drawing",
)


FROM_ROW_K = Camera(place_of("101", "K", "4"), is_exact=True, distance_m=3.14)
HERE = Camera(place_of("101", "B", "2"), is_here=True, is_exact=True, distance_m=0.1)


def of(kind: ImageryKind, language: str = "en", camera: Camera = HERE) -> Caption:
    described = replace(SEAT, source=kind, camera=camera, camera_section="102")
    return caption_of_cutout(described, language, "Hall", "A. Photographer")


def lines(caption: Caption) -> list[str]:
    return [line.replace("\u00a0", " ") for line in (caption.title, caption.subtitle, caption.source)]


def on_map(described: DescribedView, language: str = "en", kind: MapKind = "map") -> Caption:
    return caption_of_map(described, language, "Hall", kind)


def test_a_caption_of_the_seats_own_picture_has_the_seat_as_its_title() -> None:
    assert lines(of("photo")) == [
        "Terrace 101, row B, seat 2",
        "Hall · Concert",
        "The picture is a photo from this seat · A. Photographer",
    ]


FROM_ELSEWHERE = {
    "en": ["Photo from row K, 3.1 metres away", "The nearest picture to Terrace 101, row B, seat 2"],
    "de": [
        "Foto aus Reihe K, 3,1 Meter entfernt",
        "Das nächstgelegene Bild zu Terrace 101, Reihe B, Platz 2",
    ],
    "es": [
        "Foto desde otro lugar: fila K, a 3,1 metros",
        "La imagen más cercana a Terrace 101, fila B, asiento 2",
    ],
    "fr": [
        "Photo depuis un autre endroit : rang K, à 3,1 mètres",
        "L\u2019image la plus proche de Terrace 101, rang B, place 2",
    ],
    "it": [
        "Foto da un altro punto: fila K, a 3,1 metri",
        "L\u2019immagine più vicina a Terrace 101, fila B, posto 2",
    ],
    "nl": [
        "Foto vanaf een andere plek: rij K, op 3,1 meter afstand",
        "De dichtstbijzijnde afbeelding bij Terrace 101, rij B, stoel 2",
    ],
    "pt": [
        "Foto de outro ponto: fila K, a 3,1 metros",
        "A imagem mais próxima de Terrace 101, fila B, lugar 2",
    ],
}
SAID = Path(__file__).parents[1] / "seats" / "said_in_languages.toml"
FROM_ELSEWHERE |= {
    code: [said["title"], said["subtitle"]] for code, said in tomllib.loads(SAID.read_text()).items()
}


@pytest.mark.parametrize("language", sorted(FROM_ELSEWHERE))
def test_a_photo_from_elsewhere_never_has_the_seat_as_its_title(language: str) -> None:
    """A buyer must not take the view from another row for the one from the seat in the ticket."""
    told = lines(of("photo", language, FROM_ROW_K))
    assert told == [*FROM_ELSEWHERE[language], "Hall · Concert · A. Photographer"]


@pytest.mark.parametrize(
    ("camera", "title"),
    [
        (
            Camera(place_of("101", "B", "9"), is_exact=True, distance_m=2.4),
            "Photo from row B, 2.4 metres away",
        ),
        (Camera(place_of("101")), "Photo from Terrace 101"),
        (Camera(), "Photo of the venue"),
    ],
)
def test_a_title_stands_alone_and_does_not_speak_of_this_row(camera: Camera, title: str) -> None:
    described = replace(SEAT, source="photo", camera=camera, camera_section="Terrace 101")
    assert caption_of_cutout(described, "en", "Hall", "").title == title


def test_a_title_names_another_section_and_the_units_of_the_reader() -> None:
    camera = Camera(place_of("102", "C", "1"), is_exact=True, distance_m=31.4)
    described = replace(SEAT, source="panorama", camera=camera, camera_section="102")
    assert caption_of_cutout(described, "en", "Hall", "", "feet").title == (
        "Panorama from Section 102, row C, 103 feet away"
    )


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
    assert on_map(seats, "de").title == "Block 12, Reihe\u00a0B, Plätze\u00a01, 2 und 3"


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_seat_without_a_row_has_no_word_for_rows(language: str) -> None:
    comma = PHRASES[language].comma
    section, _, seat = on_map(SEAT, language).title.split(comma)
    box = replace(SEAT, place=place_of("101", None, "2"))
    assert on_map(box, language).title == f"{section}{comma}{seat}"


def test_a_caption_begins_with_a_capital() -> None:
    assert on_map(replace(SEAT, section_name="balcony left")).title.startswith("Balcony left")
