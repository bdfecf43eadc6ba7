"""Which sheets of a workbook are read, where several of them seem to have the same seats."""

from collections import Counter
from itertools import islice

from seatpreview.imports.questions import CHOICES_MAX, Doubts
from seatpreview.imports.report_counts import ImportCounts
from seatpreview.imports.tables.cell_values import expand_seats, is_sum
from seatpreview.imports.tables.spreadsheet import Sheet
from seatpreview.imports.tables.sums_and_notes import lines_of_seats
from seatpreview.imports.tables.table_columns import TableColumns
from seatpreview.imports.words.field_words import Field
from seatpreview.imports.words.plan_words import folded_text

Lists = list[tuple[Sheet, TableColumns]]

_COMPARED_LINES = 2_000
_SAME_PART = 0.9
_COMPARED: tuple[Field, ...] = ("level", "section", "row", "seat", "seats", "label", "x", "y")
_ALL = "all"
_LINES_OF_COUNTS_MAX = 200
_COUNTS_MIN = 2
_GROUPS: tuple[Field, ...] = ("level", "section", "sectionName")
_SEATS: tuple[Field, ...] = ("seat", "seats", "label")


def choose_sheets(lists: Lists, doubts: Doubts, counts: ImportCounts) -> Lists:
    """Asks whether sheets are parts of the hall, where one repeats the seats of another: it may be a copy.
    Where they repeat places as well, the first one is taken."""
    if len(lists) < 2:
        return lists
    first, *others = [_lines(sheet, columns) for sheet, columns in lists]
    if not any(_is_same(first, other) for other in others):
        return lists
    are_copies = lists[0][1].places.keys() >= {"x", "y"}
    choices = [(_ALL, "All sheets: each is a part of the hall.")]
    choices += [(str(at), f"Only the sheet {sheet.name!r}.") for at, (sheet, _) in enumerate(lists, start=1)]
    chosen = doubts.ask(
        "sheet",
        "Sheets of the workbook have the same seats. Which ones are the hall?",
        choices[:CHOICES_MAX],
        "1" if are_copies else _ALL,
        0.6,
    )
    if chosen == _ALL:
        return lists
    for at, (sheet, _) in enumerate(lists, start=1):
        if str(at) != chosen:
            counts.left_out.add("Sheets that have the same seats as another one were not read.", sheet.name)
    return [lists[int(chosen) - 1]]


def without_counts(lists: Lists, counts: ImportCounts) -> Lists:
    """Returns the sheets without those in which each line counts the seats that another one lists."""
    short = [(sheet, columns) for sheet, columns in lists if len(sheet.rows) <= _LINES_OF_COUNTS_MAX]
    kept = lists
    for sheet, columns in short if len(lists) > 1 else ():
        lines = [
            {folded_text(cell) for cell in row if cell}
            for row in sheet.rows[columns.first_row :]
            if any(row) and not is_sum(row)
        ]
        if len(lines) < _COUNTS_MIN or not all(any(map(str.isdecimal, cells)) for cells in lines):
            continue
        others = [(other, read) for other, read in kept if other is not sheet]
        known = _counts_by_name(others)
        if all(any(name in cells and str(known[name]) in cells for name in known) for cells in lines):
            counts.left_out.add("Sheets that count the seats of others were not read.", sheet.name)
            kept = others
    return kept


def _counts_by_name(lists: Lists) -> Counter[str]:
    """The number of seats of each sheet, and of each section and level in them."""
    found: Counter[str] = Counter()
    for sheet, columns in lists:
        named = [columns.places[field] for field in _GROUPS if field in columns.places]
        at = next((columns.places[field] for field in _SEATS if field in columns.places), None)
        for _, row in lines_of_seats(sheet, columns):
            text = row[at] if at is not None and at < len(row) else ""
            seats = len(expand_seats(text) or (text,)) if text else 0
            groups = {folded_text(row[index]) for index in named if index < len(row) and row[index]}
            for name in groups | {folded_text(sheet.name)}:
                found[name] += seats
    return found


def _lines(sheet: Sheet, columns: TableColumns) -> set[tuple[str, ...]]:
    """What the first lines say of names and places."""
    places = [columns.places[field] for field in _COMPARED if field in columns.places]
    rows = islice((row for row in sheet.rows[columns.first_row :] if any(row)), _COMPARED_LINES)
    return {tuple(row[at] if at < len(row) else "" for at in places) for row in rows}


def _is_same(one: set[tuple[str, ...]], other: set[tuple[str, ...]]) -> bool:
    larger = max(len(one), len(other))
    return larger > 1 and len(one & other) >= _SAME_PART * larger
