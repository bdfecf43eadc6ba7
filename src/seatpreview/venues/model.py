"""Types of venues: the record and its parts, request bodies and responses."""

import re
import zoneinfo
from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal, Self, cast

import ada_url
import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.imports.model import HallFinding, ReportItem
from seatpreview.labels.label_rules import SeatKeys
from seatpreview.layouts.model import NO_LABEL, Layout, Mood, PlaceName
from seatpreview.problems import Fault, MemberFault
from seatpreview.results import NextCursor, PageQuery, etag_of
from seatpreview.values.clock import Time
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.values.locales import Locale
from seatpreview.values.validated_text import Label, Name, ValidatedText
from seatpreview.values.web_hosts import check_host
from seatpreview.venues.imagery_kinds import ImageryKind
from seatpreview.venues.translations import Translations

Degrees = Annotated[float, Meta(ge=-360, le=360)]
Metres = Annotated[float, Meta(ge=-2000, le=2000)]
WARNINGS_LISTED_MAX = 100
"""The most warnings that an answer lists. All are counted."""
WarningsCount = Annotated[int, Meta(ge=0, description="How many warnings there are in all.")]
Findings = Annotated[
    tuple[HallFinding, ...],
    Meta(description="What is hardly true of the hall, the gravest first, as an import would say it."),
]
SectionsNotChecked = Annotated[
    int,
    Meta(
        ge=0,
        description=(
            "The number of sections whose names were not tried, since that would have taken too long. 0: all "
            "were."
        ),
    ),
]


