"""Spreadsheets as sheets of texts: CSV with any separator, and XLSX."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from seatpreview.imports.model import ReportItem, UnreadableFile
from seatpreview.imports.tables.code_pages import CODE_PAGES, code_page_of
from seatpreview.imports.tables.workbook import Bounds, Merge, Workbook, is_zip
from seatpreview.values.csv_cells import unescape_formula

BYTES_MAX = 32 * 1024 * 1024
CELLS_MAX = 5_000_000
COLUMNS_MAX = 1_000
SAMPLE_LINES = 200
WORKBOOK_BOUNDS = Bounds(
    unpacked_bytes=256 * 1024 * 1024,
    cells=CELLS_MAX,
    columns=COLUMNS_MAX,
    cell_characters=64_000_000,
    shared_text_bytes=128 * 1024 * 1024,
)


class Sheet(msgspec.Struct, kw_only=True):
    """One sheet. All cells are texts without blanks around them. A whole number has no decimals."""

    name: str = ""
    rows: list[list[str]]
    """Rows may differ in length."""
    first_line: int = 1
    """The line number of the first row in the file."""
    has_decimal_comma: bool = False
    """Whether '1,250' is one and a quarter."""
    merges: tuple[Merge, ...] = ()
    is_right_to_left: bool = False
    """Whether the first column is shown at the right, as in Hebrew and Arabic."""


class Spreadsheet(msgspec.Struct, kw_only=True):
    """The sheets of a file, and what to report about reading them."""

    sheets: list[Sheet]
    inferred: list[ReportItem] = []
    left_out: list[ReportItem] = []


def read_spreadsheet(content: bytes) -> Spreadsheet:
    """Reads CSV or XLSX, recognised by content. Raises `UnreadableFile`."""
    if len(content) > BYTES_MAX:
        raise UnreadableFile(f"The file has more than {BYTES_MAX // 1024 // 1024} MiB.")
    if not content.strip():
        raise UnreadableFile("The file is empty.")
    refuse_other_kinds(content)
    return _from_xlsx(content) if is_zip(content) else _from_csv(content)


def refuse_other_kinds(content: bytes) -> None:
    """Raises `UnreadableFile` for files that begin like old workbooks, drawings, PDF or pictures."""
    for magic, sentence in _OTHER_KINDS.items():
        if content.startswith(magic):
            raise UnreadableFile(sentence)
    if _DXF.match(content) or _DWG.match(content):
        raise UnreadableFile(_CAD)


def _from_xlsx(content: bytes) -> Spreadsheet:
    book = Workbook(io.BytesIO(content), WORKBOOK_BOUNDS)
    found = Spreadsheet(sheets=[])
    dates: list[str] = []
    for name in book.sheets:
        sheet = book.read_sheet(name, dates)
        found.sheets.append(
            Sheet(
                name=sheet.name,
                rows=sheet.rows,
                first_line=sheet.first_line,
                merges=sheet.merges,
                is_right_to_left=sheet.is_right_to_left,
            )
        )
    if book.hidden:
        found.left_out.append(
            ReportItem(text="Hidden sheets were not read.", count=len(book.hidden), example=book.hidden[0])
        )
    if dates:
        found.inferred.append(
            ReportItem(
                text="Cells hold dates. Spreadsheets turn texts such as 1-20 into dates: check them.",
                count=len(dates),
                example=dates[0],
            )
        )
    return found


def _from_csv(content: bytes) -> Spreadsheet:
    found = Spreadsheet(sheets=[])
    text = _decode(content, found)
    hint, text = separator_hint(text)
    separator = hint or find_separator(text)
    rows = list(_bounded(_parse(text, separator)))
    found.sheets.append(Sheet(rows=rows, has_decimal_comma=separator != ",", first_line=2 if hint else 1))
    return found


def _decode(content: bytes, found: Spreadsheet) -> str:
    """Decodes UTF-8 and UTF-16, and code pages of languages where the bytes are neither."""
    encoding = marked_encoding(content)
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        if encoding != "utf-8-sig":
            raise UnreadableFile("The file begins as UTF-16 and is not: save it as UTF-8.") from None
        code_page = code_page_of(content)
        text = content.decode(code_page, errors="replace")
        example = next((line for line in text.splitlines() if not line.isascii()), "")
        found.inferred.append(
            ReportItem(
                text=f"The text is not UTF-8. It was read as {CODE_PAGES[code_page]}: check its letters.",
                count=sum(not line.isascii() for line in text.splitlines()),
                example=example.strip()[:80],
            )
        )
    if "\x00" in text or sum(map(text.count, _CONTROLS)) > len(text) // 50:
        raise UnreadableFile("The file is neither text nor a spreadsheet: save it as CSV (UTF-8) or XLSX.")
    return text


def marked_encoding(content: bytes) -> str:
    """Returns UTF-16 if the beginning of a file says so or has its zero bytes, and otherwise UTF-8."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    start = content[:4096]
    if len(start) % 2 == 0 and start[1::2].count(0) > len(start) // 4:
        return "utf-16-le"
    if len(start) % 2 == 0 and start[0::2].count(0) > len(start) // 4:
        return "utf-16-be"
    return "utf-8-sig"


