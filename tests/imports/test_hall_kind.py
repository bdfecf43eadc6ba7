"""The kind of a hall, and what is played on a field: by its name, or by its size where the size is known."""

import pytest

from seatpreview.imports.fitting.hall_focus import HallFocus
from seatpreview.imports.fitting.hall_kind import extent_of, kind_of_hall
from seatpreview.imports.fitting.near_points import PlanPoint
from seatpreview.imports.model import FoundArea, FoundHall


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


@pytest.mark.parametrize(("areas", "kind"), [([], "theatre"), ([FoundArea(kind="standing")], "arena")])
def test_a_hall_in_which_people_stand_is_no_playhouse(areas: list[FoundArea], kind: str) -> None:
    focus = HallFocus(PlanPoint(0.0, 0.0), "stage", "")
    assert kind_of_hall(FoundHall(format="pretix", areas=areas), focus).kind == kind
