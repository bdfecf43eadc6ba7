"""Lists of seats: a line for each seat, row or range of seats."""

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from seatpreview.imports.exports.table_export import EXPORTED_COLUMNS
from seatpreview.imports.fitting.near_points import PlanPoint
from seatpreview.imports.fitting.plan_scale import seat_pitch
from seatpreview.imports.model import FOUND_SEATS_MAX, FoundHall, UnreadableFile
from seatpreview.imports.questions import Doubts
from seatpreview.imports.report_counts import ImportCounts
from seatpreview.imports.tables.chosen_columns import choose_columns, doubt_sum
from seatpreview.imports.tables.chosen_sheets import choose_sheets, without_counts
from seatpreview.imports.tables.row_list import read_row_list
from seatpreview.imports.tables.seat_labels import split_labels, split_most_labels
from seatpreview.imports.tables.seat_lines import SeatLines
from seatpreview.imports.tables.section_titles import take_section_titles
from seatpreview.imports.tables.spreadsheet import CELLS_MAX, Sheet, Spreadsheet
from seatpreview.imports.tables.sums_and_notes import set_sums_and_notes_aside
from seatpreview.imports.tables.table_columns import (
    TableColumns,
    find_columns,
    find_remarks,
    guess_columns,
    read_columns,
)
from seatpreview.imports.tables.table_focus import read_lines_above, take_focus_lines
from seatpreview.imports.words.field_words import Field
from seatpreview.imports.words.plan_words import names_only
from seatpreview.imports.words.worded_places import SeatPart, without_words

_SURE_OF_MEASURED, _SURE_OF_DRAWN = 0.7, 0.9
"""How sure the direction of y is in a list that does not say it."""
PITCH_M_MIN, PITCH_M_MAX = 0.4, 0.8
"""From the middle of a seat to the next one, in metres."""


def read_table(book: Spreadsheet, doubts: Doubts | None = None) -> FoundHall:
    """Reads every sheet that lists seats. Raises `UnreadableFile` if none does."""
    doubts = doubts or Doubts()
    hall = FoundHall(format="table", inferred=list(book.inferred), left_out=list(book.left_out))
    counts = ImportCounts()
    lists = _find_lists(book.sheets, counts)
    if lists:
        lists = without_counts(lists, counts)
        choose_columns(*lists[0], doubts)
        lists = choose_sheets(lists, doubts, counts)
    if not lists:
        raise UnreadableFile(
            "No sheet of the file lists seats. The first line names the columns, for example: "
            "section,row,seat,x,y."
        )
    for sheet, columns in lists:
        _read_sheet(sheet, columns, hall, counts, is_one_of_many=len(lists) > 1)
    if not (hall.seats or hall.areas or hall.rows_without_seats):
        raise UnreadableFile(*(_why_no_seat(sheet, columns) for sheet, columns in lists))
    if len(lists) == 1:
        doubt_sum(*lists[0], len(hall.seats), doubts)
    _drop_counted_sections(hall, counts)
    _set_axes(hall, lists, counts)
    counts.fill(hall)
    return hall


def _why_no_seat(sheet: Sheet, columns: TableColumns) -> str:
    """Names the column in which no seat was found."""
    field = next((field for field in _SEAT_FIELDS if field in columns.places), None)
    of_sheet = f" of the sheet {sheet.name!r}" if sheet.name else ""
    beginning = f"The list{of_sheet} has the columns of a list of seats, and no seat in them"
    if field is None:
        named = ", ".join(repr(header) for header in columns.headers if header)
        return f"{beginning}: no column names the seat. Its columns are {named}."
    at = columns.places[field]
    header = columns.headers[at] if at < len(columns.headers) else ""
    called = f"{header!r}" if header else f"{at + 1}"
    return f"{beginning}: the seat would be in the column {called}. Choose the column of the seats."


def _find_lists(sheets: Sequence[Sheet], counts: ImportCounts) -> list[tuple[Sheet, TableColumns]]:
    """Sheets with a header; if there is none, sheets whose content looks like a list."""
    filled = [sheet for sheet in sheets if any(map(any, sheet.rows))]
    found = [(sheet, columns) for sheet in filled if (columns := find_columns(sheet))]
    if not found:
        found = [(sheet, columns) for sheet in filled if (columns := guess_columns(sheet))]
    read = [sheet for sheet, _ in found]
    for sheet in filled:
        if found and sheet not in read:
            counts.left_out.add("Sheets that list no seats were not read.", sheet.name)
    return found


