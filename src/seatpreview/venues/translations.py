"""Translations of the names that a record gives to its sections, levels, configurations and pictures."""

from collections.abc import Iterator, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from seatpreview.layouts.model import SECTIONS_MAX
from seatpreview.values.validated_text import Label, Name

LANGUAGES_MAX = 30
TRANSLATED_NAMES_MAX = 20_000
"""Names in all languages together. Each name of a section is one more that labels are compared with."""

_Id = Annotated[str, Meta(max_length=40)]
_LevelName = Annotated[str, Meta(max_length=200)]


class Translation(
    msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True, omit_defaults=True
):
    """Names in one language. What is not translated keeps the name that the record gives it."""

    sections: Annotated[
        dict[_Id, Name], Meta(max_length=SECTIONS_MAX, description="By the ids of sections.")
    ] = {}
    levels: Annotated[
        dict[_LevelName, Name], Meta(max_length=SECTIONS_MAX, description="By the levels of sections.")
    ] = {}
    configurations: Annotated[
        dict[_Id, Name], Meta(max_length=100, description="By the ids of configurations.")
    ] = {}
    attributions: Annotated[
        dict[_Id, Label], Meta(max_length=200, description="By the ids of imagery sets.")
    ] = {}

    @property
    def name_count(self) -> int:
        """How many names are translated."""
        return len(self.sections) + len(self.levels) + len(self.configurations) + len(self.attributions)


Translations = Annotated[
    dict[Annotated[str, Meta(max_length=35)], Translation],
    Meta(
        max_length=LANGUAGES_MAX,
        description=(
            "By languages, as tags such as `de` or `pt-BR`. Previews, descriptions and plans have the names "
            "of the locale that is asked for, and labels may use the names of sections in any of the "
            f"languages. At most {TRANSLATED_NAMES_MAX:,} names in all."
        ),
    ),
]

NOT_TRANSLATED = Translation()
"""The translation of a language that the record has none for."""


def section_aliases(translations: Mapping[str, Translation]) -> Iterator[tuple[str, str]]:
    """Yields the id of a section and its name in a language, for all languages."""
    for translation in translations.values():
        yield from translation.sections.items()
