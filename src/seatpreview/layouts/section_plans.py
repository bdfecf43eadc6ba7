"""Section plans: expands the rows of a parsed rule, applies its exceptions, and refuses conflicts."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from seatpreview.layouts.compiled import PlacedTable, Row, SectionPlan
from seatpreview.layouts.faults import FaultPath
from seatpreview.layouts.geometry import Placement, bearing_to, slots_that_fit
from seatpreview.layouts.ground_plan import centroid, doubled_area
from seatpreview.layouts.model import NO_ROW, PLACES_OF_A_ROW_MAX, Focus, SectionGeometry, SectionRule
from seatpreview.layouts.name_ranges import NameList, index_names, quote_names
from seatpreview.layouts.parsed_rules import ParsedRule, ParsedSeats, seats_of_a_section
from seatpreview.layouts.row_placement import parse_positions, place_tables, placement_of, row_offsets
from seatpreview.layouts.seat_kinds import SeatKinds, row_kinds
from seatpreview.layouts.seating import SeatGroup, Seating

_Exceptions = dict[str, SeatGroup]
"""The seats of rows with an exception, by row id."""


class PlanContext(NamedTuple):
    """What the sections of a layout have in common."""

    focus: Focus
    level_heights_m: Mapping[str, float]
    categories: Sequence[str]
    kinds: SeatKinds


class _Places(NamedTuple):
    """Where the rows of a rule's sections are."""

    placement: Placement | None = None
    offsets_m: Mapping[str, tuple[float, ...]] = {}
    packed: Mapping[str, bytes] = {}
    tables: tuple[PlacedTable, ...] = ()


def section_plan_of(rule: ParsedRule, context: PlanContext) -> SectionPlan | None:
    """Returns the plan that the sections of a rule share; None if a part of it could not be parsed."""
    level_height_m = context.level_heights_m.get(folded_level(rule.source.level), 0.0)
    if rule.source.positions:
        positions = parse_positions(
            rule.source.positions,
            rule.source.geometry,
            context.focus,
            level_height_m,
            rule.path / "positions",
        )
        if positions is None:
            return None
        tables = _furniture(rule, positions.placement, context.focus)
        places = _Places(positions.placement, {}, positions.places, tables)
        return _plan(rule, positions.seats, places, context)
    if rule.rows is None:
        return None
    row_ids = _row_ids(rule.rows)
    if rule.seats is None:
        return None
    exceptions = [_exceptions_by_row(seats, row_ids, rule.rows) for seats in rule.seats]
    seatings = _seatings(rule.seats, exceptions, row_ids)
    seats = {row_id: seatings.get(row_id) for row_id in row_ids}
    places = _places(rule, seats, context.focus, level_height_m)
    plan = _plan(rule, seats, places, context)
    _check_repeated_seats(rule.seats, plan.rows)
    _check_room(rule, plan)
    return plan


def folded_level(level: str | None) -> str:
    """Returns the name of a level as names of levels are compared."""
    return " ".join((level or "").casefold().split())


def _plan(
    rule: ParsedRule, seats: Mapping[str, Seating | None], places: _Places, context: PlanContext
) -> SectionPlan:
    source = rule.source
    kinds = row_kinds(source, seats, context.kinds, context.categories, rule.path)
    refs = _refs(source, seats, rule.path / "refs")
    rows = tuple(
        Row(
            row_id,
            index,
            seating,
            places.offsets_m.get(row_id, ()),
            places.packed.get(row_id, b""),
            kinds.get(row_id, b""),
            refs.get(row_id, ()),
        )
        for index, (row_id, seating) in enumerate(seats.items())
    )
    area = () if source.geometry is None else source.geometry.area
    return SectionPlan(
        level=str(source.level or ""),
        kind=source.kind,
        capacity=source.capacity,
        placement=places.placement,
        rows=rows,
        rows_by_id={row.id: row for row in rows},
        seat_count=seats_of_a_section(rule),
        tables=places.tables,
        corners=tuple((x, y) for x, y in area),
    )


def _places(
    rule: ParsedRule, seats: Mapping[str, Seating | None], focus: Focus, level_height_m: float
) -> _Places:
    geometry, path = rule.source.geometry, rule.path / "geometry"
    if geometry is None:
        return _Places()
    if geometry.area:
        return _Places(_area_placement(rule, geometry, focus, level_height_m, path / "area"))
    if geometry.tables is not None and geometry.tables.at:
        placement = Placement(
            shape="free", centre=(focus.x, focus.y), elevation_m=geometry.elevation_m + level_height_m
        )
    else:
        found = placement_of(geometry, focus, level_height_m, list(seats), path)
        if found is None:
            (path / "distanceM").refuse("is missing; give distanceM, or origin, where the section stands")
            return _Places()
        placement = found
    if geometry.tables is not None:
        tables, packed = place_tables(geometry.tables, placement, focus, seats, path / "tables")
        return _Places(replace(placement, shape="free"), {}, packed, tables)
    distinct = list({id(each): each for each in seats.values() if each is not None}.values())
    offsets = dict(zip(map(id, distinct), row_offsets(geometry, distinct, path), strict=True))
    return _Places(placement, {row: offsets[id(each)] for row, each in seats.items() if each is not None})