def _read_sheet(
    sheet: Sheet, columns: TableColumns, hall: FoundHall, counts: ImportCounts, *, is_one_of_many: bool
) -> None:
    read_lines_above(sheet, columns, hall, counts)
    is_own = tuple(columns.headers[: len(EXPORTED_COLUMNS)]) == EXPORTED_COLUMNS
    hall.is_export = hall.is_export or is_own
    lines = sum(map(any, sheet.rows[columns.first_row :]))
    others = 0
    if not is_own:
        set_sums_and_notes_aside(sheet, columns, counts)
        others += take_section_titles(sheet, columns, counts)
        _name_hall(sheet, columns, hall, is_one_of_many=is_one_of_many)
        others += take_focus_lines(sheet, columns, hall, counts)
    if not is_own and columns.names_seats:
        _take_rows_of_labels(sheet, columns)
        columns.remarks = find_remarks(sheet, columns)
    _report_columns(sheet, columns, counts)
    hall.columns = hall.columns or read_columns(sheet, columns)
    if not is_own:
        _fill_merged_cells(sheet, columns, counts)
    if not columns.names_seats:
        read_row_list(sheet, columns, hall, counts)
        return
    if not is_own:
        _split_label_column(sheet, columns, counts)
        _drop_words(sheet, columns, counts)
        _drop_row_prefix(sheet, columns, counts)
    section, level = _names_of_sheet(sheet, columns, is_one_of_many)
    if section or level:
        counts.inferred.add("The name of the sheet is the name of the section or level.", sheet.name)
    before = len(hall.seats)
    hall.candidates = (hall.candidates or 0) + lines
    hall.candidate_kind = "lines"
    reader = SeatLines(sheet, columns, hall, counts, section=section, level=level, is_own=is_own)
    reader.read()
    hall.candidates_left_out = (hall.candidates_left_out or 0) + lines - others - reader.lines_taken
    if len(hall.seats) > FOUND_SEATS_MAX:
        raise UnreadableFile(f"The file has more than {FOUND_SEATS_MAX:,} seats.")
    taken = len(hall.seats) - before
    if taken:
        seat = hall.seats[before]
        example = " ".join(filter(None, (seat.section, seat.row, seat.name)))
        counts.taken.add("Seats were read from lines.", example, taken)


def _name_hall(sheet: Sheet, columns: TableColumns, hall: FoundHall, *, is_one_of_many: bool) -> None:
    """A column of halls is the section where nothing else is. Else, one that is the same in all lines is the
    name of the hall, as one of venues is."""
    places = columns.places
    if "hall" in places and "section" not in places and not is_one_of_many:
        places["section"] = places.pop("hall")
    at = places.get("hall", places.get("venue"))
    if at is None:
        return
    names = {row[at] for row in sheet.rows[columns.first_row :] if at < len(row) and row[at]}
    named = [name for name in names if not names_only(name, "totals")]
    hall.name = named[0] if len(named) == 1 else hall.name


def _report_columns(sheet: Sheet, columns: TableColumns, counts: ImportCounts) -> None:
    """Names each column that is used, guessed or not used, with the number of its cells."""
    fields = {index: field for field, index in columns.places.items()}
    lines = sheet.rows[columns.first_row :]
    for index in range(max(map(len, lines), default=0)):
        cells = [row[index] for row in lines if index < len(row) and row[index]]
        header = columns.headers[index] if index < len(columns.headers) else ""
        called = f"Column {header or index + 1!r}"
        if not cells:
            continue
        if index in columns.remarks:
            counts.inferred.add(f"{called} names properties of seats.", cells[0], len(cells))
        elif index not in fields:
            counts.left_out.add(f"{called} is not used.", cells[0], len(cells))
        elif fields[index] in columns.guessed:
            counts.inferred.add(f"{called} looks like the {fields[index]}.", cells[0], len(cells))
        else:
            counts.taken.add(f"{called} is the {fields[index]}.", cells[0], len(cells))


