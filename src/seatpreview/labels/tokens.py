"""Tokenizer: splits a text into words, numbers and signs, and notes which of them touch each other."""

import re
import unicodedata

import msgspec

from seatpreview.labels.digits import with_plain_digits
from seatpreview.labels.label_rules import LABEL_CHARACTERS_MAX
from seatpreview.labels.spelling import folded
from seatpreview.labels.written_numbers import without_number_signs
from seatpreview.values.validated_text import without_hidden

_TOKEN = re.compile(r"([0-9]+)|([^\W\d_]+)|([-\u2013\u2014/,;:&+#°$€£₽₴₺|()\[\].'\u2019*!])")
_ORDINAL_SIGNS = str.maketrans("ºª", "°°")


class Token(msgspec.Struct, frozen=True, gc=False):
    """A word, a number or a sign."""

    text: str
    """The normalized text: without case, accents and leading zeros."""
    start: int
    end: int
    is_number: bool = False
    is_sign: bool = False
    is_capital: bool = False
    """Whether it begins with a capital letter."""
    touches: bool = False
    """Whether it directly follows another word or number, without a gap: '7' in 'R7'."""


def readable(text: str) -> str:
    """Returns the text in the form in which token positions are counted: in one Unicode form, with plain
    digits, without combining accents, invisible characters and the hyphen in '5-й'."""
    if text.isascii():
        return without_number_signs(text)
    composed = unicodedata.normalize("NFKC", without_hidden(text).translate(_ORDINAL_SIGNS))
    # A single character can become eighteen.
    composed = composed[: 2 * LABEL_CHARACTERS_MAX]
    plain = "".join(character for character in composed if not unicodedata.combining(character))
    return without_number_signs(with_plain_digits(plain[:LABEL_CHARACTERS_MAX]))


def tokens_of(text: str) -> tuple[Token, ...]:
    """Returns the tokens of a text that is already `readable`."""
    tokens = []
    end_before = -1
    for found in _TOKEN.finditer(text):
        start, end = found.span()
        kind = found.lastindex
        if kind == 1:
            number = text[start:end]
            if number[0] == "0":
                number = number.lstrip("0") or "0"
            tokens.append(Token(number, start, end, True, False, False, start == end_before))
            end_before = end
        elif kind == 2:
            word = text[start:end]
            tokens.append(
                Token(folded(word), start, end, False, False, word[0].isupper(), start == end_before)
            )
            end_before = end
        else:
            tokens.append(Token(text[start:end], start, end, False, True))
            end_before = -1
    return tuple(tokens)


def words_and_numbers(text: str) -> tuple[str, ...]:
    """Returns the normalized words and numbers of a text: 'FB-045' is 'fb', '45'."""
    return tuple(token.text for token in tokens_of(readable(text)) if not token.is_sign)
