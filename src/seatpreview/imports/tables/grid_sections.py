"""Titles of a drawn sheet: texts above seats name the section of the block below them."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from seatpreview.imports.svg.areas import is_standing_text
from seatpreview.imports.tables.grid_cells import GridLine, runs
from seatpreview.imports.tables.spreadsheet import Sheet
from seatpreview.imports.tables.workbook import Merge
from seatpreview.imports.words.focus_words import is_focus_text
from seatpreview.imports.words.plan_words import begins_with, folded_text, names_only, plan_words, words_of

TITLE_LENGTH_MAX = 60
_LINES_TO_TITLE_MAX = 3
_DATE = re.compile(
    r"(?<!\d)\d{1,2}(?:\.\d{1,2}\.|/\d{1,2}/|-\d{1,2}-)(?:\d\d){1,2}(?!\d)|(?<!\d)\d{4}-\d\d-\d\d(?!\d)"
)
"""'As of 12.03.2024' says when the sheet was drawn, and names no section."""
_ARROWS = frozenset("\u2190\u2191\u2192\u2193\u21e6\u21e7\u21e8\u21e9\u21d0\u21d1\u21d2\u21d3")


class GridTitles:
    """The texts of a sheet that stand in lines without seats."""

    def __init__(self, sheet: Sheet, lines: Sequence[GridLine | None], counts: frozenset[int]) -> None:
        self._merges: dict[tuple[int, int], Merge] = {(merge[0], merge[1]): merge for merge in sheet.merges}
        self._lines, self._height = lines, len(lines)
        self._name, self._rows = sheet.name, sheet.rows
        self.texts = [
            (index, column, text)
            for index, row in enumerate(sheet.rows)
            if lines[index] is None
            for column, text in self._texts(index, row)
            if column not in counts
        ]
        """Every text in a line without seats: its row, its column and itself. Columns of counts have none."""
        self._above_stage = self._lines_above_stage()
        self._titles = self._titles_by_line()
        self._title_lines = sorted(self._titles)
        self._blocks = [self._find_blocks(index) for index in range(len(self._title_lines))]

    def _texts(self, index: int, row: Sequence[str]) -> Iterator[tuple[int, str]]:
        """The texts of a line. A word with one letter in each cell is one text: S, T, A, G, E."""
        filled = [(column, text) for column, text in enumerate(row) if text]
        word = "".join(text for _, text in filled)
        if len(filled) > 1 and len(word) == len(filled) and is_focus_text(word):
            self._merges[index, filled[0][0]] = (index, filled[0][0], index, filled[-1][0])
            filled = [(filled[0][0], word)]
        return iter(filled)

    def section_at(self, index: int, column: int) -> str:
        """The section of a seat: the nearest title in the last line of titles above it."""
        at = bisect_right(self._title_lines, index) - 1
        return self._blocks[at].get(column, "") if at >= 0 else ""

    def extent(self, index: int, column: int) -> Merge:
        """The cells that a text fills, cut to the sheet."""
        top, left, bottom, right = self._merges.get((index, column), (index, column, index, column))
        return top, left, min(bottom, self._height), min(right, 1_000)

    def is_standing_area(self, index: int, column: int, text: str) -> bool:
        """Whether a text names the cells that it is merged over. In a single line, 'Pit' may be a title."""
        top, _, bottom, _ = self.extent(index, column)
        return bottom > top and len(text) <= TITLE_LENGTH_MAX and is_standing_text(text)

    def _lines_above_stage(self) -> range:
        """The lines above a stage that is above all seats: what stands there is the title of the sheet."""
        first_seats = next((index for index, line in enumerate(self._lines) if line), 0)
        stages = [index for index, _, text in self.texts if index < first_seats and is_focus_text(text)]
        return range(max(stages, default=0))

    def _titles_by_line(self) -> dict[int, list[tuple[int, str]]]:
        """Titles by line. Of several lines of titles, the last one above seats counts."""
        found: dict[int, list[tuple[int, str]]] = {}
        for index, column, text in self.texts:
            is_area = self.is_standing_area(index, column, text)
            if not is_area and self._may_be_title(index, text) and self._has_seats_below(index):
                found.setdefault(index, []).append((column, text))
        for index, column, text in self.texts:
            if index not in found and self._may_be_title(index, text) and not self._has_seats_below(index):
                first = self._block_titled_below(index, found)
                if first is not None:
                    found.setdefault(first, [(column, text)])
        return found

    def _block_titled_below(self, index: int, titles: Mapping[int, object]) -> int | None:
        """The first line of the seats above a text, where it is their title: they are apart from those under
        the title above, and count their rows anew. So is a stand on the other side of the ice."""
        above = range(index - 1, max(index - 1 - _LINES_TO_TITLE_MAX, -1), -1)
        first = next((line for line in above if self._lines[line]), None)
        while first and self._lines[first - 1]:
            first -= 1
        start = max((line for line in titles if first is not None and line < first), default=None)
        if first is None or start is None:
            return None
        others = {row for line in self._lines[start:first] if line for row in line.rows_by_column().values()}
        own = {row for line in self._lines[first:index] if line for row in line.rows_by_column().values()}
        return first if others & own - {""} else None

    def _may_be_title(self, index: int, text: str) -> bool:
        is_named = len(text) <= TITLE_LENGTH_MAX and any(map(str.isalpha, text)) and not _DATE.search(text)
        is_other = is_focus_text(text) or _is_remark(text) or self._is_title_of_sheet(index, text)
        return is_named and not is_other and index not in self._above_stage

    def _is_title_of_sheet(self, index: int, text: str) -> bool:
        """Whether the first line of a sheet repeats the sheet's name among other words."""
        name, title = (re.sub(r"\s", "", folded_text(named)) for named in (self._name, text))
        return bool(name) and name != title and name in title and not any(map(any, self._rows[:index]))

    def _has_seats_below(self, index: int) -> bool:
        return any(line for line in self._lines[index + 1 : index + 4])

    def _find_blocks(self, at: int) -> dict[int, str]:
        """The title of each column, for the lines below one line of titles. Adjacent columns are a block, and
        a block has one title: the nearest."""
        start = self._title_lines[at]
        end = self._title_lines[at + 1] if at + 1 < len(self._title_lines) else self._height
        columns = sorted({cell.column for line in self._lines[start:end] if line for cell in line.cells})
        blocks = runs(columns)
        titles = [(self._middle(start, column), text) for column, text in self._titles[start]]
        rows = {block[0]: self._rows_of(block, start, end) for block in blocks}
        found: dict[int, str] = {}
        for block in blocks:
            middle = (block[0] + block[-1]) / 2
            own = titles
            if len(titles) > 1:
                own = [title for title in titles if _counts_for(title[0], block, blocks, rows)]
            text = min(own, key=lambda title: _distance(title[0], block, middle))[1] if own else ""
            if not own:
                group = [other for other in blocks if rows[other[0]] & rows[block[0]]]
                text = self._title_below(group, start, end)
            found.update(dict.fromkeys(block, text))
        return found

    def _rows_of(self, block: list[int], start: int, end: int) -> set[str]:
        """The names of the rows that a block of columns has."""
        lines = [line for line in self._lines[start:end] if line]
        return {
            row
            for line in lines
            for column, row in line.rows_by_column().items()
            if block[0] <= column <= block[-1]
        }

    def _title_below(self, group: list[list[int]], start: int, end: int) -> str:
        """The text below blocks that have no title above them, and share their rows."""
        last = max(index for index in range(start, end) if self._lines[index])
        for index, column, text in self.texts:
            is_below = last < index <= last + _LINES_TO_TITLE_MAX and self._may_be_title(index, text)
            if is_below and group[0][0] <= self._middle(index, column) <= group[-1][-1]:
                return text
        return ""

    def _middle(self, index: int, column: int) -> float:
        _, left, _, right = self.extent(index, column)
        return (left + right) / 2


def _is_remark(text: str) -> bool:
    """Whether a text is a sum, begins a legend or a note, names an aisle, or points somewhere with arrows."""
    if not _ARROWS.isdisjoint(text):
        return True
    is_sum = not plan_words("totals").isdisjoint(words_of(text))
    return is_sum or begins_with(text, "legends") or names_only(text, "aisles")


def _counts_for(
    title: float, block: list[int], blocks: list[list[int]], rows: Mapping[int, set[str]]
) -> bool:
    """Whether a title counts for a block: what stands over another block does only if both share rows."""
    over = next((other for other in blocks if other[0] <= title <= other[-1]), block)
    return over is block or bool(rows[over[0]] & rows[block[0]])


def _distance(title: float, block: list[int], middle: float) -> tuple[float, float]:
    outside = max(block[0] - title, title - block[-1], 0)
    return outside, abs(title - middle)