class LabelWarning(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """A label with a name of the record itself that does not lead to the place of this name. A record with
    such names is stored all the same."""

    pointer: Annotated[
        str, Meta(description="JSON Pointer to the member of the record that names the place.")
    ]
    label: Annotated[
        str,
        Meta(
            description="The name or the id of a section, or the name with a row and a seat of the section."
        ),
    ]
    resolved_to: Annotated[
        str | None, Meta(description="The key of the place that the label leads to. Null: to none.")
    ]
    reason: Annotated[str, Meta(description="Why that is so, and what to do about it.")]


Warnings = Annotated[
    tuple[LabelWarning, ...],
    Meta(
        description=(
            "Names of the record that, printed on a ticket, would not lead to their own place: at most "
            f"{WARNINGS_LISTED_MAX}. They are no part of the record, and nothing is refused because of them. "
            "An extension of the interface."
        )
    ),
]


class FoundWarnings(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The warnings about a record."""

    warnings: tuple[LabelWarning, ...] = ()
    warnings_count: int = 0
    sections_not_checked: int = 0
    findings: tuple[HallFinding, ...] = ()


class StoredWarnings(FoundWarnings, frozen=True, kw_only=True, rename="camel"):
    """The warnings about a draft as they are stored with it, and the names that they are about."""

    names_id: str = ""


NO_WARNINGS = FoundWarnings()


class ImageLinks(
    msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True, omit_defaults=True
):
    """Links to preview images of the venue, which anybody who has one may fetch without a key."""

    generation: Annotated[
        int,
        Meta(
            ge=0,
            le=1_000_000_000,
            description=(
                "Raising it ends all links that were made before. It cannot be lowered, since those would "
                "work again; a record that is sent without `imageLinks` keeps it."
            ),
        ),
    ] = 0


NO_IMAGE_LINKS = ImageLinks()
"""Those of a record that says nothing about links."""


def image_links_faults(sent: ImageLinks, stored: ImageLinks) -> Iterator[Fault]:
    """Yields a fault where the number is lower than the stored one, which would bring links back to life."""
    if sent.generation < stored.generation:
        detail = f"must not be lower than {stored.generation}; links that were ended would work again"
        yield Fault(pointer="/imageLinks/generation", detail=detail)


class Timezone(ValidatedText):
    """A time zone by its name in the IANA database."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "format": "time-zone",
        "minLength": 1,
        "maxLength": 64,
        "examples": ["Europe/Berlin"],
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        if text != "UTC" and text not in zoneinfo.available_timezones():
            raise ValueError("is not the name of a time zone; write for example 'Europe/Berlin'")
        return cls(text)


class HttpsUrl(ValidatedText):
    """An absolute https address. The service never fetches it."""

    __slots__ = ()

    characters_max: ClassVar[int] = 2000
    schemes: ClassVar[tuple[str, ...]] = ("https:",)
    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "format": "https-url",
        "maxLength": characters_max,
        "examples": ["https://shop.example/tickets"],
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks length, characters and scheme, and returns the address in its normal form."""
        most = cls.characters_max
        if len(text) > most or any(character.isspace() or character < " " for character in text):
            raise ValueError(f"must be an https address of at most {most} characters without white space")
        try:
            url = ada_url.URL(text)
        except ValueError:
            raise ValueError("is not an address; write for example 'https://shop.example/tickets'") from None
        if url.protocol not in cls.schemes or url.username or url.password:
            raise ValueError("must start with 'https://' and hold no user name")
        check_host(url)
        if len(url.href) > most:
            raise ValueError(f"has more than {most} characters when it is percent-encoded")
        return cls(url.href)


class RecordPart(
    msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True, omit_defaults=True
):
    """A part of the record. Responses have the members that were sent, without defaults for the others."""


class Alias(RecordPart, frozen=True, kw_only=True):
    """A name for the venue; with `section` it is a name for that section, and with `row` for that row."""

    name: Name
    section: Annotated[PlaceName, Meta(description="The section's id.")] | UnsetType = UNSET
    row: Annotated[PlaceName, Meta(description="The row's id.")] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.row is not UNSET and self.section is UNSET:
            raise MemberFault("row", "needs the section that it is in")


class Covers(RecordPart, frozen=True, kw_only=True):
    """The seats whose view an image shows: those of the venue, a section or rows, or seats of one row or of a
    section without rows."""

    section: PlaceName | UnsetType = UNSET
    rows: Annotated[tuple[PlaceName, ...], Meta(max_length=1000)] = ()
    seats: Annotated[tuple[PlaceName, ...], Meta(max_length=1000)] = ()

    def __post_init__(self) -> None:
        if self.rows and self.section is UNSET:
            raise MemberFault("rows", "need the section that they are in")
        if self.seats and self.section is UNSET:
            raise MemberFault("seats", "need the section that they are in")
        if len(self.rows) > 1 and self.seats:
            raise MemberFault("seats", "need exactly one row that they are in")


class Pose(RecordPart, frozen=True, kw_only=True):
    """The position and direction of the camera."""

    x: Metres | UnsetType = UNSET
    y: Metres | UnsetType = UNSET
    z: Metres | UnsetType = UNSET
    yaw_deg: Degrees = 0.0
    pitch_deg: Annotated[float, Meta(ge=-90, le=90)] = 0.0


class ObjectName(ValidatedText):
    """The name of an image that was uploaded for the venue."""

    __slots__ = ()

    spans_segments = True

    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "format": "object-name",
        "minLength": 1,
        "maxLength": 200,
        "examples": ["north/row-a.jpg"],
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        parts = text.split("/")
        if not 1 <= len(text) <= 200 or not all(_PLAIN.fullmatch(part) for part in parts):
            raise ValueError("must be letters, digits, '.', '_', '-' and single slashes, 1 to 200 characters")
        return cls(text)


class Image(RecordPart, frozen=True, kw_only=True):
    """An image that was uploaded (`object`) or is served elsewhere (`url`), and the seats that it is for."""

    object: ObjectName | UnsetType = UNSET
    url: HttpsUrl | UnsetType = UNSET
    covers: Covers = Covers()
    pose: Pose | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.object is UNSET) == (self.url is UNSET):
            raise MemberFault("object", "or url is needed, and not both")


class ImagerySet(RecordPart, frozen=True, kw_only=True):
    """Images of one kind, for all configurations or for one."""

    id: PlaceName
    kind: ImageryKind
    configuration: (
        Annotated[PlaceName, Meta(description="The configuration of the images. Absent: all of them.")]
        | UnsetType
    ) = UNSET
    attribution: Label = NO_LABEL
    images: Annotated[tuple[Image, ...], Meta(max_length=50_000)] = ()


ADS_SHOWN_MAX = 20
"""The most ads of one preview. The viewer shows one, and pages of a shop's own making have a few slots."""


class Ad(RecordPart, frozen=True, kw_only=True):
    """An image that is shown beside the view, and the address that a click on it opens."""

    id: PlaceName
    slot: PlaceName
    image: ObjectName
    alt: Name
    click_url: HttpsUrl
    from_: Time | UnsetType = msgspec.field(default=UNSET, name="from")
    until: Time | UnsetType = UNSET
    sections: Annotated[
        tuple[PlaceName, ...],
        Meta(max_length=5000, description="The sections in which the ad is shown. Empty: all of them."),
    ] = ()

    def __post_init__(self) -> None:
        if isinstance(self.from_, datetime) and isinstance(self.until, datetime) and self.until <= self.from_:
            raise MemberFault("until", "must be later than from")


NearAndFar = Annotated[
    tuple[Annotated[float, Meta(gt=0, le=400)], ...],
    Meta(min_length=2, max_length=2, description="From the eyes to the focus: the nearest and the farthest."),
]
LowAndHigh = Annotated[
    tuple[Annotated[float, Meta(ge=-50, le=100)], ...],
    Meta(
        min_length=2,
        max_length=2,
        description=(
            "Of the eyes above the floor of the stage, the ground of the field or the lower edge of the "
            "screen: the lowest and the highest."
        ),
    ),
]


class BestView(RecordPart, frozen=True, kw_only=True):
    """From how far and how high something is watched best. `findBestSeats` prefers such seats."""

    configuration: Annotated[
        PlaceName | None,
        Meta(description="The id of a configuration. Default: all that no entry before names."),
    ] = None
    distance_m: NearAndFar
    height_m: LowAndHigh

    def __post_init__(self) -> None:
        for name, (low, high) in (("distanceM", self.distance_m), ("heightM", self.height_m)):
            if low > high:
                raise MemberFault(name, "must begin with the smaller number")


class ViewerDefaults(RecordPart, frozen=True, kw_only=True):
    """The initial settings of the viewer, which the buyer can change."""

    field_of_view_deg: Annotated[float, Meta(ge=20, le=120)] | UnsetType = UNSET
    start_yaw_deg: Degrees | UnsetType = UNSET
    start_pitch_deg: Annotated[float, Meta(ge=-90, le=90)] | UnsetType = UNSET
    auto_rotate: bool | UnsetType = UNSET
    reduced_motion: (
        Annotated[Literal["system", "always"], Meta(description="`system`: as the buyer's device says.")]
        | UnsetType
    ) = UNSET
    theme: Literal["light", "dark", "system"] | UnsetType = UNSET
    locale: Locale | UnsetType = UNSET
    mood: (
        Annotated[Mood, Meta(description="How the hall is lit, where its configuration does not say.")]
        | UnsetType
    ) = UNSET
    best_views: (
        Annotated[
            tuple[BestView, ...],
            Meta(
                max_length=100,
                description="The first entry for a configuration counts. Default: by what people look at.",
            ),
        ]
        | UnsetType
    ) = UNSET


class VenueRules(RecordPart, frozen=True, kw_only=True):
    """The seats of the venue, and the rules by which labels are resolved to them."""

    layout: Layout = Layout()
    seat_keys: SeatKeys = SeatKeys()


Aliases = Annotated[
    tuple[Alias, ...],
    Meta(max_length=5000, description="At most 200 of them are names of the venue itself."),
]


class VenueRecord(RecordPart, frozen=True, kw_only=True):
    """The part of a venue that its owner writes. A PUT replaces all of it."""

    name: Name
    timezone: Timezone = cast(Timezone, "UTC")
    aliases: Aliases = ()
    imagery_sets: Annotated[tuple[ImagerySet, ...], Meta(max_length=200)] = ()
    rules: VenueRules = VenueRules()
    ads: Annotated[
        tuple[Ad, ...],
        Meta(
            max_length=1000,
            description=f"A preview has the first {ADS_SHOWN_MAX} of those that run in the seat's section.",
        ),
    ] = ()
    viewer_defaults: ViewerDefaults = ViewerDefaults()
    image_links: ImageLinks = ImageLinks()
    translations: Translations = {}


class CreateVenueRequest(VenueRecord, frozen=True, kw_only=True):
    """The whole record of a new venue."""

    tenant_id: (
        Annotated[TenantId, Meta(description="The owner, which admin scope has to name.")] | UnsetType
    ) = UNSET


def _read_only(description: str) -> Meta:
    return Meta(description=description, extra_json_schema={"readOnly": True})


_Count = Annotated[int, Meta(ge=0, le=(1 << 53) - 1)]
_AS_READ = _read_only("As it was read, or left out. Another one: 400.")
_LATEST = _read_only("As it was read, or left out. Another one than the current: 412, as for If-Match.")
_IGNORED = _read_only("Ignored: a replacement does not change it.")

ArchivedAt = Annotated[
    Time | None, Meta(description="Since when it is archived, or the tenant that owns it. Null: it is not.")
]


class ReplaceVenueRequest(VenueRecord, frozen=True, kw_only=True):
    """The whole new record of a venue. A venue that was read can be sent as it is: what the service added to
    it may stay."""

    venue_id: Annotated[VenueId, _AS_READ] | UnsetType = UNSET
    tenant_id: Annotated[TenantId, _AS_READ] | UnsetType = UNSET
    seat_count: Annotated[_Count, _IGNORED] | UnsetType = UNSET
    created_at: Annotated[Time, _AS_READ] | UnsetType = UNSET
    updated_at: Annotated[Time, _LATEST] | UnsetType = UNSET
    version: Annotated[_Count, _LATEST] | UnsetType = UNSET
    archived_at: Annotated[Time | None, _IGNORED] | UnsetType = UNSET
    warnings: Annotated[tuple[LabelWarning, ...], _IGNORED] | UnsetType = UNSET
    warnings_count: Annotated[_Count, _IGNORED] | UnsetType = UNSET
    sections_not_checked: Annotated[_Count, _IGNORED] | UnsetType = UNSET
    findings: Annotated[tuple[HallFinding, ...], _IGNORED] | UnsetType = UNSET


class Venue(msgspec.Struct, kw_only=True, rename="camel"):
    """A venue as the API returns it. A grantee sees its own aliases in place of the owner's."""

    venue_id: VenueId
    tenant_id: Annotated[TenantId, Meta(description="The owner.")]
    name: Name
    timezone: Timezone
    aliases: tuple[Alias, ...]
    imagery_sets: tuple[ImagerySet, ...]
    rules: VenueRules
    ads: tuple[Ad, ...]
    viewer_defaults: ViewerDefaults
    image_links: ImageLinks
    translations: Translations
    seat_count: Annotated[int, Meta(ge=0, description="The number of seats of the layout.")]
    created_at: Time
    updated_at: Time
    version: int
    archived_at: ArchivedAt = None

    @property
    def etag(self) -> str:
        """The ETag of this version."""
        return etag_of(self.version)


class VenueSummary(msgspec.Struct, kw_only=True, rename="camel"):
    """A venue in a list, without its record."""

    venue_id: VenueId
    tenant_id: Annotated[TenantId, Meta(description="The owner.")]
    name: Name
    created_at: Time
    updated_at: Time
    version: int
    archived_at: ArchivedAt = None


class KeptWork(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What an import over a venue keeps of it, and what it cannot keep."""

    venue_id: VenueId
    version: Annotated[
        int,
        Meta(description="The version of the venue. Send it as If-Match of a replacement with the record."),
    ]
    kept: Annotated[
        tuple[ReportItem, ...],
        Meta(description="What the record has from the venue: heights, images, rules."),
    ]
    changed: Annotated[
        tuple[ReportItem, ...], Meta(description="What the plan changes: seats, rows and sections.")
    ]
    not_kept: Annotated[
        tuple[ReportItem, ...],
        Meta(description="What the venue has and the record does not. Empty: nothing is lost."),
    ]


class VenueBefore(msgspec.Struct, frozen=True, array_like=True):
    """The venue that a plan is imported over."""

    venue_id: str
    version: int
    document: bytes
    compiled_layout: bytes


class VenueList(msgspec.Struct, kw_only=True, rename="camel"):
    """A page of venues, newest first."""

    data: list[VenueSummary]
    next_cursor: NextCursor


class ListVenues(PageQuery, kw_only=True, rename="camel"):
    """The query of listVenues."""

    tenant_id: (
        Annotated[TenantId, Meta(description="Venues that this tenant may use: for admin scope.")] | UnsetType
    ) = UNSET
    archived: Annotated[bool, Meta(description="True: archived venues as well.")] = False


class ReplaceAliasesRequest(RecordPart, frozen=True, kw_only=True):
    """All aliases of the caller's tenant for the venue."""

    aliases: Aliases


class AliasesQuery(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """The query of replaceAliases."""

    tenant_id: (
        Annotated[TenantId, Meta(description="The tenant whose aliases are replaced: for admin scope.")]
        | UnsetType
    ) = UNSET


class OwnAliases(msgspec.Struct, kw_only=True, rename="camel"):
    """The aliases that a tenant has for a venue."""

    venue_id: VenueId
    tenant_id: TenantId
    aliases: tuple[Alias, ...]


class Grant(msgspec.Struct, kw_only=True, rename="camel"):
    """The right of a tenant to use a venue that it does not own."""

    venue_id: VenueId
    tenant_id: TenantId
    created_at: Time


class ListGrants(PageQuery, kw_only=True):
    """The query of listGrants; it has no filters of its own."""


class GrantList(msgspec.Struct, kw_only=True, rename="camel"):
    """A page of grants, newest first."""

    data: list[Grant]
    next_cursor: NextCursor


_PLAIN = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")
