"""Types of floor plans: the picture that lies below a venue's seats while its owner draws them."""

from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

from seatpreview.layouts.model import Degrees, Metres
from seatpreview.results.etags import etag_of
from seatpreview.values.clock import Time
from seatpreview.values.ids import ImageId


class _Placement(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    x: Annotated[Metres, Meta(description="Of the middle of the picture, in metres to the east.")]
    y: Annotated[Metres, Meta(description="Of the middle of the picture, in metres to the north.")]
    metres_per_pixel: Annotated[float, Meta(ge=0.0001, le=100)]
    turn_deg: Annotated[Degrees, Meta(description="About its middle, clockwise as seen from above.")] = 0.0
    opacity: Annotated[float, Meta(ge=0, le=1, description="0: it is not seen; 1: it is not faded.")] = 0.5


class FloorPlanPlacement(_Placement, frozen=True, kw_only=True):
    """Where a floor plan lies on the ground plan, and how strongly it is shown."""


class PlaceFloorPlanRequest(_Placement, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a floor plan is to lie on the ground plan, and how strongly it is to be shown."""

    @property
    def placement(self) -> FloorPlanPlacement:
        """The placement as it is stored."""
        return FloorPlanPlacement(**asdict(self))


class FloorPlan(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The floor plan of a venue. Its address is signed and needs no key; it is valid until `expiresAt`."""

    content_type: Annotated[str, Meta(description="The media type, detected from the content.")]
    width: Annotated[int, Meta(description="In pixels.")]
    height: Annotated[int, Meta(description="In pixels.")]
    size_bytes: Annotated[int, Meta(description="The size without metadata, which are removed.")]
    sha256: Annotated[str, Meta(description="The hash of the uploaded bytes, in hexadecimal.")]
    url: str
    preview_url: Annotated[str, Meta(description="A JPEG with at most 1024 pixels per side.")]
    expires_at: Time
    stored_at: Time
    stored_by: Annotated[str, Meta(description="The keyId that uploaded the picture, or `operator`.")]
    placement: Annotated[
        FloorPlanPlacement | None,
        Meta(
            description=(
                "Null: nobody has said yet where it lies. A picture of another size takes the placement away."
            )
        ),
    ]
    image_id: Annotated[ImageId, Meta(description="Another one for each picture.")]
    revision: Annotated[
        int, Meta(ge=1, description="Rises with each new picture and with each change of the placement.")
    ]

    @property
    def etag(self) -> str:
        """The ETag of the floor plan with its placement."""
        return etag_of(self.revision, str(self.image_id))
