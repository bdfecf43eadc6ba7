"""The kind of a hall, and what is played on a field: by its name, or by its size where the size is known."""

import pytest

from seatpreview.imports.fitting.hall_focus import HallFocus
from seatpreview.imports.fitting.hall_kind import (
    KindOfHall,
    asked_kind,
    extent_of,
    kind_of_hall,
    stand_before_seats,
)
from seatpreview.imports.fitting.near_points import PlanPoint
from seatpreview.imports.model import FoundHall, UnreadableFile
from seatpreview.imports.questions import Doubts


def field(width_m: float, depth_m: float, name: str = "") -> HallFocus:
    x, y = width_m / 2, depth_m / 2
    outline = (PlanPoint(-x, -y), PlanPoint(x, -y), PlanPoint(x, y), PlanPoint(-x, y))
    return HallFocus(PlanPoint(0.0, 0.0), "field", "", name=name, outline=outline)


@pytest.mark.parametrize(
    ("focus", "is_scale_assumed", "kind"),
    [
        (field(17.6, 7.3), False, "volleyball"),
        (field(17.6, 7.3), True, "stage"),
        (field(18.5, 9.2), True, "volleyball"),
        (field(104, 70), True, "football"),
        (field(17.6, 7.3, "Handball"), True, "handball"),
    ],
)
def test_a_field_has_lines_if_its_sport_is_known(focus: HallFocus, is_scale_assumed: bool, kind: str) -> None:
    extent = extent_of(focus, focus.outline, is_scale_assumed)
    assert extent is not None
    assert (extent.kind, extent.height_m) == (kind, 0.0)


@pytest.mark.parametrize(("y_m", "kind"), [(3.0, "arena"), (18.0, "theatre")])
def test_a_hall_in_which_people_stand_before_the_seats_is_no_playhouse(y_m: float, kind: str) -> None:
    seats = [PlanPoint(0.0, float(row_m)) for row_m in range(8, 16)]
    area = [PlanPoint(x, y) for x, y in ((-2.0, y_m), (2.0, y_m), (0.0, y_m + 1))]
    focus = HallFocus(PlanPoint(0.0, 0.0), "stage", "")
    found = kind_of_hall(
        FoundHall(format="pretix"), focus, has_people_before_seats=stand_before_seats(seats, [area])
    )
    assert found.kind == kind


def test_a_church_is_no_playhouse() -> None:
    focus = HallFocus(PlanPoint(0.0, 0.0), "stage", "", name="Altar")
    assert kind_of_hall(FoundHall(format="pretix"), focus, has_people_before_seats=False).kind == "church"


def test_a_kind_for_which_only_a_number_speaks_is_asked() -> None:
    doubts = Doubts()
    guess = KindOfHall("arena", 90.0, "it has 7,000 seats", 0.7)
    assert asked_kind(guess, doubts) == guess
    [doubt] = doubts.most_telling()
    assert (doubt.id, doubt.assumed) == ("kind", "arena")
    assert asked_kind(guess, Doubts({"kind": "opera"})).kind == "opera"


def test_a_kind_is_accepted_although_nobody_asked_and_checked() -> None:
    sure = KindOfHall("theatre", 60.0, "all seats are on one side of the stage")
    assert asked_kind(sure, Doubts()) == sure
    assert asked_kind(sure, Doubts({"kind": "club"})).c_value_mm == 0
    with pytest.raises(UnreadableFile, match="no kind of hall"):
        asked_kind(sure, Doubts({"kind": "barn"}))
