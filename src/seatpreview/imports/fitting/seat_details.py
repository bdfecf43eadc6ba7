"""What single seats have besides their place: refs, categories and properties, as rules of sections."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from seatpreview.imports.fitting.compact_names import CompactNames, compact_names
from seatpreview.imports.fitting.place_names import free_name, label_text, place_name
from seatpreview.imports.model import FoundHall, FoundSeat
from seatpreview.imports.report_counts import FittingReport
from seatpreview.imports.words.property_words import properties_in
from seatpreview.layouts.model import (
    SEAT_PROPERTIES,
    Category,
    Colour,
    PlaceName,
    SeatProperty,
    SeatPropertyRule,
    SeatRef,
    is_code,
    numbered_name,
)
from seatpreview.values.validated_text import Label

CATEGORIES_MAX = 20
_PROPERTY_RULES_MAX = 150


class NamedSeat(NamedTuple):
    """A seat of the file with its row and its name in the record."""

    seat: FoundSeat
    row: str
    name: str


class HallDetails(NamedTuple):
    """The categories of a hall by their keys in the file, and the ref of each seat."""

    categories: Mapping[str, Category]
    refs: Sequence[str]


def hall_details(found: FoundHall, report: FittingReport) -> HallDetails:
    """Returns the categories and refs that the record takes, and reports those that it does not."""
    return HallDetails(_categories(found, report), _refs(found, report))


def take_properties_of_categories(found: FoundHall, report: FittingReport) -> None:
    """Gives seats without properties those that the name of their category says: 'Wheelchair spaces'."""
    said = {category.key: properties_in(category.name) for category in found.categories}
    seats = [seat for seat in found.seats if not seat.properties and said.get(seat.category)]
    for seat in seats:
        seat.properties = said[seat.category]
    report.inferred(
        "Seats have a property that the name of their category says.",
        len(seats),
        next((category.name for category in found.categories if said[category.key]), ""),
    )


def property_rules(
    seats: Sequence[NamedSeat], categories: Mapping[str, Category], report: FittingReport
) -> tuple[str | None, tuple[SeatPropertyRule, ...]]:
    """Returns the category of a section, and the rules for seats that differ from it."""
    usual, rules = _category_rules(seats, categories)
    return usual, (*rules, *_has_rules(seats, report))


def refs_by_row(rows: Mapping[str, Sequence[int]], refs: Sequence[str]) -> dict[str, tuple[SeatRef, ...]]:
    """Returns the refs of each row that has one, in the order of its seats."""
    return {
        row: tuple(SeatRef(refs[seat]) for seat in seats)
        for row, seats in rows.items()
        if any(refs[seat] for seat in seats)
    }


def _categories(found: FoundHall, report: FittingReport) -> dict[str, Category]:
    counts = Counter(seat.category for seat in found.seats if seat.category)
    counts.update(area.category for area in found.areas if area.category and area.kind == "standing")
    stated = {category.key: category for category in found.categories}
    kept = [key for key, _ in counts.most_common(CATEGORIES_MAX)]
    kept += [key for key in stated if key not in counts][: CATEGORIES_MAX - len(kept)]
    categories: dict[str, Category] = {}
    ids: set[str] = set()
    coded = list[str]()
    for position, key in enumerate(sorted(kept, key=list({**stated, **counts}).index)):
        known = stated.get(key)
        name = label_text((known.name if known else "") or key)
        spelled = key if found.is_export else name
        category_id = free_name(place_name(spelled) or place_name(key) or "Category", ids)
        ids.add(category_id)
        if is_code(name):
            coded.append(name)
            name = numbered_name(position)
        categories[key] = Category(
            id=PlaceName(category_id),
            name=None if name == category_id else Label(name),
            colour=_colour("" if known is None else known.colour),
        )
    if categories:
        first = next(iter(categories.values()))
        report.taken("Categories.", len(categories), str(first.name or first.id))
    if coded:
        report.inferred(
            "Categories whose names are codes are numbered. Give them names that buyers know.",
            len(coded),
            coded[0],
        )
    lost = [key for key in {**stated, **counts} if key not in categories]
    if lost:
        report.left_out(
            f"A layout has at most {CATEGORIES_MAX} categories; those with the fewest seats are left out, "
            "and their seats have none.",
            len(lost),
            stated[lost[0]].name if lost[0] in stated else lost[0],
        )
    return categories


def _colour(text: str) -> Colour | None:
    try:
        return Colour.parse(text)
    except ValueError:
        return None


def _refs(found: FoundHall, report: FittingReport) -> list[str]:
    first = Counter(seat.ref for seat in found.seats if seat.ref)
    spare = Counter(seat.spare_ref for seat in found.seats if seat.spare_ref)
    refs: list[str] = []
    taken: set[str] = {ref for ref, count in first.items() if count == 1}
    spared = lost = 0
    spared_example = lost_example = ""
    for seat in found.seats:
        ref = seat.ref if first[seat.ref] == 1 else ""
        if not ref and seat.spare_ref and spare[seat.spare_ref] == 1 and seat.spare_ref not in taken:
            ref = seat.spare_ref
            if seat.ref:
                spared, spared_example = spared + 1, spared_example or seat.ref
        if not _is_ref(ref):
            ref = ""
        if seat.ref and not ref:
            lost, lost_example = lost + 1, lost_example or seat.ref
        refs.append(ref)
    report.taken(
        "Refs: the ids of seats in the other system.", sum(map(bool, refs)), next(filter(None, refs), "")
    )
    report.inferred(
        "Seats share their id with another seat; the other id that the file gives them is their ref.",
        spared,
        spared_example,
    )
    report.left_out(
        "Ids of seats that occur more than once, are longer than 100 characters or cannot be printed are no "
        "refs.",
        lost,
        lost_example,
    )
    return refs


def _is_ref(text: str) -> bool:
    try:
        SeatRef.parse(text)
    except ValueError:
        return False
    return True


def _category_rules(
    seats: Sequence[NamedSeat], categories: Mapping[str, Category]
) -> tuple[str | None, list[SeatPropertyRule]]:
    by_category: dict[str, list[NamedSeat]] = defaultdict(list)
    for seat in seats:
        by_category[seat.seat.category if seat.seat.category in categories else ""].append(seat)
    usual = max(by_category, key=lambda key: len(by_category[key]), default="")
    if "" in by_category:
        usual = ""
    rules = [
        SeatPropertyRule(at=_at(members), category=categories[key].id)
        for key, members in by_category.items()
        if key not in ("", usual)
    ]
    return (str(categories[usual].id) if usual else None), rules


def _has_rules(seats: Sequence[NamedSeat], report: FittingReport) -> list[SeatPropertyRule]:
    kinds: dict[tuple[tuple[SeatProperty, ...], str], list[NamedSeat]] = defaultdict(list)
    for seat in seats:
        note = label_text(seat.seat.view_note)
        named = {*seat.seat.properties, *(("restrictedView",) if note else ())}
        has = tuple(name for name in SEAT_PROPERTIES if name in named)
        if has:
            kinds[has, note].append(seat)
    if len(kinds) > _PROPERTY_RULES_MAX:
        notes = sum(bool(note) for _, note in kinds)
        report.left_out("A section has too many different notes on its views; they are left out.", notes)
        shorter: dict[tuple[tuple[SeatProperty, ...], str], list[NamedSeat]] = defaultdict(list)
        for (has, _), members in kinds.items():
            shorter[has, ""] += members
        kinds = shorter
    return [
        SeatPropertyRule(
            at={} if len(members) == len(seats) else _at(members),
            has=has,
            view_note=Label(note) if note else None,
        )
        for (has, note), members in kinds.items()
    ]


def _at(seats: Sequence[NamedSeat]) -> dict[str, CompactNames]:
    rows: dict[str, list[str]] = defaultdict(list)
    for seat in seats:
        rows[seat.row].append(seat.name)
    return {row: compact_names(names) for row, names in rows.items()}


def stated_facing(seat: FoundSeat) -> float | None:
    """Returns the bearing that the file gives a seat, if it is a number."""
    facing = seat.facing_deg
    return facing % 360.0 if facing is not None and math.isfinite(facing) else None
