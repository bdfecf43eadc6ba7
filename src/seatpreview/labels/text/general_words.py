"""Looks up what a word means in general language, at any venue, in the words of languages.py."""

import string
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from seatpreview.labels.text.languages import LANGUAGES, OPPOSITES, Language
from seatpreview.labels.text.scripts import is_glued
from seatpreview.labels.text.spelling import TypoIndex, folded, spellings

Kind = Literal[
    "row", "rows", "row_letter", "seat", "seats", "seat_letter", "section", "sections", "number", "foreign",
    "foreigns", "quantity", "level", "stand", "side", "standing", "unreserved", "not_a_seat", "extra",
    "aside", "filler", "both", "until", "either", "better", "month", "onwards", "cardinal",
    "grade", "included", "category", "selling", "negation", "hall",
    "wheelchair", "order", "vip", "whole", "gate", "zone",
]  # fmt: skip

COMPOUND_HEAD_LETTERS_MIN = 3
REMEMBERED_WORDS_MAX = 4096
REMEMBERED_DIRECTIONS_MAX = 32


class GeneralWord(msgspec.Struct, frozen=True, gc=False):
    """Everything that a word may mean in one of the languages. A word that no language has means nothing."""

    kinds: frozenset[Kind] = frozenset()
    seating: frozenset[str] = frozenset()
    """The kinds of places that the word names, such as 'balcony'."""
    directions: frozenset[str] = frozenset()
    ordinal: str = ""
    """'2' for 'second'."""
    parts: tuple[str, ...] = ()
    """The words of a compound: 'nord' and 'tribune'."""

    is_after_number: bool = False
    """Whether a number may stand before the word for the place that it names: '5 ряд'."""
    may_be_counted: bool = False
    """Whether a number before the word may also count it: '2 koltuk'."""
    is_known: bool = False
    """Whether some language has the word."""
    names_a_place: bool = False
    """Whether the word belongs to names of places rather than to listings."""


UNKNOWN = GeneralWord()


@lru_cache(REMEMBERED_WORDS_MAX)
def general_word(word: str) -> GeneralWord:
    """Returns what a word may mean in general language. The word is given without case and accents."""
    known = _WORDS.get(word)
    if known is not None:
        return known
    return _compound(word) or UNKNOWN


def is_letter(word: str) -> bool:
    """Returns whether a word is a letter that names rows or sections. '列' is a word of one character, and so
    is '大'; '가' and '甲' are letters."""
    return len(word) == 1 and (word < _FIRST_GLUED or word in _LETTERS_OF_ROWS)


@lru_cache(REMEMBERED_WORDS_MAX)
def with_one_typo(word: str) -> str:
    """Returns the word for a place, row, seat or section that this word is a typo of; empty unless there is
    exactly one, or all of them mean the same: 'stool' and 'stoel'."""
    found = _TYPOS.find(word)
    return found[0] if len({_WORDS[meant] for meant in found}) == 1 else ""


def words_of_kinds(kinds: frozenset[Kind]) -> frozenset[str]:
    """Returns all words of general language that are of one of these kinds."""
    return frozenset(word for word, general in _WORDS.items() if not general.kinds.isdisjoint(kinds))


@lru_cache(REMEMBERED_DIRECTIONS_MAX)
def words_of_directions(direction: str) -> frozenset[str]:
    """Returns all words of general language for a direction, such as 'left' or 'odd'."""
    return frozenset(word for word, general in _WORDS.items() if direction in general.directions)


def opposites(direction: str) -> frozenset[str]:
    """Returns the directions that a place in this direction cannot have."""
    return _OPPOSITES.get(direction, frozenset())


def ordinal_endings() -> Mapping[str, frozenset[str]]:
    """Returns the endings that make a number an ordinal ('1st', '2ème'), each with the last digits that it
    follows."""
    return _ORDINAL_ENDINGS


def _compound(word: str) -> GeneralWord | None:
    """Splits a compound of a direction and a place: 'Nordtribüne', 'Oberrang'. 'Seitenbalkon' is not one."""
    for length in range(COMPOUND_HEAD_LETTERS_MIN, len(word) - COMPOUND_HEAD_LETTERS_MIN + 1):
        head, tail = _WORDS.get(word[:length]), _WORDS.get(word[length:])
        if head is None or tail is None or not head.directions:
            continue
        kinds = _COMPOUND_TAILS & tail.kinds
        if tail.seating or kinds:
            parts = (word[:length], word[length:])
            return GeneralWord(
                kinds, tail.seating, head.directions, "", parts, is_known=True, names_a_place=True
            )
    return None


SMALL_ROOMS = frozenset(("box", "loge", "suite", "table"))
"""Kinds of places for a few people, whose seats need no row."""
ROMAN = {"ii": "2", "iii": "3", "iv": "4", "vi": "6", "vii": "7", "viii": "8", "ix": "9"}
"""Roman numerals of more than one letter. Single letters would be names of rows and sections."""

_COMPOUND_TAILS: frozenset[Kind] = frozenset(("level", "stand", "side", "section"))

