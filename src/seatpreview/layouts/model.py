"""A layout as a person writes it: rules for sections, rows and seats, and what a configuration changes.

The types check each member on its own. The compiler checks that members fit each other.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from seatpreview.layouts.focus_model import Focus
from seatpreview.layouts.geometry_model import Box, Polygon, PositionedRow, SectionGeometry
from seatpreview.layouts.seat_properties import Category, SeatPropertyRule, SeatRef
from seatpreview.layouts.written_values import LayoutStruct, NameRange, PlaceName, WrittenName
from seatpreview.values.validated_text import Label, Name

SECTIONS_MAX = 5_000
ROWS_MAX = 50_000
SEATS_MAX = 250_000
ROWS_OF_A_SECTION_MAX = 1_000
PLACES_OF_A_ROW_MAX = 1_000

BARE_HALL = "none"
"""What requests send in place of a configuration to ask for the hall without any."""

NO_ROW = ""
"""The id of the row that holds the seats of a section without rows. It has no name: the key of such a seat is
'section//seat', and responses have null for its row."""

RefsByRow = Annotated[
    Mapping[str, tuple[SeatRef, ...]],
    Meta(
        description=(
            "The ids that another system has for the seats: for each row (in a section without rows, "
            "for '') one for each seat, in the order in which the seats are listed. Empty: none."
        )
    ),
]
SectionKind = Literal["seated", "suite", "standing"]
Direction = Literal["leftToRight", "rightToLeft"]
Numbering = Literal["all", "odd", "even"]
Mood = Literal["concert", "house_lights", "daylight", "floodlights"]
"""How a hall is lit while people look at the focus."""
HallKind = Literal["arena", "theatre", "stadium", "amphitheatre", "club"]
"""The kind of building around the seats. The drawn view builds it; nothing else depends on it."""
Roof = Literal["closed", "open"]
"""Whether there is a roof or the open sky above the focus."""
Assumption = Literal["heights", "scale", "focus"]
"""What an import had to assume, until a person removes it from the record."""
ObstructionKind = Literal["stage", "screen", "pillar", "rail", "rigging", "camera", "wall", "other"]


class SeatException(LayoutStruct, frozen=True, kw_only=True):
    """The differences in some rows. Members that are left out are those of the rule."""

    rows: Annotated[tuple[WrittenName | NameRange, ...], Meta(min_length=1, max_length=1000)] | NameRange
    first: WrittenName | None = None
    count: Annotated[int, Meta(ge=0, le=PLACES_OF_A_ROW_MAX)] | None = None
    skip: Annotated[
        tuple[WrittenName, ...],
        Meta(max_length=1000, description="Seats that do not exist. Their places stay empty."),
    ] = ()


class SeatRule(LayoutStruct, frozen=True, kw_only=True):
    """The seats of every row, or of a section without rows: `count` of them from `first` on."""

    first: Annotated[
        WrittenName | None, Meta(description="By default 1, and 2 where the numbering is even.")
    ] = None
    count: Annotated[int, Meta(ge=1, le=PLACES_OF_A_ROW_MAX)]
    step: Annotated[int, Meta(ge=-1000, le=1000, description="Negative to count down.")] = 1
    numbering: Annotated[Numbering, Meta(description="`odd` is 1, 3, 5; `even` is 2, 4, 6.")] = "all"
    direction: Annotated[Direction, Meta(description="As seen by a person who faces the focus.")] = (
        "leftToRight"
    )
    exceptions: Annotated[tuple[SeatException, ...], Meta(max_length=500)] = ()


class SectionRule(LayoutStruct, frozen=True, kw_only=True):
    """One section (`id`), or many that are alike (`ids`)."""

    id: WrittenName | None = None
    ids: (
        Annotated[tuple[WrittenName | NameRange, ...], Meta(min_length=1, max_length=SECTIONS_MAX)]
        | NameRange
        | None
    ) = None
    name: Annotated[
        Name | None,
        Meta(description="Default `{id}`: the section's id. `{number}` is what it ends in: 110 of FB110."),
    ] = None
    level: Annotated[Label | None, Meta(description="The part of the venue: 'Upper Deck'.")] = None
    kind: SectionKind = "seated"
    rows: Annotated[
        Annotated[tuple[WrittenName | NameRange, ...], Meta(max_length=ROWS_OF_A_SECTION_MAX)] | NameRange,
        Meta(description="From the front to the back. Without any, `seats` are those of the section itself."),
    ] = ()
    seats: Annotated[
        SeatRule | Annotated[tuple[SeatRule, ...], Meta(min_length=1, max_length=8)] | None,
        Meta(
            description=(
                "Of every row, or of a section without rows: a box or a table. Several rules are side by "
                "side, from left to right. Null: not described."
            )
        ),
    ] = None
    capacity: Annotated[
        Annotated[int, Meta(ge=1, le=SEATS_MAX)] | None,
        Meta(description="How many people fit where no seats are described."),
    ] = None
    geometry: SectionGeometry | None = None
    positions: Annotated[
        tuple[PositionedRow, ...],
        Meta(
            max_length=ROWS_OF_A_SECTION_MAX,
            description="Every seat by itself, in place of `rows` and `seats`, where nothing regular holds.",
        ),
    ] = ()
    category: Annotated[
        PlaceName | None, Meta(description="The category of all seats that no rule of `properties` names.")
    ] = None
    properties: Annotated[
        tuple[SeatPropertyRule, ...],
        Meta(max_length=200, description="What single seats have. Later rules win."),
    ] = ()
    refs: RefsByRow = msgspec.field(default_factory=dict)


class Obstruction(LayoutStruct, frozen=True, kw_only=True):
    """A body that can block a view: a box, or a polygon with a height."""

    id: PlaceName
    name: Label | None = None
    kind: ObstructionKind = "other"
    box: Box | None = None
    polygon: Polygon | None = None


class Configuration(LayoutStruct, frozen=True, kw_only=True):
    """What one way of using the venue changes: end stage, centre stage."""

    id: PlaceName
    name: Label | None = None
    focus: Focus | None = None
    closed: Annotated[
        tuple[WrittenName | NameRange, ...], Meta(max_length=SECTIONS_MAX, description="Sections.")
    ] = ()
    obstructions: Annotated[tuple[Obstruction, ...], Meta(max_length=200)] = ()
    mood: Annotated[
        Mood | None, Meta(description="How the hall is lit. Default: the mood of the viewer defaults.")
    ] = None


class VenueLevel(LayoutStruct, frozen=True, kw_only=True):
    """A level of the venue. Its height is added to the elevation of every section of it."""

    name: Label
    height_m: Annotated[float, Meta(ge=-100, le=300, description="Of its floor.")]


class Layout(LayoutStruct, frozen=True, kw_only=True):
    """Every seat of a venue, by rule."""

    hall: Annotated[
        HallKind | None,
        Meta(
            description=(
                "What the drawn view builds around the seats. A stadium and an amphitheatre have the sky "
                "above them. Default: a very large venue is drawn as a stadium, any other as an arena."
            )
        ),
    ] = None
    roof: Annotated[Roof | None, Meta(description="Default: by the kind of the hall.")] = None
    focus: Focus = Focus()
    levels: Annotated[tuple[VenueLevel, ...], Meta(max_length=50)] = ()
    categories: Annotated[tuple[Category, ...], Meta(max_length=20)] = ()
    assumed: Annotated[
        tuple[Assumption, ...],
        Meta(
            max_length=3,
            description="What an import assumed. Remove an entry when somebody has checked it.",
        ),
    ] = ()
    sections: Annotated[tuple[SectionRule, ...], Meta(max_length=SECTIONS_MAX)] = ()
    configurations: Annotated[tuple[Configuration, ...], Meta(max_length=100)] = ()
    default_configuration: Annotated[
        PlaceName | None,
        Meta(
            description=(
                "The id of the configuration that applies where a request names none. A layout with a single "
                "configuration has it as its default."
            )
        ),
    ] = None
