"""Types of images of a venue: as stored, and as the API returns them."""

from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from seatpreview.imagery.image_processing import FULL, PREVIEW, TileLevel, extension_of, smaller_levels
from seatpreview.results import NextCursor, PageQuery
from seatpreview.values.clock import Moment, Time
from seatpreview.values.ids import ImageId, VenueId
from seatpreview.venues.model import ObjectName

MISSING_MAX = 1000
"""The most missing names that a list of images returns."""


class TileGrid(msgspec.Struct, frozen=True, kw_only=True):
    """The grid of square tiles that a panorama is split into."""

    columns: int
    rows: int


class StoredImage(msgspec.Struct, frozen=True, kw_only=True):
    """A stored image. Another upload under the same name is another image, with its own id."""

    venue_id: VenueId
    name: ObjectName
    image_id: ImageId
    content_type: str
    width: int
    height: int
    size_bytes: int
    stored_bytes: int
    """The bytes of all its files, as counted in the tenant's quota."""
    tiles: TileGrid | None
    has_levels: bool
    """Whether the tiles of its smaller levels are stored. Images of earlier versions have none."""
    sha256: str
    """The hash of the uploaded bytes, in hexadecimal."""
    created_at: Moment

    @property
    def levels(self) -> tuple[TileLevel, ...]:
        """The stored levels that are smaller than the full size."""
        return smaller_levels(self.width, self.height) if self.has_levels else ()

    @property
    def prefix(self) -> str:
        """The common prefix of the keys of its objects."""
        return prefix_of(self.venue_id, self.image_id)

    @property
    def full_key(self) -> str:
        """The key of the full-size object."""
        return f"{self.prefix}{FULL}.{extension_of(self.content_type)}"

    @property
    def preview_key(self) -> str:
        """The key of the preview's object."""
        return f"{self.prefix}{PREVIEW}"


class PreviewTiles(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A panorama, split into tiles of the same size, for large screens."""

    columns: int
    rows: int
    url: Annotated[
        str,
        Meta(
            description=(
                "The address of a tile, with `{column}` and `{row}` for its indexes, which start at 0."
            )
        ),
    ]


class PreviewLevel(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A panorama at one width, split into tiles of the same size."""

    width: Annotated[int, Meta(description="The width of the whole panorama at this level, in pixels.")]
    columns: int
    rows: int
    url: Annotated[str, Meta(description="The address of a tile, as in `tiles`.")]


class Imagery(msgspec.Struct, frozen=True, eq=False):
    """All images of a venue, by name."""

    images: dict[str, StoredImage]

    def get(self, name: str) -> StoredImage | None:
        """Returns the image with this name; None if it is not uploaded."""
        return self.images.get(name)


class PicturePart(NamedTuple):
    """A rectangle of a picture, in pixels from its top left corner."""

    left: int
    top: int
    right: int
    bottom: int


class FindSeatsRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rectangle of a floor plan in which seats are looked for. What lies beyond the picture has none."""

    x: Annotated[int, Meta(ge=0, le=100_000, description="Of its left edge, in pixels of the picture.")]
    y: Annotated[int, Meta(ge=0, le=100_000, description="Of its upper edge, in pixels of the picture.")]
    width: Annotated[int, Meta(ge=10, le=100_000)]
    height: Annotated[int, Meta(ge=10, le=100_000)]

    def part_of(self, width: int, height: int) -> PicturePart | None:
        """Returns what a picture of this size has of the rectangle; None if they do not overlap."""
        part = PicturePart(self.x, self.y, min(self.x + self.width, width), min(self.y + self.height, height))
        return part if part.left < part.right and part.top < part.bottom else None


class SeatInPicture(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The middle of a seat, in pixels of the picture from its top left corner."""

    x: float
    y: float


class SeatsInPicture(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Shapes of one size that stand in rows, as they were found in a picture. Nothing of it is stored."""

    rows: Annotated[
        list[list[SeatInPicture]],
        Meta(description="From the top of the picture to its bottom, each from left to right."),
    ]
    size_px: Annotated[float, Meta(description="The usual width of a seat in pixels. 0 if there are none.")]


class ImageUse(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the venue's record that refers to an image."""

    kind: Literal["imagerySet", "ad"]
    id: str


class UploadedImage(msgspec.Struct, kw_only=True, rename="camel"):
    """An image of a venue. Its addresses are signed and need no key; they are valid until `expiresAt`."""

    name: ObjectName
    content_type: Annotated[str, Meta(description="The media type, detected from the content.")]
    width: int
    height: int
    size_bytes: Annotated[int, Meta(description="The size without metadata, which are removed.")]
    sha256: Annotated[str, Meta(description="The hash of the uploaded bytes, in hexadecimal.")]
    tiles: Annotated[
        TileGrid | None,
        Meta(
            description="The tiles of a panorama with a width of 4096 pixels or more; null for other images."
        ),
    ]
    url: str
    preview_url: Annotated[str, Meta(description="A JPEG with at most 1024 pixels per side.")]
    tiles_url_template: Annotated[
        str | None,
        Meta(description="The address of a tile, with {column} and {row} for its indexes, which start at 0."),
    ]
    expires_at: Time
    used_by: Annotated[list[ImageUse], Meta(description="The parts of the venue's record that refer to it.")]
    created_at: Time


class ImageList(msgspec.Struct, kw_only=True, rename="camel"):
    """A page of images, ordered by name."""

    data: list[UploadedImage]
    next_cursor: NextCursor
    missing: Annotated[
        list[str],
        Meta(
            description="On the first page: images that the record refers to and that are not uploaded, "
            f"at most {MISSING_MAX} names."
        ),
    ]


class DeleteImage(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The query of deleteImage."""

    force: Annotated[
        bool,
        Meta(
            description=(
                "true: the image is deleted even if the draft or kept versions name it. They stay, and say "
                "that it is gone. An image of the published record is not deleted even so."
            )
        ),
    ] = False


class ListImages(PageQuery, kw_only=True):
    """The query of listImages; it has no filters of its own."""


def prefix_of(venue_id: VenueId, image_id: ImageId) -> str:
    """Returns the common prefix of the keys of an image's objects."""
    return f"{venue_id}/{image_id}/"


def previews_prefix_of(venue_id: VenueId) -> str:
    """Returns the common prefix of the keys of preview images, which are made from the venue's images and
    layout."""
    return f"{venue_id}/previews/"


Uses = dict[str, list[ImageUse]]
"""The parts of a record that refer to an image, each once, by the image's name."""
