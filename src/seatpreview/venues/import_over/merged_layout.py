"""Merges the layout of a venue with that of an imported plan: what belongs to the hall as a whole."""

import math

from msgspec.structs import replace

from seatpreview.labels.text.spelling import folded
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.model import (
    Assumption,
    Category,
    Configuration,
    Focus,
    Layout,
    PlaceName,
    VenueLevel,
)
from seatpreview.layouts.section_plans import folded_level
from seatpreview.venues.import_over.merge_notes import MergeNotes
from seatpreview.venues.import_over.merged_sections import PlanOver, is_drawn, merged_sections
from seatpreview.venues.import_over.plan_alignment import NO_CHANGE, Alignment, Pair, alignment_of
from seatpreview.venues.import_over.shared_places import SharedPlaces, seats_of_row

CATEGORIES_MAX = 20
PAIRS_MAX = 4000
"""The most seats that are compared to find how a plan was moved."""
_OTHER_STAGE_M = 0.5


def merged_layout(
    before: Layout,
    before_compiled: CompiledLayout,
    imported: Layout,
    imported_compiled: CompiledLayout,
    forth: SharedPlaces,
    notes: MergeNotes,
    *,
    is_turned_by_hand: bool,
) -> tuple[Layout, Alignment | None]:
    """Returns the layout, and how the plan was brought to the places of the venue; None if it was drawn
    anew."""
    back = SharedPlaces(imported_compiled, before_compiled)
    alignment = _alignment(imported_compiled, back, may_turn=not is_turned_by_hand)
    categories, ids = _merged_categories(before, imported)
    focus, is_focus_assumed = _focus(before, imported, alignment, notes)
    empty = replace(
        before,
        hall=before.hall or imported.hall,
        focus=focus,
        levels=_levels(before, imported),
        categories=categories,
        sections=(),
        configurations=_configurations(before, before_compiled, forth, alignment, notes),
    )
    plan = PlanOver(before, before_compiled, imported, imported_compiled, back, forth, alignment, ids)
    whole = replace(empty, sections=merged_sections(plan, empty, notes))
    is_scaled = alignment is not None and is_drawn(before_compiled)
    assumed: dict[Assumption, bool] = {
        "places": "places" in (before if is_scaled else imported).assumed,
        "heights": _are_heights_assumed(plan),
        "scale": "scale" in (before if is_scaled else imported).assumed,
        "focus": is_focus_assumed,
    }
    _note_alignment(alignment, notes)
    stated = tuple(name for name, is_assumed in assumed.items() if is_assumed)
    if set(stated) != set(before.assumed):
        whole = replace(whole, assumed=stated)
    return _with_used_categories(whole, before, imported, notes), alignment


def _alignment(imported: CompiledLayout, back: SharedPlaces, *, may_turn: bool) -> Alignment | None:
    """Returns how the plan is brought to the places of the venue. Where one of them has no places, nothing is
    moved."""
    if not is_drawn(imported) or not is_drawn(back.target):
        return NO_CHANGE
    return alignment_of(_pairs(imported, back), may_turn=may_turn)


def _pairs(imported: CompiledLayout, back: SharedPlaces) -> list[Pair]:
    """Returns the places of seats that are in both plans: of some, which are enough."""
    before, pairs = back.target, list[Pair]()
    step = 1 + imported.seat_count // PAIRS_MAX
    for section in imported.sections:
        for row in section.rows:
            for seat in seats_of_row(imported, section, row)[(row.index % step) :: step]:
                key = None if seat.place is None else back.seat(section.id, row.id, seat.name, seat.ref)
                point = None if key is None else before.floor_point(key.section, key.row or None, key.seat)
                if seat.place is not None and point is not None:
                    here = seat.place.point
                    pairs.append((complex(here.x, here.y), complex(point.x, point.y)))
    return pairs


def _merged_categories(before: Layout, imported: Layout) -> tuple[tuple[Category, ...], dict[str, PlaceName]]:
    """Returns all categories, and the ids of those of the file. A category of the file is the one of the
    venue that has its id or its name; the venue's name and colour for it are kept."""
    known = {folded(str(category.name or category.id)): category.id for category in before.categories}
    known |= {folded(str(category.id)): category.id for category in before.categories}
    ids: dict[str, PlaceName] = {}
    added: list[Category] = []
    for category in imported.categories:
        names = (folded(str(category.id)), folded(str(category.name or category.id)))
        own = next((known[name] for name in names if name in known), None)
        ids[str(category.id)] = category.id if own is None else own
        if own is None:
            added.append(category)
    return (*before.categories, *added), ids


def _with_used_categories(layout: Layout, before: Layout, imported: Layout, notes: MergeNotes) -> Layout:
    """Returns the layout without categories that only seats of the old plan had. Categories that no seat had
    before stay: somebody has prepared them."""
    had, has = _used_categories(before), _used_categories(layout)
    kept = []
    for category in layout.categories:
        if imported.categories and str(category.id) in had - has:
            notes.not_kept.add("Categories that no seat has any more.", str(category.name or category.id))
        else:
            kept.append(category)
    for category in kept[CATEGORIES_MAX:]:
        notes.not_kept.add(_TOO_MANY_CATEGORIES, str(category.name or category.id))
        layout = _without_category(layout, category.id)
    return replace(layout, categories=tuple(kept[:CATEGORIES_MAX]))


_TOO_MANY_CATEGORIES = f"Categories beyond the {CATEGORIES_MAX} that a layout may have."


