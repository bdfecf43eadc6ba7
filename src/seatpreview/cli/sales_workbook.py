"""Reads one sheet of an XLSX file row by row, so that a million lines need little memory.

Nothing of the file is unpacked as a whole except the texts that its cells share, and these have a bound.
"""

import io
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import IO, BinaryIO
from xml.parsers import expat

from seatpreview.imports.model import UnreadableFile

ENTRIES_MAX = 1_000
ROWS_MAX = 1_048_576
COLUMNS_MAX = 1_000
SHARED_CHARACTERS_MAX = 128 * 1024 * 1024
SMALL_PART_BYTES_MAX = 8 * 1024 * 1024
SHEET_BYTES_MAX = 4 * 1024 * 1024 * 1024
RATIO_MAX = 200
RATIO_FREE_BYTES = 4 * 1024 * 1024
"""Unpacked bytes for which no ratio is asked: small parts may repeat themselves."""
CELL_CHARACTERS_MAX = 32_767
TEXT_COST = 16
"""What a shared text counts for, even if it is empty, among the characters that are kept."""
PIECE_BYTES = 256 * 1024

Handler = Callable[[str, dict[str, str]], None]

_DAMAGED = "The workbook is damaged. Open it in a spreadsheet program, and save it again."
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships id"


class SalesWorkbook:
    """A workbook, and the parts that hold its visible sheets."""

    def __init__(self, content: BinaryIO, on_progress: Callable[[int, int], None]) -> None:
        self._on_progress = on_progress
        try:
            self._archive = zipfile.ZipFile(content)
        except (zipfile.BadZipFile, OSError, ValueError):
            raise UnreadableFile(_DAMAGED) from None
        self._check_entries()
        self._parts = self._visible_sheets()

    @property
    def sheets(self) -> list[str]:
        """The names of the visible sheets, in their order."""
        return list(self._parts)

    def sheet_named(self, name: str | None) -> str:
        """Returns the name of a sheet as the workbook writes it, or of the first sheet."""
        if not self._parts:
            raise UnreadableFile("The workbook has no visible sheet.")
        if name is None:
            return self.sheets[0]
        found = [each for each in self._parts if each.strip().lower() == name.strip().lower()]
        if not found:
            raise UnreadableFile(f"There is no sheet '{name}'. The sheets are: {_listed(self.sheets)}.")
        return found[0]

    def rows(self, sheet: str) -> Iterator[list[str]]:
        """Yields the texts of each row. A whole number has no decimals."""
        shared = self._shared_texts()
        reader = _RowReader(shared)
        size = self._archive.getinfo(self._parts[sheet]).file_size
        done = 0
        for piece in self._pieces(self._parts[sheet], SHEET_BYTES_MAX):
            done += len(piece)
            self._on_progress(done, max(done, size))
            reader.parse(piece)
            yield from reader.take()

    def _check_entries(self) -> None:
        entries = self._archive.infolist()
        names = {entry.filename for entry in entries}
        if "mimetype" in names and "content.xml" in names:
            raise UnreadableFile("The file is an OpenDocument sheet (ODS). Save it as XLSX or CSV.")
        if "xl/workbook.xml" not in names or len(names) < len(entries) or len(entries) > ENTRIES_MAX:
            raise UnreadableFile("The file is a ZIP archive and not a workbook (XLSX). Unpack it first.")
        if any(entry.flag_bits & 1 for entry in entries):
            raise UnreadableFile("The workbook is encrypted. Save it without a password.")

    def _visible_sheets(self) -> dict[str, str]:
        targets: dict[str, str] = {}
        sheets: dict[str, str] = {}

        def relation(name: str, attributes: dict[str, str]) -> None:
            if name == "Relationship":
                targets[attributes.get("Id", "")] = attributes.get("Target", "")

        def sheet(name: str, attributes: dict[str, str]) -> None:
            if name == "sheet" and attributes.get("state", "visible") == "visible":
                part = _part_name(targets.get(attributes.get(_RELATION, ""), ""))
                if part in self._archive.NameToInfo:
                    sheets[attributes.get("name", "")] = part

        self._parse_small("xl/_rels/workbook.xml.rels", relation)
        self._parse_small("xl/workbook.xml", sheet)
        return sheets

    def _parse_small(self, part: str, start: Handler) -> None:
        parser = _parser(start)
        for piece in self._pieces(part, SMALL_PART_BYTES_MAX):
            _feed(parser, piece)

    def _shared_texts(self) -> list[str]:
        if "xl/sharedStrings.xml" not in self._archive.NameToInfo:
            return []
        reader = _SharedTexts()
        for piece in self._pieces("xl/sharedStrings.xml", SHEET_BYTES_MAX):
            reader.parse(piece)
        return reader.texts

    def _pieces(self, part: str, bytes_max: int) -> Iterator[bytes]:
        done = 0
        try:
            allowed = max(RATIO_FREE_BYTES, self._archive.getinfo(part).compress_size * RATIO_MAX)
            with self._archive.open(part) as stream:
                for piece in _read(stream):
                    done += len(piece)
                    if done > min(bytes_max, allowed):
                        raise UnreadableFile("The workbook unpacks to more than can be read. Save it as CSV.")
                    yield piece
        except (KeyError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError):
            raise UnreadableFile(_DAMAGED) from None


