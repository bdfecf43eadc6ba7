"""JSON files are parsed strictly and within bounds, and odd values never raise."""

import json

import pytest
from hypothesis import given

from imports.arbitrary_json import values
from seatpreview.imports import json_file
from seatpreview.imports.json_file import (
    NESTING_MAX,
    finite_number,
    point_of,
    read_json,
    text_of,
    whole_number,
)
from seatpreview.imports.model import UnreadableFile


@pytest.mark.parametrize("prefix", [b"", b"\xef\xbb\xbf", b"\n "])
def test_a_file_may_begin_with_a_byte_order_mark_or_space(prefix: bytes) -> None:
    assert read_json(prefix + '{"name": "Bühne"}'.encode()) == {"name": "Bühne"}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b" \n", "The file is empty."),
        (b'{"a":\n  ]', "The file is not JSON: expecting value at line 2, column 3: ]"),
        (b'{"a": "\xff"}', "The file is not text in UTF-8: byte 8 of line 1 is wrong. Save it as UTF-8."),
        (
            b'{"a":\n1, "b": "\xe4"}',
            "The file is not text in UTF-8: byte 10 of line 2 is wrong. Save it as UTF-8.",
        ),
        (b'{"a": 1, "a": 2}', "In the JSON of the file an object has the member 'a' twice."),
        (b"[NaN]", "The file is not JSON: it holds NaN, which JSON does not have."),
        (b"[-Infinity]", "The file is not JSON: it holds -Infinity, which JSON does not have."),
        (b'["\\u0000"]', "The JSON in the file holds a NUL character or half of a surrogate pair."),
        (b'{"\\udc00": 1}', "The JSON in the file holds a NUL character or half of a surrogate pair."),
        (b"[" * 200_000, "The JSON in the file is nested too deeply."),
        (b"[" * 66 + b"]" * 66, "The JSON in the file is nested too deeply."),
        (b"[" + b"1" * 5000 + b"]", "The JSON in the file holds a number that is too long."),
    ],
)
def test_a_file_that_is_not_strict_json_is_refused_with_its_place(content: bytes, sentence: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_json(content)
    assert refused.value.sentences == (sentence,)


def test_nesting_up_to_the_bound_and_pairs_of_surrogates_are_read() -> None:
    assert read_json(b"[" * NESTING_MAX + b"]" * NESTING_MAX)
    assert read_json(b'["\\ud83c\\udfad"]') == ["\U0001f3ad"]


def test_a_fault_in_a_long_line_shows_the_text_around_it() -> None:
    with pytest.raises(UnreadableFile, match=r"column 4992.*\"last\": \?\]$"):
        read_json(json.dumps(["x" * 4980]).encode()[:-1] + b', "last": ?]')


def test_too_many_lists_are_refused_before_they_are_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small lists cost thirty times their bytes in memory."""
    monkeypatch.setattr(json_file, "CONTAINERS_MAX", 3)
    assert read_json(b"[[],[]]") == [[], []]
    with pytest.raises(UnreadableFile, match="more than 3 lists and objects"):
        read_json(b"[[],[],[]]")


@pytest.mark.parametrize(
    "value", [None, True, "1", "NaN", 1e308, float("nan"), float("inf"), 10**400, [], {}]
)
def test_an_unusable_coordinate_is_none(value: object) -> None:
    assert finite_number(value) is None
    assert whole_number(value) is None
    assert point_of({"x": 1, "y": value}) is None


def test_names_may_be_numbers() -> None:
    found = [text_of(value) for value in (" 7 ", 7, 7.0, 1.5, True, None, [7], "x" * 999)]
    assert found == ["7", "7", "7", "1.5", "", "", "", "x" * 200]


@given(values(("x", "y")))
def test_reading_single_values_never_raises(value: object) -> None:
    text_of(value)
    whole_number(value)
    point_of(value)
