"""Merges the sections of a venue with those of an imported plan.

Seats, their names and their places are those of the plan; heights are those of the venue. A section whose
seats all stand where they stood keeps its rule to the letter. The others get a new rule, which is fitted to
the new places and the kept heights as an import fits one.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import NamedTuple

from msgspec.structs import replace

from seatpreview.imports.fitting.fitted_layout import fitted_layout
from seatpreview.imports.fitting.hall_fitting import (
    ASSUMED_TOLERANCE_M,
    STATED_TOLERANCE_M,
    complete_points,
    moved_layout,
)
from seatpreview.imports.fitting.near_points import PlanPoint, bearing_of
from seatpreview.imports.fitting.seat_details import NamedSeat, property_rules
from seatpreview.imports.fitting.seat_order import from_front_to_back, from_left_to_right
from seatpreview.imports.fitting.section_rules import RowHeights, SectionSeats
from seatpreview.imports.model import FoundHall, FoundSeat
from seatpreview.imports.report_counts import FittingReport
from seatpreview.layouts.compiled import PLAIN_SEAT, CompiledLayout, Row, SeatKind, Section
from seatpreview.layouts.model import (
    SEAT_PROPERTIES,
    Focus,
    Layout,
    PlaceName,
    SeatRef,
    SectionGeometry,
    SectionRule,
    Tables,
)
from seatpreview.layouts.section_plans import folded_level
from seatpreview.values.validated_text import Label, Name
from seatpreview.venues.import_over.merge_notes import MergeNotes
from seatpreview.venues.import_over.plan_alignment import NO_CHANGE, SAME_PLACE_M, Alignment
from seatpreview.venues.import_over.shared_places import SeatFacts, SharedPlaces, seats_of_row

MOVED_M = 0.5
"""Seats that stand further than this from where they stood are counted as moved."""
_SAME_HEIGHT_M = 0.02
_STRAIGHT_AHEAD_DEG = 2.0


class PlanOver(NamedTuple):
    """A plan that is imported over a venue, with what is known about both."""

    before: Layout
    before_compiled: CompiledLayout
    imported: Layout
    imported_compiled: CompiledLayout
    back: SharedPlaces
    """Where places of the imported plan were in the venue."""
    forth: SharedPlaces
    """Where places of the venue are in the imported plan."""
    alignment: Alignment | None
    """None if the plan was drawn anew."""
    categories: Mapping[str, PlaceName]
    """The ids of categories in the merged layout, by those in the imported one."""

    @property
    def has_stated_heights(self) -> bool:
        """Whether the file says how high each seat is."""
        return "heights" not in self.imported.assumed and is_drawn(self.imported_compiled)


class _MergedSeat(NamedTuple):
    """A seat of a merged section, in the venue's coordinates."""

    name: str
    point: PlanPoint | None
    facing_deg: float | None
    z: float | None
    """The floor. None if only the rows around tell how high it is."""
    assumed_z: float
    """The floor by the import alone."""
    kind: SeatKind
    ref: str
    old: SeatFacts | None
    """The seat as the venue had it. None for a new one."""


_Rows = dict[str, list[_MergedSeat]]


class _Refit(NamedTuple):
    """A section that gets a new rule: what it has besides rows and places, and its seats."""

    rule: SectionRule
    rows: _Rows


def merged_sections(plan: PlanOver, empty: Layout, notes: MergeNotes) -> tuple[SectionRule, ...]:
    """Returns the sections of the merged layout: those of the venue in their order, then new ones. `empty` is
    the merged layout without sections."""
    merge = _SectionMerge(plan, empty, notes)
    entries: list[SectionRule | _Refit] = []
    for rule, sections in _rules_with_sections(plan.before, plan.before_compiled):
        entries += merge.of_rule(rule, sections)
    entries += [
        merge.new(section)
        for section in plan.imported_compiled.sections
        if section.id not in plan.forth.partners
    ]
    return merge.fitted(entries)


