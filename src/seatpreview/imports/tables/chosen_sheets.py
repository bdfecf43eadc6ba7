"""Which sheets of a workbook are read, where several of them seem to have the same seats."""

from itertools import islice

from seatpreview.imports.questions import CHOICES_MAX, Doubts
from seatpreview.imports.report_counts import ImportCounts
from seatpreview.imports.tables.spreadsheet import Sheet
from seatpreview.imports.tables.table_columns import TableColumns
from seatpreview.imports.words.field_words import Field

Lists = list[tuple[Sheet, TableColumns]]

_COMPARED_LINES = 2_000
_SAME_PART = 0.9
_COMPARED: tuple[Field, ...] = ("level", "section", "row", "seat", "seats", "label", "x", "y")
_ALL = "all"


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


def _lines(sheet: Sheet, columns: TableColumns) -> set[tuple[str, ...]]:
    """What the first lines say of names and places."""
    places = [columns.places[field] for field in _COMPARED if field in columns.places]
    rows = islice((row for row in sheet.rows[columns.first_row :] if any(row)), _COMPARED_LINES)
    return {tuple(row[at] if at < len(row) else "" for at in places) for row in rows}


def _is_same(one: set[tuple[str, ...]], other: set[tuple[str, ...]]) -> bool:
    larger = max(len(one), len(other))
    return larger > 1 and len(one & other) >= _SAME_PART * larger
