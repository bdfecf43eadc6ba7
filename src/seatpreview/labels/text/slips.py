"""Slips in the words that mark a row or a seat: 'Row E Seta 5', 'rang 29 palce 18', 'Rowl T Seat 2'."""

from collections.abc import Sequence

from seatpreview.labels.text.general_words import Kind, general_word, words_of_kinds
from seatpreview.labels.text.spelling import TypoIndex
from seatpreview.labels.text.tokens import Token

_ROWS: frozenset[Kind] = frozenset(("row", "rows"))
_SEATS: frozenset[Kind] = frozenset(("seat", "seats"))
_MEANT_LETTERS_MIN = 3
_WRITTEN_LETTERS = range(4, 15)


def without_slips(text: str, tokens: Sequence[Token], own: frozenset[str]) -> str | None:
    """Returns the text with the word for rows or seats in place of one that has a single slip, in a label
    that has the other of the two words. None if it has no such word."""
    kinds = frozenset(kind for token in tokens for kind in general_word(token.text).kinds)
    if kinds.isdisjoint(_ROWS) == kinds.isdisjoint(_SEATS):
        return None
    markers = _SEAT_WORDS if kinds.isdisjoint(_SEATS) else _ROW_WORDS
    for index, token in enumerate(tokens[:-1]):
        if token.is_sign or token.is_number or len(token.text) not in _WRITTEN_LETTERS:
            continue
        if token.text in own or general_word(token.text).is_known or not _is_before_value(tokens, index):
            continue
        if meant := markers.find(token.text):
            return f"{text[: token.start]}{meant[0]}{text[token.end :]}"
    return None


def _is_before_value(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether a number or a single letter stands right behind the word."""
    behind = index + 1
    if tokens[behind].text in (".", ":") and behind + 1 < len(tokens):
        behind += 1
    return tokens[behind].is_number or (len(tokens[behind].text) == 1 and not tokens[behind].is_sign)


def _of_kinds(kinds: frozenset[Kind]) -> TypoIndex:
    return TypoIndex(sorted(words_of_kinds(kinds)), letters_min=_MEANT_LETTERS_MIN)


_ROW_WORDS = _of_kinds(_ROWS)
_SEAT_WORDS = _of_kinds(_SEATS)
