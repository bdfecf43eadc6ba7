"""What frames the people on a stage: the set above their heads, and the screens of a concert."""

import math
from collections.abc import Iterator, Sequence

from seatpreview.layouts.ground_plan import centroid, footprint_of, heights_of
from seatpreview.layouts.model import Obstruction
from seatpreview.sightlines.measures import OPENING
from seatpreview.sightlines.model import FrameSpace, HallBody, LookedAt

_SCREENS_MOST = 2
_AS_LARGE = 0.99
"""The largest screen counts, and one that is as large: each that is compared takes as long as the stage."""
_DEEP = 0.02
"""How deep what is in the opening is, as a part of its width: it is looked at like a picture."""


def frames_of(
    looked_at: LookedAt | None,
    bodies: Sequence[HallBody],
    obstructions: Sequence[Obstruction],
    looked_at_id: str | None,
) -> Iterator[FrameSpace]:
    """Yields what frames a stage: what a proscenium leaves open above the heads of those on it, and the
    largest screen that is not what people look at."""
    if looked_at is None or looked_at.kind != "stage":
        return
    opening = _opening(looked_at, bodies)
    if opening is not None:
        yield FrameSpace(kind="set", space=opening)
    screens = [
        body
        for body in obstructions
        if body.kind == "screen" and body.id != looked_at_id and len(footprint_of(body)) > 2
    ]
    largest = max(map(_area_m2, screens), default=0.0)
    for body in [each for each in screens if _area_m2(each) > _AS_LARGE * largest][:_SCREENS_MOST]:
        points = tuple((x, y) for x, y in footprint_of(body))
        yield FrameSpace(
            kind="screens",
            space=LookedAt(kind="screen", points=points, z=heights_of(body)),
            body_id=body.id,
        )


def _area_m2(body: Obstruction) -> float:
    corners = footprint_of(body)
    low_z, high_z = heights_of(body)
    return max(math.dist(one, other) for one in corners for other in corners) * (high_z - low_z)


def _opening(stage: LookedAt, bodies: Sequence[HallBody]) -> LookedAt | None:
    """Returns the opening of a proscenium above the heads of those on the stage."""
    walls = {body.id: body for body in bodies if body.id.startswith("proscenium.")}
    if len(walls) != 2:
        return None
    (left_x, left_y), (right_x, right_y) = (walls[f"proscenium.{side}"].line[0] for side in ("left", "right"))
    x, y = centroid(stage.points)
    middle_x, middle_y = (left_x + right_x) / 2, (left_y + right_y) / 2
    deep_x, deep_y = (x - middle_x) * _DEEP, (y - middle_y) * _DEEP
    half_m = math.dist((left_x, left_y), (right_x, right_y)) / 2 + OPENING.curtain_m
    low_z, roof_z = stage.z[1], walls["proscenium.left"].z[1]
    high_z = min(roof_z - OPENING.below_roof_m, stage.z[0] + max(OPENING.least_m, half_m * OPENING.ratio))
    if high_z <= low_z:
        return None
    points = (
        (left_x, left_y),
        (right_x, right_y),
        (right_x + deep_x, right_y + deep_y),
        (left_x + deep_x, left_y + deep_y),
    )
    return LookedAt(kind="screen", points=points, z=(low_z, high_z))
