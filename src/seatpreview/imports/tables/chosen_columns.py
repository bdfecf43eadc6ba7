"""Which column is what, as somebody chose it: the answer `columns`, such as '0=section,1=row,2=seat'."""

import re
from typing import get_args

from seatpreview.imports.model import UnreadableFile
from seatpreview.imports.questions import Doubts
from seatpreview.imports.tables.spreadsheet import Sheet
from seatpreview.imports.tables.table_columns import TableColumns
from seatpreview.imports.words.field_words import Field

FIELDS: tuple[Field, ...] = get_args(Field)
UNUSED = "none"
_SURE_OF_CONTENT = 0.75
_SURE_OF_SEAT = 0.7
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
        return
    choices = [(_id(places), _sentence(sheet, columns, places)) for places in (columns.places, *others)]
    sure = _SURE_OF_SEAT if columns.headers else _SURE_OF_CONTENT
    text = "Which column is what? The file does not say it for each, and their cells look like this."
    chosen = doubts.ask("columns", text, choices, choices[0][0], sure)
    if chosen != choices[0][0]:
        _take(columns, _parsed(chosen))


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
