"""One judge of halls: what no real hall is like, and that real ones pass."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.imports import plausibility
from seatpreview.imports.file_import import import_file
from seatpreview.imports.plausibility import (
    JudgedPlace,
    JudgedRow,
    judge_hall,
    names_in_order,
)
from seatpreview.results import encode
from seatpreview.venues.templates.catalogue import TEMPLATES, template_record
from seatpreview.venues.venue_files import checked

CHECKS = Path(__file__).parents[2] / "web/source/console/designer/checks/check-places.ts"


def hall(
    rows: int = 8, seats: int = 10, *, pitch_m: float = 0.5, tread_m: float = 0.9, floor: str = ""
) -> list[JudgedRow]:
    """Rows 1, 2, ... from the front, which is at y 0; the stage is to the north."""
    return [
        JudgedRow(
            "A",
            str(row),
            floor,
            [str(seat) for seat in range(1, seats + 1)],
            [JudgedPlace(seat * pitch_m, -row * tread_m) for seat in range(seats)],
        )
        for row in range(1, rows + 1)
    ]


def kinds(rows: list[JudgedRow], focus: tuple[float, float] | None = (2.5, 5.0)) -> list[tuple[str, bool]]:
    return [(finding.kind, finding.is_grave) for finding in judge_hall(rows, focus)]


def test_an_ordinary_hall_is_plausible() -> None:
    assert kinds(hall()) == []


@given(st.integers(2, 30), st.integers(3, 40), st.floats(0.45, 0.7), st.floats(0.75, 1.2))
def test_regular_halls_are_plausible(rows: int, seats: int, pitch_m: float, tread_m: float) -> None:
    found = [kind for kind, _ in kinds(hall(rows, seats, pitch_m=pitch_m, tread_m=tread_m))]
    assert set(found) <= {"width"}, "only a hall of a few seats may be too narrow"


def test_rows_numbered_odd_on_one_side_and_even_on_the_other_are_in_order() -> None:
    rows = [row._replace(seats=["9", "7", "5", "3", "1", "2", "4", "6", "8", "10"]) for row in hall()]
    assert kinds(rows) == []


def test_a_hall_of_a_metre_and_one_of_a_kilometre_are_grave() -> None:
    assert ("width", True) in kinds(hall(pitch_m=0.05, tread_m=0.09))
    assert ("width", True) in kinds(hall(pitch_m=60, tread_m=100))


def test_two_sections_in_one_place_overlap_unless_they_are_on_different_floors() -> None:
    assert ("overlaps", True) in kinds([*hall(), *hall()])
    assert kinds([*hall(floor="Stalls"), *hall(floor="Balcony")]) == []
    above = [row._replace(places=[place and place._replace(z=4.0) for place in row.places]) for row in hall()]
    assert kinds([*hall(), *above]) == []


def test_a_few_seats_on_each_other_are_told_and_not_grave() -> None:
    one = JudgedRow("B", "9", "", ["1"], [JudgedPlace(0.0, -0.9)])
    assert kinds([*hall(), one]) == [("overlaps", False)]


def test_distances_are_judged_where_the_scale_is_known() -> None:
    wide = hall(pitch_m=2.5, tread_m=4.0)
    assert kinds(wide) == [("seat-pitch", False), ("row-pitch", False)]
    assert judge_hall(wide, None, is_scale_known=False) == ()


def test_names_in_the_wrong_order_are_found() -> None:
    shuffled = ["1", "6", "2", "9", "4", "10", "3", "8", "5", "7"]
    assert "numbering" in [kind for kind, _ in kinds([row._replace(seats=shuffled) for row in hall()])]


def test_a_stage_behind_the_last_row_is_found() -> None:
    assert kinds(hall(), focus=(2.5, -20.0)) == [("focus", False)]


def test_seats_without_places_are_told() -> None:
    half = [row._replace(places=[None] * 10) if int(row.name) % 2 else row for row in hall()]
    assert ("without-place", False) in kinds(half)
    assert judge_hall([row._replace(places=[None] * 10) for row in hall()], None) == ()


def test_the_right_reading_of_names_fits_better_than_any_other() -> None:
    right = [[(str(seat), (seat * 0.5, -row * 0.9)) for seat in range(1, 11)] for row in range(1, 9)]
    swapped = [[(str(row), (seat * 0.5, -row * 0.9)) for row in range(1, 9)] for seat in range(1, 11)]
    alone = [[seat] for row in right for seat in row]
    together = [[seat for row in right for seat in row]]
    scores = [names_in_order(reading, 0.5) for reading in (right, swapped, alone, together)]
    assert scores[0] == pytest.approx(1.0)
    assert max(scores[1:]) < 0.7
    assert scores[2] == 0.0


@pytest.mark.parametrize(
    ("template", "seats"),
    [
        pytest.param(
            template.template_id,
            template.seats_default,
            marks=[pytest.mark.long] if template.seats_default > 5_000 else [],
        )
        for template in TEMPLATES
    ],
)
def test_no_template_has_a_grave_finding(template: str, seats: int) -> None:
    record = encode(template_record(template, seats).record)
    report = checked(import_file(record, "record", "Hall")).imported.report
    assert [finding for finding in report.findings if finding.is_grave] == []


def test_a_file_whose_unit_makes_a_hall_of_half_a_kilometre_is_asked_about() -> None:
    lines = [f"A,{row},{seat},{1000 * seat},{-900 * row}" for row in range(1, 4) for seat in range(1, 451)]
    data = "\n".join(["section,row,seat,x (mm),y (mm)", *lines]).encode()
    wide = import_file(data, None, "hall.csv")
    [question] = [question for question in wide.questions if question.id == "scale"]
    assert [choice.id for choice in question.choices] == ["as-read", question.assumed]
    assert "hall" in question.text
    kept = checked(import_file(data, None, "hall.csv", {"scale": "as-read"})).imported.report
    assert [finding.kind for finding in kept.findings if finding.is_grave] == ["width"]
    assert "449.0 m wide" in kept.headline


def test_the_designer_has_the_same_limits() -> None:
    constants = dict(re.findall(r"const ([A-Z_]+_M) = ([\d.]+);", CHECKS.read_text()))
    assert float(constants["SEAT_M"]) == plausibility.OVERLAP_M
    assert float(constants["STOREY_M"]) == plausibility.STOREY_M
