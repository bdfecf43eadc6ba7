"""How far the cells of an XLSX sheet reach, measured in its XML without building anything.

The library allocates every cell of the rectangle between the first and the last one: two cells in opposite
corners of a sheet would take 500 GB.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

import msgspec

from seatpreview.imports.model import UnreadableFile

PIECE_BYTES = 2 * 1024 * 1024
UNUSUAL_TAGS_MAX = 1_000_000
ROWS_OF_A_SHEET = 1_048_576


class _Extent(msgspec.Struct):
    first_row: int = 1 << 40
    last_row: int = 0
    first_column: int = 1 << 40
    last_column: int = 0

    def add(self, row: int, column: int) -> None:
        self.first_row = min(self.first_row, row)
        self.last_row = max(self.last_row, row)
        self.first_column = min(self.first_column, column)
        self.last_column = max(self.last_column, column)

    @property
    def columns(self) -> int:
        return max(0, self.last_column - self.first_column + 1)

    @property
    def cells(self) -> int:
        return self.columns * max(0, self.last_row - self.first_row + 1)


def check_extent(part: bytes, *, cells_max: int, columns_max: int) -> int:
    """Returns the number of cells in the rectangle that a sheet fills; raises `UnreadableFile` if that is too
    many. A part that is not a sheet has no cells."""
    if b"\x00" in part or part.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnreadableFile("The workbook is not written in UTF-8. Open it in Excel, and save it again.")
    extent = _usual_extent(part) or _unusual_extent(part)
    if extent.columns > columns_max:
        raise UnreadableFile(
            f"A sheet of the workbook has {extent.columns} columns; at most {columns_max} are read."
        )
    if extent.cells > cells_max:
        raise UnreadableFile(
            "The cells of the workbook reach too far: a sheet would have "
            f"{extent.cells:,} cells. Delete what stands far from the seats."
        )
    return extent.cells


def check_shared_texts(part: bytes) -> int:
    """Returns an upper bound for the longest text that cells share: each cell gets a copy of it."""
    if b"sst" not in part[:2000]:
        return 0
    starts = [found.start() for found in _SHARED_TEXT.finditer(part)]
    starts.append(len(part))
    return max((after - before for before, after in pairwise(starts)), default=len(part))


def _usual_extent(part: bytes) -> _Extent | None:
    """Measures cells that are written as `<c r="A1"`, as all known programs do; None if some are not."""
    if prefix := _PREFIX.search(part[:2000]):
        part = part.replace(b"<" + prefix[1], b"<")
    if b":c" in part:
        return None
    extent, start = _Extent(), 0
    while start < len(part):
        end = part.find(b"<c", start + PIECE_BYTES)
        piece = part[start:] if end < 0 else part[start:end]
        references = _USUAL_CELL.findall(piece)
        if len(references) != piece.count(b"<c") - sum(map(piece.count, _OTHER_TAGS)):
            return None
        if references and not _extend(extent, b" ".join(references)):
            return None
        start += len(piece)
    return extent


def _extend(extent: _Extent, references: bytes) -> bool:
    """Adds the rectangle of many references, which takes a fraction of the time of one after the other."""
    columns = set(references.translate(None, _DIGITS).split())
    rows = set(references.translate(None, _LETTERS).split())
    if not all(column.isalpha() and len(column) <= 3 for column in columns):
        return False
    if not columns or not rows or not all(map(_is_row_number, rows)):
        return False
    numbers = sorted(map(int, rows))
    for column in columns:
        extent.add(numbers[0], _column_number(column))
    extent.add(numbers[-1], extent.last_column)
    return True


def _is_row_number(digits: bytes) -> bool:
    return digits.isdigit() and 0 < int(digits[:8]) <= ROWS_OF_A_SHEET


def _unusual_extent(part: bytes) -> _Extent:
    """Measures tag by tag, as a parser counts: what has no reference follows what is before it."""
    extent, row, column = _Extent(), 0, 0
    for name, attributes in _tags(part):
        reference = _reference(attributes)
        if name == b"row":
            row, column = (int(reference[:8]) if reference.isdigit() else row + 1), 0
            continue
        place = _place(reference) if reference else (row, column + 1)
        if place is None:
            raise UnreadableFile("A cell of the workbook is at no place. Save it again with Excel.")
        column = place[1]
        extent.add(*place)
        extent.add(row, column)
    return extent


def _tags(part: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yields the name and the attributes of each row and cell. A prefix of the name does not count."""
    end = count = 0
    while (start := part.find(b"<", end)) >= 0:
        count += 1
        if count > UNUSUAL_TAGS_MAX:
            raise UnreadableFile("The workbook is written in an unusual way. Save it again with Excel.")
        end = _tag_end(part, start)
        if end < 0:
            return
        words = part[start + 1 : start + 81].split(b">")[0].replace(b"/", b" ").split(maxsplit=1)
        name = words[0].rpartition(b":")[2] if words else b""
        if name in (b"row", b"c"):
            yield name, part[start + 1 + len(words[0]) : end]


def _tag_end(part: bytes, start: int) -> int:
    """The index of the > that closes a tag, past quoted values; -1 if there is none."""
    at = start
    while found := _QUOTE_OR_END.search(part, at + 1):
        if found[0] == b">":
            return found.start()
        at = part.find(found[0], found.end())
        if at < 0:
            return -1
    return -1


def _reference(attributes: bytes) -> bytes:
    """The value of the attribute r."""
    at = 0
    while (equals := attributes.find(b"=", at)) >= 0:
        names = attributes[at:equals].split()
        opening = _QUOTE_OR_END.search(attributes, equals)
        closing = attributes.find(opening[0], opening.end()) if opening else -1
        if not opening or closing < 0:
            return b""
        if names and names[-1] == b"r":
            return attributes[opening.end() : closing]
        at = closing + 1
    return b""


def _place(reference: bytes) -> tuple[int, int] | None:
    found = _REFERENCE.fullmatch(reference)
    if not found:
        return None
    row = int(found[2])
    return (row, _column_number(found[1])) if 0 < row <= ROWS_OF_A_SHEET else None


def _column_number(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number


_DIGITS = b"0123456789"
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_OTHER_TAGS = (b"<co", b"<cf", b"<cu")
_USUAL_CELL = re.compile(rb'<c r="([^"]*)"')
_REFERENCE = re.compile(rb"([A-Za-z]{1,3})([0-9]{1,7})")
_QUOTE_OR_END = re.compile(rb"""["'>]""")
_PREFIX = re.compile(rb"<([A-Za-z][A-Za-z0-9]{0,20}:)worksheet")
_SHARED_TEXT = re.compile(rb"<(?:[^\s<>/:]{1,40}:)?si[\s/>]")
