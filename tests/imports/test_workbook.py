"""Workbooks: what is read of them, and those that would cost more than they seem to."""

import io
import struct
import zipfile
from contextlib import suppress

import pytest
import xlsxwriter  # type: ignore[import-untyped]  # The package has no types.
from hypothesis import given
from hypothesis import strategies as st

from imports.workbooks import with_parts, workbook
from seatpreview.imports.model import UnreadableFile
from seatpreview.imports.tables.spreadsheet import Spreadsheet, read_spreadsheet

SMALL = workbook({"One": [["Row", "Seat"], ["A", 1]]})
SHEET = "xl/worksheets/sheet1.xml"


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def read(content: bytes) -> list[list[str]]:
    return read_all(content).sheets[0].rows


def read_all(content: bytes) -> Spreadsheet:
    return read_spreadsheet(content)


def sheet_xml(rows: str) -> bytes:
    return (
        f'<?xml version="1.0"?><worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'.encode()
    )


def shared_texts(*texts: str, before: str = "", prefix: str = "") -> bytes:
    colon = ":" if prefix else ""
    si, t, sst = (f"{prefix}{colon}{name}" for name in ("si", "t", "sst"))
    each = "".join(f"<{si}><{t}>{text}</{t}></{si}>" for text in texts)
    return f'{before}<{sst} xmlns{colon}{prefix}="{MAIN}">{each}</{sst}>'.encode()


def sharing(cells: int, texts: bytes) -> bytes:
    """A workbook whose cells all share the first text."""
    rows = "".join(f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(1, cells + 1))
    return with_parts(
        workbook({"One": [["shared"]]}), {SHEET: sheet_xml(rows), "xl/sharedStrings.xml": texts}
    )


