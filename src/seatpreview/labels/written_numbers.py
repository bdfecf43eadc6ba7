"""Signs beside numbers that say nothing: the hyphen in '5-й', the colon in '1:a', the 'č.' in 'č. 5'."""

import re
from collections.abc import Iterable

from seatpreview.labels.languages import LANGUAGES


def without_number_signs(text: str) -> str:
    """Returns the text without such signs: ordinal endings touch their numbers ('5й'), and abbreviations of
    'number' are left out."""
    return _SIGNS.sub("", text)


def _pattern() -> str:
    endings = _all(language.separated_endings for language in LANGUAGES.values())
    abbreviations = _all(language.number_signs for language in LANGUAGES.values())
    # The sign itself comes first, so that the rest is tried only where one stands.
    before_endings = [
        rf"{_WRITTEN.get(sign, re.escape(sign))}(?<=[0-9].)(?=(?:{_any_of(endings, sign)})(?!\w))"
        for sign in sorted({ending[0] for ending in endings})
    ]
    before_numbers = [rf"{re.escape(word)}(?<!\w{re.escape(word)})\s?(?=[0-9])" for word in abbreviations]
    return "|".join((*before_endings, *before_numbers))


def _all(members: Iterable[str]) -> list[str]:
    return sorted({word for member in members for word in member.split()})


def _any_of(endings: Iterable[str], sign: str) -> str:
    return "|".join(sorted((re.escape(ending[1:]) for ending in endings if ending[0] == sign), reverse=True))


_WRITTEN = {"'": "['\u2019]"}
"""Signs that are written in several ways."""
_SIGNS = re.compile(_pattern())