class _SectionMerge:
    def __init__(self, plan: PlanOver, empty: Layout, notes: MergeNotes) -> None:
        self._plan, self._empty, self._notes = plan, empty, notes
        self._continued = {source: target for target, source in plan.forth.partners.items()}
        self._imported_rules = {
            section.id: rule
            for rule, sections in _rules_with_sections(plan.imported, plan.imported_compiled)
            for section in sections
        }
        self._level_heights = _level_heights(empty)
        self._imported_levels = _level_heights(plan.imported)
        self._categories = {str(category.id): category for category in empty.categories}
        self._names = {
            _name_key(section.name, section.level): section.id
            for section in plan.before_compiled.sections
            if self._continued.get(section.id) == section.id
        }

    def of_rule(self, rule: SectionRule, sections: Sequence[Section]) -> list[SectionRule | _Refit]:
        """Returns what becomes of a rule of the venue: itself, or an entry for each of its sections."""
        merged: list[tuple[Section, Section, _Rows]] = []
        for own in sections:
            there = self._plan.imported_compiled.section(self._continued.get(own.id, ""))
            if there is None:
                self._note_gone(own)
                continue
            rows = self._merged_rows(own, there)
            self._note_differences(own, there, rows)
            merged.append((own, there, rows))
        unmoved = [self._is_unmoved(*each) for each in merged]
        is_whole = len(merged) == len(sections) and all(unmoved)
        if is_whole and all(own.id == there.id and _has_same_details(rows) for own, there, rows in merged):
            return [rule]
        return [self._entry(rule, *each, is_same) for each, is_same in zip(merged, unmoved, strict=True)]

    def _entry(
        self, rule: SectionRule, own: Section, there: Section, rows: _Rows, is_same: bool
    ) -> SectionRule | _Refit:
        """Returns the entry of a section that is still there."""
        named = self._called(rule, own, there)
        is_single = rule.id is not None
        if not any(rows.values()):
            return named if is_same and is_single else self._without_seats(named, own, there)
        if is_same and is_single:
            if _has_same_details(rows):
                return named
            rows = {row.id: _in_order(row, rows[row.id]) for row in own.rows if row.seats}
            return self._detailed(named, rows)
        if is_same:
            rows = {row: [_as_it_was(seat) for seat in seats] for row, seats in rows.items()}
        tables = _tables(own) if is_same else self._moved_tables(there)
        bare = replace(named, rows=(), seats=None, positions=(), capacity=None, geometry=tables)
        return _Refit(self._detailed(bare, rows), _with_heights(rows))

    def new(self, section: Section) -> SectionRule | _Refit:
        """Returns the entry of a section that the venue did not have."""
        plan = self._plan
        self._notes.changed.add(_NEW_SECTIONS, section.name)
        named = self._called(self._imported_rules[section.id], None, section)
        # Heights above the own level stay, for the venue may have that level at another height.
        lift_m = self._level_height(section.level) - _height_of(self._imported_levels, section.level)
        if not section.seat_count:
            return self._in_merged_categories(self._moved(named))
        rows: _Rows = {
            row.id: [
                self._merged_seat(seat, None, self._kind(seat.kind, PLAIN_SEAT), seat.ref, lift_m)
                for seat in self._ordered(seats_of_row(plan.imported_compiled, section, row))
            ]
            for row in section.rows
        }
        bare = replace(
            named, rows=(), seats=None, positions=(), capacity=None, geometry=self._moved_tables(section)
        )
        return _Refit(self._detailed(bare, rows), _with_heights(rows))

    def fitted(self, entries: Sequence[SectionRule | _Refit]) -> tuple[SectionRule, ...]:
        """Fits a rule to each section that needs one, and returns all rules in their order."""
        refits = [entry for entry in entries if isinstance(entry, _Refit)]
        names: list[str] = []
        points: dict[int, PlanPoint] = {}
        # Fitting takes the focus for the middle of the plan, and positions are whole centimetres.
        focus = self._empty.focus
        middle = PlanPoint(round(focus.x, 2), round(focus.y, 2))
        centred = replace(
            self._empty,
            focus=replace(focus, x=focus.x - middle.x, y=focus.y - middle.y),
            configurations=(),
            default_configuration=None,
        )
        sections = [
            _section_seats(refit, names, points, middle, self._level_height(str(refit.rule.level or "")))
            for refit in refits
        ]
        is_assumed = "scale" in self._plan.imported.assumed
        tolerance_m = ASSUMED_TOLERANCE_M if is_assumed else STATED_TOLERANCE_M
        report = FittingReport(FoundHall(format="layout"))
        fitted = fitted_layout(centred, sections, (), names, points, tolerance_m, report)
        rules = iter(moved_layout(fitted.layout, middle).sections)
        return tuple(next(rules) if isinstance(entry, _Refit) else entry for entry in entries)

    def _merged_rows(self, own: Section, there: Section) -> _Rows:
        """Returns the seats of a section that is still there: with the names and places of the plan, and
        with the heights, properties and refs of the venue."""
        plan, back = self._plan, self._plan.back
        before = {row.id: seats_of_row(plan.before_compiled, own, row) for row in own.rows}
        known = {(row, seat.name): seat for row, seats in before.items() for seat in seats}
        usual = _usual_kind(list(known.values()))
        rows: _Rows = {}
        for row in there.rows:
            old_row = back.rows.get((there.id, row.id), ("", ""))
            row_z = _row_z(before.get(old_row[1], [])) if old_row[0] == own.id else None
            rows[row.id] = merged = []
            for seat in self._ordered(seats_of_row(plan.imported_compiled, there, row)):
                key = back.seat(there.id, row.id, seat.name, seat.ref)
                old = None if key is None or key.section != own.id else known.get((key.row, key.seat))
                kind = self._kind(seat.kind, usual if old is None else old.kind)
                ref = seat.ref or ("" if old is None else old.ref)
                merged.append(self._merged_seat(seat, old, kind, ref, row_z=row_z))
        return _placed_beside(rows, own, self._empty.focus)

    def _merged_seat(
        self,
        seat: SeatFacts,
        old: SeatFacts | None,
        kind: SeatKind,
        ref: str,
        lift_m: float = 0.0,
        row_z: float | None = None,
    ) -> _MergedSeat:
        there = None if old is None else old.place
        z = row_z if there is None else there.point.z
        if seat.place is None:
            point = None if there is None else PlanPoint(there.point.x, there.point.y)
            facing = None if there is None else there.facing_deg
            return _MergedSeat(seat.name, point, facing, z, 0.0, kind, ref, old)
        here, alignment = seat.place.point, self._plan.alignment or NO_CHANGE
        point = PlanPoint(*alignment.point(here.x, here.y))
        facing = alignment.bearing_deg(seat.place.facing_deg)
        if self._plan.has_stated_heights:
            z = here.z
        return _MergedSeat(seat.name, point, facing, z, here.z + lift_m, kind, ref, old)

    def _kind(self, stated: SeatKind, known: SeatKind) -> SeatKind:
        """Returns what a seat has: its category by the file where that has one, and everything else that the
        venue or the file says."""
        if stated == PLAIN_SEAT:
            return known
        category = known.category
        if stated.category is not None:
            category = str(self._plan.categories[stated.category])
        both = {*stated.properties, *known.properties}
        properties = tuple(name for name in SEAT_PROPERTIES if name in both)
        return SeatKind(properties, category, known.view_note or stated.view_note)

    def _ordered(self, seats: list[SeatFacts]) -> list[SeatFacts]:
        """Returns the seats of an imported row from left to right, as they are in the venue."""
        alignment = self._plan.alignment
        return seats[::-1] if alignment is not None and alignment.is_mirrored else seats

    def _is_unmoved(self, own: Section, there: Section, rows: _Rows) -> bool:
        """Returns whether a section has the same seats at the same places as before."""
        if not any(rows.values()):
            return own.seat_count == 0 and self._is_same_area(own, there)
        named = {row.id: set(row.seats or ()) for row in own.rows}
        if named != {row: {seat.name for seat in seats} for row, seats in rows.items()}:
            return False
        return all(self._is_seat_unmoved(seat) for seats in rows.values() for seat in seats)

    def _is_seat_unmoved(self, seat: _MergedSeat) -> bool:
        if seat.old is None or seat.old.name != seat.name:
            return False
        place = seat.old.place
        if place is None or seat.point is None:
            return place is None and seat.point is None
        if self._plan.alignment is None or math.dist(seat.point, place.point[:2]) > SAME_PLACE_M:
            return False
        return abs((place.point.z if seat.z is None else seat.z) - place.point.z) <= _SAME_HEIGHT_M

    def _is_same_area(self, own: Section, there: Section) -> bool:
        """Returns whether a section without seats is where it was, with the same rows and people."""
        if [row.id for row in own.rows] != [row.id for row in there.rows]:
            return False
        if there.plan.capacity not in (None, own.plan.capacity):
            return False
        alignment, here, corners = self._plan.alignment, own.plan.corners, there.plan.corners
        if not corners:
            return True
        if alignment is None or len(here) != len(corners):
            return False
        gaps = [math.dist(alignment.point(*one), two) for one, two in zip(corners, here, strict=True)]
        return max(gaps) <= SAME_PLACE_M

    def _without_seats(self, named: SectionRule, own: Section, there: Section) -> SectionRule:
        """Returns the rule of a section of which no seats are described, such as a standing area."""
        imported = self._in_merged_categories(self._moved(self._imported_rules[there.id]))
        geometry, placement = imported.geometry, own.plan.placement
        if geometry is not None and placement is not None:
            elevation_m = round(placement.elevation_m - self._level_height(own.level), 4)
            geometry = replace(geometry, elevation_m=elevation_m)
        return replace(
            imported,
            id=named.id,
            name=named.name,
            level=named.level,
            geometry=geometry,
            category=imported.category or named.category,
        )

    def _moved(self, rule: SectionRule) -> SectionRule:
        """Returns the rule of an imported section without seats, at its place in the venue."""
        alignment, geometry = self._plan.alignment or NO_CHANGE, rule.geometry
        if geometry is None or not geometry.area:
            return rule if geometry is None or alignment == NO_CHANGE else replace(rule, geometry=None)
        area = tuple(
            tuple(round(value, 4) for value in alignment.point(corner[0], corner[1]))
            for corner in geometry.area
        )
        return replace(rule, geometry=replace(geometry, area=area))

    def _in_merged_categories(self, rule: SectionRule) -> SectionRule:
        if rule.category is None:
            return rule
        return replace(rule, category=self._plan.categories[str(rule.category)])

    def _detailed(self, rule: SectionRule, rows: _Rows) -> SectionRule:
        """Returns the rule with the categories, properties and refs of seats. These are in the order in which
        the rule lists seats."""
        seats = [
            NamedSeat(
                FoundSeat(
                    category=seat.kind.category or "",
                    properties=seat.kind.properties,
                    view_note=seat.kind.view_note or "",
                ),
                row,
                seat.name,
            )
            for row, members in rows.items()
            for seat in members
        ]
        report = FittingReport(FoundHall(format="layout"))
        category, properties = property_rules(seats, self._categories, report)
        return replace(
            rule,
            category=None if category is None else PlaceName(category),
            properties=properties,
            refs={
                row: tuple(SeatRef(seat.ref) for seat in members)
                for row, members in rows.items()
                if any(seat.ref for seat in members)
            },
        )

    def _called(self, rule: SectionRule, own: Section | None, there: Section) -> SectionRule:
        """Returns the rule with the id of the plan; with the name and the level of the venue, if it knows the
        section by this id."""
        if own is not None and own.id == there.id and rule.id is not None:
            return rule
        is_known = own is not None and own.id == there.id
        wanted = own.name if own is not None and is_known else there.name
        level = there.level if own is None else own.level
        name, number = wanted, 1
        while self._names.setdefault(_name_key(name, level), there.id) != there.id:
            number += 1
            name = f"{wanted[:190]} {number}"
        return replace(
            rule,
            id=there.id,
            ids=None,
            name=None if name == there.id else Name(name),
            level=Label(level) if level else None,
        )

    def _moved_tables(self, section: Section) -> SectionGeometry | None:
        return _tables(section, self._plan.alignment or NO_CHANGE)

    def _level_height(self, level: str) -> float:
        return _height_of(self._level_heights, level)

    def _note_gone(self, own: Section) -> None:
        self._notes.not_kept.add(_GONE_SECTIONS, own.name)
        self._notes.changed.add(_GONE_SEATS, own.name, own.seat_count)

    def _note_differences(self, own: Section, there: Section, rows: _Rows) -> None:
        """Counts what is kept of a section that is still there, and what is not."""
        notes = self._notes
        if own.id != there.id:
            notes.changed.add("Sections that have another name in the file.", f"{own.name} is {there.name}")
        notes.kept.add("Sections that are still there.", own.name)
        for row in own.rows:
            if row.id and (own.id, row.id) not in self._plan.forth.rows:
                notes.not_kept.add("Rows that the file does not have, with their heights.", _row(own, row.id))
        for row_id, seats in rows.items():
            self._note_row(own, row_id, seats)
        seats_there = [seat for seats in rows.values() for seat in seats]
        still = sum(seat.old is not None for seat in seats_there)
        notes.changed.add(_GONE_SEATS, own.name, max(0, own.seat_count - still))
        notes.changed.add("Seats that are new.", own.name, len(seats_there) - still)
        moved = [seat for seat in seats_there if _distance_m(seat) > MOVED_M]
        notes.changed.add("Seats stand elsewhere in the file than in the venue.", own.name, len(moved))
        lost = sum(seat.old is not None and _has_other_category(seat) for seat in seats_there)
        notes.not_kept.add("Categories of seats for which the file states another one.", own.name, lost)
        kept = sum(seat.old is not None and _has_kept_marks(seat) for seat in seats_there)
        notes.kept.add("Categories, properties and notes of seats.", own.name, kept)

    def _note_row(self, own: Section, row_id: str, seats: Sequence[_MergedSeat]) -> None:
        placed = [seat for seat in seats if seat.point is not None]
        if not placed:
            return
        name = _row(own, row_id)
        if self._plan.has_stated_heights:
            differ = [seat for seat in placed if _height_difference_m(seat) > _SAME_HEIGHT_M]
            self._notes.not_kept.add(_OTHER_HEIGHTS, name, 1 if differ else 0)
        elif any(seat.z is not None for seat in placed):
            self._notes.kept.add("Heights of rows.", name)
        elif own.plan.placement is not None:
            self._notes.changed.add("Rows that are new. They rise as the rows around them.", name)


