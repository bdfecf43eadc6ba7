"""Gives sections ids and names of which no two are alike."""

from collections.abc import Mapping

from seatpreview.imports.fitting.place_names import NAME_CHARACTERS_MAX, free_name, label_text, place_name
from seatpreview.layouts.model import SectionRule
from seatpreview.values.validated_text import Label, Name


class SectionIds:
    """The ids and names that sections of a hall have so far."""

    def __init__(self, full_names: Mapping[str, str] | None = None) -> None:
        """`full_names` has the names of sections by what the file calls them elsewhere, which is their id."""
        self._full_names = {label_text(key): label_text(name) for key, name in (full_names or {}).items()}
        self._ids: set[str] = set()
        self._names: set[tuple[str, str]] = set()
        self.changed: list[str] = []
        """Names of the file that cannot be ids."""

    def new_section(self, name: str, level: str) -> SectionRule:
        """Returns a section with this name, and a free id that resembles it."""
        full_name = self._full_names.get(name)
        shown = (full_name or name or level or "Hall").replace("{", "(").replace("}", ")")
        called, number = shown, 1
        while (_fold(called), _fold(level)) in self._names:
            number += 1
            called = f"{shown[:190]} {number}"
        self._names.add((_fold(called), _fold(level)))
        section_id = self._free_id(name if full_name else called, level)
        if section_id != (name if full_name else called):
            self.changed.append(f"{called} is {section_id}")
        return SectionRule(
            id=section_id,
            name=None if called == section_id else Name(called),
            level=Label(level) if level else None,
        )

    def _free_id(self, name: str, level: str) -> str:
        plain = place_name(name) or "Section"
        if plain in self._ids and level:
            with_level = place_name(f"{level} {name}")
            plain = with_level if 0 < len(with_level) < NAME_CHARACTERS_MAX else plain
        section_id = free_name(plain, self._ids)
        self._ids.add(section_id)
        return section_id


def _fold(text: str) -> str:
    return " ".join(text.casefold().split())
