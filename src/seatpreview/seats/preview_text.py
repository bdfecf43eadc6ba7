"""A preview as it is encoded: what many previews have in common is encoded once, and repeated as it is."""

import msgspec
from msgspec import UNSET, Raw, UnsetType

from seatpreview.labels.model import Place
from seatpreview.layouts.model import Mood
from seatpreview.seats.model import (
    Orientation,
    PreviewConfiguration,
    PreviewDrawing,
    PreviewEye,
    PreviewNeighbours,
    PreviewResolution,
    PreviewSeat,
    Provenance,
    Sightline,
)


class PreviewText(msgspec.Struct, frozen=True, kw_only=True, eq=False, rename="camel", gc=False):
    """A `Preview`: the same members in the same order. Those of the venue and its images are JSON already."""

    venue: Raw
    configuration: PreviewConfiguration | None
    mood: Mood | None
    seat: PreviewSeat
    seats: tuple[Place, ...] | UnsetType = UNSET
    view_from: str | UnsetType = UNSET
    eye: PreviewEye | None
    resolution: PreviewResolution
    imagery: Raw
    provenance: Provenance
    orientation: Orientation
    sightline: Sightline
    description: str
    drawing: PreviewDrawing | None
    neighbours: PreviewNeighbours
    ads: tuple[Raw, ...]
    viewer_defaults: Raw
