"""What people look at, as a person writes it."""

from typing import Annotated, Literal

from msgspec import Meta

from seatpreview.layouts.written_values import Degrees, LayoutStruct, Metres, TwoMetres
from seatpreview.values.validated_text import Label

FocusKind = Literal[
    "stage",
    "screen",
    "football",
    "rugby",
    "american_football",
    "baseball",
    "basketball",
    "ice_hockey",
    "handball",
    "volleyball",
    "tennis",
    "boxing",
]
"""A stage, a screen, or a field with the lines of a sport."""


class FocusExtent(LayoutStruct, frozen=True, kw_only=True):
    """How large the stage, field or court is that people look at. The focus is its middle."""

    kind: FocusKind = "stage"
    width_m: (
        Annotated[float, Meta(ge=0.5, le=400, description="Across. Default: the usual size of its kind.")]
        | None
    ) = None
    depth_m: (
        Annotated[float, Meta(ge=0.5, le=400, description="From front to back. Default: the usual size.")]
        | None
    ) = None
    height_m: Annotated[
        float, Meta(ge=0, le=20, description="Of a stage's floor above the ground beside it.")
    ] = 0.0
    turn_deg: Annotated[
        Degrees, Meta(description="The bearing that its front faces. 180: towards the south.")
    ] = 180.0
    points: Annotated[
        tuple[TwoMetres, ...],
        Meta(max_length=200, description="Its corners, in place of width, depth and turn."),
    ] = ()


class Focus(LayoutStruct, frozen=True, kw_only=True):
    """What people look at, in metres."""

    name: Label | None = None
    x: Metres = 0.0
    y: Metres = 0.0
    z: Metres = 0.0
    extent: Annotated[FocusExtent | None, Meta(description="Default: not known; only a point is.")] = None


def usual_size_m(extent: FocusExtent) -> tuple[float, float]:
    """Returns the width and the depth, by the kind where the extent does not state them."""
    width_m, depth_m = _USUAL_SIZES_M[extent.kind]
    return extent.width_m or width_m, extent.depth_m or depth_m


_USUAL_SIZES_M: dict[FocusKind, tuple[float, float]] = {
    "stage": (12.0, 8.0),
    "screen": (12.0, 1.0),
    "football": (105.0, 68.0),
    "rugby": (100.0, 70.0),
    "american_football": (109.7, 48.8),
    "baseball": (100.0, 100.0),
    "basketball": (28.0, 15.0),
    "ice_hockey": (60.0, 30.0),
    "handball": (40.0, 20.0),
    "volleyball": (18.0, 9.0),
    "tennis": (23.77, 10.97),
    "boxing": (6.1, 6.1),
}
"""Playing fields without the ground around them, the longer side across."""
