"""Describes a preview in words, for screen readers: the place, the view from it, and what the picture is."""

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec

from seatpreview.labels.model import Place
from seatpreview.layouts.compiled import PLAIN_SEAT, SeatKind
from seatpreview.layouts.model import Assumption
from seatpreview.seats.camera import HERE_M, Camera
from seatpreview.seats.looked_at_words import LookedAtWord
from seatpreview.seats.phrases import PHRASES, MapKind, Phrases
from seatpreview.seats.provenance_model import Source
from seatpreview.seats.sightline_model import Sightline
from seatpreview.values.locales import METRES_OF_A_FOOT, Units

NEARER_THAN = 0.75
"""The nearest edge is said where it is nearer by more than a quarter (viewer/preview-text.ts, too)."""


class DescribedView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The facts to describe. Names are as the owner wrote them, and empty if there is none."""

    place: Place
    several_seats: tuple[str, ...] = ()
    """The seats of a label that names several, of which `place` is the one that the view is from."""
    view_from: Place | None = None
    """The seat that the view of a row or a section is from."""
    kinds: tuple[SeatKind, ...] = ()
    """What the seat has, or each of several seats. Empty for a row or a section."""
    category_names: Mapping[str, str] = {}
    """The names of the venue's categories, by their ids."""
    assumed: tuple[Assumption, ...] = ()
    """What an import assumed of the position."""
    section_name: str
    level_name: str = ""
    focus_name: str = ""
    configuration_name: str = ""
    sightline: Sightline
    looked_at_word: LookedAtWord | None = None
    """The word for what is looked at; None: its kind, or nothing is known of it."""
    quality: tuple[str, ...] = ()
    """The sentences about how much is seen and what is in the way (`view_quality`)."""
    source: Source
    camera: Camera | None = None
    """Where the camera of the picture stood; None for a drawing."""
    camera_section: str = ""
    """The name of the section that the camera stood in."""


def describe(described: DescribedView, language: str, units: Units = "metres") -> str:
    """Returns sentences in one line. Facts that are not known are not mentioned."""
    place, picture = describe_place(described, language, units), describe_picture(described, language, units)
    return f"{place}{PHRASES[language].gap}{picture}"


def describe_place(described: DescribedView, language: str, units: Units = "metres") -> str:
    """Returns the sentences that do not depend on the picture."""
    phrases = PHRASES[language]
    parts = (
        phrases.comma.join(place_parts(described, language)),
        *_what_seats_have(described, phrases),
        _view_from(described, phrases),
        _labelled(phrases.set_up, described.configuration_name.strip(), phrases),
        _distance(described, phrases, language, units),
        *described.quality,
        *[phrases.assumed[each] for each in described.assumed],
    )
    return phrases.gap.join([phrases.sentence(part) for part in parts if part])


def describe_picture(described: DescribedView, language: str, units: Units = "metres") -> str:
    """Returns the sentence about the picture, which is the last one."""
    phrases = PHRASES[language]
    return phrases.sentence(_picture(described, phrases, language, units))


def picture_title(described: DescribedView, language: str, units: Units = "metres") -> str:
    """Returns what a picture is and from where, in few words: 'Photo from row K, 3 metres away'."""
    if described.source == "drawing" or described.camera is None:
        return ""
    phrases = PHRASES[language]
    title = _Words(phrases.kinds[described.source], phrases.borrowed_title, is_title=True)
    return _taken(described, described.camera, title, language, units)


def nearest_to(described: DescribedView, language: str) -> str:
    """Returns what a picture from another place is shown for: 'The nearest picture to Section 104, row C'."""
    phrases = PHRASES[language]
    return phrases.nearest_to.format(place=phrases.comma.join(place_parts(described, language)))


def describe_map(kind: MapKind, language: str) -> str:
    """Returns the caption of an image that is drawn from the layout."""
    return PHRASES[language].maps[kind]


def place_parts(described: DescribedView, language: str) -> list[str]:
    """Returns the section, the row and the seats in words, as far as the place has them."""
    phrases = PHRASES[language]
    section = _section(described.section_name, described.level_name, language)
    if not described.several_seats:
        return [section, *_row_and_seat(described.place, phrases)]
    seats = phrases.named(phrases.seats, phrases.listed(described.several_seats))
    return [section, *_row(described.place, phrases), seats]


def place_name(place: Place, section_name: str, language: str) -> str:
    """Returns the name of a place: 'Section 104, row C, seat 7'."""
    phrases = PHRASES[language]
    return phrases.comma.join([_section(section_name, "", language), *_row_and_seat(place, phrases)])


