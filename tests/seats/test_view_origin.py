"""Where the view of a section or a row is from: a seat that sees the focus, if one of the candidates does."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from layouts.written import compiled, section
from seatpreview.demo import arena
from seatpreview.labels.model import Place, place_of
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.ground_plan import has_inside
from seatpreview.seats import view_origin as module
from seatpreview.seats.sightline import contains, eye_of, focus_of, obstructs
from seatpreview.seats.view_origin import BODY_TESTS_MAX, CANDIDATES_MAX, view_origin

PLACED = {"distanceM": 10, "treadM": 1, "spacingM": 1}
STANDING = {"kind": "standing", "capacity": 200, "rows": None, "seats": None}


def is_hidden(layout: CompiledLayout, eye: Point | None, configuration: CompiledConfiguration) -> bool:
    assert eye is not None
    focus = focus_of(layout, configuration)
    target = Point(focus.x, focus.y, focus.z)
    return any(contains(body, eye) or obstructs(body, eye, target) for body in configuration.obstructions)


def hall(*bodies: dict[str, Any], **members: Any) -> tuple[CompiledLayout, CompiledConfiguration]:
    layout = compiled(
        section(geometry=PLACED, seats={"count": 9}, rows={"first": "A", "last": "G"}) | members,
        focus={"z": 2},
        configurations=[{"id": "end", "obstructions": list(bodies)}],
    )
    return layout, layout.configurations["end"]


def body(number: int, x: float, y: float, wide: float, high: float) -> dict[str, Any]:
    box = {"x": [x, x + wide], "y": [y, y + 0.5], "z": [0, high]}
    return {"id": f"b{number}", "kind": "other", "box": box}


boxes = st.lists(
    st.tuples(st.floats(-6, 4), st.floats(0.5, 14), st.floats(0.3, 6), st.floats(0.5, 4)),
    max_size=6,
).map(lambda found: [body(number, *sides) for number, sides in enumerate(found)])


def test_the_view_of_a_section_is_from_the_middle_of_its_middle_row() -> None:
    layout, configuration = hall()
    assert view_origin(layout, place_of("101"), configuration).place.key == "101/D/5"
    assert view_origin(layout, place_of("101"), None).place.key == "101/D/5"
    assert view_origin(layout, place_of("101", "B"), None).place.key == "101/B/5"


def test_the_view_of_a_row_with_an_even_number_of_seats_is_from_the_first_of_the_middle_two() -> None:
    layout = compiled(section(geometry=PLACED))
    assert view_origin(layout, place_of("101", "B"), None).place.key == "101/B/2"


def test_a_seat_is_never_exchanged_for_another() -> None:
    layout, configuration = hall(body(0, -20, 9, 40, 9))
    here = place_of("101", "A", "5")
    assert view_origin(layout, here, configuration) == (here, eye_of(layout, here))


def test_a_desk_before_the_middle_seats_moves_the_view_aside_or_back() -> None:
    """The sound desk before Floor 2 of the demo arena once filled its view."""
    layout, configuration = hall(body(0, -1, 8, 2, 1.9))
    origin = view_origin(layout, place_of("101"), configuration)
    assert is_hidden(layout, eye_of(layout, place_of("101", "D", "5")), configuration)
    assert not is_hidden(layout, origin.eye, configuration)


def test_where_all_seats_are_hidden_the_view_is_from_the_middle() -> None:
    layout, configuration = hall(body(0, -20, 9, 40, 9))
    assert view_origin(layout, place_of("101"), configuration).place.key == "101/D/5"


def test_gaps_are_stepped_over() -> None:
    layout = compiled(
        section(geometry=PLACED, seats={"count": 9, "exceptions": [{"rows": ["A"], "skip": [4, 5]}]})
    )
    assert view_origin(layout, place_of("101", "A"), None).place.key == "101/A/3"


def test_without_positions_or_seats_the_view_is_of_the_place_itself() -> None:
    layout = compiled(section(), section(id=102, geometry=PLACED, seats=None), section(id=103, **STANDING))
    for place in (place_of("101"), place_of("101", "A"), place_of("103")):
        assert view_origin(layout, place, None) == (place, None)
    row = view_origin(layout, place_of("102"), None)
    assert (row.place.key, row.eye) == ("102/B", eye_of(layout, place_of("102", "B")))


@examples(200)
@given(boxes, st.sampled_from([place_of("101"), place_of("101", "A"), place_of("101", "G")]))
def test_a_hidden_seat_is_never_chosen_if_a_candidate_sees(
    bodies: list[dict[str, Any]], asked: Place
) -> None:
    layout, configuration = hall(*bodies)
    found = layout.section("101")
    assert found is not None
    origin = view_origin(layout, asked, configuration)
    candidates = [*module._candidates(layout, found, asked)]
    assert origin in candidates
    assert len(candidates) <= CANDIDATES_MAX
    if is_hidden(layout, origin.eye, configuration):
        assert all(is_hidden(layout, candidate.eye, configuration) for candidate in candidates)
        assert origin == candidates[0]


@examples(100)
@given(boxes)
def test_a_standing_area_is_seen_from_a_point_of_it_that_sees(bodies: list[dict[str, Any]]) -> None:
    layout = compiled(
        section(geometry=PLACED, **STANDING),
        focus={"z": 2},
        configurations=[{"id": "end", "obstructions": bodies}],
    )
    configuration = layout.configurations["end"]
    found = layout.section("101")
    middle = eye_of(layout, place_of("101"))
    assert found is not None
    assert middle is not None
    origin = view_origin(layout, place_of("101"), configuration)
    assert origin.place == place_of("101")
    assert origin.eye is not None
    assert math.dist(origin.eye, middle) < math.sqrt(200 / 2.1 / math.pi)
    if is_hidden(layout, origin.eye, configuration):
        around = [*module._candidates(layout, found, place_of("101"))]
        assert all(is_hidden(layout, candidate.eye, configuration) for candidate in around)
        assert origin.eye == middle


@pytest.mark.parametrize(
    ("corners", "is_middle_inside"),
    [
        ([[-6, 4], [6, 4], [6, 12], [-6, 12]], True),
        # Around a tower, on three sides.
        ([[-8, 3], [-6, 3], [-6, 12], [6, 12], [6, 3], [8, 3], [8, 14], [-8, 14]], False),
    ],
)
def test_an_area_with_corners_is_seen_from_between_them(
    corners: list[list[float]], is_middle_inside: bool
) -> None:
    layout = compiled(
        section(geometry={"area": corners}, **STANDING),
        focus={"z": 2},
        configurations=[{"id": "end", "obstructions": [body(0, -1, 2, 2, 4)]}],
    )
    found = layout.section("101")
    assert found is not None
    candidates = [*module._candidates(layout, found, place_of("101"))]
    assert len(candidates) > 5
    for candidate in candidates:
        assert candidate.eye is not None
        assert has_inside(found.plan.corners, candidate.eye.x, candidate.eye.y)
    assert (candidates[0].eye == eye_of(layout, place_of("101"))) is is_middle_inside
    configuration = layout.configurations["end"]
    assert not is_hidden(layout, view_origin(layout, place_of("101"), configuration).eye, configuration)


def test_the_number_of_tests_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record with 200 obstructions must not make previews of its sections slow."""
    layout, configuration = hall(*(body(number, -20, 9, 40, 9) for number in range(200)))
    tested: list[int] = []

    def hidden(_eye: Point, _target: Point, bodies: tuple[object, ...]) -> bool:
        tested.append(len(bodies))
        return False

    monkeypatch.setattr(module, "_sees", hidden)
    view_origin(layout, place_of("101"), configuration)
    assert len(tested) > 1
    assert sum(tested) <= BODY_TESTS_MAX


@pytest.mark.parametrize("configuration", ["end-stage", "centre-stage"])
def test_every_section_of_the_demo_arena_has_a_seat_that_sees(configuration: str) -> None:
    layout = arena.compiled_layout()
    chosen = layout.configurations[configuration]
    for each in layout.sections:
        if each.id not in chosen.closed:
            origin = view_origin(layout, place_of(each.id), chosen)
            assert not is_hidden(layout, origin.eye, chosen), each.id
