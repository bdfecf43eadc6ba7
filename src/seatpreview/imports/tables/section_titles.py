"""Titles between the lines of a list: 'Balcony' alone in a line names the section of the lines below."""

from collections.abc import Iterator
from itertools import pairwise

from seatpreview.imports.report_counts import ImportCounts
from seatpreview.imports.tables.spreadsheet import Sheet
from seatpreview.imports.tables.table_columns import TableColumns
from seatpreview.imports.words.worded_places import without_word

TITLE_CHARACTERS_MAX = 40


def take_section_titles(sheet: Sheet, columns: TableColumns, counts: ImportCounts) -> int:
    """Gives lines below a title its text as their section, in a list that has no column for it. Returns the
    number of titles."""
    if "section" in columns.places or not columns.names_seats or not columns.headers:
        return 0
    titles = dict(_titles(sheet, columns))
    width = max(map(len, sheet.rows))
    if not titles:
        return 0
    section = _title_above(sheet, columns)
    for index, row in enumerate(sheet.rows[columns.first_row :], start=columns.first_row):
        if index in titles:
            section = titles[index]
            row.clear()
        elif sum(map(bool, row)) > 1:
            row += [""] * (width - len(row)) + [section]
    columns.places["section"] = width
    example = next(iter(titles.values()))
    counts.inferred.add("A text alone in a line names the section of the lines below.", example, len(titles))
    return len(titles)


def _titles(sheet: Sheet, columns: TableColumns) -> Iterator[tuple[int, str]]:
    """Texts that stand alone in a line, with a seat or the header once more in the next one."""
    rows = sheet.rows
    filled = [index for index in range(columns.first_row, len(rows)) if any(rows[index])]
    header = [cell for cell in columns.last_header_line if cell]
    for index, below in pairwise(filled):
        cells = [cell for cell in rows[index] if cell]
        is_followed = sum(map(bool, rows[below])) > 1
        is_header = [cell for cell in rows[below] if cell] == header
        if len(cells) == 1 and (is_followed or is_header) and _may_be_title(cells[0]):
            yield index, without_word(cells[0], "section")


def _title_above(sheet: Sheet, columns: TableColumns) -> str:
    """The section of the first lines: what the line above the header says with a word for sections."""
    above = [cell for row in sheet.rows[: columns.header_row][-1:] for cell in row if cell]
    if len(above) != 1 or not _may_be_title(above[0]):
        return ""
    named = without_word(above[0], "section")
    return named if named != above[0] else ""


def _may_be_title(text: str) -> bool:
    return len(text) <= TITLE_CHARACTERS_MAX and any(map(str.isalpha, text))
