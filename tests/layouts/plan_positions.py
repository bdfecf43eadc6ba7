"""Positions in a plan of the API, as a client computes them."""

from typing import Any

from seatpreview.layouts.geometry import Placement, Point, row_frame
from seatpreview.layouts.model import Focus


def position_in(
    geometry: dict[str, Any], origin: dict[str, float], ordinal: int, row: int, slots_right: float = 0.0
) -> Point:
    """Returns the floor in a section with this geometry, so many slots right of the middle of a row."""
    placement = Placement(
        shape=geometry["shape"],
        centre=tuple(geometry["centre"] or (origin["x"], origin["y"])),
        bearing_deg=geometry["bearingDeg"],
        bearing_step_deg=geometry["bearingStepDeg"],
        distance_m=geometry["distanceM"],
        elevation_m=geometry["elevationM"],
        tread_m=geometry["treadM"],
        riser_m=geometry["riserM"],
        spacing_m=geometry["spacingM"],
        shift_m=geometry["shiftM"],
        shift_step_m=geometry["shiftStepM"],
        depths_m=tuple(geometry["rowDepthsM"]),
        heights_m=tuple(geometry["rowHeightsM"]),
    )
    frame = row_frame(placement, Focus(x=origin["x"], y=origin["y"], z=origin["z"]), ordinal, row)
    return frame.point(slots_right * placement.spacing_m)
