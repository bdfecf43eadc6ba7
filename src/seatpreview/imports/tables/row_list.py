"""Lists of rows without seats, among them the manifest of section_id, section_name, row_id and row_name."""

from collections.abc import Iterator

from seatpreview.imports.model import FoundHall, FoundRow, UnreadableFile
from seatpreview.imports.natural_order import natural_sort_key
from seatpreview.imports.report_counts import ImportCounts
from seatpreview.imports.tables.spreadsheet import Sheet
from seatpreview.imports.tables.table_columns import TableColumns
from seatpreview.layouts.model import PlaceName

MANIFEST_COLUMNS = ("section_id", "section_name", "row_id", "row_name")
FAULTS_MAX = 100


def read_row_list(sheet: Sheet, columns: TableColumns, hall: FoundHall, counts: ImportCounts) -> None:
    """Adds the rows of a sheet to the hall. A manifest with a fault is refused; another list is read without
    the lines that are at fault."""
    faults: list[str] = []
    seen: dict[tuple[str, str, str], int] = {}
    for number, cells in _lines(sheet, columns):
        faults += _add_line(number, cells, hall, seen)
    if set(MANIFEST_COLUMNS) <= {header.lower() for header in columns.headers}:
        faults += _manifest_faults(sheet, columns, hall)
        if faults:
            raise UnreadableFile(*faults[:FAULTS_MAX])
        _sort_rows(hall)
    if len(faults) > len(hall.rows_without_seats):
        raise UnreadableFile(
            "The file is no list of rows: most lines repeat a row, or have names that no place can have.",
            *faults[:FAULTS_MAX],
        )
    for fault in faults:
        counts.left_out.add("Lines repeat a row, or have names that no place can have.", fault)
    if hall.rows_without_seats:
        first = hall.rows_without_seats[0]
        shown = f"{first.section} {first.name}".strip()
        counts.taken.add("Rows were read without seats.", shown, len(hall.rows_without_seats))


def _sort_rows(hall: FoundHall) -> None:
    """A manifest lists the rows of a section in any order. Sections keep the order of their first lines."""
    sections = {row.section: number for number, row in enumerate(reversed(hall.rows_without_seats))}
    hall.rows_without_seats.sort(key=lambda row: (-sections[row.section], natural_sort_key(row.name)))


def _manifest_faults(sheet: Sheet, columns: TableColumns, hall: FoundHall) -> Iterator[str]:
    """Yields what only a manifest is refused for: cells that lack, and sections with rows and without."""
    width, first = len(columns.headers), sheet.first_line + columns.first_row
    for number, cells in enumerate(sheet.rows[columns.first_row :], start=first):
        if any(cells) and not sheet.name and len(cells) != width:
            yield f"Line {number} has {len(cells)} cells and the first line {width}: {','.join(cells)[:80]}"
    rowless = {row.section for row in hall.rows_without_seats if not row.name}
    for section in sorted(rowless & {row.section for row in hall.rows_without_seats if row.name}):
        yield f"Section {section!r} has rows, and a line without a row."
    if any(not row.section for row in hall.rows_without_seats):
        yield "A line has no section_id."


def _lines(sheet: Sheet, columns: TableColumns) -> Iterator[tuple[int, tuple[str, str, str, str]]]:
    """Yields each line number with the level, the section, the section's name and the row."""
    level, section, name, row = (
        columns.places.get("level", -1),
        columns.places.get("section", -1),
        columns.places.get("sectionName", -1),
        columns.places.get("row", -1),
    )
    first = sheet.first_line + columns.first_row
    for number, cells in enumerate(sheet.rows[columns.first_row :], start=first):
        if any(cells):
            padded = [*cells, *[""] * (len(columns.headers) - len(cells)), ""]
            found = [padded[index] if index >= 0 else "" for index in (level, section, name, row)]
            yield number, (found[0], found[1], found[2], found[3])


def _add_line(
    number: int, cells: tuple[str, str, str, str], hall: FoundHall, seen: dict[tuple[str, str, str], int]
) -> Iterator[str]:
    """Adds a row, or yields what is wrong with the line."""
    level, section, name, row = cells
    faults = [fault for text in (section, row) if text and (fault := _name_fault(text))]
    if not section and not row:
        faults.append("names neither a section nor a row")
    if name and hall.section_names.setdefault(section, name) != name:
        faults.append(
            f"calls section {section!r} {name!r}, and it was {hall.section_names[section]!r} before"
        )
    if (level, section, row) in seen:
        earlier = seen[level, section, row]
        faults.append(f"repeats row {row!r} of section {section!r} of line {earlier}")
    seen.setdefault((level, section, row), number)
    if faults:
        yield f"Line {number} {'; '.join(faults)}."
        return
    hall.rows_without_seats.append(FoundRow(name=row, section=section, level=level))


def _name_fault(name: str) -> str | None:
    try:
        PlaceName.parse(name)
    except ValueError as refusal:
        return f"has the name {name!r}, which {refusal}"
    return None
