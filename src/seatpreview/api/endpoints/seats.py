"""Operations on seats."""

from typing import Any

from seatpreview.api import examples
from seatpreview.api.operation import SEATS, Operation
from seatpreview.preview_images import operations as preview_images
from seatpreview.preview_images.model import CreateImageLinkRequest, ImageLink, PreviewImageQuery
from seatpreview.problems import NotFound, ScopeInsufficient, VenueNotAllowed
from seatpreview.seats import best_seats_operation as best_seats
from seatpreview.seats import listing_operations as seat_lists
from seatpreview.seats import operations as seats
from seatpreview.seats.best_seats_model import AMONG_MAX, BestSeats, BestSeatsRequest
from seatpreview.seats.listing_model import ListPositions, ListSeats, PositionList, SeatList
from seatpreview.seats.model import PlanQuery, Preview, PreviewQuery, ResolvedSeats, ResolveSeatsRequest
from seatpreview.seats.plan import Plan
from seatpreview.values.caller import Needs

_REVALIDATED = "private, no-cache"
"""The browser may cache the result, and revalidates it before each use."""

_DESCRIBED_SEAT = (
    "Section 107, Lower Bowl, row K, seat 9. Aisle seat, category Gold. Set-up: Concert. Stage: 31.4 metres "
    "away, nearest edge 24.6 metres away, 2 metres below your eyes. About 94% of the stage is in view. In "
    "the way: people in front."
)
_QUERY = {"venue": examples.VENUE_ALIAS, "seat": examples.SEAT["key"]}
_IMAGE_URL = "https://seats.example/images/ven_6Jw1sPzM8yCe3HgUo5Na/img_5TqX0bLz8KvN3wYe7RjM"
_SIGNATURE = "expires=1794830400&signature=..."

_CATEGORY = {"id": "gold", "name": "Gold", "colour": "#d4a017"}

_PREVIEW: dict[str, Any] = {
    "venue": examples.ARENA,
    "configuration": {"id": "end-stage", "name": "Concert", "mood": "concert"},
    "mood": "concert",
    "seat": examples.SEAT
    | {"level": "seat", "sectionName": "Section 107", "levelName": "Lower Bowl"}
    | {"properties": ["aisle"], "category": _CATEGORY, "ref": "6f1c-0009"},
    "eye": {"x": 12.4, "y": -8.2, "z": 4.1},
    "resolution": {"status": "matched", "level": "seat", "confidence": 0.9},
    "imagery": {
        "setId": "panoramas",
        "kind": "panorama",
        "url": f"{_IMAGE_URL}/full.jpg?{_SIGNATURE}",
        "previewUrl": f"{_IMAGE_URL}/preview.jpg?{_SIGNATURE}",
        "tiles": {
            "columns": 8,
            "rows": 4,
            "url": f"{_IMAGE_URL}/tiles/{{column}}_{{row}}.jpg?{_SIGNATURE}",
        },
        "levels": [
            {
                "width": 2048,
                "columns": 4,
                "rows": 2,
                "url": f"{_IMAGE_URL}/tiles/2048/{{column}}_{{row}}.webp?{_SIGNATURE}",
            },
            {
                "width": 4096,
                "columns": 8,
                "rows": 4,
                "url": f"{_IMAGE_URL}/tiles/4096/{{column}}_{{row}}.webp?{_SIGNATURE}",
            },
            {
                "width": 8192,
                "columns": 8,
                "rows": 4,
                "url": f"{_IMAGE_URL}/tiles/{{column}}_{{row}}.jpg?{_SIGNATURE}",
            },
        ],
        "width": 8192,
        "height": 4096,
        "attribution": "Harbour Arena",
        "expiresAt": "2026-11-16T12:00:00Z",
    },
    "provenance": {
        "source": "panorama",
        "match": "row",
        "borrowedFrom": "107/K",
        "distanceM": 1.2,
        "assumed": [],
    },
    "orientation": {"yaw": -12.5, "pitch": -4.1, "fov": 75.0},
    "sightline": {
        "distanceM": 31.4,
        "elevationM": 2.0,
        "cValueMm": 95,
        "obstructions": [{"id": "people", "name": None, "kind": "people", "hiddenShare": 0.06}],
        "visibleShare": 0.94,
        "sideAngleDeg": 12.5,
        "nearestM": 24.6,
        "restriction": None,
        "state": "computed",
    },
    "description": (f"{_DESCRIBED_SEAT} The picture is a panorama from row K, 1.2 metres away."),
    "drawing": {
        "orientation": {"yaw": -98.2, "pitch": -3.7, "fov": 75.0},
        "description": f"{_DESCRIBED_SEAT} The view is drawn from the seating plan.",
    },
    "neighbours": {"left": "107/K/8", "right": "107/K/10", "inFront": "107/J/9", "behind": "107/L/9"},
    "ads": [],
    "viewerDefaults": {"theme": "dark"},
}

_LISTED_SEAT = examples.SEAT | {"properties": ["aisle"], "category": "gold", "ref": "6f1c-0009"}

