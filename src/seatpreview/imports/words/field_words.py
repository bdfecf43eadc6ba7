"""What the header of a column says about a seat, in all languages."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal, get_args

import msgspec

from seatpreview.imports.words.header_words import HeaderField, fields_by_word
from seatpreview.layouts.model import SeatProperty

Field = Literal[
    "section",
    "sectionName",
    "row",
    "rowId",
    "seat",
    "seats",
    "firstSeat",
    "lastSeat",
    "level",
    "x",
    "y",
    "z",
    "facing",
    "category",
    "colour",
    "ref",
    "capacity",
    "properties",
    "wheelchair",
    "companion",
    "stepFree",
    "easyAccess",
    "restrictedView",
    "aisle",
    "limitedLegroom",
    "viewNote",
    "label",
    "hall",
    "venue",
]
"""`seats` is a range of numbers or a count; `capacity` is a count; `label` names a seat with its row."""


WORD_CHARACTERS_MAX = 80
"""A longer text is a sentence, not the name of a field."""


class FieldWord(msgspec.Struct, frozen=True):
    """What a header says: a field, and the unit and direction where the header has them."""

    field: Field
    metres_per_unit: float | None = None
    is_down: bool | None = None
    """Whether numbers grow towards the bottom of the page."""


def field_of(word: str) -> Field | None:
    """The field that a word stands for on its own."""
    found = field_word(word)
    return found.field if found else None


@lru_cache(maxsize=4096)
def field_word(word: str) -> FieldWord | None:
    """The field and the unit of a header such as 'X (mm)', 'pos_y_cm' or 'Sitz-Nr.'."""
    if len(word) > WORD_CHARACTERS_MAX:
        return None
    words = _plain_words(word)
    if field := _fields().get("".join(words)):
        return FieldWord(field)
    if len(words) > 1 and words[-1] in _METRES and (field := _fields().get("".join(words[:-1]))):
        return FieldWord(field, _METRES[words[-1]] if field in _LENGTHS else None)
    if measured := _measured(word):
        return measured
    kept = [part for part in words if part not in _FILLERS]
    if field := _fields().get("".join(kept)):
        return FieldWord(field)
    return None


def _measured(word: str) -> FieldWord | None:
    """The length whose unit or direction is in brackets, among other words: 'Y (px from top)'."""
    found = _BRACKETED.fullmatch(word)
    field = _fields().get("".join(_plain_words(found[1]))) if found else None
    if found is None or field is None or field not in _LENGTHS:
        return None
    words = _plain_words(found[2])
    unit = next((part for part in words if part in _METRES), None)
    is_down = next((is_down for phrase, is_down in _DIRECTIONS.items() if phrase in " ".join(words)), None)
    if unit is None and is_down is None:
        return None
    return FieldWord(field, _METRES[unit] if unit else None, is_down)


def fields_of(headers: Sequence[str]) -> list[FieldWord | None]:
    """The field of each header of a table. Only the first header of a field gets it. A word with two meanings
    gets the one that the other headers leave open."""
    found = [field_word(header) for header in headers]
    plain = ["".join(_plain_words(header)) for header in headers]
    uses = Counter(word.field for word in found if word)
    for index, word in enumerate(plain):
        before = found[index]
        for field in _AMBIGUOUS.get(word, ()):
            if uses[field] - (before is not None and before.field == field) < 1:
                found[index] = FieldWord(field)
                uses[field] += 1
                uses[before.field if before else field] -= 1
                break
    _pair_from_and_to(plain, found)
    return _each_once(found)


def is_coordinate(header: str) -> bool:
    """Whether a header says that a column holds coordinates, which are never names."""
    return field_of(header) in _LENGTHS or "".join(_plain_words(header[:WORD_CHARACTERS_MAX])) in _degrees()


def property_of(word: str) -> SeatProperty | None:
    """The property of seats that a word stands for."""
    field = field_of(word)
    return _PROPERTIES.get(field) if field else None


def _pair_from_and_to(plain: list[str], found: list[FieldWord | None]) -> None:
    """Words as short as 'de' and 'a' mean the first and last seat only where one follows the other."""
    for index in range(len(plain) - 1):
        if (plain[index], plain[index + 1]) in _PAIRS:
            found[index], found[index + 1] = FieldWord("firstSeat"), FieldWord("lastSeat")


def _each_once(found: list[FieldWord | None]) -> list[FieldWord | None]:
    given: set[Field] = set()
    for index, word in enumerate(found):
        if word and word.field in given:
            found[index] = None
        elif word:
            given.add(word.field)
    return found


def _plain_words(text: str) -> list[str]:
    """The words in lower case without accents. 'seatNumber' is two words."""
    split = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    letters = unicodedata.normalize("NFKD", split.replace("ß", "ss")).casefold()
    return re.findall(
        r"[a-z0-9]+|[^\x00-\x7f\W]+|♿", "".join(c for c in letters if not unicodedata.combining(c))
    )


_METRES = {
    "m": 1.0,
    "metre": 1.0,
    "metres": 1.0,
    "meter": 1.0,
    "meters": 1.0,
    "metri": 1.0,
    "metros": 1.0,
    "cm": 0.01,
    "mm": 0.001,
    "ft": 0.3048,
    "feet": 0.3048,
    "in": 0.0254,
    "inch": 0.0254,
    "inches": 0.0254,
    "px": None,
    "pixel": None,
    "pixels": None,
    "deg": None,
    "degrees": None,
    "grad": None,
}
_LENGTHS = frozenset({"x", "y", "z"})
_BRACKETED = re.compile(r"([^(\[]*)[(\[]([^)\]]*)[)\]]\s*")
_DOWN = """
    from top|from the top|from above|downward|von oben|nach unten|du haut|depuis le haut|vers le bas
    desde arriba|hacia abajo|dall alto|verso il basso|van boven|vanaf boven|naar beneden|de cima|do topo
    para baixo
