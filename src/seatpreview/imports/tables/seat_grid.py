"""Sheets that are drawn: each cell is a seat, blank cells are aisles."""

import re
from collections.abc import Sequence

import msgspec

from seatpreview.imports.model import FOUND_SEATS_MAX, FoundArea, FoundHall, FoundSeat, UnreadableFile
from seatpreview.imports.report_counts import ImportCounts
from seatpreview.imports.tables.grid_boxes import GridBox, take_boxes
from seatpreview.imports.tables.grid_cells import (
    GridLine,
    count_columns,
    grid_line,
    heading_line,
    label_columns,
    labels_of_line,
    number_of,
    numbered_cells,
    wheelchair_letters,
)
from seatpreview.imports.tables.grid_sections import GridTitles
from seatpreview.imports.tables.spreadsheet import Sheet, Spreadsheet
from seatpreview.imports.tables.sums_and_notes import drawn_sums_and_prices
from seatpreview.imports.tables.table_columns import find_columns
from seatpreview.imports.words.focus_words import is_focus_text

ROW_DEPTH = 1.6
"""How many times deeper a row is than a seat is wide: 0.9 m against 0.55 m."""
SAMPLE_LINES = 2_000
SAMPLE_CELLS = 200_000
TURNED_CELLS_MAX = 4_000_000
_NUMBERED_MIN = 3
"""A line with as many cells that continue each other's count may be a row of seats."""
_CAPACITY = re.compile(r"([^0-9][^-\u2013:,(0-9]*+)[-\u2013:,(][^0-9]*+([0-9]{1,6})[^0-9]*+")
"""'Standing - capacity 80'."""
SHEET_GAP = 4
"""Blank lines that are kept between the drawings of two sheets."""


def is_grid(sheets: Sequence[Sheet]) -> bool:
    """Whether most lines of a sheet count seats from cell to cell, under no header of a list."""
    return any(map(_is_grid_sheet, sheets))


def read_grid(book: Spreadsheet) -> FoundHall:
    """Reads every sheet that is drawn. Raises `UnreadableFile` if none is."""
    hall = FoundHall(format="grid", inferred=list(book.inferred), left_out=list(book.left_out))
    hall.candidate_kind = "cells among the seats"
    counts = ImportCounts()
    drawn = [sheet for sheet in book.sheets if _is_grid_sheet(sheet)]
    if not drawn:
        raise UnreadableFile("No sheet of the file is a drawing of seats with a number in each cell.")
    for sheet in book.sheets:
        if sheet not in drawn and any(map(any, sheet.rows)):
            counts.left_out.add("Sheets that are not drawn were not read.", sheet.name)
    drawn = [_as_shown(sheet) for sheet in drawn]
    offset = 0.0
    is_up = _has_stage_below(drawn)
    for number, sheet in enumerate(drawn):
        height = (len(sheet.rows) + SHEET_GAP) * ROW_DEPTH
        offset -= height if is_up and number else 0
        _SheetReader(sheet, hall, counts, offset, is_one_of_many=len(drawn) > 1).read()
        offset += 0 if is_up else height
    _report(hall, counts)
    return hall


def _as_shown(sheet: Sheet) -> Sheet:
    """Returns a drawn sheet as people see it: where the first column is at the right, it is turned around."""
    if not sheet.is_right_to_left:
        return sheet
    width = max(map(len, sheet.rows), default=0)
    if width * len(sheet.rows) > TURNED_CELLS_MAX:
        raise UnreadableFile(f"A drawn sheet from right to left has more than {TURNED_CELLS_MAX:,} cells.")
    return msgspec.structs.replace(
        sheet,
        rows=[[*[""] * (width - len(row)), *reversed(row)] for row in sheet.rows],
        merges=tuple(
            (top, width - 1 - right, bottom, width - 1 - left)
            for top, left, bottom, right in sheet.merges
            if right < width
        ),
        is_right_to_left=False,
    )