_NEW_SECTIONS = "Sections that are new. What is assumed of them stands in the record."
_GONE_SECTIONS = "Sections that the file does not have, with their heights."
_OTHER_HEIGHTS = "Heights of rows for which the file states another one."
_GONE_SEATS = "Seats that the file does not have."


def _rules_with_sections(
    layout: Layout, compiled: CompiledLayout
) -> Iterator[tuple[SectionRule, Sequence[Section]]]:
    """Yields each rule with its sections, which the compiled layout has in the order of the rules."""
    sections: list[list[Section]] = []
    for section in compiled.sections:
        if section.ordinal == 0:
            sections.append([])
        sections[-1].append(section)
    yield from zip(layout.sections, sections, strict=True)


def is_drawn(layout: CompiledLayout) -> bool:
    """Returns whether the layout says where a section is."""
    return any(section.plan.placement is not None for section in layout.sections)


def _level_heights(layout: Layout) -> dict[str, float]:
    return {folded_level(level.name): level.height_m for level in layout.levels}


def _height_of(heights: Mapping[str, float], level: str) -> float:
    return heights.get(folded_level(level), 0.0)


def _name_key(name: str, level: str) -> tuple[str, str]:
    """Returns what must differ between two sections: a layout compares names in this form."""
    return " ".join(name.casefold().split()), folded_level(level)


