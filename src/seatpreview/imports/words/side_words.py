"""Recognises the side of a hall in the name of a section, in all languages."""

import re
from functools import cache

from seatpreview.imports.words.attribute_words import plain_word
from seatpreview.labels.text.languages import LANGUAGES


def side_of(name: str) -> int:
    """Returns 1 for a name that says right, -1 for one that says left, and 0 for any other.

    Sides are the audience's. 'Stage left' is the side of somebody on the stage, and says nothing here.
    """
    spelled = plain_word(name[:200])
    words = set(_WORD.findall(spelled))
    if "stage" in words:
        return 0
    left, right = _sides()
    return int(_says(words, spelled, right)) - int(_says(words, spelled, left))


def _says(words: set[str], spelled: str, side: "_Side") -> bool:
    return not words.isdisjoint(side.words) or any(part in spelled for part in side.parts)


class _Side:
    """The words for a side. `parts` are of languages that are written without spaces."""

    def __init__(self, words: frozenset[str]) -> None:
        self.words = frozenset(word for word in words if len(word) > 3 or not word.isascii())
        self.parts = tuple(word for word in words if _WITHOUT_SPACES.fullmatch(word))


@cache
def _sides() -> tuple[_Side, _Side]:
    left, right = (
        frozenset(
            plain_word(word)
            for language in LANGUAGES.values()
            for word in language.directions.get(direction, "").split()
        )
        for direction in ("left", "right")
    )
    return _Side(left - right), _Side(right - left)


_WORD = re.compile(r"[^\W\d_]+")
_WITHOUT_SPACES = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]+|[\uac00-\ud7af]{2,}")
