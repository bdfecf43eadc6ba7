"""Places in areas without seats, whose people may be anywhere in them: standing floors, and suites."""

from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.ground_plan import has_inside
from seatpreview.sightlines.people import People
from seatpreview.sightlines.suites import SuiteRoom, suite_rooms

_PLACES_MOST = 32
"""People of a crowd whose views stand for those of all. They are spread over its area."""
_EYE_OFF_M = 0.35


class Areas:
    """The areas of a hall."""

    def __init__(self, layout: CompiledLayout, people: People) -> None:
        self._people = people
        self._rooms: dict[tuple[float, float], SuiteRoom] = {
            (round(room.place.point.x, 2), round(room.place.point.y, 2)): room for room in suite_rooms(layout)
        }

    def places_around(self, eye: Point) -> list[Point]:
        """Returns places of the area that an eye is in: those of its people, at the height of the eye. Empty
        for an eye on a seat."""
        room = self._rooms.get((round(eye.x, 2), round(eye.y, 2)))
        if room is not None:
            return [Point(x, y, eye.z) for x, y in room.guests()]
        for section, (corners, eye_z) in self._people.crowd_areas.items():
            if abs(eye.z - eye_z) < _EYE_OFF_M and has_inside(corners, eye.x, eye.y):
                spots = self._people.crowds[section][:, :2]
                step = max(1, -(-len(spots) // _PLACES_MOST))
                return [Point(x, y, eye_z) for x, y in spots[::step].tolist()] or [eye]
        return []