def _row(section: Section, row: str) -> str:
    return f"{section.name} {row}".strip()


def _usual_kind(seats: Sequence[SeatFacts]) -> SeatKind:
    """Returns what a new seat of a section gets: the category that all its seats have, if they have one."""
    categories = Counter(seat.kind.category for seat in seats)
    return SeatKind(category=next(iter(categories))) if len(categories) == 1 else PLAIN_SEAT


def _row_z(seats: Sequence[SeatFacts]) -> float | None:
    heights = [seat.place.point.z for seat in seats if seat.place is not None]
    return median(heights) if heights else None


def _has_same_details(rows: _Rows) -> bool:
    return all(
        seat.old is not None and seat.kind == seat.old.kind and seat.ref == seat.old.ref
        for seats in rows.values()
        for seat in seats
    )


def _has_other_category(seat: _MergedSeat) -> bool:
    known = None if seat.old is None else seat.old.kind.category
    return known is not None and known != seat.kind.category


def _has_kept_marks(seat: _MergedSeat) -> bool:
    return seat.old is not None and seat.old.kind != PLAIN_SEAT and not _has_other_category(seat)


def _distance_m(seat: _MergedSeat) -> float:
    if seat.old is None or seat.old.place is None or seat.point is None:
        return 0.0
    return math.dist(seat.point, seat.old.place.point[:2])


