"""Which column of a list of seats holds what: by its header, else by its content."""

import re
from collections.abc import Sequence
from itertools import islice

import msgspec

from seatpreview.imports.model import ReadColumn
from seatpreview.imports.report_counts import EXAMPLE_CHARACTERS_MAX
from seatpreview.imports.tables.cell_values import expand_half, expand_seats, is_sum, parse_number
from seatpreview.imports.tables.header_lines import HEADER_SEARCH_LINES, find_header
from seatpreview.imports.tables.seat_labels import split_labels
from seatpreview.imports.tables.spreadsheet import Sheet
from seatpreview.imports.words.field_words import Field, has_other_meanings, is_coordinate
from seatpreview.imports.words.plan_words import words_of
from seatpreview.imports.words.property_words import properties_in
from seatpreview.labels.text.general_words import general_word
from seatpreview.labels.text.spelling import folded

SAMPLE_LINES = 5_000
SAMPLE_CELLS = 200_000
EXAMPLE_LINES = 5
COLUMNS_SHOWN_MAX = 100


class TableColumns(msgspec.Struct, kw_only=True):
    """The columns of a sheet."""

    places: dict[Field, int] = {}
    """The index of the column that holds a field."""
    headers: list[str] = []
    """The header of each column, with what its lines say together; empty if the sheet has no header."""
    last_header_line: list[str] = []
    """The lowest line of the header as it stands in the sheet: some lists repeat it."""
    header_row: int = 0
    """The index of the first line of the header."""
    first_row: int = 0
    """The index of the first row below the header."""
    guessed: list[Field] = []
    """The fields that were found by content."""
    remarks: list[int] = []
    """Columns without a field in which some texts name properties of seats."""
    metres_per_unit: float | None = None
    is_y_down: bool | None = None
    """None if the header does not say where y grows."""
    stated_sum: int | None = None
    """How many seats the list says that it has, in the last line that is a sum and has a single number."""
    has_odd_and_even: bool = False
    """Whether odd numbers and even ones had columns of their own."""

    def has_other_meanings(self, field: Field) -> bool:
        """Whether the header of a field may say something else: 'rang' is a row, a tier or a category."""
        at = self.places.get(field, len(self.headers))
        return at < len(self.headers) and has_other_meanings(self.headers[at])

    @property
    def names_seats(self) -> bool:
        return bool(self.places.keys() & _SEAT_FIELDS)

    @property
    def lists_seats(self) -> bool:
        """Whether seats are named, and not only counted."""
        return bool(self.places.keys() & (_SEAT_FIELDS - {"capacity"}))


def find_columns(sheet: Sheet) -> TableColumns | None:
    """The columns by the header of the sheet, completed by content; None if no line looks like a header."""
    header = find_header(sheet)
    if header is None:
        return None
    words = header.words
    columns = TableColumns(
        places={word.field: index for index, word in enumerate(words) if word},
        headers=header.texts,
        last_header_line=sheet.rows[header.end - 1],
        header_row=header.first_row,
        first_row=header.end,
        metres_per_unit=next((word.metres_per_unit for word in words if word and word.metres_per_unit), None),
        is_y_down=next((word.is_down for word in words if word and word.field == "y"), None),
    )
    _rename_lone_fields(columns.places)
    _take_ranges(sheet, columns)
    _take_odd_and_even(sheet, columns)
    if not columns.names_seats and "section" in columns.places:
        _take_free_ranges(sheet, columns)
    if not columns.names_seats and not _take_sections_side_by_side(sheet, columns):
        _guess(sheet, columns, wanted=("seat",))
    if not columns.names_seats and header.seat_column is not None:
        columns.places["seat"] = header.seat_column
    return columns


def guess_columns(sheet: Sheet) -> TableColumns | None:
    """The columns of a sheet without a header, by content; None if no column names seats."""
    columns = TableColumns(first_row=_first_line_of_numbers(sheet))
    _guess(sheet, columns, wanted=("seat", "row", "section", "level"))
    _guess_places(sheet, columns)
    return columns if columns.names_seats else None


def find_remarks(sheet: Sheet, columns: TableColumns) -> list[int]:
    """Returns the columns without a field that say of a few seats what they are: 'Reduced mobility'."""
    return [
        column.index
        for column in _free_columns(sheet, columns, share_min=0)
        if len(column.distinct) <= _REMARKS_MAX and any(map(properties_in, column.distinct))
    ]


def read_columns(sheet: Sheet, columns: TableColumns) -> list[ReadColumn]:
    """Returns the columns as a person checks them: with header, what each holds, and the first cells."""
    fields = {index: field for field, index in columns.places.items()}
    lines = list(islice((row for row in sheet.rows[columns.first_row :] if any(row)), EXAMPLE_LINES))
    width = max(map(len, (columns.headers, *lines)))
    return [
        ReadColumn(
            column=index,
            name=_shown(columns.headers, index),
            field=fields.get(index),
            examples=tuple(_shown(row, index) for row in lines),
        )
        for index in range(min(width, COLUMNS_SHOWN_MAX))
    ]


