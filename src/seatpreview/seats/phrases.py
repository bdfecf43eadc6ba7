"""The phrases of descriptions and captions, in each language. A new language is a new file in `wording`."""

from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from seatpreview.layouts.model import Assumption, SeatProperty
from seatpreview.seats.looked_at_words import LookedAtWord
from seatpreview.seats.provenance_model import Match
from seatpreview.sightlines.model import HiddenByKind
from seatpreview.values.language_files import read_language_files
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
    """The phrases of one language. Names in braces stand for what is filled in."""

    section: str
    """A section whose name has no word of its own."""
    row: str
    seat: str
    seats: str
    ordinal_sign: str = ""
    """What a number has behind it where it names a row or seat, and a letter has not: '12. sor', 'K sor'."""
    view_from: str
    """Which seat the view is from, where a label names several."""
    set_up: str
    focus: str
    """Used if the focus has no name."""
    decimal_mark: str
    comma: str = ", "
    full_stop: str = "."
    gap: str = " "
    """What stands between sentences, and between a number and its unit."""
    is_singular_below_two: bool = False
    """Whether 0.5 and 1.5 take the singular of a unit, as 1 does."""
    labelled: str = "{label}: {text}"
    away: str
    """How far away something is; of what is looked at, and of another place that a picture is from."""
    below: str
    above: str
    level_with: str
    clear: str
    """Said where there is a row in front and nobody in it hides anything."""
    restricted: str
    """Said where the venue marks a seat, and says no more about it."""
    percent: str
    in_the_way: str
    conjunction: str
    """What stands between the last two of a list, with its spaces."""
    drawn: str
    no_picture: str
    """Said where there is no picture, and the position of the seat is not known either."""
    borrowed: str
    """What the picture is, and that it is from another place, which is named behind it without an article."""
    borrowed_title: str
    """The same in fewer words, for titles."""
    elsewhere: str
    """What the picture is, and that it was taken at no seat."""
    about: str
    """A distance that is only roughly known."""
    nearest_to: str
    """Stands under the title of a picture from another place: which place it is shown for."""
    category: str
    """Stands before the name of the seat's category."""
    units: dict[Units, UnitNames]
    nearest: dict[LookedAtWord, str]
    """How far away the nearest edge of what is looked at is."""
    floor: dict[LookedAtWord, str]
    """How high the floor of the stage, the lower edge of the screen or the ground of the field is."""
    in_view: dict[LookedAtWord, str]
    """How much of the stage, screen or field is seen: a part, everything, nearly everything, or nothing."""
    all_in_view: dict[LookedAtWord, str]
    nearly_all_in_view: dict[LookedAtWord, str]
    out_of_view: dict[LookedAtWord, str]
    from_the_side: dict[FrontedWord, str]
    from_behind: dict[FrontedWord, str]
    obstructions: dict[HiddenByKind, str]
    pictures: dict[ImageryKind, str]
    """The beginning of the sentence that says what kind of picture it is."""
    kinds: dict[ImageryKind, str]
    """The kind of picture in one word, for titles."""
    own: dict[Match, str]
    """The same sentence for a picture from the seat itself, its row, its section, or of the whole venue."""
    maps: dict[MapKind, str]
    """The captions of images that are drawn from the layout."""
    properties: dict[SeatProperty, str]
    """What a seat is or has."""
    assumed: dict[Assumption, str]
    """The sentences that say what an import assumed and nobody has checked."""

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


PHRASES = read_language_files("seatpreview.seats", "wording", Phrases)
"""The phrases of each language, by its code."""