def _height_difference_m(seat: _MergedSeat) -> float:
    if seat.old is None or seat.old.place is None or seat.z is None:
        return 0.0
    return abs(seat.z - seat.old.place.point.z)


def _as_it_was(seat: _MergedSeat) -> _MergedSeat:
    """Returns a seat that was not moved at exactly the place where it stood."""
    if seat.old is None or seat.old.place is None:
        return seat
    place = seat.old.place
    point = PlanPoint(place.point.x, place.point.y)
    return seat._replace(point=point, facing_deg=place.facing_deg, z=place.point.z)


def _in_order(row: Row, seats: Sequence[_MergedSeat]) -> list[_MergedSeat]:
    """Returns the seats of a row in the order in which its rule counts them, which is that of its refs."""
    named = {seat.name: seat for seat in seats}
    return [named[name] for name in row.seats or ()]


def _with_heights(rows: _Rows) -> _Rows:
    """Returns the rows with a height for each seat: a row that the venue did not have rises as those beside
    it. If no height is known, all are those of the import."""
    known: dict[int, float] = {}
    for number, seats in enumerate(rows.values()):
        heights = [seat.z for seat in seats if seat.z is not None]
        if heights:
            known[number] = median(heights)
    filled: _Rows = {}
    for number, (row, seats) in enumerate(rows.items()):
        z = _between(known, number)
        filled[row] = [
            seat if seat.z is not None else seat._replace(z=seat.assumed_z if z is None else z)
            for seat in seats
        ]
    return filled


