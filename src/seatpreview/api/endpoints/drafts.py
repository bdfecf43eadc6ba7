"""Operations on drafts of venues."""

from typing import Any

from seatpreview.api import examples
from seatpreview.api.endpoints.venues import VENUE_BYTES_MAX
from seatpreview.api.operation import MANAGEMENT, Operation
from seatpreview.problems import Conflict, NotFound, PreconditionFailed, QuotaExceeded, VenueNotAllowed
from seatpreview.publishing import draft_operations as drafts
from seatpreview.publishing.draft_model import Draft, PutDraftQuery, UnfinishedRecord
from seatpreview.values.caller import Needs
from seatpreview.values.ids import VenueId

_PATH = "/manage/venues/{venueId}/draft"

_RECORD = {"name": "Harbour Arena", "rules": {"layout": {"sections": []}}, "ads": "none"}
_DRAFT: dict[str, Any] = {
    "record": _RECORD,
    "baseVersion": 3,
    "updatedAt": "2026-11-16T09:00:00Z",
    "updatedBy": examples.KEY["keyId"],
    "faults": [{"pointer": "/ads", "detail": "must be a list, and is text"}],
    "isPreviewable": True,
    "leftOut": ["/ads"],
    **examples.NO_WARNINGS,
    "draftId": "dra_4KcW7nYb1QxT9vRm2HsP",
    "revision": 2,
}

DRAFT_ROWS: tuple[Operation, ...] = (
    Operation(
        method="GET",
        path=_PATH,
        operation_id="getDraft",
        group=MANAGEMENT,
        summary="Read the draft of a venue",
        description=(
            "For the venue's owner and admin scope. A grantee gets 404, as for a venue that does not exist."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=drafts.get_draft,
        path_types={"venueId": VenueId},
        result=Draft,
        problems=(VenueNotAllowed, NotFound),
        result_example=_DRAFT,
    ),
    Operation(
        method="PUT",
        path=_PATH,
        operation_id="putDraft",
        group=MANAGEMENT,
        summary="Store a draft of a venue",
        description=(
            "Stores a record that is not published yet, complete or not. Buyers see nothing of it, and the "
            "change feed does not tell of it. What a publish would refuse is listed in `faults`, and stored "
            "all the same. What the service adds to a venue may be sent and is left out. `warnings` lists "
            "names that, printed on a ticket, would not lead to their own place.\n\n"
            "Send the draft's ETag as If-Match, so that nobody's work is lost: if somebody else has saved "
            "the draft since you read it, the answer is 412, and `errors` lists the members that changed, by "
            "whom and when. Without If-Match, a draft is replaced only if your key saved it last. "
            "`If-None-Match: *` begins a draft, and is 412 if there is one."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=drafts.put_draft,
        path_types={"venueId": VenueId},
        query=PutDraftQuery,
        body=UnfinishedRecord,
        decodes_body=True,
        body_bytes_max=VENUE_BYTES_MAX,
        takes_if_match=True,
        takes_if_none_match=True,
        result=Draft,
        problems=(VenueNotAllowed, NotFound, Conflict, QuotaExceeded, PreconditionFailed),
        body_example=_RECORD,
        result_example=_DRAFT,
    ),
    Operation(
        method="DELETE",
        path=_PATH,
        operation_id="deleteDraft",
        group=MANAGEMENT,
        summary="Delete the draft of a venue",
        description=(
            "Sessions that show the draft end. With If-Match, a draft that somebody has saved since is not "
            "deleted (412)."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=drafts.delete_draft,
        path_types={"venueId": VenueId},
        takes_if_match=True,
        status=204,
        problems=(VenueNotAllowed, NotFound, PreconditionFailed),
    ),
)
