"""A layout as a person writes it: rules for sections, rows and seats, and what a configuration changes.

The types check each member on its own. The compiler checks that members fit each other.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self, cast

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from seatpreview.values.validated_text import ONE_LINE_PATTERN, Label, Name, ValidatedText

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


class SeatRef(ValidatedText):
    """The id that another system has for a seat, or nothing: at most 100 characters on one line."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {"type": "string", "maxLength": 100, "pattern": ONE_LINE_PATTERN}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks a ref."""
        if len(text) > 100:
            raise ValueError(f"must be at most 100 characters long (got {len(text)})")
        if not text.isprintable() or text != text.strip():
            raise ValueError("must be printable, without spaces at its ends")
        return cls(text)


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
HallKind = Literal[
    "arena",
    "theatre",
    "stadium",
    "amphitheatre",
    "club",
    "opera",
    "playhouse",
    "black_box",
    "concert_hall",
    "cinema",
    "school_hall",
    "church",
    "conference",
    "ballpark",
]
"""The kind of building around the seats. The drawn view builds it; the bodies of a hall follow from it."""
Roof = Literal["closed", "open"]
"""Whether there is a roof or the open sky above the focus."""
Assumption = Literal["places", "heights", "scale", "focus"]
"""What an import had to assume, until a person removes it from the record."""
ObstructionKind = Literal["stage", "screen", "pillar", "rail", "rigging", "camera", "wall", "other"]
SeatProperty = Literal[
    "wheelchair", "companion", "stepFree", "easyAccess", "restrictedView", "aisle", "limitedLegroom"
]
SEAT_PROPERTIES: tuple[SeatProperty, ...] = (
    "wheelchair",
    "companion",
    "stepFree",
    "easyAccess",
    "restrictedView",
    "aisle",
    "limitedLegroom",
)
WrittenName = Annotated[
    Annotated[int, Meta(ge=0, le=999_999_999)] | Annotated[str, Meta(min_length=1, max_length=40)],
    Meta(description='A name. A whole number is the same as its digits: 7 is "7".'),
]
"""The input of a `PlaceName`. msgspec does not allow a custom type in a union with a number."""

LetterStyle = Literal["letters", "doubled"]


class LayoutStruct(
    msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True, omit_defaults=True
):
    """The base of all structs of a layout. Encoding leaves out the members that the author left out."""


class NameRange(LayoutStruct, frozen=True, kw_only=True):
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


_Names = Annotated[tuple[WrittenName | NameRange, ...], Meta(min_length=1, max_length=1000)] | NameRange
_SeatsByRow = Annotated[
    Mapping[str, _Names],
    Meta(max_length=1000, description="The seats of each row, in place of `rows` and `seats`."),
]

_COLOUR = re.compile("#[0-9a-f]{6}")
_CODE_LENGTH_MIN = 16
_HEX_DIGITS = frozenset("0123456789abcdef")

# A plain str, because defaults are also written into the JSON Schema, which has no ValidatedText.
NO_LABEL = cast(Label, "")

Metres = Annotated[float, Meta(ge=-2000, le=2000)]
TwoMetres = Annotated[tuple[Metres, ...], Meta(min_length=2, max_length=2)]
Degrees = Annotated[float, Meta(ge=-360, le=360)]

_PLACE_NAME = re.compile(r"[\w.-]+(?: [\w.-]+)*")
FocusKind = Literal[
    "stage",
    "screen",
    "football",
    "rugby",
    "american_football",
    "baseball",
    "basketball",
    "ice_hockey",
    "handball",
    "volleyball",
    "tennis",
    "boxing",
]
"""A stage, a screen, or a field with the lines of a sport."""

