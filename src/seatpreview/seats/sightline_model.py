"""Types that say how a seat sees the stage, screen or field."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from seatpreview.sightlines.model import FrameKind, HiddenByKind, LookedAtKind

ShareOfView = Annotated[float, Meta(ge=0, le=1)]

SightlineState = Literal["computed", "pending", "unknown"]
"""Whether it is known how much is seen. `pending` is never the last word: whoever asks again learns more."""


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
                "The share of the stage, screen or field that it hides and no body nearer to the eyes "
                "does; of people, what only they hide. All of them and `visibleShare` add up to 1. Null: "
                "only known to be between the eyes and the focus. Extension."
            ),
        ),
    ] = None


class Restriction(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Why the view counts as restricted."""

    source: Annotated[
        Literal["owner", "computed"],
        Meta(
            description=(
                "`owner`: the venue marks the seat, whatever is computed. `computed`: less than 60 % of the "
                "stage, screen or field is seen, bodies hide more than 15 % of it or hide the focus, or a "
                "screen is seen from behind."
            )
        ),
    ]
    reason: Annotated[str, Meta(description="In sentences, in the language of the description.")]


class SeenFrame(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """A part of what frames the people on a stage: what a proscenium shows above their heads, or screens."""

    part: Annotated[
        FrameKind,
        Meta(description="`set`: the upper part of the set. `screens`: the largest screen beside it."),
    ]
    visible_share: Annotated[
        ShareOfView, Meta(description="The share of it that bodies leave to be seen; people are left out.")
    ]
    obstructions: Annotated[
        tuple[SeenObstruction, ...],
        Meta(description="The bodies that hide more than 2 % of it, the largest share first."),
    ]


class ShareRange(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What is seen of the stage, screen or field from the places of an area without seats."""

    worst: ShareOfView
    best: ShareOfView


class Sightline(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """How the seat sees the stage, screen or field, and the line from the eyes to the focus. A member is null
    if it is not known, for lack of geometry."""

    distance_m: Annotated[
        float | None,
        Meta(
            description=(
                "From the eyes to the focus; where that is beside the stage or screen that people look at, "
                "to the middle of it, where people perform."
            )
        ),
    ]
    elevation_m: Annotated[
        float | None, Meta(description="The height of the eyes above what `distanceM` leads to.")
    ]
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
                "What hides more than 2 % of it, the largest share first, and less where more than that "
                "would have no name. People beside the seat, towards whom the view turns, are named with a "
                "share of 0. "
                "Where `visibleShare` is null: the bodies between the eyes and the focus."
            )
        ),
    ]
    visible_share: Annotated[
        ShareOfView | None,
        Meta(
            description=(
                "The share of the stage, screen or field that nothing hides, with a person on every seat in "
                "front; without a set-up, the hall is empty. Null: the layout does not say what people look "
                "at, the curtain is down, or it is not computed yet: see `state`. Of a standing area or a "
                "suite without seats: from a usual place in it; half of its people see more. Extension."
            ),
        ),
    ] = None
    share_range: Annotated[
        ShareRange | None,
        Meta(
            description=(
                "Of a standing area or a suite without seats: the share that is seen from the worst and from "
                "the best place in it. Null: the view is that of a seat. Extension."
            )
        ),
    ] = None
    side_angle_deg: Annotated[
        Annotated[float, Meta(ge=0, le=180)] | None,
        Meta(
            description=(
                "How far to the side of the straight view onto its front the seat is: 90 is level with it, "
                "more is behind it. On a stage with people all around, performers are drawn facing most of "
                "them. Null: a field has no front. Extension."
            ),
        ),
    ] = None
    nearest_m: Annotated[
        float | None, Meta(description="The distance to the nearest edge of it. Extension.")
    ] = None
    looked_at: Annotated[
        LookedAtKind | None,
        Meta(description="What people look at. Null: only the focus is known. Extension."),
    ] = None
    eyes_above_m: Annotated[
        float | None,
        Meta(
            description=(
                "The height of the eyes above the floor of the stage, the ground of the field, or the lower "
                "edge of the screen; negative below it. `elevationM` is measured from the focus, which is "
                "higher. Extension."
            )
        ),
    ] = None
    frame: Annotated[
        tuple[SeenFrame, ...],
        Meta(
            description=(
                "What is seen of what frames the people on a stage: the upper part of the set in a theatre, "
                "and screens. Only parts of which bodies hide more than 2 %. Extension."
            )
        ),
    ] = ()
    restriction: Annotated[
        Restriction | None, Meta(description="Null: nothing says that the view is restricted. Extension.")
    ] = None
    state: Annotated[
        SightlineState,
        Meta(
            description=(
                "Whether it is known how much is seen. `computed`: `visibleShare` says it. `pending`: the "
                "service is still computing it, and the view may turn out to be restricted; ask again in a "
                "few seconds. `unknown`: it cannot be computed, for lack of geometry or of a stage, screen "
                "or field. Extension."
            )
        ),
    ] = "unknown"
