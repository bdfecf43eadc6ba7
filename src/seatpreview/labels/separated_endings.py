"""Ordinal endings that a sign separates from their number: '5-й', '1:a', '3'üncü'."""

import re

from seatpreview.labels.languages import LANGUAGES


def with_endings_joined(text: str) -> str:
    """Returns the text with each such ending directly after its number: '5й'."""
    return _SEPARATOR.sub("", text)


def _pattern() -> str:
    endings = {ending for language in LANGUAGES.values() for ending in language.separated_endings.split()}
    by_sign = {
        sign: "|".join(
            sorted((re.escape(ending[1:]) for ending in endings if ending[0] == sign), reverse=True)
        )
        for sign in sorted({ending[0] for ending in endings})
    }
    # The sign itself comes first, so that the rest is tried only where one stands.
    return "|".join(
        rf"{_SIGNS.get(sign, re.escape(sign))}(?<=[0-9].)(?=(?:{found})(?!\w))"
        for sign, found in by_sign.items()
    )


_SIGNS = {"'": "['\u2019]"}
_SEPARATOR = re.compile(_pattern())
