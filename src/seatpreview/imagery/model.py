"""An image of a venue: as it is kept, and as the API answers it."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from seatpreview.clock import Moment, Time
from seatpreview.cursors import NextCursor, PageQuery
from seatpreview.ids import ImageId, VenueId
from seatpreview.imagery.pictures import FULL, PREVIEW, extension_of
from seatpreview.venues.model import ObjectName, VenueRecord

MISSING_MAX = 1000


class TileGrid(msgspec.Struct, frozen=True, kw_only=True):
    """How a panorama is cut into square tiles."""

    columns: int
    rows: int


class StoredImage(msgspec.Struct, frozen=True, kw_only=True):
    """An image as it is kept. Another upload under the same name is another image, with an id of its own."""

    venue_id: VenueId
    name: ObjectName
    image_id: ImageId
    content_type: str
    width: int
    height: int
    size_bytes: int
    tiles: TileGrid | None
    sha256: str
    """Of the bytes that were uploaded, in hexadecimal."""
    created_at: Moment

    @property
    def prefix(self) -> str:
        """What the keys of all of its objects begin with."""
        return prefix_of(self.venue_id, self.image_id)

    @property
    def full_key(self) -> str:
        return f"{self.prefix}{FULL}.{extension_of(self.content_type)}"

    @property
    def preview_key(self) -> str:
        return f"{self.prefix}{PREVIEW}"


class Imagery(msgspec.Struct, frozen=True, eq=False):
    """All images of a venue, by name."""

    images: dict[str, StoredImage]

    def get(self, name: str) -> StoredImage | None:
        return self.images.get(name)


class ImageUse(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the venue's record that refers to an image."""

    kind: Literal["imagerySet", "ad"]
    id: str


class UploadedImage(msgspec.Struct, kw_only=True, rename="camel"):
    """An image of a venue. Its addresses are signed and need no key; they are good until `expiresAt`."""

    name: ObjectName
    content_type: Annotated[str, Meta(description="What its content says that it is.")]
    width: int
    height: int
    size_bytes: Annotated[int, Meta(description="Without the metadata, which are removed.")]
    sha256: Annotated[str, Meta(description="Of the bytes that were uploaded, in hexadecimal.")]
    tiles: Annotated[TileGrid | None, Meta(description="Of a panorama of 4096 pixels or more.")]
    url: str
    preview_url: Annotated[str, Meta(description="A JPEG with at most 1024 pixels a side.")]
    tiles_url_template: Annotated[
        str | None, Meta(description="With {column} and {row} in place of a tile's, counted from 0.")
    ]
    expires_at: Time
    used_by: Annotated[list[ImageUse], Meta(description="What refers to it in the venue's record.")]
    created_at: Time


class ImageList(msgspec.Struct, kw_only=True, rename="camel"):
    """A page of images, by name."""

    data: list[UploadedImage]
    next_cursor: NextCursor
    missing: Annotated[
        list[str],
        Meta(
            description="On the first page: what the record refers to and nobody has uploaded, at most "
            f"{MISSING_MAX} names."
        ),
    ]


class ListImages(PageQuery, kw_only=True):
    """The query of listImages; it has no filters of its own."""


def prefix_of(venue_id: VenueId, image_id: ImageId) -> str:
    return f"{venue_id}/{image_id}/"


Uses = dict[str, list[ImageUse]]
"""By the image's name, each part once."""


def uses_in(record: VenueRecord) -> Uses:
    """Which parts of a venue's record refer to which images."""
    found: dict[str, dict[ImageUse, None]] = {}
    for imagery_set in record.imagery_sets:
        use = ImageUse(kind="imagerySet", id=str(imagery_set.id))
        for image in imagery_set.images:
            if isinstance(image.object, str):
                found.setdefault(image.object, {})[use] = None
    for ad in record.ads:
        found.setdefault(ad.image, {})[ImageUse(kind="ad", id=str(ad.id))] = None
    return {str(name): list(used_by) for name, used_by in found.items()}
