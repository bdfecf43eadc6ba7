"""Shapes of labels: what is left of a label when its numbers and single letters are generalised."""

import re
import unicodedata

NUMBER = "0"
LETTER = "A"

_IDEOGRAPHS = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""One character of these scripts is a word, such as the one for row or seat."""
_GENERALISED = re.compile(
    rf"(?P<number>\d+)|(?P<letter>(?<![^\W\d_])[^\W\d_{_IDEOGRAPHS}](?![^\W\d_]))|(?P<blank>\s+)"
)
_REPLACEMENTS = {"number": NUMBER, "letter": LETTER, "blank": " "}


def shape_of(label: str) -> str:
    """Returns a label in lower case, with 0 for each number and A for each letter that stands alone. Labels
    of one shape are mostly understood, or not understood, alike: 'stl-A-0 (early bird)'."""
    text = unicodedata.normalize("NFC", label).strip().lower()
    return _GENERALISED.sub(_replacement, text)


def _replacement(found: re.Match[str]) -> str:
    return _REPLACEMENTS[str(found.lastgroup)]