_RESOLVED = {
    "label": examples.LABEL,
    "status": "matched",
    "level": "seat",
    "seat": examples.SEAT,
    "confidence": 0.99,
    "alternatives": [],
    "trace": ["section 'Section 107'", "row 'k' exists there", "seat '9' exists there"],
}

_PLAN = {
    "venueId": examples.ARENA["venueId"],
    "version": 1,
    "name": "Harbour Arena",
    "configuration": None,
    "configurations": [],
    "defaultConfiguration": None,
    "mood": "concert",
    "hall": "arena",
    "roof": None,
    "assumed": [],
    "categories": [{"id": "gold", "name": "Gold", "colour": "#d4af37"}],
    "seatKinds": [
        {"properties": [], "category": None, "viewNote": None},
        {"properties": ["wheelchair"], "category": "gold", "viewNote": None},
    ],
    "origin": {"x": 0.0, "y": 0.0, "z": 0.0},
    "focus": {"x": 0.0, "y": 0.0, "z": 0.0, "name": "Stage", "extent": None},
    "sections": [
        {
            "id": "107",
            "name": "Section 107",
            "level": None,
            "kind": "seated",
            "capacity": 3,
            "isClosed": False,
            "ordinal": 1,
            "geometry": None,
            "rows": [{"id": "K", "seating": 0, "kinds": [1, 0, 0, 0]}],
        }
    ],
    "seatings": [["1", "2", None, "4"]],
    "offsets": [],
    "obstructions": [],
    "bodies": [
        {
            "id": "107.rail",
            "kind": "rail",
            "section": "107",
            "line": [[-4.0, -20.0], [4.0, -20.0]],
            "z": [1.8, 1.9],
        }
    ],
    "lookedAt": {
        "kind": "stage",
        "points": [[-6.0, -4.0], [6.0, -4.0], [6.0, 4.0], [-6.0, 4.0]],
        "z": [1.2, 3.0],
    },
}