def _shown(row: Sequence[str], index: int) -> str:
    return row[index][:EXAMPLE_CHARACTERS_MAX] if index < len(row) else ""


def _first_line_of_numbers(sheet: Sheet) -> int:
    """The index of the first row with a digit near the top. Rows above it are a header or titles."""
    for index, row in enumerate(sheet.rows[:HEADER_SEARCH_LINES]):
        if any(map(_has_digit, row)) and sum(map(bool, row)) > 1:
            return index
    return 0


def _rename_lone_fields(places: dict[Field, int]) -> None:
    """A name or id of a section or row is the section or row where there is no other column for it."""
    for field, lone in _LONE_FIELDS:
        if field not in places and lone in places:
            places[field] = places.pop(lone)
    if "label" not in places and "row" in places and "seat" not in places and "seats" in places:
        return
    if "firstSeat" in places and "lastSeat" not in places:
        places.setdefault("seat", places.pop("firstSeat"))


def _take_ranges(sheet: Sheet, columns: TableColumns) -> None:
    """A column of ranges such as '1-20' has the seats, whatever its header says: 'Plätze', beside 'Nº'."""
    places = columns.places
    for field in ("seats", "capacity"):
        at = places.get(field)
        if at is None or not _are_ranges(sheet, columns, at):
            continue
        if "seat" in places and not _are_ranges(sheet, columns, places["seat"]):
            counted = places.pop("seat")
            places.pop(field)
            places.setdefault("capacity", counted)
        else:
            places.pop(field)
        places["seats"] = at
        return


def _take_odd_and_even(sheet: Sheet, columns: TableColumns) -> None:
    """Reads a column of odd numbers and one of even numbers as one of seats: '1-17' and '2-18' are seats 1
    to 18."""
    taken = {*columns.places.values()}
    found: dict[str, int] = {}
    for at, header in enumerate(columns.headers):
        words = [general_word(folded(word)).directions for word in words_of(header[:_HEADER_CHARACTERS_MAX])]
        sides = {side for side in _PARITIES if any(side in directions for directions in words)}
        if at not in taken and len(sides) == 1:
            found.setdefault(sides.pop(), at)
    if columns.lists_seats or len(found) < len(_PARITIES):
        return
    odd, even = found["odd"], found["even"]
    # The columns of a sheet may be looked for twice: then the even numbers stand in the first column already.
    is_joined = not any(row[even] for row in sheet.rows[columns.first_row :] if even < len(row))
    if not _are_ranges(sheet, columns, odd) or not (is_joined or _are_ranges(sheet, columns, even)):
        return
    for row in sheet.rows[columns.first_row :]:
        if not is_sum(row):
            row += [""] * (max(odd, even) + 1 - len(row))
            seats = expand_half(row[odd], 1) + expand_half(row[even], 0)
            whole = expand_seats(row[odd] or row[even]) or []
            if not (row[odd] and row[even]) and str(len(whole)) in row:
                # A box with one range for both columns, as the sum beside it says.
                seats = whole
            row[odd] = ",".join(seats)
            row[even] = ""
    columns.places["seats"] = odd
    columns.headers[odd] = f"{columns.headers[odd]}, {columns.headers[even]}"
    columns.has_odd_and_even = True


def _take_free_ranges(sheet: Sheet, columns: TableColumns) -> None:
    """Reads columns of ranges, such as '1-8' and '9-16', as the seats of a row, whatever their headers say. A
    number beside them is their sum, and no seat."""
    taken = {*columns.places.values()}
    free = [at for at in range(len(columns.headers)) if at not in taken and _are_ranges(sheet, columns, at)]
    if not free:
        return
    for row in sheet.rows[columns.first_row :] if len(free) > 1 else ():
        if not is_sum(row):
            row += [""] * (max(free) + 1 - len(row))
            row[free[0]] = ",".join(filter(None, (row[at] for at in free)))
            for at in free[1:]:
                row[at] = ""
    columns.headers[free[0]] = ", ".join(columns.headers[at] for at in free)
    columns.places["seats"] = free[0]


def _take_sections_side_by_side(sheet: Sheet, columns: TableColumns) -> bool:
    """Reads a list of rows with a column of ranges for each section: the lines are written anew, one for each
    section and row. Returns whether the list is one."""
    row_at = columns.places.get("row")
    if row_at is None or "section" in columns.places:
        return False
    named = [at for at, header in enumerate(columns.headers) if header and at != row_at]
    sections = [at for at in named if _are_ranges(sheet, columns, at)]
    if len(sections) < 2:
        if sections:
            columns.places["seats"] = sections[0]
        return bool(sections)
    lines = sheet.rows[columns.first_row :]
    sheet.rows[columns.first_row :] = [
        [columns.headers[at], line[row_at], line[at]]
        for line in lines
        for at in sections
        if max(at, row_at) < len(line) and line[at] and not is_sum(line)
    ]
    sheet.merges = ()
    columns.places = {"section": 0, "row": 1, "seats": 2}
    columns.headers = columns.last_header_line = ["section", "row", "seats"]
    return True