def _area_placement(
    rule: ParsedRule, geometry: SectionGeometry, focus: Focus, level_height_m: float, path: FaultPath
) -> Placement:
    """Returns the placement of a standing area, whose centre is the middle of its corners."""
    if rule.source.rows or rule.source.seats is not None:
        path.refuse("is for a section without rows and seats, where people stand")
    if len(geometry.area) < 3 or doubled_area(geometry.area) == 0:
        path.refuse("has no area: give at least three corners that do not lie on one line")
        return Placement(shape="free", centre=(focus.x, focus.y))
    x, y = centroid(geometry.area)
    return Placement(
        shape="free",
        centre=(x, y),
        bearing_deg=(bearing_to(x, y, focus) + 180.0) % 360.0,
        elevation_m=geometry.elevation_m + level_height_m,
    )


def _furniture(rule: ParsedRule, placement: Placement, focus: Focus) -> tuple[PlacedTable, ...]:
    """Returns the tables of a section whose seats have positions: they are drawn, and place no seat."""
    geometry = rule.source.geometry
    if geometry is None or geometry.tables is None:
        return ()
    numbers: dict[str, Seating | None] = {str(number): None for number in range(len(geometry.tables.at))}
    return place_tables(geometry.tables, placement, focus, numbers, rule.path / "geometry" / "tables")[0]


def _refs(
    rule: SectionRule, seats: Mapping[str, Seating | None], path: FaultPath
) -> dict[str, tuple[str, ...]]:
    refs: dict[str, tuple[str, ...]] = {}
    for row_id, of_row in rule.refs.items():
        seating = seats.get(row_id)
        if seating is None:
            path.refuse(f"names row {row_id!r}, which is not a row with seats of the section")
        elif len(of_row) != len(seating):
            path.refuse(f"has {len(of_row)} for row {row_id!r}, which has {len(seating)} seats")
        else:
            refs[row_id] = tuple(map(str, of_row))
    return refs


def _row_ids(rows: NameList) -> Collection[str]:
    first_items, repetitions = index_names(rows.items)
    for repetition in repetitions:
        names = quote_names(repetition.names)
        repetition.item.path.refuse(f"gives row {names} a second time, after {repetition.first_item}")
    return first_items.keys()


def _exceptions_by_row(seats: ParsedSeats, row_ids: Collection[str], rows: NameList) -> _Exceptions:
    first_items, repetitions = index_names(
        item for exception in seats.exceptions for item in exception.rows.items
    )
    for repetition in repetitions:
        names = quote_names(repetition.names)
        repetition.item.path.refuse(f"gives row {names} a second exception, after {repetition.first_item}")
    unknown: dict[FaultPath, list[str]] = defaultdict(list)
    for row_id, item in first_items.items():
        if row_id not in row_ids:
            unknown[item.path].append(row_id)
    for path, missing_ids in unknown.items():
        path.refuse(f"gives row {quote_names(missing_ids)}, which does not exist among {rows}")
    groups = {item.path: exception.group for exception in seats.exceptions for item in exception.rows.items}
    return {row_id: groups[item.path] for row_id, item in first_items.items()}


def _seatings(
    seats: tuple[ParsedSeats, ...], exceptions: list[_Exceptions], row_ids: Collection[str]
) -> dict[str, Seating]:
    """Returns the seating of each row. Rows with the same groups share one seating."""
    if not seats:
        return {}
    shared: dict[tuple[int, ...], Seating] = {}
    seatings = {}
    for row_id in row_ids:
        groups = [of_row.get(row_id, rule.group) for rule, of_row in zip(seats, exceptions, strict=True)]
        seatings[row_id] = shared.setdefault(tuple(map(id, groups)), Seating(tuple(groups)))
    return seatings


def _check_repeated_seats(seats: tuple[ParsedSeats, ...], rows: tuple[Row, ...]) -> None:
    """Notes a fault for each pair of seat rules that have the same seat, at the first row where they do."""
    checked: set[int] = set()
    refused: set[tuple[int, int]] = set()
    for row in rows:
        if row.seats is None or len(row.seats.groups) < 2 or id(row.seats) in checked:
            continue
        checked.add(id(row.seats))
        names = [frozenset(group.names) for group in row.seats.groups]
        for one, other in combinations(range(len(names)), 2):
            both = [name for name in row.seats.groups[other].names if name in names[one]]
            if both and (one, other) not in refused:
                refused.add((one, other))
                seats[other].path.refuse(
                    f"claims seat {quote_names(both)}{_of_row(row)}, as {seats[one].path} does"
                )


def _check_room(rule: ParsedRule, plan: SectionPlan) -> None:
    for row in plan.rows:
        slots = 0 if row.seats is None else row.seats.slots
        if slots > PLACES_OF_A_ROW_MAX:
            (rule.path / "seats").refuse(
                f"gives {_row_or_section(row)} {slots:,} places; a row has at most {PLACES_OF_A_ROW_MAX:,}"
            )
            return
        placement = plan.placement
        if placement is not None and slots > slots_that_fit(placement, row.index):
            (rule.path / "geometry").refuse(
                f"has no room for {_row_or_section(row)}: {slots} places of {placement.spacing_m:g} m "
                "are longer than the whole circle round the focus"
            )
            return


def _of_row(row: Row) -> str:
    return "" if row.id == NO_ROW else f" of row {row.id!r}"


def _row_or_section(row: Row) -> str:
    return "a section" if row.id == NO_ROW else f"row {row.id!r}"
