"""Where a section is, as a person writes it."""

from typing import Annotated, Literal

from msgspec import Meta

from seatpreview.layouts.written_values import (
    Degrees,
    LayoutStruct,
    Metres,
    NameRange,
    TwoMetres,
    WrittenName,
)

RowShape = Literal["straight", "curved"]
RowAlignment = Literal["centre", "left", "right"]
TableShape = Literal["round", "rectangle"]
Riser = Annotated[float, Meta(ge=0, le=5)]
Centimetres = Annotated[int, Meta(ge=-200_000, le=200_000)]
WholeDegrees = Annotated[int, Meta(ge=-360, le=360)]
TablePlace = Annotated[tuple[Metres, ...], Meta(min_length=2, max_length=3)]


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


class Box(LayoutStruct, frozen=True, kw_only=True):
    """From the lesser to the greater coordinate on each axis, in metres."""

    x: TwoMetres
    y: TwoMetres
    z: TwoMetres


class Polygon(LayoutStruct, frozen=True, kw_only=True):
    """Corners (x, y) on the ground plan, and how far the body above it extends up and down, in metres."""

    points: Annotated[tuple[TwoMetres, ...], Meta(min_length=3, max_length=100)]
    z: TwoMetres
