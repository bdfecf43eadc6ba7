"""Reads the lines of a sales file one after the other: CSV in any usual encoding, and XLSX."""

import codecs
import csv
import io
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Self

from seatpreview.imports.model import UnreadableFile
from seatpreview.imports.tables.spreadsheet import (
    find_separator,
    marked_encoding,
    refuse_other_kinds,
    separator_hint,
)
from seatpreview.imports.tables.workbook import Bounds, Workbook, is_zip
from seatpreview.values.command_error import CommandError
from seatpreview.values.csv_cells import unescape_formula

START_BYTES = 256 * 1024
LINE_CHARACTERS_MAX = 1_000_000
PROGRESS_LINES = 1000
WORKBOOK_BOUNDS = Bounds(
    unpacked_bytes=4 << 30,
    cells=100_000_000,
    columns=1_000,
    cell_characters=4 << 30,
    shared_text_bytes=1 << 30,
)
"""A file of the reader's own, on their own machine: only one sheet of it is read, row by row."""

OnProgress = Callable[[int, int], None]


class SalesFile:
    """A file that is open for reading: its columns, and then its lines."""

    def __init__(self, file: Path, sheet: str | None, has_header: bool, on_progress: OnProgress) -> None:
        self._file = file
        self._sheet = sheet
        self._on_progress = on_progress
        self._open = ExitStack()
        self.encoding = ""
        self.sheet = ""
        self.other_sheets: list[str] = []
        self._has_header = has_header
        self._rows: Iterator[list[str]] = iter(())
        self.columns: list[str] = []

    def __enter__(self) -> Self:
        try:
            self._begin()
        except BaseException:
            self._open.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def lines(self) -> Iterator[list[str]]:
        """Yields the cells of each line after the header. Lines may differ in length."""
        try:
            yield from self._rows
        except UnreadableFile as fault:
            raise CommandError(f"{self._file}: {fault}") from None

    def _begin(self) -> None:
        try:
            content = self._open.enter_context(self._file.open("rb"))
            start = content.read(START_BYTES)
            if not start.strip():
                raise UnreadableFile("The file is empty.")
            refuse_other_kinds(start)
            rows = self._workbook(content) if is_zip(start) else self._text(content, start)
            self._take_header(rows)
        except OSError as fault:
            raise CommandError(f"{self._file} cannot be read: {fault.strerror}.") from fault
        except UnreadableFile as fault:
            raise CommandError(f"{self._file}: {fault}") from None

    def _workbook(self, content: BinaryIO) -> Iterator[list[str]]:
        book = Workbook(content, WORKBOOK_BOUNDS)
        self.sheet = _sheet_named(book.sheets, self._sheet)
        self.other_sheets = [name for name in book.sheets if name != self.sheet]
        return (row.cells for row in book.rows(self.sheet, self._on_progress))

    def _text(self, content: BinaryIO, start: bytes) -> Iterator[list[str]]:
        if self._sheet is not None:
            raise UnreadableFile("The file is text and has no sheets: leave out --sheet.")
        size = self._file.stat().st_size
        self.encoding = _encoding(content, start)
        sample = codecs.getincrementaldecoder(self.encoding)("replace").decode(start)
        if "\x00" in sample:
            raise UnreadableFile("The file is neither text nor a workbook: save it as CSV (UTF-8) or XLSX.")
        content.seek(0)
        text = self._open.enter_context(
            io.TextIOWrapper(content, encoding=self.encoding, errors="replace", newline="")
        )
        hint, rest = separator_hint(sample)
        if hint:
            text.readline(LINE_CHARACTERS_MAX)
        return self._cells(
            text, hint or find_separator(rest), lambda: self._on_progress(content.tell(), size)
        )

    def _cells(
        self, text: io.TextIOWrapper, separator: str, on_progress: Callable[[], None]
    ) -> Iterator[list[str]]:
        reader = csv.reader(_bounded_lines(text), delimiter=separator)
        try:
            for number, cells in enumerate(reader):
                if number % PROGRESS_LINES == 0:
                    on_progress()
                yield [unescape_formula(cell.strip()) for cell in cells]
        except csv.Error as fault:
            raise UnreadableFile(
                f"Line {reader.line_num} is not CSV: {fault}. Look for a quotation mark that is never closed."
            ) from None

    def _take_header(self, rows: Iterator[list[str]]) -> None:
        """Takes the names of the columns from the first line that has any text. A list of one column has a
        header only if there is no digit in it."""
        first = next((cells for cells in rows if any(cells)), None)
        if first is None:
            raise UnreadableFile("The file has no lines with text.")
        is_list = len(first) == 1 and any(map(str.isdigit, first[0]))
        if self._has_header and not is_list:
            self.columns, self._rows = first, rows
            return
        ahead = [first, *islice(rows, 99)]
        self.columns = [str(number) for number in range(1, max(map(len, ahead)) + 1)]
        self._rows = _chained(ahead, rows)


def _sheet_named(sheets: list[str], name: str | None) -> str:
    """Returns the name of a sheet as the workbook writes it, or of the first sheet."""
    if not sheets:
        raise UnreadableFile("The workbook has no visible sheet.")
    if name is None:
        return sheets[0]
    found = [each for each in sheets if each.strip().lower() == name.strip().lower()]
    if not found:
        listed = ", ".join(f"'{each}'" for each in sheets)
        raise UnreadableFile(f"There is no sheet '{name}'. The sheets are: {listed}.")
    return found[0]


def _chained(ahead: list[list[str]], rows: Iterator[list[str]]) -> Iterator[list[str]]:
    yield from ahead
    yield from rows


def _encoding(content: BinaryIO, start: bytes) -> str:
    """Returns the encoding of a file: Windows-1252 if its bytes are neither UTF-16 nor UTF-8."""
    marked = marked_encoding(start)
    if marked != "utf-8-sig":
        return marked
    decoder = codecs.getincrementaldecoder("utf-8")()
    content.seek(0)
    try:
        while piece := content.read(1024 * 1024):
            decoder.decode(piece)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return "cp1252"
    return marked


def _bounded_lines(text: io.TextIOWrapper) -> Iterator[str]:
    while line := text.readline(LINE_CHARACTERS_MAX):
        if len(line) == LINE_CHARACTERS_MAX:
            raise UnreadableFile(f"A line has more than {LINE_CHARACTERS_MAX:,} characters: it is no list.")
        yield line
