"""Sections without seats: standing areas with an outline, and rows that a file lists without their seats."""

from collections import defaultdict
from collections.abc import Callable, Sequence

from seatpreview.imports.fitting.compact_names import compact_names
from seatpreview.imports.fitting.near_points import PlanPoint
from seatpreview.imports.fitting.place_names import label_text, place_name
from seatpreview.imports.model import FoundArea, FoundHall
from seatpreview.imports.report_counts import FittingReport
from seatpreview.layouts.ground_plan import doubled_area
from seatpreview.layouts.model import (
    ROWS_OF_A_SECTION_MAX,
    SEATS_MAX,
    PlaceName,
    SectionGeometry,
    SectionRule,
)

NewSection = Callable[[str, str], SectionRule]
"""Returns a section with a free id for a name and a level."""
Outline = Callable[[FoundArea], Sequence[PlanPoint]]
Elevation = Callable[[str, str], float]


def standing_sections(
    found: FoundHall,
    new_section: NewSection,
    outline_of: Outline,
    category_of: Callable[[str], str | None],
    elevation_of: Elevation,
    report: FittingReport,
) -> list[SectionRule]:
    """Returns a section for each standing area of the file."""
    areas = [area for area in found.areas if area.kind == "standing"]
    rules = []
    without_shape = [area.name for area in areas if not _has_shape(outline_of(area))]
    for area in areas:
        name = (area.section if found.is_export else "") or area.name or area.section or "Standing"
        section = new_section(label_text(name), label_text(area.level))
        category = category_of(area.category)
        capacity = area.capacity if area.capacity is not None and 1 <= area.capacity <= SEATS_MAX else None
        rules.append(
            SectionRule(
                id=section.id,
                name=section.name,
                level=section.level,
                kind="standing",
                capacity=capacity,
                category=None if category is None else PlaceName(category),
                geometry=_geometry(outline_of(area), elevation_of(name, area.level)),
            )
        )
    if areas:
        report.taken("Standing areas.", len(areas), areas[0].name)
        report.inferred(
            "Standing areas without a usable outline have no place.",
            len(without_shape),
            "".join(without_shape[:1]),
        )
        refs = [area.ref for area in areas if area.ref]
        report.left_out("Ids of standing areas: only seats have refs.", len(refs), "".join(refs[:1]))
    return rules


def sections_without_seats(
    found: FoundHall, new_section: NewSection, report: FittingReport
) -> list[SectionRule]:
    """Returns the sections of a file that lists rows and no seats."""
    rows: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    changed = [row.name for row in found.rows_without_seats if place_name(row.name) != row.name]
    for row in found.rows_without_seats:
        key = (label_text(row.level), label_text(row.section))
        if name := place_name(row.name):
            rows[key][name] = None
        else:
            rows[key].update()
    rules = []
    for (level, section), names in rows.items():
        listed = list(names)
        for start in range(0, max(1, len(listed)), ROWS_OF_A_SECTION_MAX):
            new = new_section(section, level)
            part = listed[start : start + ROWS_OF_A_SECTION_MAX]
            rules.append(
                SectionRule(
                    id=new.id,
                    name=new.name,
                    level=new.level,
                    kind="seated" if part else "suite",
                    rows=compact_names(part) if part else (),
                )
            )
    if rules:
        report.taken("Rows whose seats the file does not list.", sum(map(len, rows.values())), "")
        report.inferred(
            "Names of rows with characters that a name cannot have are spelled without them.",
            len(changed),
            "".join(changed[:1]),
        )
    return rules


def _has_shape(outline: Sequence[PlanPoint]) -> bool:
    return len(outline) >= 3 and abs(doubled_area(outline)) >= 0.5


def _geometry(outline: Sequence[PlanPoint], elevation_m: float) -> SectionGeometry | None:
    if not _has_shape(outline):
        return None
    return SectionGeometry(
        area=tuple((round(x, 3), round(y, 3)) for x, y in outline), elevation_m=elevation_m
    )