def _are_ranges(sheet: Sheet, columns: TableColumns, at: int) -> bool:
    """Whether most cells of a column name several seats."""
    sample = sheet.rows[columns.first_row : columns.first_row + SAMPLE_LINES]
    cells = [row[at] for row in sample if at < len(row) and row[at] and not is_sum(row)]
    return bool(cells) and sum(expand_seats(cell) is not None for cell in cells) * 2 > len(cells)


class _Column(msgspec.Struct):
    index: int
    values: list[str]
    """The cells that are not blank, in order."""

    @property
    def distinct(self) -> set[str]:
        return set(self.values)

    @property
    def change_rate(self) -> float:
        changes = sum(a != b for a, b in zip(self.values, self.values[1:], strict=False))
        return round(changes / len(self.values), 3)

    @property
    def is_short(self) -> bool:
        return all(_SHORT_NAME.fullmatch(value) for value in self.distinct)

    @property
    def has_fractions(self) -> bool:
        numbers = [parse_number(value, has_decimal_comma=True) for value in self.distinct]
        fractions = [number for number in numbers if number is not None and not number.is_integer()]
        return None not in numbers and len(fractions) * 5 >= len(numbers)


def _free_columns(sheet: Sheet, columns: TableColumns, share_min: float = 0.5) -> list[_Column]:
    """Columns without a field in which at least half of the sampled lines have a text, or another share."""
    sample = sheet.rows[columns.first_row : columns.first_row + SAMPLE_LINES]
    widest = max(map(len, sample), default=1)
    lines = [row for row in sample[: max(50, SAMPLE_CELLS // max(1, widest))] if any(row)]
    taken = set(columns.places.values())
    width = max(map(len, lines), default=0)
    free = [
        _Column(index, [row[index] for row in lines if index < len(row) and row[index]])
        for index in range(width)
        if index not in taken
    ]
    return [column for column in free if len(column.values) >= share_min * len(lines) and column.values]


def _guess(sheet: Sheet, columns: TableColumns, wanted: tuple[Field, ...]) -> None:
    """Gives fields to free columns: a seat's name changes from line to line, a row's name less often."""
    coordinates = {index for index, header in enumerate(columns.headers) if is_coordinate(header)}
    free = [
        column
        for column in _free_columns(sheet, columns)
        if column.index not in coordinates and not column.has_fractions
    ]
    if _guess_label(free, columns):
        return
    names = sorted(
        (column for column in free if column.is_short), key=lambda column: (column.change_rate, column.index)
    )
    seats = [column for column in names if any(map(_has_digit, column.distinct))]
    if not seats or "seat" not in wanted:
        return
    _give(columns, "seat", seats[-1])
    names.remove(seats[-1])
    texts = [column for column in free if not column.is_short and _is_text(column)]
    texts.sort(key=lambda column: -len(column.distinct))
    for field in wanted[1:]:
        source = names if names and (field == "row" or not texts) else texts
        if source and field not in columns.places:
            _give(columns, field, source.pop(-1 if source is names else 0))


def _guess_label(free: list[_Column], columns: TableColumns) -> bool:
    """A column in which each text names a row and a seat, where no other column can be the seat."""
    if "row" in columns.places:
        return False
    for column in free:
        is_label = len(column.distinct) * 2 > len(column.values) and split_labels(column.distinct)
        if is_label and (len(free) == 1 or any(map(_has_letter, column.distinct))):
            _give(columns, "label", column)
            return True
    return False


def _guess_places(sheet: Sheet, columns: TableColumns) -> None:
    floats = [column for column in _free_columns(sheet, columns) if column.has_fractions]
    if len(floats) < 2:
        return
    for field, column in zip(_AXES, floats, strict=False):
        _give(columns, field, column)


def _give(columns: TableColumns, field: Field, column: _Column) -> None:
    columns.places[field] = column.index
    columns.guessed.append(field)


def _is_text(column: _Column) -> bool:
    return len(column.distinct) <= max(50, len(column.values) // 5) and any(map(_has_letter, column.distinct))


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _has_letter(text: str) -> bool:
    return any(map(str.isalpha, text))


_REMARKS_MAX = 20
_PARITIES = ("odd", "even")
_HEADER_CHARACTERS_MAX = 100
_AXES: tuple[Field, ...] = ("x", "y", "z")
_SEAT_FIELDS = frozenset({"seat", "seats", "label", "capacity", "firstSeat"})
_LONE_FIELDS: tuple[tuple[Field, Field], ...] = (("section", "sectionName"), ("row", "rowId"))
_SHORT_NAME = re.compile(r"[A-Za-z]{0,3}[ -]?[0-9]{0,4}[A-Za-z]{0,2}")
