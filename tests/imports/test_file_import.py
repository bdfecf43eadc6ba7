"""Files of any format: recognised by content, named, and never worse than unreadable."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from seatpreview.decoding.inputs import decode
from seatpreview.imports.file_formats import FILE_BYTES_MAX
from seatpreview.imports.file_import import FILE_FORMATS, import_file
from seatpreview.imports.model import FileFormat, UnreadableFile
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.model import Layout

MANIFEST = "section_id,section_name,row_id,row_name\n"


def sections(text: str) -> Any:
    record: Any = import_file(text.encode(), None, None).record
    return record["rules"]["layout"]["sections"]


def refusal(data: bytes, file_format: FileFormat | None = None) -> tuple[str, ...]:
    with pytest.raises(UnreadableFile) as refused:
        import_file(data, file_format, None)
    return refused.value.sentences


def test_a_manifest_becomes_sections_with_rows_in_natural_order() -> None:
    lines = "7,Loge 7,1,10\n7,Loge 7,0,9\n7,Loge 7,2,11\n7,Loge 7,3,B\n8,Suite 8,,\n9,9,0,A\n"
    assert sections(MANIFEST + lines) == [
        {"id": "7", "name": "Loge 7", "rows": ["B", {"first": 9, "last": 11}]},
        {"id": "8", "name": "Suite 8", "kind": "suite"},
        {"id": "9", "rows": ["A"]},
    ]


def test_every_fault_of_a_manifest_is_told_with_its_line() -> None:
    lines = "1,A,0,A\n1,A,0,A\n1,B,0,C\n2!,X,0,A\n"
    told = " ".join(refusal((MANIFEST + lines).encode()))
    for line in ("Line 3", "Line 4", "Line 5"):
        assert line in told


def test_a_record_and_a_layout_pass_unchanged() -> None:
    layout = {"sections": [{"id": "A", "rows": ["1"], "seats": {"count": 3}}]}
    record = {"name": "Hall", "timezone": "UTC", "rules": {"layout": layout}, "ads": []}
    assert import_file(json.dumps(record).encode(), None, "other.json").record == record
    given_name = import_file(json.dumps(layout).encode(), None, "My_hall.json").record
    assert given_name == {"name": "My hall", "rules": {"layout": layout}}


@pytest.mark.parametrize(
    ("data", "file_format", "sentence"),
    [
        (b" \n", None, "The file is empty."),
        (b"[1]", None, "no format that is known"),
        (b"{}", "svg", "not well-formed XML"),
        (b"  0\r\nSECTION\r\n  2\r\nHEADER\r\n  9\r\n$ACADVER\r\n", None, "CAD program (DXF or DWG)"),
        (b"999\nby hand\n0\nSECTION\n2\nENTITIES\n", None, "CAD program (DXF or DWG)"),
        (b"AC1032\x00\x00", None, "CAD program (DXF or DWG)"),
        (b"section,row\nStalls,A\nStalls,A\nStalls,A\n", None, "no list of rows"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"><rect width="90" height="9"/></svg>', None, "no shapes"),
        (b'{"type": "FeatureCollection", "features": []}', None, "o seat"),
        (b"<svg/>", "pretix", "The file is not JSON"),
        (b"[]", "record", "is not an object"),
        (b"PK\x03\x04", "pretix", "is a spreadsheet or another archive"),
        (b"a" * (FILE_BYTES_MAX + 1), None, "more than 32 MiB"),
    ],
)
def test_a_file_that_is_not_what_it_should_be_is_refused_in_a_sentence(
    data: bytes, file_format: FileFormat | None, sentence: str
) -> None:
    assert sentence in refusal(data, file_format)[0]


@examples(150)
@given(
    data=st.one_of(
        st.binary(max_size=300),
        st.text(max_size=300).map(str.encode),
        st.recursive(
            st.none() | st.booleans() | st.floats() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(
                        ["zones", "rows", "seats", "type", "features", "subChart", "position", "x"]
                    ),
                    inner,
                    max_size=4,
                )
            ),
            max_leaves=12,
        ).map(lambda content: json.dumps(content).encode()),
    ),
    file_format=st.none() | st.sampled_from(FILE_FORMATS),
)
def test_any_bytes_become_a_layout_that_compiles_or_are_refused(
    data: bytes, file_format: FileFormat | None
) -> None:
    try:
        imported = import_file(data, file_format, None)
    except UnreadableFile:
        return
    if imported.report.format in ("record", "layout"):
        return  # They are checked when a venue is created.
    record: Any = imported.record
    assert compile_layout(decode(record["rules"]["layout"], Layout)).seat_count == imported.report.seats
