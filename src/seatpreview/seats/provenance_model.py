"""Types of what a preview says about its picture: what it is, and from where it was taken."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from seatpreview.layouts.model import Assumption
from seatpreview.venues.imagery_kinds import ImageryKind

Match = Literal["seat", "row", "section", "venue"]
Source = Literal[ImageryKind, "drawing"]


class PreviewCamera(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """Where the camera of the picture stood, as far as that is known. Extension."""

    key: Annotated[
        str | None,
        Meta(
            description=(
                "The key of the seat that it stood at or nearest to; of the row or the section where no more "
                "is known. Null: it stood at no seat, or nothing is known."
            )
        ),
    ]
    section_name: Annotated[str | None, Meta(description="The name of the section in `key`.")]
    is_here: Annotated[bool, Meta(description="Whether it stood at the very place that the view is from.")]
    is_exact: Annotated[
        bool,
        Meta(
            description=(
                "Whether the pose of the image says where it stood, or the one seat that it covers. Else it "
                "stood somewhere in the row or the section, and the distance is a rough one."
            )
        ),
    ]
    distance_m: Annotated[
        float | None, Meta(description="How far from the place it stood. Null: that is not known.")
    ]


class Provenance(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """What the picture is, and from where it was taken."""

    source: Annotated[
        Source,
        Meta(
            description=(
                "`panorama` and `photo` were taken by a camera. `rendered`: a panorama that a computer drew. "
                "`drawing`: there is no picture; the viewer draws the view."
            )
        ),
    ]
    match: Annotated[
        Match | None, Meta(description="What the picture is of: the seat itself, its row, section or venue.")
    ]
    borrowed_from: Annotated[
        str | None, Meta(description="The key of the place that it shows the view from, where it is another.")
    ]
    distance_m: Annotated[float | None, Meta(description="How far from the place it was taken.")]
    camera: Annotated[
        PreviewCamera | None,
        Meta(description="What to say of where the picture was taken. Null: there is no picture."),
    ] = None
    assumed: Annotated[
        tuple[Assumption, ...],
        Meta(
            description=(
                "What an import assumed of the place and nobody has checked yet: positions and sight line "
                "depend on it. Extension."
            )
        ),
    ] = ()
