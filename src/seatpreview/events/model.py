"""Types of events: as reported, as stored and as returned; lists and reports of them."""

import re
from datetime import date
from typing import Annotated, Any, ClassVar, Literal, Self, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.decoding.body_scanner import TOKEN_CHARACTERS_MAX
from seatpreview.labels.label_rules import LabelText
from seatpreview.results import NextCursor, PageQuery
from seatpreview.values.caller import Purpose
from seatpreview.values.clock import Time
from seatpreview.values.ids import SessionId, TenantId, VenueId
from seatpreview.values.validated_text import ONE_LINE_PATTERN, Label, Name, ValidatedText

EVENTS_MAX = 100
"""The most events that a batch may have."""

EventKind = Literal[
    "session_started",
    "seat_viewed",
    "view_rotated",
    "fallback_shown",
    "cta_clicked",
    "ad_shown",
    "ad_clicked",
    "error",
]
KINDS: tuple[EventKind, ...] = get_args(EventKind)

ErrorCode = Literal[
    "script_failed", "request_failed", "picture_failed", "drawing_failed", "graphics_missing", "other"
]
"""What went wrong in a page: the script itself, a request to the service, an image that did not load, the
drawing, or a browser without WebGL."""
ERROR_CODES: tuple[ErrorCode, ...] = get_args(ErrorCode)

GroupBy = Literal["seat", "section", "ad", "day"]
_EVENT_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_TOKEN = re.compile(rf"[!-~]{{0,{TOKEN_CHARACTERS_MAX}}}")
_ONE_LINE = re.compile(r"[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*")


class EventId(ValidatedText):
    """The id that the reporter gives to an event: 1 to 64 letters, digits, '_' and '-'."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}

    @classmethod
    def parse(cls, text: str) -> Self:
        if not _EVENT_ID.fullmatch(text):
            raise ValueError("must be 1 to 64 letters, digits, '_' and '-'")
        return cls(text)


class ErrorMessage(ValidatedText):
    """An error message of a page: one line of at most 500 characters."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "maxLength": 500,
        "pattern": ONE_LINE_PATTERN,
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        if len(text) > 500:
            raise ValueError(f"must be at most 500 characters long (got {len(text)})")
        if not _ONE_LINE.fullmatch(text):
            raise ValueError("must be one line without control characters")
        return cls(text)


class ReportedEvent(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    rename="camel",
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
):
    """Something that a buyer saw or did."""

    event_id: Annotated[
        EventId,
        Meta(
            description="An event that is sent again with the same id is a duplicate, and is counted once. "
            "Ids that begin with the time, such as UUIDs of version 7, take the service least to store."
        ),
    ]
    kind: EventKind
    at: (
        Annotated[
            Time,
            Meta(
                description="When it happened, by default when it is received. At most 7 days in the past "
                "and 5 minutes in the future."
            ),
        ]
        | UnsetType
    ) = UNSET
    venue: (
        Annotated[
            Name,
            Meta(
                description=(
                    "The venueId, or an alias. Default: the session's venue. Other callers must name it."
                )
            ),
        ]
        | UnsetType
    ) = UNSET
    seat: (
        Annotated[
            LabelText,
            Meta(
                description=(
                    "The seat's key, or any label. `seat_viewed` needs it. A label of several seats is one "
                    "event, under the first of them; a session must be for all of them."
                )
            ),
        ]
        | UnsetType
    ) = UNSET
    ad: (
        Annotated[
            Label, Meta(description="The id of an ad of the venue. `ad_shown` and `ad_clicked` need it.")
        ]
        | UnsetType
    ) = UNSET
    configuration: (
        Annotated[
            Label,
            Meta(
                description=(
                    "The id of a configuration of the layout, or `none` for the bare hall. Default: "
                    "the session's."
                )
            ),
        ]
        | UnsetType
    ) = UNSET
    code: (
        Annotated[
            ErrorCode,
            Meta(
                description=(
                    "What went wrong, only for events of the kind `error`; by default `other`. "
                    "`script_failed`: the page's script. `request_failed`: a request to the service. "
                    "`picture_failed`: a picture did not load. `drawing_failed`: the drawing. "
                    "`graphics_missing`: the browser has no WebGL."
                )
            ),
        ]
        | UnsetType
    ) = UNSET
    message: (
        Annotated[
            ErrorMessage,
            Meta(
                description=(
                    "Deprecated, only for events of the kind `error`: accepted but not stored, because a "
                    "free text may hold anything about the buyer. Send `code`."
                )
            ),
        ]
        | UnsetType
    ) = UNSET


