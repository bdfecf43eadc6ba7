"""What the Seats operations take and answer."""

from typing import Annotated, Literal, Self

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.clock import Time
from seatpreview.cursors import NextCursor, PageQuery
from seatpreview.ids import VenueId
from seatpreview.labels.model import Level, Parts, Place, Status
from seatpreview.labels.seat_keys import LABEL_CHARACTERS_MAX, LabelParts, LabelText
from seatpreview.layouts.compiled import CompiledConfiguration
from seatpreview.layouts.model import ObstructionKind, PlaceName
from seatpreview.problems import MemberFault
from seatpreview.sessions.model import Locale
from seatpreview.validated_text import Name
from seatpreview.venues.imagery_kinds import ImageryKind
from seatpreview.venues.model import ViewerDefaults

Match = Literal["seat", "row", "section", "venue"]
Source = Literal[ImageryKind, "drawing"]

VenueName = Annotated[Name, Meta(description="The venue's id, or an alias of it. A session knows its own.")]
ConfigurationId = Annotated[PlaceName, Meta(description="Default: the session's, or none.")]
AskedLabel = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LABEL_CHARACTERS_MAX,
        description="Any label, as a ticketing system writes it, or a key such as `104/C/7`.",
        extra_json_schema={"pattern": r"^[^\u0000-\u001f\u007f-\u009f]*$", "examples": ["101/C/4"]},
    ),
]


class PreviewQuery(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False, cache_hash=True
):
    venue: VenueName | UnsetType = UNSET
    seat: AskedLabel
    configuration: ConfigurationId | UnsetType = UNSET
    locale: (
        Annotated[Locale, Meta(description="Of the description. Default: the session's, or the venue's.")]
        | UnsetType
    ) = UNSET


class PreviewVenue(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """The venue of a preview."""

    venue_id: VenueId
    name: str
    timezone: str


class PreviewConfiguration(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The way of using the venue that a preview is for."""

    id: str
    name: str | None

    @classmethod
    def of(cls, configuration: CompiledConfiguration) -> Self:
        return cls(id=configuration.id, name=configuration.name or None)


class PreviewSeat(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """The place of a preview, as deep as the label goes."""

    key: str
    section: str
    row: str | None
    seat: str | None
    level: Level
    section_name: str
    level_name: Annotated[str | None, Meta(description="The part of the venue: 'Upper Deck'.")]


class PreviewResolution(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How the label was read. `section_only`: the row or seat that it names is not there."""

    status: Literal["matched", "section_only"]
    level: Level
    confidence: float


class PreviewTiles(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A panorama in pieces of the same size, for large screens."""

    columns: int
    rows: int
    url: Annotated[str, Meta(description="Of a tile, with `{column}` and `{row}` in it, both from 0 on.")]


class PreviewImagery(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """The picture. Its addresses need no credentials, and work until `expiresAt`."""

    set_id: str
    kind: ImageryKind
    url: str
    preview_url: Annotated[str | None, Meta(description="A small version, to be shown first.")]
    tiles: PreviewTiles | None
    width: int | None
    height: int | None
    attribution: str
    expires_at: Annotated[Time | None, Meta(description="Null: the picture lies elsewhere.")]


class Provenance(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """What the picture is, and from where it was taken."""

    source: Annotated[Source, Meta(description="`drawing`: there is no picture; the viewer draws the view.")]
    match: Annotated[
        Match | None, Meta(description="What the picture is of: the seat itself, its row, section or venue.")
    ]
    borrowed_from: Annotated[
        str | None, Meta(description="The key of the place that it shows the view from, where it is another.")
    ]
    distance_m: Annotated[float | None, Meta(description="How far from the place it was taken.")]


class Orientation(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Where to look first, in degrees: `yaw` to the right and `pitch` up from the picture's middle.

    Of a drawing, `yaw` is the bearing on a compass on which y is north.
    """

    yaw: Annotated[float, Meta(gt=-180, le=180)]
    pitch: Annotated[float, Meta(ge=-90, le=90)]
    fov: Annotated[float, Meta(ge=20, le=120, description="Field of view.")]


class SeenObstruction(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A body that stands between the eyes and the focus."""

    id: str
    name: str | None
    kind: ObstructionKind


class Sightline(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """The line from the eyes to the focus. Null: not known, for lack of geometry."""

    distance_m: float | None
    elevation_m: Annotated[float | None, Meta(description="Of the eyes above the focus.")]
    c_value_mm: Annotated[
        int | None,
        Meta(description="How far above the eyes of the row in front it passes. Null in the first row."),
    ]
    obstructions: tuple[SeenObstruction, ...]


class PreviewNeighbours(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """Keys of the seats beside, as seen by who sits there and faces the focus."""

    left: str | None = None
    right: str | None = None
    in_front: str | None = None
    behind: str | None = None


class ShownAd(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """An ad that applies now."""

    id: str
    slot: str
    image_url: str
    alt: str
    click_url: str
    until: Time | None


class Preview(msgspec.Struct, frozen=True, kw_only=True, eq=False, rename="camel"):
    """What the buyer sees from a place."""

    venue: PreviewVenue
    configuration: PreviewConfiguration | None
    seat: PreviewSeat
    resolution: PreviewResolution
    imagery: Annotated[PreviewImagery | None, Meta(description="Null: the viewer draws the view.")]
    provenance: Provenance
    orientation: Orientation
    sightline: Sightline
    description: Annotated[str, Meta(description="All of it in words, for a screen reader to speak.")]
    neighbours: PreviewNeighbours
    ads: list[ShownAd]
    viewer_defaults: ViewerDefaults


class ResolveSeatsRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Labels to resolve."""

    venue: VenueName | UnsetType = UNSET
    labels: Annotated[tuple[LabelText | LabelParts, ...], Meta(min_length=1, max_length=500)]


class ResolvedLabel(msgspec.Struct, frozen=True, kw_only=True):
    """A label, and the place that it names or could name."""

    label: str | Parts
    status: Status
    level: Level | None
    seat: Place | None
    confidence: float
    alternatives: tuple[Place, ...]
    trace: Annotated[tuple[str, ...], Meta(description="How it was read, step by step, for people.")]


class ResolvedSeats(msgspec.Struct, frozen=True, kw_only=True):
    """What became of each label, in the order in which they were sent."""

    results: list[ResolvedLabel]


class ListSeats(PageQuery, kw_only=True):
    limit: Annotated[int, Meta(ge=1, le=1000, description="Entries of a page at most.")] = 100
    venue: VenueName | UnsetType = UNSET
    section: Annotated[PlaceName, Meta(description="Of this section alone, by its id.")] | UnsetType = UNSET
    row: Annotated[PlaceName, Meta(description="Of this row alone; needs `section`.")] | UnsetType = UNSET
    configuration: (
        Annotated[PlaceName, Meta(description="Without the sections that it closes. Default: the session's.")]
        | UnsetType
    ) = UNSET

    def __post_init__(self) -> None:
        if self.row is not UNSET and self.section is UNSET:
            raise MemberFault("row", "needs the section that it is in")


class SeatList(msgspec.Struct, frozen=True, kw_only=True, eq=False, rename="camel"):
    """A page of seats, in the order of the layout."""

    data: list[Place]
    next_cursor: NextCursor
