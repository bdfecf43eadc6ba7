"""Types of the operations on seats: queries, request bodies and responses."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.imagery.model import PreviewLevel, PreviewTiles
from seatpreview.labels.label_rules import LABEL_CHARACTERS_MAX, LabelParts, LabelText
from seatpreview.labels.minimum_confidence import MIN_CONFIDENCE_DEFAULT
from seatpreview.labels.model import Level, NamedSeats, Parts, Place, Status
from seatpreview.layouts.model import Mood, PlaceName, SeatProperty
from seatpreview.seats.provenance_model import Provenance
from seatpreview.seats.sightline_model import Sightline
from seatpreview.seats.still_model import PreviewStill
from seatpreview.sessions.model import Session
from seatpreview.values.clock import Time
from seatpreview.values.ids import VenueId
from seatpreview.values.locales import Locale
from seatpreview.values.validated_text import Name
from seatpreview.venues.imagery_kinds import ImageryKind
from seatpreview.venues.model import ADS_SHOWN_MAX, ViewerDefaults

VenueName = Annotated[
    Name, Meta(description="The venue's id, or an alias of it. Default: the session's venue.")
]
ConfigurationId = Annotated[
    PlaceName,
    Meta(
        description=(
            "The id of a configuration, or `none` for the bare hall. Default: the session's, or else the "
            "default of the venue."
        )
    ),
]
AskedLabel = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LABEL_CHARACTERS_MAX,
        description=(
            "Any label, as a ticketing system writes it, of one seat or of several seats of a row, or a key "
            "such as `104/C/7`; in a section without rows, `BoxA//3`."
        ),
        extra_json_schema={"pattern": r"^[^\u0000-\u001f\u007f-\u009f]*$", "examples": ["101/C/4"]},
    ),
]

MinConfidence = Annotated[
    float,
    Meta(
        ge=0,
        le=1,
        description=(
            "The least confidence that an answer needs. What is below it is `unmatched`, and among the "
            "alternatives. A confidence is the share of answers like it that were right when this was "
            "measured; a key of a seat has the confidence 1. The default is what pays if a wrong seat does "
            "as much harm as five right ones do good."
        ),
    ),
]


AsDraft = Annotated[
    bool,
    Meta(
        description=(
            "Whether the venue is shown as its draft says: for secret keys of its owner. A session that was "
            "made for a draft always shows it. Extension."
        )
    ),
]


class PreviewQuery(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    gc=False,
    cache_hash=True,
    rename="camel",
):
    """The query of previewSeat."""

    venue: VenueName | UnsetType = UNSET
    seat: AskedLabel
    configuration: ConfigurationId | UnsetType = UNSET
    locale: (
        Annotated[
            Locale,
            Meta(
                description=(
                    "The language of the description and its units of measure. Default: the session's, or "
                    "the venue's."
                )
            ),
        ]
        | UnsetType
    ) = UNSET
    min_confidence: MinConfidence = MIN_CONFIDENCE_DEFAULT
    with_neighbours: Annotated[
        bool, Meta(description="Whether the previews of the adjacent seats are added, at most four.")
    ] = False
    with_session: Annotated[
        bool, Meta(description="Whether the session of the token is added, as in `GET /caller`.")
    ] = False
    draft: AsDraft = False


class PlanQuery(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The query of getPlan."""

    venue: VenueName | UnsetType = UNSET
    configuration: ConfigurationId | UnsetType = UNSET
    locale: (
        Annotated[Locale, Meta(description="The language of names. Default: the session's, or the venue's.")]
        | UnsetType
    ) = UNSET
    draft: AsDraft = False


