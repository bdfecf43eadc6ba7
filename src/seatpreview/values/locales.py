"""Locales: language and units of measure, from a BCP 47 tag."""

import re
from typing import Any, ClassVar, Literal, NamedTuple, Self

from seatpreview.values.validated_text import ValidatedText

Units = Literal["metres", "feet"]

METRES_OF_A_FOOT = 0.3048

_REGIONS_WITH_FEET = frozenset({"US", "LR", "MM"})


class Locale(ValidatedText):
    """A language and, if it matters, a region, as a BCP 47 tag: `de`, `en-US`, `pt-BR`.

    Regions that measure in feet get feet: US, LR and MM. All others get metres.
    """

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "pattern": "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$",
        "minLength": 2,
        "maxLength": 35,
        "examples": ["en-US"],
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks the form of a tag, and returns it with the usual capital letters. It does not check whether
        the language exists: a language without texts falls back to another."""
        if len(text) > 35 or not _TAG.fullmatch(text):
            raise ValueError("must be a language tag such as 'de', 'en-US' or 'pt-BR'")
        language, *rest = text.split("-")
        return cls("-".join([language.lower(), *map(_usual_case, rest)]))


class LocaleParts(NamedTuple):
    """The parts of a locale that matter here. Many tags have the same parts."""

    names: tuple[str, ...]
    """The language tags under which names are looked up, the most specific first: zh-Hant-TW, zh-Hant, zh."""
    units: Units

    @property
    def language(self) -> str:
        """The language alone, without script and region."""
        return self.names[-1]


def parts_of(locale: str) -> LocaleParts:
    """Returns the parts of a locale."""
    language, *rest = locale.split("-")
    kept = [language]
    for subtag in rest:
        if not _SCRIPT_OR_REGION.fullmatch(subtag):
            break
        kept.append(subtag)
    units: Units = "feet" if kept[-1] in _REGIONS_WITH_FEET else "metres"
    return LocaleParts(tuple("-".join(kept[:end]) for end in range(len(kept), 0, -1)), units)


def _usual_case(subtag: str) -> str:
    if len(subtag) == 2:
        return subtag.upper()
    return subtag.title() if len(subtag) == 4 and subtag.isalpha() else subtag.lower()


_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")
_SCRIPT_OR_REGION = re.compile(r"[A-Z][a-z]{3}|[A-Z]{2}|[0-9]{3}")
