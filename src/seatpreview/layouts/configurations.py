"""Configurations: what they close must exist, and what they put in the way must have a body."""

from collections.abc import Collection, Iterable, Iterator

from seatpreview.layouts.compiled import CompiledConfiguration
from seatpreview.layouts.faults import FaultPath
from seatpreview.layouts.model import SECTIONS_MAX, Box, Configuration, Layout, Obstruction, Polygon
from seatpreview.layouts.name_ranges import read_names, shown


def compiled_configurations(
    layout: Layout, known: Collection[str] | None, at: FaultPath
) -> tuple[CompiledConfiguration, ...]:
    """The known sections are None where some of them could not be read."""
    _check_ids(((configuration.id, at / n) for n, configuration in enumerate(layout.configurations)))
    return tuple(
        CompiledConfiguration(
            str(configuration.id),
            str(configuration.name or ""),
            configuration.focus or layout.focus,
            _closed(configuration, known, at / n / "closed"),
            _checked(configuration.obstructions, at / n / "obstructions"),
        )
        for n, configuration in enumerate(layout.configurations)
    )


def _check_ids(ids: Iterable[tuple[str, FaultPath]]) -> None:
    owners: dict[str, FaultPath] = {}
    for id_, at in ids:
        owner = owners.setdefault(id_, at)
        if owner is not at:
            (at / "id").refuse(f"is {id_!r}, as {owner} is called already")


def _closed(configuration: Configuration, known: Collection[str] | None, at: FaultPath) -> frozenset[str]:
    most = SECTIONS_MAX if known is None else max(1, len(known))
    listing = read_names(configuration.closed, at, most=most)
    if listing is None or known is None:
        return frozenset()
    for piece in listing.pieces:
        unknown = [section_id for section_id in piece.names if section_id not in known]
        if unknown:
            piece.at.refuse(f"closes section {shown(unknown)}, which no rule describes")
    return frozenset(listing)


def _checked(obstructions: tuple[Obstruction, ...], at: FaultPath) -> tuple[Obstruction, ...]:
    _check_ids(((obstruction.id, at / n) for n, obstruction in enumerate(obstructions)))
    for n, obstruction in enumerate(obstructions):
        _check_body(obstruction, at / n)
    return obstructions


def _check_body(obstruction: Obstruction, at: FaultPath) -> None:
    if (obstruction.box is None) == (obstruction.polygon is None):
        at.refuse("must have either a box or a polygon")
    if obstruction.box is not None:
        for axis, extent in _extents(obstruction.box):
            _check_extent(extent, at / "box" / axis)
    if obstruction.polygon is not None:
        _check_extent(obstruction.polygon.z, at / "polygon" / "z")
        if _doubled_area(obstruction.polygon) == 0:
            (at / "polygon" / "points").refuse("has no area: the points lie on one line")


def _extents(box: Box) -> Iterator[tuple[str, tuple[float, ...]]]:
    yield "x", box.x
    yield "y", box.y
    yield "z", box.z


def _check_extent(extent: tuple[float, ...], at: FaultPath) -> None:
    low, high = extent
    if low >= high:
        at.refuse(f"must go from the lesser to the greater, and goes from {low:g} to {high:g}")


def _doubled_area(polygon: Polygon) -> float:
    points = polygon.points
    ahead = (*points[1:], points[0])
    return sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in zip(points, ahead, strict=True))
