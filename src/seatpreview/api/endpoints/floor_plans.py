"""Operations on floor plans of venues."""

from typing import Any

from seatpreview.api import examples
from seatpreview.api.command import Command
from seatpreview.api.operation import MANAGEMENT, Operation
from seatpreview.imagery import floor_plans as floor_plans
from seatpreview.imagery.floor_plans import FloorPlan, PlaceFloorPlanRequest
from seatpreview.imagery.image_processing import BYTES_MAX, CONTENT_TYPES
from seatpreview.imagery.model import FindSeatsRequest, SeatsInPicture
from seatpreview.problems import Conflict, NotFound, PreconditionFailed, QuotaExceeded, VenueNotAllowed
from seatpreview.values.caller import Needs
from seatpreview.values.ids import VenueId

_PATH = "/manage/venues/{venueId}/floor-plan"
_IMAGE_ID = "img_8RsT3vWq6YxZ1bNcD4fG"
_ADDRESS = f"https://seats.example/images/{examples.VENUE['venueId']}/{_IMAGE_ID}"
_SIGNATURE = "expires=1794735900&signature=Zm9vYmFyYmF6cXV4cXV1eGNvcmdl"

_PLACEMENT: dict[str, Any] = {"x": 0.0, "y": 12.5, "metresPerPixel": 0.02, "turnDeg": 90.0, "opacity": 0.5}
_FLOOR_PLAN: dict[str, Any] = {
    "contentType": "image/png",
    "width": 2480,
    "height": 1754,
    "sizeBytes": 412_311,
    "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "url": f"{_ADDRESS}/full.png?{_SIGNATURE}",
    "previewUrl": f"{_ADDRESS}/preview.jpg?{_SIGNATURE}",
    "expiresAt": "2026-11-15T09:45:00Z",
    "storedAt": "2026-11-15T09:30:00Z",
    "storedBy": examples.KEY["keyId"],
    "placement": _PLACEMENT,
    "imageId": _IMAGE_ID,
    "revision": 2,
}

_MEMBERS_SHOWN = (
    "contentType",
    "width",
    "height",
    "sizeBytes",
    "placement",
    "storedAt",
    "storedBy",
    "sha256",
)

FLOOR_PLAN_ROWS: tuple[Operation, ...] = (
    Operation(
        method="GET",
        path=_PATH,
        operation_id="getFloorPlan",
        group=MANAGEMENT,
        summary="Read the floor plan of a venue",
        description=(
            "The picture that lies below the seats while the venue is drawn, and where it lies. For the "
            "venue's owner and admin scope: it is in no answer to buyers, and a grantee gets 404, as for a "
            "venue that does not exist. Its address is signed and needs no key."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=floor_plans.get_floor_plan,
        path_types={"venueId": VenueId},
        result=FloorPlan,
        problems=(VenueNotAllowed, NotFound),
        result_example=_FLOOR_PLAN,
        command=Command(
            name="venues floor-plan show",
            help="Show the size of a venue's floor plan, who stored it, and where it lies.",
            takes_object_store=True,
            members=_MEMBERS_SHOWN,
        ),
    ),
    Operation(
        method="PUT",
        path=_PATH,
        operation_id="putFloorPlan",
        group=MANAGEMENT,
        summary="Upload the floor plan of a venue",
        description=(
            "The body is the file itself: JPEG, PNG, WebP or AVIF, with at most 40,000,000 pixels. It is "
            "checked and encoded anew as an image of `putImage` is, and counts in the tenant's quota of "
            "images. The console makes a picture of an SVG file or of the first page of a PDF before it "
            "uploads that, and makes larger pictures smaller. The picture "
            "takes the place of the present one; where that lay is kept if both have the same size. The "
            "floor plan belongs to the venue and not to its record: it survives a publish, and is copied, "
            "archived and deleted with the venue."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=floor_plans.put_floor_plan,
        check_before_body=floor_plans.check_before_body,
        path_types={"venueId": VenueId},
        body=bytes,
        body_bytes_max=BYTES_MAX,
        media_types=(*CONTENT_TYPES, "application/octet-stream"),
        result=FloorPlan,
        problems=(VenueNotAllowed, NotFound, Conflict, QuotaExceeded),
        result_example=_FLOOR_PLAN,
        command=Command(
            name="venues floor-plan set",
            help=(
                "Store a picture as the floor plan of a venue, which lies below its seats in the console.\n\n"
                "It takes the place of the present one, and stays where that lay if both have the same size. "
                "Buyers see nothing of it. The console also takes SVG and PDF files."
            ),
            examples=("ground-floor.png",),
            file="A JPEG, PNG, WebP or AVIF image.",
            takes_object_store=True,
            members=_MEMBERS_SHOWN,
        ),
    ),
    Operation(
        method="DELETE",
        path=_PATH,
        operation_id="deleteFloorPlan",
        group=MANAGEMENT,
        summary="Delete the floor plan of a venue",
        description="Addresses of the picture that were issued before are valid until they expire.",
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=floor_plans.delete_floor_plan,
        path_types={"venueId": VenueId},
        status=204,
        problems=(VenueNotAllowed, NotFound, Conflict),
        command=Command(
            name="venues floor-plan remove",
            help="Remove the floor plan of a venue.",
            takes_object_store=True,
            done="Removed the floor plan of {venueId}.",
        ),
    ),
    Operation(
        method="POST",
        path=f"{_PATH}/seats",
        operation_id="findFloorPlanSeats",
        group=MANAGEMENT,
        summary="Look for seats in the floor plan of a venue",
        description=(
            "Looks at a rectangle of the picture for shapes of one size that stand in rows: circles or "
            "squares, filled or outlined, also on a scan that is slightly turned. No text is read, so seats "
            "and rows have no names. Nothing is written: a person looks at what was found before it becomes "
            "seats. A very large part is looked at with fewer pixels."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=floor_plans.find_seats_in_floor_plan,
        writes_nothing=True,
        path_types={"venueId": VenueId},
        body=FindSeatsRequest,
        body_example={"x": 120, "y": 80, "width": 800, "height": 600},
        result=SeatsInPicture,
        problems=(VenueNotAllowed, NotFound),
        result_example={
            "rows": [[{"x": 150.0, "y": 96.5}, {"x": 176.0, "y": 96.5}], [{"x": 151.0, "y": 130.0}]],
            "sizePx": 18.0,
        },
    ),
    Operation(
        method="PUT",
        path=f"{_PATH}/placement",
        operation_id="placeFloorPlan",
        group=MANAGEMENT,
        summary="Say where the floor plan of a venue lies",
        description=(
            "With If-Match, nothing is changed (412) if somebody has uploaded another picture or has moved "
            "it since you read it."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=floor_plans.place_floor_plan,
        path_types={"venueId": VenueId},
        body=PlaceFloorPlanRequest,
        takes_if_match=True,
        result=FloorPlan,
        problems=(VenueNotAllowed, NotFound, Conflict, PreconditionFailed),
        body_example=_PLACEMENT,
        result_example=_FLOOR_PLAN,
    ),
)