def _fill_merged_cells(sheet: Sheet, columns: TableColumns, counts: ImportCounts) -> None:
    """Copies the text of merged cells into each line. In CSV, such cells are blank below the first."""
    budget = CELLS_MAX
    for top, left, bottom, _ in sheet.merges:
        rows = sheet.rows[max(top, columns.first_row) : bottom + 1]
        budget -= len(rows)
        if budget < 0 or len(rows) < 2 or left >= len(rows[0]) or not rows[0][left]:
            continue
        for row in filter(any, rows[1:]):
            row += [""] * (left + 1 - len(row))
            row[left] = row[left] or rows[0][left]
        counts.inferred.add(
            "The text of merged cells counts for all their lines.", rows[0][left], len(rows) - 1
        )
    for field in _TITLE_FIELDS if columns.names_seats else ():
        if (index := columns.places.get(field)) is not None:
            _fill_down(sheet.rows[columns.first_row :], index, counts)


def _fill_down(rows: list[list[str]], index: int, counts: ImportCounts) -> None:
    """Fills blanks below a text, if the texts of the column look like titles of the lines below."""
    lines = [row for row in rows if any(row) and index < len(row)]
    texts = [row[index] for row in lines if row[index]]
    is_titled = lines and lines[0][index] and len(texts) * 3 <= len(lines) * 2
    if not is_titled or any(a == b for a, b in pairwise(texts)):
        return
    above = ""
    for row in lines:
        above = row[index] or above
        row[index] = above
    counts.inferred.add("A blank cell below a text means the same text.", texts[0], len(lines) - len(texts))


def _take_rows_of_labels(sheet: Sheet, columns: TableColumns) -> None:
    """Where labels name rows and seats, a header of several meanings is no row: 'rang' is the category."""
    places = columns.places
    if "label" not in places or "seat" in places or not columns.has_other_meanings("row"):
        return
    lines = sheet.rows[columns.first_row :]
    labels = {row[places["label"]] for row in lines if places["label"] < len(row)} - {""}
    if split_labels(labels):
        places.setdefault("category", places.pop("row"))


def _split_label_column(sheet: Sheet, columns: TableColumns, counts: ImportCounts) -> None:
    """Splits texts that name row and seat, where no column has the row, into columns of their own."""
    places = columns.places
    source = "label" if "label" in places and "seat" not in places else "seat"
    if "row" in places or source not in places:
        return
    index = places[source]
    lines = [row for row in sheet.rows[columns.first_row :] if index < len(row) and row[index]]
    labels = {row[index] for row in lines}
    parts = split_labels(labels) or split_most_labels(labels)
    if parts is None:
        places.setdefault("seat", places.pop(source))
        return
    width = max(map(len, sheet.rows))
    for row in lines:
        label = parts[row[index]]
        row += [""] * (width - len(row)) + [label.section, label.row, label.seat]
    places["row"], places["seat"] = width + 1, width + 2
    if "section" not in places and any(label.section for label in parts.values()):
        places["section"] = width
    kept = [text for text, label in parts.items() if not label.row]
    if kept:
        counts.inferred.add("Texts that name no row were kept as names of seats.", kept[0], len(kept))
    text, label = next((text, label) for text, label in parts.items() if label.row)
    shown = f"{text} is " + ", ".join(filter(None, (label.section, f"row {label.row}", f"seat {label.seat}")))
    counts.inferred.add("Texts that name a row and a seat were split.", shown, len(lines))


def _drop_words(sheet: Sheet, columns: TableColumns, counts: ImportCounts) -> None:
    """Takes words such as 'Row' from the names of a column, in each section in which every name has one."""
    places = columns.places
    around = [places[field] for field in _SECTION_FIELDS if field in places]
    for field in _PARTS_WITH_WORDS:
        index = places.get(field)
        if index is None:
            continue
        sections: dict[tuple[str, ...], list[list[str]]] = defaultdict(list)
        for row in sheet.rows[columns.first_row :]:
            if index < len(row) and row[index]:
                sections[tuple(row[at] if at < len(row) else "" for at in around)].append(row)
        for lines in sections.values():
            short = without_words({row[index] for row in lines}, field)
            if short is None:
                continue
            counts.inferred.add("A word before each name was dropped.", lines[0][index], len(lines))
            for row in lines:
                row[index] = short[row[index]]


