"""Operations on images of venues."""

from typing import Any

from seatpreview.api import examples
from seatpreview.api.command import Command
from seatpreview.api.operation import MANAGEMENT, Operation
from seatpreview.imagery import operations as imagery
from seatpreview.imagery.image_processing import BYTES_MAX, CONTENT_TYPES
from seatpreview.imagery.model import DeleteImage, ImageList, ListImages, UploadedImage
from seatpreview.problems import Conflict, NotFound, QuotaExceeded, VenueNotAllowed
from seatpreview.values.caller import Needs
from seatpreview.values.ids import VenueId
from seatpreview.values.validated_text import ValidatedText
from seatpreview.venues.model import ObjectName

_PATH_TYPES: dict[str, type[ValidatedText]] = {"venueId": VenueId, "name": ObjectName}
_ADDRESS = f"https://seats.example/images/{examples.VENUE['venueId']}/img_5TgB8nHy2JmK4uIlO7pQ"
_SIGNATURE = "expires=1794735900&signature=Zm9vYmFyYmF6cXV4cXV1eGNvcmdl"

_IMAGE: dict[str, Any] = {
    "name": "north/row-a.jpg",
    "contentType": "image/jpeg",
    "width": 8192,
    "height": 4096,
    "sizeBytes": 6291456,
    "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "tiles": {"columns": 8, "rows": 4},
    "url": f"{_ADDRESS}/full.jpg?{_SIGNATURE}",
    "previewUrl": f"{_ADDRESS}/preview.jpg?{_SIGNATURE}",
    "tilesUrlTemplate": f"{_ADDRESS}/tiles/{{column}}_{{row}}.jpg?{_SIGNATURE}",
    "expiresAt": "2026-11-15T09:45:00Z",
    "usedBy": [{"kind": "imagerySet", "id": "day"}],
    "createdAt": "2026-11-15T09:30:00Z",
}

IMAGERY_ROWS: tuple[Operation, ...] = (
    Operation(
        method="GET",
        path="/manage/venues/{venueId}/imagery",
        operation_id="listImages",
        group=MANAGEMENT,
        summary="List a venue's images",
        description=(
            "Returns images ordered by name, to every caller that may read the venue. The first page also "
            "lists images that the record refers to and that are not uploaded."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=imagery.list_images,
        path_types={"venueId": VenueId},
        query=ListImages,
        result=ImageList,
        problems=(VenueNotAllowed, NotFound),
        result_example={"data": [_IMAGE], "nextCursor": None, "missing": ["south/row-b.jpg"]},
        command=Command(
            name="imagery list",
            help="List a venue's images by name, and the images of its record that are not uploaded yet.",
            takes_object_store=True,
            columns=("type", "pixels", "bytes", "usedBy", "image"),
        ),
    ),
    Operation(
        method="PUT",
        path="/manage/venues/{venueId}/imagery/{name}",
        operation_id="putImage",
        group=MANAGEMENT,
        summary="Upload an image of a venue",
        description=(
            "The body is the file itself: JPEG, PNG, WebP or AVIF, which is detected from its content. It is "
            "rotated as its EXIF data say and converted to sRGB, and its pixels are encoded anew: nothing "
            "else of the file is kept, such as the location where it was taken. PNG and lossless WebP keep "
            "every pixel. The name may have slashes. An image with the same name is "
            "replaced; addresses of it that were issued before are valid until they expire. A panorama (2:1) "
            "with a width of 4096 pixels or more is split into tiles as well."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=imagery.put_image,
        check_before_body=imagery.check_before_body,
        path_types=_PATH_TYPES,
        body=bytes,
        body_bytes_max=BYTES_MAX,
        media_types=(*CONTENT_TYPES, "application/octet-stream"),
        result=UploadedImage,
        problems=(VenueNotAllowed, NotFound, Conflict, QuotaExceeded),
        result_example=_IMAGE,
    ),
    Operation(
        method="DELETE",
        path="/manage/venues/{venueId}/imagery/{name}",
        operation_id="deleteImage",
        group=MANAGEMENT,
        summary="Delete an image of a venue",
        description=(
            "Deletes an image that the record does not refer to. Issued addresses are valid until they "
            "expire. An image that the draft or a kept version of the record names is 409, and `errors` "
            "lists which these are; `force=true` deletes it all the same. The versions stay readable, say "
            "that it is gone, and are restored without it."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=imagery.delete_image,
        path_types=_PATH_TYPES,
        query=DeleteImage,
        status=204,
        problems=(VenueNotAllowed, NotFound, Conflict),
        command=Command(
            name="imagery delete",
            help=(
                "Delete an image that the venue's record does not use.\n\nAn image that the draft or an "
                "earlier version uses is kept, unless --force is given. These versions then say that it is "
                "gone."
            ),
            takes_object_store=True,
            done="Deleted {name}.",
        ),
    ),
)
