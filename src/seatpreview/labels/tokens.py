"""Splits a label into words, and normalizes spellings of the same word.

This module is independent of any venue: the meaning of words comes from the venue's names (vocabulary.py).
"""

import re
import unicodedata

from seatpreview.validated_text import without_hidden

_TOKEN = re.compile(r"[0-9]+(?:st|nd|rd|th)(?![^\W\d_])|[0-9]+|[^\W\d_]+")
_ORDINALS = {"1st": "first", "2nd": "second", "3rd": "third"}

FILLERS = frozenset(("an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"))
"""Words between words: they name nothing, whatever they might be short for."""


SECTION_WORDS = frozenset(("section", "sec", "sect"))
"""Words that say that a name follows, and are no part of it."""


def tokens_of(text: str) -> tuple[str, ...]:
    """Runs of letters and runs of digits, each in one spelling: 'FB-045 Boxes' is 'fb', '45', 'box'."""
    return tuple(_one_spelling(token) for token in _TOKEN.findall(folded(text)))


def folded(text: str) -> str:
    """Without case, accents, characters that nobody sees, and the different forms that Unicode has for one
    character."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", without_hidden(text)).casefold()
    return "".join(character for character in apart if not unicodedata.combining(character))


def is_number(token: str) -> bool:
    return token.isdecimal()


def abbreviates(short: str, word: str) -> bool:
    """Whether people write `short` for `word`: its beginning, or its first letter and some of the others.

    'res' and 'rs' for 'reserve', 'fd' for 'field'. Not 'r', which could be anything, nor letters that
    stand in another order.
    """
    if not 2 <= len(short) < len(word) or short[0] != word[0]:
        return False
    return word.startswith(short) or (len(short) <= 4 and _stands_in(short, word))


def is_another_form(written: str, word: str) -> bool:
    """Whether the two differ in an ending ('reserved', 'reserve') or by one slip of the pen."""
    if min(len(written), len(word)) < 4 or abs(len(written) - len(word)) > 2:
        return False
    if written.startswith(word) or word.startswith(written):
        return True
    return min(len(written), len(word)) >= 5 and _is_one_slip(written, word)


def _one_spelling(token: str) -> str:
    if token.isdecimal():
        return token.lstrip("0") or "0"
    return _ORDINALS.get(token) or _singular(token)


def _singular(word: str) -> str:
    if not word.endswith("s") or len(word) < 4 or word.endswith("ss"):
        return word
    return word[:-2] if word.endswith(("xes", "ches", "shes", "sses")) else word[:-1]


def _stands_in(short: str, word: str) -> bool:
    letters = iter(word)
    return all(letter in letters for letter in short)


def _is_one_slip(written: str, word: str) -> bool:
    """One letter is missing, too many or wrong, or two neighbours have changed places."""
    start = _in_common(written, word)
    end = _in_common(written[start:][::-1], word[start:][::-1])
    rest, meant = written[start : len(written) - end], word[start : len(word) - end]
    return max(len(rest), len(meant)) <= 1 or (len(rest) == 2 and rest == meant[::-1])


def _in_common(one: str, other: str) -> int:
    """How many letters the two begin with in common."""
    for position, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return position
    return min(len(one), len(other))
