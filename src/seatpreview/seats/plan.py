"""The plan of a venue: everything that a client needs to draw all seats. Positions are given by rules, not
one by one."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import asdict

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, Row, Section
from seatpreview.layouts.model import (
    Box,
    HallKind,
    Mood,
    Obstruction,
    ObstructionKind,
    Polygon,
    RowShape,
    SectionKind,
)
from seatpreview.layouts.seating import Seating
from seatpreview.seats.display_names import DisplayNames
from seatpreview.seats.lookup import mood_of
from seatpreview.seats.model import ConfigurationId, PreviewConfiguration, VenueName
from seatpreview.values.ids import VenueId
from seatpreview.values.locales import Locale
from seatpreview.venues.model import ViewerDefaults


class PlanQuery(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The query of getPlan."""

    venue: VenueName | UnsetType = UNSET
    configuration: ConfigurationId | UnsetType = UNSET
    locale: (
        Annotated[Locale, Meta(description="The language of names. Default: the session's, or the venue's.")]
        | UnsetType
    ) = UNSET


class PlanPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A point in metres: x to the east, y to the north, z up."""

    x: float
    y: float
    z: float


class PlanFocus(PlanPoint, frozen=True, kw_only=True):
    """The point that people look at."""

    name: str | None


class PlanGeometry(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The positions of the rows of a section, relative to the plan's origin."""

    shape: RowShape
    bearing_deg: float
    bearing_step_deg: float
    distance_m: float
    elevation_m: float
    tread_m: float
    riser_m: float
    spacing_m: float
    shift_m: float
    shift_step_m: float


class PlanRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row. The rows of a section are listed from the front to the back."""

    id: Annotated[str | None, Meta(description="Null: the section has no rows, and these are its seats.")]
    seating: Annotated[
        int | None, Meta(description="The index of its seats in `seatings`. Null: its seats are not known.")
    ]


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
        HallKind | None,
        Meta(description="What surrounds the seats, for the drawn view. Null: the layout does not say."),
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
    obstructions: list[PlanObstruction]


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
    default = layout.default_configuration
    seatings = _Seatings()
    focus = layout.focus if configuration is None else configuration.focus
    closed: frozenset[str] = frozenset() if configuration is None else configuration.closed
    return Plan(
        venue_id=venue_id,
        version=version,
        name=name,
        configuration=names.described(configuration),
        configurations=[each for each in map(names.described, layout.configurations.values()) if each],
        default_configuration=None if default is None else default.id,
        mood=mood_of(configuration, defaults),
        hall=layout.hall,
        origin=PlanPoint(x=layout.focus.x, y=layout.focus.y, z=layout.focus.z),
        focus=PlanFocus(name=focus.name, x=focus.x, y=focus.y, z=focus.z),
        sections=[_section(section, section.id in closed, names, seatings) for section in layout.sections],
        seatings=seatings.lists,
        obstructions=[] if configuration is None else list(map(_obstruction, configuration.obstructions)),
    )


class _Seatings:
    """Collects seatings. Rows share them, so each is listed once."""

    def __init__(self) -> None:
        self.lists: list[list[str | None]] = []
        self._indexes: dict[int, int] = {}

    def index_of(self, seats: Seating) -> int:
        index = self._indexes.get(id(seats))
        if index is None:
            index = self._indexes[id(seats)] = len(self.lists)
            self.lists.append([seats.seat_at(slot) for slot in range(seats.slots)])
        return index


def _section(section: Section, is_closed: bool, names: DisplayNames, seatings: _Seatings) -> PlanSection:
    geometry = section.plan.geometry
    return PlanSection(
        id=section.id,
        name=names.section(section),
        level=names.level(section) or None,
        kind=section.kind,
        capacity=section.capacity,
        is_closed=is_closed,
        ordinal=section.ordinal,
        geometry=None if geometry is None else PlanGeometry(**asdict(geometry)),
        rows=[_row(row, seatings) for row in section.rows],
    )


def _row(row: Row, seatings: _Seatings) -> PlanRow:
    return PlanRow(id=row.id or None, seating=None if row.seats is None else seatings.index_of(row.seats))


def _obstruction(obstruction: Obstruction) -> PlanObstruction:
    return PlanObstruction(
        id=obstruction.id,
        name=obstruction.name,
        kind=obstruction.kind,
        box=obstruction.box,
        polygon=obstruction.polygon,
    )
