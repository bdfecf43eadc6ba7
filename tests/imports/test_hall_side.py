"""Whether left is left: what a file says of it is weighed."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.imports.fitting.hall_side import SideWeights, weigh_sides
from seatpreview.imports.fitting.near_points import PlanPoint
from seatpreview.imports.model import FoundHall, FoundSeat

WEST, EAST = -6.0, 2.0


def weighed(
    sections: dict[str, float],
    *,
    sure: float = 0.96,
    stage_at: str = "",
    name: Callable[[int], str] = str,
) -> SideWeights:
    """Sections by where they begin, before a stage at the top of the page: the west is the left."""
    seats: list[FoundSeat] = []
    points: dict[int, PlanPoint] = {}
    for section, west in sections.items():
        for row in range(4):
            for at in range(8):
                points[len(seats)] = PlanPoint(west + at / 2, -5.0 - row)
                seats.append(FoundSeat(name=name(at), row=str(row), section=section))
    hall = FoundHall(format="table", seats=seats, sides_sure=sure)
    hall.stage_at = stage_at  # type: ignore[assignment]  # A test may give any text.
    return weigh_sides(hall, points, is_front_known=True)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Parkett links", "Parkett rechts"),
        ("Левая ложа", "Правая ложа"),
        ("左区", "右区"),
        ("Left", "Circle"),
    ],
)
def test_sections_on_their_side_are_certain_and_on_the_other_are_not(left: str, right: str) -> None:
    there, mirrored = weighed({left: WEST, right: EAST}), weighed({left: EAST, right: WEST})
    assert (there.is_mirrored, there.is_doubtful) == (False, False)
    assert mirrored.is_doubtful
    assert mirrored.sure < there.sure
    assert left in mirrored.doubts


def test_a_guessed_direction_gives_way_to_names_and_to_a_stage_of_a_text() -> None:
    assert weighed({"Left": EAST, "Right": WEST}, sure=0.65).is_mirrored
    assert weighed({"A": EAST, "B": WEST}, sure=0.65, stage_at="bottom").is_mirrored
    assert not weighed({"A": EAST, "B": WEST}, sure=0.65, stage_at="top").is_mirrored
    assert weighed({"A": WEST}, sure=0.65).is_doubtful
    assert not weighed({"Left": WEST, "Right": EAST}, sure=0.65).is_doubtful


def test_what_contradicts_each_other_is_in_doubt() -> None:
    found = weighed({"Left": WEST, "Right": EAST}, sure=0.65, stage_at="bottom")
    assert found.is_doubtful
    assert "bottom" in found.doubts


def test_numbers_that_run_from_the_middle_say_a_little() -> None:
    def odd_on_the_left(at: int) -> str:
        return str(7 - 2 * at if at < 4 else 2 * at - 6)

    found = weighed({"A": -2.0}, name=odd_on_the_left)
    assert [witness.weight > 0 for witness in found.witnesses] == [True]
    other = weighed({"A": -2.0}, name=lambda at: odd_on_the_left(7 - at))
    assert [witness.weight < 0 for witness in other.witnesses] == [True]
    assert not other.is_mirrored


@given(st.dictionaries(st.sampled_from(["Left", "Right", "A", "Left right", ""]), st.floats(-9, 9)))
def test_a_mirrored_hall_says_the_opposite(sections: dict[str, float]) -> None:
    found = weighed(sections, sure=0.5)
    mirrored = weighed({name: -west - 3.5 for name, west in sections.items()}, sure=0.5)
    weights = sorted(round(witness.weight, 6) for witness in found.witnesses)
    assert weights == sorted(-round(witness.weight, 6) for witness in mirrored.witnesses)


def test_a_hall_without_places_says_nothing() -> None:
    assert weigh_sides(FoundHall(format="table"), {}, is_front_known=True).witnesses == ()
