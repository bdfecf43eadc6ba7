"""Workbooks that unpack to more than they say, or whose cells reach too far."""

import io
import struct
import zipfile
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imports.workbooks import with_parts, workbook
from seatpreview.imports.model import UnreadableFile
from seatpreview.imports.tables.workbook import read_workbook

SMALL = workbook({"One": [["Row", "Seat"], ["A", 1]]})
SHEET = "xl/worksheets/sheet1.xml"


def read(content: bytes) -> list[list[str]]:
    return read_workbook(content, cells_max=5_000_000, columns_max=1_000).sheets[0].rows


def sheet_xml(rows: str) -> bytes:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return (
        f'<?xml version="1.0"?><worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>'.encode()
    )


def zeros(size: int) -> bytes:
    """A workbook whose sheet is zeros, packed piece by piece."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("[Content_Types].xml", b"<Types/>")
        with archive.open(SHEET, "w", force_zip64=True) as part:
            for _ in range(size // 1_000_000):
                part.write(bytes(1_000_000))
    return content.getvalue()


def declare_small(content: bytes) -> bytes:
    """Changes the unpacked size of the last entry of the directory to ten bytes."""
    at = content.rindex(b"PK\x01\x02")
    return content[: at + 24] + struct.pack("<I", 10) + content[at + 28 :]


def test_zeros_are_refused_by_the_size_that_they_state() -> None:
    """A zip bomb of a few hundred kilobytes."""
    with pytest.raises(UnreadableFile, match="256 MiB"):
        read(zeros(300_000_000))


def test_zeros_that_state_a_small_size_are_refused() -> None:
    """A zip bomb whose directory lies about its size."""
    with pytest.raises(UnreadableFile, match=r"256 MiB|damaged"):
        read(declare_small(zeros(30_000_000)))


def test_zeros_within_the_bound_are_refused_by_their_ratio() -> None:
    with pytest.raises(UnreadableFile, match="256 MiB"):
        read(zeros(30_000_000))


@pytest.mark.parametrize(
    "rows",
    [
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
        "<row r='1'><c r='A1'><v>1</v></c></row><row r='1048576'><c r='AA1048576'><v>1</v></c></row>",
        '<row r="1"><c r="A1"><v>1</v></c></row><row><c a=">" r = "AA1048576"><v>1</v></c></row>',
        '<row r="1"><c r="A1"><v>1</v></c><c a=\' r="A1"\' r="AA1048576"><v>1</v></c></row>',
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576">' + "<c><v>1</v></c>" * 30 + "</row>",
        "<row>" + "<c><v>1</v></c>" * 2_000 + "</row>",
        '<row r="1"><c r="A1"><v>1</v></c><c r="BAA1"><v>1</v></c></row>',
        '<row r="1"><c r="A1"><v>1</v></c><c r="A99999999999"><v>1</v></c></row>',
    ],
)
def test_cells_that_reach_too_far_are_refused_however_they_are_written(rows: str) -> None:
    """The library would allocate all cells between the first and the last, up to 500 GB."""
    with pytest.raises(UnreadableFile):
        read(with_parts(SMALL, {SHEET: sheet_xml(rows)}))


def test_cells_without_references_are_read() -> None:
    rows = "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>"
    assert read(with_parts(SMALL, {SHEET: sheet_xml(rows)})) == [["1", "2"], ["3", ""]]


def test_a_long_text_that_many_cells_share_is_refused() -> None:
    """Each cell would get a copy of the text."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    text = f'<sst xmlns="{main}"><si><t>{"ab1" * 1_000_000}</t></si></sst>'.encode()
    rows = "".join(f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(1, 1_000))
    with pytest.raises(UnreadableFile):
        read(with_parts(SMALL, {SHEET: sheet_xml(rows), "xl/sharedStrings.xml": text}))


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({f"xl/x{number}.xml": b"<x/>" for number in range(1_001)}, "parts"),
        ({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": b"<x/>"}, "ODS"),
        ({SHEET: "<worksheet/>".encode("utf-16")}, "UTF-8"),
        ({"xl/workbook.xml": b"<workbook"}, "workbook"),
    ],
)
def test_archives_that_are_no_workbook_are_refused(parts: dict[str, bytes], says: str) -> None:
    with pytest.raises(UnreadableFile, match=says):
        read(with_parts(SMALL, parts))


def test_an_encrypted_entry_is_refused() -> None:
    at = SMALL.index(b"PK\x01\x02")
    with pytest.raises(UnreadableFile, match="password"):
        read(SMALL[: at + 8] + b"\x01" + SMALL[at + 9 :])


def test_pictures_are_not_unpacked() -> None:
    assert read(with_parts(SMALL, {"xl/media/plan.png": bytes(20_000_000)})) == [["Row", "Seat"], ["A", "1"]]


@given(st.integers(0, len(SMALL) - 1), st.binary(min_size=1, max_size=40))
def test_a_damaged_workbook_is_read_or_refused(at: int, damage: bytes) -> None:
    with suppress(UnreadableFile):
        read_workbook(SMALL[:at] + damage + SMALL[at + len(damage) :], cells_max=10_000, columns_max=100)
