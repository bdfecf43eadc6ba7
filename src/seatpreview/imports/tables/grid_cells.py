"""The cells of a drawn sheet: seats, names of rows, marks of wheelchair spaces, words for the stage."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from string import ascii_letters

import msgspec

from seatpreview.imports.tables.cell_values import is_sum
from seatpreview.imports.words.field_words import field_of
from seatpreview.imports.words.plan_words import names_only
from seatpreview.imports.words.property_words import properties_in
from seatpreview.imports.words.worded_places import without_word
from seatpreview.labels.text.general_words import is_letter
from seatpreview.labels.text.scripts import is_glued


class GridCell(msgspec.Struct, kw_only=True, gc=False):
    """A cell that is a seat."""

    column: int
    text: str
    name: str
    row: str = ""
    """The row, if the cell names it."""
    is_wheelchair: bool = False


class GridLine(msgspec.Struct, kw_only=True):
    """A line of the sheet that has seats."""

    cells: list[GridCell]
    labels: list[tuple[int, str]]
    """The names of rows in the line, with their columns."""
    unread: list[str]
    """Texts that are neither seats nor names of rows."""

    def rows_by_column(self) -> dict[int, str]:
        """The row of each seat. One that does not name it has the label that is nearest to the seats that it
        touches: a label of the block beside is farther, even from the last of them."""
        found = {cell.column: cell.row for cell in self.cells}
        names = {name for _, name in self.labels}
        for run in runs([cell.column for cell in self.cells]):
            row = min(names, default="")
            if len(names) > 1:
                row = min(self.labels, key=lambda label: max(run[0] - label[0], label[0] - run[-1]))[1]
            found |= {column: found[column] or row for column in run}
        return found


def runs(columns: Sequence[int]) -> list[list[int]]:
    """Columns that touch each other, in order."""
    found: list[list[int]] = []
    for column in columns:
        if found and column == found[-1][-1] + 1:
            found[-1].append(column)
        else:
            found.append([column])
    return found


def numbered_cells(row: Sequence[str]) -> int:
    """How many cells of a line continue the count of the cell before: 1, 2, 3 or 21, 19, 17; or are marks."""
    numbers = [int(found) for cell in row if cell and (found := number_of(cell))]
    steps = [after - before for before, after in pairwise(numbers)]
    counted = sum(step in (-2, -1, 1, 2) for step in steps)
    marks = [cell for cell in row if cell.casefold() in _SEAT_MARKS]
    return counted + 1 if counted else len(marks)


def number_of(text: str) -> str:
    """The number of a seat that a cell names: '12' of 'A12', '12' and '12番'. Empty if it names none."""
    found = _SEAT.fullmatch(text) or (_SEAT.fullmatch(without_word(text, "seat")) if text else None)
    return found[2] if found else ""


def label_columns(rows: Sequence[Sequence[str]]) -> frozenset[int]:
    """The columns that hold names of rows: mostly letters, or numbers at an edge that count the lines."""
    lines = [row for row in rows if numbered_cells(row) >= 2]
    width = max(map(len, lines), default=0)
    columns = [[row[index] if index < len(row) else "" for row in lines] for index in range(width)]
    lettered = frozenset(index for index, column in enumerate(columns) if _is_lettered(column))
    if lettered:
        return lettered
    filled = [index for index, column in enumerate(columns) if any(column)]
    edges = {filled[0], filled[-1]} if filled else set()
    return frozenset(index for index in edges if _counts_rows(columns, index, _beside(filled, index)))


def count_columns(rows: Sequence[Sequence[str]], labels: frozenset[int]) -> frozenset[int]:
    """The columns at an edge in which each line says how many seats it has, and those under a word for sums.
    They are no seats."""
    summed = {
        column
        for line, row in enumerate(rows)
        for column, text in enumerate(row)
        if column not in labels and text.strip(".:").isalpha() and names_only(text, "totals")
        if numbered_cells(row) >= 2 or _numbers_below(rows, line, column) >= 2
    }
    lines = [_seat_cells(row, labels) for row in rows if numbered_cells(row) >= 2]
    sides = (lines, [line[::-1] for line in lines])
    counted = {side[0][0].column for side in sides if len(side) > 1 and _begin_with_counts(side)}
    return frozenset(summed | counted)


def _numbers_below(rows: Sequence[Sequence[str]], line: int, column: int) -> int:
    """How many cells below a text are numbers, up to the next text."""
    cells = [row[column] for row in rows[line + 1 :] if column < len(row) and row[column]]
    return next((at for at, cell in enumerate(cells) if not cell.isdecimal()), len(cells))


def heading_line(rows: Sequence[Sequence[str]], labels: frozenset[int]) -> int | None:
    """The index of a line of numbers that heads the columns: it says 'Row' where others name their row, or it
    is the only one with numbers above lines of marks."""
    lines = [index for index, row in enumerate(rows) if numbered_cells(row) >= 2]
    if len(lines) < 2:
        return None
    first = lines[0]
    if any(column < len(rows[first]) and field_of(rows[first][column]) in _HEADINGS for column in labels):
        return first
    numbered = [index for index in lines if any(map(number_of, rows[index]))]
    return first if numbered == [first] else None


def grid_line(
    row: Sequence[str],
    labels: frozenset[int],
    headings: Mapping[int, str] | None = None,
    counts: frozenset[int] = frozenset(),
    wheelchair_letters: frozenset[str] = frozenset(),
) -> GridLine | None:
    """The seats and labels of a line; None if it has no seats. Headings are numbers for columns of marks."""
    if is_sum(row) or _is_in_legend(row):
        return None
    labels = labels_of_line(row, labels)
    cells: list[GridCell] = []
    unread: list[str] = []
    for column, text in enumerate(row):
        if not text or column in labels or column in counts:
            continue
        cell = _seat_cell(column, text)
        if cell:
            cells.append(cell)
        else:
            unread.append(text)
    if not cells or (len(unread) > len(cells)) or all(cell.is_wheelchair for cell in cells):
        return None
    _name_marks(cells, headings or {})
    _share_letter(cells)
    named = [(column, _row_name(row[column])) for column in sorted(labels)]
    if named:
        _keep_letters(cells, {name for _, name in named}, wheelchair_letters)
    return GridLine(cells=cells, labels=named, unread=unread)


def labels_of_line(row: Sequence[str], labels: frozenset[int]) -> frozenset[int]:
    """The columns in which a line names its row. Another block of the sheet may have its names in other
    columns: beside a name, a number that continues the seats beside it is a seat."""
    filled = frozenset(column for column in labels if column < len(row) and row[column])
    named = frozenset(column for column in filled if is_row_name(row[column]))
    if not named:
        return filled
    return named | {column for column in filled - named if not _continues_beside(row, column)}


def _continues_beside(row: Sequence[str], column: int) -> bool:
    number = number_of(row[column])
    beside = [row[at] for at in (column - 1, column + 1) if 0 <= at < len(row)]
    others = [int(found) for text in beside if (found := number_of(text))]
    return bool(number) and any(abs(int(number) - other) in (1, 2) for other in others)


def wheelchair_letters(rows: Sequence[Sequence[str]]) -> frozenset[str]:
    """The letters before numbers that a legend explains as wheelchair spaces: 'R1 | wheelchair space'."""
    found: set[str] = set()
    for row in rows:
        filled = [cell for cell in row if cell]
        seat = _SEAT.fullmatch(filled[0]) if len(filled) == 2 else None
        if seat and seat[1] and "wheelchair" in properties_in(filled[1].partition("(")[0]):
            found.add(seat[1].casefold())
    return frozenset(found)


def _keep_letters(cells: list[GridCell], names: set[str], wheelchairs: frozenset[str]) -> None:
    """Letters before some numbers of a run belong to the seats where the line names its row: 'R1 R2 3 4'."""
    by_column = {cell.column: cell for cell in cells}
    for run in runs([*by_column]):
        if all(by_column[column].row for column in run):
            continue
        for cell in (by_column[column] for column in run):
            if cell.row and cell.row not in names:
                is_marked = cell.row.casefold() in wheelchairs | _WHEELCHAIR_MARKS
                cell.is_wheelchair = cell.is_wheelchair or is_marked
                cell.name, cell.row = f"{cell.row}{cell.name}", ""


def _is_in_legend(row: Sequence[str]) -> bool:
    """Whether a line says what marks mean, and has no number: '■ | reserved'."""
    filled = [cell for cell in row if cell]
    marks = [cell for cell in filled if cell.casefold() in _SEAT_MARKS | _WHEELCHAIR_MARKS]
    words = [cell for cell in filled if _is_word(cell)]
    if any(names_only(cell, "legends") for cell in words):
        return True
    return bool(words) and len(marks) + len(words) == len(filled) and len(marks) <= len(words)


def _is_word(text: str) -> bool:
    letters = sum(map(str.isalpha, text))
    return letters >= _LETTERS_OF_A_WORD or (letters > 1 and is_glued(text[0]))


def _is_lettered(column: list[str]) -> bool:
    filled = [cell for cell in column if cell]
    named = [cell for cell in filled if is_row_name(cell)]
    return len(named) * 3 > len(filled) * 2 and len(set(named)) * 2 > len(named)


def _beside(filled: list[int], index: int) -> int:
    """The filled column next to the first or last one."""
    return filled[1 if index == filled[0] else -2] if len(filled) > 1 else index


def _counts_rows(columns: list[list[str]], index: int, beside_index: int) -> bool:
    """Whether the numbers of an edge column count lines, and do not continue the seats beside them."""
    numbers = [int(cell) if cell.isdecimal() and len(cell) < 4 else None for cell in columns[index]]
    steps = [b - a if a is not None and b is not None else 0 for a, b in pairwise(numbers)]
    if not steps or sum(abs(step) == 1 for step in steps) * 3 < len(steps) * 2:
        return False
    near = [
        abs(int(cell) - number)
        for cell, number in zip(columns[beside_index], numbers, strict=True)
        if number is not None and cell.isdecimal() and len(cell) < 5
    ]
    return sum(gap == 1 for gap in near) * 2 <= len(numbers)


def _seat_cells(row: Sequence[str], labels: frozenset[int]) -> list[GridCell]:
    found = [_seat_cell(column, text) for column, text in enumerate(row) if text and column not in labels]
    return [cell for cell in found if cell]


def _begin_with_counts(lines: Sequence[Sequence[GridCell]]) -> bool:
    """Whether the first cells of lines are a column of counts. Seat 3 of '3 2A 2 1' continues the others."""
    if any(len(line) < 2 or line[0].column != lines[0][0].column for line in lines):
        return False
    are_counts = all(line[0].text == str(len(line) - 1) for line in lines)
    return are_counts and not all(_is_counted_on(line[1], line[0]) for line in lines)


def _is_counted_on(one: GridCell, other: GridCell) -> bool:
    numbers = [int(digits) for cell in (one, other) if (digits := cell.name.rstrip(ascii_letters))]
    return len(numbers) == 2 and abs(numbers[0] - numbers[1]) in (1, 2)


def _seat_cell(column: int, text: str) -> GridCell | None:
    if text.casefold() in _WHEELCHAIR_MARKS:
        return GridCell(column=column, text=text, name="", is_wheelchair=True)
    if text.casefold() in _SEAT_MARKS:
        return GridCell(column=column, text=text, name="")
    plain = _without_wheelchair(text)
    found = _SEAT.fullmatch(plain) or _SEAT.fullmatch(without_word(plain, "seat"))
    if not found:
        return None
    name = f"{found[2]}{found[3]}"
    return GridCell(column=column, text=text, name=name, row=found[1], is_wheelchair=plain != text)


def _without_wheelchair(text: str) -> str:
    """The seat of '♿12', '12 ♿' or 'WC 12'; the text itself if it has no mark of a wheelchair space."""
    parts = text.replace("♿", " ♿ ").split()
    kept = [part for part in parts if part.casefold() not in _WHEELCHAIR_MARKS]
    return " ".join(kept) if 0 < len(kept) < len(parts) else text


def _name_marks(cells: list[GridCell], headings: Mapping[int, str]) -> None:
    """Names seats that are marks: by the heading of their column, by the number that lacks between their
    neighbours, or, in a line without any number, from left to right."""
    is_numbered = any(cell.name for cell in cells)
    for number, cell in enumerate(cells, start=1):
        if cell.name:
            continue
        between = _number_between(cells, number - 1) if is_numbered else str(number)
        cell.name = headings.get(cell.column) or between


def _number_between(cells: list[GridCell], at: int) -> str:
    """The number that lacks between two neighbours with names, such as 3 between 2 and 4, or 2 and _ 5."""
    end = next((index for index in range(at, len(cells)) if cells[index].name), 0)
    if not (at and end) or not (cells[at - 1].name.isdecimal() and cells[end].name.isdecimal()):
        return ""
    before, after = int(cells[at - 1].name), int(cells[end].name)
    step, rest = divmod(after - before, end - at + 1)
    return str(before + step) if not rest and abs(step) in (1, 2) else ""


def _share_letter(cells: list[GridCell]) -> None:
    """In '1A 2A 3A', the letter that all seats of the line share is the row."""
    letters = {cell.name[-1:] for cell in cells if cell.name}
    if len(cells) < 3 or len(letters) != 1 or not all(letter.isalpha() for letter in letters):
        return
    for cell in cells:
        if cell.name and not cell.row:
            cell.row, cell.name = cell.name[-1], cell.name[:-1]


def is_row_name(text: str) -> bool:
    is_lettered = _ROW_NAME.fullmatch(text) is not None and text.casefold() not in _SEAT_MARKS
    # Two letters of a script without spaces are a word.
    is_lettered = is_lettered and (not is_glued(text[0]) or is_letter(text))
    return is_lettered or _row_name(text) != text or _WORD_AND_NUMBER.fullmatch(text) is not None


def _row_name(text: str) -> str:
    """The name without 'Row' beside it, or a dot or colon behind it."""
    return without_word(text, "row").strip(" .:")


_SEAT = re.compile(r"([^\W\d_]{1,3}(?=[\s.-]?[0-9]))?[\s.-]?([0-9]{1,4})([^\W\d_]?|\+1)")
_ROW_NAME = re.compile(r"[^\W\d_]{1,3}[.:]?")
_WORD_AND_NUMBER = re.compile(r"[^\W\d_]{4,20}[ .]{1,2}\d{1,3}")
"""'Balcony 5' beside seats is the name of a row. No seat has so many letters."""
_LETTERS_OF_A_WORD = 3
_HEADINGS = frozenset({"row", "seat", "rowId"})
_WHEELCHAIR_MARKS = frozenset(
    {"w", "wc", "wh", "whc", "♿", "♿\ufe0f", "\ufe0f", "rs", "rolli", "pmr", "ada", "wch", "車"}
)
_SEAT_MARKS = frozenset(
    {"x", "o", "s", "■", "□", "●", "○", "█", "#", "*", "\u00d7", "✕", "\u3007", "◯", "△", "▲"}
)