def separator_hint(text: str) -> tuple[str, str]:
    """Excel may write 'sep=;' as the first line."""
    line, _, rest = text.partition("\n")
    line = line.strip().strip('"')
    if len(line) == 5 and line.lower().startswith("sep="):
        return line[4], rest
    return "", text


def find_separator(text: str) -> str:
    """The separator that splits most of the first lines into equally many cells, and into more than one."""
    lines = text[: 256 * 1024].splitlines()[:SAMPLE_LINES]
    return max(_SEPARATORS, key=lambda separator: _consistency(lines, separator))


def _consistency(lines: list[str], separator: str) -> tuple[float, int]:
    try:
        rows = csv.reader(lines, delimiter=separator)
        widths = Counter(len(row) for row in rows if any(map(str.strip, row)))
    except csv.Error:
        return 0.0, 0
    splitting = [(count, width) for width, count in widths.items() if width > 1]
    if not splitting:
        return 0.0, 0
    count, width = max(splitting)
    return round(count / widths.total(), 1), width


def _parse(text: str, separator: str) -> Iterator[list[str]]:
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for cells in lines:
            yield [unescape_formula(cell.strip()) if cell else "" for cell in cells]
    except csv.Error as fault:
        raise UnreadableFile(
            f"Line {lines.line_num} is not CSV: {fault}. Look for a quotation mark that is never closed."
        ) from None


def _bounded(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    cells = 0
    for number, row in enumerate(rows, start=1):
        if len(row) > COLUMNS_MAX and any(row[COLUMNS_MAX:]):
            raise UnreadableFile(f"Line {number} has {len(row)} cells; at most {COLUMNS_MAX} are read.")
        cells += len(row) + 1
        if cells > CELLS_MAX:
            raise UnreadableFile(f"The file has more than {CELLS_MAX:,} cells.")
        yield row[:COLUMNS_MAX]


_SAVE_AS = "Open it in a spreadsheet program, and save it as XLSX or CSV."
_CAD = (
    "The file is a drawing of a CAD program (DXF or DWG), which is not read. Save or print it as SVG "
    "or PDF, and import that."
)
_DXF = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:999[^\n]*\n[^\n]*\n\s*)*0\s+SECTION\s+2\s+[A-Z]+\s")
"""Pairs of lines: a code, 0 or 999 for comments, and what it stands for."""
_DWG = re.compile(rb"AC[0-9]{4}\x00")
_OTHER_KINDS = {
    b"AutoCAD Binary DXF": _CAD,
    b"\xd0\xcf\x11\xe0": f"The file is an old Excel file (XLS) or is protected by a password. {_SAVE_AS}",
    b"%PDF": "The file is a PDF, which has no cells. Export the list of seats as XLSX or CSV.",
    b"\x89PNG": "The file is a picture. Export the list of seats as XLSX or CSV.",
    b"\xff\xd8\xff": "The file is a picture. Export the list of seats as XLSX or CSV.",
    b"{\\rtf": "The file is a text document (RTF). Export the list of seats as XLSX or CSV.",
}
_SEPARATORS = (",", ";", "\t", "|")
_CONTROLS = [chr(code) for code in range(1, 32) if chr(code) not in "\t\n\r\x0b\x0c"]