_USUAL_SIZES_M: dict[FocusKind, tuple[float, float]] = {
    "stage": (12.0, 8.0),
    "screen": (12.0, 1.0),
    "football": (105.0, 68.0),
    "rugby": (100.0, 70.0),
    "american_football": (109.7, 48.8),
    "baseball": (100.0, 100.0),
    "basketball": (28.0, 15.0),
    "ice_hockey": (60.0, 30.0),
    "handball": (40.0, 20.0),
    "volleyball": (18.0, 9.0),
    "tennis": (23.77, 10.97),
    "boxing": (6.1, 6.1),
}
"""Playing fields without the ground around them, the longer side across."""
RowShape = Literal["straight", "curved"]
RowAlignment = Literal["centre", "left", "right"]
TableShape = Literal["round", "rectangle"]
Riser = Annotated[float, Meta(ge=0, le=5)]
Centimetres = Annotated[int, Meta(ge=-200_000, le=200_000)]
WholeDegrees = Annotated[int, Meta(ge=-360, le=360)]
TablePlace = Annotated[tuple[Metres, ...], Meta(min_length=2, max_length=3)]


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
            raise ValueError(f"must be 1 to 40 characters long (got {len(name)})")
        if not _PLACE_NAME.fullmatch(name):
            raise ValueError("must be letters, digits, '.', '_' and '-', with single spaces between them")
        return cls(name)


class SeatPropertyRule(LayoutStruct, frozen=True, kw_only=True):
    """Gives seats properties or a category: those of `seats` in `rows`, or those that `at` lists row by row.

    Without `rows` it is for all rows, without `seats` for all seats of these rows.
    """

    rows: _Names | None = None
    seats: _Names | None = None
    at: _SeatsByRow = msgspec.field(default_factory=dict)
    has: Annotated[tuple[SeatProperty, ...], Meta(max_length=7)] = ()
    view_note: Annotated[
        Label | None, Meta(description="For `restrictedView`: what is in the way, in a sentence.")
    ] = None
    category: Annotated[PlaceName | None, Meta(description="The id of a category of the layout.")] = None


class SectionOrigin(LayoutStruct, frozen=True, kw_only=True):
    """A point in metres: x to the east, y to the north, z up."""

    x: Metres
    y: Metres
    z: Metres = 0.0


class Aisle(LayoutStruct, frozen=True, kw_only=True):
    """A gap to the right of a seat, as seen facing the focus, in every row that has this seat."""

    after: Annotated[WrittenName, Meta(description="The seat to the left of the gap.")]
    width_m: Annotated[float, Meta(gt=0, le=50, description="Besides the usual spacing.")] = 1.2


class RowGap(LayoutStruct, frozen=True, kw_only=True):
    """A gap behind a row: a cross aisle."""

    after: Annotated[WrittenName, Meta(description="The row in front of the gap.")]
    depth_m: Annotated[float, Meta(gt=0, le=50, description="Besides the usual tread.")] = 1.2
    rise_m: Annotated[float, Meta(ge=0, le=20, description="Besides the usual riser.")] = 0.0


class Tables(LayoutStruct, frozen=True, kw_only=True):
    """Tables with seats around them. Each row of the section is a table.

    They stand in `columns` side by side and one group behind the other, or where `at` says.
    """

    shape: TableShape = "round"
    width_m: Annotated[float, Meta(ge=0.3, le=30, description="The diameter of a round table.")] = 1.5
    depth_m: Annotated[float, Meta(ge=0.3, le=30, description="Default: the width.")] | None = None
    columns: Annotated[int, Meta(ge=1, le=100)] = 1
    pitch_m: Annotated[float, Meta(ge=0.5, le=50, description="From the middle of a table to the next.")] = 3
    at: Annotated[
        tuple[TablePlace, ...],
        Meta(
            max_length=1000,
            description="For each table the middle and the turn: x and y in metres, and "
            "degrees clockwise. In place of `columns` and `pitchM`.",
        ),
    ] = ()


