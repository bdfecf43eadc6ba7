"""Operations on venues, their aliases and grants."""

from seatpreview.api import examples
from seatpreview.api.command import Command
from seatpreview.api.operation import MANAGEMENT, Operation
from seatpreview.labels.suggestions.dry_run import DryRun
from seatpreview.problems import (
    Conflict,
    NotFound,
    PreconditionFailed,
    QuotaExceeded,
    ScopeInsufficient,
    VenueNotAllowed,
)
from seatpreview.seats import restricted_views_operation as restricted_views
from seatpreview.seats.restricted_views import ListRestrictedViews, RestrictedViewList
from seatpreview.seats.seat_views_model import ListSeatViews, SeatViewList
from seatpreview.seats.seat_views_operation import list_seat_views
from seatpreview.values.caller import Needs
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.venues import operations as venues
from seatpreview.venues.encoded_results import SavedVenue
from seatpreview.venues.label_rule_requests import (
    LearnedRules,
    LearnSeatKeysRequest,
    SeatKeysTestRequest,
    SuggestionList,
    SuggestSeatKeysRequest,
)
from seatpreview.venues.model import (
    AliasesQuery,
    CreateVenueRequest,
    GrantList,
    ListGrants,
    ListVenues,
    OwnAliases,
    ReplaceAliasesRequest,
    ReplaceVenueRequest,
    Venue,
    VenueList,
)

VENUE_BYTES_MAX = 16 << 20

