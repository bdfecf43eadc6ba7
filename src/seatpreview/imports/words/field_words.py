"""What the header of a column says about a seat, in all languages."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal, get_args

import msgspec

from seatpreview.imports.words.header_words import HeaderField, fields_by_word
from seatpreview.imports.words.plan_words import PlanWord, plan_words
from seatpreview.labels.text.general_words import words_of_kinds
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
    if len(words) > 1 and words[-1] in _metres() and (field := _fields().get("".join(words[:-1]))):
        return FieldWord(field, _metres()[words[-1]] if field in _LENGTHS else None)
    if measured := _measured(word):
        return measured
    kept = [part for part in words if part not in _fillers()]
    if field := _fields().get("".join(kept)):
        return FieldWord(field)
    return None


def _measured(word: str) -> FieldWord | None:
    """The length whose unit or direction is in brackets, among other words: 'Y (px from top)'. The length may
    stand behind them, where two lines of a header are read as one: 'Lage (cm) X'."""
    found = _BRACKETED.fullmatch(word)
    if found is None:
        return None
    texts = (found[3],) if found[3] else (found[1],)
    field = next((field for text in texts if (field := _fields().get("".join(_plain_words(text))))), None)
    if field is None or field not in _LENGTHS:
        return None
    unit = next((part for part in _plain_words(found[2]) if part in _metres()), None)
    is_down = _is_down(found[2])
    if unit is None and is_down is None:
        return None
    return FieldWord(field, _metres()[unit] if unit else None, is_down)


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
    _pair_from_and_to(headers, found)
    return _each_once(found)


def has_other_meanings(header: str) -> bool:
    """Whether a header is a word of several fields, in one language or in several."""
    return "".join(_plain_words(header[:WORD_CHARACTERS_MAX])) in _AMBIGUOUS


def is_coordinate(header: str) -> bool:
    """Whether a header says that a column holds coordinates, which are never names."""
    return field_of(header) in _LENGTHS or "".join(_plain_words(header[:WORD_CHARACTERS_MAX])) in _degrees()


def property_of(word: str) -> SeatProperty | None:
    """The property of seats that a word stands for."""
    field = field_of(word)
    return _PROPERTIES.get(field) if field else None


def _pair_from_and_to(headers: Sequence[str], found: list[FieldWord | None]) -> None:
    """Words as short as 'de' and 'a' mean the first and last seat only where one follows the other, alone or
    beside the same word for seats: 'da posto' and 'a posto'. With a word for seats in both, the one for
    'until' in any language is enough: 'Locurile de la' and 'Locurile până la'."""
    words = [_plain_words(header) for header in headers]
    rest = [_without_seats(each) for each in words]
    for index in range(len(rest) - 1):
        first, last = rest[index : index + 2]
        are_of_seats = all(len(words[at]) > len(rest[at]) > 0 for at in (index, index + 1))
        is_until = (
            are_of_seats and first != last and last[0] in _until() and field_of(" ".join(first)) is None
        )
        if is_until or ("".join(first), "".join(last)) in _PAIRS:
            found[index], found[index + 1] = FieldWord("firstSeat"), FieldWord("lastSeat")
    if any(word and word.field == "firstSeat" for word in found):
        # Beside the first and the last seat, their number is a count: 'Nr. locuri'.
        found[:] = [FieldWord("capacity") if word and word.field == "seat" else word for word in found]


def _without_seats(words: list[str]) -> list[str]:
    return [word for word in words if _fields().get(word) not in ("seat", "seats")]


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


_LENGTHS = frozenset({"x", "y", "z"})
_BRACKETED = re.compile(r"([^(\[]*)[(\[]([^)\]]*)[)\]]\s*(.*)")
_UNITS: tuple[tuple[PlanWord, float], ...] = (("metres", 1.0), ("centimetres", 0.01), ("millimetres", 0.001))
_OTHER_UNITS: dict[str, float | None] = {
    "ft": 0.3048, "feet": 0.3048, "in": 0.0254, "inch": 0.0254, "inches": 0.0254,
    "px": None, "pixel": None, "pixels": None, "deg": None, "degrees": None, "grad": None,
}  # fmt: skip
_FILLERS_OF_HEADERS = frozenset(("name", "nom", "nombre", "nome", "naam", "label", "code", "seat", "n"))


@cache
def _metres() -> dict[str, float | None]:
    """The units that a header may name, in metres; None for those that have no fixed length."""
    return {word: metres for kind, metres in _UNITS for word in plan_words(kind)} | _OTHER_UNITS


@cache
def _fillers() -> frozenset[str]:
    """Words in a header that say nothing about the field, in all languages."""
    words = words_of_kinds(frozenset(("filler", "number")))
    return frozenset(word for word in words if len(word) > 1 or not word.isascii()) | _FILLERS_OF_HEADERS


@cache
def _until() -> frozenset[str]:
    """The words for 'until' in all languages, in the spelling of headers."""
    return frozenset("".join(_plain_words(word)) for word in words_of_kinds(frozenset(("until",))))


def _is_down(text: str) -> bool | None:
    """Whether numbers grow to the bottom, where a text says it: 'px von oben'."""
    plain = " ".join(_plain_words(text))
    if any(phrase in plain for phrase in plan_words("from_top")):
        return True
    return False if any(phrase in plain for phrase in plan_words("from_bottom")) else None


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
    # A column of a grid of seats, unless another one names the seat.
    "col": ("seat",),
    "column": ("seat",),
    "colnumber": ("seat",),
    "columnnumber": ("seat",),
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
