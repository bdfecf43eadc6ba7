"""The names of example venues in other languages: the part `names` of the language files."""

import re
from collections.abc import Iterable, Mapping

import msgspec

from seatpreview.languages.language_files import read_part
from seatpreview.layouts.series import ending_of, series_between
from seatpreview.venues.templates.blocks import Json


class NamesOfLanguage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names in one language by the English ones. `{n}` stands for the number or the letter at the end."""

    bodies: dict[str, str]
    """Names of what is looked at, and of obstructions."""
    attributions: dict[str, str] = {}
    """What stands below the demo's pictures."""
    sections: dict[str, str] = {}
    """Names of the templates. A language that has none keeps the English ones."""
    levels: dict[str, str] = {}
    configurations: dict[str, str] = {}
    other_bodies: dict[str, str] = {}
    """The English names by other words of this language for the same things."""
    categories: dict[str, str] = {}
    """Names of categories that differ from those of levels."""
    keeps_capitals: bool = False
    """Whether nouns begin with a capital letter within a sentence."""


def usual_body_name(name: str, language: str) -> str:
    """Returns the name of a focus or an obstruction in a language, if it is usual in any language. Else,
    the name itself: its owner gave it. A name that is a word of the language stays, too."""
    folded = name.casefold()
    if folded in _OWN_BODIES.get(language, {folded}):
        return name
    usual = _USUAL_BODIES.get(folded)
    if usual is None:
        return name
    return usual if language == "en" else NAMES[language].bodies[usual]


def body_name_in_sentence(name: str, language: str) -> str:
    """Returns the name of an obstruction as it stands within a sentence: a usual one begins with a small
    letter, unless the language keeps capital letters."""
    names = NAMES.get(language)
    if name.casefold() not in _USUAL_BODIES or (names is not None and names.keeps_capitals):
        return name
    return name[:1].lower() + name[1:]


def usual_category_name(name: str, language: str) -> str:
    """Returns the name of a category in a language, if our templates use it, or if it is only a number. Else,
    the name itself."""
    names = NAMES.get(language)
    if names is None or not names.categories:
        return name
    word, _, number = name.partition(" ")
    if word == "Category" and number.isdecimal():
        return names.categories["Category {n}"].replace("{n}", number)
    return names.categories.get(name) or names.levels.get(name, name)


def translations_of(layout: Mapping[str, object]) -> Json:
    """Returns the member `translations` of a record with this layout, for all languages.

    Raises KeyError for a name that a language has no word for.
    """
    named = msgspec.convert(layout, _Layout)
    sections = [each for rule in named.sections for each in _named_sections(rule)]
    levels = dict.fromkeys(rule.level for rule in named.sections)
    return {
        language: {
            "sections": {id_: _translated(name, names.sections) for id_, name in sections},
            "levels": {level: names.levels[level] for level in levels},
            "configurations": {each.id: names.configurations[each.name] for each in named.configurations},
        }
        for language, names in NAMES.items()
        if names.sections
    }


NAMES = read_part("names", NamesOfLanguage)
"""The names of each language, by its code."""

_OTHER_ENGLISH_BODIES = {
    "platform": "Stage",
    "loudspeakers, left": "Left loudspeakers",
    "loudspeakers, right": "Right loudspeakers",
    "loudspeaker tower, left": "Left loudspeaker tower",
    "loudspeaker tower, right": "Right loudspeaker tower",
    "screen, left": "Left screen",
    "screen, right": "Right screen",
    "delay tower, left": "Left delay tower",
    "delay tower, right": "Right delay tower",
    "column, left": "Left column",
    "column, right": "Right column",
}
"""Usual names by those that the templates had before. With a comma, a name in a list reads as two."""


def _usual_bodies() -> dict[str, str]:
    """Returns the English names of usual bodies, by their names in all languages. Of a word that names two
    things, the first one counts."""
    pairs = [(english, english) for names in NAMES.values() for english in names.bodies]
    pairs += _OTHER_ENGLISH_BODIES.items()
    for names in NAMES.values():
        pairs += [(own, english) for english, own in names.bodies.items()]
        pairs += names.other_bodies.items()
    return {own.casefold(): english for own, english in reversed(pairs)}


def _own_bodies() -> dict[str, frozenset[str]]:
    """Returns for each language its own words for usual bodies."""
    own = {
        language: frozenset(word.casefold() for word in (*names.bodies.values(), *names.other_bodies))
        for language, names in NAMES.items()
    }
    english = frozenset(word.casefold() for names in NAMES.values() for word in names.bodies)
    return own | {"en": english}


_USUAL_BODIES = _usual_bodies()
_OWN_BODIES = _own_bodies()


class _Range(msgspec.Struct, frozen=True):
    first: int | str
    last: int | str


class _SectionRule(msgspec.Struct, frozen=True):
    """The members of a section rule that name its sections. Others are ignored."""

    name: str
    level: str
    id: int | str = ""
    ids: list[int | str] | _Range | None = None


class _Configuration(msgspec.Struct, frozen=True):
    id: str
    name: str


class _Layout(msgspec.Struct, frozen=True):
    sections: list[_SectionRule]
    configurations: list[_Configuration]


def _named_sections(rule: _SectionRule) -> list[tuple[str, str]]:
    """Returns the id and the name of each section of a rule."""
    return [(id_, rule.name.replace("{id}", id_).replace("{number}", ending_of(id_))) for id_ in _ids(rule)]


def _ids(rule: _SectionRule) -> Iterable[str]:
    if isinstance(rule.ids, _Range):
        return series_between(str(rule.ids.first), str(rule.ids.last))
    return map(str, [rule.id] if rule.ids is None else rule.ids)


def _translated(name: str, names: Mapping[str, str]) -> str:
    """Returns the name of a section in the language of the names."""
    numbered = _NUMBERED.fullmatch(name)
    if numbered is None:
        return names[name]
    return names[f"{numbered['words']} {{n}}"].replace("{n}", numbered["number"])


_NUMBERED = re.compile(r"(?P<words>[^\d]+) (?P<number>\d+|[A-Z]\d*)")
