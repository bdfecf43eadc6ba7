"""Reads the language files, part by part: the words of labels, the phrases of descriptions, and so on."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TypeVar, get_args

import msgspec

Part = Literal["headers", "labels", "messages", "names", "phrases", "plans"]
"""The parts of a language file. Each is complete or absent, and only `labels` must be there."""

FOLDER = Path(__file__).parent

_T = TypeVar("_T")


class AboutLanguage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands at the top of a language file. en.toml explains the members."""

    name: str
    plural_forms: tuple[str, ...]
    status: Literal["draft", "read"]
    direction: Literal["ltr", "rtl"] = "ltr"
    other_codes: tuple[str, ...] = ()


def read_about_languages(folder: Path = FOLDER) -> dict[str, AboutLanguage]:
    """Returns the tops of all files, by the codes of the languages."""
    return {code: _decoded(code, None, text, AboutLanguage) for code, text in _texts(folder)}


def read_part(part: Part, type_: type[_T], folder: Path = FOLDER) -> dict[str, _T]:
    """Returns a part of every language that has it, by the codes of the languages."""
    return {code: _decoded(code, part, text, type_) for code, text in _texts(folder) if f"\n[{part}" in text}


def _texts(folder: Path) -> Iterator[tuple[str, str]]:
    return ((file.stem, file.read_text("utf-8")) for file in sorted(folder.glob("*.toml")))


def _decoded(code: str, part: Part | None, text: str, type_: type[_T]) -> _T:
    try:
        found = msgspec.toml.decode(_only(part, text))
        if part is None:
            return msgspec.convert(found, type_)
        if unknown := found.keys() - {part}:
            raise ValueError(f"{sorted(unknown)} is none of the parts {', '.join(_PARTS)}")
        return msgspec.convert(found[part], type_)
    except ValueError as error:
        place = f"{code}.toml, [{part}]" if part else f"{code}.toml"
        raise ValueError(f"{place}: {error}") from error


def _only(part: Part | None, text: str) -> str:
    """Returns the tables of a part, which stand together; without a part, the top of the file.

    To parse whole files would take five times as long.
    """
    start = 0 if part is None else text.index(f"\n[{part}") + 1
    ends = (text.find(f"\n[{other}", start) for other in _PARTS if other != part)
    return text[start : min((end for end in ends if end >= 0), default=len(text))]


_PARTS = get_args(Part)
