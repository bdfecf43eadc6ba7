"""A layout as a person writes it: rules for sections, rows and seats, and what a configuration changes.

The types check each member on its own. The compiler checks that members fit each other.
"""

import re
import unicodedata
from typing import Annotated, Any, ClassVar, Literal, Self, cast

import msgspec
from msgspec import Meta

from seatpreview.values.validated_text import Label, Name, ValidatedText

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

# A plain str, because defaults are also written into the JSON Schema, which has no ValidatedText.
NO_LABEL = cast(Label, "")

Metres = Annotated[float, Meta(ge=-2000, le=2000)]
TwoMetres = Annotated[tuple[Metres, ...], Meta(min_length=2, max_length=2)]
Degrees = Annotated[float, Meta(ge=-360, le=360)]
WrittenName = Annotated[
    Annotated[int, Meta(ge=0, le=999_999_999)] | Annotated[str, Meta(min_length=1, max_length=40)],
    Meta(description='A name. A whole number is the same as its digits: 7 is "7".'),
]
"""The input of a `PlaceName`. msgspec does not allow a custom type in a union with a number."""

SectionKind = Literal["seated", "suite", "standing"]
Direction = Literal["leftToRight", "rightToLeft"]
Numbering = Literal["all", "odd", "even"]
LetterStyle = Literal["letters", "doubled"]
RowShape = Literal["straight", "curved"]
Mood = Literal["concert", "house_lights", "daylight", "floodlights"]
"""How a hall is lit while people look at the focus."""
HallKind = Literal["arena", "theatre", "stadium", "amphitheatre", "club"]
"""The kind of building around the seats. The drawn view builds it; nothing else depends on it."""
ObstructionKind = Literal["stage", "screen", "pillar", "rail", "rigging", "camera", "wall", "other"]


class PlaceName(ValidatedText):
    """The id of a section, a row, a seat or a configuration.

    1 to 40 letters, digits, '.', '_' and '-', and single spaces between them. A slash is not allowed, because
    it separates the parts of a seat's key: 'section/row/seat', or 'section//seat' in a section without rows.
    """

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {"type": "string", "minLength": 1, "maxLength": 40}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks a name, and returns it in Unicode's composed form (NFC)."""
        name = unicodedata.normalize("NFC", text)
        if not 1 <= len(name) <= 40:
            raise ValueError(f"must be 1 to 40 characters long, and is {len(name)}")
        if not _PLACE_NAME.fullmatch(name):
            raise ValueError("must be letters, digits, '.', '_' and '-', with single spaces between them")
        return cls(name)


class _LayoutStruct(
    msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True, omit_defaults=True
):
    """The base of all structs of a layout. Encoding leaves out the members that the author left out."""


class NameRange(_LayoutStruct, frozen=True, kw_only=True):
    """Names from `first` to `last`, by counting on: 101 to 124, A to Z and then AA, R1 to R9, 001 to 120."""

    first: WrittenName
    last: WrittenName
    step: Annotated[int, Meta(ge=-1000, le=1000, description="Negative to count down.")] = 1
    skip: Annotated[
        tuple[WrittenName, ...], Meta(max_length=1000, description="Names that do not exist.")
    ] = ()
    style: Annotated[
        LetterStyle | None,
        Meta(description="How letters go on after Z: `letters` as AA, AB, AC; `doubled` as AA, BB, CC."),
    ] = None


class SeatException(_LayoutStruct, frozen=True, kw_only=True):
    """The differences in some rows. Members that are left out are those of the rule."""

    rows: Annotated[tuple[WrittenName | NameRange, ...], Meta(min_length=1, max_length=1000)] | NameRange
    first: WrittenName | None = None
    count: Annotated[int, Meta(ge=0, le=PLACES_OF_A_ROW_MAX)] | None = None
    skip: Annotated[
        tuple[WrittenName, ...],
        Meta(max_length=1000, description="Seats that do not exist. Their places stay empty."),
    ] = ()


class SeatRule(_LayoutStruct, frozen=True, kw_only=True):
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


class SectionGeometry(_LayoutStruct, frozen=True, kw_only=True):
    """Where the rows of a section are.

    The rows lie across a line that starts at the focus and leads away from it at `bearingDeg`; each is
    centred on that line, or `shiftM` beside it. Straight rows cross it at a right angle, curved ones keep
    their distance from the focus. Bearings are those of a compass on which y is north and x is east.
    """

    shape: RowShape = "straight"
    bearing_deg: Degrees = 0.0
    bearing_step_deg: Annotated[Degrees, Meta(description="For each further section of the rule.")] = 0.0
    distance_m: Annotated[float, Meta(ge=0.5, le=1000, description="Of the first row from the focus.")]
    elevation_m: Annotated[float, Meta(ge=-100, le=300, description="Of the first row's floor.")] = 0.0
    tread_m: Annotated[float, Meta(ge=0.3, le=10, description="From a row to the one behind it.")] = 0.85
    riser_m: Annotated[float, Meta(ge=0, le=5, description="By how much the row behind is higher.")] = 0.0
    spacing_m: Annotated[float, Meta(ge=0.3, le=5, description="From a seat to the next.")] = 0.5
    shift_m: Annotated[Metres, Meta(description="To the right, as seen facing the focus.")] = 0.0
    shift_step_m: Annotated[Metres, Meta(description="For each further section of the rule.")] = 0.0


class SectionRule(_LayoutStruct, frozen=True, kw_only=True):
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


class Focus(_LayoutStruct, frozen=True, kw_only=True):
    """What people look at, in metres."""

    name: Label | None = None
    x: Metres = 0.0
    y: Metres = 0.0
    z: Metres = 0.0


class Box(_LayoutStruct, frozen=True, kw_only=True):
    """From the lesser to the greater coordinate on each axis, in metres."""

    x: TwoMetres
    y: TwoMetres
    z: TwoMetres


class Polygon(_LayoutStruct, frozen=True, kw_only=True):
    """Corners (x, y) on the ground plan, and how far the body above it extends up and down, in metres."""

    points: Annotated[tuple[TwoMetres, ...], Meta(min_length=3, max_length=100)]
    z: TwoMetres


class Obstruction(_LayoutStruct, frozen=True, kw_only=True):
    """A body that can block a view: a box, or a polygon with a height."""

    id: PlaceName
    name: Label | None = None
    kind: ObstructionKind = "other"
    box: Box | None = None
    polygon: Polygon | None = None


class Configuration(_LayoutStruct, frozen=True, kw_only=True):
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


class Layout(_LayoutStruct, frozen=True, kw_only=True):
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
    focus: Focus = Focus()
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


_PLACE_NAME = re.compile(r"[\w.-]+(?: [\w.-]+)*")
