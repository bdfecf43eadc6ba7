"""The bodies of a hall that can hide something, what people look at, and what is seen of it from a place."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from seatpreview.layouts.model import HallKind, ObstructionKind, TwoMetres

BodyKind = Literal["parapet", "rail", "front", "partition", "overhang", "dugout", "wall", "glass", "net"]
"""`parapet`: the front of a theatre's circle or box. `rail`: the bar before other raised stands. `front`: the
boards or the edge of a raised stand. `partition`: the side of a box. `overhang`: a deck, seen from below.
`glass`: panes above the boards of a rink. `net`: what hangs behind its goals."""
SEEN_THROUGH: frozenset[BodyKind] = frozenset({"glass", "net"})
"""Bodies that hide nothing. What is seen through them is said."""
LookedAtKind = Literal["stage", "screen", "field"]
HiddenByKind = Literal[BodyKind, ObstructionKind, "people"]

PEOPLE_ID = "people"
"""The id of all people together, where something says what hides the view."""


class HallBody(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", omit_defaults=True):
    """An upright sheet along a line on the ground plan; an overhang is a slab between two lines."""

    id: Annotated[str, Meta(description="Unique in the plan: the section's id and what it is.")]
    kind: BodyKind
    section: Annotated[str | None, Meta(description="The id of the section that it belongs to.")] = None
    line: Annotated[
        tuple[TwoMetres, ...],
        Meta(description="From left to right as seen from the seats. Closed if both ends are equal."),
    ]
    z: Annotated[TwoMetres, Meta(description="How low and how high it reaches along `line`.")]
    back: Annotated[
        tuple[TwoMetres, ...],
        Meta(description="The rear edge of an overhang, with as many points as `line`."),
    ] = ()
    back_z: Annotated[TwoMetres | None, Meta(description="How low and how high it reaches there.")] = None


class LookedAt(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """The space in which people act: over the ground plan of a stage or a field, 1.8 m high; or a screen."""

    kind: LookedAtKind
    points: Annotated[
        tuple[TwoMetres, ...],
        Meta(
            description="Its corners on the ground plan. Of a baseball field, the first one is home plate; "
            "the foul ground is not part of it."
        ),
    ]
    z: Annotated[TwoMetres, Meta(description="The floor or lower edge of it, and how high it reaches.")]
    front_deg: Annotated[
        float | None,
        Meta(
            description="The bearing that the performers on a stage face, or the front of a screen. Null: a "
            "field has none."
        ),
    ] = None


FrameKind = Literal["set", "screens"]
"""What frames a stage: the upper part of the set in a theatre's stage opening, and screens beside it."""


class FrameSpace(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A part of what frames the people on a stage, whose front is looked at like a screen."""

    kind: FrameKind
    space: LookedAt
    body_id: str | None = None
    """The id of the configuration's body that it is."""


class HallBodies(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything of a hall that a plan says about what can be seen, in one configuration."""

    hall: HallKind
    """The kind that the layout states, or else the kind that its size suggests."""
    bodies: tuple[HallBody, ...]
    looked_at: LookedAt | None
    """None: nothing says what people look at, and so nothing can be said about how much of it is seen."""
    behind_curtain: LookedAt | None = None
    """What people look at once the curtain is up; the same as `looked_at` where it is."""
    is_in_the_round: bool = False
    """Whether people sit on all sides of a stage, whose performers turn to all of them."""
    floor_z: float = 0.0
    """The floor of the hall."""
    floors: tuple[tuple[tuple[TwoMetres, ...], float], ...] = ()
    """The ground plans of stands, each with the height of its first row. Nobody stands there."""
    frames: tuple[FrameSpace, ...] = ()
    """What frames a stage."""
    looked_at_id: str | None = None
    """The id of the configuration's body that is looked at."""


class HiddenBy(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Something that hides a part of what is looked at: a body, an obstruction, or the people in front."""

    id: str
    """Of the body or the obstruction; `people` for all people together."""
    kind: HiddenByKind
    section: str | None
    """The section that a body belongs to."""
    share: float
    """The share that it hides and no body nearer to the eye does, from 0 to 1; of people, what only they
    hide, and what they hide before a body that is hardly seen."""


class FrameSeen(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What bodies leave of a part of the frame. People hide nothing of what is above a stage."""

    kind: FrameKind
    visible_share: float
    hidden_by: tuple[HiddenBy, ...] = ()


class Seen(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What is seen from a place. Every member is None where nothing can be said."""

    visible_share: float | None = None
    """The share of what is looked at that nothing hides: from 0 to 1, to two decimals."""
    side_angle_deg: float | None = None
    """How far the place is to the side: 0 straight in front, 90 beside it, over 90 behind it."""
    eyes_above_m: float | None = None
    """The height of the eyes above the floor of what is looked at, or above the lower edge of a screen, to
    the decimetre."""
    nearest_m: float | None = None
    """The distance to the nearest point of what is looked at, to the decimetre."""
    hidden_by: tuple[HiddenBy, ...] = ()
    """What hides more than 2 % of it, the largest share first. These and the visible share add up to 1.
    People with a share of 0 sit beside the eye, where the view turns towards them."""
    frame: tuple[FrameSeen, ...] = ()
    """What is seen of what frames a stage, where bodies hide a part of it."""

    share_range: tuple[float, float] | None = None
    """Of an area without seats, the smallest and the largest share that is seen from places in it.
    `visible_share` is that of a usual place: as many see more as see less."""


NOTHING_SAID = Seen()
