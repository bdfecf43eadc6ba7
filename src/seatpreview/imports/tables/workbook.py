"""XLSX workbooks, with their cost bounded before the library opens them.

The library unpacks everything and allocates the whole rectangle from the first to the last cell. So this
module unpacks the parts first, with a counter, measures their cells, and gives the library an archive of the
parts that passed.
"""

import datetime
import io
import zipfile
import zlib
from collections.abc import Iterator

import msgspec
from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from seatpreview.imports.model import UnreadableFile
from seatpreview.imports.tables.sheet_extent import check_extent, check_shared_texts

UNPACKED_BYTES_MAX = 256 * 1024 * 1024
ENTRIES_MAX = 1_000
RATIO_MAX = 200
RATIO_FREE_BYTES = 4 * 1024 * 1024
"""Unpacked bytes for which no ratio is asked: small parts may repeat themselves."""
SHEETS_MAX = 200
MERGES_MAX = 100_000

Merge = tuple[int, int, int, int]
"""The first row, first column, last row and last column of merged cells, as indices into the rows."""


class WorkbookSheet(msgspec.Struct, kw_only=True):
    """One visible sheet, cut to the rectangle in which it has cells."""

    name: str
    rows: list[list[str]]
    first_line: int
    merges: tuple[Merge, ...]


class Workbook(msgspec.Struct, kw_only=True):
    """The visible sheets, the names of the hidden ones, and the cells that hold dates."""

    sheets: list[WorkbookSheet] = []
    hidden: list[str] = []
    dates: list[str] = []


def is_zip(content: bytes) -> bool:
    return content.startswith(b"PK")


def read_workbook(content: bytes, *, cells_max: int, columns_max: int) -> Workbook:
    """Reads an XLSX file. Raises `UnreadableFile`, also for a file that would cost too much."""
    checked = _checked_archive(content, cells_max, columns_max)
    try:
        return _read(CalamineWorkbook.from_filelike(io.BytesIO(checked)))
    except UnreadableFile:
        raise
    except (CalamineError, ValueError, OSError, IndexError, OverflowError) as fault:
        raise UnreadableFile(f"The file is not a workbook that can be read: {str(fault)[:200]}.") from None
    except BaseException as fault:
        # The library is written in Rust. What it did not foresee arrives as a BaseException of this name.
        if type(fault).__name__ != "PanicException":
            raise
        raise UnreadableFile("The workbook is damaged. Open it in Excel, and save it again.") from None


def _checked_archive(content: bytes, cells_max: int, columns_max: int) -> bytes:
    """Returns an archive, without compression, of the parts of the workbook that hold XML."""
    checked = io.BytesIO()
    unpacked_bytes = cells = longest_text = 0
    with zipfile.ZipFile(checked, "w", zipfile.ZIP_STORED) as target:
        for name, part in _parts(content):
            unpacked_bytes += len(part)
            if unpacked_bytes > UNPACKED_BYTES_MAX:
                raise UnreadableFile(_TOO_LARGE)
            cells += check_extent(part, cells_max=cells_max - cells, columns_max=columns_max)
            longest_text = max(longest_text, check_shared_texts(part))
            target.writestr(name, part)
    if longest_text * cells > 4 * UNPACKED_BYTES_MAX:
        raise UnreadableFile(f"The workbook has {cells:,} cells and a text of {longest_text:,} characters.")
    return checked.getvalue()


def _parts(content: bytes) -> Iterator[tuple[str, bytes]]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            _check_declared(entries, archive)
            for entry in entries:
                if entry.filename.lower().endswith((".xml", ".rels")):
                    yield entry.filename, _unpack(archive, entry)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError) as fault:
        raise UnreadableFile(f"The file is a damaged workbook: {str(fault)[:200]}.") from None
    except (ValueError, RuntimeError, OverflowError) as fault:
        if isinstance(fault, UnreadableFile):
            raise
        raise UnreadableFile("The file is a damaged workbook.") from None


def _check_declared(entries: list[zipfile.ZipInfo], archive: zipfile.ZipFile) -> None:
    names = {entry.filename for entry in entries}
    if "mimetype" in names and "content.xml" in names:
        raise UnreadableFile("The file is an OpenDocument sheet (ODS). Save it as XLSX or CSV.")
    if "[Content_Types].xml" not in names:
        raise UnreadableFile("The file is a ZIP archive and not a workbook. Send the XLSX or CSV file in it.")
    if len(entries) > ENTRIES_MAX:
        raise UnreadableFile(f"The workbook has {len(entries)} parts; at most {ENTRIES_MAX} are read.")
    if len(names) < len(entries):
        raise UnreadableFile("The workbook holds two parts of one name.")
    if any(entry.flag_bits & 1 for entry in entries):
        raise UnreadableFile("The workbook is encrypted. Save it without a password.")
    if sum(entry.file_size for entry in entries) > UNPACKED_BYTES_MAX:
        raise UnreadableFile(_TOO_LARGE)


def _unpack(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Unpacks a part, and stops as soon as it is larger than it says or than a workbook can be."""
    allowed = max(RATIO_FREE_BYTES, entry.compress_size * RATIO_MAX)
    unpacked = bytearray()
    with archive.open(entry) as stream:
        while piece := stream.read(1024 * 1024):
            unpacked += piece
            if len(unpacked) > min(allowed, UNPACKED_BYTES_MAX):
                raise UnreadableFile(_TOO_LARGE)
    return bytes(unpacked)


def _read(book: CalamineWorkbook) -> Workbook:
    found = Workbook()
    if len(book.sheets_metadata) > SHEETS_MAX:
        raise UnreadableFile(
            f"The workbook has {len(book.sheets_metadata)} sheets; at most {SHEETS_MAX} are read."
        )
    for index, about in enumerate(book.sheets_metadata):
        if about.visible != SheetVisibleEnum.Visible:
            found.hidden.append(about.name)
        elif about.typ == SheetTypeEnum.WorkSheet:
            found.sheets.append(_read_sheet(book.get_sheet_by_index(index), found.dates))
    return found


def _read_sheet(sheet: CalamineSheet, dates: list[str]) -> WorkbookSheet:
    top, left = sheet.start or (0, 0)
    texts: dict[object, str] = {}
    rows = [
        [_text(cell, texts, dates) if cell != "" else "" for cell in row]
        for row in sheet.to_python(skip_empty_area=True)
    ]
    merges = (sheet.merged_cell_ranges or [])[:MERGES_MAX]
    return WorkbookSheet(
        name=sheet.name.strip(),
        rows=rows,
        first_line=top + 1,
        merges=tuple(
            (first[0] - top, first[1] - left, last[0] - top, last[1] - left)
            for first, last in merges
            if first[0] >= top and first[1] >= left
        ),
    )


def _text(cell: object, texts: dict[object, str], dates: list[str]) -> str:
    """The cell as text. Equal texts are one object, which saves memory in long lists."""
    if isinstance(cell, str):
        return texts.setdefault(cell, cell.strip())
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else repr(cell)
    text = str(cell)
    if isinstance(cell, datetime.date | datetime.time | datetime.timedelta):
        dates.append(text)
    return text


_TOO_LARGE = (
    f"The workbook unpacks to more than {UNPACKED_BYTES_MAX // 1024 // 1024} MiB, or to far more than its "
    "own size. "
    "Keep only the sheets with seats in it."
)
