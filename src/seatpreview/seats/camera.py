"""Where the camera of a picture stood, as far as that is known: by its pose, or else by what it covers."""

import msgspec

from seatpreview.labels.model import Place, place_of
from seatpreview.seats.image_covers import covered_places
from seatpreview.seats.viewpoint import Viewpoint
from seatpreview.venues.model import Covers

HERE_M = 0.5
"""A camera that is at most this far from the eyes at a seat, and nearest to this seat, stood at it."""


class Camera(msgspec.Struct, frozen=True, gc=False):
    """Where the camera of a picture stood, seen from the place that the picture is shown for."""

    place: Place | None = None
    """The nearest seat; the row or the section where no more is known. None: it stood at no seat, or nothing
    is known."""
    is_here: bool = False
    """Whether it stood at the very place that the picture is shown for."""
    is_exact: bool = False
    """Whether the pose says where it stood, or the one seat that the image covers. Else it stood somewhere in
    the row or the section, and the distance is a rough one."""
    distance_m: float | None = None
    """The distance to the eyes at the place; None if it is not known."""


def measured_camera(place: Place | None, view: Viewpoint, distance_m: float | None) -> Camera:
    """Returns the camera of an image with a pose, which stood nearest to this seat."""
    is_near = distance_m is not None and distance_m <= HERE_M
    return Camera(place, is_near and _may_be(place, view.place), True, distance_m)


def stated_camera(covers: Covers, view: Viewpoint, distance_m: float | None) -> Camera:
    """Returns the camera of an image without a pose. It stood somewhere in what the image covers: of several
    seats or rows nobody knows which, nor how far that is."""
    places = [*covered_places(covers)]
    if len(places) > 1:
        return Camera(_common_place(covers))
    place = places[0]
    if place is None:
        return Camera()
    return Camera(place, place.key == view.place.key, place.level == "seat", distance_m)


def _may_be(place: Place | None, asked: Place) -> bool:
    """Returns whether a camera that is near enough stood at the requested place. Of a row, a section or an
    area one view is shown, and the camera that is near to it counts."""
    return place is None or place.seat is None or asked.seat is None or place.key == asked.key


def _common_place(covers: Covers) -> Place:
    """Returns the smallest place that contains several seats or rows."""
    row = str(covers.rows[0]) if covers.seats and covers.rows else None
    return place_of(str(covers.section), row)
