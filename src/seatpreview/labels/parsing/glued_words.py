"""Words that are written in one piece: 'RowC', 'HallRowCSeat7', and optional plurals, 'Seat(s)'."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from seatpreview.labels.parsing.label_draft import MARKERS, NamesOfVenue
from seatpreview.labels.text.general_words import general_word, words_of_kinds
from seatpreview.labels.text.tokens import Token

_OPTIONAL_LETTERS_MAX = 3
_ROW_LETTERS_MAX = 2
_GLUED_LETTERS_MAX = 40
_MARKER_LETTERS_MIN = 3
_PIECES = re.compile(r"[^\W\d_A-Z]+|[A-Z][^\W\d_A-Z]*")
"""Pieces of a word that each begin with a capital letter: 'Hall', 'Row', 'C' and 'Seat' in 'HallRowCSeat'."""
_PLURALS: frozenset[str] = MARKERS | frozenset(("quantity",))
_MARKER_LETTERS_MAX = 12
_ROW_WORDS = words_of_kinds(frozenset(("row",)))
_SEAT_WORDS = words_of_kinds(frozenset(("seat", "seats")))
_MARKER_WORDS = words_of_kinds(MARKERS)
"""Sets of their own, because a long word has many pieces to look up."""


def with_words_apart(text: str, tokens: tuple[Token, ...], venue: NamesOfVenue) -> tuple[Token, ...]:
    """Splits words that are written in one piece, and joins 'Seat(s)' to one word."""
    if "(" in text:
        tokens = _with_optional_plurals(tokens)
    words = venue.words
    unknown = [
        index
        for index, token in enumerate(tokens)
        if len(token.text) > _MARKER_LETTERS_MIN
        and token.text not in words
        and not token.is_number
        and (token.touches or not general_word(token.text).is_known)
    ]
    if not unknown:
        return tokens
    pieces = {index: found for index in unknown if (found := _apart(text, tokens, index, venue))}
    if not pieces:
        return tokens
    return tuple(piece for index, token in enumerate(tokens) for piece in pieces.get(index, (token,)))


def _is_touched(tokens: Sequence[Token], index: int) -> bool:
    return index + 1 < len(tokens) and tokens[index + 1].touches


def _with_optional_plurals(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Joins a word and its plural in brackets: 'Seat(s)', 'Reihe(n)', 'Lugar(es)'."""
    joined: list[Token] = []
    index = 0
    while index < len(tokens):
        plural = _optional_plural(tokens[index : index + 4])
        joined.append(plural or tokens[index])
        index += 4 if plural else 1
    return tuple(joined)


def _optional_plural(tokens: Sequence[Token]) -> Token | None:
    if len(tokens) < 4 or tokens[1].text != "(" or tokens[3].text != ")":
        return None
    word, opening, ending, closing = tokens
    if word.is_number or ending.is_number or len(ending.text) > _OPTIONAL_LETTERS_MAX:
        return None
    is_tight = word.end == opening.start and opening.end == ending.start and ending.end == closing.start
    if not is_tight or _PLURALS.isdisjoint(general_word(word.text).kinds):
        return None
    plural = word.text + ending.text
    return replace(word, text=plural if general_word(plural).is_known else word.text, end=closing.end)


def _apart(text: str, tokens: Sequence[Token], index: int, venue: NamesOfVenue) -> tuple[Token, ...]:
    token = tokens[index]
    word = token.text
    is_before_number = _is_touched(tokens, index)
    if token.touches and is_before_number and word in _MARKER_WORDS:
        return (replace(token, touches=False),)  # 'Row3Seat7'
    if general_word(word).is_known or len(word) != token.end - token.start or len(word) > _GLUED_LETTERS_MAX:
        return ()
    is_before_row = index + 1 < len(tokens) and not is_before_number and _is_row(tokens[index + 1], venue)
    cuts = () if is_before_row else _cuts_of_row(word, venue)
    cuts = cuts or _cuts_at_capitals(text[token.start : token.end], word, venue)
    if not cuts and is_before_number:
        cuts = _cuts_before_number(word, venue)
    return tuple(_pieces(token, cuts)) if cuts else ()


def _is_row(token: Token, venue: NamesOfVenue) -> bool:
    """Returns whether the letters of a row stand here. The word before has a slip then, and no row of its
    own: 'rangg e'."""
    return not token.is_number and len(token.text) <= _ROW_LETTERS_MAX and token.text in venue.rows


def _pieces(token: Token, cuts: Sequence[int]) -> Iterator[Token]:
    for start, end in pairwise((0, *cuts, len(token.text))):
        piece = replace(token, text=token.text[start:end], start=token.start + start, end=token.start + end)
        yield piece if start == 0 else replace(piece, touches=False)


def _cuts_of_row(word: str, venue: NamesOfVenue) -> tuple[int, ...]:
    """Returns where a word for rows is followed by the letters of a row, and perhaps by a word for seats:
    'RowC', 'RowCSeat'. Before it, a word of the venue may stand: 'StallsRowC'."""
    for start, end in _row_words_in(word, venue):
        for letters in range(1, _ROW_LETTERS_MAX + 1):
            row, rest = word[end : end + letters], word[end + letters :]
            if len(row) == letters and row in venue.rows and (not rest or rest in _SEAT_WORDS):
                cuts = (start, end, end + letters)
                return tuple(cut for cut in cuts if 0 < cut < len(word))
    return ()


def _row_words_in(word: str, venue: NamesOfVenue) -> Iterator[tuple[int, int]]:
    """Yields where words for rows stand in a text: at its beginning, or behind a word of the venue."""
    behind = [at for at in range(1, len(word) - _MARKER_LETTERS_MIN) if word[:at] in venue.words]
    for start in (0, *behind):
        for end in range(start + _MARKER_LETTERS_MIN, min(start + _MARKER_LETTERS_MAX, len(word))):
            if word[start:end] in _ROW_WORDS:
                yield start, end


def _cuts_at_capitals(written: str, word: str, venue: NamesOfVenue) -> tuple[int, ...]:
    """Returns where capital letters begin new words, if one of these marks a place: 'HallRowC'."""
    found = list(_PIECES.finditer(written)) if any(map(str.isupper, written[1:])) else []
    if not 1 < len(found) < len(written) or sum(len(piece[0]) for piece in found) != len(written):
        return ()
    pieces = [word[piece.start() : piece.end()] for piece in found]
    known = [piece in _MARKER_WORDS and len(piece) >= _MARKER_LETTERS_MIN for piece in pieces]
    is_explained = all(
        is_marker or piece in venue.words or piece in venue.rows
        for piece, is_marker in zip(pieces, known, strict=True)
    )
    return tuple(piece.start() for piece in found[1:]) if any(known) and is_explained else ()


def _cuts_before_number(word: str, venue: NamesOfVenue) -> tuple[int, ...]:
    """Returns where the last word before a number begins: a word for seats, rows or sections, or the letters
    of a row behind a word of the venue ('stallsrow5', 'cseat7', 'StallsC7')."""
    for start in range(1, len(word)):
        first, rest = word[:start], word[start:]
        is_own = first in venue.words
        if (is_own or first in venue.rows) and len(rest) >= _MARKER_LETTERS_MIN and rest in _MARKER_WORDS:
            return (start,)
        if (
            is_own
            and len(first) > _MARKER_LETTERS_MIN
            and len(rest) <= _ROW_LETTERS_MAX
            and rest in venue.rows
        ):
            return (start,)
    return ()