def _used_categories(layout: Layout) -> set[str]:
    used = {str(rule.category) for rule in layout.sections if rule.category is not None}
    for rule in layout.sections:
        used |= {str(each.category) for each in rule.properties if each.category is not None}
    return used


def _without_category(layout: Layout, category: PlaceName) -> Layout:
    sections = tuple(
        replace(
            rule,
            category=None if rule.category == category else rule.category,
            properties=tuple(each for each in rule.properties if each.category != category),
        )
        for rule in layout.sections
    )
    return replace(layout, sections=sections)


def _levels(before: Layout, imported: Layout) -> tuple[VenueLevel, ...]:
    """Returns the levels of the venue with their heights, and those that only the file has."""
    known = {folded_level(level.name) for level in before.levels}
    added = [level for level in imported.levels if folded_level(level.name) not in known]
    return (*before.levels, *added)[:50]


def _focus(
    before: Layout, imported: Layout, alignment: Alignment | None, notes: MergeNotes
) -> tuple[Focus, bool]:
    """Returns what people look at, and whether that is assumed. The venue's is kept, unless it is assumed and
    the file has one."""
    if alignment is None:
        return imported.focus, "focus" in imported.assumed
    x, y = (round(value, 3) for value in alignment.point(imported.focus.x, imported.focus.y))
    is_stated = "focus" not in imported.assumed and imported.focus.extent is not None
    if "focus" in before.assumed and is_stated:
        notes.changed.add("The stage or field is that of the file: it was assumed before.")
        turned = _turned_focus(imported.focus, alignment)
        return replace(turned, x=x, y=y, z=before.focus.z), False
    if is_stated and math.dist((x, y), (before.focus.x, before.focus.y)) > _OTHER_STAGE_M:
        metres = math.dist((x, y), (before.focus.x, before.focus.y))
        notes.changed.add(
            f"The file has the stage or field {metres:.1f} m from where the venue has it. "
            "The venue's is kept: correct it if the stage was moved."
        )
    elif "focus" not in before.assumed:
        notes.kept.add("The stage or field.")
    return before.focus, "focus" in before.assumed


def _turned_focus(focus: Focus, alignment: Alignment) -> Focus:
    extent = focus.extent
    if extent is None or alignment == NO_CHANGE:
        return focus
    points = tuple(
        tuple(round(value, 3) for value in alignment.point(corner[0], corner[1])) for corner in extent.points
    )
    sizes = {
        name: round(value * alignment.scale, 2)
        for name, value in (("width_m", extent.width_m), ("depth_m", extent.depth_m))
        if value is not None
    }
    turn_deg = round(alignment.bearing_deg(extent.turn_deg), 1)
    return replace(focus, extent=replace(extent, points=points, turn_deg=turn_deg, **sizes))


def _configurations(
    before: Layout,
    compiled: CompiledLayout,
    forth: SharedPlaces,
    alignment: Alignment | None,
    notes: MergeNotes,
) -> tuple[Configuration, ...]:
    """Returns the configurations with the sections that are still there. Bodies and stages stay where they
    are, if it is known where that is in the new plan."""
    kept = []
    for configuration in before.configurations:
        notes.kept.add("Configurations.", str(configuration.name or configuration.id))
        bodies = len(configuration.obstructions)
        if alignment is not None:
            notes.kept.add(_BODIES, str(configuration.id), bodies)
        elif bodies or configuration.focus is not None:
            places = bodies + (configuration.focus is not None)
            notes.not_kept.add(_LOST_PLACES, str(configuration.id), places)
            configuration = replace(configuration, obstructions=(), focus=None)
        closed = compiled.configurations[str(configuration.id)].closed
        there = {section: forth.sections.get(section) for section in closed}
        if any(section != target for section, target in there.items()):
            for section in sorted(closed):
                if there[section] is None:
                    notes.not_kept.add("Closed sections that the file does not have.", section)
            names = dict.fromkeys(there[section] for section in sorted(closed))
            configuration = replace(configuration, closed=tuple(name for name in names if name is not None))
        kept.append(configuration)
    return tuple(kept)


_BODIES = "Bodies that can hide the stage."
_LOST_PLACES = (
    "Bodies and stages of configurations: the plan was drawn anew, and it is not known where they are in it."
)


def _are_heights_assumed(plan: PlanOver) -> bool:
    """Returns whether heights of the merged layout are assumed: some of the venue's were, or the plan has
    rows and sections that the venue did not know."""
    if plan.has_stated_heights:
        return False
    if "heights" in plan.before.assumed or not is_drawn(plan.before_compiled):
        return "heights" in plan.before.assumed or "heights" in plan.imported.assumed
    has_new_rows = any(
        (section.id, row.id) not in plan.back.rows and row.seats and section.plan.placement is not None
        for section in plan.imported_compiled.sections
        for row in section.rows
    )
    return has_new_rows and "heights" in plan.imported.assumed


def _note_alignment(alignment: Alignment | None, notes: MergeNotes) -> None:
    if alignment is None:
        notes.changed.add(
            "The plan was drawn anew: no move, turn or scale brings most of its seats to where they were."
        )
        return
    if alignment.is_mirrored:
        notes.kept.add("The plan is mirrored, so that left and right are as in the venue.")
    if abs(alignment.scale - 1) > 0.002:
        notes.kept.add(f"The plan is scaled by {alignment.scale:.3f}, to the size of the venue.")
    turned = math.degrees(math.atan2(alignment.factor.imag, alignment.factor.real))
    if not alignment.is_mirrored and abs(turned) > 0.1:
        notes.kept.add(f"The plan is turned by {turned:.1f} degrees, as the venue is.")