VENUE_ROWS: tuple[Operation, ...] = (
    Operation(
        method="GET",
        path="/manage/venues",
        operation_id="listVenues",
        group=MANAGEMENT,
        summary="List venues",
        description="Returns the venues that the caller's tenant owns or was granted, newest first.",
        needs=Needs.SECRET_KEY,
        handler=venues.list_venues,
        query=ListVenues,
        result=VenueList,
        problems=(ScopeInsufficient,),
        result_example={"data": [examples.VENUE_SUMMARY], "nextCursor": None},
        command=Command(
            name="venues list",
            help="List venues, newest first.",
            examples=(f"--tenant {examples.TENANT['tenantId']}",),
            columns=("venueId", "tenantId", "createdAt", "name"),
        ),
    ),
    Operation(
        method="POST",
        path="/manage/venues",
        operation_id="createVenue",
        group=MANAGEMENT,
        summary="Create a venue",
        description=(
            "The body is the whole record: aliases, imagery sets, rules, ads and viewer defaults. Its layout "
            "is compiled, and its examples must resolve as they expect. Names of sections that, printed on a "
            "ticket, would not lead to their own place are listed in `warnings`, and refused never. Admin "
            "scope names the owner by `tenantId`."
        ),
        needs=Needs.SECRET_KEY,
        handler=venues.create_venue,
        body=CreateVenueRequest,
        decodes_body=True,
        body_bytes_max=VENUE_BYTES_MAX,
        takes_idempotency_key=True,
        status=201,
        result=SavedVenue,
        location=lambda venue: f"/manage/venues/{venue.venue_id}",
        problems=(ScopeInsufficient, VenueNotAllowed, Conflict, QuotaExceeded),
        body_example=examples.VENUE_RECORD,
        result_example=examples.VENUE,
    ),
    Operation(
        method="GET",
        path="/manage/venues/{venueId}",
        operation_id="getVenue",
        group=MANAGEMENT,
        summary="Read a venue",
        description="A grantee sees its own aliases in place of the owner's.",
        needs=Needs.SECRET_KEY,
        handler=venues.get_venue,
        path_types={"venueId": VenueId},
        result=Venue,
        problems=(VenueNotAllowed, NotFound),
        result_example=examples.VENUE,
        command=Command(
            name="venues show",
            help="Show a venue: its record, and its sections, rows and seats by level.",
        ),
    ),
    Operation(
        method="PUT",
        path="/manage/venues/{venueId}",
        operation_id="replaceVenue",
        group=MANAGEMENT,
        summary="Replace a venue's record",
        description=(
            "Replaces the whole record, or nothing of it. Members that are left out get their defaults. A "
            "venue that was read can be sent as it is: what the service added to it may stay. A `version` or "
            "`updatedAt` that is not the current one is 412, another `venueId`, `tenantId` or `createdAt` is "
            "400, and `seatCount` is ignored. `warnings` is as for createVenue."
        ),
        needs=Needs.SECRET_KEY,
        handler=venues.replace_venue,
        path_types={"venueId": VenueId},
        body=ReplaceVenueRequest,
        decodes_body=True,
        body_bytes_max=VENUE_BYTES_MAX,
        takes_if_match=True,
        result=SavedVenue,
        problems=(VenueNotAllowed, NotFound, Conflict, QuotaExceeded, PreconditionFailed),
        body_example=examples.VENUE_RECORD,
        result_example=examples.VENUE | {"version": 2},
    ),
    Operation(
        method="POST",
        path="/manage/venues/{venueId}/seat-keys/test",
        operation_id="testSeatKeys",
        group=MANAGEMENT,
        summary="Try layout and label rules",
        description=(
            "A dry run that writes nothing. The response says what each label resolves to and why, which "
            "rules were never applied, which sections no label names, and what differs from the stored "
            "rules. Stored rules and the caller's aliases are used for what the request leaves out."
        ),
        needs=Needs.SECRET_KEY,
        handler=venues.test_seat_keys,
        writes_nothing=True,
        path_types={"venueId": VenueId},
        body=SeatKeysTestRequest,
        decodes_body=True,
        body_bytes_max=VENUE_BYTES_MAX,
        result=DryRun,
        problems=(VenueNotAllowed, NotFound),
        body_example={"labels": ["VIP QT102, row C, seat 4"]},
        result_example=examples.DRY_RUN,
    ),
    Operation(
        method="POST",
        path="/manage/venues/{venueId}/seat-keys/suggest",
        operation_id="suggestSeatKeys",
        group=MANAGEMENT,
        summary="Suggest label rules",
        description=(
            "Suggests rules for labels that are not matched yet, and for labels that do not resolve to what "
            "is expected: they resolve to another place, or should be declined. Rules are ranked by how many "
            "labels each would resolve (`gains`) or mend (`mends`), for the end of the list of rules and in "
            "this order. A rule about a word is preferred to one about a whole label. No suggestion changes "
            "a right answer, the answer of a label that is matched and has no expectation, or an example. "
            "The search has a time limit and returns what it has found until then. Nothing is written: the "
            "owner decides.\n\n"
            "Where no expectation is sent, rules are guesses (`basis`): a code at the beginning of labels, "
            "such as `PAR-M`, may be short for the name of a section. A guess makes nearly all labels with "
            "the code resolve. Names that do this as well are `alternatives`. Ask a person about each.\n\n"
            "A long list, such as the sales of a season, is sent in parts. `judge` then asks what the rules "
            "that were suggested for one part gain, mend and break in another. `results` says what each "
            "label resolves to without them."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=venues.suggest_seat_keys,
        writes_nothing=True,
        path_types={"venueId": VenueId},
        body=SuggestSeatKeysRequest,
        decodes_body=True,
        body_bytes_max=VENUE_BYTES_MAX,
        result=SuggestionList,
        problems=(VenueNotAllowed, NotFound),
        body_example={"labels": [{"label": "Promenade row C seat 4", "expect": "102/C/4"}]},
        result_example={
            "data": [
                {
                    "rule": {"type": "map", "name": "promenade", "section": "102"},
                    "gains": 1,
                    "labels": ["Promenade row C seat 4"],
                    "mends": 0,
                    "mendedLabels": [],
                    "breaks": 0,
                    "brokenLabels": [],
                    "gainedAt": [0],
                    "mendedAt": [],
                    "brokenAt": [],
                    "basis": "known",
                    "alternatives": [],
                }
            ],
            "results": [{"status": "unmatched", "keys": [], "expected": ["102/C/4"]}],
        },
    ),
    Operation(
        method="POST",
        path="/manage/venues/{venueId}/seat-keys/learn",
        operation_id="learnSeatKeys",
        group=MANAGEMENT,
        summary="Learn label rules from sold tickets",
        description=(
            "Proposes rules for the labels of a sales file. The file stays with its owner, who sends groups: "
            "labels that differ only in numbers and single letters, how many lines of the file are such, and "
            "up to eight of the labels. Rules are searched for in groups with the most lines first, judged "
            "on all groups, and ranked by the lines that each improves (`gainedLines`, `mendedLines`) with "
            "the ones before it in place. The search has a time limit and returns what it has found until "
            "then. Nothing is written: the owner decides.\n\n"
            "To go on, send the groups again, with accepted rules at the end of `rules` and refused ones in "
            "`leftOut`. Before a label is stored as an example, send it in `examples`: the result says what "
            "it resolves to, and what it seems to hold besides a place."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=venues.learn_seat_keys,
        writes_nothing=True,
        path_types={"venueId": VenueId},
        body=LearnSeatKeysRequest,
        decodes_body=True,
        body_bytes_max=VENUE_BYTES_MAX,
        result=LearnedRules,
        problems=(VenueNotAllowed, NotFound),
        body_example={
            "groups": [{"lines": 40, "labels": [{"label": "Promenade row C seat 4", "seat": "102/C/4"}]}]
        },
        result_example={
            "data": [
                {
                    "rule": {"type": "map", "name": "promenade", "section": "102"},
                    "basis": "known",
                    "alternatives": [],
                    "gainedLines": 40,
                    "gained": ["Promenade row C seat 4"],
                    "mendedLines": 0,
                    "mended": [],
                    "brokenLines": 0,
                    "broken": [],
                    "brokenExamples": 0,
                    "examples": [
                        {
                            "label": "Promenade row C seat 4",
                            "keys": ["102/C/4"],
                            "isStated": True,
                            "warnings": [],
                        }
                    ],
                }
            ],
            "groups": [
                {"labels": [{"status": "unmatched", "keys": [], "expected": ["102/C/4"], "verdict": "open"}]}
            ],
            "summary": {"lines": 40, "rightLines": 0, "wrongLines": 0, "unknownSeats": 0, "unknownSeat": ""},
            "examples": [],
        },
    ),
    Operation(
        method="GET",
        path="/manage/venues/{venueId}/restricted-views",
        operation_id="listRestrictedViews",
        group=MANAGEMENT,
        summary="List seats that may need `restrictedView`",
        description=(
            "Returns seats from which less than 75 % of the stage, screen or field is seen, or a body hides "
            "the focus, and whether the layout says `restrictedView` of them. Where the layout does not say "
            "what people look at, they are those whose line to the focus meets a body or the row in front. "
            "It is a proposal for the venue's staff: nothing is changed. A page looks at a "
            "bounded number of seats, so that it may be short or empty and still have a `nextCursor`."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=restricted_views.list_restricted_views,
        path_types={"venueId": VenueId},
        query=ListRestrictedViews,
        result=RestrictedViewList,
        problems=(ScopeInsufficient, VenueNotAllowed, NotFound),
        result_example={
            "data": [
                {
                    "key": "107/K/9",
                    "obstructions": ["delay-tower"],
                    "visibleShare": 0.62,
                    "cValueMm": 95,
                    "isMarked": False,
                }
            ],
            "nextCursor": None,
        },
    ),
    Operation(
        method="GET",
        path="/manage/venues/{venueId}/seat-views",
        operation_id="listSeatViews",
        group=MANAGEMENT,
        summary="List what is seen from the seats of a venue or its draft",
        description=(
            "Returns for each seat what `sightline` of its preview says: the distance, the C-value, how much "
            "of the stage, screen or field is seen, whether that restricts the view, and why in words. It is "
            "meant for the venue's staff while they change a layout. A page looks at a bounded number of "
            "seats. When the venue or its draft is saved, cursors end: start again without one."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=list_seat_views,
        path_types={"venueId": VenueId},
        query=ListSeatViews,
        result=SeatViewList,
        problems=(ScopeInsufficient, VenueNotAllowed, NotFound, Conflict),
        result_example={
            "data": [
                {
                    "section": "107",
                    "row": "K",
                    "seats": ["8", "9"],
                    "distanceM": [28.4, 28.3],
                    "cValueMm": [96, 95],
                    "visibleShare": [1.0, 0.52],
                    "isRestricted": [False, True],
                    "isMarked": [False, False],
                    "reason": [None, 0],
                    "inTheWay": [None, 1],
                }
            ],
            "texts": [
                "About 52% of the stage is in view. In the way: Delay tower.",
                "In the way: Delay tower",
            ],
            "lookedAt": "stage",
            "draftEtag": None,
            "nextCursor": None,
        },
    ),
    Operation(
        method="PUT",
        path="/manage/venues/{venueId}/aliases",
        operation_id="replaceAliases",
        group=MANAGEMENT,
        summary="Replace one's own aliases on a venue",
        description=(
            "A grantee replaces its own aliases for a venue that it was granted. The owner replaces those of "
            "the record; admin scope names the tenant by `tenantId`."
        ),
        needs=Needs.SECRET_KEY,
        handler=venues.replace_aliases,
        path_types={"venueId": VenueId},
        query=AliasesQuery,
        body=ReplaceAliasesRequest,
        decodes_body=True,
        result=OwnAliases,
        problems=(ScopeInsufficient, VenueNotAllowed, NotFound, Conflict, QuotaExceeded),
        body_example={"aliases": [{"name": "Kop", "section": "101"}]},
        result_example={
            "venueId": examples.VENUE["venueId"],
            "tenantId": examples.GRANT["tenantId"],
            "aliases": [{"name": "Kop", "section": "101"}],
        },
    ),
    Operation(
        method="GET",
        path="/manage/venues/{venueId}/grants",
        operation_id="listGrants",
        group=MANAGEMENT,
        summary="List who was granted a venue",
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=venues.list_grants,
        path_types={"venueId": VenueId},
        query=ListGrants,
        result=GrantList,
        problems=(VenueNotAllowed, NotFound),
        result_example={"data": [examples.GRANT], "nextCursor": None},
    ),
    Operation(
        method="PUT",
        path="/manage/venues/{venueId}/grants/{tenantId}",
        operation_id="putGrant",
        group=MANAGEMENT,
        summary="Grant a venue to a tenant",
        description="A grant that exists already is not changed.",
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=venues.put_grant,
        path_types={"venueId": VenueId, "tenantId": TenantId},
        takes_idempotency_key=True,
        status=204,
        problems=(VenueNotAllowed, NotFound, Conflict),
    ),
    Operation(
        method="DELETE",
        path="/manage/venues/{venueId}/grants/{tenantId}",
        operation_id="endGrant",
        group=MANAGEMENT,
        summary="End a grant",
        description=(
            "Ends the grantee's access at once and deletes its aliases. Lists of "
            "venues in keys are not changed. The owner ends any grant, a grantee its own."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=venues.end_grant,
        path_types={"venueId": VenueId, "tenantId": TenantId},
        status=204,
        problems=(VenueNotAllowed, NotFound, Conflict),
    ),
)
