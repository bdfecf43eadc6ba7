"""Trees of areas, as Spektrix describes them and as others might."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.imports.area_tree import is_area_tree, read_area_tree
from seatpreview.imports.model import FoundHall, FoundRow, UnreadableFile


def plan(*areas: object) -> dict[str, object]:
    return {
        "id": "P",
        "baseSeatingArea": {"type": "Group", "id": "G", "name": "Main House", "areas": list(areas)},
    }


STALLS: dict[str, object] = {
    "type": "Reserved",
    "id": "R1",
    "name": "Stalls",
    "seats": [
        {"id": "s1", "row": "A", "number": 1, "x": 120, "y": 340},
        {"id": "s2", "row": "A", "number": 2.0},
    ],
}
STANDING = {"type": "Unreserved", "id": "U1", "name": "Standing", "capacity": 150}


def names(hall: FoundHall) -> list[tuple[str, str, str, str]]:
    return [(seat.level, seat.section, seat.row, seat.name) for seat in hall.seats]


def test_reserved_areas_are_sections_and_unreserved_ones_standing_areas() -> None:
    hall = read_area_tree(plan(STALLS, STANDING))
    assert names(hall) == [("", "Stalls", "A", "1"), ("", "Stalls", "A", "2")]
    assert [(seat.ref, seat.x, seat.y) for seat in hall.seats] == [("s1", 120.0, 340.0), ("s2", None, None)]
    assert [(area.kind, area.name, area.capacity, area.ref) for area in hall.areas] == [
        ("standing", "Standing", 150, "U1")
    ]
    assert hall.name == "Main House"


def test_a_group_within_the_outermost_is_a_level() -> None:
    circle = {"type": "Group", "name": "Circle", "areas": [STALLS | {"name": "Left"}]}
    assert {name[:2] for name in names(read_area_tree(plan(circle)))} == {("Circle", "Left")}


@pytest.mark.parametrize(
    "tree",
    [
        STALLS,
        [STALLS],
        {"plan": STALLS},
        {"kind": "group", "children": [{"Name": "Stalls", "Seats": STALLS["seats"]}]},
        {"name": "Plan", "areas": [STALLS | {"type": "ReservedArea"}]},
        {
            "type": "Reserved",
            "name": "Stalls",
            "rows": [{"name": "A", "seats": [{"number": 1}, {"number": "2"}]}],
        },
        {"type": "Reserved", "name": "Stalls", "rows": [{"name": "A", "capacity": 2}]},
        {"type": "Reserved", "name": "Stalls", "rows": [{"name": "A", "seats": "1-2"}]},
    ],
)
def test_each_form_of_a_tree_gives_the_same_seats(tree: object) -> None:
    assert is_area_tree(tree)
    assert names(read_area_tree(tree)) == [("", "Stalls", "A", "1"), ("", "Stalls", "A", "2")]


def test_an_area_without_seats_and_what_cannot_be_used_are_reported() -> None:
    odd = {
        "type": "Reserved",
        "name": "Odd",
        "seats": [7, {"number": 1, "x": "1e999", "y": 1, "wheelchair": True}],
    }
    hall = read_area_tree(
        plan(odd, {"type": "Reserved", "name": "Box", "capacity": 4}, {"type": "Bar", "name": "Bar"})
    )
    assert hall.rows_without_seats == [FoundRow(section="Box")]
    assert [seat.properties for seat in hall.seats] == [("wheelchair",)]
    assert {item.example for item in hall.left_out} == {"7", "1e999", "Box", "Bar"}


def test_an_endless_tree_is_refused() -> None:
    tree: dict[str, object] = STALLS
    for _ in range(200):
        tree = {"type": "Group", "name": "G", "areas": [tree]}
    with pytest.raises(UnreadableFile, match="levels"):
        read_area_tree(tree)


@pytest.mark.parametrize("content", [[], {}, 7, {"zones": []}, {"type": "Group"}])
def test_other_files_are_refused(content: object) -> None:
    with pytest.raises(UnreadableFile):
        read_area_tree(content)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["Group", "Reserved", "Unreserved", "A"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["type", "name", "areas", "seats", "rows", "capacity", "x", "y", "row", "number", "id"]
            ),
            inner,
        )
    ),
    max_leaves=20,
)


@given(VALUES)
def test_any_json_is_read_or_refused(parsed: object) -> None:
    with suppress(UnreadableFile):
        read_area_tree(parsed)
