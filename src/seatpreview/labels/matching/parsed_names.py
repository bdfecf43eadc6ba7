"""Parses names of sections and levels into words and numbers."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from seatpreview.labels.parsing.label_draft import UNRESERVED
from seatpreview.labels.text.general_words import GeneralWord, general_word, is_letter
from seatpreview.labels.text.ordinals import Codes, is_ordinal_ending, ordinal_at
from seatpreview.labels.text.spelling import singular
from seatpreview.labels.text.tokens import Token
from seatpreview.labels.text.words_of_venue import only_word_of_kind


class Phrase(msgspec.Struct, frozen=True, gc=False):
    """The words of a section's or level's name, without its numbers: 'Field Box 1' to 'Field Box 53' share
    one phrase."""

    number: int
    words: tuple[str, ...]
    letters: frozenset[str]
    """Words of a single letter."""
    alphabet: frozenset[str]
    """The letters of all words."""
    nouns: frozenset[str]
    """Words that name something: not directions, 'section', kinds of admission, words for rows, or
    ordinals."""
    marks: frozenset[str]
    """Words that count or mark something, and name nothing without the rest of the phrase: 'Gate' in 'Gate 9
    Club'."""
    needed: frozenset[str]
    """Words that a label must have to give the whole name."""
    directions: frozenset[str]
    """The directions of the place, in the terms of general language."""


class Name(msgspec.Struct, frozen=True, gc=False):
    """One way to name a section. A section has one for its name, one for each alias, and one for an id with
    letters."""

    section: int
    phrase: Phrase
    numbers: frozenset[str]
    repeated: frozenset[str]
    """Numbers that occur in the name twice: 'First Ring Section 1'."""
    level: Phrase
    level_numbers: frozenset[str]
    counted_levels: frozenset[str] = frozenset()
    """Numbers behind a word for levels in the name itself: 2 in '2층 1구역'."""
    endings: frozenset[str] = frozenset()
    """Words that touch the number before them and so belong to it: 'BB' in '12BB'."""
    level_letter: str = ""
    """The letter that stands for the direction of the level and may be left out beside it: 'N' of '3N'."""
    is_id: bool = False
    is_alone_in_level: bool = False
    """Whether the level has no other section."""


def is_section_word(word: str) -> bool:
    """Returns whether a word only announces a section, even if the venue's names contain it."""
    return not general_word(word).kinds.isdisjoint(("section", "sections"))


def canonical(word: str) -> str:
    """Returns the singular of a word. A known word whose singular would be unknown stays: 'links'."""
    one = singular(word)
    return word if one != word and general_word(word).is_known and not general_word(one).is_known else one


def words_of(tokens: Sequence[Token], codes: Codes) -> list[str]:
    """Returns the words of a name, without its numbers and ordinal endings."""
    return [
        token.text
        for index, token in enumerate(tokens)
        if not token.is_sign
        and not token.is_number
        and not ordinal_at(tokens, index, codes)
        and not is_ordinal_ending(tokens, index, codes)
    ]


def endings_of(tokens: Sequence[Token], codes: Codes) -> Iterator[str]:
    """Yields the words of a name that touch the number before them and are not ordinal endings."""
    for index, token in enumerate(tokens):
        is_ending = token.touches and not token.is_number and tokens[index - 1].is_number
        if is_ending and not is_ordinal_ending(tokens, index, codes):
            yield token.text


def words_beside_numbers(tokens: Sequence[Token], codes: Codes) -> list[str]:
    """Returns the words of a name directly before and after its numbers: 'ordine' in 'II ordine'."""
    spoken = [
        index
        for index, token in enumerate(tokens)
        if not token.is_sign and not is_ordinal_ending(tokens, index, codes)
    ]
    is_number = [tokens[index].is_number or bool(ordinal_at(tokens, index, codes)) for index in spoken]
    return [
        tokens[index].text
        for position, index in enumerate(spoken)
        if not is_number[position]
        and True in is_number[max(0, position - 1) : position + 2]
        and not general_word(tokens[index].text).directions
    ]


def numbers_of(tokens: Sequence[Token], codes: Codes) -> frozenset[str]:
    """Returns the numbers of a name, including ordinals."""
    return frozenset(_all_numbers(tokens, codes))


