import math

from hypothesis import given
from hypothesis import strategies as st

from seatpreview.imports.svg.geometry import POINTS_OF_CELL_MAX, PointGrid

numbers = st.floats(-50, 50)
points = st.tuples(numbers, numbers)


@given(st.lists(points, max_size=POINTS_OF_CELL_MAX), points, st.floats(0.5, 20))
def test_the_nearest_point_is_the_one_that_a_search_of_all_finds(
    places: list[tuple[float, float]], place: tuple[float, float], radius: float
) -> None:
    found = PointGrid(places, cell=5).nearest(*place, radius)
    distances = [math.dist(place, other) for other in places]
    within = [distance for distance in distances if distance <= radius]
    assert (found is None) == (not within)
    assert found is None or distances[found] == min(distances)


def test_a_thousand_points_on_one_place_are_looked_at_a_few_at_a_time() -> None:
    grid = PointGrid([(0.0, 0.0)] * 1000, cell=1)
    assert len(list(grid.near(0, 0, 1))) == POINTS_OF_CELL_MAX
