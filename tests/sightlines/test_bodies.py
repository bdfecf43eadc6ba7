"""The bodies that a hall gets from its layout, and what people look at in it."""

import pytest
from msgspec.structs import replace

from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.sightlines.bodies import hall_bodies
from seatpreview.sightlines.model import HallBodies
from sightlines.halls import STAGE, Json, hall, show, stalls


def raised(elevation_m: float, **members: object) -> Json:
    """Two rows of 4 seats at a height, 10 m before the middle of the stage."""
    geometry = {"bearingDeg": 180, "distanceM": 10, "elevationM": elevation_m, "riserM": 0.4, "treadM": 1}
    return {"id": "R", "rows": ["1", "2"], "seats": {"count": 4}, "geometry": geometry, **members}


def bodies_of(layout: CompiledLayout) -> HallBodies:
    return hall_bodies(layout, show(layout))


@pytest.mark.parametrize(
    ("kind", "elevation_m", "expected"),
    [
        ("theatre", 0.0, {}),
        ("theatre", 1.0, {"R.front": (0, 1), "R.rail": (1.705, 1.735)}),
        ("theatre", 4.0, {"R.front": (3.38, 4.74), "R.under": (3, 4)}),
        ("arena", 3.0, {"R.front": (0, 3), "R.rail": (3.705, 3.735)}),
        ("arena", 4.0, {"R.front": (2.7, 4.02), "R.rail": (4.705, 4.735), "R.under": (2.75, 4)}),
        ("amphitheatre", 4.0, {"R.front": (0, 4)}),
        ("club", 3.0, {"R.front": (2.4, 3.02), "R.rail": (3.705, 3.735), "R.under": (2.45, 3)}),
    ],
)
def test_a_raised_stand_has_the_front_of_its_kind_of_hall(
    kind: str, elevation_m: float, expected: dict[str, tuple[float, float]]
) -> None:
    # Stalls on the floor, so that the floor of the hall is known.
    found = bodies_of(hall([stalls(), raised(elevation_m)], hall=kind))
    heights = {body.id: body.z for body in found.bodies if body.section == "R" and body.kind != "wall"}
    assert heights == {name: pytest.approx(z, abs=0.002) for name, z in expected.items()}


def test_the_front_is_before_the_seats_and_the_underside_reaches_to_the_back() -> None:
    found = bodies_of(hall([stalls(), raised(4.0)]))
    (under,) = [body for body in found.bodies if body.id == "R.under"]
    # Seats of 0.5 m from -1 to 1, and 1.25 m of floor beyond; 0.65 m before the first row of 10 m.
    assert under.line == ((-2.25, -9.35), (2.25, -9.35)) or under.line == ((2.25, -9.35), (-2.25, -9.35))
    assert {y for _, y in under.back} == {-11.35}
    assert under.back_z == pytest.approx((3.4, 4.4))


def test_a_box_has_sides_and_a_ceiling() -> None:
    box = raised(4.0, kind="suite")
    found = bodies_of(hall([stalls(), box]))
    kinds = sorted(body.kind for body in found.bodies if body.section == "R" and body.kind != "wall")
    assert kinds == ["overhang", "overhang", "parapet", "partition", "partition", "partition", "partition"]
    assert len({body.id for body in found.bodies}) == len(found.bodies)


def test_a_closed_section_on_the_floor_is_gone_and_a_stand_stays() -> None:
    layout = hall([stalls(elevationM=0.3), raised(4.0)], closed=["S", "R"])
    assert {body.section for body in bodies_of(layout).bodies if body.section} == {"R"}


SCREEN: Json = {"id": "screen", "kind": "screen", "box": {"x": [-4, 4], "y": [9, 9.3], "z": [2, 6]}}
OTHER_STAGE: Json = {"id": "other", "kind": "stage", "box": {"x": [-1, 1], "y": [-5, -4], "z": [0, 0.5]}}


@pytest.mark.parametrize(
    ("obstructions", "focus", "expected"),
    [
        pytest.param([STAGE], {}, ("stage", (1, 2.8), 180.0, "stage"), id="a stage"),
        pytest.param(
            [OTHER_STAGE, STAGE], {}, ("stage", (1, 2.8), 180.0, "stage"), id="the stage at the focus"
        ),
        pytest.param([STAGE, SCREEN], {}, ("stage", (1, 2.8), 180.0, "stage"), id="a stage with a screen"),
        pytest.param(
            [STAGE, SCREEN],
            {"y": 9.1, "z": 4},
            ("screen", (2, 6), 180.0, "screen"),
            id="the focus on a screen",
        ),
        pytest.param([SCREEN], {}, ("screen", (2, 6), 180.0, "screen"), id="a screen alone"),
        pytest.param(
            [SCREEN],
            {"extent": {"kind": "basketball"}},
            ("field", (0, 1.8), None, None),
            id="a court with a screen",
        ),
        pytest.param(
            [],
            {"extent": {"kind": "stage", "heightM": 1.2}},
            ("stage", (1.2, 3), 180.0, None),
            id="an extent",
        ),
        pytest.param(
            [],
            {"z": 3, "extent": {"kind": "screen", "widthM": 11}},
            ("screen", (0.6, 5.6), 180.0, None),
            id="a screen's extent",
        ),
        pytest.param([], {}, None, id="nothing"),
    ],
)
def test_what_is_looked_at(
    obstructions: list[Json], focus: Json, expected: tuple[object, ...] | None
) -> None:
    found = bodies_of(hall([stalls()], obstructions, focus=focus))
    if expected is None:
        assert found.looked_at is None
        return
    assert found.looked_at is not None
    kind, z, front_deg, body = expected
    assert (found.looked_at.kind, found.looked_at.front_deg, found.looked_at_id) == (kind, front_deg, body)
    assert found.looked_at.z == pytest.approx(z)


@pytest.mark.parametrize(("distance_m", "expected"), [(20, "arena"), (100, "stadium")])
def test_a_hall_whose_kind_is_not_stated_is_taken_for_what_its_size_suggests(
    distance_m: float, expected: str
) -> None:
    assert bodies_of(hall([stalls(distanceM=distance_m)], hall=None)).hall == expected


def test_the_field_of_a_ballpark_is_between_the_foul_lines_and_the_fence() -> None:
    def field(**extent: object) -> tuple[tuple[float, ...], ...]:
        looked_at = bodies_of(
            hall([stalls()], [], focus={"y": 0, "extent": {"kind": "baseball", **extent}})
        ).looked_at
        assert looked_at is not None
        return looked_at.points

    home, pole, *fence, other_pole = field()
    assert (home, {pole, other_pole}) == ((0.0, -42.0), {(50.0, 8.0), (-50.0, 8.0)})
    assert max(y for _, y in fence) == pytest.approx(70.71 - 42, abs=0.01)
    # Of a stated outline, the fence is what is between the foul lines.
    home, *corners = field(points=[[-50, -50], [50, -50], [50, 50], [-50, 50]])
    assert home == (0.0, -42.0)
    assert {*corners} == {(50.0, 8.0), (50.0, 50.0), (-50.0, 50.0), (-50.0, 8.0)}


def test_nothing_is_looked_at_while_the_curtain_is_down() -> None:
    configuration = show(hall([stalls()]))
    before = replace(configuration, name="Before the curtain")
    assert hall_bodies(hall([stalls()]), configuration).looked_at is not None
    assert hall_bodies(hall([stalls()]), before).looked_at is None