def _has_stage_below(sheets: Sequence[Sheet]) -> bool:
    """Whether the first stage that is drawn is below the seats of its sheet: further levels are above."""
    for sheet in sheets:
        lines = [index for index, row in enumerate(sheet.rows) if numbered_cells(row) >= _NUMBERED_MIN]
        stages = [index for index, row in enumerate(sheet.rows) if any(map(is_focus_text, filter(None, row)))]
        if stages:
            return bool(lines) and stages[0] > lines[-1]
    return False


def _is_grid_sheet(sheet: Sheet) -> bool:
    sample = sheet.rows[:SAMPLE_LINES]
    widest = max(map(len, sample), default=1)
    lines = [row for row in sample[: max(50, SAMPLE_CELLS // max(1, widest))] if any(row)]
    counted = [(count, row) for row in lines if (count := numbered_cells(row)) >= _NUMBERED_MIN]
    numbered = [count for count, _ in counted]
    filled = sum(sum(map(bool, row)) for _, row in counted)
    # Titles, sums and legends have few cells.
    wide = sum(sum(map(bool, row)) >= _NUMBERED_MIN for row in lines)
    if not numbered or sum(numbered) * 2 < filled or len(numbered) * 3 < wide:
        return False
    columns = find_columns(sheet)
    return columns is None or len(columns.places.keys() - {*columns.guessed}) < 2


class _SheetReader:
    """Reads one drawn sheet into the hall."""

    def __init__(
        self, sheet: Sheet, hall: FoundHall, counts: ImportCounts, offset: float, *, is_one_of_many: bool
    ) -> None:
        self._sheet, self._hall, self._counts, self._offset = sheet, hall, counts, offset
        self._wheelchairs = wheelchair_letters(sheet.rows)
        self._boxes = take_boxes(sheet)
        self._labels = label_columns(sheet.rows)
        self._count_columns = count_columns(sheet.rows, self._labels)
        self._set_sums_aside()
        self._lines = self._read_lines()
        self._titles = GridTitles(sheet, self._lines, self._count_columns)
        self._level = sheet.name if is_one_of_many else ""

    def _set_sums_aside(self) -> None:
        rows = self._sheet.rows
        others = self._labels | self._count_columns
        for line, column in sorted(drawn_sums_and_prices(rows, others)):
            self._counts.left_out.add("Cells are sums or prices.", rows[line][column])
            self._hall.candidates = (self._hall.candidates or 0) + 1
            rows[line][column] = ""

    def _read_lines(self) -> list[GridLine | None]:
        rows = self._sheet.rows
        heading = heading_line(rows, self._labels)
        if heading is None:
            return [self._line(row) for row in rows]
        headings = {
            column: number for column, text in enumerate(rows[heading]) if (number := number_of(text))
        }
        self._counts.inferred.add("A line of numbers heads the columns.", " ".join(headings.values()))
        rows[heading] = []
        return [self._line(row, headings) for row in rows]

    def _line(self, row: list[str], headings: dict[int, str] | None = None) -> GridLine | None:
        return grid_line(row, self._labels, headings, self._count_columns, self._wheelchairs)

    def read(self) -> None:
        """Adds the seats and areas of the sheet."""
        for column in self._count_columns:
            cells = [row[column] for row in self._sheet.rows if column < len(row) and row[column]]
            self._counts.left_out.add("Cells that count the seats of their line.", cells[0], len(cells))
        self._hall.candidates = (self._hall.candidates or 0) + sum(
            map(self._candidates, range(len(self._lines)))
        )
        for index, line in enumerate(self._lines):
            if line:
                self._add_line(index, line)
        for index, column, text in self._titles.texts:
            self._add_text(index, column, text)
        for box in self._boxes:
            self._add_box(box)

    def _candidates(self, index: int) -> int:
        """How many cells of a line may be seats: all that are neither names of rows nor counts."""
        row = self._sheet.rows[index]
        others = labels_of_line(row, self._labels) | self._count_columns
        if self._lines[index] is None and numbered_cells(row) < _NUMBERED_MIN:
            return 0
        return sum(bool(text) and column not in others for column, text in enumerate(row))

    def _add_line(self, index: int, line: GridLine) -> None:
        rows = line.rows_by_column()
        for cell in line.cells:
            self._hall.seats.append(
                FoundSeat(
                    name=cell.name,
                    row=rows[cell.column],
                    section=self._titles.section_at(index, cell.column),
                    level=self._level,
                    part=f"{self._sheet.name}:{index + self._sheet.first_line}",
                    x=float(cell.column),
                    y=self._y(index),
                    properties=("wheelchair",) if cell.is_wheelchair else (),
                )
            )
            if cell.is_wheelchair:
                self._counts.inferred.add("Marked cells are wheelchair spaces.", cell.text)
        for text in line.unread:
            self._counts.left_out.add("Cells among the seats that are no seats.", text)
        if len(self._hall.seats) > FOUND_SEATS_MAX:
            raise UnreadableFile(f"The file has more than {FOUND_SEATS_MAX:,} seats.")

    def _add_box(self, box: GridBox) -> None:
        self._counts.inferred.add("Texts over a few seats beside the rows are boxes.", box.name)
        self._hall.candidates = (self._hall.candidates or 0) + len(box.seats)
        for index, column, name in box.seats:
            self._hall.seats.append(
                FoundSeat(
                    name=name,
                    section=box.name,
                    level=self._level,
                    part=f"{self._sheet.name}:{index + self._sheet.first_line}",
                    x=float(column),
                    y=self._y(index),
                )
            )

    def _add_text(self, index: int, column: int, text: str) -> None:
        top, left, bottom, right = self._titles.extent(index, column)
        if is_focus_text(text) and not any(area.kind == "stage" for area in self._hall.areas):
            corners = ((left - 0.5, top - 0.5), (right + 0.5, top - 0.5))
            opposite = ((right + 0.5, bottom + 0.5), (left - 0.5, bottom + 0.5))
            points = tuple((x, y * ROW_DEPTH + self._offset) for x, y in (*corners, *opposite))
            self._hall.areas.append(FoundArea(kind="stage", name=text, points=points, level=self._level))
            self._counts.taken.add("The stage is where a cell names it.", text)
            return
        if self._titles.is_standing_area(index, column, text):
            self._add_standing(text, (left - 0.5, top - 0.5, right + 0.5, bottom + 0.5))
            return
        point = ((left + right) / 2, (top + bottom) / 2 * ROW_DEPTH + self._offset)
        self._hall.areas.append(FoundArea(kind="text", name=text, points=(point,), level=self._level))
        self._counts.taken.add("Texts around the seats.", text)

    def _add_standing(self, text: str, extent: tuple[float, float, float, float]) -> None:
        """Adds the standing area that merged cells name, with the number beside its name as its capacity."""
        left, top, right, bottom = extent
        found = _CAPACITY.fullmatch(text)
        name, capacity = (found[1].rstrip(), int(found[2])) if found else (text, None)
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        points = tuple((x, y * ROW_DEPTH + self._offset) for x, y in corners)
        self._hall.areas.append(
            FoundArea(kind="standing", name=name, points=points, level=self._level, capacity=capacity)
        )
        self._counts.taken.add("Standing areas are where merged cells name them.", text)

    def _y(self, index: int) -> float:
        return index * ROW_DEPTH + self._offset


def _report(hall: FoundHall, counts: ImportCounts) -> None:
    if not hall.seats:
        raise UnreadableFile("No cell of the file is a seat.")
    first = hall.seats[0]
    shown = " ".join(filter(None, (first.section, first.row, first.name)))
    counts.taken.add("Cells with a number are seats.", shown, len(hall.seats))
    counts.inferred.add(
        "A line of cells is 1.6 times as deep as a cell is wide, as in most halls.", count=len(hall.seats)
    )
    sections = {seat.section for seat in hall.seats if seat.section}
    if sections:
        counts.inferred.add("Titles above seats are sections.", sorted(sections)[0], len(sections))
    unnamed = [seat for seat in hall.seats if not seat.row]
    if unnamed:
        counts.inferred.add("Seats stand in lines without a row name.", unnamed[0].part, len(unnamed))
    levels = {seat.level for seat in hall.seats if seat.level}
    if levels:
        counts.inferred.add(
            "Each sheet is a level, drawn below the one before.", sorted(levels)[0], len(levels)
        )
    counts.fill(hall)
