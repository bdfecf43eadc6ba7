"""Sheets of CSV and XLSX files, and files that would cost too much."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imports.workbooks import workbook
from seatpreview.imports.model import UnreadableFile
from seatpreview.imports.tables.spreadsheet import read_spreadsheet

LINES = [["Bereich", "Reihe", "Höhe"], ["Parkett", "A", "1,25"], ["Parkett", "B", "2,5"]]


@pytest.mark.parametrize("separator", [";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_every_separator_and_encoding_gives_the_same_cells(separator: str, encoding: str) -> None:
    text = "\r\n".join(separator.join(row) for row in LINES)
    found = read_spreadsheet(text.encode(encoding))
    assert found.sheets[0].rows == LINES
    assert [item.count for item in found.inferred] == ([1] if encoding == "cp1252" else [])


@pytest.mark.parametrize(
    ("code_page", "line"),
    [
        ("cp1251", "Сектор;Ряд;Место;Цена"),
        ("cp1251", "Партер;1;2;2000 р."),
        ("cp1253", "Τομέας;Σειρά;Θέση"),
        ("cp1250", "Sektor;Řada;Sedadlo;Poznámka"),
        ("cp1250", "Sektor;Rząd;Miejsca;Cena;90 zł;Loża A"),
        ("cp932", "階;列;席番;備考"),
        ("cp949", "구역;열;좌석"),
        ("cp1252", "Bereich;Reihe;Höhe;Größe"),
    ],
)
def test_a_code_page_is_known_by_its_words(code_page: str, line: str) -> None:
    found = read_spreadsheet(f"{line}\n".encode(code_page))
    assert found.sheets[0].rows == [line.split(";")]


def test_quoted_cells_hold_separators_quotes_and_ends_of_lines() -> None:
    found = read_spreadsheet(b'section,row,seat\n"Stalls, left","A ""x""","1\n2"\n')
    assert found.sheets[0].rows[1] == ["Stalls, left", 'A "x"', "1\n2"]


def test_excels_hint_names_the_separator() -> None:
    found = read_spreadsheet(b"sep=;\nrow;seat\nA;1\n")
    assert found.sheets[0].rows == [["row", "seat"], ["A", "1"]]
    assert found.sheets[0].first_line == 2


def test_a_list_in_one_column_has_no_separator() -> None:
    assert read_spreadsheet(b"A12\nA13\n").sheets[0].rows == [["A12"], ["A13"]]


def test_whole_numbers_of_a_workbook_have_no_decimals() -> None:
    found = read_spreadsheet(workbook({"One": [["Row", 12.0, 1.5, True]], "Two": [["x"]]}))
    assert [sheet.rows for sheet in found.sheets] == [[["Row", "12", "1.5", "yes"]], [["x"]]]


def test_empty_rows_and_columns_before_the_cells_are_skipped_and_lines_keep_their_number() -> None:
    found = read_spreadsheet(workbook({"One": [[""], ["", ""], ["", "", "Row", "Seat"], ["", "", "A", 1]]}))
    assert found.sheets[0].rows == [["Row", "Seat"], ["A", "1"]]
    assert found.sheets[0].first_line == 3


def test_a_hidden_sheet_is_reported() -> None:
    found = read_spreadsheet(workbook({"One": [["Row"]], "Old": [["Row"]]}, hidden=["Old"]))
    assert [sheet.name for sheet in found.sheets] == ["One"]
    assert found.left_out[0].example == "Old"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty"),
        (b" \r\n\r\n", "empty"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "XLSX or CSV"),
        (b"%PDF-1.7\n", "PDF"),
        (b"\x89PNG\r\n\x1a\n", "picture"),
        (b"row,seat\x00\n\x00\x01A,1\n", "neither text"),
        (b"\xff\xfea", "UTF-16"),
        (b"," * 100_000 + b"x", "100001 cells"),
        (b"a,b\n" + b'"' + b"x" * 200_000 + b'"', "Line 2"),
        (b",,,,,,,,,\n" * 600_000, "5,000,000 cells"),
        (b"row\n" + b"1\n" * (16 * 1024 * 1024), "MiB"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(content: bytes, says: str) -> None:
    with pytest.raises(UnreadableFile, match=says):
        read_spreadsheet(content)


@given(st.binary(max_size=300) | st.text(alphabet='ab1,;\t|"\n\r.= é\x00', max_size=200).map(str.encode))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    with suppress(UnreadableFile):
        found = read_spreadsheet(content)
        assert all(isinstance(cell, str) for sheet in found.sheets for row in sheet.rows for cell in row)
