"""Reads XLSX workbooks, piece by piece, and counts what is read before it is kept.

Nothing of a file is unpacked as a whole, and nothing is built for cells that are not there: libraries
allocate the whole rectangle between the first cell and the last one, and a copy of a shared text for each
cell that has it.
"""

import datetime
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import BinaryIO, NamedTuple, NoReturn
from xml.parsers import expat

import msgspec

from seatpreview.imports.model import UnreadableFile

PIECE_BYTES = 256 * 1024
ENTRIES_MAX = 1_000
SHEETS_MAX = 200
MERGES_MAX = 100_000
ROWS_OF_A_SHEET = 1_048_576
SMALL_PART_BYTES_MAX = 8 * 1024 * 1024
RATIO_MAX = 200
RATIO_FREE_BYTES = 4 * 1024 * 1024
"""Unpacked bytes for which no ratio is asked: small parts may repeat themselves."""
CELL_CHARACTERS_MAX = 32_767
"""No spreadsheet program writes a longer text into a cell. The rest of one is not read."""
SHARED_TEXT_BYTES = 64
"""What a shared text counts for in memory, besides its characters."""

Merge = tuple[int, int, int, int]
"""The first row, first column, last row and last column of merged cells, as indices into the rows."""

OnProgress = Callable[[int, int], None]


class Bounds(NamedTuple):
    """The most that is read of a workbook."""

    unpacked_bytes: int
    """Of all parts that are read together."""
    cells: int
    """Of all sheets that are read, with the empty ones between the first cell of a sheet and the last."""
    columns: int
    cell_characters: int
    """Of all cells together: cells that share a text count it each."""
    shared_text_bytes: int


class WorkbookSheet(msgspec.Struct, kw_only=True):
    """One visible sheet, from its first row and column that hold anything."""

    name: str
    rows: list[list[str]]
    """Rows may differ in length."""
    first_line: int
    merges: tuple[Merge, ...]
    is_right_to_left: bool
    """Whether the first column is shown at the right."""


class Row(NamedTuple):
    """A row with something in it."""

    line: int
    cells: list[str]
    """From the first column of the sheet on. Whole numbers have no decimals, and dates are ISO 8601."""


class Workbook:
    """A workbook that is open for reading. Raises `UnreadableFile`, also where a bound is passed."""

    def __init__(self, content: BinaryIO, bounds: Bounds) -> None:
        self.bounds = bounds
        self._unpacked_bytes = 0
        with _damage_told():
            self._archive = zipfile.ZipFile(content)
            self._parts = self._checked_entries()
        about = _About(self)
        self.hidden = about.hidden
        """The names of the hidden sheets."""
        self._sheets = about.sheets
        self._shared = about.shared_texts
        self._date_styles = about.date_styles
        self._counted = _Counted(bounds)

    @property
    def sheets(self) -> list[str]:
        """The names of the visible sheets, in their order."""
        return list(self._sheets)

    def rows(self, sheet: str, on_progress: OnProgress = lambda done, of: None) -> Iterator[Row]:
        """Yields the rows of a visible sheet that hold anything."""
        yield from _SheetReader(self._shared, self._date_styles, self._counted).rows(
            self.pieces(self._sheets[sheet], self.bounds.unpacked_bytes, on_progress)
        )

    def read_sheet(self, sheet: str, dates: list[str]) -> WorkbookSheet:
        """Returns a visible sheet as a whole. Adds the texts of cells with dates to `dates`."""
        reader = _SheetReader(self._shared, self._date_styles, self._counted, dates)
        found = list(reader.rows(self.pieces(self._sheets[sheet], self.bounds.unpacked_bytes)))
        left = min((_first_filled(row.cells) for row in found), default=0)
        top = found[0].line if found else 1
        rows: list[list[str]] = []
        for row in found:
            rows.extend([] for _ in range(row.line - top - len(rows)))
            rows.append(row.cells[left:])
        return WorkbookSheet(
            name=sheet.strip(),
            rows=rows,
            first_line=top,
            merges=tuple(_moved(reader.merges, top - 1, left)),
            is_right_to_left=reader.is_right_to_left,
        )

    def has_part(self, name: str) -> bool:
        """Returns whether the archive holds a part. Names differ by more than the case of their letters."""
        return name.lower() in self._parts

    def parse_small(self, name: str, start: "Start") -> None:
        """Parses a part that is small in any workbook, and calls `start` for each of its elements."""
        parser = _parser(start)
        for piece in self.pieces(name, SMALL_PART_BYTES_MAX):
            _feed(parser, piece)
        _feed(parser, b"", is_last=True)

    def pieces(
        self, name: str, bytes_max: int, on_progress: OnProgress = lambda done, of: None
    ) -> Iterator[bytes]:
        """Unpacks a part, and stops as soon as it is larger than it says or than allowed."""
        with _damage_told():
            entry = self._archive.getinfo(self._parts[name.lower()])
            allowed = min(bytes_max, max(RATIO_FREE_BYTES, entry.compress_size * RATIO_MAX))
            done = 0
            with self._archive.open(entry) as stream:
                while piece := stream.read(PIECE_BYTES):
                    done += len(piece)
                    self._unpacked_bytes += len(piece)
                    if done > allowed or self._unpacked_bytes > self.bounds.unpacked_bytes:
                        raise UnreadableFile(self._too_large())
                    on_progress(done, max(done, entry.file_size))
                    yield piece

    def _checked_entries(self) -> dict[str, str]:
        """Returns the names of the parts by their names in small letters."""
        entries = self._archive.infolist()
        parts = {entry.filename.lower(): entry.filename for entry in entries}
        if "mimetype" in parts and "content.xml" in parts:
            raise UnreadableFile("The file is an OpenDocument sheet (ODS). Save it as XLSX or CSV.")
        if parts.keys().isdisjoint(("[content_types].xml", _USUAL_MAIN)):
            raise UnreadableFile(_NO_WORKBOOK)
        if len(entries) > ENTRIES_MAX:
            raise UnreadableFile(f"The workbook has {len(entries)} parts; at most {ENTRIES_MAX} are read.")
        if len(parts) < len(entries):
            raise UnreadableFile("The workbook holds two parts of one name.")
        if any(entry.flag_bits & 1 for entry in entries):
            raise UnreadableFile("The workbook is encrypted. Save it without a password.")
        return parts

    def _too_large(self) -> str:
        megabytes = self.bounds.unpacked_bytes // 1024 // 1024
        return (
            f"The workbook unpacks to more than {megabytes} MiB, or to far more than its own size. Keep only "
            "the sheets with seats in it."
        )


