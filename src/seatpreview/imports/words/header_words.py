"""The words for the fields of a seat, in all languages: headers of tables, attributes in drawings."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Literal, TypeVar

from seatpreview.labels.text.languages import LANGUAGES
from seatpreview.languages.language_files import read_part

HeaderField = Literal[
    "section", "sectionName", "row", "rowId", "seat", "seats", "firstSeat", "lastSeat", "level", "table",
    "x", "y", "z", "longitude", "latitude", "facing", "category", "price", "colour", "ref", "capacity",
    "properties", "wheelchair", "companion", "stepFree", "easyAccess", "restrictedView", "aisle",
    "limitedLegroom", "viewNote", "label", "hall", "venue", "kind",
]  # fmt: skip

_FieldT = TypeVar("_FieldT")


@cache
def header_words() -> dict[HeaderField, tuple[str, ...]]:
    """Returns the words of the part `headers` of all language files."""
    return _joined(
        [
            {field: words.split("|") for field, words in headers.items()}
            for headers in read_part("headers", dict[HeaderField, str]).values()
        ]
    )


@cache
def label_words() -> dict[HeaderField, tuple[str, ...]]:
    """Returns words of labels and descriptions that are headers as well, unless a header says something else.

    A word for several fields ('rang') and one as short as 'pl' mean nothing on their own.
    """
    found = _joined(
        [
            {
                "row": (language.row + " " + language.rows).split(),
                "seat": (language.seat + " " + language.seats).split(),
                "section": (language.section + " " + language.sections).split(),
                "level": language.levels.split(),
            }
            for language in LANGUAGES.values()
        ]
    )
    fields: dict[str, set[HeaderField]] = defaultdict(set)
    for field, words in found.items():
        for word in words:
            fields[word].add(field)
    plain = {field: [word for word in words if _is_plain(word, fields)] for field, words in found.items()}
    return _joined([plain, property_names()])


@cache
def property_names() -> dict[HeaderField, tuple[str, ...]]:
    """Returns what descriptions call the properties of seats, in all languages."""
    found: dict[HeaderField, tuple[str, ...]] = {}
    for phrases in read_part("phrases", dict).values():
        for name, text in phrases["properties"].items():
            found[name] = (*found.get(name, ()), text)
    return found


def fields_by_word(
    spellings: Callable[[str], Sequence[str]], fields: Mapping[HeaderField, _FieldT]
) -> dict[str, _FieldT]:
    """Returns the fields by the spellings of their words.

    `fields` says what a field is called where the words are read. Of a word that is listed twice, the first
    field counts, and headers count before words of labels.
    """
    return {
        spelled: fields[field]
        for words in (label_words(), header_words())
        for field in reversed([*fields])
        for word in words.get(field, ())
        for spelled in spellings(word)
        if spelled
    }


def _joined(
    languages: Sequence[Mapping[HeaderField, Sequence[str]]],
) -> dict[HeaderField, tuple[str, ...]]:
    found: dict[HeaderField, dict[str, None]] = defaultdict(dict)
    for words_of_fields in languages:
        for field, words in words_of_fields.items():
            found[field] |= dict.fromkeys(word.strip() for word in words)
    return {field: tuple(words) for field, words in found.items()}


def _is_plain(word: str, fields: Mapping[str, set[HeaderField]]) -> bool:
    return len(fields[word]) == 1 and (len(word) > 2 or not word.isascii())
