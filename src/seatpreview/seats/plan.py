"""The plan of a venue: everything that a client needs to draw all seats. Positions are given by rules, not
one by one."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import asdict

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, Row, Section
from seatpreview.layouts.geometry import PlacedShape, Placement, packed_place
from seatpreview.layouts.model import (
    Assumption,
    Box,
    Focus,
    FocusKind,
    HallKind,
    Mood,
    Obstruction,
    ObstructionKind,
    Polygon,
    Roof,
    SeatProperty,
    SectionKind,
    TableShape,
    TwoMetres,
    usual_size_m,
)
from seatpreview.layouts.seating import Seating
from seatpreview.seats.display_names import DisplayNames
from seatpreview.seats.lookup import mood_of
from seatpreview.seats.model import PreviewConfiguration
from seatpreview.sightlines.bodies import hall_bodies
from seatpreview.sightlines.model import HallBody, LookedAt
from seatpreview.values.ids import VenueId
from seatpreview.venues.model import ViewerDefaults


class PlanPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A point in metres: x to the east, y to the north, z up."""

    x: float
    y: float
    z: float


class PlanExtent(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The stage, field or court that people look at. The focus is its middle, unless it has corners."""

    kind: FocusKind
    width_m: float
    depth_m: float
    height_m: Annotated[float, Meta(description="Of a stage's floor above the ground beside it.")]
    turn_deg: Annotated[float, Meta(description="The bearing that its front faces.")]
    points: Annotated[tuple[TwoMetres, ...], Meta(description="Its corners. Empty: a rectangle.")]


class PlanFocus(PlanPoint, frozen=True, kw_only=True):
    """The point that people look at."""

    name: str | None
    extent: Annotated[PlanExtent | None, Meta(description="Null: only the point is known.")]


class PlanGeometry(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The positions of the rows of a section, relative to its centre.

    In the shape `free` every row has positions of its own, and the members describe what is usual.
    """

    shape: PlacedShape
    centre: Annotated[
        TwoMetres | None,
        Meta(description="The point that bearing and distance are measured from. Null: the plan's origin."),
    ]
    bearing_deg: float
    bearing_step_deg: float
    distance_m: float
    elevation_m: float
    tread_m: float
    riser_m: float
    spacing_m: float
    shift_m: float
    shift_step_m: float
    row_depths_m: Annotated[
        tuple[float, ...],
        Meta(description="How far each row is behind the first one. Empty: by the tread."),
    ]
    row_heights_m: Annotated[
        tuple[float, ...],
        Meta(description="How far each row is above the first one. Empty: by the riser."),
    ]


class PlanPositions(msgspec.Struct, frozen=True, kw_only=True):
    """The positions of the slots of a row, from left to right, in centimetres, and the bearings that seats
    face, in degrees."""

    x: list[int]
    y: list[int]
    z: list[int]
    facing: list[float]


class PlanRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row. The rows of a section are listed from the front to the back."""

    id: Annotated[str | None, Meta(description="Null: the section has no rows, and these are its seats.")]
    seating: Annotated[
        int | None, Meta(description="The index of its seats in `seatings`. Null: its seats are not known.")
    ]
    offsets: (
        Annotated[
            int,
            Meta(
                description="The index in `offsets` of where its slots are, in metres to the right of the "
                "row's middle. Absent: slots follow each other at the spacing of the section."
            ),
        ]
        | UnsetType
    ) = UNSET
    positions: Annotated[PlanPositions, Meta(description="In the shape `free`.")] | UnsetType = UNSET
    kinds: (
        Annotated[
            int | list[int],
            Meta(
                description="The index in `seatKinds` of what its seats have: of all, or of each slot. "
                "Absent: nothing."
            ),
        ]
        | UnsetType
    ) = UNSET


class PlanTable(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A table, in metres."""

    shape: TableShape
    x: float
    y: float
    z: float
    width_m: float
    depth_m: float
    turn_deg: float


class PlanSeatKind(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What a seat has."""

    properties: tuple[SeatProperty, ...]
    category: Annotated[str | None, Meta(description="The id of a category of the plan.")]
    view_note: Annotated[str | None, Meta(description="What restricts the view, in a sentence.")]


class PlanCategory(msgspec.Struct, frozen=True, kw_only=True):
    """A category of seats."""

    id: str
    name: str | None
    colour: Annotated[str | None, Meta(description="As `#rrggbb`.")]


class PlanSection(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A section with its rows."""

    id: str
    name: str
    level: str | None
    kind: SectionKind
    capacity: Annotated[int, Meta(description="The number of its seats, or of people that it has room for.")]
    is_closed: Annotated[bool, Meta(description="Whether the configuration closes it.")]
    ordinal: Annotated[int, Meta(description="How many times the steps of its geometry are applied.")]
    geometry: PlanGeometry | None
    rows: list[PlanRow]
    tables: list[PlanTable] | UnsetType = UNSET
    area: (
        Annotated[tuple[TwoMetres, ...], Meta(description="The corners of a standing area, in metres.")]
        | UnsetType
    ) = UNSET


class PlanObstruction(msgspec.Struct, frozen=True, kw_only=True):
    """A body that can obstruct a view: a box, or a polygon with a height."""

    id: str
    name: str | None
    kind: ObstructionKind
    box: Box | None
    polygon: Polygon | None


class Plan(msgspec.Struct, frozen=True, kw_only=True, eq=False, rename="camel"):
    """All seats of a venue in one configuration, its focus and its obstructions."""

    venue_id: VenueId
    version: int
    name: str
    configuration: PreviewConfiguration | None
    configurations: Annotated[
        list[PreviewConfiguration], Meta(description="All configurations of the venue.")
    ]
    default_configuration: Annotated[
        str | None,
        Meta(description="The id of the one that applies where a request names none. Null: the bare hall."),
    ]
    mood: Annotated[
        Mood | None,
        Meta(description="How the hall is lit: by the configuration, or else by the viewer defaults."),
    ]
    hall: Annotated[
        HallKind,
        Meta(description="What surrounds the seats: by the layout, or else by the size of the venue."),
    ]
    roof: Annotated[Roof | None, Meta(description="What is above the focus. Null: by the kind of the hall.")]
    assumed: Annotated[
        tuple[Assumption, ...], Meta(description="What an import assumed and nobody has checked yet.")
    ]
    categories: list[PlanCategory]
    seat_kinds: Annotated[
        list[PlanSeatKind],
        Meta(description="What seats have besides their places. Rows refer to it. The first one is empty."),
    ]
    origin: Annotated[PlanPoint, Meta(description="The point that the geometry of sections is relative to.")]
    focus: PlanFocus
    sections: list[PlanSection]
    seatings: Annotated[
        list[list[str | None]],
        Meta(
            description=(
                "Seats of a row from left to right, for a person who faces the focus. Null: an empty slot."
            )
        ),
    ]
    offsets: Annotated[
        list[tuple[float, ...]],
        Meta(description="Where the slots of rows with aisles are, in metres right of the row's middle."),
    ]
    obstructions: list[PlanObstruction]
    bodies: Annotated[
        tuple[HallBody, ...],
        Meta(
            description="What else can hide something, derived from the sections: parapets, rails, sides of "
            "boxes, decks. The drawn view has these and no others. Extension."
        ),
    ] = ()
    looked_at: Annotated[
        LookedAt | None,
        Meta(
            description="The space in which people act, of which `visibleShare` is a share. Null: the layout "
            "says neither a stage, a screen nor a field. Extension."
        ),
    ] = None


def build_plan(
    venue_id: VenueId,
    version: int,
    name: str,
    layout: CompiledLayout,
    configuration: CompiledConfiguration | None,
    defaults: ViewerDefaults,
    names: DisplayNames,
) -> Plan:
    """Builds the plan of a venue in one configuration, or without one."""
    default, facts = layout.default_configuration, layout.facts
    shared = _SharedLists()
    focus = layout.focus if configuration is None else configuration.focus
    closed: frozenset[str] = frozenset() if configuration is None else configuration.closed
    bodies = () if configuration is None else configuration.obstructions
    hall = hall_bodies(layout, configuration)
    sections = [_section(layout, section, section.id in closed, names, shared) for section in layout.sections]
    return Plan(
        venue_id=venue_id,
        version=version,
        name=name,
        configuration=names.described(configuration),
        configurations=[each for each in map(names.described, layout.configurations.values()) if each],
        default_configuration=None if default is None else default.id,
        mood=mood_of(layout, configuration, defaults),
        hall=hall.hall,
        roof=facts.roof,
        assumed=facts.assumed,
        categories=[PlanCategory(**asdict(each)) for each in names.categories(layout)],
        seat_kinds=[PlanSeatKind(**asdict(kind)) for kind in facts.seat_kinds],
        origin=PlanPoint(x=layout.focus.x, y=layout.focus.y, z=layout.focus.z),
        focus=PlanFocus(
            name=names.body(focus.name) or None, x=focus.x, y=focus.y, z=focus.z, extent=_extent(focus)
        ),
        sections=sections,
        seatings=shared.seatings,
        offsets=shared.offsets,
        obstructions=[_obstruction(each, names) for each in bodies],
        bodies=hall.bodies,
        looked_at=hall.looked_at,
    )


class _SharedLists:
    """Collects seatings and offsets. Rows share them, so each is listed once."""

    def __init__(self) -> None:
        self.seatings: list[list[str | None]] = []
        self.offsets: list[tuple[float, ...]] = []
        self._seating_indices: dict[int, int] = {}
        self._offset_indices: dict[tuple[float, ...], int] = {}

    def seating_index(self, seats: Seating) -> int:
        index = self._seating_indices.get(id(seats))
        if index is None:
            index = self._seating_indices[id(seats)] = len(self.seatings)
            self.seatings.append([seats.seat_at(slot) for slot in range(seats.slots)])
        return index

    def offsets_index(self, offsets_m: tuple[float, ...]) -> int:
        index = self._offset_indices.setdefault(offsets_m, len(self.offsets))
        if index == len(self.offsets):
            self.offsets.append(offsets_m)
        return index


def _section(
    layout: CompiledLayout, section: Section, is_closed: bool, names: DisplayNames, shared: _SharedLists
) -> PlanSection:
    plan = section.plan
    return PlanSection(
        id=section.id,
        name=names.section(section),
        level=names.level(section) or None,
        kind=section.kind,
        capacity=section.capacity,
        is_closed=is_closed,
        ordinal=section.ordinal,
        geometry=None if plan.placement is None else _geometry(plan.placement, layout.focus),
        rows=[_row(row, shared) for row in section.rows],
        tables=[PlanTable(**asdict(table)) for table in plan.tables] if plan.tables else UNSET,
        area=plan.corners or UNSET,
    )


def _geometry(placement: Placement, origin: Focus) -> PlanGeometry:
    members = asdict(placement)
    depths_m, heights_m = members.pop("depths_m"), members.pop("heights_m")
    if placement.centre == (origin.x, origin.y):
        members["centre"] = None
    return PlanGeometry(**members, row_depths_m=depths_m, row_heights_m=heights_m)


def _row(row: Row, shared: _SharedLists) -> PlanRow:
    return PlanRow(
        id=row.id or None,
        seating=None if row.seats is None else shared.seating_index(row.seats),
        offsets=shared.offsets_index(row.offsets_m) if row.offsets_m else UNSET,
        positions=_positions(row) if row.places else UNSET,
        kinds=_kinds(row) if row.kinds else UNSET,
    )


def _positions(row: Row) -> PlanPositions:
    places = [packed_place(row.places, slot) for slot in range(row.place_count())]
    return PlanPositions(
        x=[round(100 * place.point.x) for place in places],
        y=[round(100 * place.point.y) for place in places],
        z=[round(100 * place.point.z) for place in places],
        facing=[place.facing_deg for place in places],
    )


def _kinds(row: Row) -> int | list[int]:
    if len(row.kinds) == 2:
        return row.kind_index(0)
    return [row.kind_index(slot) for slot in range(len(row.kinds) // 2)]


def _extent(focus: Focus) -> PlanExtent | None:
    if focus.extent is None:
        return None
    width_m, depth_m = usual_size_m(focus.extent)
    members = {**asdict(focus.extent), "width_m": width_m, "depth_m": depth_m}
    return PlanExtent(**members)


def _obstruction(obstruction: Obstruction, names: DisplayNames) -> PlanObstruction:
    return PlanObstruction(
        id=obstruction.id,
        name=names.body(obstruction.name) or None,
        kind=obstruction.kind,
        box=obstruction.box,
        polygon=obstruction.polygon,
    )