def is_zip(content: bytes) -> bool:
    return content.startswith(b"PK")


class _About:
    """What the small parts say: the sheets and their parts, the texts that cells share, and which styles are
    those of dates."""

    def __init__(self, book: Workbook) -> None:
        self._book = book
        self.hidden: list[str] = []
        self.sheets: dict[str, str] = {}
        root = self._relations("", "_rels/.rels")
        main = next((part for kind, part in root.values() if kind == "officedocument"), _USUAL_MAIN)
        if not book.has_part(main):
            raise UnreadableFile(_NO_WORKBOOK)
        folder, _, file = main.rpartition("/")
        relations = self._relations(folder, f"{folder}/_rels/{file}.rels".removeprefix("/"))
        self._find_sheets(main, relations)
        parts = {kind: part for kind, part in relations.values() if kind}
        self.shared_texts = _SharedTexts(book.bounds).read(
            book, parts.get("sharedstrings", f"{folder}/sharedStrings.xml")
        )
        self.date_styles = _date_styles(book, parts.get("styles", f"{folder}/styles.xml"))

    def _relations(self, folder: str, file: str) -> dict[str, tuple[str, str]]:
        """Returns the kind and the part of each relation, by its id."""
        found: dict[str, tuple[str, str]] = {}

        def relation(name: str, attributes: Sequence[str]) -> None:
            of = _by_name(attributes)
            if name == "Relationship" and of.get("TargetMode") != "External":
                kind = of.get("Type", "").rpartition("/")[2].lower()
                found[of.get("Id", "")] = (kind, _part_name(folder, of.get("Target", "")))

        if self._book.has_part(file):
            self._book.parse_small(file, relation)
        return found

    def _find_sheets(self, main: str, relations: dict[str, tuple[str, str]]) -> None:
        taken: set[str] = set()
        count = 0

        def sheet(name: str, attributes: Sequence[str]) -> None:
            nonlocal count
            if name != "sheet":
                return
            count += 1
            if count > SHEETS_MAX:
                raise UnreadableFile(f"The workbook has more than {SHEETS_MAX} sheets.")
            of = _by_name(attributes)
            relation = next((text for key, text in of.items() if key.endswith(":id")), "")
            kind, part = relations.get(relation, ("", ""))
            if kind not in ("worksheet", "") or not self._book.has_part(part):
                return  # A chart, or nothing. Some programs write no kinds.
            title = of.get("name", "")
            if part.lower() in taken or title in self.sheets:
                raise UnreadableFile("Two sheets of the workbook are one. Save it again with Excel.")
            taken.add(part.lower())
            if of.get("state", "visible") == "visible":
                self.sheets[title] = part
            else:
                self.hidden.append(title)

        self._book.parse_small(main, sheet)


