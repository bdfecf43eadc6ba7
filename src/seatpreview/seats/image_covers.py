"""The places that an image covers, and the position of its camera."""

from collections.abc import Iterator

from msgspec import UNSET

from seatpreview.labels.model import Place, place_of
from seatpreview.layouts.geometry import Point
from seatpreview.venues.model import Covers, Image, ImagerySet


def camera_of(image: Image) -> Point | None:
    """Returns the position of the camera according to the pose; None if the pose does not say it."""
    pose = image.pose
    if pose is UNSET or pose.x is UNSET or pose.y is UNSET or pose.z is UNSET:
        return None
    return Point(pose.x, pose.y, pose.z)


def has_camera(imagery_set: ImagerySet) -> bool:
    """Returns whether the position of a camera is known for an image of the set."""
    return any(camera_of(image) is not None for image in imagery_set.images)


def covered_places(covers: Covers) -> Iterator[Place | None]:
    """Yields the places that an image covers; None stands for the venue."""
    if covers.section is UNSET:
        yield None
    elif covers.seats:
        # Seats of a section without rows have none.
        row = str(covers.rows[0]) if covers.rows else None
        yield from (place_of(str(covers.section), row, str(seat)) for seat in dict.fromkeys(covers.seats))
    elif covers.rows:
        yield from (place_of(str(covers.section), str(row)) for row in dict.fromkeys(covers.rows))
    else:
        yield place_of(str(covers.section))
