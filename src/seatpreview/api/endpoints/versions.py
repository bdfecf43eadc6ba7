"""Operations on drafts and versions of a record, and the one that publishes a draft."""

from typing import Any

from seatpreview.api import examples
from seatpreview.api.command import Command, Switch
from seatpreview.api.endpoints.venues import VENUE_BYTES_MAX
from seatpreview.api.operation import MANAGEMENT, Operation
from seatpreview.problems import Conflict, NotFound, PreconditionFailed, QuotaExceeded, VenueNotAllowed
from seatpreview.publishing import draft_operations as drafts
from seatpreview.publishing import version_operations as versions
from seatpreview.publishing.draft_model import Draft, PutDraftQuery, UnfinishedRecord
from seatpreview.publishing.version_operations import publish_draft
from seatpreview.publishing.versions_model import (
    ChangesQuery,
    KeptVersion,
    ListVersions,
    PublishedVersion,
    PublishQuery,
    PublishRequest,
    RestoredVersion,
    RestoreQuery,
    RestoreRequest,
    VersionChanges,
    VersionList,
    VersionNumber,
)
from seatpreview.values.caller import Needs
from seatpreview.values.ids import VenueId
from seatpreview.values.validated_text import ValidatedText

_PATH = "/manage/venues/{venueId}/versions"
_PATH_TYPES: dict[str, type[ValidatedText]] = {"venueId": VenueId, "version": VersionNumber}

_DRY_RUN = Switch("--dry-run", "dryRun", True, "Say what would change, and write nothing.")

_CHANGES: dict[str, Any] = {
    "seats": {
        "added": {"count": 10, "examples": ["104/G/1", "104/G/2"]},
        "gone": {"count": 0, "examples": []},
        "renamed": {"count": 1, "examples": [{"before": "101/A/1", "after": "101/A/1A"}]},
        "moved": {"count": 1, "examples": [{"key": "102/C/4", "distanceM": 1.25}]},
    },
    "labels": [{"label": "Kop row C seat 4", "before": None, "after": "101/C/4"}],
    "labelsChanged": 1,
    "labelsNotCompared": 0,
    "eventSeatsGone": {"count": 1, "examples": ["101/A/1"]},
    "imagesUnused": {"count": 1, "examples": ["101/old.jpg"]},
}

_VERSION: dict[str, Any] = {
    "version": 3,
    "publishedAt": "2026-11-15T09:30:00Z",
    "publishedBy": examples.KEY["keyId"],
    "message": "Row G for the winter",
    "seats": 240,
    "restoredFrom": None,
    "isPublished": True,
}

