"""Reads texts that name row and seat beside words for them, in the words and orders of all languages."""

import re
from collections.abc import Collection
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from seatpreview.imports.words.field_words import field_of
from seatpreview.labels.text.general_words import general_word, is_letter
from seatpreview.labels.text.spelling import folded
from seatpreview.labels.text.tokens import Token, readable, tokens_of

CHARACTERS_MAX = 120
_PUNCTUATION = " ,;:/|·\u2013_.-"


_ORDINAL_ENDING = re.compile(r"(?<=\d)(?:-?[йяе]|-?[ый]й|\.|[ºª°]|st|nd|rd|th|er|e|ème)$")
"""What makes a number an ordinal before its word: '5-й ряд'."""
_WORD = re.compile(r"[^\s,;:/|·\u2013_.-]+")

SeatPart = Literal["section", "row", "seat"]


class WordedPlace(NamedTuple):
    """What such a text names. The section is what stands before: empty if nothing does."""

    section: str
    row: str
    seat: str


def is_word_for(part: SeatPart, word: str) -> bool:
    """Whether a word stands before the name of such a part, in labels or in headers of any language."""
    if len(word) < 2 and word.isascii():
        return False
    general = general_word(folded(word))
    # A header may call rows boxes, but 'Box 5' is the name of a box.
    return part in general.kinds or (field_of(word) == part and not general.seating)


def without_words(texts: Collection[str], part: SeatPart) -> dict[str, str] | None:
    """The texts without a word such as 'Row' beside them, if each has it; None otherwise."""
    found = {text: without_word(text, part) for text in texts if text}
    return found if found and all(short != text for text, short in found.items()) else None


@lru_cache(maxsize=4096)
def without_word(text: str, part: SeatPart) -> str:
    """The name without the word for what it is: '5' for 'Row 5', '5 ряд' and '5排'. The text itself if it has
    no such word."""
    first = _WORD.match(text)
    if first and is_word_for(part, first[0]):
        return text[first.end() :].lstrip(" .:#") or text
    if text.isalnum() and text.isascii():
        return text
    plain = readable(text[:CHARACTERS_MAX])
    tokens = sorted((token for token in tokens_of(plain) if not token.is_sign), key=lambda token: token.start)
    words = [token for token in tokens if part in general_word(token.text).kinds and len(tokens) > 1]
    if len(words) != 1 or words[0] not in (tokens[0], tokens[-1]) or is_letter(words[0].text):
        return text
    rest = plain[words[0].end :] if words[0] == tokens[0] else plain[: words[0].start]
    return _ORDINAL_ENDING.sub("", rest.strip(" .:#-")) or text


@lru_cache(maxsize=8192)
def worded_place(text: str) -> WordedPlace | None:
    """Returns the place that a text names: 'ряд 3, место 5', '3 ряд 5 место', '3列5番'.
    None where it does not name a row and a seat, both by a word."""
    if len(text) > CHARACTERS_MAX:
        return None
    plain = readable(text)
    tokens = sorted((token for token in tokens_of(plain) if not token.is_sign), key=lambda token: token.start)
    pairs = list(pairwise(tokens))
    return _first(plain, pairs) or _first(plain, [(word, value) for value, word in pairs])


def _first(plain: str, pairs: list[tuple[Token, Token]]) -> WordedPlace | None:
    """Returns the place that words and the values beside them name, if no value stands beside two words."""
    rows = [(word, value) for word, value in pairs if is_word_for("row", word.text) and _may_name(value)]
    seats = [(word, value) for word, value in pairs if is_word_for("seat", word.text) and _may_name(value)]
    if len(rows) != 1 or len(seats) != 1 or rows[0][1] == seats[0][1]:
        return None
    begin = min(token.start for pair in (*rows, *seats) for token in pair)
    end = max(token.end for pair in (*rows, *seats) for token in pair)
    if any(map(str.isalnum, plain[end:])):
        return None
    row, seat = (plain[value.start : value.end].upper() for _, value in (*rows, *seats))
    section = plain[:begin].strip(_PUNCTUATION)
    return WordedPlace(without_word(section, "section") if section else "", row, seat)


def _may_name(token: Token) -> bool:
    return token.is_number or is_letter(token.text)