def _drop_row_prefix(sheet: Sheet, columns: TableColumns, counts: ImportCounts) -> None:
    """Seats A1, A2 of row A are 1, 2, if every seat of the sheet begins with the letters of its row."""
    row_at, seat_at = columns.places.get("row"), columns.places.get("seat")
    if row_at is None or seat_at is None:
        return
    lines = [
        row for row in sheet.rows[columns.first_row :] if len(row) > max(row_at, seat_at) and row[seat_at]
    ]
    named = [(row[row_at], row[seat_at]) for row in lines]
    if not all(row.isalpha() and _is_prefixed(row, seat) for row, seat in named) or not named:
        return
    counts.inferred.add("The row before the number of each seat was dropped.", named[0][1], len(named))
    for row in lines:
        row[seat_at] = row[seat_at][len(row[row_at]) :].lstrip(" -._/")


def _is_prefixed(row: str, seat: str) -> bool:
    return seat.startswith(row) and seat[len(row) :].lstrip(" -._/")[:1].isdigit()


def _names_of_sheet(sheet: Sheet, columns: TableColumns, is_one_of_many: bool) -> tuple[str, str]:
    """The section and the level that the name of a sheet stands for."""
    if not sheet.name or _DEFAULT_SHEET_NAME.fullmatch(sheet.name):
        return "", ""
    if "section" not in columns.places:
        return (sheet.name, "") if is_one_of_many else ("", "")
    return ("", sheet.name) if is_one_of_many and "level" not in columns.places else ("", "")


def _drop_counted_sections(hall: FoundHall, counts: ImportCounts) -> None:
    """A line that only counts the seats of a section, which are listed elsewhere, is no standing area."""
    sections = {seat.section.casefold() for seat in hall.seats if seat.section}
    areas, hall.areas = hall.areas, []
    for area in areas:
        if area.kind == "standing" and area.name.casefold() in sections:
            counts.left_out.add("Lines count the seats of a section.", area.name)
            hall.candidates_left_out = (hall.candidates_left_out or 0) + 1
        else:
            hall.areas.append(area)


def _set_axes(hall: FoundHall, lists: list[tuple[Sheet, TableColumns]], counts: ImportCounts) -> None:
    """A header may say where y grows. Else, a list in metres or with heights was measured, and y probably
    points up; another one is drawn, and y points down. Seats that are about half a unit apart were measured
    in metres, too: pixels are smaller. What speaks against it is weighed when the hall has its front."""
    placed = sum(seat.x is not None for seat in hall.seats)
    if not placed:
        return
    found = [columns for _, columns in lists]
    hall.metres_per_unit = next((each.metres_per_unit for each in found if each.metres_per_unit), None)
    stated = [each.is_y_down for each in found if each.is_y_down is not None]
    if stated:
        hall.is_y_down = stated[0]
        counts.taken.add(
            f"y grows {'downwards' if stated[0] else 'upwards'}, as its header says.", count=placed
        )
        return
    is_measured = hall.metres_per_unit is not None or any("z" in each.places for each in found)
    hall.is_y_stated = hall.is_export
    hall.sides_sure = _SURE_OF_MEASURED if is_measured else _SURE_OF_DRAWN
    hall.is_y_down = not is_measured
    pitch = _pitch(hall) if hall.is_y_down else None
    if pitch is not None and PITCH_M_MIN <= pitch <= PITCH_M_MAX:
        hall.is_y_down = False
        hall.sides_sure = _SURE_OF_MEASURED
        reason = f"seats are {pitch:.3g} units apart, as they are in metres"
    else:
        reason = "the file has no unit" if hall.is_y_down else "places have a unit or a height"
    direction = "towards the bottom of" if hall.is_y_down else "upwards on"
    hall.y_sentence = f"y grows {direction} the page, for {reason}."
    counts.inferred.add(hall.y_sentence, count=placed)


def _pitch(hall: FoundHall) -> float | None:
    points = [None if seat.x is None or seat.y is None else PlanPoint(seat.x, seat.y) for seat in hall.seats]
    return seat_pitch(hall.seats, points)


_SEAT_FIELDS: tuple[Field, ...] = ("seat", "seats", "firstSeat", "label", "capacity")
_SECTION_FIELDS: tuple[Field, ...] = ("level", "section")
_PARTS_WITH_WORDS: tuple[SeatPart, ...] = ("row", "seat")
_TITLE_FIELDS: tuple[Field, ...] = ("level", "section", "row")
_DEFAULT_SHEET_NAME = re.compile(
    r"(?:sheet|tabelle|feuil|feuille|hoja|foglio|blad|planilha|folha|seats|worksheet)[\s_]?[0-9]*",
    re.IGNORECASE,
)