VERSION_ROWS: tuple[Operation, ...] = (
    Operation(
        method="POST",
        path="/manage/venues/{venueId}/draft/publish",
        operation_id="publishDraft",
        group=MANAGEMENT,
        summary="Publish the draft of a venue",
        description=(
            "Publishes the draft as the venue's record, and deletes it. The answer says what changes for "
            "buyers, and which names would not lead to their own place (`warnings`); with `dryRun=true` it "
            "says the same, and nothing is written. Faults of the draft are 400, as `PUT "
            "/manage/venues/{venueId}` has them. A draft that was begun from another version than the "
            "published one is 412. `If-Match` names the ETag of the draft that you have read. Owner and "
            "admin scope only: a grantee gets 404."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=publish_draft,
        path_types={"venueId": VenueId},
        query=PublishQuery,
        body=PublishRequest,
        body_is_optional=True,
        takes_if_match=True,
        takes_idempotency_key=True,
        result=PublishedVersion,
        problems=(VenueNotAllowed, NotFound, Conflict, QuotaExceeded, PreconditionFailed),
        body_example={"message": "Row G for the winter", "labels": ["Kop row C seat 4"]},
        result_example={"version": 3, "changes": _CHANGES} | examples.WARNINGS,
        command=Command(
            name="venues publish",
            help=(
                "Publish the draft of a venue, and say what changes for buyers.\n\nSeats that are new, gone, "
                "renamed or moved, labels that resolve to another seat, seats that buyers looked at lately "
                "and that are gone, and images that nothing shows any more. The draft is deleted. FILE has a "
                "label on each line, or is CSV, as for `seat-keys test`; at most 1000 labels."
            ),
            examples=("--dry-run", '--message "Row G" --labels labels.txt'),
            switches=(_DRY_RUN,),
        ),
    ),
    Operation(
        method="GET",
        path=_PATH,
        operation_id="listVersions",
        group=MANAGEMENT,
        summary="List the kept versions of a venue",
        description=(
            "Every published record is kept as a version, newest first, up to bounds that the operator of "
            "the service sets. Owner and admin scope only: a grantee gets 404."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=versions.list_versions,
        path_types={"venueId": VenueId},
        query=ListVersions,
        result=VersionList,
        problems=(VenueNotAllowed, NotFound),
        result_example={"data": [_VERSION], "nextCursor": None},
        command=Command(
            name="venues versions",
            help=(
                "List the versions of a venue's record that are kept, newest first.\n\nThe first one is what "
                "buyers see."
            ),
            columns=("version", "publishedAt", "publishedBy", "seats", "message"),
        ),
    ),
    Operation(
        method="GET",
        path=f"{_PATH}/{{version}}",
        operation_id="getVersion",
        group=MANAGEMENT,
        summary="Read a version of a venue",
        description="Returns the record as it was, and says which images that it names are gone.",
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=versions.get_version,
        path_types=_PATH_TYPES,
        result=KeptVersion,
        problems=(VenueNotAllowed, NotFound),
        result_example=_VERSION
        | {"record": examples.VENUE_RECORD, "imagesGone": ["101/a.jpg"], "imagesGoneCount": 1},
        command=Command(
            name="venues version",
            help=(
                "Write the record of a version to a file that `venues import` reads.\n\nImages that the "
                "record names and that were deleted since are listed."
            ),
            examples=("record.json",),
        ),
    ),
    Operation(
        method="DELETE",
        path=f"{_PATH}/{{version}}",
        operation_id="deleteVersion",
        group=MANAGEMENT,
        summary="Delete an old version of a venue",
        description="Deletes one version for good. The published one is 409.",
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=versions.delete_version,
        path_types=_PATH_TYPES,
        status=204,
        problems=(VenueNotAllowed, NotFound, Conflict),
        command=Command(
            name="venues delete-version",
            help="Delete one version of a venue for good. The published one cannot be deleted.",
            done="Deleted version {version}.",
        ),
    ),
    Operation(
        method="GET",
        path=f"{_PATH}/{{version}}/changes",
        operation_id="getVersionChanges",
        group=MANAGEMENT,
        summary="Compare two versions of a venue",
        description=(
            "Says what changes for buyers from the version `since` to this one: seats, and what the labels "
            "in the examples of both records resolve to."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=versions.get_version_changes,
        path_types=_PATH_TYPES,
        query=ChangesQuery,
        query_example={"since": 1},
        result=VersionChanges,
        problems=(VenueNotAllowed, NotFound, Conflict),
        result_example=_CHANGES | {"version": 2, "since": 1},
        command=Command(
            name="venues compare",
            help="Say what changed for buyers from one version of a venue to another.",
            examples=("", "--since 1"),
        ),
    ),
    Operation(
        method="POST",
        path=f"{_PATH}/{{version}}/restore",
        operation_id="restoreVersion",
        group=MANAGEMENT,
        summary="Restore a version of a venue",
        description=(
            "Publishes the record of a kept version again, as a new version and by the checks of today: a "
            "record that would not be accepted now is 400. Images that do not exist any more are left out, "
            "and `imageLinks` stays as it is, so that links that were ended stay ended. `dryRun=true` says "
            "what would change. A draft is left alone."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=versions.restore_version,
        path_types=_PATH_TYPES,
        query=RestoreQuery,
        body=RestoreRequest,
        body_is_optional=True,
        takes_idempotency_key=True,
        result=RestoredVersion,
        problems=(VenueNotAllowed, NotFound, Conflict, QuotaExceeded),
        body_example={"message": "Back to the summer"},
        result_example={"version": 4, "changes": _CHANGES, "restoredFrom": 2, "imagesLeftOut": ["101/a.jpg"]}
        | examples.NO_WARNINGS,
        command=Command(
            name="venues restore",
            help=(
                "Publish the record of an earlier version again, as a new version.\n\nIt is checked like any "
                "other record. Images that were deleted since are left out. A draft is left alone."
            ),
            examples=("--dry-run", '--message "Back to the summer"'),
            switches=(_DRY_RUN,),
        ),
    ),
)
_DRAFT_PATH = "/manage/venues/{venueId}/draft"

_RECORD = {"name": "Harbour Arena", "rules": {"layout": {"sections": []}}, "ads": "none"}
_DRAFT: dict[str, Any] = {
    "record": _RECORD,
    "baseVersion": 3,
    "updatedAt": "2026-11-16T09:00:00Z",
    "updatedBy": examples.KEY["keyId"],
    "faults": [{"pointer": "/ads", "detail": "must be a list (got text)"}],
    "isPreviewable": True,
    "leftOut": ["/ads"],
    **examples.NO_WARNINGS,
    "draftId": "dra_4KcW7nYb1QxT9vRm2HsP",
    "revision": 2,
}

DRAFT_ROWS: tuple[Operation, ...] = (
    Operation(
        method="GET",
        path=_DRAFT_PATH,
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
        command=Command(
            name="venues draft get",
            help="Write the record of a venue's draft to a file, and show what a publish would refuse.",
            examples=("draft.json", "--json"),
        ),
    ),
    Operation(
        method="PUT",
        path=_DRAFT_PATH,
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
        command=Command(
            name="venues draft put",
            help=(
                "Store a file as the draft of a venue. Buyers see nothing of it.\n\nThe file may have "
                "faults: they are listed, and the draft is stored all the same. A draft that somebody else "
                "saved last is replaced with --force only."
            ),
            examples=("draft.json", "draft.json --force"),
            file="A record as JSON, complete or not.",
        ),
    ),
    Operation(
        method="DELETE",
        path=_DRAFT_PATH,
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
        command=Command(
            name="venues draft delete",
            help="Delete the draft of a venue. Links that show it end.",
            done="Deleted the draft of {venueId}.",
        ),
    ),
)