def _between(known: Mapping[int, float], row: int) -> float | None:
    """Returns the height of a row between rows of known heights, or behind or before them at their rise."""
    if not known:
        return None
    if row in known:
        return known[row]
    before = [number for number in known if number < row]
    behind = [number for number in known if number > row]
    if before and behind:
        near, far = before[-1], behind[0]
    elif len(known) == 1:
        return next(iter(known.values()))
    else:
        near, far = (before[-1], before[-2]) if before else (behind[0], behind[1])
    rise_m = (known[far] - known[near]) / (far - near)
    return known[near] + rise_m * (row - near)


def _placed_beside(rows: _Rows, section: Section, focus: Focus) -> _Rows:
    """Returns the rows with places for seats that have none, if others of the section have one: a list of
    seats without places adds some to a section that is drawn."""
    seats = dict(enumerate(seat for row in rows.values() for seat in row))
    points = {
        number: PlanPoint(seat.point.x - focus.x, seat.point.y - focus.y)
        for number, seat in seats.items()
        if seat.point is not None
    }
    if not points or len(points) == len(seats):
        return rows
    numbers = iter(seats)
    by_row = {row: [next(numbers) for _ in members] for row, members in rows.items() if members}
    names = [seat.name for seat in seats.values()]
    pitch_m = 0.5 if section.plan.placement is None else section.plan.placement.spacing_m
    points |= complete_points(by_row, names, points, pitch_m)
    ordered = {row: from_left_to_right(members, points) for row, members in by_row.items()}
    return {
        row: [
            seats[number]._replace(point=PlanPoint(points[number].x + focus.x, points[number].y + focus.y))
            for number in members
        ]
        for row, members in from_front_to_back(ordered, points).items()
    }