def _part_name(folder: str, target: str) -> str:
    """Returns the name of the part that a relation of a folder's file leads to."""
    path = target if target.startswith("/") else f"{folder}/{target}"
    names: list[str] = []
    for name in path.replace("\\", "/").split("/"):
        if name == "..":
            del names[-1:]
        elif name not in ("", "."):
            names.append(name)
    return "/".join(names)


class _SharedTexts:
    """Reads the texts that cells refer to by number."""

    def __init__(self, bounds: Bounds) -> None:
        self._bytes_left = bounds.shared_text_bytes
        self._texts: list[str] = []
        self._run: list[str] = []
        self._is_text = self._is_reading_aid = False

    def read(self, book: Workbook, part: str) -> list[str]:
        if book.has_part(part):
            parser = _parser(self._start, self._end, self._data)
            for piece in book.pieces(part, book.bounds.unpacked_bytes):
                _feed(parser, piece)
            _feed(parser, b"", is_last=True)
        return self._texts

    def _start(self, name: str, _: Sequence[str]) -> None:
        if name == "t":
            self._is_text = not self._is_reading_aid
        elif name == "rPh":
            self._is_reading_aid = True
        elif name == "si":
            self._run.clear()

    def _end(self, name: str) -> None:
        if name == "t":
            self._is_text = False
        elif name == "rPh":
            self._is_reading_aid = False
        elif name == "si":
            self._count(SHARED_TEXT_BYTES)
            self._texts.append(_cleaned("".join(self._run)))

    def _data(self, text: str) -> None:
        if self._is_text:
            self._count(len(text))
            self._run.append(text)

    def _count(self, size: int) -> None:
        self._bytes_left -= size
        if self._bytes_left < 0:
            raise UnreadableFile("The workbook has too much text to be read. Save the sheet as CSV.")


def _date_styles(book: Workbook, part: str) -> frozenset[str]:
    """Returns the numbers of the styles that show a number as a date or a time."""
    if not book.has_part(part):
        return frozenset()
    own: set[str] = set()
    found: list[str] = []
    count = 0
    is_of_cells = False

    def start(name: str, attributes: Sequence[str]) -> None:
        nonlocal count, is_of_cells
        if name == "numFmt":
            of = _by_name(attributes)
            if _DATE_FORMAT.search(_QUOTED.sub("", of.get("formatCode", ""))):
                own.add(of.get("numFmtId", ""))
        elif name in ("cellXfs", "cellStyleXfs", "cellStyles", "dxfs"):
            is_of_cells = name == "cellXfs"
        elif name == "xf" and is_of_cells:
            format_id = _by_name(attributes).get("numFmtId", "")
            if format_id in own or format_id in _DATE_FORMAT_IDS:
                found.append(str(count))
            count += 1

    book.parse_small(part, start)
    return frozenset(found)