class SectionGeometry(LayoutStruct, frozen=True, kw_only=True):
    """Where the rows of a section are.

    The rows lie across a line that starts at the focus and leads away from it at `bearingDeg`; each is
    centred on that line, or `shiftM` beside it. Straight rows cross it at a right angle, curved ones keep
    their distance from the focus. Bearings are those of a compass on which y is north and x is east.

    A section that stands anywhere else has an `origin`, the middle of its first row, and faces `facingDeg`.
    Its curved rows bend around the point that is `radiusM` in front of the origin.
    """

    shape: RowShape = "straight"
    bearing_deg: Degrees = 0.0
    bearing_step_deg: Annotated[
        Degrees, Meta(description="For each further section of the rule, about the focus.")
    ] = 0.0
    distance_m: (
        Annotated[
            float,
            Meta(
                ge=0.5,
                le=1000,
                description="Of the first row from the focus. Needed unless there is an origin.",
            ),
        ]
        | None
    ) = None
    origin: Annotated[
        SectionOrigin | None,
        Meta(description="The middle of the first row, in place of bearing and distance."),
    ] = None
    facing_deg: Annotated[
        Degrees | None,
        Meta(description="The bearing that the section with an origin faces. Default: towards the focus."),
    ] = None
    radius_m: (
        Annotated[
            float,
            Meta(
                ge=0.5,
                le=2000,
                description="Of the first row, where curved rows do not bend around the focus.",
            ),
        ]
        | None
    ) = None
    elevation_m: Annotated[float, Meta(ge=-100, le=300, description="Of the first row's floor.")] = 0.0
    tread_m: Annotated[float, Meta(ge=0.3, le=10, description="From a row to the one behind it.")] = 0.85
    riser_m: Annotated[float, Meta(ge=0, le=5, description="By how much the row behind is higher.")] = 0.0
    risers_m: Annotated[
        tuple[Riser, ...],
        Meta(
            max_length=1000,
            description="By how much each row is higher than the one in front of it, from the second row on. "
            "Rows behind the last entry use it again. In place of `riserM`.",
        ),
    ] = ()
    c_value_mm: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=500,
                description="The rake by what the eyes must see over: each riser lets a person see the focus "
                "this far above the eyes in the row in front. In place of `riserM`.",
            ),
        ]
        | None
    ) = None
    spacing_m: Annotated[float, Meta(ge=0.3, le=5, description="From a seat to the next.")] = 0.5
    shift_m: Annotated[Metres, Meta(description="To the right, as seen facing the focus.")] = 0.0
    shift_step_m: Annotated[Metres, Meta(description="For each further section of the rule.")] = 0.0
    align: Annotated[
        RowAlignment, Meta(description="Where rows of different lengths begin or end together.")
    ] = "centre"
    aisles: Annotated[tuple[Aisle, ...], Meta(max_length=50)] = ()
    row_gaps: Annotated[tuple[RowGap, ...], Meta(max_length=200)] = ()
    tables: Tables | None = None
    area: Annotated[
        tuple[TwoMetres, ...],
        Meta(
            max_length=200,
            description="The corners of a standing area, x and y in metres. They say where it is.",
        ),
    ] = ()


class PositionedRow(LayoutStruct, frozen=True, kw_only=True):
    """Seats of a row, each with a position of its own, in centimetres: x to the east, y to the north.

    Rows are listed from the front to the back, and seats from left to right, as seen facing the focus.
    """

    row: Annotated[
        WrittenName | None, Meta(description="Left out in a section without rows, which has one entry.")
    ] = None
    seats: Annotated[tuple[WrittenName | NameRange, ...], Meta(min_length=1, max_length=1000)] | NameRange
    x: Annotated[tuple[Centimetres, ...], Meta(min_length=1, max_length=1000)]
    y: Annotated[tuple[Centimetres, ...], Meta(min_length=1, max_length=1000)]
    z: Annotated[
        Centimetres | tuple[Centimetres, ...], Meta(description="The floor: of all seats, or of each.")
    ] = 0
    facing: Annotated[
        WholeDegrees | tuple[WholeDegrees, ...] | None,
        Meta(
            description="The bearing that the seats face, of all or of each. Default: `facingDeg` of the "
            "geometry, or else towards the focus."
        ),
    ] = None


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


