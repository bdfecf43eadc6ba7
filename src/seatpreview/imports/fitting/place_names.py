"""Names and ids that a layout accepts, for names of files that it does not."""

import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import lru_cache

from seatpreview.layouts.model import SectionRule
from seatpreview.values.validated_text import Label, Name, without_hidden

NAME_CHARACTERS_MAX = 40
REMEMBERED_TEXTS_MAX = 1024


def place_name(text: str) -> str:
    """Returns the text as an id of a layout: other characters than letters, digits, '.', '_' and '-' become
    spaces. Empty if nothing remains."""
    plain = unicodedata.normalize("NFC", without_hidden(text))
    words = "".join(part if _ALLOWED.fullmatch(part) else " " for part in plain).split()
    name = unicodedata.normalize("NFC", " ".join(words))[:NAME_CHARACTERS_MAX].strip()
    return name if _PLACE_NAME.fullmatch(name) else ""


@lru_cache(REMEMBERED_TEXTS_MAX)
def label_text(text: str) -> str:
    """Returns the text on one line of at most 200 visible characters."""
    line = " ".join(_CONTROL.sub(" ", without_hidden(text)).split())[:200].strip()
    try:
        return str(Label.parse(line))
    except ValueError:
        return line.encode("ascii", "ignore").decode().strip()


def free_name(wanted: str, taken: Collection[str], separator: str = " ") -> str:
    """Returns the name, or the name with a number behind it if it is taken."""
    candidate, number = wanted, 1
    while candidate in taken:
        number += 1
        ending = f"{separator}{number}"
        candidate = wanted[: NAME_CHARACTERS_MAX - len(ending)].rstrip() + ending
    return candidate


_ALLOWED = re.compile(r"[\w.-]")
_PLACE_NAME = re.compile(r"[\w.-]+(?: [\w.-]+)*")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


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