def _section_seats(
    refit: _Refit, names: list[str], points: dict[int, PlanPoint], middle: PlanPoint, level_m: float
) -> SectionSeats:
    """Returns the seats of a section as fitting takes them, about the middle. Adds their names and points."""
    rows: dict[str, list[int]] = {}
    members: dict[int, _MergedSeat] = {}
    for row, seats in refit.rows.items():
        rows[row] = []
        for seat in seats:
            number = len(names)
            names.append(seat.name)
            members[number] = seat
            rows[row].append(number)
            if seat.point is not None:
                points[number] = PlanPoint(seat.point.x - middle.x, seat.point.y - middle.y)
    rows = {row: seats for row, seats in rows.items() if seats}
    if not any(number in points for number in members):
        return SectionSeats(refit.rule, rows, None)
    heights = {number: (seat.z or 0.0) - level_m for number, seat in members.items()}
    rows_m = [heights[seats[0]] for seats in rows.values()]
    is_level = all(
        abs(heights[seat] - row_m) < 0.005
        for row_m, seats in zip(rows_m, rows.values(), strict=True)
        for seat in seats
    )
    return SectionSeats(
        refit.rule,
        rows,
        RowHeights(rows_m, None, None if is_level else heights),
        _facings(members, points),
        refit.rule.geometry is not None,
    )


def _facings(members: Mapping[int, _MergedSeat], points: Mapping[int, PlanPoint]) -> dict[int, int] | None:
    """Returns the bearing of each seat; None if all look at the focus, which is at (0, 0)."""
    facings: dict[int, int] = {}
    is_ahead = True
    for number, seat in members.items():
        ahead = bearing_of(-points[number].x, -points[number].y)
        facing = ahead if seat.facing_deg is None else seat.facing_deg
        is_ahead &= abs((facing - ahead + 180.0) % 360.0 - 180.0) <= _STRAIGHT_AHEAD_DEG
        facings[number] = round(facing) % 360
    return None if is_ahead else facings


def _tables(section: Section, alignment: Alignment = NO_CHANGE) -> SectionGeometry | None:
    """Returns the tables of a section as furniture, which places no seat."""
    if not section.plan.tables:
        return None
    first = section.plan.tables[0]
    at = tuple(
        (
            *(round(value, 3) for value in alignment.point(table.x, table.y)),
            round(alignment.bearing_deg(table.turn_deg), 1),
        )
        for table in section.plan.tables
    )
    depth_m = None if first.shape == "round" else first.depth_m
    return SectionGeometry(tables=Tables(shape=first.shape, width_m=first.width_m, depth_m=depth_m, at=at))