def counted_levels(tokens: Sequence[Token]) -> frozenset[str]:
    """Returns the numbers that a name gives to a level: 2 in 'Level 2 Block 1'."""
    found = [
        number.text
        for word, number in pairwise(tokens)
        if number.is_number and not number.touches and "level" in general_word(word.text).kinds
    ]
    return frozenset(found) if found else _NO_NUMBERS


def repeated_numbers(tokens: Sequence[Token], codes: Codes) -> frozenset[str]:
    """Returns the numbers that occur in a name more than once."""
    numbers = [*_all_numbers(tokens, codes)]
    if len(numbers) == len(frozenset(numbers)):
        return _NO_NUMBERS
    return frozenset(number for number, count in Counter(numbers).items() if count > 1)


_NO_NUMBERS: frozenset[str] = frozenset()
"""Nearly all names share this empty set, because the garbage collector visits every set that exists."""


def _all_numbers(tokens: Sequence[Token], codes: Codes) -> Iterator[str]:
    for index, token in enumerate(tokens):
        number = token.text if token.is_number else ordinal_at(tokens, index, codes)
        if number:
            yield number


def longest_names(names: Iterable[tuple[str, ...]]) -> dict[str, int]:
    """Returns how many words and numbers the longest name has that begins with each of them."""
    lengths: dict[str, int] = {}
    for spoken in names:
        if spoken and len(spoken) > lengths.get(spoken[0], 0):
            lengths[spoken[0]] = len(spoken)
    return lengths


def word_for_wheelchairs(names: Iterable[Name], written: Iterable[str]) -> str:
    """Returns the word for places for wheelchairs in a venue's names, as it is written there; empty unless
    there is exactly one. Ids may have another: 'ROLLI' for 'Rollstuhlplätze'."""
    words = {word for name in names if not name.is_id for word in name.phrase.words}
    known = only_word_of_kind(words, "wheelchair")
    return known and min((word for word in written if canonical(word) == known), default="")


def concepts_of(word: str) -> Iterable[str]:
    """Yields language-independent terms for what the word means."""
    general = general_word(word)
    yield from (f"seating {concept}" for concept in general.seating)
    yield from (f"direction {concept}" for concept in general.directions)
    yield from (kind for kind in ("stand", "standing", "unreserved") if kind in general.kinds)


_SAYS_NO_NAME = frozenset(("section", "sections", "filler", "number"))
_COUNTS_OR_MARKS = frozenset(
    ("row", "rows", "seat", "seats", "cardinal", "foreign", "quantity", "month", "number")
)
_SAYS_LITTLE = frozenset(("level", "stand", "side"))


def phrase_of(number: int, words: tuple[str, ...]) -> Phrase:
    """Builds the phrase of these words: which of them name something, and which a label must have."""
    general = {word: general_word(word) for word in words}
    weak = frozenset(
        word
        for word in words
        if is_letter(word)
        or (word == words[-1] and "filler" in general[word].kinds)
        or general[word].names_a_place
        or _SAYS_NO_NAME.isdisjoint(general[word].kinds)
    )
    # 'North Stand' is identified by its direction, 'Loge de côté' by all of its words.
    has_direction = any(general[word].directions for word in weak)
    needed = frozenset(
        word
        for word in weak
        if general[word].names_a_place
        or not has_direction
        or _SAYS_LITTLE.isdisjoint(general[word].kinds)
        or is_letter(word)
    )
    nouns = frozenset(
        word
        for word in needed
        if general[word].seating
        or not (general[word].directions or not UNRESERVED.isdisjoint(general[word].kinds))
    )
    marks = frozenset(word for word in words if _is_said_of_anything(word, general[word]))
    return Phrase(
        number=number,
        words=words,
        letters=frozenset(word for word in words if is_letter(word)),
        alphabet=frozenset("".join(words)),
        nouns=(nouns or weak - needed) - marks,
        marks=marks,
        needed=needed or weak,
        directions=frozenset(direction for word in words for direction in general[word].directions),
    )


def _is_said_of_anything(word: str, general: GeneralWord) -> bool:
    """Returns whether a word only counts or marks places, and names none without the rest of the name: 'Row'
    and 'Second' in 'Second Row Lounge', 'Eins' in 'Reihe Eins Lounge'."""
    if general.names_a_place or is_letter(word):
        return False
    return bool(general.ordinal) or not general.kinds.isdisjoint(_COUNTS_OR_MARKS)


NO_PHRASE = phrase_of(-1, ())
