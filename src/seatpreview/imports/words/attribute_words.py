"""Words that name a field of a seat (row, seat, section...) in attributes and ids of drawings."""

import re
import unicodedata
from functools import cache, lru_cache
from typing import Literal

from seatpreview.imports.words.header_words import HeaderField, fields_by_word

SeatField = Literal[
    "section", "row", "seat", "level", "table",
    "x", "y", "z", "facing",
    "category", "colour", "price",
    "ref", "label", "properties", "note", "capacity", "kind",
]  # fmt: skip

WORD_CHARACTERS_MAX = 80
"""A longer text is a sentence, not the name of a field."""

_SEAT_FIELDS: dict[HeaderField, SeatField] = {
    "section": "section", "sectionName": "section", "row": "row", "seat": "seat", "seats": "seat",
    "level": "level", "table": "table", "x": "x", "longitude": "x", "y": "y", "latitude": "y", "z": "z",
    "facing": "facing", "kind": "kind", "category": "category", "colour": "colour", "price": "price",
    "ref": "ref", "label": "label", "properties": "properties", "viewNote": "note", "capacity": "capacity",
}  # fmt: skip
_OWN_MEANINGS: dict[str, SeatField] = {
    "accessible": "properties", "box": "section", "code": "ref", "col": "seat", "column": "seat",
    "places": "seat", "plaetz": "seat", "plaetze": "seat", "platze": "seat", "posti": "seat",
    "seattype": "kind", "tsdesc": "label", "tsmessage": "note",
}  # fmt: skip
"""Words that mean something else in drawings than in tables, and names that programs give to attributes."""
_NO_FIELDS = frozenset({"name", "nombre"})
"""Headers of tables that say nothing of a shape."""

_FILLER_WORDS = """number no nr num name names label nummer numero nom nombre nome naam bezeichnung code id
    de del della du des der the of van da do svg data value"""
_FILLERS = frozenset(_FILLER_WORDS.split())
"""Words around a field's word that do not change it: 'row name', 'numero de fila'."""

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SEPARATORS = re.compile(r"[\W_]+")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def field_of(word: str) -> SeatField | None:
    """Returns the field that a header or an attribute's name means.

    Case, accents and separators do not matter.

    `rang` is the French row, unless the same file has another word for rows: then it is a German level.
    """
    if len(word) > WORD_CHARACTERS_MAX:
        return None
    return _field_of(word)


def plain_word(text: str) -> str:
    """Returns the text in lower case without accents. German umlauts become two letters."""
    if text.isascii():
        return text.lower()
    lowered = unicodedata.normalize("NFC", text).lower().translate(_UMLAUTS)
    decomposed = unicodedata.normalize("NFKD", lowered)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


@lru_cache(maxsize=4096)
def _field_of(word: str) -> SeatField | None:
    parts = _parts(_CAMEL.sub(" ", word))
    whole = _fields().get("".join(parts))
    if whole is not None or len(parts) < 2:
        return whole
    return _compound(parts)


def _compound(parts: list[str]) -> SeatField | None:
    """Returns the field of several words: 'seat_row' is a row, 'row name' a row, 'seat id' a ref."""
    if parts[-1] in {"id", "guid", "uuid", "uid", "ref"}:
        return "ref" if _fields().get(parts[0]) == "seat" else _fields().get("".join(parts[:-1]))
    words = [part for part in parts if part not in _FILLERS]
    fields = [_fields().get(part) for part in words]
    if not fields or len(fields) > 2 or None in fields:
        return None
    if len(fields) == 2 and "seat" not in fields:
        return None
    return fields[-1] if fields[0] == "seat" else fields[0]


@cache
def _fields() -> dict[str, SeatField]:
    fields = fields_by_word(_spellings, _SEAT_FIELDS) | _OWN_MEANINGS
    return {word: field for word, field in fields.items() if word not in _NO_FIELDS}


def _spellings(word: str) -> tuple[str, ...]:
    # People who type without umlauts leave the dots out: 'Platze' for 'Plätze'.
    plain = "".join(_parts(word))
    return plain, plain.replace("ae", "a").replace("oe", "o").replace("ue", "u")


def _parts(text: str) -> list[str]:
    return [part for part in _SEPARATORS.split(plain_word(text)) if part]
