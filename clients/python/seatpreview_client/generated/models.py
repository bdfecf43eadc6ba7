"""The records of the API. Written by script/clients from the OpenAPI document; do not edit."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from seatpreview_client.model import NOT_GIVEN, Model, NotGiven


@dataclass(frozen=True, slots=True, kw_only=True)
class Ad(Model):
    """An image that is shown beside the view, and the address that a click on it opens."""

    id: str
    slot: str
    image: str
    alt: str
    click_url: str
    from_: datetime | None = None
    until: datetime | None = None
    sections: list[str] = field(default_factory=list)
    """The sections in which the ad is shown. Empty: all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aisle(Model):
    """A gap to the right of a seat, as seen facing the focus, in every row that has this seat."""

    after: int | str
    """The seat to the left of the gap."""
    width_m: float = 1.2
    """Besides the usual spacing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias(Model):
    """A name for the venue; with `section` it is a name for that section, and with `row` for that row."""

    name: str
    section: str | None = None
    """The section's id."""
    row: str | None = None
    """The row's id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowanceLeft(Model):
    """A rate limit that applies to the caller, and what remains of it."""

    policy: str
    """With a secret, `key`, `tenant`, and `sessions` for making sessions. With a session, `session`,
    `session_address`, `session_network` (IPv6), `venue` and `tenant_visitors`. Without either,
    `address`, `network` (IPv6), `visitors` and `tenant_visitors`. Visitors also have `beacons`, `pages`
    and, with a session, `ends` (for the address and for the tenant). A rateLimit of the key or the
    tenant is listed as `key` or `tenant`, and the part of it that visitors get as `visitors` or
    `tenant_visitors`; it takes the place of `venue`."""
    requests: int
    window_seconds: int
    burst: int
    """The most that is admitted at once."""
    remaining: int
    """How many more would be admitted now."""
    reset_seconds: int
    """Seconds until the whole burst is available again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey(Model):
    """A key as the API returns it: everything but its secret."""

    key_id: str
    kind: Literal["keyless", "secret"]
    """`secret`: used by whoever knows its plaintext. `keyless`: used from its allowed origins."""
    scope: Literal["admin", "tenant"]
    """`admin`: the whole service. `tenant`: one tenant and its records."""
    tenant_id: str | None
    """The key's tenant. Null: an admin key."""
    label: str
    """A name for the key, for people to read."""
    allowed_origins: list[str]
    """The origins that the key may be used from. Empty: a secret key is not restricted."""
    allow_origin_only: bool
    """Whether a page may use the key without its secret, from one of its `allowedOrigins`, which must not
    be empty then. Never true for an admin key."""
    embed_frame_ancestors: list[str]
    """Pages that may embed the viewer (CSP `frame-ancestors`). Empty: none."""
    venues: list[str] | None
    """Venues that the key may use. Null: all that its tenant may use. Empty: none."""
    groups: list[Literal["events", "management", "management_read_only", "seats", "sessions"]] | None
    """The groups of operations that the key may call, at least one. `management` includes
    `management_read_only`: the operations of Management that write nothing. `GET /caller` is open to
    every key. Null: all that its kind and scope may call. An extension of the interface."""
    rate_limit: RateLimit | None
    """The key's own limit, set by admin scope only. Null: the service's default."""
    status: Literal["active", "revoked"]
    """A key that has passed its `revokeAt` is `revoked`."""
    revoke_at: datetime | None
    """When the revoke that a rotation scheduled takes effect. The key is not accepted from then on."""
    rotated_from: str | None
    """The key that this one replaces."""
    rotated_to: str | None
    """The replacement that a rotation issued."""
    hint: str | None
    """The last four characters of the plaintext."""
    created_at: datetime
    updated_at: datetime
    revoked_at: datetime | None
    """When the key was revoked, or passed its `revokeAt`."""
    last_used_at: datetime | None
    """When the key was last used, to the minute and some seconds late. It changes neither version nor
    ETag."""
    uses_without_secret: list[UsesOfDay] | None = None
    """How many requests of pages named the key, or came from an origin of a keyless one: for each of the
    last 14 days that had any, newest first, and some seconds late. Requests with a session are not
    counted. Changes neither version nor ETag. In answers of getKey and updateKey, if there were any. An
    extension of the interface."""
    version: int
    """Is 1 at first and grows by 1 with every change. The ETag is made from it."""
    etag: str = field(default="", compare=False, metadata={"header": "ETag"})
    """The version of the record for `if_match`. It is empty for a record of a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry(Model):
    """One change of one record: who made it, when, and what it did."""

    number: int
    """Its position in the log. Numbers follow the order in which changes took effect. One is missing where
    a visitor ended its own session, which is not listed."""
    at: datetime
    actor: str
    """The keyId that made the change, `operator` for the command line, or `service` where a key's
    `revokeAt` passed, a webhook was disabled, or an image of a copied venue was stored."""
    action: str
    """What was done: `created`, `updated`, `rotated`, `revoke_scheduled`, `revoke_cancelled`, `revoked`
    (also when `revokeAt` passed), `secret_replaced` (by a repeat of the request that made the key),
    `ended`, `erased`, `archived`, `unarchived`, `deleted` (a venue or a tenant, whose name is then in
    `members`; an image, a version, or a key long after its revoke), `published` (a draft), `restored`
    (a version of a venue), `confirmed` (the operator said that the clock is right)."""
    kind: str
    """The kind of record: `key`, `tenant`, `venue`, `draft`, `version`, `grant`, `imagery`, `floor_plan`,
    `session`, `events`, `webhook` or `clock`."""
    id: str
    """The record's id."""
    tenant_id: str | None
    """The tenant that the record belongs to. Null: it belongs to none."""
    members: list[str]
    """The members that the request sent, if it changed some."""
    version: int | None
    """The version that the record had afterwards: of a venue, the one that was published. Null for kinds
    without versions, and in entries of a release before this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BestGroup(Model):
    """Seats side by side."""

    seats: list[str]
    """Their keys, from left to right for a person who sits there."""
    score: float
    """The mean of the scores of its seats."""
    reasons: GroupReasons


@dataclass(frozen=True, slots=True, kw_only=True)
class BestSeats(Model):
    """The best groups. No two of them share a seat. Those that leave a single seat come last."""

    data: list[BestGroup]
    is_complete: bool
    """False: the search ended before every group that might be better was looked at. Name fewer sections."""
    incomplete_reason: Literal["linesOfSight", "processorTime", "views"] | None = None
    """Why the search ended early. `linesOfSight`: the rows and obstructions in front of the seats were too
    many. `views`: too many seats had to be compared by how much they see. `processorTime`: it took too
    long. Null: it did not. Extension."""
    looked_at: SearchCoverage | None = None
    """What the search has looked at. Extension."""
    unresolved: list[str] = field(default_factory=list)
    """Entries of `among` that name no seat: the first 100 of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BestSeatsRules(Model):
    """What a shop allows a buyer to choose, as the element's `rules` do."""

    no_single_seat: bool = False
    """Whether groups that leave a single free seat are left out. Without it they come last. Where there
    are no others, they are the result."""
    companion_with_wheelchair: bool = False
    """Whether groups with companion seats have a wheelchair space, too."""
    wheelchair_on_request: bool = False
    """Whether wheelchair spaces are left out unless `properties` asks for them; with
    `companionWithWheelchair` companion seats as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BestView(Model):
    """From how far and how high something is watched best. `findBestSeats` prefers such seats."""

    configuration: str | None = None
    """The id of a configuration. Default: all that no entry before names."""
    distance_m: list[float]
    """From the eyes to the focus: the nearest and the farthest."""
    height_m: list[float]
    """Of the eyes above the floor of the stage, the ground of the field or the lower edge of the screen:
    the lowest and the highest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box(Model):
    """From the lesser to the greater coordinate on each axis, in metres."""

    x: list[float]
    y: list[float]
    z: list[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallToAction(Model):
    """A button of the viewer that leads to the shop."""

    url: str
    """Where the button leads, in a new tab: https. Where the session is made without a secret, the origin
    of this address must be among the key's `allowedOrigins`. In its path, query and fragment the viewer
    replaces `{seat}`, `{section}` and `{row}` for the seat that is shown: by its key (several with
    commas), and by the ids of its section and row, percent-encoded."""
    label: str | None = None
    """The button's text. Without it, the viewer has one in the buyer's language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallerInfo(Model):
    """The caller that the request was authenticated as."""

    kind: Literal["keyless", "link", "operator", "origin_only", "secret", "session"]
    """`secret`: a secret key by its plaintext. `keyless`: a keyless key by its Origin. `origin_only`: a
    secret key by its keyId and an allowed Origin. `session`: a session token."""
    key_id: str | None
    tenant_id: str | None
    """Null for admin scope, which may access every tenant."""
    scope: Literal["admin", "tenant"]
    venues: list[str] | None
    """The venues to which the caller is restricted. Null: it is not restricted."""
    groups: list[Literal["events", "management", "management_read_only", "seats", "sessions"]] | None
    """The groups of operations to which the caller's key is limited. Null: it is not limited, or the
    caller is a session, which has the rights of a session."""
    session: Session | None
    """Null: no session token was presented."""
    allowances: list[AllowanceLeft]


@dataclass(frozen=True, slots=True, kw_only=True)
class Category(Model):
    """A category of seats that the venue defines, such as a price category."""

    id: str
    name: str | None = None
    colour: str | None = None
    """As `#rrggbb`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesForBuyers(Model):
    """What changes for buyers from one version of a record to another."""

    seats: SeatChanges
    labels: list[LabelChange]
    """Labels that resolve differently, of those that were sent and of the examples of both records: the
    first 100. The aliases are those of the owner."""
    labels_changed: int
    """How many labels resolve differently in all."""
    labels_not_compared: int
    """Labels for which there was no time. Send fewer to have them compared."""
    event_seats_gone: KeyChanges | None
    """Seat keys in events of the last 30 days that the record has no more. Null: there are too many events
    to look through."""
    images_unused: KeyChanges
    """Uploaded images that the record named, and names no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration(Model):
    """What one way of using the venue changes: end stage, centre stage."""

    id: str
    name: str | None = None
    focus: Focus | None = None
    closed: list[int | str | NameRange] = field(default_factory=list)
    """Sections."""
    obstructions: list[Obstruction] = field(default_factory=list)
    mood: Literal["concert", "daylight", "floodlights", "house_lights"] | None = None
    """How the hall is lit. Default: the mood of the viewer defaults."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Covers(Model):
    """The seats whose view an image shows: those of the venue, a section or rows, or seats of one row or
    of a section without rows."""

    section: str | None = None
    rows: list[str] = field(default_factory=list)
    seats: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery(Model):
    """A delivery to a webhook, and how it went."""

    delivery_id: str
    """The header `webhook-id` of each attempt. One that is sent again keeps it."""
    webhook_id: str
    type: (
        Literal[
            "grant.ended",
            "grant.given",
            "image.deleted",
            "image.uploaded",
            "key.created",
            "key.revoke_cancelled",
            "key.revoke_scheduled",
            "key.revoked",
            "key.rotated",
            "key.updated",
            "venue.archived",
            "venue.deleted",
            "venue.published",
            "venue.restored",
            "venue.unarchived",
        ]
        | Literal["events.summary", "ping"]
    )
    """What happened. Later versions may add types."""
    n: int | None
    """The position in the change feed. Null: a ping or a summary of events."""
    status: Literal["delivered", "failed", "pending"]
    """`pending`: to be sent, for the first time or again. `delivered`: answered with 2xx. `failed`: given
    up."""
    attempts: int
    """Attempts since it was made, or since it was sent again."""
    created_at: datetime
    next_attempt_at: datetime | None
    """When it is sent next. Null: it is not pending."""
    last_attempt_at: datetime | None
    last_status: int | None
    """The HTTP status of the last answer. Null: there was none."""
    last_error: str | None
    """Why the last attempt got no answer, in a sentence for people."""
    last_answer: str | None
    """The first kilobyte of the last answer. Null: there was none, or it came from a network that the
    operator permits."""
    finished_at: datetime | None
    """When it was delivered or given up."""
    body: str
    """The body, exactly as it is signed and sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference(Model):
    """Indexes of labels that the trial rules newly resolve, no longer resolve, or resolve differently."""

    gained: list[int]
    lost: list[int]
    changed: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft(Model):
    """The draft of a venue: a record that is not published yet."""

    record: dict[str, Any]
    """The record as it was sent, complete or not, without what the service adds to one."""
    base_version: int
    """The version that was published when the draft was begun. A publish needs it."""
    updated_at: datetime
    updated_by: str
    """The keyId that saved it last, or `operator`."""
    faults: list[Fault]
    """What a publish would refuse, as it was when the draft was saved: at most 100. Empty: it can be
    published."""
    is_previewable: bool
    """Whether it can be previewed: its name and its layout have no faults."""
    left_out: list[str]
    """Pointers to the members with faults, which previews of the draft leave out."""
    warnings: list[LabelWarning]
    """Names of the record that, printed on a ticket, would not lead to their own place: at most 100. They
    are no part of the record, and nothing is refused because of them. An extension of the interface."""
    warnings_count: int
    """How many warnings there are in all."""
    sections_not_checked: int
    """The number of sections whose names were not tried, since that would have taken too long. 0: all
    were."""
    findings: list[HallFinding]
    """What is hardly true of the hall, the gravest first, as an import would say it."""
    draft_id: str
    """Another one for each draft of the venue."""
    revision: int
    """How often it was saved."""
    etag: str = field(default="", compare=False, metadata={"header": "ETag"})
    """The version of the record for `if_match`. It is empty for a record of a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop(Model):
    """Removes words that say nothing about the position of a seat."""

    type: Literal["drop"]
    words: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class DryRun(Model):
    """The result of each label, and what the results say about the rules."""

    results: list[LabelResult]
    summary: Summary
    unused_rules: list[int]
    unreached_sections: list[str]
    difference: Difference


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Model):
    """An accepted event."""

    event_id: str
    kind: Literal[
        "ad_clicked",
        "ad_shown",
        "cta_clicked",
        "error",
        "fallback_shown",
        "seat_viewed",
        "session_started",
        "view_rotated",
    ]
    at: datetime
    received_at: datetime
    day: str
    """The date at the venue when it happened."""
    tenant_id: str
    """The tenant that reported it."""
    venue_id: str
    key_id: str | None
    """The keyId that it was reported with, or `operator`. Null if another tenant reported it."""
    session_id: str | None
    """Null if it belongs to no session, or another tenant reported it."""
    configuration: str | None
    section: str | None
    seat: str | None
    """The seat's key; of a label of several seats, the first seat's."""
    ad: str | None
    code: (
        Literal[
            "drawing_failed", "graphics_missing", "other", "picture_failed", "request_failed", "script_failed"
        ]
        | None
    )
    """What went wrong, for events of the kind `error`."""
    message: str | None
    """The text of an error that an earlier version stored. Null if another tenant reported it."""
    purpose: Literal["buyer", "staff"]
    """Whose session reported it: a buyer's, or one of staff."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCounts(Model):
    """The number of events of each kind."""

    session_started: int = field(metadata={"name": "session_started"})
    seat_viewed: int = field(metadata={"name": "seat_viewed"})
    view_rotated: int = field(metadata={"name": "view_rotated"})
    fallback_shown: int = field(metadata={"name": "fallback_shown"})
    cta_clicked: int = field(metadata={"name": "cta_clicked"})
    ad_shown: int = field(metadata={"name": "ad_shown"})
    ad_clicked: int = field(metadata={"name": "ad_clicked"})
    error: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EventReportRow(Model):
    """The events of one seat, section or ad of a venue, or of one day."""

    key: str
    """The seat's key, the section's or the ad's id, or the day: `2026-11-15`."""
    venue_id: str | None
    """Null for a day, which counts events of all venues."""
    counts: EventCounts
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Example(Model):
    """A label and the canonical key that it must resolve to; a list of keys if it names several seats.
    Null: the label must be declined."""

    label: str | LabelParts
    expect: str | list[str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault(Model):
    """One thing that is wrong with a request, and where: in the body, or in a parameter."""

    detail: str
    pointer: str | None = None
    """Where in the body (JSON Pointer, RFC 6901)."""
    parameter: str | None = None
    """Which parameter of path, query or headers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry(Model):
    """One change of one record."""

    n: int
    """Its position in the log. Numbers rise in the order in which changes took effect, and are not
    consecutive: other numbers belong to changes that you may not see or did not ask for."""
    type: Literal[
        "grant.ended",
        "grant.given",
        "image.deleted",
        "image.uploaded",
        "key.created",
        "key.revoke_cancelled",
        "key.revoke_scheduled",
        "key.revoked",
        "key.rotated",
        "key.updated",
        "venue.archived",
        "venue.deleted",
        "venue.published",
        "venue.restored",
        "venue.unarchived",
    ]
    """What happened. Later versions may add types."""
    at: datetime
    actor: str | None
    """The keyId that made the change, `operator` for the command line, or `service` where a key's
    `revokeAt` passed, or an image of a copied venue was stored. Null: the owner of a venue that you
    were granted."""
    kind: str
    """The kind of record, as in the audit list: `key`, `venue`, `grant`, `imagery`."""
    id: str
    """The keyId; for all other kinds, the venueId."""
    tenant_id: str | None
    """The tenant of the key, the owner of the venue or, of a grant, the grantee. Null: an admin key."""
    version: int | None
    """The record's version after the change. Null: grants and images have none."""
    members: list[str]
    """The members that the request sent, if it changed some; the name of an image."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedPage(Model):
    """Changes, oldest first, and where to go on."""

    data: list[FeedEntry]
    next: str
    """The `after` of the next request. Keep it, also where `data` is empty."""
    restarted: bool | None = None
    """True: the log does not go on at `after`, since a backup was restored, or `after` is older than what
    is kept. `data` begins with the oldest change that is kept: read your records anew. Otherwise left
    out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorPlan(Model):
    """The floor plan of a venue. Its address is signed and needs no key; it is valid until `expiresAt`."""

    content_type: str
    """The media type, detected from the content."""
    width: int
    """In pixels."""
    height: int
    """In pixels."""
    size_bytes: int
    """The size without metadata, which are removed."""
    sha256: str
    """The hash of the uploaded bytes, in hexadecimal."""
    url: str
    preview_url: str
    """A JPEG with at most 1024 pixels per side."""
    expires_at: datetime
    stored_at: datetime
    stored_by: str
    """The keyId that uploaded the picture, or `operator`."""
    placement: FloorPlanPlacement | None
    """Null: nobody has said yet where it lies. A picture of another size takes the placement away."""
    image_id: str
    """Another one for each picture."""
    revision: int
    """Rises with each new picture and with each change of the placement."""
    etag: str = field(default="", compare=False, metadata={"header": "ETag"})
    """The version of the record for `if_match`. It is empty for a record of a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorPlanPlacement(Model):
    """Where a floor plan lies on the ground plan, and how strongly it is shown."""

    x: float
    """Of the middle of the picture, in metres to the east."""
    y: float
    """Of the middle of the picture, in metres to the north."""
    metres_per_pixel: float
    turn_deg: float = 0.0
    """About its middle, clockwise as seen from above."""
    opacity: float = 0.5
    """0: it is not seen; 1: it is not faded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Focus(Model):
    """What people look at, in metres."""

    name: str | None = None
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    extent: FocusExtent | None = None
    """Default: not known; only a point is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FocusExtent(Model):
    """How large the stage, field or court is that people look at. The focus is its middle."""

    kind: Literal[
        "american_football",
        "baseball",
        "basketball",
        "boxing",
        "football",
        "handball",
        "ice_hockey",
        "rugby",
        "screen",
        "stage",
        "tennis",
        "volleyball",
    ] = "stage"
    width_m: float | None = None
    depth_m: float | None = None
    height_m: float = 0.0
    """Of a stage's floor above the ground beside it."""
    turn_deg: float = 180.0
    """The bearing that its front faces. 180: towards the south."""
    points: list[list[float]] = field(default_factory=list)
    """Its corners, in place of width, depth and turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant(Model):
    """The right of a tenant to use a venue that it does not own."""

    venue_id: str
    tenant_id: str
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupReasons(Model):
    """Why a group has its score. A number is null where it is not known."""

    distance_m: float | None
    """From the eyes to the focus, on average."""
    side_angle_deg: float | None
    """How far to the side of the straight view onto the front of the stage or screen the outermost seat
    is, as in a preview. Null: nothing has a front, such as a field."""
    c_value_mm: int | None
    """Of the seat with the worst view over the row in front."""
    visible_share: float | None = None
    """The share of the stage, screen or field that is seen from the seat that sees least of it. Null: the
    layout does not say what people look at. Extension."""
    obstructions: list[str]
    """The ids of bodies between the eyes and the focus, of all seats."""
    is_restricted: bool = False
    """Whether the view from one of the seats is restricted, as in its preview. Extension."""
    has_people_beside: bool = False
    """Whether the view from one of the seats turns so far to the side that people on the seats beside are
    in it. Extension."""
    leaves_single: bool
    """Whether a free seat beside the group would be left without free neighbours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HallBody(Model):
    """An upright sheet along a line on the ground plan; an overhang is a slab between two lines."""

    id: str
    """Unique in the plan: the section's id and what it is."""
    kind: Literal["dugout", "front", "glass", "net", "overhang", "parapet", "partition", "rail", "wall"]
    section: str | None = None
    """The id of the section that it belongs to."""
    line: list[list[float]]
    """From left to right as seen from the seats. Closed if both ends are equal."""
    z: list[float]
    """How low and how high it reaches along `line`."""
    back: list[list[float]] = field(default_factory=list)
    """The rear edge of an overhang, with as many points as `line`."""
    back_z: list[float] | None = None
    """How low and how high it reaches there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HallFinding(Model):
    """Something about a hall that is hardly true."""

    kind: Literal["focus", "numbering", "overlaps", "row-pitch", "seat-pitch", "width", "without-place"]
    text: str
    """A sentence for a person."""
    is_grave: bool
    """No real hall is like that."""
    value: float
    """What was measured, in metres or as a share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Image(Model):
    """An image that was uploaded (`object`) or is served elsewhere (`url`), and the seats that it is for."""

    object: str | None = None
    url: str | None = None
    covers: Covers = field(default_factory=lambda: Covers.from_json({}))
    pose: Pose | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageLink(Model):
    """A link to a preview image, for a page, an e-mail or a ticket."""

    url: str
    """The address of a JPEG. Whoever has it can fetch it, without a key. It shows the seat as the venue's
    record has it when it is fetched."""
    expires_at: datetime
    width: int
    height: int
    alt: str
    """What the image shows, in words: for the attribute `alt` of an `<img>`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageLinks(Model):
    """Links to preview images of the venue, which anybody who has one may fetch without a key."""

    generation: int = 0
    """Raising it ends all links that were made before. It cannot be lowered, since those would work again;
    a record that is sent without `imageLinks` keeps it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageUse(Model):
    """A part of the venue's record that refers to an image."""

    kind: Literal["ad", "imagerySet"]
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImagerySet(Model):
    """Images of one kind, for all configurations or for one."""

    id: str
    kind: Literal["panorama", "photo", "rendered"]
    configuration: str | None = None
    """The configuration of the images. Absent: all of them."""
    attribution: str = ""
    images: list[Image] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport(Model):
    """What became of a file."""

    format: Literal[
        "areas", "geojson", "grid", "layout", "pdf", "pretix", "record", "seatsio", "svg", "table"
    ]
    headline: str = ""
    """What the file has, what was taken and what was left out, by counting."""
    seats: int
    """The seats of the record."""
    seats_in_file: int
    """What looks like a seat in the file, counted before names and places are read: lines of a table,
    cells of a sheet, shapes of a drawing."""
    seats_left_out: int = 0
    """Those of `seatsInFile` that are no seats of the record."""
    findings: list[HallFinding] = field(default_factory=list)
    """What is hardly true of the hall, the gravest first. Look at these before all else."""
    taken: list[ReportItem]
    inferred: list[ReportItem]
    """What the file does not state. Check each item."""
    left_out: list[ReportItem]
    columns: list[ReadColumn] = field(default_factory=list)
    """Of a table: its columns, and what each was read as. Of a workbook, its first list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedRecord(Model):
    """The record of a venue that was read from a file, as createVenue and replaceVenue take it."""

    name: str
    timezone: str = "UTC"
    aliases: list[Alias] = field(default_factory=list)
    """At most 200 of them are names of the venue itself."""
    imagery_sets: list[ImagerySet] = field(default_factory=list)
    rules: VenueRules = field(default_factory=lambda: VenueRules.from_json({}))
    ads: list[Ad] = field(default_factory=list)
    """A preview has the first 20 of those that run in the seat's section."""
    viewer_defaults: ViewerDefaults = field(default_factory=lambda: ViewerDefaults.from_json({}))
    image_links: ImageLinks = field(default_factory=lambda: ImageLinks.from_json({}))
    translations: dict[str, Translation] = field(default_factory=dict)
    """By languages, as tags such as `de` or `pt-BR`. Previews, descriptions and plans have the names of
    the locale that is asked for, and labels may use the names of sections in any of the languages. At
    most 20,000 names in all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestedEvents(Model):
    """The outcome of each event of a batch. Accepted events are durably stored."""

    accepted: list[str]
    duplicates: list[str]
    """Events that were already stored, by an earlier batch or by this one."""
    rejected: list[RejectedEvent]
    discarded: list[str]
    """Events that were not stored, and not looked at, because the session was made with `events: off` or
    the request has `Sec-GPC: 1`. Do not send them again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptWork(Model):
    """What an import over a venue keeps of it, and what it cannot keep."""

    venue_id: str
    version: int
    """The version of the venue. Send it as If-Match of a replacement with the record."""
    kept: list[ReportItem]
    """What the record has from the venue: heights, images, rules."""
    changed: list[ReportItem]
    """What the plan changes: seats, rows and sections."""
    not_kept: list[ReportItem]
    """What the venue has and the record does not. Empty: nothing is lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyChanges(Model):
    """Seats by their keys, or images by their names: how many, and the first of them."""

    count: int
    """How many there are in all."""
    examples: list[str] = field(default_factory=list)
    """The first 100 of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelChange(Model):
    """A label that resolves differently."""

    label: str | Parts
    before: str | list[str] | None
    """A key, a list of the keys of several seats, or null where the label is declined."""
    after: str | list[str] | None
    """A key, a list of the keys of several seats, or null where the label is declined."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelGroup(Model):
    """Labels of one shape: they differ only in numbers and in letters that stand alone."""

    lines: int
    """The number of lines of the file with this shape."""
    labels: list[SampleLabel]
    """Different labels of the group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelOutcome(Model):
    """What a label resolves to without any of the suggested rules."""

    status: Literal["ambiguous", "matched", "section_only", "unmatched"]
    keys: list[str]
    """The key, or those of several seats. Empty: it is not matched."""
    expected: list[str] | None = None
    """The keys of `expect`, where a ref is replaced by the key of its seat. Empty: the label should be
    declined. Absent: `expect` was not sent, or the venue has no such place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelParts(Model):
    """A label that a ticketing system sends in parts."""

    section: str = ""
    row: str = ""
    seat: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelResult(Model):
    """A label and its resolution. `isExpected` is present if an expectation was sent."""

    label: str | Parts
    status: Literal["ambiguous", "matched", "section_only", "unmatched"]
    level: Literal["row", "seat", "section"] | None
    seat: Seat | None
    seats: list[Seat] | None = None
    """All seats of a label that names several seats of a row, in the order of the label. `seat` is the
    first of them. Absent for any other label."""
    confidence: float
    alternatives: list[Seat]
    trace: list[str]
    rules: list[int]
    text: str
    """The text that was read: the label after the rules."""
    words: list[ReadWord]
    """What the words of `text` were taken for, in their order."""
    expect: str | list[str] | None | NotGiven = NOT_GIVEN
    is_expected: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelWarning(Model):
    """A label with a name of the record itself that does not lead to the place of this name. A record with
    such names is stored all the same."""

    pointer: str
    """JSON Pointer to the member of the record that names the place."""
    label: str
    """The name or the id of a section, or the name with a row and a seat of the section."""
    resolved_to: str | None
    """The key of the place that the label leads to. Null: to none."""
    reason: str
    """Why that is so, and what to do about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(Model):
    """Every seat of a venue, by rule."""

    hall: (
        Literal[
            "amphitheatre",
            "arena",
            "ballpark",
            "black_box",
            "church",
            "cinema",
            "club",
            "concert_hall",
            "conference",
            "opera",
            "playhouse",
            "school_hall",
            "stadium",
            "theatre",
        ]
        | None
    ) = None
    """What the drawn view builds around the seats. A stadium, a ballpark and an amphitheatre have the sky
    above them. Default: a very large venue is drawn as a stadium, a hall in which people look at an
    altar as a church, any other as an arena."""
    roof: Literal["closed", "open"] | None = None
    """Default: by the kind of the hall."""
    focus: Focus = field(default_factory=lambda: Focus.from_json({}))
    levels: list[VenueLevel] = field(default_factory=list)
    categories: list[Category] = field(default_factory=list)
    assumed: list[Literal["focus", "heights", "places", "scale"]] = field(default_factory=list)
    """What an import assumed. Remove an entry when somebody has checked it."""
    sections: list[SectionRule] = field(default_factory=list)
    configurations: list[Configuration] = field(default_factory=list)
    default_configuration: str | None = None
    """The id of the configuration that applies where a request names none. A layout with a single
    configuration has it as its default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedRule(Model):
    """A proposed rule, and what it changes with the ones before it in place. Lines are estimated."""

    rule: Rewrite | Drop | MapTo | Reject
    basis: Literal["guess", "known"]
    """`known`: the right seat of at least one label that it improves is known. `guess`: it is not, and a
    person has to check the rule."""
    alternatives: list[Rewrite | Drop | MapTo | Reject]
    """For a guess: other rules that would resolve as many labels, to other places. The first one is
    proposed if the rule is left out."""
    gained_lines: int
    gained: list[str | Parts]
    """Some of the labels that it resolves."""
    mended_lines: int
    mended: list[str | Parts]
    """Some of the labels that it corrects."""
    broken_lines: int
    broken: list[str | Parts]
    """Some of the labels that it breaks."""
    broken_examples: int
    """The number of examples of the record that it breaks."""
    examples: list[OfferedExample]
    """Labels that would keep the rule right: one of each group that it improves most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedRules(Model):
    """Proposed rules, the one that improves the most lines first, and what all labels resolve to without
    them. With `examples`, only those are answered."""

    data: list[LearnedRule] = field(default_factory=list)
    groups: list[TriedGroup] = field(default_factory=list)
    summary: LearningSummary | None = None
    examples: list[OfferedExample] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningSummary(Model):
    """What the lines of the file resolve to, estimated from the labels of their groups."""

    lines: int
    right_lines: int
    wrong_lines: int
    unknown_seats: int
    """The number of labels whose stated seat the venue does not have."""
    unknown_seat: str
    """One of these seats. Empty if there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedSeat(Model):
    """A seat, and what it has."""

    key: str
    section: str
    row: str | None = None
    seat: str | None = None
    properties: list[
        Literal[
            "aisle", "companion", "easyAccess", "limitedLegroom", "restrictedView", "stepFree", "wheelchair"
        ]
    ]
    """What the seat is or has, as the venue says. Extension."""
    category: str | None
    """The id of its category. Extension."""
    ref: str | None
    """The id that another system has for the seat. Extension."""
    view_note: str | None = None
    """With `restrictedView`: what is in the way, in the venue's words. Extension."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedAt(Model):
    """The space in which people act: over the ground plan of a stage or a field, 1.8 m high; or a screen."""

    kind: Literal["field", "screen", "stage"]
    points: list[list[float]]
    """Its corners on the ground plan. Of a baseball field, the first one is home plate; the foul ground is
    not part of it."""
    z: list[float]
    """The floor or lower edge of it, and how high it reaches."""
    front_deg: float | None = None
    """The bearing that the performers on a stage face, or the front of a screen. Null: a field has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapTo(Model):
    """Resolves a name to a section."""

    type: Literal["map"]
    name: str
    section: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedSeat(Model):
    """A seat with the same key at another place."""

    key: str
    distance_m: float
    """How far it is from where it was, in metres."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedSeats(Model):
    """Seats with the same keys at other places."""

    count: int
    """How many there are in all."""
    examples: list[MovedSeat] = field(default_factory=list)
    """The first 100 of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRange(Model):
    """Names from `first` to `last`, by counting on: 101 to 124, A to Z and then AA, R1 to R9, 001 to 120."""

    first: int | str
    """A name. A whole number is the same as its digits: 7 is "7"."""
    last: int | str
    """A name. A whole number is the same as its digits: 7 is "7"."""
    step: int = 1
    """Negative to count down."""
    skip: list[int | str] = field(default_factory=list)
    """Names that do not exist."""
    style: Literal["doubled", "letters"] | None = None
    """How letters go on after Z: `letters` as AA, AB, AC; `doubled` as AA, BB, CC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedConfiguration(Model):
    """A configuration, with its name for people to read."""

    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPlace(Model):
    """A section, a row or a seat, with its name for people to read."""

    key: str
    section: str
    row: str | None
    seat: str | None
    name: str
    """In the language that was asked for: 'Section 104, row C'."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstruction(Model):
    """A body that can block a view: a box, or a polygon with a height."""

    id: str
    name: str | None = None
    kind: Literal["camera", "other", "pillar", "rail", "rigging", "screen", "stage", "wall"] = "other"
    box: Box | None = None
    polygon: Polygon | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedExample(Model):
    """A label that may be stored as an example, and what it should resolve to."""

    label: str | Parts
    keys: list[str]
    """The stated seat, or else what the label resolves to. Empty: it is declined."""
    is_stated: bool
    """Whether `keys` are those of the stated seat."""
    warnings: list[Literal["email", "orderNumber", "personName"]]
    """What the label seems to hold besides a place. It is a guess."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Orientation(Model):
    """The initial viewing direction in degrees: `yaw` to the right and `pitch` up from the picture's
    middle. For a drawing, `yaw` is the compass bearing, where y is north."""

    yaw: float
    pitch: float
    fov: float
    """The field of view."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnAliases(Model):
    """The aliases that a tenant has for a venue."""

    venue_id: str
    tenant_id: str
    aliases: list[Alias]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts(Model):
    """A label in parts, as sent or after splitting."""

    section: str
    row: str = ""
    seat: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan(Model):
    """All seats of a venue in one configuration, its focus and its obstructions."""

    venue_id: str
    version: int
    name: str
    configuration: PreviewConfiguration | None
    configurations: list[PreviewConfiguration]
    """All configurations of the venue."""
    default_configuration: str | None
    """The id of the one that applies where a request names none. Null: the bare hall."""
    mood: Literal["concert", "daylight", "floodlights", "house_lights"] | None
    """How the hall is lit: by the configuration, or else by the viewer defaults."""
    hall: Literal[
        "amphitheatre",
        "arena",
        "ballpark",
        "black_box",
        "church",
        "cinema",
        "club",
        "concert_hall",
        "conference",
        "opera",
        "playhouse",
        "school_hall",
        "stadium",
        "theatre",
    ]
    """What surrounds the seats: by the layout, or else by the size of the venue."""
    roof: Literal["closed", "open"] | None
    """What is above the focus. Null: by the kind of the hall."""
    assumed: list[Literal["focus", "heights", "places", "scale"]]
    """What an import assumed and nobody has checked yet."""
    categories: list[PlanCategory]
    seat_kinds: list[PlanSeatKind]
    """What seats have besides their places. Rows refer to it. The first one is empty."""
    origin: PlanPoint
    """The point that the geometry of sections is relative to."""
    focus: PlanFocus
    sections: list[PlanSection]
    seatings: list[list[str | None]]
    """Seats of a row from left to right, for a person who faces the focus. Null: an empty slot."""
    offsets: list[list[float]]
    """Where the slots of rows with aisles are, in metres right of the row's middle."""
    obstructions: list[PlanObstruction]
    bodies: list[HallBody] = field(default_factory=list)
    """What else can hide something, derived from the sections: parapets, rails, sides of boxes, decks. The
    drawn view has these and no others. Extension."""
    looked_at: LookedAt | None = None
    """The space in which people act, of which `visibleShare` is a share. Null: the layout says neither a
    stage, a screen nor a field. Extension."""
    etag: str = field(default="", compare=False, metadata={"header": "ETag"})
    """The version of the record for `if_match`. It is empty for a record of a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanCategory(Model):
    """A category of seats."""

    id: str
    name: str | None
    colour: str | None
    """As `#rrggbb`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanExtent(Model):
    """The stage, field or court that people look at. The focus is its middle, unless it has corners."""

    kind: Literal[
        "american_football",
        "baseball",
        "basketball",
        "boxing",
        "football",
        "handball",
        "ice_hockey",
        "rugby",
        "screen",
        "stage",
        "tennis",
        "volleyball",
    ]
    width_m: float
    depth_m: float
    height_m: float
    """Of a stage's floor above the ground beside it."""
    turn_deg: float
    """The bearing that its front faces."""
    points: list[list[float]]
    """Its corners. Empty: a rectangle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanFocus(Model):
    """The point that people look at."""

    x: float
    y: float
    z: float
    name: str | None
    extent: PlanExtent | None
    """Null: only the point is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanGeometry(Model):
    """The positions of the rows of a section, relative to its centre. In the shape `free` every row has
    positions of its own, and the members describe what is usual."""

    shape: Literal["curved", "free", "straight"]
    centre: list[float] | None
    """The point that bearing and distance are measured from. Null: the plan's origin."""
    bearing_deg: float
    bearing_step_deg: float
    distance_m: float
    elevation_m: float
    tread_m: float
    riser_m: float
    spacing_m: float
    shift_m: float
    shift_step_m: float
    row_depths_m: list[float]
    """How far each row is behind the first one. Empty: by the tread."""
    row_heights_m: list[float]
    """How far each row is above the first one. Empty: by the riser."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanObstruction(Model):
    """A body that can obstruct a view: a box, or a polygon with a height."""

    id: str
    name: str | None
    kind: Literal["camera", "other", "pillar", "rail", "rigging", "screen", "stage", "wall"]
    box: Box | None
    polygon: Polygon | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPoint(Model):
    """A point in metres: x to the east, y to the north, z up."""

    x: float
    y: float
    z: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPositions(Model):
    """The positions of the slots of a row, from left to right, in centimetres, and the bearings that seats
    face, in degrees."""

    x: list[int]
    y: list[int]
    z: list[int]
    facing: list[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRow(Model):
    """A row. The rows of a section are listed from the front to the back."""

    id: str | None
    """Null: the section has no rows, and these are its seats."""
    seating: int | None
    """The index of its seats in `seatings`. Null: its seats are not known."""
    offsets: int | None = None
    """The index in `offsets` of where its slots are, in metres to the right of the row's middle. Absent:
    slots follow each other at the spacing of the section."""
    positions: PlanPositions | None = None
    """In the shape `free`."""
    kinds: int | list[int] | None = None
    """The index in `seatKinds` of what its seats have: of all, or of each slot. Absent: nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSeatKind(Model):
    """What a seat has."""

    properties: list[
        Literal[
            "aisle", "companion", "easyAccess", "limitedLegroom", "restrictedView", "stepFree", "wheelchair"
        ]
    ]
    category: str | None
    """The id of a category of the plan."""
    view_note: str | None
    """What restricts the view, in a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSection(Model):
    """A section with its rows."""

    id: str
    name: str
    level: str | None
    kind: Literal["seated", "standing", "suite"]
    capacity: int
    """The number of its seats, or of people that it has room for."""
    is_closed: bool
    """Whether the configuration closes it."""
    ordinal: int
    """How many times the steps of its geometry are applied."""
    geometry: PlanGeometry | None
    rows: list[PlanRow]
    tables: list[PlanTable] | None = None
    area: list[list[float]] | None = None
    """The corners of a standing area, in metres."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanTable(Model):
    """A table, in metres."""

    shape: Literal["rectangle", "round"]
    x: float
    y: float
    z: float
    width_m: float
    depth_m: float
    turn_deg: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Polygon(Model):
    """Corners (x, y) on the ground plan, and how far the body above it extends up and down, in metres."""

    points: list[list[float]]
    z: list[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pose(Model):
    """The position and direction of the camera."""

    x: float | None = None
    y: float | None = None
    z: float | None = None
    yaw_deg: float = 0.0
    pitch_deg: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionedRow(Model):
    """Seats of a row, each with a position of its own, in centimetres: x to the east, y to the north. Rows
    are listed from the front to the back, and seats from left to right, as seen facing the focus."""

    row: int | str | None = None
    """Left out in a section without rows, which has one entry."""
    seats: list[int | str | NameRange] | NameRange
    x: list[int]
    y: list[int]
    z: int | list[int] = 0
    """The floor: of all seats, or of each."""
    facing: int | list[int] | None = None
    """The bearing that the seats face, of all or of each. Default: `facingDeg` of the geometry, or else
    towards the focus."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview(Model):
    """The view from a seat, a row or a section; of several seats, the view from the middle one."""

    venue: PreviewVenue
    configuration: PreviewConfiguration | None
    mood: Literal["concert", "daylight", "floodlights", "house_lights"] | None
    """How the hall is lit: by the configuration, or else by the viewer defaults."""
    seat: PreviewSeat
    """What the label names; where it names several seats, the first."""
    seats: list[Seat] | None = None
    """All seats of a label that names several seats of a row, in the order of the label. `seat` is the
    first of them. Absent for any other label."""
    view_from: str | None = None
    """The key of the seat that the view is from, where the label does not name one seat. Of several seats
    it is the middle one, of an even number the first of the two in the middle; of a row or a section, a
    seat near its middle that nothing hides the focus from. Imagery, sight line and neighbours are those
    of this seat. Absent for a seat, and where the seats of the section or their positions are not
    known."""
    eye: PreviewEye | None
    """Where the view is from. Null: the layout does not say where the section is."""
    resolution: PreviewResolution
    imagery: PreviewImagery | None
    """Null: the viewer draws the view."""
    provenance: Provenance
    orientation: Orientation
    sightline: Sightline
    description: str
    """The whole preview in words, for screen readers. It speaks of `imagery`."""
    drawing: PreviewDrawing | None
    """What holds instead of `orientation` and `description` where the viewer draws the view. Null: the
    position of the seat is not known, and the view cannot be drawn."""
    neighbours: PreviewNeighbours
    ads: list[ShownAd]
    """Ads that run now in the section of the seat, in the order of the venue's record: the first 20 of
    them."""
    viewer_defaults: ViewerDefaults
    session: Session | None | NotGiven = NOT_GIVEN
    """With `withSession`: the session of the token. Null: no token was presented."""
    neighbour_previews: list[Preview] | None = None
    """With `withNeighbours`: the previews of the seats in `neighbours`, in that order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewCamera(Model):
    """Where the camera of the picture stood, as far as that is known. Extension."""

    key: str | None
    """The key of the seat that it stood at or nearest to; of the row or the section where no more is
    known. Null: it stood at no seat, or nothing is known."""
    section_name: str | None
    """The name of the section in `key`."""
    is_here: bool
    """Whether it stood at the very place that the view is from."""
    is_exact: bool
    """Whether the pose of the image says where it stood, or the one seat that it covers. Else it stood
    somewhere in the row or the section, and the distance is a rough one."""
    distance_m: float | None
    """How far from the place it stood. Null: that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewCategory(Model):
    """A category of seats that the venue defines."""

    id: str
    name: str | None
    colour: str | None
    """As `#rrggbb`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewConfiguration(Model):
    """A configuration of the venue."""

    id: str
    name: str | None
    mood: Literal["concert", "daylight", "floodlights", "house_lights"] | None
    """How the hall is lit, if the configuration says it."""
    name_locale: str | None = None
    """The language of the name, as `viewerDefaults.locale` of the venue says it. Absent: the name is
    translated, or its language is not known. Extension."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewDrawing(Model):
    """What holds if the viewer draws the view, in place of the image or for lack of one."""

    orientation: Orientation
    description: str
    """The preview in words, with the drawing as its picture."""
    still: PreviewStill | None = None
    """Null: there is none yet. Extension."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewEye(Model):
    """The position of the eyes in metres: x to the east, y to the north, z up."""

    x: float
    y: float
    z: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewImagery(Model):
    """The image of a preview. Its addresses need no credentials and are valid until `expiresAt`."""

    set_id: str
    kind: Literal["panorama", "photo", "rendered"]
    url: str
    preview_url: str | None
    """A small version, to be shown first."""
    tiles: PreviewTiles | None
    levels: list[PreviewLevel]
    """The tiles of a panorama at several levels of zoom, the smallest first; the last one may be that of
    `tiles`. Empty where there are none."""
    width: int | None
    height: int | None
    attribution: str
    expires_at: datetime | None
    """Null: the image is served elsewhere, and its address does not expire."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewLevel(Model):
    """A panorama at one width, split into tiles of the same size."""

    width: int
    """The width of the whole panorama at this level, in pixels."""
    columns: int
    rows: int
    url: str
    """The address of a tile, as in `tiles`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewNeighbours(Model):
    """Keys of the adjacent seats, for a person who sits where the view is from and faces the focus."""

    left: str | None = None
    right: str | None = None
    in_front: str | None = None
    behind: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewResolution(Model):
    """How the label was resolved. `section_only`: the section does not have the row or seat that it names."""

    status: Literal["matched", "section_only"]
    level: Literal["row", "seat", "section"]
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewSeat(Model):
    """The section, row or seat of a preview, down to the level that the label names."""

    key: str
    section: str
    row: str | None
    """Null for a section, and for a seat of one without rows."""
    seat: str | None
    level: Literal["row", "seat", "section"]
    section_name: str
    level_name: str | None
    """The part of the venue, such as 'Upper Deck'."""
    properties: list[
        Literal[
            "aisle", "companion", "easyAccess", "limitedLegroom", "restrictedView", "stepFree", "wheelchair"
        ]
    ] = field(default_factory=list)
    """What the seat is or has, as the venue says. Extension."""
    category: PreviewCategory | None = None
    """Extension."""
    ref: str | None = None
    """The id that another system has for the seat. Extension."""
    view_note: str | None = None
    """With `restrictedView`: what is in the way, in the venue's words. Extension."""
    section_name_locale: str | None = None
    """The language of the name, as `viewerDefaults.locale` of the venue says it. Absent: the name is
    translated, or its language is not known. Extension."""
    level_name_locale: str | None = None
    """The language of the name, as `viewerDefaults.locale` of the venue says it. Absent: the name is
    translated, or its language is not known. Extension."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewStill(Model):
    """A still of what the viewer draws first. It is a square: its sides have the field of view, as has the
    longer side of any view, which shows its middle. Its addresses need no credentials. Extension."""

    url: str
    preview_url: str
    """A small version, to be shown first."""
    from_: str | None
    """The key of the seat in the same row that it shows. Null: the seat itself."""
    expires_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewTiles(Model):
    """A panorama, split into tiles of the same size, for large screens."""

    columns: int
    rows: int
    url: str
    """The address of a tile, with `{column}` and `{row}` for its indexes, which start at 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewVenue(Model):
    """The venue of a preview."""

    venue_id: str
    name: str
    timezone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviousKey(Model):
    """The key that was replaced, and when it stops working."""

    key_id: str
    revoke_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance(Model):
    """What the picture is, and from where it was taken."""

    source: Literal["drawing", "panorama", "photo", "rendered"]
    """`panorama` and `photo` were taken by a camera. `rendered`: a panorama that a computer drew.
    `drawing`: there is no picture; the viewer draws the view."""
    match: Literal["row", "seat", "section", "venue"] | None
    """What the picture is of: the seat itself, its row, section or venue."""
    borrowed_from: str | None
    """The key of the place that it shows the view from, where it is another."""
    distance_m: float | None
    """How far from the place it was taken."""
    camera: PreviewCamera | None = None
    """What to say of where the picture was taken. Null: there is no picture."""
    assumed: list[Literal["focus", "heights", "places", "scale"]] = field(default_factory=list)
    """What an import assumed of the place and nobody has checked yet: positions and sight line depend on
    it. Extension."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRecord(Model):
    """The record of a version, as it was."""

    name: str
    timezone: str = "UTC"
    aliases: list[Alias] = field(default_factory=list)
    """At most 200 of them are names of the venue itself."""
    imagery_sets: list[ImagerySet] = field(default_factory=list)
    rules: VenueRules = field(default_factory=lambda: VenueRules.from_json({}))
    ads: list[Ad] = field(default_factory=list)
    """A preview has the first 20 of those that run in the seat's section."""
    viewer_defaults: ViewerDefaults = field(default_factory=lambda: ViewerDefaults.from_json({}))
    image_links: ImageLinks = field(default_factory=lambda: ImageLinks.from_json({}))
    translations: dict[str, Translation] = field(default_factory=dict)
    """By languages, as tags such as `de` or `pt-BR`. Previews, descriptions and plans have the names of
    the locale that is asked for, and labels may use the names of sections in any of the languages. At
    most 20,000 names in all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedVersion(Model):
    """A record that was published, and what that changed for buyers."""

    version: int
    """The version of the venue now; with `dryRun`, the one that it would get."""
    changes: ChangesForBuyers
    warnings: list[LabelWarning]
    """Names of the record that, printed on a ticket, would not lead to their own place: at most 100. They
    are no part of the record, and nothing is refused because of them. An extension of the interface."""
    warnings_count: int
    """How many warnings there are in all."""
    sections_not_checked: int
    """The number of sections whose names were not tried, since that would have taken too long. 0: all
    were."""
    findings: list[HallFinding]
    """What is hardly true of the hall, the gravest first, as an import would say it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Model):
    """A doubt of an import that a person can settle."""

    id: Literal[
        "columns", "flip", "kind", "names", "page", "scale", "shapes", "sheet", "side", "stage", "turn", "up"
    ]
    text: str
    """A question for a person."""
    choices: list[QuestionChoice]
    assumed: str
    """The id of the choice that is taken without an answer."""
    chosen: str
    """The id of the choice that the record is made with."""
    sure: float
    """How sure the assumption is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionChoice(Model):
    """One of the answers to a question."""

    id: str
    text: str
    """The answer as a sentence or a few words."""
    seats: int | None = None
    """The seats with this answer. Null: not computed."""
    map: SmallMap | None = None
    """The hall with this answer. Null: too large to be computed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotaChanges(Model):
    """The quotas to set. Null: the service's default. A quota that is absent keeps its value."""

    image_bytes: int | None | NotGiven = NOT_GIVEN
    """Bytes of its images, with their tiles and previews."""
    venues: int | None | NotGiven = NOT_GIVEN
    """Venues that it owns."""
    keys: int | None | NotGiven = NOT_GIVEN
    """Keys that are not revoked."""
    record_bytes: int | None | NotGiven = NOT_GIVEN
    """Bytes of the records of its venues, with their drafts and the versions that are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotaUse(Model):
    """How much of a quota is used."""

    used: int
    max: int | None
    """The quota that applies. Null: there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimit(Model):
    """At most `burst` requests at once, and `burst` + t * `requests` / `windowSeconds` in any t seconds."""

    requests: int
    """Requests of a window."""
    window_seconds: int
    """Length of the window."""
    burst: int | None = None
    """The most admitted at once: `requests` or fewer, and `requests` if not given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadColumn(Model):
    """A column of a table, and what it was read as."""

    column: int
    """Its number, counted from 0, as the answer `columns` has it."""
    name: str
    """Its header; empty if it has none."""
    field: str | None
    """What it holds. Null: it is not used."""
    examples: list[str]
    """Its cells in the first lines below the header."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadWord(Model):
    """A word or number of a label, and what it was taken for."""

    start: int
    end: int
    taken_for: Literal["against", "aside", "level", "marker", "row", "seat", "section", "unknown"]
    meaning: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordOfTemplate(Model):
    """The members of a venue's record that a template states."""

    name: str
    timezone: str | None = None
    rules: VenueRules
    viewer_defaults: ViewerDefaults | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Redelivered(Model):
    """How many deliveries are sent again."""

    redelivered: int
    left: int
    """How many more there are: a request takes up to 1000 of them. Send it again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reject(Model):
    """Declines labels that the pattern matches."""

    type: Literal["reject"]
    pattern: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedEvent(Model):
    """An event that was not stored, and the reason."""

    event_id: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RenamedSeat(Model):
    """A seat at the same place with another key."""

    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RenamedSeats(Model):
    """Seats at the same places with other keys."""

    count: int
    """How many there are in all."""
    examples: list[RenamedSeat] = field(default_factory=list)
    """The first 100 of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportItem(Model):
    """One thing that an import took, inferred or left out."""

    text: str
    """A sentence for a person."""
    count: int
    """How many seats, rows or shapes it is about."""
    example: str | None = None
    """One of them, as the file spells it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedEvent(Model):
    """Something that a buyer saw or did."""

    event_id: str
    """An event that is sent again with the same id is a duplicate, and is counted once. Ids that begin
    with the time, such as UUIDs of version 7, take the service least to store."""
    kind: Literal[
        "ad_clicked",
        "ad_shown",
        "cta_clicked",
        "error",
        "fallback_shown",
        "seat_viewed",
        "session_started",
        "view_rotated",
    ]
    at: datetime | None = None
    """When it happened, by default when it is received. At most 7 days in the past and 5 minutes in the
    future."""
    venue: str | None = None
    """The venueId, or an alias. Default: the session's venue. Other callers must name it."""
    seat: str | None = None
    """The seat's key, or any label. `seat_viewed` needs it. A label of several seats is one event, under
    the first of them; a session must be for all of them."""
    ad: str | None = None
    """The id of an ad of the venue. `ad_shown` and `ad_clicked` need it."""
    configuration: str | None = None
    """The id of a configuration of the layout, or `none` for the bare hall. Default: the session's."""
    code: (
        Literal[
            "drawing_failed", "graphics_missing", "other", "picture_failed", "request_failed", "script_failed"
        ]
        | None
    ) = None
    """What went wrong, only for events of the kind `error`; by default `other`. `script_failed`: the
    page's script. `request_failed`: a request to the service. `picture_failed`: a picture did not load.
    `drawing_failed`: the drawing. `graphics_missing`: the browser has no WebGL."""
    message: str | None = None
    """Deprecated, only for events of the kind `error`: accepted but not stored, because a free text may
    hold anything about the buyer. Send `code`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedLabel(Model):
    """A label, and the place that it names, the seats, or the places that it could name."""

    label: str | Parts
    status: Literal["ambiguous", "matched", "section_only", "unmatched"]
    level: Literal["row", "seat", "section"] | None
    seat: Seat | None
    seats: list[Seat] | None = None
    """All seats of a label that names several seats of a row, in the order of the label. `seat` is the
    first of them. Absent for any other label."""
    confidence: float
    alternatives: list[Seat]
    trace: list[str]
    """How the label was resolved, step by step, for people to read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedSeats(Model):
    """The result of each label, in the order of the request."""

    results: list[ResolvedLabel]


@dataclass(frozen=True, slots=True, kw_only=True)
class RestrictedView(Model):
    """A seat whose view counts as restricted."""

    key: str
    obstructions: list[str]
    """The ids of what hides a part, as in `sightline` of the preview."""
    visible_share: float | None = None
    """The share of the stage, screen or field that is seen. Null: the layout does not say what people look
    at. Extension."""
    c_value_mm: int | None
    """Below 0: people in the row in front are in the line of sight. Null: not known."""
    is_marked: bool
    """Whether the layout says `restrictedView` of the seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restriction(Model):
    """Why the view counts as restricted."""

    source: Literal["computed", "owner"]
    """`owner`: the venue marks the seat, whatever is computed. `computed`: less than 60 % of the stage,
    screen or field is seen, bodies hide more than 15 % of it or hide the focus, or a screen is seen
    from behind."""
    reason: str
    """In sentences, in the language of the description."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewrite(Model):
    """Replaces what the pattern matches; `\\1` stands for its first group."""

    type: Literal["rewrite"]
    pattern: str
    replacement: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RotationWarning(Model):
    """Something to do before the replaced key ends."""

    code: Literal["pages_name_the_key"]
    """`pages_name_the_key`: pages may use the old key without its secret. They name its keyId, and have to
    name that of the replacement."""
    detail: str
    """What to do, in a sentence for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowGap(Model):
    """A gap behind a row: a cross aisle."""

    after: int | str
    """The row in front of the gap."""
    depth_m: float = 1.2
    """Besides the usual tread."""
    rise_m: float = 0.0
    """Besides the usual riser."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowViews(Model):
    """What is seen from seats of a row. All lists have one entry for each of `seats`, in its order."""

    section: str
    row: str | None
    """Null in a section without rows."""
    seats: list[str]
    distance_m: list[float | None]
    c_value_mm: list[int | None]
    """Null in the first row."""
    visible_share: list[float | None]
    """Null: the layout does not say what people look at."""
    is_restricted: list[bool]
    """Whether what is computed restricts the view, whatever the layout says of it."""
    is_marked: list[bool]
    """Whether the layout says `restrictedView` of it."""
    reason: list[int | None]
    """The index in `texts` of what buyers read as the reason of the restriction. Null: the view is not
    restricted."""
    in_the_way: list[int | None]
    """The index in `texts` of what hides a part of the view, named in the same order for all seats. Null:
    nothing does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleLabel(Model):
    """A label of a group, and the seat that the sales file states for it."""

    label: str | LabelParts
    seat: str = ""
    """As the file has it: a seat key, or a ref of the layout; several with a bar between them, the others
    without section and row if they are the same (`107/K/9|10`). `-`: the label should be declined.
    Empty, or a place that the venue does not have: not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchCoverage(Model):
    """How much of a venue a search has looked at."""

    groups: int
    """Groups of free seats side by side that there are."""
    views: int
    """Groups for which it was computed how much of the stage is seen from them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(Model):
    """A section, a row or a seat, by its ids. The key is those ids joined by slashes. A seat of a section
    without rows has the key 'section//seat'."""

    key: str
    section: str
    row: str | None = None
    seat: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChanges(Model):
    """What changes about seats. A seat is in one of these at most."""

    added: KeyChanges
    gone: KeyChanges
    renamed: RenamedSeats
    """A seat is gone, and another one is within 10 cm of its place."""
    moved: MovedSeats
    """By more than half a metre."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatException(Model):
    """The differences in some rows. Members that are left out are those of the rule."""

    rows: list[int | str | NameRange] | NameRange
    first: int | str | None = None
    count: int | None = None
    skip: list[int | str] = field(default_factory=list)
    """Seats that do not exist. Their places stay empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatInPicture(Model):
    """The middle of a seat, in pixels of the picture from its top left corner."""

    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatKeys(Model):
    """Label rules of a venue, applied in their order, and examples that the rules must satisfy."""

    rules: list[Rewrite | Drop | MapTo | Reject] = field(default_factory=list)
    """The programs that RE2 makes of all patterns together have at most 16,000 instructions: 500 patterns
    such as `\\bvip\\s+(\\d+)` have 8,000, and `\\pL` alone has 1,200."""
    examples: list[Example] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPosition(Model):
    """Where a seat is, in metres: x to the east, y to the north, z up."""

    key: str
    x: float
    y: float
    z: float
    """The floor at the seat."""
    facing_deg: float
    """The bearing that it faces: 0 is north, 90 east."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPropertyRule(Model):
    """Gives seats properties or a category: those of `seats` in `rows`, or those that `at` lists row by
    row. Without `rows` it is for all rows, without `seats` for all seats of these rows."""

    rows: list[int | str | NameRange] | NameRange | None = None
    seats: list[int | str | NameRange] | NameRange | None = None
    at: dict[str, list[int | str | NameRange] | NameRange] = field(default_factory=dict)
    """The seats of each row, in place of `rows` and `seats`."""
    has: list[
        Literal[
            "aisle", "companion", "easyAccess", "limitedLegroom", "restrictedView", "stepFree", "wheelchair"
        ]
    ] = field(default_factory=list)
    view_note: str | None = None
    """For `restrictedView`: what is in the way, in a sentence."""
    category: str | None = None
    """The id of a category of the layout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRefusal(Model):
    """Why there is no view for a label."""

    reason: Literal["ambiguous", "closed", "uncertain", "unknown"]
    """`closed`: the configuration closes the section. `ambiguous`: the label can mean several places.
    `uncertain`: the best match is not certain enough. `unknown`: no place has this name."""
    asked: str
    """The label, as it was sent."""
    place: NamedPlace | None = None
    """The place that is closed."""
    configuration: NamedConfiguration | None = None
    """The configuration in which it is closed."""
    alternatives: list[NamedPlace] = field(default_factory=list)
    """Places that the label may mean: open ones that the caller may see."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRule(Model):
    """The seats of every row, or of a section without rows: `count` of them from `first` on."""

    first: int | str | None = None
    """By default 1, and 2 where the numbering is even."""
    count: int
    step: int = 1
    """Negative to count down."""
    numbering: Literal["all", "even", "odd"] = "all"
    """`odd` is 1, 3, 5; `even` is 2, 4, 6."""
    direction: Literal["leftToRight", "rightToLeft"] = "leftToRight"
    """As seen by a person who faces the focus."""
    exceptions: list[SeatException] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsInPicture(Model):
    """Shapes of one size that stand in rows, as they were found in a picture. Nothing of it is stored."""

    rows: list[list[SeatInPicture]]
    """From the top of the picture to its bottom, each from left to right."""
    size_px: float
    """The usual width of a seat in pixels. 0 if there are none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionGeometry(Model):
    """Where the rows of a section are. The rows lie across a line that starts at the focus and leads away
    from it at `bearingDeg`; each is centred on that line, or `shiftM` beside it. Straight rows cross it
    at a right angle, curved ones keep their distance from the focus. Bearings are those of a compass on
    which y is north and x is east. A section that stands anywhere else has an `origin`, the middle of
    its first row, and faces `facingDeg`. Its curved rows bend around the point that is `radiusM` in
    front of the origin."""

    shape: Literal["curved", "straight"] = "straight"
    bearing_deg: float = 0.0
    bearing_step_deg: float = 0.0
    """For each further section of the rule, about the focus."""
    distance_m: float | None = None
    origin: SectionOrigin | None = None
    """The middle of the first row, in place of bearing and distance."""
    facing_deg: float | None = None
    """The bearing that the section with an origin faces. Default: towards the focus."""
    radius_m: float | None = None
    elevation_m: float = 0.0
    """Of the first row's floor."""
    tread_m: float = 0.85
    """From a row to the one behind it."""
    riser_m: float = 0.0
    """By how much the row behind is higher."""
    risers_m: list[float] = field(default_factory=list)
    """By how much each row is higher than the one in front of it, from the second row on. Rows behind the
    last entry use it again. In place of `riserM`."""
    c_value_mm: float | None = None
    spacing_m: float = 0.5
    """From a seat to the next."""
    shift_m: float = 0.0
    """To the right, as seen facing the focus."""
    shift_step_m: float = 0.0
    """For each further section of the rule."""
    align: Literal["centre", "left", "right"] = "centre"
    """Where rows of different lengths begin or end together."""
    aisles: list[Aisle] = field(default_factory=list)
    row_gaps: list[RowGap] = field(default_factory=list)
    tables: Tables | None = None
    area: list[list[float]] = field(default_factory=list)
    """The corners of a standing area, x and y in metres. They say where it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionOrigin(Model):
    """A point in metres: x to the east, y to the north, z up."""

    x: float
    y: float
    z: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionRule(Model):
    """One section (`id`), or many that are alike (`ids`)."""

    id: int | str | None = None
    ids: list[int | str | NameRange] | NameRange | None = None
    name: str | None = None
    """Default `{id}`: the section's id. `{number}` is what it ends in: 110 of FB110."""
    level: str | None = None
    """The part of the venue: 'Upper Deck'."""
    kind: Literal["seated", "standing", "suite"] = "seated"
    rows: list[int | str | NameRange] | NameRange = field(default_factory=list)
    """From the front to the back. Without any, `seats` are those of the section itself."""
    seats: list[SeatRule] | SeatRule | None = None
    """Of every row, or of a section without rows: a box or a table. Several rules are side by side, from
    left to right. Null: not described."""
    capacity: int | None = None
    """How many people fit where no seats are described."""
    geometry: SectionGeometry | None = None
    positions: list[PositionedRow] = field(default_factory=list)
    """Every seat by itself, in place of `rows` and `seats`, where nothing regular holds."""
    category: str | None = None
    """The category of all seats that no rule of `properties` names."""
    properties: list[SeatPropertyRule] = field(default_factory=list)
    """What single seats have. Later rules win."""
    refs: dict[str, list[str]] = field(default_factory=dict)
    """The ids that another system has for the seats: for each row (in a section without rows, for '') one
    for each seat, in the order in which the seats are listed. Empty: none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenFrame(Model):
    """A part of what frames the people on a stage: what a proscenium shows above their heads, or screens."""

    part: Literal["screens", "set"]
    """`set`: the upper part of the set. `screens`: the largest screen beside it."""
    visible_share: float
    """The share of it that bodies leave to be seen; people are left out."""
    obstructions: list[SeenObstruction]
    """The bodies that hide more than 2 % of it, the largest share first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenObstruction(Model):
    """Something that hides a part of what people look at: a body of the configuration or of the hall, or
    the people in front."""

    id: str
    name: str | None
    kind: Literal[
        "camera",
        "dugout",
        "front",
        "glass",
        "net",
        "other",
        "overhang",
        "parapet",
        "partition",
        "people",
        "pillar",
        "rail",
        "rigging",
        "screen",
        "stage",
        "wall",
    ]
    hidden_share: float | None = None
    """The share of the stage, screen or field that it hides and no body nearer to the eyes does; of
    people, what only they hide. All of them and `visibleShare` add up to 1. Null: only known to be
    between the eyes and the focus. Extension."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session(Model):
    """A session, which gives access to one venue."""

    session_id: str
    venue_id: str
    seats: list[str]
    """Keys of the seats that the session is for. Empty: all."""
    configuration: str | None
    """`none`: the bare hall. Null: the default of the venue."""
    locale: str | None
    origin: str | None
    """The only origin from which pages may use the session. Null: any that the key allows."""
    cta: CallToAction | None
    """The button that leads to the shop."""
    events: Literal["off", "on"]
    """Whether events of this session are stored."""
    purpose: Literal["buyer", "staff"]
    """Whose events they are: a buyer's, or those of staff."""
    created_at: datetime
    expires_at: datetime
    draft: bool = False
    """Whether the session shows the venue's draft. Extension."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareRange(Model):
    """What is seen of the stage, screen or field from the places of an area without seats."""

    worst: float
    best: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAd(Model):
    """An ad that applies now."""

    id: str
    slot: str
    image_url: str
    alt: str
    click_url: str
    until: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sightline(Model):
    """How the seat sees the stage, screen or field, and the line from the eyes to the focus. A member is
    null if it is not known, for lack of geometry."""

    distance_m: float | None
    """From the eyes to the focus; where that is beside the stage or screen that people look at, to the
    middle of it, where people perform."""
    elevation_m: float | None
    """The height of the eyes above what `distanceM` leads to."""
    c_value_mm: int | None
    """How far the line passes above the eyes of the row in front. Null in the first row."""
    obstructions: list[SeenObstruction]
    """What hides more than 2 % of it, the largest share first, and less where more than that would have no
    name. People beside the seat, towards whom the view turns, are named with a share of 0. Where
    `visibleShare` is null: the bodies between the eyes and the focus."""
    visible_share: float | None = None
    """The share of the stage, screen or field that nothing hides, with a person on every seat in front;
    without a set-up, the hall is empty. Null: the layout does not say what people look at, the curtain
    is down, or it is not computed yet: see `state`. Of a standing area or a suite without seats: from a
    usual place in it; half of its people see more. Extension."""
    share_range: ShareRange | None = None
    """Of a standing area or a suite without seats: the share that is seen from the worst and from the best
    place in it. Null: the view is that of a seat. Extension."""
    side_angle_deg: float | None = None
    """How far to the side of the straight view onto its front the seat is: 90 is level with it, more is
    behind it. On a stage with people all around, performers are drawn facing most of them. Null: a
    field has no front. Extension."""
    nearest_m: float | None = None
    """The distance to the nearest edge of it. Extension."""
    looked_at: Literal["field", "screen", "stage"] | None = None
    """What people look at. Null: only the focus is known. Extension."""
    eyes_above_m: float | None = None
    """The height of the eyes above the floor of the stage, the ground of the field, or the lower edge of
    the screen; negative below it. `elevationM` is measured from the focus, which is higher. Extension."""
    frame: list[SeenFrame] = field(default_factory=list)
    """What is seen of what frames the people on a stage: the upper part of the set in a theatre, and
    screens. Only parts of which bodies hide more than 2 %. Extension."""
    restriction: Restriction | None = None
    """Null: nothing says that the view is restricted. Extension."""
    state: Literal["computed", "pending", "unknown"] = "unknown"
    """Whether it is known how much is seen. `computed`: `visibleShare` says it. `pending`: the service is
    still computing it, and the view may turn out to be restricted; ask again in a few seconds.
    `unknown`: it cannot be computed, for lack of geometry or of a stage, screen or field. Extension."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallMap(Model):
    """A hall as a person recognises it: some of its seats in a square of 100 by 100, y down."""

    points: list[list[int]]
    """At most 200 seats, as x and y."""
    focus: list[int] | None
    """What people look at."""
    width_m: float
    """From the leftmost to the rightmost seat, in metres."""
    depth_m: float
    """The other way, in metres."""
    names: list[SmallMapName] = field(default_factory=list)
    """The outermost sections, at most four, and the seat with the least number of the longest row: they
    tell maps of one outline apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallMapName(Model):
    """The name of a section on a small map, in its middle, or of a seat."""

    text: str
    x: int
    y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestCase(Model):
    """A label, and the key that it should resolve to, if that is known."""

    label: str | LabelParts
    expect: str | list[str] | None | NotGiven = NOT_GIVEN
    """The right key, or a list of the keys of several seats. A ref, with or without `ref:`, stands for the
    key of its seat. Null: the label should be declined. Absent, or a place that the venue does not
    have: not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion(Model):
    """A rule to add, and what it would change."""

    rule: Rewrite | Drop | MapTo | Reject
    gains: int
    labels: list[str | Parts]
    mends: int
    mended_labels: list[str | Parts]
    breaks: int = 0
    """How many labels and examples have a right answer, or one that is not known to be wrong, and would
    lose or change it. Always 0 for a rule that was searched for."""
    broken_labels: list[str | Parts] = field(default_factory=list)
    """Some of those that it would break."""
    gained_at: list[int] = field(default_factory=list)
    """The indexes of the labels that it gains."""
    mended_at: list[int] = field(default_factory=list)
    """The indexes of the labels that it mends."""
    broken_at: list[int] = field(default_factory=list)
    """The indexes of the labels that it breaks."""
    basis: Literal["guess", "known"] = "known"
    """`known`: the right answer of at least one label that it improves is known. `guess`: the right
    answers are not known, and a person has to check the rule."""
    alternatives: list[Rewrite | Drop | MapTo | Reject] = field(default_factory=list)
    """For a guess: other rules that would resolve as many labels, to other places. At most one of them and
    `rule` is right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestionList(Model):
    """Suggested rules, the one that resolves or mends most labels first; with `judge`, the judged ones in
    their order."""

    data: list[Suggestion]
    results: list[LabelOutcome]
    """What each label resolves to without these rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary(Model):
    """The number of labels with each status."""

    labels: int
    matched: int
    section_only: int
    ambiguous: int
    unmatched: int
    as_expected: int
    not_as_expected: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables(Model):
    """Tables with seats around them. Each row of the section is a table. They stand in `columns` side by
    side and one group behind the other, or where `at` says."""

    shape: Literal["rectangle", "round"] = "round"
    width_m: float = 1.5
    """The diameter of a round table."""
    depth_m: float | None = None
    columns: int = 1
    pitch_m: float = 3
    """From the middle of a table to the next."""
    at: list[list[float]] = field(default_factory=list)
    """For each table the middle and the turn: x and y in metres, and degrees clockwise. In place of
    `columns` and `pitchM`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Template(Model):
    """A kind of venue whose record can be computed for any number of seats between two bounds."""

    template_id: str
    name: str
    description: str
    seats_min: int
    seats_max: int
    seats_default: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateList(Model):
    """All templates, in the order in which they are offered."""

    data: list[Template]


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateRecord(Model):
    """A template at a size: a record that createVenue takes."""

    template_id: str
    name: str
    seats: int
    """How many seats the record has: those asked for, give or take 3 %."""
    record: RecordOfTemplate


@dataclass(frozen=True, slots=True, kw_only=True)
class Tenant(Model):
    """An organization that owns keys and venues."""

    tenant_id: str
    name: str
    """The tenant's name, for people to read."""
    rate_limit: RateLimit | None
    """The limit of all of its keys together. Null: the service's default."""
    quotas: TenantQuotas
    usage: TenantUsage | None = None
    """How much of its quotas it uses. Only in getTenant."""
    created_at: datetime
    updated_at: datetime
    version: int
    """Is 1 at first and grows by 1 with every change. The ETag is made from it."""
    archived_at: datetime | None = None
    """Since when it is archived. Null: it is not."""
    etag: str = field(default="", compare=False, metadata={"header": "ETag"})
    """The version of the record for `if_match`. It is empty for a record of a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TenantQuotas(Model):
    """How much a tenant may store at most. Null: the service's default."""

    image_bytes: int | None = None
    """Bytes of its images, with their tiles and previews."""
    venues: int | None = None
    """Venues that it owns."""
    keys: int | None = None
    """Keys that are not revoked."""
    record_bytes: int | None = None
    """Bytes of the records of its venues, with their drafts and the versions that are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TenantUsage(Model):
    """How much a tenant stores now, and how much it may store."""

    image_bytes: QuotaUse
    venues: QuotaUse
    keys: QuotaUse
    record_bytes: QuotaUse


@dataclass(frozen=True, slots=True, kw_only=True)
class TileGrid(Model):
    """The grid of square tiles that a panorama is split into."""

    columns: int
    rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Translation(Model):
    """Names in one language. What is not translated keeps the name that the record gives it."""

    sections: dict[str, str] = field(default_factory=dict)
    """By the ids of sections."""
    levels: dict[str, str] = field(default_factory=dict)
    """By the levels of sections."""
    configurations: dict[str, str] = field(default_factory=dict)
    """By the ids of configurations."""
    attributions: dict[str, str] = field(default_factory=dict)
    """By the ids of imagery sets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedGroup(Model):
    """What the labels of a group resolve to, in their order."""

    labels: list[TriedLabel]


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedLabel(Model):
    """What a label resolves to, and whether that is right as far as is known."""

    status: Literal["ambiguous", "matched", "section_only", "unmatched"]
    keys: list[str]
    """The key, or those of several seats. Empty: it is not matched."""
    expected: list[str] | None = None
    """The keys of `expect`, where a ref is replaced by the key of its seat. Empty: the label should be
    declined. Absent: `expect` was not sent, or the venue has no such place."""
    verdict: Literal["open", "right", "wrong"]
    """`right`: it resolves, or is declined, as expected, or resolves where nothing is known. `wrong`: it
    resolves to another place than the file states. `open`: it does not resolve."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedRules(Model):
    """Rules that are tried in place of the stored ones."""

    layout: Layout | None = None
    seat_keys: SeatKeys | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadedImage(Model):
    """An image of a venue. Its addresses are signed and need no key; they are valid until `expiresAt`."""

    name: str
    content_type: str
    """The media type, detected from the content."""
    width: int
    height: int
    size_bytes: int
    """The size without metadata, which are removed."""
    sha256: str
    """The hash of the uploaded bytes, in hexadecimal."""
    tiles: TileGrid | None
    """The tiles of a panorama with a width of 4096 pixels or more; null for other images."""
    url: str
    preview_url: str
    """A JPEG with at most 1024 pixels per side."""
    tiles_url_template: str | None
    """The address of a tile, with {column} and {row} for its indexes, which start at 0."""
    expires_at: datetime
    used_by: list[ImageUse]
    """The parts of the venue's record that refer to it."""
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class UsesOfDay(Model):
    """The number of requests on one day that used a key without its secret."""

    day: str
    """The day, in UTC."""
    requests: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Venue(Model):
    """A venue as the API returns it. A grantee sees its own aliases in place of the owner's."""

    venue_id: str
    tenant_id: str
    """The owner."""
    name: str
    timezone: str
    aliases: list[Alias]
    imagery_sets: list[ImagerySet]
    rules: VenueRules
    ads: list[Ad]
    viewer_defaults: ViewerDefaults
    image_links: ImageLinks
    translations: dict[str, Translation]
    """By languages, as tags such as `de` or `pt-BR`. Previews, descriptions and plans have the names of
    the locale that is asked for, and labels may use the names of sections in any of the languages. At
    most 20,000 names in all."""
    seat_count: int
    """The number of seats of the layout."""
    created_at: datetime
    updated_at: datetime
    version: int
    archived_at: datetime | None = None
    """Since when it is archived, or the tenant that owns it. Null: it is not."""
    etag: str = field(default="", compare=False, metadata={"header": "ETag"})
    """The version of the record for `if_match`. It is empty for a record of a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueImport(Model):
    """A record that was read from a file and stored nowhere, and what became of each part of the file."""

    record: ImportedRecord
    report: ImportReport
    questions: list[Question]
    """What the file leaves open, the least sure first, at most five. Each has been assumed in the record;
    send the file again with `answers` for another choice."""
    over: KeptWork | None
    """With `over` alone: what is kept of the venue."""
    warnings: list[LabelWarning]
    """Names of the record that, printed on a ticket, would not lead to their own place: at most 100. They
    are no part of the record, and nothing is refused because of them. An extension of the interface."""
    warnings_count: int
    """How many warnings there are in all."""
    sections_not_checked: int
    """The number of sections whose names were not tried, since that would have taken too long. 0: all
    were."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueLevel(Model):
    """A level of the venue. Its height is added to the elevation of every section of it."""

    name: str
    height_m: float
    """Of its floor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueRules(Model):
    """The seats of the venue, and the rules by which labels are resolved to them."""

    layout: Layout = field(default_factory=lambda: Layout.from_json({}))
    seat_keys: SeatKeys = field(default_factory=lambda: SeatKeys.from_json({"rules": [], "examples": []}))


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueSummary(Model):
    """A venue in a list, without its record."""

    venue_id: str
    tenant_id: str
    """The owner."""
    name: str
    created_at: datetime
    updated_at: datetime
    version: int
    archived_at: datetime | None = None
    """Since when it is archived, or the tenant that owns it. Null: it is not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionSummary(Model):
    """A kept version of a venue's record."""

    version: int
    published_at: datetime
    published_by: str | None
    """The keyId that published it, or `operator` for the command line. Null: not known."""
    message: str | None
    seats: int | None
    """The number of seats. Null: not known, since an earlier release published it."""
    restored_from: int | None
    """The version that was published again by this one."""
    is_published: bool
    """Whether this is the version that buyers see."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewerDefaults(Model):
    """The initial settings of the viewer, which the buyer can change."""

    field_of_view_deg: float | None = None
    start_yaw_deg: float | None = None
    start_pitch_deg: float | None = None
    auto_rotate: bool | None = None
    reduced_motion: Literal["always", "system"] | None = None
    """`system`: as the buyer's device says."""
    theme: Literal["dark", "light", "system"] | None = None
    locale: str | None = None
    mood: Literal["concert", "daylight", "floodlights", "house_lights"] | None = None
    """How the hall is lit, where its configuration does not say."""
    best_views: list[BestView] | None = None
    """The first entry for a configuration counts. Default: by what people look at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook(Model):
    """A webhook as the API returns it: everything but its secrets."""

    webhook_id: str
    tenant_id: str
    url: str
    """Where deliveries are sent: https, with any port that browsers connect to, and without a user name or
    a fragment. An address that is not public is refused."""
    label: str
    """A name for the webhook, for people to read."""
    types: (
        list[
            Literal[
                "grant.ended",
                "grant.given",
                "image.deleted",
                "image.uploaded",
                "key.created",
                "key.revoke_cancelled",
                "key.revoke_scheduled",
                "key.revoked",
                "key.rotated",
                "key.updated",
                "venue.archived",
                "venue.deleted",
                "venue.published",
                "venue.restored",
                "venue.unarchived",
            ]
            | Literal["events.summary"]
        ]
        | None
    )
    """The types that it hears of, at least one. Null: all but `events.summary`. It always hears of `ping`."""
    venues: list[str] | None
    """It hears only of these venues, and of keys that are restricted to some of them. Null: of all that
    its tenant may see."""
    active: bool
    """Whether deliveries are made. False: it hears of nothing."""
    disabled_reason: Literal["failing", "gone", "key_revoked", "requested"] | None
    """Why it is not active. `requested`: a request set `active` to false. `key_revoked`: the key that made
    it or changed it last was revoked. `gone`: its address answered 410. `failing`: every delivery
    failed for five days."""
    disabled_at: datetime | None
    created_by: str
    """The keyId that made it, or the one that a rotation has put in its place; `operator` for the command
    line."""
    changed_by: str
    """The same for its last change."""
    old_secret_until: datetime | None
    """Until when deliveries are signed with the secret before the last rotation too."""
    failing_since: datetime | None
    """Since when every delivery has failed. Changes neither version nor ETag."""
    created_at: datetime
    updated_at: datetime
    version: int
    """Is 1 at first and grows by 1 with every change. The ETag is made from it."""
    etag: str = field(default="", compare=False, metadata={"header": "ETag"})
    """The version of the record for `if_match`. It is empty for a record of a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights(Model):
    """How much each part of a score counts, relative to the others."""

    distance: float = 4.0
    """How near the eyes are to the distance and the height from which the event is watched best: half as
    near is worth half, and twice as far a quarter. `viewerDefaults.bestViews` states them."""
    angle: float = 2.0
    """In front of the stage or screen is better, or level with the middle of a pitch: 60 degrees to the
    side are worth 0."""
    c_value: float = 1.0
    """The view over the row in front: 120 millimetres are worth all of it."""
    obstruction: float = 6.0
    """How much of the stage, screen or field is seen; of the first tenth that is hidden, half counts. A
    seat with a restricted view gets 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatedKey(ApiKey):
    """A new key with its plaintext, which has to be saved now."""

    plaintext: str | None = field(repr=False)
    """The secret, shown here once and never again. Null: a keyless key has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuedSession(Session):
    """A session with its token, which no other response contains."""

    token: str = field(repr=False)
    """The page sends it with its requests, as `Authorization: Bearer st_...`."""
    viewer_url: str = field(repr=False)
    """The address of the viewer, for a frame or a new tab."""
    embed_html: str = field(repr=False)
    """An iframe with the viewer, for pages that the key's embedFrameAncestors allow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptVersion(VersionSummary):
    """A kept version with its record."""

    record: PublishedRecord
    images_gone: list[str]
    """Images that the record names and that do not exist, at most 1000."""
    images_gone_count: int
    """How many these are in all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoredVersion(PublishedVersion):
    """A version that was published again, and what that changed for buyers."""

    restored_from: int
    """The version whose record it is."""
    images_left_out: list[str]
    """Images that the version names and that do not exist. The new record is without."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RotatedKey(ApiKey):
    """The replacement of a rotated key with its plaintext, which has to be saved now."""

    plaintext: str = field(repr=False)
    """The secret, shown here once and never again."""
    previous: PreviousKey
    warnings: list[RotationWarning]
    """What stops working at `previous.revokeAt`. An extension of the interface."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedVenue(Venue):
    """A venue whose record was just written. It is the same as when it is read, unless there are warnings
    about its names, sections that were not checked, or findings about its hall: then the last four
    members are there."""

    warnings: list[LabelWarning] | None = None
    """Names of the record that, printed on a ticket, would not lead to their own place: at most 100. They
    are no part of the record, and nothing is refused because of them. An extension of the interface."""
    warnings_count: int | None = None
    """How many warnings there are in all."""
    sections_not_checked: int | None = None
    """The number of sections whose names were not tried, since that would have taken too long. 0: all
    were."""
    findings: list[HallFinding] | None = None
    """What is hardly true of the hall, the gravest first, as an import would say it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionChanges(ChangesForBuyers):
    """What changes for buyers from the version `since` to the version `version`."""

    version: int
    since: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookWithSecret(Webhook):
    """A webhook with its new secret, which has to be saved now."""

    secret: str
    """The secret that deliveries are signed with, shown here once and never again: `whsec_` and base64, as
    Standard Webhooks has it."""
