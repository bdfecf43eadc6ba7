"""Scripts with rules of their own: those without spaces between words (Chinese, Japanese, Korean, Thai), and
those whose vowels are marks on letters (Thai, Devanagari and others)."""

import re
import unicodedata

_EASTERN_LETTERS = r"\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
GLUED_LETTERS = rf"{_EASTERN_LETTERS}\u0e01-\u0e3a\u0e40-\u0e4e"
"""The letters of scripts without spaces, for a character class of a regular expression."""

_GLUED = re.compile(f"[{GLUED_LETTERS}]")
_ALL_GLUED = re.compile(f"[{GLUED_LETTERS}]+")
_ALL_EASTERN = re.compile(f"[{_EASTERN_LETTERS}]+")
_SCRIPTS_WITH_MARKS = (range(0x0900, 0x1000), range(0x1000, 0x10A0), range(0x1780, 0x1800))
"""Devanagari to Tibetan, Burmese and Khmer."""
_NUKTA = 7
"""The combining class of a dot that people leave out: 'मंज़िल' and 'मंजिल'."""
VOWEL_MARKS = frozenset(
    chr(code)
    for codes in _SCRIPTS_WITH_MARKS
    for code in codes
    if unicodedata.category(chr(code)) in ("Mn", "Mc") and unicodedata.combining(chr(code)) != _NUKTA
)
"""Marks that belong to their letters. Without them, a word would be another one: 'ที่' and 'ที'."""

WORD = rf"(?:[^\W\d_]+[{''.join(sorted(VOWEL_MARKS))}]*)+"
"""A pattern for a word of any script."""


def has_glued_letters(text: str) -> bool:
    """Returns whether a text has letters of a script without spaces."""
    return not text.isascii() and _GLUED.search(text) is not None


def is_glued(word: str) -> bool:
    """Returns whether all letters of a word belong to scripts without spaces."""
    return not word.isascii() and _ALL_GLUED.fullmatch(word) is not None


def is_eastern(word: str) -> bool:
    """Returns whether all letters of a word are Chinese, Japanese or Korean. There, a word that counts stands
    behind its number."""
    return not word.isascii() and _ALL_EASTERN.fullmatch(word) is not None