class BeaconToken(ValidatedText):
    """A session's token. The maximum length is that of the longest token."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "maxLength": TOKEN_CHARACTERS_MAX,
        "pattern": "^[!-~]*$",
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        if not _TOKEN.fullmatch(text):
            raise ValueError("must be a session's token")
        return cls(text)


class IngestEventsRequest(
    msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True
):
    """A batch of events to store."""

    events: Annotated[tuple[ReportedEvent, ...], Meta(min_length=1, max_length=EVENTS_MAX)]
    token: (
        Annotated[
            BeaconToken,
            Meta(
                description=(
                    "A session's token, for navigator.sendBeacon, which cannot send headers. It has to be "
                    "the first or the last member."
                )
            ),
        ]
        | UnsetType
    ) = UNSET
    viewer_key: (
        Annotated[
            str,
            Meta(
                description=(
                    "For the viewer's beacons, in place of the header X-Viewer-Key: the keyId in the "
                    "viewer's path. The token of another key is refused."
                )
            ),
        ]
        | UnsetType
    ) = UNSET


class RejectedEvent(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """An event that was not stored, and the reason."""

    event_id: EventId
    detail: str


class IngestedEvents(msgspec.Struct, kw_only=True, rename="camel"):
    """The outcome of each event of a batch. Accepted events are durably stored."""

    accepted: list[EventId]
    duplicates: Annotated[
        list[EventId],
        Meta(description="Events that were already stored, by an earlier batch or by this one."),
    ]
    rejected: list[RejectedEvent]
    discarded: Annotated[
        list[EventId],
        Meta(
            description=(
                "Events that were not stored, and not looked at, because the session was made with `events: "
                "off` or the request has `Sec-GPC: 1`. Do not send them again."
            )
        ),
    ]


class Record(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """An event as it is stored: a row, in the order of the table's columns."""

    tenant_id: str
    """The tenant that reported it."""
    event_id: str
    owner_id: str
    """The tenant that owns the venue."""
    venue_id: str
    kind: EventKind
    key_id: str
    """The id of the key that reported it, or `operator`."""
    session_id: str | None
    configuration: str | None
    section: str | None
    seat_key: str | None
    ad_id: str | None
    message: str | None
    """The code of an error. Events stored by earlier versions have a text here."""
    day: str
    """The date at the venue when it happened."""
    at: int
    received_at: int
    purpose: Purpose = "buyer"
    """The purpose of the session that reported it. Events without a session count as buyers'."""


class Event(msgspec.Struct, kw_only=True, rename="camel"):
    """An accepted event."""

    event_id: EventId
    kind: EventKind
    at: Time
    received_at: Time
    day: Annotated[str, Meta(description="The date at the venue when it happened.")]
    tenant_id: Annotated[TenantId, Meta(description="The tenant that reported it.")]
    venue_id: VenueId
    key_id: Annotated[
        str | None,
        Meta(
            description=(
                "The keyId that it was reported with, or `operator`. Null if another tenant reported it."
            )
        ),
    ]
    session_id: Annotated[
        SessionId | None,
        Meta(description="Null if it belongs to no session, or another tenant reported it."),
    ]
    configuration: str | None
    section: str | None
    seat: Annotated[
        str | None, Meta(description="The seat's key; of a label of several seats, the first seat's.")
    ]
    ad: str | None
    code: Annotated[ErrorCode | None, Meta(description="What went wrong, for events of the kind `error`.")]
    message: Annotated[
        str | None,
        Meta(
            description=(
                "The text of an error that an earlier version stored. Null if another tenant reported it."
            )
        ),
    ]
    purpose: Annotated[Purpose, Meta(description="Whose session reported it: a buyer's, or one of staff.")]


