"""Titles of events, dates and offers that stand apart from the place: 'Game 14 vs. Bay: Sec 8 Row 2 Seat
11'."""

import re
from collections.abc import Sequence
from itertools import pairwise

from seatpreview.labels.parsing.dates import DAYS_WITH_DATES, SHORT_DATES
from seatpreview.labels.parsing.label_draft import MARKERS, NamesOfVenue
from seatpreview.labels.text.general_words import OTHER_HALLS, SMALL_ROOMS, Kind, general_word
from seatpreview.labels.text.tokens import Token, spoken_words

_SEPARATOR = re.compile(
    r"([,;|!()\[\]]|:\s|\s[-\u2013\u2014/\u00b7\u2022]\s|(?<=[^\W\d_]{3})\.\s|(?<=[0-9])\.\s(?=[^\W\d_]{3}))"
)
_HOUR = re.compile(r"\s*[0-9]{1,2}\s?h(?:\s?[0-5][0-9])?\s*")
"""A time of the day, which stands behind the title or the date: '19 h'."""
_ARTICLES = frozenset("aeio")
_TEXT = 0
_WORD_LETTERS_MIN = 2
_ABBREVIATION_LETTERS_MIN = 3
_SAYS_MORE: frozenset[Kind] = MARKERS | frozenset((
    "number", "not_a_seat", "extra", "either", "better", "level", "stand", "side", "standing", "unreserved",
    "onwards", "until", "negation", "included", "hall",
))  # fmt: skip
"""Kinds of words that may belong to a place, or say that there is none."""
_VERSUS = frozenset(("vs", "versus", "gegen", "contre", "contra", "contro", "tegen"))
"""Words between the two sides of a match. Their names may have any words: 'Thunder Bay'."""
_SECTIONS: frozenset[Kind] = frozenset(("section", "sections"))
_ROWS: frozenset[Kind] = frozenset(("row", "rows"))
_SEATS: frozenset[Kind] = frozenset(("seat", "seats"))


def without_titles(text: str, tokens: Sequence[Token], venue: NamesOfVenue) -> str | None:
    """Returns a readable text without its first and last pieces that have no word of the venue and none for a
    place, and without a day with its date ('Gio 14.05'). None if nothing is left out, or if the rest lacks a
    word for a row, one for a seat, or the name of a section. `tokens` are those of the text."""
    has_day = any(token.text in SHORT_DATES for token in tokens)
    plain = DAYS_WITH_DATES.sub(", ", text) if has_day else text
    pieces = _SEPARATOR.split(plain)
    first, last = _TEXT, len(pieces) - 1
    while (
        first < last
        and not _ends_with_number(pieces, first)
        and (_is_title(pieces[first], venue) or (first and _HOUR.fullmatch(pieces[first])))
    ):
        first += 2
    while (
        last > first
        and _is_title(pieces[last], venue)
        and not _is_value(pieces, last)
        and not (_ends_with_number(pieces, last - 2) and not _is_behind_words(pieces, last))
    ):
        last -= 2
    if plain == text and first == _TEXT and last == len(pieces) - 1:
        return None
    rest = "".join(pieces[first : last + 1])
    dropped = [*pieces[:first:2], *pieces[last + 2 :: 2]]
    return rest if _is_place(spoken_words(rest), venue, dropped) else None


def abbreviates_a_name(word: str, venue: NamesOfVenue) -> bool:
    """Returns whether a longer word of the venue begins so: 'Entre.' is 'Entresuelo', and no entrance."""
    return len(word) >= _ABBREVIATION_LETTERS_MIN and venue.written_words.has_longer(word)


def _is_title(piece: str, venue: NamesOfVenue) -> bool:
    words = [word for word in spoken_words(piece) if not word.isdecimal()]
    if len(words) > 1 and words[0] in _ARTICLES and words[0] not in venue.words:
        words = words[1:]  # 'O Guarani'
    if any(pair in OTHER_HALLS for pair in pairwise(words)):
        return False
    if not _VERSUS.isdisjoint(words):
        return venue.words.isdisjoint(word for word in words if len(word) > _WORD_LETTERS_MIN)
    return not words or (
        any(len(word) >= _WORD_LETTERS_MIN for word in words)
        and not any(_may_be_of_place(word, venue) for word in words)
    )


def _ends_with_number(pieces: Sequence[str], index: int) -> bool:
    """Returns whether a number and a full stop end this piece, which may be an ordinal: '2. līmenis'."""
    return pieces[index + 1].startswith(".") and pieces[index][-1:].isdecimal()


def _is_behind_words(pieces: Sequence[str], index: int) -> bool:
    """Returns whether the number before a piece belongs to words of its own: 'seats 6 and 7. Please bring
    this'. In ', 2. Stockbalkon', it may count what stands behind it."""
    return not all(map(str.isdecimal, spoken_words(pieces[index - 2])))


def _is_value(pieces: Sequence[str], index: int) -> bool:
    """Returns whether a piece is the value of a field for a place: '7' in 'Seat: 7'."""
    words = spoken_words(pieces[index - 2])
    is_field = pieces[index - 1].startswith(":") and bool(words)
    return is_field and not general_word(words[-1]).kinds.isdisjoint(MARKERS)


def _may_be_of_place(word: str, venue: NamesOfVenue) -> bool:
    if word in venue.words and len(word) >= _WORD_LETTERS_MIN:
        return True
    if abbreviates_a_name(word, venue):
        return True
    general = general_word(word)
    return general.names_a_place or not general.kinds.isdisjoint(_SAYS_MORE)


def _is_place(words: Sequence[str], venue: NamesOfVenue, dropped: Sequence[str]) -> bool:
    """Returns whether these words name a section, a row and a seat. Where the section has no number, nothing
    with one may be missing: 'Tendido 9' may be a part of its name."""
    kinds = [general_word(word).kinds for word in words]
    if not any(not found.isdisjoint(_ROWS) for found in kinds) and not _has_room(words, venue):
        return False
    if not any(not found.isdisjoint(_SEATS) for found in kinds):
        return False
    if any(not found.isdisjoint(_SECTIONS) for found in kinds):
        return True
    is_named = any(word in venue.words and len(word) > _WORD_LETTERS_MIN for word in words)
    return is_named and not any(map(_is_like_a_name, dropped))


def _has_room(words: Sequence[str], venue: NamesOfVenue) -> bool:
    """Returns whether the words name a box or a table of the venue by its number: its seats need no row."""
    return any(
        second.isdecimal() and first in venue.words and names_a_room(first)
        for first, second in pairwise(words)
    )


def names_a_room(word: str) -> bool:
    """Returns whether a word names a place for a few people."""
    return not general_word(word).seating.isdisjoint(SMALL_ROOMS)


def _is_like_a_name(piece: str) -> bool:
    """Returns whether a piece is a word that nobody knows and a number: 'Tendido 9'."""
    words = spoken_words(piece)
    return len(words) == 2 and words[1].isdecimal() and not general_word(words[0]).is_known
