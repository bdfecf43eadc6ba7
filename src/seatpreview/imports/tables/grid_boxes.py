"""Boxes of a drawn sheet: a few seats beside the rows, below a text that is merged over them."""

from collections.abc import Iterator
from typing import NamedTuple

from seatpreview.imports.tables.grid_cells import number_of, numbered_cells
from seatpreview.imports.tables.spreadsheet import Sheet
from seatpreview.imports.tables.workbook import Merge
from seatpreview.imports.words.focus_words import is_focus_text

_SEATS_OF_A_LINE_MIN = 3
_COLUMNS_MAX = 40
_LETTERS_MIN = 2


class GridBox(NamedTuple):
    """A box, and each of its seats as line, column and name."""

    name: str
    seats: list[tuple[int, int, str]]


def take_boxes(sheet: Sheet) -> list[GridBox]:
    """Takes the boxes out of a sheet. Their seats count on from line to line: they have no rows, and are not
    of the row of which the name stands in the same line."""
    found = [box for merge in sorted(sheet.merges) if (box := _box(sheet, merge))]
    for box in found:
        for line, column, _ in box.seats:
            sheet.rows[line][column] = ""
    return found


def _box(sheet: Sheet, merge: Merge) -> GridBox | None:
    top, left, bottom, right = merge
    if not (left < right < left + _COLUMNS_MAX) or bottom + 1 >= len(sheet.rows):
        return None
    row = sheet.rows[top]
    text = row[left] if left < len(row) else ""
    beside = [*row[:left], *row[right + 1 :]]
    is_name = sum(map(str.isalpha, text)) >= _LETTERS_MIN and not is_focus_text(text)
    if not is_name or numbered_cells(beside) < _SEATS_OF_A_LINE_MIN:
        return None
    seats = list(_seats(sheet, merge))
    numbers = [name for _, _, name in seats]
    if len(seats) < 2 or len({*numbers}) < len(numbers):
        return None
    row[left] = ""
    return GridBox(text, seats)


def _seats(sheet: Sheet, merge: Merge) -> Iterator[tuple[int, int, str]]:
    """Yields the numbers below a text, as far as each line has some and nothing touches them."""
    _, left, bottom, right = merge
    for line in range(bottom + 1, len(sheet.rows)):
        row = sheet.rows[line]
        cells = [(column, row[column]) for column in range(left, min(right + 1, len(row))) if row[column]]
        around = [row[column] for column in (left - 1, right + 1) if 0 <= column < len(row)]
        if not cells or any(around) or not all(number_of(text) for _, text in cells):
            return
        yield from ((line, column, text) for column, text in cells)
