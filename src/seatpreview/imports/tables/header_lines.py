"""Finds the header of a list of seats, also one of several lines with merged cells.

'Platz' over 'Reihe' and 'Nr.', 'Lage (cm)' over 'X' and 'Y': the lines are read as one. Each text counts for
all cells that it was merged over; in CSV, those are the blank cells to its right.
"""

from collections.abc import Sequence

import msgspec

from seatpreview.imports.tables.cell_values import is_sum, parse_number
from seatpreview.imports.tables.spreadsheet import Sheet
from seatpreview.imports.words.field_words import (
    WORD_CHARACTERS_MAX,
    Field,
    FieldWord,
    field_word,
    fields_of,
)
from seatpreview.imports.words.focus_words import is_focus_text

HEADER_SEARCH_LINES = 40
HEADER_LINES_MAX = 3
NAMING_FIELDS: frozenset[Field] = frozenset(
    ("section", "sectionName", "row", "rowId", "seat", "seats", "label", "capacity", "firstSeat", "lastSeat")
)


class Header(msgspec.Struct, kw_only=True):
    """The header of a sheet."""

    first_row: int
    """The index of its first line."""
    lines: int
    texts: list[str]
    """The header of each column, with what its lines say together."""
    words: list[FieldWord | None]
    seat_column: int | None = None
    """The column that its header calls that of the seats, even if nothing is in it."""

    @property
    def end(self) -> int:
        return self.first_row + self.lines


def find_header(sheet: Sheet) -> Header | None:
    """Returns the lines that name the most fields, and the fewest and first of these; None if no line does.
    Columns without anything below the header have no field."""
    best: tuple[tuple[float, int], Header] | None = None
    searched = range(min(len(sheet.rows), HEADER_SEARCH_LINES))
    for first in searched:
        for lines in range(1, HEADER_LINES_MAX + 1):
            if first + lines > len(sheet.rows) or not _may_be_header(sheet.rows[first + lines - 1]):
                break
            texts = _combined(sheet, first, lines)
            score = _score(texts), -lines
            if score[0] and (best is None or score > best[0]):
                best = (score, Header(first_row=first, lines=lines, texts=texts, words=fields_of(texts)))
    if best is None:
        return None
    header = best[1]
    while _repeats(sheet, header):
        header.lines += 1
    filled = _filled_columns(sheet.rows[header.end :], len(header.texts))
    seats = (at for at, word in enumerate(header.words) if word and word.field in ("seat", "seats", "label"))
    header.seat_column = next(seats, None)
    if filled:
        # A manifest without ids of sections is at fault, and its names do not stand in for them.
        kept = filled | {at for at, word in enumerate(header.words) if word and word.field == "section"}
        kept -= _running_numbers(sheet, header)
        header.words = fields_of([text if at in kept else "" for at, text in enumerate(header.texts)])
    return header


def _running_numbers(sheet: Sheet, header: Header) -> set[int]:
    """The columns that only number the lines, where another column has a header of the same field."""
    found: set[int] = set()
    for at, word in enumerate(header.words):
        is_named_twice = word and any(
            (other := field_word(text)) and other.field == word.field
            for column, text in enumerate(header.texts)
            if column != at and text
        )
        if is_named_twice and _counts_lines(sheet, header.end, at):
            found.add(at)
    return found


def _counts_lines(sheet: Sheet, first: int, at: int) -> bool:
    lines = [row for row in sheet.rows[first:] if sum(map(bool, row)) > 1 and not is_sum(row)]
    texts = [row[at] if at < len(row) else "" for row in lines]
    return len(texts) >= _RUNNING_MIN and texts == [str(number) for number in range(1, len(texts) + 1)]


def _may_be_header(cells: Sequence[str]) -> bool:
    """A line with a number in it, or without any text, is none."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(parse_number(cell) is None for cell in filled)


def _score(texts: Sequence[str]) -> float:
    """How many fields the texts name, and a little for each unit. They must name a place."""
    words = [word for word in fields_of(texts) if word]
    fields = {word.field for word in words}
    if not fields & NAMING_FIELDS:
        return 0
    units = sum(word.metres_per_unit is not None or word.is_down is not None for word in words)
    filled = [text for text in texts if text]
    # 'Palco' alone is the stage above a drawing of seats, although lists have a column of this name.
    is_header = len(fields) >= 2 or (len(filled) == 1 and not is_focus_text(filled[0]))
    return len(fields) + units / 100 if is_header else 0


def _combined(sheet: Sheet, first: int, lines: int) -> list[str]:
    """The header of each column: what its cells say together, or else the lowest of them."""
    rows = [_spread(sheet, index, first + lines) for index in range(first, first + lines)]
    width = max(map(len, rows))
    # One text over all columns is a title.
    rows = [row for row in rows[:-1] if len(set(row)) > 1 or len(row) < width] + rows[-1:]
    return [_joined([row[at] for row in rows if at < len(row) and row[at]]) for at in range(width)]


def _joined(texts: list[str]) -> str:
    """What the texts of a column say together: 'Lage (cm) X', 'Platz von'. Where the lowest one says
    something, the others only refine it: 'Seat' below the title 'The hall' is no hall."""
    if len(texts) < 2:
        return texts[0] if texts else ""
    lowest = field_word(texts[-1])
    together = " ".join(dict.fromkeys(texts))
    joined = field_word(together) if len(together) <= WORD_CHARACTERS_MAX else None
    if lowest is None:
        return together
    is_refined = joined is not None and (joined.field == lowest.field or joined.field in _REFINED)
    return together if is_refined else texts[-1]


def _spread(sheet: Sheet, index: int, end: int) -> list[str]:
    """A line with the text of each merged cell in all its columns. Without merged cells, a text counts for
    the blank cells to its right where a line below it names something."""
    row = list(sheet.rows[index])
    merged = [merge for merge in sheet.merges if merge[0] == index and merge[3] > merge[1] and row]
    if merged:
        for _, left, _, right in merged:
            if left < len(row):
                row += [""] * (min(right, 1_000) + 1 - len(row))
                for column in range(left, min(right, 1_000) + 1):
                    row[column] = row[left]
        return row
    below = sheet.rows[index + 1 : end]
    width = max(map(len, below), default=0)
    row += [""] * (width - len(row))
    for column in range(1, width):
        if not row[column] and any(column < len(line) and line[column] for line in below):
            row[column] = row[column - 1]
    return row


def _repeats(sheet: Sheet, header: Header) -> bool:
    """Whether the line below the header is one more: the same in another language, or the units."""
    if header.lines >= HEADER_LINES_MAX or header.end >= len(sheet.rows):
        return False
    cells = sheet.rows[header.end]
    if not _may_be_header(cells):
        return False
    words = [
        (fields_of([cell])[0], header.words[at]) for at, cell in enumerate(cells[: len(header.words)]) if cell
    ]
    same = sum(own is not None and above is not None and own.field == above.field for own, above in words)
    return same >= 2 and same * 3 >= len(words) * 2


def _filled_columns(rows: Sequence[Sequence[str]], width: int) -> set[int]:
    """The columns that have a text somewhere below the header."""
    blank = set(range(width))
    for row in rows:
        blank -= {at for at in blank if at < len(row) and row[at]}
        if not blank:
            break
    return set(range(width)) - blank


_RUNNING_MIN = 3
_REFINED: frozenset[Field] = NAMING_FIELDS | {"x", "y", "z", "ref"}
"""What a line of a header can make of the one below it: 'Row' over 'Number' is a row."""