SEAT_ROWS: tuple[Operation, ...] = (
    Operation(
        method="GET",
        path="/seats/preview",
        operation_id="previewSeat",
        group=SEATS,
        summary="Show the view from a seat",
        description=(
            "Resolves a label and returns what the buyer sees from there: the best image, which is the "
            "seat's own or else the nearest one (`provenance` says which); the initial viewing direction; "
            "distance, height, how much of the stage is seen and what hides the rest; a description in "
            "words; the adjacent seats; and the ads that apply now. If the section does not have the row or "
            "seat, the response is for the section. For a label of several seats of a row, `seats` lists "
            "them and the view is from the middle one (`viewFrom`); a session must be for all of them. A "
            "label that is understood with less confidence than `minConfidence` is 404. `withNeighbours` and "
            "`withSession` spare a page further requests: it is charged for one."
        ),
        needs=Needs.ANY_CALLER,
        handler=seats.preview_seat,
        query=PreviewQuery,
        query_example=_QUERY,
        cache_control=_REVALIDATED,
        result=Preview,
        problems=(ScopeInsufficient, VenueNotAllowed, NotFound),
        result_example=_PREVIEW,
    ),
    Operation(
        method="GET",
        path="/seats/preview/image",
        operation_id="getPreviewImage",
        group=SEATS,
        summary="Show the view from a seat as one picture",
        description=(
            "Returns a JPEG for places without script, such as e-mails and link previews, to every caller "
            "that may see the preview: what is seen in the preview's direction, cut out of its image; "
            "without an uploaded image the map of the venue, with the seat marked. The picture says which "
            "seat it is, and what it was made of. Its text is in the language of the preview."
        ),
        is_extension=True,
        needs=Needs.ANY_CALLER,
        handler=preview_images.get_preview_image,
        query=PreviewImageQuery,
        query_example=_QUERY,
        cache_control=_REVALIDATED,
        result=bytes,
        result_media_type=preview_images.JPEG,
        problems=(ScopeInsufficient, VenueNotAllowed, NotFound),
    ),
    Operation(
        method="POST",
        path="/seats/preview/image-links",
        operation_id="createImageLink",
        group=SEATS,
        summary="Make a link to such a picture that lasts",
        description=(
            "Returns an address of the picture that needs no key, for as long as 400 days. It is for one "
            "seat, and follows the venue's record: what it shows changes with the record, and a seat that is "
            "gone is 404. The link outlives the key that made it. It ends at once with the venue's grant to "
            "the tenant, and when the venue's owner raises `imageLinks.generation`; caches may use a copy "
            "for up to an hour longer."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=preview_images.create_image_link,
        writes_nothing=True,
        body=CreateImageLinkRequest,
        result=ImageLink,
        problems=(VenueNotAllowed, NotFound),
        body_example=_QUERY | {"ttlSeconds": 7_776_000},
        result_example={
            "url": "https://seats.example/preview-images/Zk3v...Q1Zw.jpg",
            "expiresAt": "2027-02-14T12:00:00Z",
            "width": 1200,
            "height": 630,
            "alt": "Section 107, row K, seat 9. Harbour Arena. The picture is a panorama from this row.",
        },
    ),
    Operation(
        method="POST",
        path="/seats/resolve",
        operation_id="resolveSeats",
        group=SEATS,
        summary="Resolve labels to seats",
        description=(
            "Resolves each label, in the order of the request. Nothing is guessed: a label that matches two "
            "places is `ambiguous`, and one that matches none is `unmatched`. Where a label names several "
            "seats of a row, `seats` lists all of them, and `seat` is the first. What is understood with "
            "less confidence than `minConfidence` is `unmatched`, and among the alternatives."
        ),
        needs=Needs.ANY_CALLER,
        handler=seats.resolve_seats,
        writes_nothing=True,
        body=ResolveSeatsRequest,
        result=ResolvedSeats,
        problems=(VenueNotAllowed, NotFound),
        body_example={"venue": examples.VENUE_ALIAS, "labels": [examples.LABEL]},
        result_example={"results": [_RESOLVED]},
    ),
    Operation(
        method="GET",
        path="/seats",
        operation_id="listSeats",
        group=SEATS,
        summary="List seats",
        description=(
            "Returns seats in the order of the layout, without sections that the configuration closes. "
            "`property` and `category` select seats by what the venue says they have; these filters and the "
            "members that they are about are extensions."
        ),
        needs=Needs.ANY_CALLER,
        handler=seat_lists.list_seats,
        query=ListSeats,
        query_example={"venue": examples.VENUE_ALIAS, "section": "107", "row": "K"},
        cache_control=_REVALIDATED,
        is_compressed=True,
        result=SeatList,
        problems=(VenueNotAllowed, NotFound),
        result_example={"data": [_LISTED_SEAT], "nextCursor": None},
    ),
    Operation(
        method="GET",
        path="/seats/positions",
        operation_id="listPositions",
        group=SEATS,
        summary="List where seats are",
        description=(
            "Returns the position of each seat and the bearing that it faces, in the order of `GET /seats`, "
            "for programs that draw seats themselves and do not want to read the rules of the plan. Seats of "
            "sections that the layout does not place are left out and counted."
        ),
        is_extension=True,
        needs=Needs.ANY_CALLER,
        handler=seat_lists.list_positions,
        query=ListPositions,
        query_example={"venue": examples.VENUE_ALIAS, "section": "107"},
        cache_control=_REVALIDATED,
        is_compressed=True,
        result=PositionList,
        problems=(VenueNotAllowed, NotFound),
        result_example={
            "data": [{"key": "107/K/9", "x": 12.412, "y": -8.25, "z": 2.9, "facingDeg": 303.6}],
            "withoutPosition": 0,
            "nextCursor": None,
        },
    ),
    Operation(
        method="POST",
        path="/seats/best",
        operation_id="findBestSeats",
        group=SEATS,
        summary="Find the best seats side by side",
        description=(
            "Returns groups of `count` seats side by side in a row, without an empty place or an aisle "
            "between them, the best first, each with a score and its reasons. Nothing is reserved or "
            "remembered: which seats are free, the caller says by `among`. Groups that would leave a single "
            "free seat beside them come after all that do not. No two groups share a seat. `weights` says "
            "what matters, and `rules` which groups a buyer may choose, in the words of a shop's page. "
            "Seats whose position is not known have the score 0."
        ),
        is_extension=True,
        needs=Needs.ANY_CALLER,
        handler=best_seats.find_best_seats,
        writes_nothing=True,
        body=BestSeatsRequest,
        body_values_max=AMONG_MAX + 2000,
        result=BestSeats,
        problems=(VenueNotAllowed, NotFound),
        body_example={"venue": examples.VENUE_ALIAS, "count": 2, "sections": ["107", "108"], "limit": 1},
        result_example={
            "data": [
                {
                    "seats": ["107/K/9", "107/K/10"],
                    "score": 0.8214,
                    "reasons": {
                        "distanceM": 31.4,
                        "sideAngleDeg": 12.5,
                        "cValueMm": 95,
                        "visibleShare": 0.94,
                        "obstructions": [],
                        "isRestricted": False,
                        "leavesSingle": False,
                    },
                }
            ],
            "isComplete": True,
            "unresolved": [],
        },
    ),
    Operation(
        method="GET",
        path="/seats/plan",
        operation_id="getPlan",
        group=SEATS,
        summary="Read a venue's plan",
        description=(
            "Returns the positions of all seats, by rules: everything that a client needs to draw the venue, "
            "or the view from a seat that has no image."
        ),
        needs=Needs.ANY_CALLER,
        handler=seats.get_plan,
        query=PlanQuery,
        query_example={"venue": examples.VENUE_ALIAS},
        cache_control=_REVALIDATED,
        is_compressed=True,
        result=Plan,
        problems=(VenueNotAllowed, NotFound),
        result_example=_PLAN,
    ),
)
