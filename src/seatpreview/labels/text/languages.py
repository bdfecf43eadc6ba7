"""The words of tickets in many languages: the part `labels` of the language files.

The files have no venue's names, only words that any venue or seller may use, in small letters, with accents
or without, separated by spaces. A word may occur in several members and languages; the resolver then decides
by the words beside it. A word of the venue's own names always means that name first.
"""

import msgspec

from seatpreview.languages.language_files import read_part


class Language(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of one language. `languages/en.toml` explains the members."""

    marked: str = ""
    number_first: bool = False
    singular_counts: bool = False
    row: str
    rows: str
    row_letters: str = ""
    seat: str
    seats: str
    seat_letters: str = ""
    section: str
    sections: str
    place_letters: tuple[str, ...] = ()
    number: str = ""
    number_signs: str = ""
    foreign: str
    foreigns: str = ""
    orders: str = ""
    quantity: str
    levels: str
    stands: str = ""
    sides: str = ""
    seating: dict[str, str]
    directions: dict[str, str]
    ordinals: tuple[str, ...]
    cardinals: str
    ordinal_endings: str
    separated_endings: str = ""
    adjective_endings: str = ""
    joined_abbreviations: str = ""
    standing: str
    unreserved: str
    not_a_seat: str
    extras: str = ""
    categories: str = ""
    asides: str
    selling: str = ""
    included: str = ""
    negations: str = ""
    grades: str = ""
    fillers: str
    both: str
    until: str
    either: str
    better: str = ""
    months: str = ""
    short_dates: str = ""
    onwards: str = ""
    other_halls: tuple[str, ...] = ()
    front_rows: tuple[str, ...] = ()
    wheelchairs: str = ""
    halls: str = ""
    gates: str = ""
    zones: str = ""
    vips: str = ""
    whole: str = ""
    pairs: tuple[str, ...] = ()


OPPOSITES: tuple[frozenset[str], ...] = (
    frozenset(("left", "right", "centre")),
    frozenset(("north", "south")),
    frozenset(("east", "west")),
    frozenset(("upper", "lower", "middle")),
    frozenset(("front", "rear")),
    frozenset(("odd", "even")),
)
"""Groups of directions. A place has at most one of each group."""


LANGUAGES = read_part("labels", Language)
"""The languages by their codes."""
