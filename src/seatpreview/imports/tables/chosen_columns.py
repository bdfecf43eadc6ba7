"""Which column is what, as somebody chose it: the answer `columns`, such as '0=section,1=row,2=seat'.

It is asked where the cells alone say what a column is, where a column divides sections without need, and
where a sum of the list is another number than that of its seats.
"""

import re
from collections import defaultdict
from itertools import islice
from typing import get_args

from seatpreview.imports.model import UnreadableFile
from seatpreview.imports.questions import Doubts
from seatpreview.imports.tables.spreadsheet import Sheet
from seatpreview.imports.tables.table_columns import SAMPLE_LINES, TableColumns
from seatpreview.imports.words.field_words import Field
from seatpreview.imports.words.level_words import level_rank

FIELDS: tuple[Field, ...] = get_args(Field)
UNUSED = "none"
_SURE_OF_CONTENT = 0.75
_SURE_OF_SEAT = 0.7
_SURE_OF_NO_LEVEL = 0.9
_SURE_AGAINST_SUM = 0.5
SEATS_MIN = 12
"""A sum of a list with fewer seats is asked about by nobody."""
_PART = re.compile(r"(\d{1,4})=(\w{1,20})")
_NAMES: tuple[Field, ...] = ("level", "section", "row", "seat")


def choose_columns(sheet: Sheet, columns: TableColumns, doubts: Doubts) -> None:
    """Takes the columns as they were chosen. Where their content alone says what they are, it is asked."""
    given = doubts.given("columns")
    if given is not None:
        _take(columns, _parsed(given))
        return
    others = _other_readings(columns)
    if not others:
        _doubt_level(sheet, columns, doubts)
        return
    choices = [(_id(places), _sentence(sheet, columns, places)) for places in (columns.places, *others)]
    sure = _SURE_OF_SEAT if columns.headers else _SURE_OF_CONTENT
    text = "Which column is what? The file does not say it for each, and their cells look like this."
    chosen = doubts.ask("columns", text, choices, choices[0][0], sure)
    if chosen != choices[0][0]:
        _take(columns, _parsed(chosen))


def _doubt_level(sheet: Sheet, columns: TableColumns, doubts: Doubts) -> None:
    """Asks about a column that is called like a level and like a price category, and divides a section whose
    rows need no such division: 'Rang' is a category in Dutch, and a tier in German."""
    at = columns.places.get("level")
    if at is None or not columns.has_other_meanings("level") or not _divides_sections(sheet, columns, at):
        return
    name = columns.headers[at]
    without: dict[Field, int] = {field: place for field, place in columns.places.items() if field != "level"}
    is_priced = "category" in without
    without_id = _id(without) + f",{at}={UNUSED if is_priced else 'category'}"
    choices = [
        (without_id, f"{name!r} is no part of the hall: {_sentence(sheet, columns, without)}"),
        (_id(columns.places), f"{name!r} is the level: {_sentence(sheet, columns, columns.places)}"),
    ]
    text = f"Is {name!r} a part of the hall, or a category? It divides sections whose rows go on across it."
    chosen = doubts.ask("columns", text, choices, without_id, _SURE_OF_NO_LEVEL)
    _take(columns, _parsed(chosen))


def _divides_sections(sheet: Sheet, columns: TableColumns, at: int) -> bool:
    """Returns whether a column has several texts in a section, none of them a word for a level, although its
    rows and seats are told apart without it."""
    parts = [columns.places.get(field) for field in ("section", "row", "seat")]
    if None in parts:
        return False
    levels: dict[str, set[str]] = defaultdict(set)
    seen: set[tuple[str, ...]] = set()
    width = max(at, *(part for part in parts if part is not None))
    lines = [row for row in sheet.rows[columns.first_row :] if width < len(row) and row[at]]
    for row in islice(lines, SAMPLE_LINES):
        label = tuple(row[part] for part in parts if part is not None)
        if label in seen or level_rank(row[at]) is not None:
            return False
        seen.add(label)
        levels[label[0]].add(row[at])
    return any(len(found) > 1 for found in levels.values())


def doubt_sum(sheet: Sheet, columns: TableColumns, seats: int, doubts: Doubts) -> None:
    """Asks about the columns of a list whose own sum is not the number of seats that were read."""
    stated = columns.stated_sum
    if stated in (None, seats) or doubts.given("columns") is not None or seats < SEATS_MIN:
        return
    text = f"Which column is what? The list counts {stated:,} seats in all, and {seats:,} were read."
    doubts.ask(
        "columns",
        text,
        [(_id(columns.places), _sentence(sheet, columns, columns.places))],
        _id(columns.places),
        _SURE_AGAINST_SUM,
    )


def _other_readings(columns: TableColumns) -> list[dict[Field, int]]:
    """Other ways to read the columns that were found by their content: their names are exchanged."""
    guessed = [field for field in _NAMES if field in columns.guessed]
    pairs = [("row", "seat"), ("section", "row")]
    return [
        _exchanged(columns.places, one, other) for one, other in pairs if one in guessed and other in guessed
    ]


def _exchanged(places: dict[Field, int], one: str, other: str) -> dict[Field, int]:
    renamed = {one: other, other: one}
    return {field if field not in renamed else _field(renamed[field]): at for field, at in places.items()}


def _field(name: str) -> Field:
    return next(field for field in FIELDS if field == name)


def _id(places: dict[Field, int]) -> str:
    return ",".join(f"{at}={field}" for at, field in sorted((at, field) for field, at in places.items()))


def _sentence(sheet: Sheet, columns: TableColumns, places: dict[Field, int]) -> str:
    line = next(filter(any, sheet.rows[columns.first_row :]), [])
    shown = [f"{field} {line[places[field]]}" for field in _NAMES if places.get(field, len(line)) < len(line)]
    return f"The first line is {', '.join(shown)}."


def _parsed(text: str) -> dict[int, Field | None]:
    found: dict[int, Field | None] = {}
    for part in text.split(","):
        match = _PART.fullmatch(part.strip())
        if match is None or (match[2] != UNUSED and match[2] not in FIELDS):
            raise UnreadableFile(
                f"{part[:60]!r} is no answer to 'columns'. Answers have the form 0=section,1=row,2=seat, "
                f"with columns counted from 0, and say one of: {', '.join(FIELDS)}, {UNUSED}."
            )
        found[int(match[1])] = None if match[2] == UNUSED else _field(match[2])
    return found


def _take(columns: TableColumns, chosen: dict[int, Field | None]) -> None:
    fields = {field for field in chosen.values() if field}
    kept = {field: at for field, at in columns.places.items() if at not in chosen and field not in fields}
    if "label" in fields and not {"row", "seat"} & fields and "seat" not in kept:
        kept.pop("row", None)  # A label names the row as well.
    columns.places = kept | {field: at for at, field in chosen.items() if field}
    columns.guessed = [field for field in columns.guessed if field in kept]
