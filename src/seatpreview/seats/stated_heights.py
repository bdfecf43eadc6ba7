"""Whether a layout states heights: where it states none, all seats are drawn on the floor, and words claim no
height."""

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, Section
from seatpreview.layouts.geometry import packed_place
from seatpreview.layouts.model import Focus

_ROWS_RAKED = 3
"""A section with fewer rows may really be flat."""


def states_heights(layout: CompiledLayout, configuration: CompiledConfiguration | None) -> bool:
    """Returns whether a layout states a height of anything, or has only sections that may be flat: the same
    rule as web/source/plan/assumptions.ts."""
    focus = layout.focus if configuration is None else configuration.focus
    if _has_height(focus) or (configuration is not None and configuration.obstructions):
        return True
    closed: frozenset[str] = frozenset() if configuration is None else configuration.closed
    placed = [
        section
        for section in layout.sections
        if section.id not in closed and section.plan.placement is not None
    ]
    return not any(map(_may_be_raked, placed)) or any(map(_is_raised, placed))


def _has_height(focus: Focus) -> bool:
    return focus.z != 0 or (focus.extent is not None and focus.extent.height_m > 0)


def _may_be_raked(section: Section) -> bool:
    return section.kind == "seated" and len(section.rows) >= _ROWS_RAKED and not section.plan.tables


def _is_raised(section: Section) -> bool:
    placement = section.plan.placement
    if placement is None:
        return False
    if placement.elevation_m or placement.riser_m or any(placement.heights_m):
        return True
    # The seats of a row are nearly at one height, so the first one is enough.
    return any(row.places and packed_place(row.places, 0).point.z for row in section.rows)
