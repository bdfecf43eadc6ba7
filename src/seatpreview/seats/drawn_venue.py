"""What stills of a venue are drawn from, and their ids."""

from typing import NamedTuple

from seatpreview.caching import BoundedCache, WorkerCaches, content_id
from seatpreview.labels.model import Place, place_of
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.model import NO_ROW
from seatpreview.results import encode
from seatpreview.seats.lookup import mood_of
from seatpreview.seats.model import Orientation
from seatpreview.seats.seat_view import SeatView
from seatpreview.seats.sightline import direction_to, focus_of, orientation
from seatpreview.seats.view_origin import view_origin
from seatpreview.stills.still_job import StillEye, StillJob, StillLook
from seatpreview.stills.still_objects import KNOWN_STILLS, KnownStills
from seatpreview.venues.cached import CachedVenue
from seatpreview.venues.imagery_kinds import IMAGERY_KINDS
from seatpreview.venues.model import ViewerDefaults

ROWS_MAX = 60
"""The most rows of a section of which stills are drawn when a seat of it is asked for."""

FAR_M = 6
"""A photograph from farther away shows another seat's view."""

_ROWS_KEPT_MAX = 2000


class SceneStill(NamedTuple):
    """A still of a scene: a layout in a configuration, with its light."""

    still_id: bytes
    scene_id: bytes
    configuration: str | None
    job: StillJob


class RowStill(NamedTuple):
    """The still that stands for a row: that of a seat near its middle."""

    place: Place
    still: SceneStill


class DrawnVenue:
    """A venue as it is drawn. It is kept with the previews of the venue."""

    def __init__(self, venue: CachedVenue, caches: WorkerCaches) -> None:
        self.venue_id = venue.venue_id
        self.owner = venue.owner
        self.layout_id = venue.layout_id
        self._is_draft = venue.draft is not None
        stills = caches.of(KNOWN_STILLS)
        self.known: KnownStills = stills.get(venue.venue_id) or stills.put(venue.venue_id, KnownStills())
        self._layout: CompiledLayout = venue.layout
        self._defaults: ViewerDefaults = venue.record.viewer_defaults
        self._scenes: dict[str | None, bytes] = {}
        """The ids of scenes, by their configurations. The version of the drawing is that of the process."""
        self._rows: BoundedCache[tuple[bytes, str | None, str, str], RowStill | None] = BoundedCache(
            _ROWS_KEPT_MAX
        )

    def still_of(self, version: bytes, view: SeatView) -> SceneStill | None:
        """Returns the still of a view; None if it shows a photograph, cannot be drawn, or is one of a draft,
        which nobody else would look at."""
        preview, drawing = view.preview, view.preview.drawing
        if self._is_draft or drawing is None or preview.eye is None or not is_drawn(view):
            return None
        eye = preview.eye
        configuration = None if preview.configuration is None else preview.configuration.id
        return self._still(version, configuration, Point(eye.x, eye.y, eye.z), drawing.orientation)

    def row_still_of(self, version: bytes, view: SeatView) -> RowStill | None:
        """Returns the still that stands for the row of a seat. It is worked out once for all seats."""
        preview = view.preview
        configuration = None if preview.configuration is None else preview.configuration.id
        key = (version, configuration, preview.seat.section, preview.seat.row or NO_ROW)
        found = self._rows.get(key)
        return found or self._rows.put(key, self._row_still(*key))

    def row_stills_of(self, version: bytes, view: SeatView) -> list[RowStill]:
        """Returns the stills of all rows of the view's section, its own row first. This takes a while."""
        preview = view.preview
        section = self._layout.section(preview.seat.section)
        if section is None:
            return []
        configuration = None if preview.configuration is None else preview.configuration.id
        own = section.row(preview.seat.row or NO_ROW)
        index = 0 if own is None else own.index
        rows = sorted(section.rows, key=lambda row: abs(row.index - index))[:ROWS_MAX]
        found = (self._row_still(version, configuration, section.id, row.id) for row in rows)
        return [still for still in found if still is not None]

    def all_row_stills(self, version: bytes, configuration_id: str | None) -> list[RowStill]:
        """Returns the stills of all rows that are open in a configuration. This takes long."""
        configuration = self._configuration(configuration_id)
        closed = () if configuration is None else configuration.closed
        rows = ((part, row) for part in self._layout.sections if part.id not in closed for row in part.rows)
        found = (self._row_still(version, configuration_id, part.id, row.id) for part, row in rows)
        return [still for still in found if still is not None]

    def _row_still(
        self, version: bytes, configuration_id: str | None, section: str, row: str
    ) -> RowStill | None:
        configuration = self._configuration(configuration_id)
        origin = view_origin(self._layout, place_of(section, row or None), configuration)
        if origin.eye is None or origin.place.seat is None:
            return None
        # As a preview rounds it, so that the seat itself has the same still.
        eye = Point(*(round(part, 2) for part in origin.eye))
        focus = focus_of(self._layout, configuration)
        look = orientation(direction_to(origin.eye, focus), None, self._defaults)
        return RowStill(origin.place, self._still(version, configuration_id, eye, look))

    def _still(
        self, version: bytes, configuration_id: str | None, eye: Point, look: Orientation
    ) -> SceneStill:
        scene_id = self._scenes.get(configuration_id) or self._scene_id(version, configuration_id)
        job = StillJob(eye=StillEye(*eye), look=StillLook(look.yaw, look.pitch, look.fov))
        return SceneStill(content_id(scene_id, encode(job)), scene_id, configuration_id, job)

    def _scene_id(self, version: bytes, configuration_id: str | None) -> bytes:
        mood = mood_of(self._layout, self._configuration(configuration_id), self._defaults)
        names = (configuration_id or "").encode(), (mood or "").encode()
        scene_id = self._scenes[configuration_id] = content_id(version, self.layout_id, *names)
        return scene_id

    def _configuration(self, configuration_id: str | None) -> CompiledConfiguration | None:
        return None if configuration_id is None else self._layout.configurations.get(configuration_id)


def is_drawn(view: SeatView) -> bool:
    """Returns whether the viewer draws the view first: it has no picture, or one that was drawn elsewhere or
    taken far away (web/source/viewer/drawn-first.ts)."""
    choice = view.choice
    if choice is None or (view.preview.provenance.distance_m or 0) > FAR_M:
        return True
    return not IMAGERY_KINDS[choice.imagery_set.kind].is_real and not choice.camera.is_here
