"""Tokenizer: splits a text into words, numbers and signs, and notes which of them touch each other."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from seatpreview.labels.label_rules import LABEL_CHARACTERS_MAX
from seatpreview.labels.text.counted_words import with_counted_words_first
from seatpreview.labels.text.currencies import SIGN_RANGES
from seatpreview.labels.text.digits import with_plain_digits
from seatpreview.labels.text.glued_text import (
    OF_ALL_LANGUAGES,
    ORDINAL_PREFIX,
    GluedWords,
    pieces_of,
    runs_of,
)
from seatpreview.labels.text.scripts import VOWEL_MARKS, WORD, has_glued_letters, is_glued
from seatpreview.labels.text.spelling import folded
from seatpreview.labels.text.token import Token
from seatpreview.labels.text.written_numbers import without_number_signs
from seatpreview.values.validated_text import without_hidden

__all__ = ["Token", "readable", "spoken_words", "steps_of_glued_text", "tokens_of", "words_and_numbers"]

_TOKEN = re.compile(rf"([0-9]+)|([^\W\d_]+)|([-\u2013\u2014/,;:&+#°|()\[\].'\u2019*!{SIGN_RANGES}])")
_MARK = re.compile(f"[{''.join(sorted(VOWEL_MARKS))}]")
_WITH_MARKS = re.compile(_TOKEN.pattern.replace(r"[^\W\d_]+", WORD))
"""The same for scripts whose vowels are marks on letters."""
_NUMBER, _WORD = 1, 2
_SIGNS = str.maketrans("ºª\u060c\u061b\u05be", "°°,;-")
"""Ordinal signs in one form, and the commas and hyphens of Arabic and Hebrew."""
_SIGNS_OF_LISTS = str.maketrans("\u301c\uff5e~\u3001\u30fb\u00b7", "---,,,")
"""Signs of Chinese and Japanese between the first and the last of several, and between two of them."""
_HEBREW_MARKS = re.compile(r"(?<=[\u05d0-\u05ea])[\u05f3\u05f4\"'\u2019\u201d]")
"""Marks of Hebrew letters that count or abbreviate."""
_FIRST_MARK = "\u0300"
"""The first character that is written over or under another one."""
_STEPS_OF_A_GLUED_LETTER = 100


def readable(text: str) -> str:
    """Returns the text in the form in which token positions are counted: in one Unicode form, with plain
    digits, without combining accents, invisible characters and the hyphen in '5-й'."""
    if text.isascii():
        return without_number_signs(text)
    composed = unicodedata.normalize("NFKC", without_hidden(text).translate(_SIGNS))
    # A single character can become eighteen.
    composed = composed[: 2 * LABEL_CHARACTERS_MAX]
    plain = "".join(
        [
            letter
            for letter in composed
            if letter < _FIRST_MARK or not unicodedata.combining(letter) or letter in VOWEL_MARKS
        ]
    )
    plain = _HEBREW_MARKS.sub("", plain[:LABEL_CHARACTERS_MAX])
    if has_glued_letters(plain):
        plain = plain.translate(_SIGNS_OF_LISTS)
    else:
        plain = plain.replace(" \u00b7 ", " | ").replace(" \u2022 ", " | ")
    return without_number_signs(with_plain_digits(plain))


def tokens_of(text: str, words: GluedWords = OF_ALL_LANGUAGES) -> tuple[Token, ...]:
    """Returns the tokens of a text that is already `readable`. Where words are written without spaces,
    these `words` are told apart, and a word that counts stands before its number: '列' and '5' for '5列'."""
    tokens = _tokens_with_spaces(text)
    if text.isascii() or not has_glued_letters(text):
        return tuple(tokens)
    return tuple(with_counted_words_first([*_apart(text, tokens, words)]))


def steps_of_glued_text(text: str) -> int:
    """Returns the steps that it takes to tell apart words that are written without spaces."""
    return _STEPS_OF_A_GLUED_LETTER * len(text) if has_glued_letters(text) else 0


def _tokens_with_spaces(text: str) -> list[Token]:
    tokens: list[Token] = []
    add = tokens.append
    end_before = -1
    is_plain = text.isascii() or not _MARK.search(text)
    for found in _TOKEN.finditer(text) if is_plain else _WITH_MARKS.finditer(text):
        written = found[0]
        start, end = found.span()
        kind = found.lastindex
        if kind == _WORD:
            spelled = written.lower() if written.isascii() else folded(written)
            add(Token(spelled, start, end, False, False, written[0].isupper(), start == end_before))
            end_before = end
        elif kind == _NUMBER:
            number = written if written[0] != "0" else written.lstrip("0") or "0"
            add(Token(number, start, end, True, False, False, start == end_before))
            end_before = end
        else:
            add(Token(written, start, end, False, True))
            end_before = -1
    return tokens


def _apart(text: str, tokens: Iterable[Token], words: GluedWords) -> Iterator[Token]:
    """Yields the tokens with words that are written without spaces taken apart."""
    is_glued_before = False
    for token in tokens:
        if token.is_sign or token.is_number:
            yield replace(token, touches=False) if token.touches and is_glued_before else token
            is_glued_before = False
            continue
        word = text[token.start : token.end]
        for start, end in runs_of(word):
            run, at = word[start:end], token.start + start
            touches = token.touches if start == 0 else not is_glued_before
            is_glued_before = is_glued(run)
            if is_glued_before:
                yield from _glued_words(run, at, words, is_behind_value=touches)
            else:
                may_touch = touches and start == 0
                yield Token(folded(run), at, at + len(run), False, False, run[0].isupper(), may_touch)


def _glued_words(run: str, at: int, words: GluedWords, *, is_behind_value: bool) -> Iterator[Token]:
    plain = folded(run)
    if len(plain) != len(run):
        yield Token(plain, at, at + len(run))
        return
    for piece in pieces_of(plain, words, is_behind_value=is_behind_value):
        word = plain[piece.start : piece.end]
        if word != ORDINAL_PREFIX:
            text = piece.number or word
            yield Token(text, at + piece.start, at + piece.end, is_number=bool(piece.number))


def words_and_numbers(text: str) -> tuple[str, ...]:
    """Returns the normalized words and numbers of a text: 'FB-045' is 'fb', '45'."""
    return spoken_words(readable(text))


def spoken_words(text: str) -> tuple[str, ...]:
    """Returns the normalized words and numbers of a text that is already `readable`."""
    return tuple([token.text for token in tokens_of(text) if not token.is_sign])