class _SharedTexts:
    """The texts that cells refer to by number."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._characters = 0
        self._text = io.StringIO()
        self._is_text = False
        self._is_reading_aid = False
        self._parser = _parser(self._start, self._end, self._data)

    def parse(self, piece: bytes) -> None:
        """Takes a piece of the part."""
        _feed(self._parser, piece)

    def _start(self, name: str, _: dict[str, str]) -> None:
        if name == "si":
            self._text = io.StringIO()
        elif name == "rPh":
            self._is_reading_aid = True
        elif name == "t":
            self._is_text = not self._is_reading_aid

    def _end(self, name: str) -> None:
        if name == "t":
            self._is_text = False
        elif name == "rPh":
            self._is_reading_aid = False
        elif name == "si":
            self._count(TEXT_COST)
            self.texts.append(self._text.getvalue()[:CELL_CHARACTERS_MAX].strip())

    def _data(self, text: str) -> None:
        if self._is_text:
            self._count(len(text))
            self._text.write(text)

    def _count(self, characters: int) -> None:
        self._characters += characters
        if self._characters > SHARED_CHARACTERS_MAX:
            raise UnreadableFile("The workbook has too much text to be read. Save the sheet as CSV.")


class _RowReader:
    """Makes rows of texts from the XML of a sheet."""

    def __init__(self, shared: list[str]) -> None:
        self._shared = shared
        self._rows: list[list[str]] = []
        self._count = 0
        self._row: list[str] = []
        self._column = 0
        self._kind = ""
        self._text: list[str] = []
        self._characters = 0
        self._is_text = False
        self._parser = _parser(self._start, self._end, self._data)

    def parse(self, piece: bytes) -> None:
        """Takes a piece of the sheet."""
        _feed(self._parser, piece)

    def take(self) -> list[list[str]]:
        """Returns the rows that are complete since the last call."""
        rows, self._rows = self._rows, []
        return rows

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "c":
            self._column = _column(attributes.get("r", ""), len(self._row))
            self._kind = attributes.get("t", "n")
            self._text, self._characters = [], 0
        elif name in ("v", "t"):
            self._is_text = True
        elif name == "row":
            self._row = []

    def _end(self, name: str) -> None:
        if name in ("v", "t"):
            self._is_text = False
        elif name == "c":
            self._row.extend([""] * (self._column - len(self._row)))
            self._row.append(self._value("".join(self._text)))
        elif name == "row":
            self._rows.append(self._row)
            self._count += 1
            if self._count > ROWS_MAX:
                raise UnreadableFile(f"The sheet has more than {ROWS_MAX:,} rows.")

    def _data(self, text: str) -> None:
        if self._is_text and self._characters < CELL_CHARACTERS_MAX:
            self._characters += len(text)
            self._text.append(text)

    def _value(self, text: str) -> str:
        if self._kind == "s":
            return self._shared[int(text)] if text.isdigit() and int(text) < len(self._shared) else ""
        if self._kind == "b":
            return "yes" if text == "1" else "no"
        return _number(text) if self._kind == "n" else text.strip()


def _number(text: str) -> str:
    """Writes a whole number without decimals, as people see it."""
    try:
        value = float(text)
    except ValueError:
        return text.strip()
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else text.strip()


def _column(reference: str, following: int) -> int:
    """Returns the index of a cell's column. A cell without a reference follows the one before it."""
    number = 0
    for letter in reference:
        if not letter.isalpha() or number > COLUMNS_MAX:
            break
        number = number * 26 + ord(letter.upper()) - 64
    column = number - 1 if number else following
    if not following <= column < COLUMNS_MAX:
        raise UnreadableFile(f"A sheet of the workbook is damaged, or has more than {COLUMNS_MAX} columns.")
    return column


def _part_name(target: str) -> str:
    return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"


def _listed(names: list[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _read(stream: IO[bytes]) -> Iterator[bytes]:
    while piece := stream.read(PIECE_BYTES):
        yield piece


def _parser(
    start: Handler, end: Callable[[str], None] | None = None, data: Callable[[str], None] | None = None
) -> expat.XMLParserType:
    """Returns a parser that calls these with names that have no namespace, and refuses entities."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, attributes: start(name.rpartition(" ")[2], attributes)
    if end is not None:
        parser.EndElementHandler = lambda name: end(name.rpartition(" ")[2])
    if data is not None:
        parser.CharacterDataHandler = data
    parser.StartDoctypeDeclHandler = _refuse_doctype
    return parser


def _refuse_doctype(*_: object) -> None:
    raise UnreadableFile(_DAMAGED)


def _feed(parser: expat.XMLParserType, piece: bytes) -> None:
    try:
        parser.Parse(piece, False)
    except expat.ExpatError:
        raise UnreadableFile(_DAMAGED) from None