class Box(LayoutStruct, frozen=True, kw_only=True):
    """From the lesser to the greater coordinate on each axis, in metres."""

    x: TwoMetres
    y: TwoMetres
    z: TwoMetres


class Polygon(LayoutStruct, frozen=True, kw_only=True):
    """Corners (x, y) on the ground plan, and how far the body above it extends up and down, in metres."""

    points: Annotated[tuple[TwoMetres, ...], Meta(min_length=3, max_length=100)]
    z: TwoMetres


class Obstruction(LayoutStruct, frozen=True, kw_only=True):
    """A body that can block a view: a box, or a polygon with a height."""

    id: PlaceName
    name: Label | None = None
    kind: ObstructionKind = "other"
    box: Box | None = None
    polygon: Polygon | None = None


class FocusExtent(LayoutStruct, frozen=True, kw_only=True):
    """How large the stage, field or court is that people look at. The focus is its middle."""

    kind: FocusKind = "stage"
    width_m: (
        Annotated[float, Meta(ge=0.5, le=400, description="Across. Default: the usual size of its kind.")]
        | None
    ) = None
    depth_m: (
        Annotated[float, Meta(ge=0.5, le=400, description="From front to back. Default: the usual size.")]
        | None
    ) = None
    height_m: Annotated[
        float, Meta(ge=0, le=20, description="Of a stage's floor above the ground beside it.")
    ] = 0.0
    turn_deg: Annotated[
        Degrees, Meta(description="The bearing that its front faces. 180: towards the south.")
    ] = 180.0
    points: Annotated[
        tuple[TwoMetres, ...],
        Meta(max_length=200, description="Its corners, in place of width, depth and turn."),
    ] = ()


class Focus(LayoutStruct, frozen=True, kw_only=True):
    """What people look at, in metres."""

    name: Label | None = None
    x: Metres = 0.0
    y: Metres = 0.0
    z: Metres = 0.0
    extent: Annotated[FocusExtent | None, Meta(description="Default: not known; only a point is.")] = None


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


class Colour(ValidatedText):
    """A colour as `#rrggbb`."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {"type": "string", "pattern": "^#[0-9a-f]{6}$"}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks a colour. Capital letters become small ones."""
        if not _COLOUR.fullmatch(text.lower()):
            raise ValueError("must be a colour such as '#3366cc'")
        return cls(text.lower())


class Category(LayoutStruct, frozen=True, kw_only=True):
    """A category of seats that the venue defines, such as a price category."""

    id: PlaceName
    name: Label | None = None
    colour: Annotated[Colour | None, Meta(description="As `#rrggbb`.")] = None


class Layout(LayoutStruct, frozen=True, kw_only=True):
    """Every seat of a venue, by rule."""

    hall: Annotated[
        HallKind | None,
        Meta(
            description=(
                "What the drawn view builds around the seats. A stadium, a ballpark and an amphitheatre have "
                "the sky above them. Default: a very large venue is drawn as a stadium, a hall in which "
                "people look at an altar as a church, any other as an arena."
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
            max_length=4,
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


def is_code(name: str) -> bool:
    """Returns whether a name is a UUID or another long number that only machines read."""
    digits = name.casefold().replace("-", "").replace("_", "")
    return len(digits) >= _CODE_LENGTH_MIN and _HEX_DIGITS.issuperset(digits)


def numbered_name(position: int) -> str:
    """Returns the name of a category that has none, by its position from 0. Viewers translate it."""
    return f"Category {position + 1}"


def with_names(categories: Iterable[Category]) -> tuple[Category, ...]:
    """Returns the categories with a number for those that only have a code for a name."""
    return tuple(
        replace(each, name=Label(numbered_name(position))) if is_code(str(each.name or each.id)) else each
        for position, each in enumerate(categories)
    )


def usual_size_m(extent: FocusExtent) -> tuple[float, float]:
    """Returns the width and the depth, by the kind where the extent does not state them."""
    width_m, depth_m = _USUAL_SIZES_M[extent.kind]
    return extent.width_m or width_m, extent.depth_m or depth_m