_KIND_OF_MEMBER: dict[str, Kind] = {
    "row": "row", "rows": "rows", "row_letters": "row_letter", "seat": "seat", "seats": "seats",
    "seat_letters": "seat_letter", "section": "section", "sections": "sections", "number": "number",
    "foreign": "foreign", "foreigns": "foreigns", "quantity": "quantity", "levels": "level",
    "stands": "stand", "sides": "side", "standing": "standing", "unreserved": "unreserved",
    "not_a_seat": "not_a_seat", "extras": "extra", "asides": "aside", "fillers": "filler", "both": "both",
    "until": "until", "either": "either", "better": "better", "months": "month", "onwards": "onwards",
    "cardinals": "cardinal", "grades": "grade", "included": "included", "categories": "category",
    "selling": "selling", "negations": "negation", "halls": "hall",
    "wheelchairs": "wheelchair", "orders": "order", "vips": "vip", "whole": "whole",
    "gates": "gate", "zones": "zone",
}  # fmt: skip
_MAY_FOLLOW_NUMBERS: frozenset[Kind] = frozenset(
    ("row", "rows", "seat", "seats", "section", "sections", "level", "foreign", "foreigns", "order")
)


def _spelled(words: str) -> Iterator[str]:
    for word in words.split():
        yield from (word,) if word.isascii() else spellings(word)


_COUNTED_SEATS = frozenset(
    word for language in LANGUAGES.values() if language.singular_counts for word in _spelled(language.seat)
)


def _index(languages: Iterable[Language]) -> dict[str, GeneralWord]:
    kinds: dict[str, set[Kind]] = defaultdict(set)
    seating: dict[str, set[str]] = defaultdict(set)
    directions: dict[str, set[str]] = defaultdict(set)
    ordinals: dict[str, str] = {}
    after_numbers: set[str] = set()
    for language in languages:
        for member, kind in _KIND_OF_MEMBER.items():
            for word in _spelled(getattr(language, member)):
                kinds[word].add(kind)
                if language.number_first and kind in _MAY_FOLLOW_NUMBERS:
                    after_numbers.add(word)
        for concepts, found_in in ((language.seating, seating), (language.directions, directions)):
            for concept, words in concepts.items():
                for word in _spelled(words):
                    found_in[word].add(concept)
        for number, forms in enumerate(language.ordinals, start=1):
            ordinals |= dict.fromkeys(_spelled(forms), str(number))
    ordinals |= ROMAN
    for found in kinds.values():
        _complete(found)
    places = {*seating, *directions}
    known = {
        word: GeneralWord(
            kinds=frozenset(kinds[word]),
            seating=frozenset(seating[word]),
            directions=frozenset(directions[word]),
            ordinal=ordinals.get(word, ""),
            is_after_number=word in after_numbers,
            may_be_counted=word in _COUNTED_SEATS,
            is_known=True,
            names_a_place=word in places,
        )
        for word in {*kinds, *seating, *directions, *ordinals}
    }
    # Thousands of words have the same few meanings, which take most of the memory.
    meanings = {general: general for general in known.values()}
    return {word: meanings[general] for word, general in known.items()}


def _complete(kinds: set[Kind]) -> None:
    """Adds the kinds that others imply, and drops the plural where one word is both."""
    if "order" in kinds:
        kinds.add("foreign")
    if kinds >= {"foreign", "foreigns"}:
        kinds.remove("foreigns")  # 'Porte' are several doors in Italian, and one in French.
    elif "foreigns" in kinds:
        kinds.add("foreign")


_WORDS = _index(LANGUAGES.values())
GLUED_WORDS = frozenset(word for word in _WORDS if is_glued(word) and not word.startswith("第"))
"""The words that are written without spaces between them. Behind '第' stands a numeral, whatever it is."""
_FIRST_GLUED = "\u3005"
_LETTERS_OF_ROWS = (
    frozenset("가나다라마바사아자차카타파하甲乙丙丁戊己庚辛壬癸") | frozenset(map(chr, range(0x3041, 0x30FB)))
) - GLUED_WORDS
"""Letters of scripts without spaces by which rows and sections are named, in Korean, Chinese and Japanese."""
COUNTED: frozenset[Kind] = frozenset(
    ("row", "seat", "section", "level", "foreign", "quantity", "side", "category")
)
"""Kinds of words that a numeral of letters may count."""


def _endings(languages: Iterable[Language]) -> dict[str, frozenset[str]]:
    digits: dict[str, set[str]] = defaultdict(set)
    for language in languages:
        for ending in language.ordinal_endings.split():
            letters = ending.rstrip(string.digits)
            digits[letters].update(ending[len(letters) :] or string.digits)
    return {ending: frozenset(found) for ending, found in digits.items()}


_ORDINAL_ENDINGS = _endings(LANGUAGES.values())
COUNTED_ROWS = frozenset(
    (ordinal, row)
    for language in LANGUAGES.values()
    for row in frozenset(_spelled(language.row)).difference(_spelled(language.levels))
    if "level" in _WORDS[row].kinds
    for forms in language.ordinals
    for ordinal in _spelled(forms)
)
"""Pairs of an ordinal and a word that it counts as rows in its own language, but as tiers in another one."""
_OPPOSITES = {direction: group - {direction} for group in OPPOSITES for direction in group}
PAIRS = frozenset(
    (first, second)
    for language in LANGUAGES.values()
    for first, second in (map(folded, pair.split()) for pair in language.pairs)
)
"""Pairs of words that together say nothing about a place."""
OTHER_HALLS = frozenset(
    (first, second)
    for language in LANGUAGES.values()
    for pair in language.other_halls
    for first in spellings(pair.split()[0])
    for second in spellings(pair.split()[1])
)
"""Pairs of words for a hall that is not the only one of a house: 'Small Hall'."""
FRONT_ROWS = dict(pair.split() for language in LANGUAGES.values() for pair in language.front_rows)
"""Words for sections, by those for the front rows before them."""
_TYPOS = TypoIndex(
    word
    for word, general in _WORDS.items()
    if general.names_a_place
    or not general.kinds.isdisjoint(("row", "rows", "seat", "seats", "section", "sections"))
)
