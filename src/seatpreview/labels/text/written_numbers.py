"""Signs that say nothing beside numbers and in abbreviations: the hyphen in '5-й', the colon in '1:a', the
'č.' in 'č. 5', the ending in '3-as', the dots in 't.o.m.'."""

import re
from collections.abc import Iterable, Iterator

from seatpreview.labels.text.languages import LANGUAGES


def without_number_signs(text: str) -> str:
    """Returns the text without such signs: ordinal endings touch their numbers ('5й'), abbreviations of
    'number' and endings of adjectives are left out, and abbreviations with signs are one word ('tom')."""
    return _SIGNS.sub("", text)


def _pattern() -> str:
    endings = _all(language.separated_endings for language in LANGUAGES.values())
    abbreviations = _all(language.number_signs for language in LANGUAGES.values())
    # A sign comes first in each of them, and no class of several: so the search runs from sign to sign.
    before_endings = [
        rf"{written}(?<=[0-9].)(?=(?:{_any_of(endings, sign)})(?!\w))"
        for sign in sorted({ending[0] for ending in endings})
        for written in _written(sign)
    ]
    before_numbers = [rf"{re.escape(word)}(?<!\w{re.escape(word)})\s?(?=[0-9])" for word in abbreviations]
    adjectives = _all(language.adjective_endings for language in LANGUAGES.values())
    endings_of_adjectives = [rf"-(?<=[0-9]-)(?:{_any_of(adjectives, '-')})(?!\w)"]
    signs = _signs_within(_all(language.joined_abbreviations for language in LANGUAGES.values()))
    return "|".join((*before_endings, *before_numbers, *endings_of_adjectives, *signs))


def _signs_within(abbreviations: Iterable[str]) -> Iterator[str]:
    """Yields a pattern for each sign of an abbreviation: all dots of 't.o.m.'. The last may be missing."""
    for word in abbreviations:
        for at, sign in enumerate(word):
            if not sign.isalpha():
                before, rest = _in_any_case(word[: at + 1]), word[at + 1 :].rstrip(".")
                behind = rf"(?={_in_any_case(rest)}\b)" if rest else ""
                for written in _written(sign):
                    yield rf"{written}(?<=\b{before}){behind}"


def _in_any_case(text: str) -> str:
    return "".join(
        f"[{letter}{letter.upper()}]" if letter.isalpha() else f"[{''.join(_written(letter))}]"
        for letter in text
    )


def _written(sign: str) -> tuple[str, ...]:
    """Returns patterns for the ways in which a sign is written."""
    return ("'", "\u2019") if sign == "'" else (re.escape(sign),)


def _all(members: Iterable[str]) -> list[str]:
    return sorted({word for member in members for word in member.split()})


def _any_of(endings: Iterable[str], sign: str) -> str:
    return "|".join(sorted((re.escape(ending[1:]) for ending in endings if ending[0] == sign), reverse=True))


_SIGNS = re.compile(_pattern())
