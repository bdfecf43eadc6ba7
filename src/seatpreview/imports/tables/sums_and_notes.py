"""Lines of a list that are no seats: sums, notes and legends, in all languages."""

from collections import Counter
from collections.abc import Iterator

from seatpreview.imports.report_counts import ImportCounts
from seatpreview.imports.tables.spreadsheet import Sheet
from seatpreview.imports.tables.table_columns import TableColumns
from seatpreview.imports.words.field_words import Field
from seatpreview.imports.words.plan_words import begins_with, names_only, plan_words, words_of

_NAMES: tuple[Field, ...] = ("level", "section", "sectionName", "row", "seat", "seats", "label")
_NOTE_CHARACTERS_MIN = 24
"""A longer text that stands alone in its line is a sentence, and not the name of a seat."""


def set_sums_and_notes_aside(sheet: Sheet, columns: TableColumns, counts: ImportCounts) -> None:
    """Empties lines that are sums, notes or parts of a legend, and reports them by their text."""
    at = {field: columns.places[field] for field in _NAMES if field in columns.places}
    is_list = len({*columns.places.values()}) > 1
    sums = _sums(sheet, columns, at)
    is_in_legend = False
    for number, row in _lines(sheet, columns):
        shown = f"line {number}: {' '.join(filter(None, row))}"
        if number in sums:
            counts.left_out.add("Lines are sums.", shown)
            row.clear()
            continue
        filled = [cell for cell in row if cell]
        is_legend = is_list and len(filled) == 1 and _is_legend(filled[0])
        is_in_legend = is_legend or (is_in_legend and not _names_seat(row, at))
        is_note = is_list and len(filled) == 1 and len(filled[0]) >= _NOTE_CHARACTERS_MIN
        if is_in_legend or (is_note and not _is_title(row, at)):
            counts.left_out.add("Lines are notes or a legend.", shown)
            row.clear()


def _lines(sheet: Sheet, columns: TableColumns) -> Iterator[tuple[int, list[str]]]:
    first = sheet.first_line + columns.first_row
    for number, row in enumerate(sheet.rows[columns.first_row :], start=first):
        if any(row):
            yield number, row


def _sums(sheet: Sheet, columns: TableColumns, at: dict[Field, int]) -> set[int]:
    """The numbers of lines that are sums. 'Total' alone always is one, and 'Total stalls' if no other line
    has this text: no section has a single seat."""
    totals = plan_words("totals")
    found: set[int] = set()
    possible: dict[int, str] = {}
    texts: Counter[str] = Counter()
    known: dict[str, tuple[bool, bool]] = {}
    named = [*dict.fromkeys(at.values())]
    for number, row in _lines(sheet, columns):
        first = next(filter(None, row))
        for text in {first, *(row[index] for index in named if index < len(row) and row[index])}:
            if text not in known:
                known[text] = (names_only(text, "totals"), not totals.isdisjoint(words_of(text[:80])))
            is_sum, may_be_sum = known[text]
            if is_sum:
                found.add(number)
            elif may_be_sum:
                texts[text] += 1
                possible[number] = text
    return found | {number for number, text in possible.items() if texts[text] == 1}


def _is_legend(text: str) -> bool:
    """'Legend', 'Hinweis: ...', '* reserved'."""
    is_heading = ":" in text and begins_with(text[:200], "legends")
    return is_heading or text.startswith("*") or names_only(text, "legends")


def _names_seat(row: list[str], at: dict[Field, int]) -> bool:
    seat = at.get("seat", at.get("seats", at.get("label", -1)))
    text = row[seat] if 0 <= seat < len(row) else ""
    row_at = at.get("row", -1)
    has_row = row_at < 0 or (row_at < len(row) and bool(row[row_at]))
    return any(map(str.isdigit, text)) and has_row


def _is_title(row: list[str], at: dict[Field, int]) -> bool:
    """A text alone in the column of sections or levels may be a title for the lines below."""
    titles = [at[field] for field in ("level", "section", "sectionName", "label") if field in at]
    return any(index < len(row) and row[index] for index in titles)
