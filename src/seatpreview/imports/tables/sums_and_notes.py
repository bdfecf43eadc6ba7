"""What in a list or a drawn sheet is no seat: sums, notes, legends and prices, in all languages."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from seatpreview.imports.report_counts import ImportCounts
from seatpreview.imports.tables.cell_values import is_sum
from seatpreview.imports.tables.grid_cells import is_row_name, number_of, numbered_cells
from seatpreview.imports.tables.spreadsheet import Sheet
from seatpreview.imports.tables.table_columns import TableColumns
from seatpreview.imports.words.field_words import Field, field_of
from seatpreview.imports.words.focus_words import is_focus_text
from seatpreview.imports.words.plan_words import begins_with, names_only, plan_words, words_of

_NAMES: tuple[Field, ...] = ("level", "section", "sectionName", "row", "seat", "seats", "label")
_NOTE_CHARACTERS_MIN = 24
"""A longer text that stands alone in its line is a sentence, and not the name of a seat."""


def set_sums_and_notes_aside(sheet: Sheet, columns: TableColumns, counts: ImportCounts) -> None:
    """Empties lines that are sums, notes or parts of a legend, and reports them by their text. The last sum
    is what the list says of itself."""
    at = _named(columns)
    is_list = len({*columns.places.values()}) > 1
    sums = _sums(sheet, columns, at)
    is_in_legend = False
    for number, row in _lines(sheet, columns):
        shown = f"line {number}: {' '.join(filter(None, row))}"
        if number in sums:
            counts.left_out.add("Lines are sums.", shown)
            columns.stated_sum = _stated(row, columns) or columns.stated_sum
            row.clear()
            continue
        filled = [cell for cell in row if cell]
        is_legend = is_list and len(filled) == 1 and _is_legend(filled[0])
        is_in_legend = is_legend or (is_in_legend and not _names_seat(row, at))
        is_note = is_list and len(filled) == 1 and len(filled[0]) >= _NOTE_CHARACTERS_MIN
        if is_in_legend or (is_note and not _is_title(row, at)):
            counts.left_out.add("Lines are notes or a legend.", shown)
            row.clear()


def _stated(row: list[str], columns: TableColumns) -> int | None:
    """Returns the number of a sum that counts seats: the only one of its line, and below no price."""
    numbers = [at for at, cell in enumerate(row) if cell.isdecimal()]
    is_sum_of_all = names_only(next(filter(None, row)), "totals") and len([*filter(None, row)]) == 2
    if not is_sum_of_all or len(numbers) != 1 or numbers[0] == columns.places.get("category"):
        return None
    return int(row[numbers[0]])


def lines_of_seats(sheet: Sheet, columns: TableColumns) -> Iterator[tuple[int, list[str]]]:
    """Yields the lines below the header that are no sums, with their numbers."""
    sums = _sums(sheet, columns, _named(columns))
    yield from ((number, row) for number, row in _lines(sheet, columns) if number not in sums)


def _named(columns: TableColumns) -> dict[Field, int]:
    return {field: columns.places[field] for field in _NAMES if field in columns.places}


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
            is_certain, may_be_sum = known[text]
            if is_certain:
                found.add(number)
            elif may_be_sum:
                texts[text] += 1
                possible[number] = text
    found |= {number for number, text in possible.items() if texts[text] == 1}
    return found | _parts_of_last_sum(sheet, columns, found)


def _parts_of_last_sum(sheet: Sheet, columns: TableColumns, sums: set[int]) -> set[int]:
    """The numbers of lines at the end that say of what the last sum consists: 'of which wheelchairs'. They
    have a number, and fill fewer cells than any line of a seat."""
    first, last = min(sums, default=0), max(sums, default=0)
    lines = [(number, [cell for cell in row if cell]) for number, row in _lines(sheet, columns)]
    fewest = min((len(cells) for number, cells in lines if number < first), default=0)
    below = {number: cells for number, cells in lines if number > last and any(map(str.isdecimal, cells))}
    return {*below} if all(1 < len(cells) < fewest for cells in below.values()) else set()


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


def drawn_sums_and_prices(rows: Sequence[Sequence[str]], labels: frozenset[int]) -> set[tuple[int, int]]:
    """Returns the cells of a drawn sheet, by line and column, whose numbers are sums or prices."""
    numbers = [[column for column, text in enumerate(row) if text and number_of(text)] for row in rows]
    in_rows = sum(len(columns) for columns, row in zip(numbers, rows, strict=True) if numbered_cells(row) > 2)
    found: set[tuple[int, int]] = set()
    is_below_sum = False
    for line, (row, columns) in enumerate(zip(rows, numbers, strict=True)):
        is_below_sum = is_below_sum and len(columns) <= _NUMBERS_OF_A_SUM_MAX
        if not 0 < len(columns) <= _NUMBERS_OF_A_SUM_MAX or is_sum(row):
            is_below_sum = is_below_sum or is_sum(row)
            continue
        texts = [text for text in row if text and not number_of(text) and not is_row_name(text)]
        counts_all = bool(texts) and len(columns) == 1 and row[columns[0]] == str(in_rows)
        if any(map(_has_total, texts)) or counts_all or (is_below_sum and texts):
            is_below_sum = True
            found |= {(line, column) for column in columns}
    return found | _below_headings(rows, numbers, labels)


def _has_total(text: str) -> bool:
    return not plan_words("totals").isdisjoint(words_of(text[:80]))


def _below_headings(
    rows: Sequence[Sequence[str]], numbers: Sequence[list[int]], labels: frozenset[int]
) -> set[tuple[int, int]]:
    """Returns single numbers below words that do not count up: the prices of a table beside the seats."""
    steps = Counter(after - before for columns in numbers for before, after in pairwise(columns))
    pitch = steps.most_common(1)[0][0] if steps else 1
    below: dict[tuple[int, int], list[int]] = defaultdict(list)
    for line, columns in enumerate(numbers):
        for at, column in enumerate(columns):
            if column in labels or _continues(rows[line], columns, at, pitch):
                continue
            heading = _heading_above(rows, line, column)
            if heading is not None:
                below[heading, column].append(line)
    tables = {key: lines for key, lines in below.items() if not _counts_up(rows, key[1], lines)}
    widths = Counter(heading for heading, _ in tables)
    found: set[tuple[int, int]] = set()
    for (heading, column), lines in tables.items():
        if widths[heading] < 2 and field_of(rows[heading][column]) != "category":
            continue
        found |= {(line, column) for line in lines}
        # A line below that has no other numbers belongs to the table, though its prices may count: 18, 16.
        line = max(lines) + 1
        while line < len(rows) and column in numbers[line] and len(numbers[line]) <= widths[heading]:
            found.add((line, column))
            line += 1
    return found


def _continues(row: Sequence[str], columns: Sequence[int], at: int, pitch: int) -> bool:
    """Whether a number counts on another at a seat's distance, or a row beside a gap."""
    here = columns[at]
    beside = [columns[other] for other in (at - 1, at + 1) if 0 <= other < len(columns)]
    number = int(number_of(row[here]))
    near = [column for column in beside if abs(int(number_of(row[column])) - number) in (1, 2)]
    if any(abs(column - here) <= pitch for column in near):
        return True
    for other, further in ((at - 1, at - 2), (at + 1, at + 2)):
        is_run = min(other, further) >= 0 and max(other, further) < len(columns)
        if is_run and columns[other] in near and abs(columns[other] - columns[further]) <= pitch:
            return True
    return False


def _heading_above(rows: Sequence[Sequence[str]], line: int, column: int) -> int | None:
    """The line of the text over a number, over numbers in the same column."""
    for above in range(line - 1, -1, -1):
        text = rows[above][column] if column < len(rows[above]) else ""
        if text and not number_of(text):
            is_heading = not is_row_name(text.rstrip(".:")) and not is_focus_text(text)
            return above if is_heading else None
    return None


def _counts_up(rows: Sequence[Sequence[str]], column: int, lines: Sequence[int]) -> bool:
    """Whether the cells of a column are seats one behind the other: PI1, PI2, or 1, 2."""
    texts = [rows[line][column] for line in lines]
    if all(text[0].isalpha() for text in texts):
        return True
    found = [int(number_of(text)) for text in texts]
    steps = {after - before for before, after in pairwise(found)}
    is_regular = len(found) > _FIRST_SEAT_MAX and len(steps) == 1 and steps <= {-2, -1, 1, 2}
    return is_regular or min(found) <= _FIRST_SEAT_MAX


_NUMBERS_OF_A_SUM_MAX = 2
_FIRST_SEAT_MAX = 2
