"""Turns what was found in a file into the record of a venue, and reports how.

The plan is moved so that the focus is at (0, 0), and it is not turned: the map then looks like the file.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from seatpreview.imports.fitting.doubtful_sections import doubt_made_up_sections
from seatpreview.imports.fitting.fitted_layout import FittedLayout, fitted_layout
from seatpreview.imports.fitting.fitted_sections import (
    HallHeights,
    OrderedSection,
    facings_of,
    hall_heights,
    ordered_section,
    row_heights,
    table_geometry,
)
from seatpreview.imports.fitting.hall_focus import (
    NOTHING_SAYS_WHERE,
    STAGE_SIDES,
    HallFocus,
    StageSide,
    find_focus,
    outline_of,
    point_on_side,
)
from seatpreview.imports.fitting.hall_kind import (
    STAGE_HEIGHT_M,
    KindOfHall,
    asked_kind,
    extent_of,
    kind_of_hall,
    stand_before_seats,
)
from seatpreview.imports.fitting.hall_sections import (
    HallSection,
    SeatNames,
    levels_of_seats,
    sort_into_sections,
)
from seatpreview.imports.fitting.hall_side import SideWeights, weigh_sides
from seatpreview.imports.fitting.laid_out_hall import lay_out
from seatpreview.imports.fitting.near_points import PlanPoint, middle_of
from seatpreview.imports.fitting.place_names import SectionIds, label_text
from seatpreview.imports.fitting.plan_scale import (
    AS_READ,
    USUAL_PITCH_M,
    PlanScale,
    plan_scale,
    seat_pitch,
    usual_nearest,
)
from seatpreview.imports.fitting.printed_labels import label_rewrites
from seatpreview.imports.fitting.seat_details import (
    HallDetails,
    NamedSeat,
    hall_details,
    property_rules,
    refs_by_row,
    take_properties_of_categories,
)
from seatpreview.imports.fitting.section_rules import SectionSeats
from seatpreview.imports.fitting.standing_areas import sections_without_seats, standing_sections
from seatpreview.imports.fitting.turned_hall import flip_hall, turn_hall
from seatpreview.imports.model import FoundArea, FoundHall, ImportReport, UnreadableFile
from seatpreview.imports.natural_order import in_counting_order, natural_sort_key
from seatpreview.imports.plausibility import SEATS_MIN, WIDTH_M_MAX, WIDTH_M_MIN, size_m
from seatpreview.imports.questions import Doubts, QuestionId, SmallMap, small_map
from seatpreview.imports.report_counts import FittingReport
from seatpreview.imports.words.focus_words import readable_name
from seatpreview.layouts.model import (
    ROWS_MAX,
    SEATS_MAX,
    SECTIONS_MAX,
    Assumption,
    Focus,
    FocusExtent,
    Layout,
    PlaceName,
    PositionedRow,
    SectionGeometry,
    SectionRule,
    VenueLevel,
)
from seatpreview.values.validated_text import Label

STATED_TOLERANCE_M = 0.008
"""How far a seat may be from its place in a file that states its unit."""
ASSUMED_TOLERANCE_M = 0.05
"""The same where the scale is assumed: plans in pixels are not drawn more exactly."""
_CENTIMETRES = 100
_ROW_PITCH_M = 0.9
_DIRECTIONS = {"down": "y grows to the bottom of the page.", "up": "y grows to the top of the page."}
_STAGE_SIDES: dict[StageSide, str] = {
    "top": "At the top of the plan.",
    "bottom": "At the bottom.",
    "left": "On the left.",
    "right": "On the right.",
    "middle": "In the middle, with seats around it.",
}
_SURE_OF_STAGE = 0.5
_SURE_OF_SCALE = 0.3
_SAME_SCALE = 0.2
"""Scales that differ by less are the same: then a few seats are far out, and the scale is right."""
_LAID_OUT = "The focus is in front of the sections, which have no places in the file."
_SURE_OF_SIDES = 0.9
"""How sure the side of a hall can be where one section at least contradicts it."""


class FittedHall(NamedTuple):
    """A record that can be stored, as JSON values, and the report of the import."""

    record: dict[str, object]
    report: ImportReport


class _Plan(NamedTuple):
    """A plan in metres, with the focus at (0, 0)."""

    found: FoundHall
    scale: PlanScale
    focus: HallFocus
    points: dict[int, PlanPoint]
    pitch_m: float
    is_laid_out: bool = False
    """Whether the places are invented, because the file has none."""

    @property
    def focus_in_file(self) -> PlanPoint:
        """The focus in metres from the zero of the file."""
        middle, metres = self.scale.middle, self.scale.metres_per_unit
        x, y = self.focus.point.x + middle.x * metres, self.focus.point.y + middle.y * metres
        return PlanPoint(round(x, 4), round(y, 4))

    def point(self, x: float, y: float) -> PlanPoint | None:
        """Returns a point of the file in metres from the focus."""
        point = self.scale.point(x, y)
        return None if point is None else _moved(point, self.focus.point)

    def outline(self, area: FoundArea) -> list[PlanPoint]:
        """Returns the corners of an area in metres from the focus."""
        return [_moved(corner, self.focus.point) for corner in outline_of(area, self.scale)]


def fit_hall(found: FoundHall, doubts: Doubts | None = None) -> FittedHall:
    """Returns the record of a hall. Every seat of the file is in it. Raises `UnreadableFile` for a hall that
    is larger than a layout may be, and for an answer that is none."""
    doubts = doubts or Doubts()
    plan, report = _placed(found, doubts)
    standing = [plan.outline(area) for area in found.areas if area.kind == "standing"]
    before_seats = stand_before_seats(plan.points.values(), standing)
    kind = kind_of_hall(found, plan.focus, has_people_before_seats=before_seats)
    kind = asked_kind(kind, doubts)
    sections, names = _sections(plan, doubts, report)
    heights = hall_heights(found, sections, plan.points, _focus_z(plan), kind.c_value_mm, kind.kind)
    if not found.is_export:
        take_properties_of_categories(found, report)
    details = hall_details(found, report)
    ids = SectionIds(found.section_names)
    seats, are_heights_assumed = _section_seats(plan, sections, names, heights, details, ids, report)
    others = _sections_without_seats(plan, heights, details, ids, report)
    empty = _empty_layout(plan, kind, heights, details, are_heights_assumed)
    tolerance_m = ASSUMED_TOLERANCE_M if plan.scale.is_assumed else STATED_TOLERANCE_M
    fitted = fitted_layout(empty, seats, others, names.seats, plan.points, tolerance_m, report)
    if found.is_export:
        fitted = fitted._replace(layout=moved_layout(fitted.layout, plan.focus_in_file))
    _tell_hall(plan, kind, sections, ids, are_heights_assumed, report)
    return FittedHall(_record(found, fitted, report), report.result(fitted.compiled.seat_count))


def map_hall(found: FoundHall, doubts: Doubts) -> SmallMap | None:
    """Returns a small map of the hall as `fit_hall` would place it, which costs much less than to fit it."""
    plan, _ = _placed(found, doubts)
    focus = PlanPoint(0.0, 0.0) if plan.points or plan.focus.outline else None
    sections: dict[str, list[PlanPoint]] = defaultdict(list)
    for index, point in plan.points.items():
        name = found.seats[index].section
        sections[found.section_names.get(name, name)].append(point)
    middles = {name: middle_of(of_section) for name, of_section in sections.items() if name}
    return small_map(list(plan.points.values()), focus, middles, _end_of_longest_row(found, plan.points))


def _end_of_longest_row(found: FoundHall, points: Mapping[int, PlanPoint]) -> tuple[str, PlanPoint] | None:
    """Returns the seat with the least number of the longest row: people know on which side it is."""
    rows: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for index in points:
        seat = found.seats[index]
        if seat.name:
            rows[seat.level, seat.section, seat.row].append(index)
    longest = max(rows.values(), key=len, default=[])
    if len(longest) < 2:
        return None
    end = min(longest, key=lambda index: natural_sort_key(found.seats[index].name))
    seat = found.seats[end]
    row = [f"row {seat.row}"] if seat.row else []
    return ", ".join([*row, f"seat {seat.name}"]), points[end]


def _placed(found: FoundHall, doubts: Doubts) -> tuple[_Plan, FittingReport]:
    """Returns the plan with everything in its place, after the answers and doubts about where that is."""
    if len(found.seats) > SEATS_MAX:
        raise UnreadableFile(f"The file has {len(found.seats):,} seats; a layout has at most {SEATS_MAX:,}.")
    is_laid_out = lay_out(found)
    scale = doubts.given("scale")
    plan = _plan(found, scale, report := FittingReport(found))
    if not is_laid_out and _asked_for_stage(plan, doubts):
        plan = _plan(found, scale, report := FittingReport(found))
    is_mirrored = not is_laid_out and _is_mirrored(plan, doubts)
    if is_mirrored and (found.is_y_stated or found.is_focus_answered):
        flip_hall(found)
    elif is_mirrored:
        found.is_y_down = not found.is_y_down
        found.inferred = [item for item in found.inferred if item.text != found.y_sentence]
    # What a person says of the hall comes last: nothing in the file is weighed against it.
    if turn_hall(found, doubts) or is_mirrored:
        plan = _plan(found, scale, report := FittingReport(found))
    if is_laid_out:
        focus = plan.focus._replace(is_assumed=True, reason=_LAID_OUT)
        scale_assumed = plan.scale._replace(is_assumed=True)
        return plan._replace(scale=scale_assumed, focus=focus, is_laid_out=True), report
    doubted = _doubted_scale(plan, doubts)
    if doubted is not None:
        plan = _plan(found, doubted, report := FittingReport(found))
    if is_mirrored:
        report.inferred(_mirrored_sentence(found, doubts), len(found.seats))
    return plan, report


def _mirrored_sentence(found: FoundHall, doubts: Doubts) -> str:
    """Says that the hall is not as the axes of the file were read, and why."""
    if found.is_y_stated or found.is_focus_answered:
        why = "as you chose" if {"side", "up"} & doubts.answers.keys() else "against the axes of the file"
        return f"Left and right are exchanged, {why}."
    end = "bottom" if found.is_y_down else "top"
    why = ", as you chose." if "up" in doubts.answers else ": otherwise, left would be on the right."
    return f"y grows to the {end} of the page{why}"


def _asked_for_stage(plan: _Plan, doubts: Doubts) -> bool:
    """Asks on which side the stage is, where nothing in the file says it. Returns whether an answer moved
    the focus. An answer counts wherever the file itself has no stage."""
    found = plan.found
    if found.is_export or not plan.focus.is_assumed or not plan.points:
        return False
    is_unknown = plan.focus.reason == NOTHING_SAYS_WHERE and len(plan.points) >= SEATS_MIN
    if not is_unknown and doubts.given("stage") is None:
        return False
    text = "Where is the stage? Nothing in the file says on which side people look."
    chosen = doubts.ask("stage", text, tuple(_STAGE_SIDES.items()), STAGE_SIDES[0], _SURE_OF_STAGE)
    if doubts.given("stage") is None:
        return False
    side = next(side for side in STAGE_SIDES if side == chosen)
    x, y = point_on_side(list(plan.points.values()), side)
    found.focal_point = plan.scale.in_file(
        _moved(PlanPoint(x, y), PlanPoint(-plan.focus.point.x, -plan.focus.point.y))
    )
    found.is_focus_answered = True
    return True


def _doubted_scale(plan: _Plan, doubts: Doubts) -> str | None:
    """Asks how wide the hall is, where no real one is as wide. Returns the answer, in the form of `scale`."""
    if doubts.given("scale") not in (None, AS_READ) or plan.found.is_export:
        return None
    places = list(plan.points.values())
    if len(places) < SEATS_MIN or WIDTH_M_MIN <= (width_m := size_m(places)) <= WIDTH_M_MAX:
        return None
    factor = USUAL_PITCH_M / (usual_nearest(places) or USUAL_PITCH_M)
    usual = str(max(1, round(factor * (max(x for x, _ in places) - min(x for x, _ in places)))))
    if abs(factor - 1) < _SAME_SCALE:
        return None
    chosen = doubts.ask(
        "scale",
        f"How wide is the hall? By the file, all seats would be within {width_m:,.1f} m.",
        (
            (AS_READ, f"{width_m:,.1f} m, as the file is read."),
            (usual, f"{usual} m from left to right: seats stand as far apart as usual."),
        ),
        usual,
        _SURE_OF_SCALE,
    )
    return None if chosen == AS_READ else chosen


def _is_mirrored(plan: _Plan, doubts: Doubts) -> bool:
    """Asks whether left is left, where what the file says of it does not agree. Where the file does not say
    where y grows, that is the question: the other direction mirrors the hall."""
    question: QuestionId = "side" if plan.found.is_y_stated else "up"
    is_answered = question in doubts.answers
    if plan.found.is_export or (plan.focus.is_round and not is_answered) or not plan.points:
        return False
    is_front_known = not plan.focus.is_assumed or plan.focus.reason != NOTHING_SAYS_WHERE
    weights = weigh_sides(plan.found, plan.points, is_front_known=is_front_known)
    if not weights.is_doubtful and not is_answered:
        return weights.is_mirrored
    if plan.found.is_y_stated:
        return _ask_side(weights, doubts)
    directions = ("down", "up") if plan.found.is_y_down else ("up", "down")
    choices = tuple((direction, _DIRECTIONS[direction]) for direction in directions)
    text = f"Does y grow towards the top of the page? The file does not say it. {weights.doubts}".strip()
    assumed = directions[weights.is_mirrored]
    return doubts.ask("up", text, choices, assumed, min(weights.sure, _SURE_OF_SIDES)) != directions[0]


def _ask_side(weights: SideWeights, doubts: Doubts) -> bool:
    choices = (("as-drawn", "As it is in the file."), ("mirrored", "Left and right exchanged."))
    text = f"Is this side left? {weights.doubts}".strip()
    assumed = choices[weights.is_mirrored][0]
    return doubts.ask("side", text, choices, assumed, min(weights.sure, _SURE_OF_SIDES)) == "mirrored"


def _plan(found: FoundHall, given_scale: str | None, report: FittingReport) -> _Plan:
    scale = plan_scale(found, report, given_scale)
    from_middle = [scale.point(seat.x, seat.y) for seat in found.seats]
    focus = find_focus(found, scale, from_middle)
    if found.is_export:
        focus = focus._replace(point=_on_whole_centimetre(focus.point, scale))
    points = {
        index: _moved(point, focus.point) for index, point in enumerate(from_middle) if point is not None
    }
    pitch_m = seat_pitch(found.seats, from_middle) or 0.5
    return _Plan(found, scale, focus, points, min(3.0, max(0.2, pitch_m)))


def _on_whole_centimetre(focus: PlanPoint, scale: PlanScale) -> PlanPoint:
    """Returns the focus at a whole centimetre of the file: positions are whole centimetres, moved back
    by as much."""
    middle = PlanPoint(scale.middle.x * scale.metres_per_unit, scale.middle.y * scale.metres_per_unit)
    return PlanPoint(round(focus.x + middle.x, 2) - middle.x, round(focus.y + middle.y, 2) - middle.y)


def _moved(point: PlanPoint, focus: PlanPoint) -> PlanPoint:
    return PlanPoint(point.x - focus.x, point.y - focus.y)


def _sections(plan: _Plan, doubts: Doubts, report: FittingReport) -> tuple[list[OrderedSection], SeatNames]:
    texts = [
        (label_text(area.name), point)
        for area in plan.found.areas
        if area.kind == "text" and area.points and (point := plan.point(*area.points[0])) is not None
    ]
    levels = levels_of_seats(plan.found, plan.points, texts, plan.pitch_m, report)
    unordered, names = sort_into_sections(plan.found, levels, plan.points, plan.pitch_m, report)
    doubt_made_up_sections(plan.found, unordered, doubts)
    _check_bounds(unordered)
    _place_missing(plan, unordered, names, report)
    return [ordered_section(section, names, plan.points) for section in unordered], names


def _check_bounds(sections: Sequence[HallSection]) -> None:
    rows = sum(len(section.rows) for section in sections)
    for count, most, noun in ((len(sections), SECTIONS_MAX, "sections"), (rows, ROWS_MAX, "rows")):
        if count > most:
            raise UnreadableFile(
                f"The seats of the file are in {count:,} {noun}; a layout has at most {most:,}. "
                "Give rows and sections names, or split the file."
            )


def _place_missing(
    plan: _Plan, sections: Sequence[HallSection], names: SeatNames, report: FittingReport
) -> None:
    """Gives seats without a position one, if others of their section have one."""
    added: dict[int, PlanPoint] = {}
    without: list[str] = []
    for section in sections:
        seats = [seat for row in section.rows.values() for seat in row]
        if not any(seat in plan.points for seat in seats):
            without.append(section.name)
            continue
        added |= complete_points(section.rows, names.seats, plan.points, plan.pitch_m)
    plan.points.update(added)
    example = next((f"row {names.rows[seat]}, seat {names.seats[seat]}" for seat in added), "")
    report.inferred(
        "Seats without a usable position are placed beside their neighbours by name.", len(added), example
    )
    report.left_out(
        "The file has no positions for these sections; they are not on the map.",
        len(without),
        next(iter(without), ""),
    )


def _focus_z(plan: _Plan) -> float:
    return STAGE_HEIGHT_M if plan.focus.kind == "stage" else 0.0


def _section_seats(
    plan: _Plan,
    sections: Sequence[OrderedSection],
    names: SeatNames,
    heights: HallHeights,
    details: HallDetails,
    ids: SectionIds,
    report: FittingReport,
) -> tuple[list[SectionSeats], bool]:
    tables = {
        index: point
        for index, table in enumerate(plan.found.tables)
        if (point := plan.point(table.x, table.y)) is not None
    }
    seats, are_assumed = [], False
    for section in sections:
        rule = ids.new_section(section.source.name, section.source.level)
        rule = _detailed(plan.found, rule, section, names, details, report)
        if not section.is_placed:
            seats.append(SectionSeats(rule, section.rows, None))
            continue
        rows_m, is_assumed = row_heights(
            plan.found, section, plan.points, heights, plan.scale.metres_per_unit
        )
        are_assumed |= is_assumed
        geometry = table_geometry(plan.found, section, tables, plan.scale.metres_per_unit)
        facings = facings_of(plan.found, section, plan.points, tables)
        rule = msgspec.structs.replace(rule, geometry=geometry)
        seats.append(SectionSeats(rule, section.rows, rows_m, facings, geometry is not None))
    report.taken("Tables with seats around them.", len(tables), plan.found.tables[0].name if tables else "")
    return seats, are_assumed


def _detailed(
    found: FoundHall,
    rule: SectionRule,
    section: OrderedSection,
    names: SeatNames,
    details: HallDetails,
    report: FittingReport,
) -> SectionRule:
    """Returns the rule with categories, properties and refs."""
    named = [
        NamedSeat(found.seats[seat], row, names.seats[seat])
        for row, seats in section.rows.items()
        for seat in seats
    ]
    category, properties = property_rules(named, details.categories, report)
    return msgspec.structs.replace(
        rule,
        category=None if category is None else PlaceName(category),
        properties=properties,
        refs=refs_by_row(section.rows, details.refs),
    )


def _sections_without_seats(
    plan: _Plan, heights: HallHeights, details: HallDetails, ids: SectionIds, report: FittingReport
) -> list[SectionRule]:
    def elevation_m(name: str, level: str) -> float:
        rake = heights.rake_of(name, level)
        return 0.0 if rake is None else round(rake.base_m - heights.base_m(level), 2)

    def category_of(key: str) -> str | None:
        return str(details.categories[key].id) if key in details.categories else None

    return [
        *standing_sections(plan.found, ids.new_section, plan.outline, category_of, elevation_m, report),
        *sections_without_seats(plan.found, ids.new_section, report),
    ]


def _empty_layout(
    plan: _Plan, kind: KindOfHall, heights: HallHeights, details: HallDetails, are_heights_assumed: bool
) -> Layout:
    is_placed = bool(plan.points)
    assumed: dict[Assumption, bool] = {
        "places": plan.is_laid_out,
        "heights": are_heights_assumed and is_placed,
        "scale": plan.scale.is_assumed,
        "focus": plan.focus.is_assumed and is_placed,
    }
    outline = [_moved(corner, plan.focus.point) for corner in plan.focus.outline]
    name = label_text(plan.focus.name if plan.found.is_export else readable_name(plan.focus.name))
    return Layout(
        hall=kind.kind if is_placed else None,
        focus=Focus(
            name=Label(name) if name else None,
            z=_focus_z(plan),
            extent=extent_of(plan.focus, outline, plan.scale.is_assumed),
        )
        if is_placed or outline
        else Focus(),
        levels=tuple(
            VenueLevel(name=Label(level), height_m=height_m)
            for level, height_m in sorted(heights.level_heights_m.items(), key=lambda item: item[1])
        )[:50],
        categories=tuple(details.categories.values()),
        assumed=tuple(name for name, is_assumed in assumed.items() if is_assumed),
    )


def _record(found: FoundHall, fitted: FittedLayout, report: FittingReport) -> dict[str, object]:
    layout: object = msgspec.json.decode(msgspec.json.encode(fitted.layout, enc_hook=str))
    labels = [
        (seat.printed_label, fitted.keys[index])
        for index, seat in enumerate(found.seats)
        if seat.printed_label
    ]
    rules: dict[str, object] = {"layout": layout}
    rewrites = label_rewrites(fitted.compiled, labels, report)
    if rewrites:
        rules["seatKeys"] = {"rules": msgspec.json.decode(msgspec.json.encode(rewrites, enc_hook=str))}
    return {"name": label_text(found.name) or "Imported hall", "rules": rules}


def _tell_hall(
    plan: _Plan,
    kind: KindOfHall,
    sections: Sequence[OrderedSection],
    ids: SectionIds,
    are_heights_assumed: bool,
    report: FittingReport,
) -> None:
    found = plan.found
    report.taken("Seats.", len(found.seats))
    report.taken("Rows.", sum(len(section.rows) for section in sections))
    report.taken("Sections.", len(sections), sections[0].source.name if sections else "")
    report.inferred(
        "Names of sections that cannot be ids; the name is kept as the section's name.",
        len(ids.changed),
        next(iter(ids.changed), ""),
    )
    decorations = [
        area.name
        for area in found.areas
        if area.kind in ("text", "decoration") and outline_of(area, plan.scale) != plan.focus.outline
    ]
    report.left_out(
        "Texts and shapes that only decorate the plan.", len(decorations), next(filter(None, decorations), "")
    )
    if not plan.points:
        return
    if plan.focus.is_assumed:
        report.inferred(plan.focus.reason, 1)
    else:
        report.taken(plan.focus.reason, 1, plan.focus.name)
    report.inferred(f"The hall is drawn as {kind.kind}: {kind.reason}.", 1, kind.kind)
    if are_heights_assumed:
        rise = f"Rows rise so that everybody looks {kind.c_value_mm:g} mm over the eyes in the row in front"
        rake = rise if kind.c_value_mm else "Floors are flat"
        report.inferred(
            f"The file has no heights. {rake}, and upper levels are above what they overhang.",
            len(plan.points),
        )


def moved_layout(layout: Layout, by_m: PlanPoint) -> Layout:
    """Returns a layout in which everything is moved by these metres. Positions are whole centimetres, and so
    should these be."""
    return replace(
        layout,
        focus=_moved_focus(layout.focus, by_m),
        sections=tuple(_moved_section(section, by_m) for section in layout.sections),
    )


def _moved_focus(focus: Focus, by_m: PlanPoint) -> Focus:
    extent = focus.extent
    if extent is not None:
        extent = _moved_extent(extent, by_m)
    return replace(focus, x=_sum(focus.x, by_m.x), y=_sum(focus.y, by_m.y), extent=extent)


def _moved_extent(extent: FocusExtent, by_m: PlanPoint) -> FocusExtent:
    return replace(extent, points=_moved_corners(extent.points, by_m))


def _moved_section(section: SectionRule, by_m: PlanPoint) -> SectionRule:
    geometry = None if section.geometry is None else _moved_geometry(section.geometry, by_m)
    positions = tuple(_moved_row(row, by_m) for row in section.positions)
    return replace(section, geometry=geometry, positions=positions)


def _moved_geometry(geometry: SectionGeometry, by_m: PlanPoint) -> SectionGeometry:
    origin, tables = geometry.origin, geometry.tables
    if origin is not None:
        origin = replace(origin, x=_sum(origin.x, by_m.x), y=_sum(origin.y, by_m.y))
    if tables is not None:
        at = tuple((_sum(x, by_m.x), _sum(y, by_m.y), *turn) for x, y, *turn in tables.at)
        tables = replace(tables, at=at)
    return replace(geometry, origin=origin, tables=tables, area=_moved_corners(geometry.area, by_m))


def _moved_row(row: PositionedRow, by_m: PlanPoint) -> PositionedRow:
    east, north = round(by_m.x * _CENTIMETRES), round(by_m.y * _CENTIMETRES)
    return replace(row, x=tuple(x + east for x in row.x), y=tuple(y + north for y in row.y))


def _moved_corners(corners: tuple[tuple[float, ...], ...], by_m: PlanPoint) -> tuple[tuple[float, ...], ...]:
    return tuple((_sum(x, by_m.x), _sum(y, by_m.y)) for x, y in corners)


def _sum(value_m: float, by_m: float) -> float:
    return round(value_m + by_m, 4)


def complete_points(
    rows: Mapping[str, Sequence[int]],
    names: Sequence[str],
    points: Mapping[int, PlanPoint],
    pitch_m: float,
) -> dict[int, PlanPoint]:
    """Returns a position for each seat of a section that has none, although others of the section have one:
    between or beside its neighbours by name, or behind the last row."""
    added: dict[int, PlanPoint] = {}
    without: list[str] = []
    for row, seats in rows.items():
        if all(seat in points for seat in seats):
            continue
        ordered = sorted(seats, key=lambda seat: natural_sort_key(names[seat]))
        if not any(seat in points for seat in seats):
            without.append(row)
            continue
        added |= _beside(ordered, points, pitch_m)
    if without:
        placed = [points[seat] for seats in rows.values() for seat in seats if seat in points]
        for number, row in enumerate(in_counting_order(without), start=1):
            ordered = sorted(rows[row], key=lambda seat: natural_sort_key(names[seat]))
            added |= _behind(ordered, placed, number, pitch_m)
    return added


def _beside(ordered: Sequence[int], points: Mapping[int, PlanPoint], pitch_m: float) -> dict[int, PlanPoint]:
    known = [index for index, seat in enumerate(ordered) if seat in points]
    step = _step(ordered, known, points, pitch_m)
    added: dict[int, PlanPoint] = {}
    for index, seat in enumerate(ordered):
        if seat in points:
            continue
        before = max((at for at in known if at < index), default=None)
        after = min((at for at in known if at > index), default=None)
        if before is not None and after is not None:
            here, there = points[ordered[before]], points[ordered[after]]
            share = (index - before) / (after - before)
            added[seat] = PlanPoint(here.x + share * (there.x - here.x), here.y + share * (there.y - here.y))
            continue
        nearest = known[-1] if after is None else known[0]
        from_ = points[ordered[nearest]]
        added[seat] = PlanPoint(from_.x + (index - nearest) * step.x, from_.y + (index - nearest) * step.y)
    return added


def _step(
    ordered: Sequence[int], known: Sequence[int], points: Mapping[int, PlanPoint], pitch_m: float
) -> PlanPoint:
    """Returns the way from a seat to the next one: as long as the pitch, along the row."""
    first, last = points[ordered[known[0]]], points[ordered[known[-1]]]
    length = math.dist(first, last)
    if length > 0:
        return PlanPoint(pitch_m * (last.x - first.x) / length, pitch_m * (last.y - first.y) / length)
    distance = math.hypot(*first) or 1.0
    return PlanPoint(-pitch_m * first.y / distance, pitch_m * first.x / distance)


def _behind(
    ordered: Sequence[int], placed: Sequence[PlanPoint], number: int, pitch_m: float
) -> dict[int, PlanPoint]:
    """Returns a row across the way to the focus, behind all seats that have a position."""
    middle = middle_of(placed)
    distance = math.hypot(*middle)
    back = PlanPoint(middle.x / distance, middle.y / distance) if distance > 0 else PlanPoint(0.0, -1.0)
    depth_m = max(point.x * back.x + point.y * back.y for point in placed) + number * _ROW_PITCH_M
    shift_m = middle.x * -back.y + middle.y * back.x
    offsets = [shift_m + (index - (len(ordered) - 1) / 2) * pitch_m for index in range(len(ordered))]
    return {
        seat: PlanPoint(back.x * depth_m - back.y * right_m, back.y * depth_m + back.x * right_m)
        for seat, right_m in zip(ordered, offsets, strict=True)
    }
