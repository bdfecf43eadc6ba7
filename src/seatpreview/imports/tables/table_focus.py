"""Where a list of seats says the stage is: in a line with its place, or in a note above the list."""

from collections import Counter
from typing import Literal

from seatpreview.imports.model import AreaKind, FoundArea, FoundHall
from seatpreview.imports.report_counts import ImportCounts
from seatpreview.imports.tables.cell_values import parse_number
from seatpreview.imports.tables.spreadsheet import Sheet
from seatpreview.imports.tables.table_columns import TableColumns
from seatpreview.imports.words.field_words import Field
from seatpreview.imports.words.focus_words import (
    is_field_text,
    is_origin_in_stage,
    is_stage_text,
    stage_place,
)
from seatpreview.imports.words.plan_words import words_of
from seatpreview.labels.text.general_words import general_word
from seatpreview.labels.text.spelling import folded

_LINE_CHARACTERS_MAX = 300

_NAMES: tuple[Field, ...] = ("level", "section", "sectionName", "row", "seat", "label")


def read_lines_above(sheet: Sheet, columns: TableColumns, hall: FoundHall, counts: ImportCounts) -> None:
    """Takes the origin as the focus where a line above the list says so; reports every other line."""
    end = columns.header_row if columns.headers else columns.first_row
    for row in sheet.rows[:end]:
        text = " ".join(filter(None, row))
        if not text:
            continue
        if place := stage_place(text):
            hall.stage_at = place
            counts.taken.add(f"A line above the list has the stage at the {place} of the page.", text)
        elif "x" in columns.places and is_origin_in_stage(text):
            hall.focal_point = (0.0, 0.0)
            counts.taken.add("A line above the list puts the origin into the middle of the stage.", text)
        elif columns.has_odd_and_even and (side := _odd_side(text)):
            hall.odd_side = side
            counts.taken.add(f"A line above the list has odd numbers on the {side}.", text)
        else:
            counts.left_out.add("Lines above the list were not read.", text)


def _odd_side(text: str) -> Literal["", "left", "right"]:
    """Returns the side of the odd numbers in 'Odd numbers on the left, even on the right'."""
    said = [general_word(folded(word)).directions for word in words_of(text[:_LINE_CHARACTERS_MAX])]
    order = [word for directions in said for word in ("odd", "even", "left", "right") if word in directions]
    first = {*order[:2]}
    if {*order[:4]} != {"odd", "even", "left", "right"}:
        return ""
    if first in ({"odd", "left"}, {"even", "right"}):
        return "left"
    return "right" if first in ({"odd", "right"}, {"even", "left"}) else ""


def take_focus_lines(sheet: Sheet, columns: TableColumns, hall: FoundHall, counts: ImportCounts) -> int:
    """Takes a line that names nothing but a stage or field, and has a place, out of the list, as an area.
    Several lines of one such name are seats without names. Returns how many lines were taken."""
    names = [columns.places[field] for field in _NAMES if field in columns.places]
    lines: list[tuple[list[str], FoundArea]] = []
    for row in sheet.rows[columns.first_row :]:
        named = [row[at] for at in names if at < len(row) and row[at]]
        if len(named) == 1 and (area := _focus_area(named[0], row, sheet, columns)):
            lines.append((row, area))
    uses = Counter(area.name for _, area in lines)
    for row, area in lines:
        if uses[area.name] == 1:
            hall.areas.append(area)
            counts.taken.add("Lines give the place of a stage or field.", area.name)
            row.clear()
    return sum(count == 1 for count in uses.values())


def _focus_area(name: str, row: list[str], sheet: Sheet, columns: TableColumns) -> FoundArea | None:
    kind: AreaKind | None = "stage" if is_stage_text(name) else "field" if is_field_text(name) else None
    ends = [columns.places.get("x", len(row)), columns.places.get("y", len(row))]
    if kind is None or max(ends) >= len(row):
        return None
    x, y = (parse_number(row[at], has_decimal_comma=sheet.has_decimal_comma) for at in ends)
    return None if x is None or y is None else FoundArea(kind=kind, name=name, points=((x, y),))