LANGUAGES = frozenset(PHRASES)
"""The languages of descriptions."""


def _what_seats_have(described: DescribedView, phrases: Phrases) -> list[str]:
    """Returns the properties and the category of the seat; of several seats, with the seat before them."""
    texts = [_what_it_has(kind, described, phrases) for kind in described.kinds]
    if not described.several_seats:
        return [_capitalized(text) for text in texts if text]
    seats = [_capitalized(phrases.named(phrases.seat, seat)) for seat in described.several_seats]
    return [_labelled(seat, text, phrases) for seat, text in zip(seats, texts, strict=False)]


def _what_it_has(kind: SeatKind, described: DescribedView, phrases: Phrases) -> str:
    if kind is PLAIN_SEAT:
        return ""
    words = {each: phrases.properties[each] for each in kind.properties}
    noted = ""
    if kind.view_note and "restrictedView" in words:
        noted = _labelled(words.pop("restrictedView"), kind.view_note.strip(), phrases)
    category = _category(_category_name(kind, described), phrases)
    # What the venue wrote about the view comes last, since it may be a sentence.
    return phrases.comma.join(filter(None, [*words.values(), category, noted]))


def _category_name(kind: SeatKind, described: DescribedView) -> str:
    """Returns the name of the category. It is empty if the section or its level, named before, has it too."""
    name = "" if kind.category is None else described.category_names.get(kind.category, kind.category)
    above = (described.section_name, described.level_name)
    return "" if name.casefold() in [each.strip().casefold() for each in above] else name


def _category(name: str, phrases: Phrases) -> str:
    """Returns the category with the word for it, unless its name has this word in any of the languages."""
    folded = name.casefold()
    if not name or any(word in folded for word in _CATEGORY_WORDS):
        return name
    return f"{phrases.category} {name}"


def _capitalized(text: str) -> str:
    return text[0].upper() + text[1:]


def _view_from(described: DescribedView, phrases: Phrases) -> str:
    if described.several_seats:
        return phrases.named(phrases.view_from, described.place.seat)
    if described.view_from is None:
        return ""
    row = [] if described.place.row is not None else _row(described.view_from, phrases)
    return phrases.comma.join([phrases.named(phrases.view_from, described.view_from.seat), *row])


def _section(name: str, level_name: str, language: str) -> str:
    """Returns the name of a section and of its level. A name that has no word of its own, only a number or a
    few letters, gets the word for a section."""
    section = name if _WORD.search(name) else PHRASES[language].section.format(name=name)
    level = level_name.strip()
    # "Floor 3, Floor" would repeat the level, so it is left out if the section's name contains it.
    return section if level.casefold() in section.casefold() else f"{section}{PHRASES[language].comma}{level}"


def _row_and_seat(place: Place, phrases: Phrases) -> list[str]:
    return _row(place, phrases) + ([] if place.seat is None else [phrases.named(phrases.seat, place.seat)])


def _row(place: Place, phrases: Phrases) -> list[str]:
    """Returns the row in words; nothing for a section, and for a seat of one without rows."""
    return [] if place.row is None else [phrases.named(phrases.row, place.row)]


def _distance(described: DescribedView, phrases: Phrases, language: str, units: Units) -> str:
    sightline = described.sightline
    if sightline.distance_m is None:
        return ""
    name = described.focus_name.strip() or phrases.focus
    away = _away(_rounded(sightline.distance_m, units), language, units)
    word = described.looked_at_word or sightline.looked_at
    nearest = _nearest(sightline, word, phrases, units)
    # A height that is only assumed is left out, and so is one that changes once the view is computed.
    has_height = "heights" not in described.assumed and sightline.state != "pending"
    height = _floor(sightline, word, language, units) if has_height else ""
    return _labelled(name, phrases.comma.join(filter(None, [away, nearest, height])), phrases)


def _nearest(sightline: Sightline, word: LookedAtWord | None, phrases: Phrases, units: Units) -> str:
    """Returns how far the nearest edge is, if it is much nearer than what distances are told to."""
    nearest_m, distance_m = sightline.nearest_m, sightline.distance_m
    if nearest_m is None or distance_m is None or word is None or nearest_m >= NEARER_THAN * distance_m:
        return ""
    return phrases.nearest[word].format(distance=_with_unit(_rounded(nearest_m, units), phrases, units))