def blanks(size: int) -> bytes:
    """A workbook whose sheet is blanks, packed piece by piece."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        with zipfile.ZipFile(io.BytesIO(SMALL)) as small:
            for name in set(small.namelist()) - {SHEET}:
                archive.writestr(name, small.read(name))
        with archive.open(SHEET, "w", force_zip64=True) as part:
            part.write(f'<worksheet xmlns="{MAIN}">'.encode())
            for _ in range(size // 1_000_000):
                part.write(b" " * 1_000_000)
    return content.getvalue()


def declare_small(content: bytes) -> bytes:
    """Changes the unpacked size of the last entry of the directory to ten bytes."""
    at = content.rindex(b"PK\x01\x02")
    return content[: at + 24] + struct.pack("<I", 10) + content[at + 28 :]


def test_blanks_are_refused_by_the_size_that_they_state() -> None:
    """A zip bomb of a few hundred kilobytes."""
    with pytest.raises(UnreadableFile, match="256 MiB"):
        read(blanks(300_000_000))


def test_blanks_that_state_a_small_size_are_refused() -> None:
    """A zip bomb whose directory lies about its size."""
    with pytest.raises(UnreadableFile, match=r"256 MiB|damaged"):
        read(declare_small(blanks(30_000_000)))


def test_blanks_within_the_bound_are_refused_by_their_ratio() -> None:
    with pytest.raises(UnreadableFile, match="256 MiB"):
        read(blanks(30_000_000))


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
    assert read(with_parts(SMALL, {SHEET: sheet_xml(rows)})) == [["1", "2"], ["3"]]


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(shared_texts("ab1" * 10_000), id="usual"),
        pytest.param(shared_texts("ab1" * 10_000, before=f"<!--{'x' * 2_000}-->"), id="behind a comment"),
        pytest.param(shared_texts("ab1" * 10_000, prefix="p" * 90), id="with a long prefix"),
    ],
)
def test_a_long_text_that_many_cells_share_is_refused(texts: bytes) -> None:
    """Attack: a library gives each cell a copy, so that a file of some kilobytes takes gigabytes."""
    with pytest.raises(UnreadableFile, match="64 million characters"):
        read(sharing(2_200, texts))


def test_no_cell_has_more_text_than_a_spreadsheet_program_writes() -> None:
    """Attack: 350 cells that share one text of 3 MB."""
    assert {len(text) for [text] in read(sharing(350, shared_texts("ab1" * 1_000_000)))} == {32_767}


def test_sheets_that_name_one_part_are_refused() -> None:
    """Attack: 200 sheets that are one part: it was counted once, and read 200 times."""
    sheets = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="r{n}"/>' for n in range(2))
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    relations = "".join(
        f'<Relationship Id="r{n}" Type="{kind}/worksheet" Target="{target}"/>'
        for n, target in enumerate(("worksheets/sheet1.xml", "/xl/worksheets/../worksheets/Sheet1.xml"))
    )
    parts = {
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{kind}"><sheets>{sheets}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f"<Relationships>{relations}</Relationships>",
    }
    with pytest.raises(UnreadableFile, match="Two sheets"):
        read(with_parts(SMALL, {name: text.encode() for name, text in parts.items()}))


@pytest.mark.parametrize("prefix", ["x", "x" * 200])
def test_names_may_have_any_prefix(prefix: str) -> None:
    """Attack: a prefix of over 80 characters hid cells from the check, and not from the library."""
    cells = f'<{prefix}:row r="1"><{prefix}:c r="A1"><{prefix}:v>7</{prefix}:v></{prefix}:c></{prefix}:row>'
    name = f"{prefix}:worksheet"
    sheet = f'<{name} xmlns:{prefix}="{MAIN}"><{prefix}:sheetData>{cells}</{prefix}:sheetData></{name}>'
    assert read(with_parts(SMALL, {SHEET: sheet.encode()})) == [["7"]]


def test_cells_in_quotes_and_comments_are_counted_as_the_parser_sees_them() -> None:
    """Attack: a quotation mark in a comment hid all cells up to the next one."""
    cells = "<row>" + "<c><v>1</v></c>" * 2_000 + "</row>"
    with pytest.raises(UnreadableFile, match="columns"):
        read(with_parts(SMALL, {SHEET: sheet_xml(f'<!-- " -->{cells}<!-- " -->')}))


def test_entities_are_refused() -> None:
    """Attack: a billion laughs."""
    sheet = b'<!DOCTYPE x [<!ENTITY a "aaaa">]>' + sheet_xml('<row r="1"><c r="A1"><v>&a;</v></c></row>')[21:]
    with pytest.raises(UnreadableFile, match="damaged"):
        read(with_parts(SMALL, {SHEET: sheet}))


def test_rows_and_columns_without_anything_in_front_are_left_out_and_gaps_are_kept() -> None:
    rows = (
        '<row r="3"><c r="B3"><v>1</v></c></row><row r="4"><c r="B4" s="0"/></row>'
        '<row r="6"><c r="C6"><v>2</v></c></row>'
    )
    [sheet] = read_all(with_parts(SMALL, {SHEET: sheet_xml(rows)})).sheets
    assert (sheet.first_line, sheet.rows) == (3, [["1"], [], [], ["", "2"]])


def test_empty_cells_with_a_style_reach_as_far_as_they_like() -> None:
    """A colour for whole columns is written as a million cells without anything."""
    rows = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="ZZ1048576" s="1"/></row>'
    assert read(with_parts(SMALL, {SHEET: sheet_xml(rows)})) == [["1"]]


def test_merged_cells_are_where_their_rows_are() -> None:
    [sheet] = read_all(workbook({"One": [[""], ["", "a", "b"]]}, merges=[(1, 1, 1, 2, "Seats")])).sheets
    assert sheet.rows[0][0] == "Seats"
    assert sheet.merges == ((0, 0, 0, 1),)


def test_dates_are_iso_8601_and_reported() -> None:
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content)
    sheet = book.add_worksheet()
    day, time, text = (book.add_format({"num_format": each}) for each in ("d mmm", "hh:mm", '0 "days"'))
    written = ((45_678, day), (45_678.5, day), (0.75, time), (3, text))
    for column, (number, shape) in enumerate(written):
        sheet.write_number(0, column, number, shape)
    book.close()
    found = read_all(content.getvalue())
    assert found.sheets[0].rows == [["2025-01-21", "2025-01-21 12:00:00", "18:00:00", "3"]]
    assert [(item.count, item.example) for item in found.inferred] == [(3, "2025-01-21")]


def test_reading_aids_runs_and_escaped_characters_are_read_as_people_see_them() -> None:
    runs = "<r><t>Re</t></r><r><t>ihe_x0020_1</t></r><rPh><t>aid</t></rPh>"
    assert read(sharing(1, f'<sst xmlns="{MAIN}"><si>{runs}</si></sst>'.encode())) == [["Reihe 1"]]


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({f"xl/x{number}.xml": b"<x/>" for number in range(1_001)}, "parts"),
        ({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": b"<x/>"}, "ODS"),
        ({SHEET: b"<worksheet><row></worksheet>"}, "damaged"),
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
        read_spreadsheet(SMALL[:at] + damage + SMALL[at + len(damage) :])
