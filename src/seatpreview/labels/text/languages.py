"""The words of tickets in many languages. To add a language, add a file to the folder `words`.

The files have no venue's names, only words that any venue or seller may use, in small letters, with accents
or without, separated by spaces. A word may occur in several members and languages; the resolver then decides
by the words beside it. A word of the venue's own names always means that name first.
"""

import msgspec

from seatpreview.values.language_files import read_language_files


class Language(msgspec.Struct, frozen=True, kw_only=True):
    """The words of one language."""

    number_first: bool = False
    """Whether numbers may stand before the words for rows, seats and sections, without a dot or an ending:
    '5 ряд 12 место'."""
    singular_counts: bool = False
    """Whether a number before the singular may also count: '2 koltuk' are two seats, or seat 2."""
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
    place_letters: tuple[str, ...] = ()
    """Letters for row and seat, or for section, row and seat, that stand for the words only together and in
    this order: 's k' in 'S.8 K.14'."""
    number: str = ""
    """Words between one of these words and a number: 'Nr.'."""
    number_signs: str = ""
    """Abbreviations of 'number' that would be letters without their dot: 'č.'."""
    foreign: str
    """Things with their own numbers that are not places to sit: gates, categories, orders."""
    foreigns: str = ""
    """The plurals of these, which a list may follow: 'Gates 5, 6'."""
    quantity: str
    """Things that are counted: tickets and people."""
    levels: str
    """Words for any level of a venue, which need a number or a direction to mean one."""
    stands: str = ""
    """Words for a side of a stadium, which need a direction to mean one."""
    sides: str = ""
    """Words for a side of anything, which need a direction as well."""
    seating: dict[str, str]
    """Kinds of places, by a name that all languages share."""
    directions: dict[str, str]
    ordinals: tuple[str, ...]
    """First, second, third and so on, in all their forms."""
    cardinals: str
    """One, two, three and so on. On their own they name nothing."""
    ordinal_endings: str
    """Endings that make a number an ordinal. If an ending depends on the last digit, the digits follow it:
    'st1'."""
    separated_endings: str = ""
    """Such endings with the sign that separates them from the number: '-й' in '5-й', ':a' in '1:a'."""
    adjective_endings: str = ""
    """Endings that make an adjective of a number, with their sign. They say nothing: '-as' in '3-as kapu'."""
    joined_abbreviations: str = ""
    """Abbreviations with signs between their letters that stand elsewhere without them: 't.o.m.'."""
    standing: str
    """Places where nobody sits."""
    unreserved: str
    """Places that nobody can reserve."""
    not_a_seat: str
    """Things sold beside seats."""
    extras: str = ""
    """Things sold beside a seat or together with one. They are not seats, unless the label also names a
    row."""
    categories: str = ""
    """Words for seats that letters before them give a price category: 'S' in 'S席'."""
    asides: str
    """Words that listings add without naming a place."""
    selling: str = ""
    """Words of people who sell their tickets: 'Verkaufe 2x'. The rest of such a label may name an event."""
    included: str = ""
    """Words that say that something comes with the seat: 'parking included', 'with parking'."""
    negations: str = ""
    """Words that say that something is missing: 'non numerato'. They mean nothing, unless the venue's names
    have the word behind them."""
    grades: str = ""
    """Those of these words that make another product of a place without numbers: 'Pista Premium'."""
    fillers: str
    both: str
    """Words between two seats that mean both."""
    until: str
    """Words between the first and the last of several."""
    either: str
    """Words between two places that mean only one of them."""
    better: str = ""
    """Words that leave the choice to the seller: 'or better'."""
    months: str = ""
    """Months, days of the week, and words before a time of the day."""
    short_dates: str = ""
    """Short names of months and days. They count only beside a date: 'So. 12.05.2026', '5 okt. 2026'."""
    onwards: str = ""
    """Words before the first of many: 'from row 8'."""
    other_halls: tuple[str, ...] = ()
    """Pairs of words for a hall that is not the only one of its house: 'Small Hall'."""
    front_rows: tuple[str, ...] = ()
    """Pairs of words for a front row and for the section behind it. Where the row is a section of the venue,
    the other word only says which one: 'Barrera Tendido 3' is 'Barrera 3'."""
    wheelchairs: str = ""
    """Words for places for wheelchairs, one of which may be the name of a section."""
    halls: str = ""
    """Words for a hall, of which a cinema has several: 'Saal 5' is 'Sala 5' where the venue calls it so."""
    pairs: tuple[str, ...] = ()
    """Pairs of words that together say nothing about a place: 'box office'."""


OPPOSITES: tuple[frozenset[str], ...] = (
    frozenset(("left", "right", "centre")),
    frozenset(("north", "south")),
    frozenset(("east", "west")),
    frozenset(("upper", "lower", "middle")),
    frozenset(("front", "rear")),
    frozenset(("odd", "even")),
)
"""Groups of directions. A place has at most one of each group."""


LANGUAGES = read_language_files("seatpreview.labels.text", "words", Language)
"""The languages by their codes."""
