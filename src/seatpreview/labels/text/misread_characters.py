"""Characters that scanners and hurried people confuse: O and 0, l, I and 1."""

import re

from msgspec.structs import replace

from seatpreview.labels.model import Parts
from seatpreview.labels.text.general_words import general_word, words_of_kinds
from seatpreview.labels.text.spelling import folded

_SUSPECT = re.compile(
    r"[OoIl](?<=[0-9].)|[0-9](?<=[OoIl].)|[01](?<=[A-Za-z].)|[l|](?<![A-Za-z].)(?![A-Za-z])"
)
"""A text without this has nothing to confuse. What stands before a character is looked at last, so that most
characters are passed over at once."""
_PIECE = re.compile(r"[A-Za-z0-9|]+")
_TO_DIGITS = str.maketrans("OoIl|", "00111")
_TO_LETTERS = str.maketrans("01", "ol")
_LIKE_DIGITS = frozenset("OoIl|")
_WORD_LETTERS_MIN = 3
_SEAT_WORDS = words_of_kinds(frozenset(("seat", "seats")))
_NUMBERED = _SEAT_WORDS | words_of_kinds(frozenset(("row", "rows")))


def without_misread(label: str | Parts, words: frozenset[str], *, has_lettered: bool) -> str | Parts | None:
    """Returns the label with the characters that were probably meant; None if it has nothing to confuse.
    `words` are those of the venue's names. Where sections have letters beside their numbers
    (`has_lettered`), 'I4' may be one that does not exist, and only rows and seats are read otherwise."""
    if isinstance(label, str):
        clear = _clear_text(label, words, has_lettered)
        return clear if clear != label else None
    if not any(map(_SUSPECT.search, (label.section, label.row, label.seat))):
        return None
    parts = replace(
        label,
        section=_clear_text(label.section, words, has_lettered),
        row=_clear_number(label.row),
        seat="1" if label.seat.strip() in ("l", "|") else _clear_number(label.seat),
    )
    return parts if parts != label else None


def _clear_text(text: str, words: frozenset[str], has_lettered: bool) -> str:
    if not _SUSPECT.search(text):
        return text
    pieces: list[str] = []
    end = 0
    before = ""
    for found in _PIECE.finditer(text):
        piece = found[0]
        is_number = before in _NUMBERED or not has_lettered
        clear = _clear_number(piece) if is_number else piece
        if clear == piece:
            clear = _clear_word(piece, words)
        if piece in ("l", "|") and before in _SEAT_WORDS:
            clear = "1"
        pieces += (text[end : found.start()], clear)
        end = found.end()
        before = folded(clear)
    return "".join((*pieces, text[end:]))


def _clear_number(piece: str) -> str:
    """Returns '10' for '1O'. Other letters show that it is no number."""
    letters = {character for character in piece if not character.isdecimal()}
    has_digit = len(letters) < len(set(piece))
    return piece.translate(_TO_DIGITS) if letters and has_digit and letters <= _LIKE_DIGITS else piece


def _clear_word(piece: str, words: frozenset[str]) -> str:
    """Returns 'Stalls' for 'Sta11s', if that is a word here or anywhere."""
    if (
        piece.isalpha()
        or sum(map(str.isalpha, piece)) < _WORD_LETTERS_MIN - 1
        or len(piece) < _WORD_LETTERS_MIN
    ):
        return piece
    clear = piece.translate(_TO_LETTERS)
    word = folded(clear)
    is_word = clear.isalpha() and (word in words or general_word(word).is_known)
    return clear if is_word else piece
