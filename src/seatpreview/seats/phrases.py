"""The phrases of descriptions and captions, in each language: the part `phrases` of the language files."""

from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from seatpreview.languages.language_files import read_part
from seatpreview.layouts.model import Assumption, SeatProperty
from seatpreview.seats.looked_at_words import LookedAtWord
from seatpreview.seats.provenance_model import Match
from seatpreview.sightlines.model import FrameKind, HiddenByKind
from seatpreview.values.locales import Units
from seatpreview.venues.imagery_kinds import ImageryKind

MapKind = Literal["map", "without_place", "sketch"]
"""What an image that is drawn from the layout shows: a map with the place, a map without it because its
position is not known, or only a sketch because no position is known."""

FrontedWord = Literal["stage", "screen", "altar"]
"""What has a front, so that it can be seen from the side and from behind."""


class UnitNames(msgspec.Struct, frozen=True):
    """The names of a unit of measure, behind a number that takes the singular and behind all others."""

    one: str
    many: str


class Phrases(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The phrases of one language. `languages/en.toml` explains the members."""

    section: str
    row: str
    seat: str
    seats: str
    ordinal_sign: str
    view_from: str
    set_up: str
    focus: str
    decimal_mark: str
    comma: str
    full_stop: str
    gap: str
    is_singular_below_two: bool
    labelled: str
    away: str
    below: str
    above: str
    level_with: str
    clear: str
    beside: str
    by_place: str
    pending: str
    restricted: str
    percent: str
    in_the_way: str
    conjunction: str
    curtain_down: str
    drawn: str
    no_picture: str
    borrowed: str
    borrowed_title: str
    elsewhere: str
    about: str
    nearest_to: str
    category: str
    units: dict[Units, UnitNames]
    nearest: dict[LookedAtWord, str]
    floor: dict[LookedAtWord, str]
    frame: dict[FrameKind, str]
    in_view: dict[LookedAtWord, str]
    all_in_view: dict[LookedAtWord, str]
    nearly_all_in_view: dict[LookedAtWord, str]
    out_of_view: dict[LookedAtWord, str]
    from_the_side: dict[FrontedWord, str]
    from_behind: dict[FrontedWord, str]
    obstructions: dict[HiddenByKind, str]
    pictures: dict[ImageryKind, str]
    kinds: dict[ImageryKind, str]
    own: dict[Match, str]
    maps: dict[MapKind, str]
    properties: dict[SeatProperty, str]
    assumed: dict[Assumption, str]

    def named(self, pattern: str, name: str | None) -> str:
        """Returns the phrase for a row or seats of this name."""
        text = f"{name}{self.ordinal_sign}" if name and name[-1].isdecimal() else name
        return pattern.format(name=text)

    def sentence(self, text: str) -> str:
        """Returns the text with a full stop, unless it ends a sentence already."""
        return text if text.endswith((".", "!", "?", self.full_stop)) else f"{text}{self.full_stop}"

    def listed(self, names: Iterable[str]) -> str:
        """Joins the names, each once."""
        *first, last = dict.fromkeys(names) or ("",)
        return f"{self.comma.join(first)}{self.conjunction}{last}" if first else last

    def __post_init__(self) -> None:
        for phrases, kinds in (
            (self.units, Units),
            (self.nearest, LookedAtWord),
            (self.floor, LookedAtWord),
            (self.frame, FrameKind),
            (self.in_view, LookedAtWord),
            (self.all_in_view, LookedAtWord),
            (self.nearly_all_in_view, LookedAtWord),
            (self.out_of_view, LookedAtWord),
            (self.from_the_side, FrontedWord),
            (self.from_behind, FrontedWord),
            (self.obstructions, HiddenByKind),
            (self.pictures, ImageryKind),
            (self.kinds, ImageryKind),
            (self.own, Match),
            (self.maps, MapKind),
            (self.properties, SeatProperty),
            (self.assumed, Assumption),
        ):
            if missing := set(get_args(kinds)) - set(phrases):
                raise ValueError(f"has no phrase for {sorted(missing)}")


PHRASES = read_part("phrases", Phrases)
"""The phrases of each language, by its code."""
