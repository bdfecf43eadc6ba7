"""The names of example venues in other languages. A new language is a new file in `names`."""

import re
from collections.abc import Iterable, Mapping

import msgspec

from seatpreview.layouts.series import ending_of, series_between
from seatpreview.values.language_files import read_language_files
from seatpreview.venues.templates.blocks import Json


class NamesOfLanguage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names in one language by the English ones. `{n}` stands for the number or the letter at the end."""

    sections: dict[str, str]
    levels: dict[str, str]
    configurations: dict[str, str]
    bodies: dict[str, str]
    """Names of what is looked at, and of obstructions."""
    categories: dict[str, str]
    """Names of categories that differ from those of levels."""


def usual_body_name(name: str, language: str) -> str:
    """Returns the name of a focus or an obstruction in a language, if our templates use it. Else, the name
    itself: its owner gave it."""
    names = NAMES.get(language)
    return name if names is None else names.bodies.get(name, name)


def usual_category_name(name: str, language: str) -> str:
    """Returns the name of a category in a language, if our templates use it. Else, the name itself."""
    names = NAMES.get(language)
    return name if names is None else names.categories.get(name) or names.levels.get(name, name)


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
    }


NAMES = read_language_files("seatpreview.venues.templates", "names", NamesOfLanguage)
"""The names of each language, by its code."""


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
