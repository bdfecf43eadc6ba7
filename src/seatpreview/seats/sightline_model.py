"""Types that say how a seat sees the stage, screen or field."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from seatpreview.sightlines.model import HiddenByKind

ShareOfView = Annotated[float, Meta(ge=0, le=1)]


class SeenObstruction(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """Something that hides a part of what people look at: a body of the configuration or of the hall, or the
    people in front."""

    id: str
    name: str | None
    kind: HiddenByKind
    hidden_share: Annotated[
        ShareOfView | None,
        Meta(
            description=(
                "The share of the stage, screen or field that it hides. Null: only known to be between the "
                "eyes and the focus. Extension."
            ),
        ),
    ] = None


class Restriction(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Why the view counts as restricted."""

    source: Annotated[
        Literal["owner", "computed"],
        Meta(
            description=(
                "`owner`: the venue marks the seat, whatever is computed. `computed`: less than half of the "
                "stage, screen or field is seen, bodies hide more than 15 % of it or hide the focus, or a "
                "screen is seen from behind."
            )
        ),
    ]
    reason: Annotated[str, Meta(description="In sentences, in the language of the description.")]


class Sightline(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """How the seat sees the stage, screen or field, and the line from the eyes to the focus. A member is null
    if it is not known, for lack of geometry."""

    distance_m: float | None
    elevation_m: Annotated[float | None, Meta(description="The height of the eyes above the focus.")]
    c_value_mm: Annotated[
        int | None,
        Meta(
            description="How far the line passes above the eyes of the row in front. Null in the first row."
        ),
    ]
    obstructions: Annotated[
        tuple[SeenObstruction, ...],
        Meta(
            description=(
                "What hides at least 2 % of it, the largest share first; empty where 98 % or more is seen. "
                "Where `visibleShare` is null: the bodies between the eyes and the focus."
            )
        ),
    ]
    visible_share: Annotated[
        ShareOfView | None,
        Meta(
            description=(
                "The share of the stage, screen or field that nothing hides, with a person on every seat in "
                "front. Null: the layout does not say what people look at, or it is not computed yet. "
                "Extension."
            ),
        ),
    ] = None
    side_angle_deg: Annotated[
        Annotated[float, Meta(ge=0, le=180)] | None,
        Meta(
            description=(
                "How far to the side of the straight view onto its front the seat is: 90 is beside it, more "
                "is behind it. Null: it has no front. Extension."
            ),
        ),
    ] = None
    nearest_m: Annotated[
        float | None, Meta(description="The distance to the nearest edge of it, on the ground. Extension.")
    ] = None
    restriction: Annotated[
        Restriction | None, Meta(description="Null: nothing says that the view is restricted. Extension.")
    ] = None
