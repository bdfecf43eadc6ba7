"""Moves a layout as a whole."""

from msgspec.structs import replace

from seatpreview.imports.fitting.near_points import PlanPoint
from seatpreview.layouts.model import Focus, FocusExtent, Layout, PositionedRow, SectionGeometry, SectionRule

_CENTIMETRES = 100


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