class PreviewVenue(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """The venue of a preview."""

    venue_id: VenueId
    name: str
    timezone: str


NameLocale = Annotated[
    str,
    Meta(
        description="The language of the name, as `viewerDefaults.locale` of the venue says it. Absent: the "
        "name is translated, or its language is not known. Extension."
    ),
]


class PreviewConfiguration(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """A configuration of the venue."""

    id: str
    name: str | None
    mood: Annotated[Mood | None, Meta(description="How the hall is lit, if the configuration says it.")]
    name_locale: NameLocale | UnsetType = UNSET


SeatProperties = Annotated[
    tuple[SeatProperty, ...], Meta(description="What the seat is or has, as the venue says. Extension.")
]
SeatRefText = Annotated[
    str | None, Meta(description="The id that another system has for the seat. Extension.")
]
ViewNote = Annotated[
    str, Meta(description="With `restrictedView`: what is in the way, in the venue's words. Extension.")
]


class PreviewCategory(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A category of seats that the venue defines."""

    id: str
    name: str | None
    colour: Annotated[str | None, Meta(description="As `#rrggbb`.")]


class PreviewSeat(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """The section, row or seat of a preview, down to the level that the label names."""

    key: str
    section: str
    row: Annotated[str | None, Meta(description="Null for a section, and for a seat of one without rows.")]
    seat: str | None
    level: Level
    section_name: str
    level_name: Annotated[str | None, Meta(description="The part of the venue, such as 'Upper Deck'.")]
    properties: SeatProperties = ()
    category: Annotated[PreviewCategory | None, Meta(description="Extension.")] = None
    ref: SeatRefText = None
    view_note: ViewNote | UnsetType = UNSET
    section_name_locale: NameLocale | UnsetType = UNSET
    level_name_locale: NameLocale | UnsetType = UNSET


class PreviewResolution(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How the label was resolved. `section_only`: the section does not have the row or seat that it names."""

    status: Literal["matched", "section_only"]
    level: Level
    confidence: float


class PreviewImagery(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """The image of a preview. Its addresses need no credentials and are valid until `expiresAt`."""

    set_id: str
    kind: ImageryKind
    url: str
    preview_url: Annotated[str | None, Meta(description="A small version, to be shown first.")]
    tiles: PreviewTiles | None
    levels: Annotated[
        tuple[PreviewLevel, ...],
        Meta(
            description="The tiles of a panorama at several levels of zoom, the smallest first; the last one "
            "may be that of `tiles`. Empty where there are none."
        ),
    ]
    width: int | None
    height: int | None
    attribution: str
    expires_at: Annotated[
        Time | None, Meta(description="Null: the image is served elsewhere, and its address does not expire.")
    ]


class Orientation(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The initial viewing direction in degrees: `yaw` to the right and `pitch` up from the picture's middle.

    For a drawing, `yaw` is the compass bearing, where y is north.
    """

    yaw: Annotated[float, Meta(gt=-180, le=180)]
    pitch: Annotated[float, Meta(ge=-90, le=90)]
    fov: Annotated[float, Meta(ge=20, le=120, description="The field of view.")]


class PreviewDrawing(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What holds if the viewer draws the view, in place of the image or for lack of one."""

    orientation: Orientation
    description: Annotated[str, Meta(description="The preview in words, with the drawing as its picture.")]
    still: Annotated[PreviewStill | None, Meta(description="Null: there is none yet. Extension.")] = None


class PreviewNeighbours(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """Keys of the adjacent seats, for a person who sits where the view is from and faces the focus."""

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


class PreviewEye(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The position of the eyes in metres: x to the east, y to the north, z up."""

    x: float
    y: float
    z: float


class Preview(msgspec.Struct, frozen=True, kw_only=True, eq=False, rename="camel", gc=False):
    """The view from a seat, a row or a section; of several seats, the view from the middle one."""

    venue: PreviewVenue
    configuration: PreviewConfiguration | None
    mood: Annotated[
        Mood | None,
        Meta(description="How the hall is lit: by the configuration, or else by the viewer defaults."),
    ]
    seat: Annotated[
        PreviewSeat, Meta(description="What the label names; where it names several seats, the first.")
    ]
    seats: NamedSeats | UnsetType = UNSET
    view_from: (
        Annotated[
            str,
            Meta(
                description=(
                    "The key of the seat that the view is from, where the label does not name one seat. Of "
                    "several seats it is the middle one, of an even number the first of the two in the "
                    "middle; of a row or a section, a seat near its middle that nothing hides the focus "
                    "from. Imagery, sight line and neighbours are those of this seat. Absent for a seat, and "
                    "where the seats of the section or their positions are not known."
                )
            ),
        ]
        | UnsetType
    ) = UNSET
    eye: Annotated[
        PreviewEye | None,
        Meta(description="Where the view is from. Null: the layout does not say where the section is."),
    ]
    resolution: PreviewResolution
    imagery: Annotated[PreviewImagery | None, Meta(description="Null: the viewer draws the view.")]
    provenance: Provenance
    orientation: Orientation
    sightline: Sightline
    description: Annotated[
        str, Meta(description="The whole preview in words, for screen readers. It speaks of `imagery`.")
    ]
    drawing: Annotated[
        PreviewDrawing | None,
        Meta(
            description=(
                "What holds instead of `orientation` and `description` where the viewer draws the view. "
                "Null: the position of the seat is not known, and the view cannot be drawn."
            )
        ),
    ]
    neighbours: PreviewNeighbours
    ads: Annotated[
        tuple[ShownAd, ...],
        Meta(
            max_length=ADS_SHOWN_MAX,
            description="Ads that run now in the section of the seat, in the order of the venue's record: "
            f"the first {ADS_SHOWN_MAX} of them.",
        ),
    ]
    viewer_defaults: ViewerDefaults
    session: (
        Annotated[
            Session | None,
            Meta(description="With `withSession`: the session of the token. Null: no token was presented."),
        ]
        | UnsetType
    ) = UNSET
    neighbour_previews: (
        Annotated[
            tuple["Preview", ...],
            Meta(
                description="With `withNeighbours`: the previews of the seats in `neighbours`, in that order."
            ),
        ]
        | UnsetType
    ) = UNSET


class ResolveSeatsRequest(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"
):
    """Labels to resolve."""

    venue: VenueName | UnsetType = UNSET
    labels: Annotated[tuple[LabelText | LabelParts, ...], Meta(min_length=1, max_length=500)]
    min_confidence: MinConfidence = MIN_CONFIDENCE_DEFAULT
    draft: AsDraft = False


class ResolvedLabel(msgspec.Struct, frozen=True, kw_only=True):
    """A label, and the place that it names, the seats, or the places that it could name."""

    label: str | Parts
    status: Status
    level: Level | None
    seat: Place | None
    seats: NamedSeats | UnsetType = UNSET
    confidence: float
    alternatives: tuple[Place, ...]
    trace: Annotated[
        tuple[str, ...], Meta(description="How the label was resolved, step by step, for people to read.")
    ]


class ResolvedSeats(msgspec.Struct, frozen=True, kw_only=True):
    """The result of each label, in the order of the request."""

    results: list[ResolvedLabel]
