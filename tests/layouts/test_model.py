"""The model of a layout: decoded strictly, encoded as it was written, without NaN and infinity."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from layouts.written import ARENA, arena, layout_of, section
from seatpreview import results
from seatpreview.decoding import inputs, json_object
from seatpreview.layouts.model import Layout, PlaceName
from seatpreview.problems import ValidationFailed
from seatpreview.reference.schemas import components


def faults(written: dict[str, Any]) -> dict[str | None, str]:
    with pytest.raises(ValidationFailed) as caught:
        inputs.decode(written, Layout)
    return {fault.pointer: fault.detail for fault in caught.value.errors}


def test_a_layout_is_answered_as_it_was_written() -> None:
    assert json.loads(results.encode(arena())) == json.loads(ARENA.read_text())


def test_a_whole_number_is_the_same_name_as_its_digits() -> None:
    assert results.encode(layout_of(section(id=101))) != results.encode(layout_of(section(id="101")))
    assert layout_of(section(id=101)).sections[0].id == 101


def test_every_fault_of_the_shape_is_found_with_its_place() -> None:
    found = faults(
        {
            "sections": [
                section(id=True, kind="balcony", rwos=[]),
                section(seats={"count": 0}, geometry={"distanceM": 0}),
                section(rows=[1.5, {"first": "A"}], capacity="12"),
            ],
            "configurations": [{"id": "a/b", "obstructions": [{"id": "x", "box": {"x": [1], "y": [0, 1]}}]}],
        }
    )
    assert set(found) == {
        "/sections/0/id",
        "/sections/0/kind",
        "/sections/0/rwos",
        "/sections/1/seats/count",
        "/sections/1/geometry/distanceM",
        "/sections/2/rows/0",
        "/sections/2/rows/1/last",
        "/sections/2/capacity",
        "/configurations/0/id",
        "/configurations/0/obstructions/0/box/x",
        "/configurations/0/obstructions/0/box/z",
    }


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_place_without_a_finite_value_never_comes_in(number: str) -> None:
    """NaN compares with nothing: every distance to such a focus would be right and wrong at once."""
    with pytest.raises(ValidationFailed) as caught:
        json_object.read_object(f'{{"focus": {{"x": {number}}}}}'.encode())
    assert [fault.pointer for fault in caught.value.errors] == ["/focus/x"]


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_a_place_without_a_finite_value_is_refused_by_the_type_as_well(number: float) -> None:
    with pytest.raises(ValidationFailed):
        inputs.decode({"focus": {"x": number}}, Layout)


@pytest.mark.parametrize("name", ["1", "A", "Field Box 110", "R-01", "a.b_c", "É", "Ложа 3", "x" * 40])
def test_a_place_name_is_letters_digits_and_a_few_signs(name: str) -> None:
    assert PlaceName.parse(name) == name


@pytest.mark.parametrize(
    "name", ["", " ", " A", "A ", "A  B", "A/B", "A\n", "A\tB", "A,B", "'A'", "A\u00a0B", "x" * 41, "\x00"]
)
def test_a_place_name_is_nothing_that_a_key_could_trip_over(name: str) -> None:
    with pytest.raises(ValueError, match="must be"):
        PlaceName.parse(name)


@settings(deadline=None)
@given(st.text(max_size=45))
def test_a_name_that_was_parsed_parses_to_itself(text: str) -> None:
    try:
        name = PlaceName.parse(text)
    except ValueError:
        return
    assert PlaceName.parse(name) == name
    assert "/" not in name


def test_the_types_have_a_schema() -> None:
    schemas = components([Layout])
    assert {"Layout", "SectionRule", "SeatRule", "NameRange", "SectionGeometry"} <= set(schemas)