class EventList(msgspec.Struct, kw_only=True, rename="camel"):
    """A page of events, newest first."""

    data: list[Event]
    next_cursor: NextCursor


class ListEvents(PageQuery, kw_only=True, rename="camel"):
    """The query of listEvents."""

    venue: Annotated[VenueId, Meta(description="Events at this venue.")] | UnsetType = UNSET
    kind: Annotated[EventKind, Meta(description="Events of this kind.")] | UnsetType = UNSET
    session_id: (
        Annotated[SessionId, Meta(description="Events of this session of the tenant's.")] | UnsetType
    ) = UNSET
    section: Annotated[Label, Meta(description="Events in the section with this id.")] | UnsetType = UNSET
    ad: Annotated[Label, Meta(description="Events of the ad with this id.")] | UnsetType = UNSET
    purpose: (
        Annotated[
            Purpose,
            Meta(
                description=(
                    "Events of buyers, or of staff. Default: `buyer`; with `sessionId`, whatever the session "
                    "is for."
                )
            ),
        ]
        | UnsetType
    ) = UNSET
    from_: (
        Annotated[Time, Meta(description="Events that were received at this time or later.")] | UnsetType
    ) = msgspec.field(default=UNSET, name="from")
    until: Annotated[Time, Meta(description="Events that were received before this time.")] | UnsetType = (
        UNSET
    )
    tenant_id: (
        Annotated[TenantId, Meta(description="Events that this tenant may see: for admin scope.")] | UnsetType
    ) = UNSET


class EventCounts(msgspec.Struct, kw_only=True):
    """The number of events of each kind."""

    session_started: int
    seat_viewed: int
    view_rotated: int
    fallback_shown: int
    cta_clicked: int
    ad_shown: int
    ad_clicked: int
    error: int


class EventReportRow(msgspec.Struct, kw_only=True, rename="camel"):
    """The events of one seat, section or ad of a venue, or of one day."""

    key: Annotated[
        str, Meta(description="The seat's key, the section's or the ad's id, or the day: `2026-11-15`.")
    ]
    venue_id: Annotated[
        VenueId | None, Meta(description="Null for a day, which counts events of all venues.")
    ]
    counts: EventCounts
    total: int


class EventReport(msgspec.Struct, kw_only=True, rename="camel"):
    """A page of a report, ordered by venue and key."""

    data: list[EventReportRow]
    next_cursor: NextCursor


class DayOrTime(ValidatedText):
    """A day of the venue's calendar such as '2026-11-15', or a time such as '2026-11-15T18:00:00Z'."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "anyOf": [{"format": "date"}, {"format": "date-time"}],
        "examples": ["2026-11-15", "2026-11-15T18:00:00Z"],
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        form: Any = date if len(text) == len("2026-11-15") else Time
        try:
            msgspec.convert(text, form)
        except msgspec.ValidationError:
            raise ValueError(
                "must be a day such as '2026-11-15', or a time such as '2026-11-15T18:00:00Z'"
            ) from None
        return cls(text)


class ReportEvents(PageQuery, kw_only=True, rename="camel"):
    """The query of reportEvents."""

    group_by: Annotated[
        GroupBy,
        Meta(
            description="What a row counts. A report by seat, section or ad leaves out events that name none."
        ),
    ]
    limit: Annotated[int, Meta(ge=1, le=1000, description="Rows of a page at most.")] = 100
    venue: Annotated[VenueId, Meta(description="Events at this venue.")] | UnsetType = UNSET
    kind: Annotated[EventKind, Meta(description="Events of this kind.")] | UnsetType = UNSET
    purpose: Annotated[Purpose, Meta(description="Counts events of buyers, or of staff.")] = "buyer"
    from_: (
        Annotated[
            DayOrTime,
            Meta(description="Events that happened then or later: a day of the venue's calendar, or a time."),
        ]
        | UnsetType
    ) = msgspec.field(default=UNSET, name="from")
    until: (
        Annotated[
            DayOrTime,
            Meta(description="Events that happened before then. A day that is given here is not included."),
        ]
        | UnsetType
    ) = UNSET
    tenant_id: (
        Annotated[TenantId, Meta(description="Events that this tenant may see: for admin scope.")] | UnsetType
    ) = UNSET