class _Counted:
    """What was read of the cells of a workbook, against its bounds."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self.columns_max = bounds.columns
        self._cells = self._characters = 0

    def add(self, cells: int, characters: int) -> None:
        """Counts some cells that are read now."""
        self._cells += cells
        self._characters += characters
        self.check_area(0)
        if self._characters > self._bounds.cell_characters:
            millions = self._bounds.cell_characters // 1_000_000
            raise UnreadableFile(
                f"The cells of the workbook hold more than {millions} million characters. Keep only the "
                "columns with seats in it."
            )

    def check_area(self, cells: int) -> None:
        """Raises if an area of cells, which need not be there, is larger than allowed."""
        if max(self._cells, cells) > self._bounds.cells:
            raise UnreadableFile(
                f"The cells of the workbook reach too far: at most {self._bounds.cells:,} are read. Delete "
                "what stands far from the seats."
            )


class _SheetReader:
    """Makes rows of texts from the XML of a sheet."""

    def __init__(
        self,
        shared: Sequence[str],
        date_styles: frozenset[str],
        counted: _Counted,
        dates: list[str] | None = None,
    ) -> None:
        self._shared = shared
        self._date_styles = date_styles
        self._counted = counted
        self._dates = dates
        self.merges: list[Merge] = []
        """With rows and columns of the sheet, from 0."""
        self.is_right_to_left = False
        self._texts: dict[str, str] = {}
        """Equal texts are one object, which saves memory in long lists."""

    def rows(self, pieces: Iterator[bytes]) -> Iterator[Row]:
        """Yields the rows that hold anything, in the order of their lines."""
        found: list[Row] = []
        parser = self._parser(found)
        first_line, columns = 0, 0
        for piece in pieces:
            _feed(parser, piece)
            for row in found:
                first_line = first_line or row.line
                columns = max(columns, len(row.cells))
                self._counted.check_area((row.line - first_line + 1) * columns)
                yield row
            found.clear()
        _feed(parser, b"", is_last=True)

    def _parser(self, found: list[Row]) -> expat.XMLParserType:  # noqa: C901  # Calls would double its time.
        """Returns a parser that adds rows. Its state is in local variables, which are quicker than
        attributes: the handlers are called for each tag."""
        line = column = characters = count = 0
        line_text = style = kind = ""
        is_text = is_reading_aid = False
        cells: list[str] = []
        run: list[str] = []
        columns_max = self._counted.columns_max
        columns: dict[str, int] = {}
        value_of = self._value

        def column_of(reference: str) -> int:
            """Returns the column of a cell's reference, from 1; it has to be in this line."""
            found = _CELL.fullmatch(reference)
            if not found or int(found[2]) != line:
                raise UnreadableFile("A cell of the workbook is at no place. Save it again with Excel.")
            columns[reference.rstrip("0123456789")] = number = _column_number(found[1])
            return number

        def start(name: str, attributes: Sequence[str]) -> None:
            nonlocal line, line_text, column, style, kind, characters, count, is_text, is_reading_aid
            if name == "c":
                kind, style = "n", ""
                column += 1
                values = iter(attributes)
                for key in values:
                    value = next(values)
                    if key == "r":
                        is_here = value.endswith(line_text)
                        known = columns.get(value[: -len(line_text)]) if is_here else None
                        column = known or column_of(value)
                    elif key == "t":
                        kind = value
                    elif key == "s":
                        style = value
                run.clear()
                characters = 0
                count += 1
                if not len(cells) < column <= columns_max:
                    raise UnreadableFile(
                        f"A sheet of the workbook has more than {columns_max} columns, or is damaged."
                    )
            elif name in ("v", "t"):
                is_text = not is_reading_aid
            elif name == "row":
                of = _by_name(attributes)
                number = _row_number(of["r"]) if "r" in of else line + 1
                if not line < number <= ROWS_OF_A_SHEET:
                    raise UnreadableFile("The rows of a sheet are not in order. Save it again with Excel.")
                line, line_text, column, count = number, str(number), 0, 0
                cells.clear()
            elif name == "rPh":
                is_reading_aid = True
            elif name in ("mergeCell", "sheetView"):
                self._note_layout(name, _by_name(attributes))

        def end(name: str) -> None:
            nonlocal is_text, is_reading_aid
            if name in ("v", "t"):
                is_text = False
            elif name == "c":
                if run and (text := value_of("".join(run), kind, style)):
                    if column - 1 > len(cells):
                        cells.extend([""] * (column - 1 - len(cells)))
                    cells.append(text)
            elif name == "row":
                self._counted.add(count, sum(map(len, cells)))
                if cells:
                    found.append(Row(line, cells.copy()))
                cells.clear()
            elif name == "rPh":
                is_reading_aid = False

        def data(text: str) -> None:
            nonlocal characters
            if is_text and characters < CELL_CHARACTERS_MAX:
                characters += len(text)
                run.append(text)

        return _parser(start, end, data)

    def _value(self, text: str, kind: str, style: str) -> str:
        """Returns the text of a cell. Errors of formulas are empty cells."""
        if kind == "s":
            number = text.strip()
            is_there = number.isdecimal() and len(number) < 9 and int(number) < len(self._shared)
            return self._shared[int(number)] if is_there else ""
        if kind == "n":
            return self._number(text, style)
        if kind == "b":
            return "yes" if text.strip() == "1" else "no"
        if kind == "e":
            return ""
        if (known := self._texts.get(text)) is None:
            known = self._texts[text] = _cleaned(text)
        if kind == "d" and self._dates is not None:
            self._dates.append(known)
        return known

    def _number(self, text: str, style: str) -> str:
        """Writes a whole number without decimals, as people see it."""
        try:
            value = float(text)
        except ValueError:
            return text.strip()
        if style in self._date_styles:
            return self._date(value)
        shown = str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
        return self._texts.setdefault(shown, shown)

    def _date(self, days: float) -> str:
        try:
            moment = _FIRST_DAY + datetime.timedelta(days=days)
        except (OverflowError, ValueError):
            return repr(days)
        moment = (moment + datetime.timedelta(milliseconds=500)).replace(microsecond=0)
        text = str(moment.time() if days < 1 else moment.date() if days.is_integer() else moment)
        if self._dates is not None:
            self._dates.append(text)
        return text

    def _note_layout(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "mergeCell":
            self._add_merge(attributes.get("ref", ""))
        else:
            self.is_right_to_left = attributes.get("rightToLeft", "") in ("1", "true")

    def _add_merge(self, reference: str) -> None:
        first, _, last = reference.partition(":")
        corners = [_CELL.fullmatch(each) for each in (first, last or first)]
        if len(self.merges) < MERGES_MAX and corners[0] and corners[1]:
            (left, top), (right, bottom) = (
                (_column_number(found[1]) - 1, int(found[2]) - 1) for found in corners if found
            )
            self.merges.append((top, left, bottom, right))


def _first_filled(cells: Sequence[str]) -> int:
    return next(index for index, cell in enumerate(cells) if cell)


def _moved(merges: Sequence[Merge], top: int, left: int) -> Iterator[Merge]:
    for first_row, first_column, last_row, last_column in merges:
        if first_row >= top and first_column >= left:
            yield first_row - top, first_column - left, last_row - top, last_column - left


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def _row_number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def _cleaned(text: str) -> str:
    """Returns the text of a cell without blanks around it, and with the characters that XLSX escapes."""
    if "_x" in text:
        text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    return text[:CELL_CHARACTERS_MAX].strip()


Start = Callable[[str, Sequence[str]], None]


def _parser(
    start: Start,
    end: Callable[[str], None] | None = None,
    data: Callable[[str], None] | None = None,
) -> expat.XMLParserType:
    """Returns a parser that calls these with the names of elements, and refuses entities. Names are without
    the prefix of the first element, which is that of all that matter. Attributes are names and values in
    turn."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.ordered_attributes = True

    def first(name: str, attributes: Sequence[str]) -> None:
        prefix = name[: name.rfind(":") + 1]
        parser.StartElementHandler = _without(prefix, start)
        parser.EndElementHandler = None if end is None else _without(prefix, end)
        parser.StartElementHandler(name, attributes)

    parser.StartElementHandler = first
    parser.CharacterDataHandler = data
    parser.StartDoctypeDeclHandler = _refuse
    return parser


def _without(prefix: str, handler: Callable[..., None]) -> Callable[..., None]:
    if not prefix:
        return handler  # A wrapper would take as long as most handlers.
    return lambda name, *more: handler(name.removeprefix(prefix), *more)


def _by_name(attributes: Sequence[str]) -> dict[str, str]:
    return dict(zip(attributes[::2], attributes[1::2], strict=True))


def _feed(parser: expat.XMLParserType, piece: bytes, is_last: bool = False) -> None:
    try:
        parser.Parse(piece, is_last)
    except (expat.ExpatError, ValueError, LookupError) as fault:
        if isinstance(fault, UnreadableFile):
            raise
        raise UnreadableFile(_DAMAGED) from None


def _refuse(*_: object) -> NoReturn:
    raise UnreadableFile(_DAMAGED)


@contextmanager
def _damage_told() -> Iterator[None]:
    """Turns what goes wrong with a damaged archive into one sentence."""
    try:
        yield
    except UnreadableFile:
        raise
    except _FAULTS_OF_ARCHIVES:
        raise UnreadableFile(_DAMAGED) from None


_FAULTS_OF_ARCHIVES = (
    *(zipfile.BadZipFile, zlib.error, EOFError, LookupError, NotImplementedError),
    *(OSError, RuntimeError, ValueError, OverflowError),
)
_USUAL_MAIN = "xl/workbook.xml"
_NO_WORKBOOK = "The file is a ZIP archive and not a workbook (XLSX). Unpack it, and send what is in it."
_DAMAGED = "The workbook is damaged. Open it in a spreadsheet program, and save it again."
_FIRST_DAY = datetime.datetime(1899, 12, 30)  # noqa: DTZ001  # Cells have no time zone.
_DATE_FORMAT_IDS = frozenset(map(str, (*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59))))
"""The numbers of the built-in formats of dates and times."""
_QUOTED = re.compile(r'"[^"]*+(?:"|\Z)|\[[^\]]*+(?:\]|\Z)|\\.|_.|\*.')
"""What a format writes as it is, its colours and conditions, and its blanks."""
_DATE_FORMAT = re.compile(r"[dmyhs]", re.IGNORECASE)
_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