def _floor(sightline: Sightline, word: LookedAtWord | None, language: str, units: Units) -> str:
    """Returns how high the floor of what is looked at is; of the focus, where only that is known."""
    if word is not None and sightline.eyes_above_m is not None:
        height = _height(sightline.eyes_above_m, language, units)
        return PHRASES[language].floor[word].format(height=height)
    return "" if sightline.elevation_m is None else _height(sightline.elevation_m, language, units)


def _height(elevation_m: float, language: str, units: Units) -> str:
    phrases = PHRASES[language]
    height = _rounded(abs(elevation_m), units)
    if height == 0:
        return phrases.level_with
    words = phrases.below if elevation_m > 0 else phrases.above
    return words.format(distance=_with_unit(height, phrases, units))


def _away(length: float, language: str, units: Units) -> str:
    phrases = PHRASES[language]
    return phrases.away.format(distance=_with_unit(length, phrases, units))


def _picture(described: DescribedView, phrases: Phrases, language: str, units: Units) -> str:
    if described.source == "drawing" or described.camera is None:
        return phrases.no_picture if described.sightline.distance_m is None else phrases.drawn
    picture = _Words(phrases.pictures[described.source], phrases.borrowed, is_title=False)
    return _taken(described, described.camera, picture, language, units)


class _Words(NamedTuple):
    """The words for a picture, and for a picture from another place: as a sentence or as a title."""

    picture: str
    borrowed: str
    is_title: bool
    """A title stands alone: "this row" would say nothing in it."""


def _taken(described: DescribedView, camera: Camera, words: _Words, language: str, units: Units) -> str:
    """Returns what a picture is, from where it was taken, and how far that is from the place."""
    phrases = PHRASES[language]
    taken = _where(described, camera, words, language)
    if camera.is_here or camera.distance_m is None or camera.distance_m < HERE_M:
        return taken
    distance = _rounded(camera.distance_m, units)
    if camera.is_exact:
        return f"{taken}{phrases.comma}{_away(distance, language, units)}"
    rough = phrases.about.format(distance=_with_unit(max(1, round(distance)), phrases, units))
    return f"{taken}{phrases.comma}{phrases.away.format(distance=rough)}"


def _where(described: DescribedView, camera: Camera, words: _Words, language: str) -> str:
    """Names the place of a camera by what of it differs from the described place."""
    phrases, place, own = PHRASES[language], camera.place, described.place
    if camera.is_here:
        return phrases.own[own.level].format(picture=words.picture)
    if place is None:
        of_venue = phrases.elsewhere if camera.is_exact else phrases.own["venue"]
        return of_venue.format(picture=words.picture)
    shared = _shared_level(place, own)
    if shared is not None and not words.is_title:
        return phrases.own[shared].format(picture=words.picture)
    named = _row(place, phrases) or _row_and_seat(place, phrases)
    if place.section != own.section or place.level == "section":
        section = _section(described.camera_section.strip() or place.section, "", language)
        named = [section, *_row(place, phrases)]
    return words.borrowed.format(picture=words.picture, place=phrases.comma.join(named))


def _shared_level(place: Place, own: Place) -> Literal["row", "section"] | None:
    """Returns what a camera has in common with the described place, if that is all that is said of it."""
    if place.section != own.section:
        return None
    if place.level == "section":
        return "section"
    return "row" if place.row is not None and place.row == own.row else None


def _labelled(label: str, text: str, phrases: Phrases) -> str:
    return phrases.labelled.format(label=label, text=text) if text else ""


def _with_unit(length: float, phrases: Phrases, units: Units) -> str:
    """Returns a rounded length with its unit: '12 metres', '3,5 Meter', '1,5 mètre', '103 feet'."""
    is_singular = length < 2 if phrases.is_singular_below_two else length == 1
    names = phrases.units[units]
    number = f"{length:.1f}".removesuffix(".0").replace(".", phrases.decimal_mark)
    return f"{number}{phrases.gap}{names.one if is_singular else names.many}"


def _rounded(length_m: float, units: Units) -> float:
    """Returns a length in its unit as it is said: with one decimal, from ten feet on in whole feet."""
    if units == "metres":
        return round(length_m, 1)
    length_ft = length_m / METRES_OF_A_FOOT
    return round(length_ft) if length_ft >= 9.95 else round(length_ft, 1)


_WORD = re.compile(r"[^\W\d_]{3}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Three letters, or one of a script that writes whole words with few."""
_CATEGORY_WORDS = frozenset(phrases.category.casefold() for phrases in PHRASES.values())
