"""The words of tickets in seven languages. To add a language, add a file to the folder `words`.

No venue's name is there: these are words that any venue or seller may use, without case and accents,
separated by blanks. A word may stand in several members and languages: the resolver then decides by what
stands beside it, and a word of the venue's own names always means that name first.
"""

import msgspec

from seatpreview.values.language_files import read_language_files


class Language(msgspec.Struct, frozen=True, kw_only=True):
    """The words of one language."""

    row: str
    """Words before the name of a row."""
    rows: str
    """The same for several rows."""
    row_letters: str = ""
    """Single letters that stand for the word: 'R7'."""
    seat: str
    seats: str
    seat_letters: str = ""
    section: str
    """Words before the name of any section, whatever it is called."""
    sections: str
    number: str = ""
    """Words between one of these words and a number: 'Nr.'."""
    foreign: str
    """Things with numbers of their own, which are no places to sit: gates, categories, orders."""
    foreigns: str = ""
    """The same for several of them, behind which a list follows: 'Gates 5, 6'."""
    quantity: str
    """What is counted: tickets and people."""
    levels: str
    """Words for any level of a house, which need a number or a direction to mean one."""
    stands: str = ""
    """Words for the side of a stadium, which need a direction to mean one."""
    sides: str = ""
    """Words for a side of anything, which need a direction as well."""
    seating: dict[str, str]
    """Kinds of places, by the name that they have in all languages."""
    directions: dict[str, str]
    ordinals: tuple[str, ...]
    """First, second, third and so on, in all their forms."""
    cardinals: str
    """One, two, three and so on. Said alone, they name nothing."""
    ordinal_endings: str
    """What is written behind a digit to make it an ordinal. Where that depends on the digit, the digits stand
    behind it: 'st1'."""
    standing: str
    """Places that nobody sits at."""
    unreserved: str
    """Places that nobody has booked for themselves."""
    not_a_seat: str
    """What is sold beside seats."""
    extras: str = ""
    """What may be sold beside a seat or together with one: no seat, unless a row is named as well."""
    asides: str
    """What listings add without naming a place."""
    fillers: str
    both: str
    """Words between two seats of which both are meant."""
    until: str
    """Words between the first and the last of several."""
    either: str
    """Words between two of which only one is meant."""
    better: str = ""
    """What follows them where the seller decides: 'or better'."""
    months: str = ""
    onwards: str = ""
    """Words before the first of many: 'from row 8'."""
    pairs: tuple[str, ...] = ()
    """Two words that say nothing about a place together: 'box office'."""


OPPOSITES: tuple[frozenset[str], ...] = (
    frozenset(("left", "right", "centre")),
    frozenset(("north", "south")),
    frozenset(("east", "west")),
    frozenset(("upper", "lower", "middle")),
    frozenset(("front", "rear")),
    frozenset(("odd", "even")),
)
"""Directions of which a place has at most one."""


LANGUAGES = read_language_files("seatpreview.labels", "words", Language)
"""The languages by their codes."""
