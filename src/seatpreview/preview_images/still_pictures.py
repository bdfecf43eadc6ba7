"""Which still the image of a preview is made from: that of the seat, or that of its row."""

import math
from typing import NamedTuple

from msgspec.structs import replace

from seatpreview.browser.still_job import StillEye, StillJob
from seatpreview.context import Context
from seatpreview.seats.camera import Camera
from seatpreview.seats.descriptions import DescribedView
from seatpreview.seats.drawn_stills import asked_still
from seatpreview.seats.drawn_venue import RowStill
from seatpreview.seats.operations import FoundView, get_plan

WAIT_SECONDS_MAX = 4.0
"""How long a request waits for the still of its seat. It is shown what stands in for it afterwards."""

STAND_IN_SECONDS_MAX = 60
"""How long caches may show what stands in for a still."""


class StillPicture(NamedTuple):
    """A still that is stored."""

    still_id: bytes
    camera: Camera | None
    """Where it is drawn from; None for the seat itself."""


class FoundStill(NamedTuple):
    """The still of an image, if there is one."""

    picture: StillPicture | None
    stands_in: bool
    """Whether another still, or the map, stands in for one that may be there soon."""


NONE = FoundStill(None, stands_in=False)


async def find_still(context: Context, found: FoundView, seconds: float = WAIT_SECONDS_MAX) -> FoundStill:
    """Returns the still of the view, after waiting for it at most this long. If it is not there then, that of
    the row stands in."""
    queue, drawn = context.resources.stills, found.previews.drawn
    own = drawn.still_of(queue.version, found.view) if queue.is_on else None
    if own is None:
        return NONE
    asked = asked_still(context.resources, drawn, own, get_plan)
    if await context.hold(queue.wait_for(context.share, asked, seconds)):
        return FoundStill(StillPicture(own.still_id, None), stands_in=False)
    stands_in = queue.browser is not None
    row = None if found.view.preview.seat.seat is None else drawn.row_still_of(queue.version, found.view)
    if row is None or row.still.still_id not in drawn.known.ids:
        return FoundStill(None, stands_in)
    return FoundStill(StillPicture(row.still.still_id, _camera(row, own.job)), stands_in)


def described_still(described: DescribedView, found: FoundView, camera: Camera | None) -> DescribedView:
    """Returns what the caption of a still says."""
    if camera is None:
        return replace(described, source="drawing", camera=None, camera_section="")
    section = found.view.preview.seat.section_name
    return replace(described, source="rendered", camera=camera, camera_section=section)


def _camera(row: RowStill, own: StillJob) -> Camera:
    distance_m = math.dist(_point(row.still.job.eye), _point(own.eye))
    return Camera(row.place, is_here=False, is_exact=True, distance_m=distance_m)


def _point(eye: StillEye) -> tuple[float, float, float]:
    return eye.x, eye.y, eye.z
