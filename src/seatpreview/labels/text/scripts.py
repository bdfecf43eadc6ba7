"""Scripts whose words are written without spaces between them: Chinese, Japanese and Korean."""

import re

GLUED_LETTERS = r"\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
"""The letters of these scripts, for a character class of a regular expression."""

_GLUED = re.compile(f"[{GLUED_LETTERS}]")
_ALL_GLUED = re.compile(f"[{GLUED_LETTERS}]+")


def has_glued_letters(text: str) -> bool:
    """Returns whether a text has letters of a script without spaces."""
    return not text.isascii() and _GLUED.search(text) is not None


def is_glued(word: str) -> bool:
    """Returns whether all letters of a word belong to scripts without spaces."""
    return not word.isascii() and _ALL_GLUED.fullmatch(word) is not None