"""
_UP = """
    from bottom|from the bottom|from below|upward|von unten|nach oben|du bas|depuis le bas|vers le haut
    desde abajo|hacia arriba|dal basso|verso l alto|van onder|vanaf onder|naar boven|de baixo|para cima
"""
_DIRECTIONS = {
    phrase.strip(): is_down
    for phrases, is_down in ((_DOWN, True), (_UP, False))
    for line in phrases.strip().splitlines()
    for phrase in line.split("|")
}
_FILLER_WORDS = """
    the der die das le la les el il lo de du des del della do da di van het o no nr num number nummer numero n
    name nom nombre nome naam label code seat
"""
_FILLERS = frozenset(_FILLER_WORDS.split())
"""Words in a header that say nothing about the field."""
_PROPERTIES: dict[Field, SeatProperty] = {
    "wheelchair": "wheelchair",
    "companion": "companion",
    "stepFree": "stepFree",
    "easyAccess": "easyAccess",
    "restrictedView": "restrictedView",
    "aisle": "aisle",
    "limitedLegroom": "limitedLegroom",
}
_AMBIGUOUS: dict[str, tuple[Field, ...]] = {
    # A tier in German, a row in French, a price category in Dutch.
    "rang": ("row", "level", "category"),
    "etage": ("level",),
    # Short for a category in German and Polish, a level in Turkish.
    "kat": ("category", "level"),
    # A seat in Swedish, a table in Slovak.
    "stol": ("seat", "row"),
    "piano": ("level",),
    "number": ("seat", "row"),
    "no": ("seat", "row"),
    "nr": ("seat", "row"),
    "num": ("seat", "row"),
    "nummer": ("seat", "row"),
    "numero": ("seat", "row"),
    "name": ("seat", "label"),
    "area": ("section", "level"),
    "piso": ("level", "section"),
    "place": ("seat", "capacity"),
    "type": ("category", "properties"),
    "tribune": ("section", "level"),
    "note": ("viewNote",),
    "id": ("ref",),
}
_PAIRS = frozenset(
    {
        ("from", "to"),
        ("von", "bis"),
        ("de", "a"),
        ("du", "au"),
        ("desde", "hasta"),
        ("da", "a"),
        ("van", "tot"),
        ("van", "tm"),
        ("de", "ate"),
        ("start", "end"),
        ("first", "last"),
        ("begin", "end"),
        ("min", "max"),
    }
)
_ALSO: dict[HeaderField, Field] = {"table": "row", "price": "category"}
"""Fields of headers that a table has under another name."""


@cache
def _fields() -> dict[str, Field]:
    """The fields by their words without blanks."""
    return fields_by_word(_spellings, {field: field for field in get_args(Field)} | _ALSO)


@cache
def _degrees() -> dict[str, bool]:
    """The words for positions on the globe, which no table has in metres."""
    return fields_by_word(_spellings, {"longitude": True, "latitude": True})


def _spellings(word: str) -> tuple[str, ...]:
    """Umlauts have two letters, too: 'Höhe', 'Hohe', 'Hoehe'."""
    return tuple("".join(_plain_words(spelled)) for spelled in (word, word.translate(_UMLAUTS)))


_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
