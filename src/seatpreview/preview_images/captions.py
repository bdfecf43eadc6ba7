"""The words in a picture of a preview, in each language: which place it is, and what the picture is."""

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec

from seatpreview.labels.model import Place


class Caption(msgspec.Struct, frozen=True, array_like=True):
    """The lines of text in a picture."""

    place: str
    """The section, row and seat, by their names."""
    venue: str
    """The venue, and its configuration where it has a name."""
    source: str
    """What the picture is and from where it was taken, and whose it is."""


class CaptionedPlace(NamedTuple):
    """A place with the name of its section."""

    section_name: str
    row: str | None = None
    seats: tuple[str, ...] = ()


class PictureSource(NamedTuple):
    """Where a picture comes from."""

    kind: str
    """The kind of its imagery set."""
    match: str
    """What it is of, where it is the place's own: the seat, row, section or venue."""
    borrowed_from: CaptionedPlace | None
    """The place that it shows the view from, where that is another one."""
    attribution: str


MapKind = Literal["map", "without_place", "sketch"]
"""What is drawn from the layout: the map; the map without the place, whose position is not known; or only a
sketch, because no position is known."""


def place_named(section_name: str, places: tuple[Place, ...]) -> CaptionedPlace:
    """Returns a place of a section, or several seats of a row of it, as a caption names them."""
    seats = tuple(place.seat for place in places if place.seat is not None)
    return CaptionedPlace(section_name, places[0].row, seats)


def caption(
    language: str,
    place: CaptionedPlace,
    venue_name: str,
    configuration_name: str,
    source: PictureSource | MapKind,
) -> Caption:
    """Returns the caption of a picture, or of what is drawn from the layout."""
    words = _words(language)
    written = _place(place, words)
    return Caption(
        place=written[:1].upper() + written[1:],
        venue=_joined(venue_name, configuration_name),
        source=words.maps[source] if isinstance(source, str) else _source(source, words),
    )


class _Words(NamedTuple):
    section: str
    row: str
    seat: str
    seats: str
    kinds: Mapping[str, str]
    picture: str
    """A picture of a kind that has no word of its own."""
    own: Mapping[str, str]
    taken_from: str
    maps: Mapping[MapKind, str]


_LANGUAGES = {
    "en": _Words(
        "Section",
        "row",
        "seat",
        "seats",
        {"panorama": "Panorama", "photo": "Photo", "rendered": "Computer rendering"},
        "Picture",
        {
            "seat": "from this seat",
            "row": "from this row",
            "section": "from this section",
            "venue": "of the venue",
        },
        "from {}",
        {
            "map": "Map of the venue",
            "without_place": "Map of the venue, without this section",
            "sketch": "Sketch, not a map of the venue",
        },
    ),
    "de": _Words(
        "Block",
        "Reihe",
        "Platz",
        "Plätze",
        {"panorama": "Panorama", "photo": "Foto", "rendered": "Computergrafik"},
        "Bild",
        {
            "seat": "von diesem Platz",
            "row": "aus dieser Reihe",
            "section": "aus diesem Block",
            "venue": "des Hauses",
        },
        "aus {}",
        {
            "map": "Plan des Hauses",
            "without_place": "Plan des Hauses, ohne diesen Block",
            "sketch": "Skizze, kein Plan des Hauses",
        },
    ),
    "fr": _Words(
        "Bloc",
        "rang",
        "place",
        "places",
        {"panorama": "Panorama", "photo": "Photo", "rendered": "Image de synthèse"},
        "Image",
        {
            "seat": "depuis cette place",
            "row": "depuis ce rang",
            "section": "depuis ce bloc",
            "venue": "de la salle",
        },
        "depuis {}",
        {
            "map": "Plan de la salle",
            "without_place": "Plan de la salle, sans ce bloc",
            "sketch": "Croquis, pas un plan de la salle",
        },
    ),
    "es": _Words(
        "Sector",
        "fila",
        "asiento",
        "asientos",
        {"panorama": "Panorama", "photo": "Foto", "rendered": "Imagen por ordenador"},
        "Imagen",
        {
            "seat": "desde este asiento",
            "row": "desde esta fila",
            "section": "desde este sector",
            "venue": "del recinto",
        },
        "desde {}",
        {
            "map": "Plano del recinto",
            "without_place": "Plano del recinto, sin este sector",
            "sketch": "Esquema, no es un plano del recinto",
        },
    ),
    "it": _Words(
        "Settore",
        "fila",
        "posto",
        "posti",
        {"panorama": "Panorama", "photo": "Foto", "rendered": "Immagine al computer"},
        "Immagine",
        {
            "seat": "da questo posto",
            "row": "da questa fila",
            "section": "da questo settore",
            "venue": "della sala",
        },
        "da {}",
        {
            "map": "Pianta della sala",
            "without_place": "Pianta della sala, senza questo settore",
            "sketch": "Schizzo, non una pianta della sala",
        },
    ),
    "nl": _Words(
        "Vak",
        "rij",
        "stoel",
        "stoelen",
        {"panorama": "Panorama", "photo": "Foto", "rendered": "Computertekening"},
        "Beeld",
        {
            "seat": "vanaf deze stoel",
            "row": "vanuit deze rij",
            "section": "vanuit dit vak",
            "venue": "van de zaal",
        },
        "vanuit {}",
        {
            "map": "Plattegrond",
            "without_place": "Plattegrond, zonder dit vak",
            "sketch": "Schets, geen plattegrond",
        },
    ),
    "pt": _Words(
        "Setor",
        "fila",
        "lugar",
        "lugares",
        {"panorama": "Panorama", "photo": "Foto", "rendered": "Imagem por computador"},
        "Imagem",
        {
            "seat": "deste lugar",
            "row": "desta fila",
            "section": "deste setor",
            "venue": "do recinto",
        },
        "a partir de {}",
        {
            "map": "Planta do recinto",
            "without_place": "Planta do recinto, sem este setor",
            "sketch": "Esboço, não é uma planta do recinto",
        },
    ),
}

LANGUAGES = frozenset(_LANGUAGES)
"""The languages that captions are written in. Every other one falls back to English."""

_WORD = re.compile(r"[^\W\d_]{3,}")
_NO_BREAK = "\u00a0"
"""A space at which no line is broken."""


def _words(language: str) -> _Words:
    return _LANGUAGES.get(language.partition("-")[0].lower(), _LANGUAGES["en"])


def _place(place: CaptionedPlace, words: _Words) -> str:
    name = place.section_name
    # A name that is only a number or a few letters gets the word for a section.
    parts = [name if _WORD.search(name) else f"{words.section}{_NO_BREAK}{name}"]
    if place.row is not None:
        parts.append(f"{words.row}{_NO_BREAK}{place.row}")
    if place.seats:
        noun = words.seat if len(place.seats) == 1 else words.seats
        parts.append(f"{noun}{_NO_BREAK}{', '.join(place.seats)}")
    return ", ".join(parts)


def _source(source: PictureSource, words: _Words) -> str:
    kind = words.kinds.get(source.kind, words.picture)
    lender = source.borrowed_from
    origin = words.own[source.match] if lender is None else words.taken_from.format(_place(lender, words))
    return _joined(f"{kind} {origin}", source.attribution)


def _joined(*texts: str) -> str:
    return " · ".join(stripped for text in texts if (stripped := text.strip()))
