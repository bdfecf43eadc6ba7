"""Areas, middles and insides of polygons on the ground plan."""

from collections.abc import Sequence

Corner = tuple[float, ...]


def doubled_area(corners: Sequence[Corner]) -> float:
    """Returns twice the area of a polygon: positive if its corners go counterclockwise."""
    following = [*corners[1:], *corners[:1]]
    return sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in zip(corners, following, strict=True))


def centroid(corners: Sequence[Corner]) -> tuple[float, float]:
    """Returns the centre of gravity of a polygon; of one without an area, its first corner."""
    doubled = doubled_area(corners)
    if abs(doubled) < 1e-9:
        return corners[0][0], corners[0][1]
    x = y = 0.0
    for (from_x, from_y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True):
        cross = from_x * to_y - to_x * from_y
        x += (from_x + to_x) * cross
        y += (from_y + to_y) * cross
    return x / (3 * doubled), y / (3 * doubled)


def has_inside(corners: Sequence[Corner], x: float, y: float) -> bool:
    """Returns whether a point is inside: a ray to the east crosses the edges an odd number of times."""
    is_inside = False
    for (from_x, from_y), (to_x, to_y) in zip(corners, [*corners[1:], *corners[:1]], strict=True):
        if (from_y > y) != (to_y > y) and x < from_x + (y - from_y) / (to_y - from_y) * (to_x - from_x):
            is_inside = not is_inside
    return is_inside
