"""Configurations: checks that the sections they close exist, and that their obstructions have a body."""

from collections.abc import Collection, Iterable, Iterator

from seatpreview.layouts.compiled import CompiledConfiguration
from seatpreview.layouts.faults import FaultPath
from seatpreview.layouts.geometry_model import Box
from seatpreview.layouts.model import SECTIONS_MAX, Configuration, Layout, Obstruction
from seatpreview.layouts.name_ranges import quote_names, read_names
from seatpreview.layouts.polygons import doubled_area


def compile_configurations(
    layout: Layout, section_ids: Collection[str] | None, path: FaultPath
) -> tuple[CompiledConfiguration, ...]:
    """Compiles the configurations. `section_ids` is None if some ids could not be read."""
    _check_ids(((configuration.id, path / n) for n, configuration in enumerate(layout.configurations)))
    return tuple(
        CompiledConfiguration(
            str(configuration.id),
            str(configuration.name or ""),
            configuration.focus or layout.focus,
            _closed(configuration, section_ids, path / n / "closed"),
            _check_obstructions(configuration.obstructions, path / n / "obstructions"),
            configuration.mood,
        )
        for n, configuration in enumerate(layout.configurations)
    )


def check_default(layout: Layout, path: FaultPath) -> None:
    """Notes a fault if the default is not a configuration of the layout."""
    default = layout.default_configuration
    ids = [str(configuration.id) for configuration in layout.configurations]
    if default is not None and default not in ids:
        existing = quote_names(ids) if ids else "none"
        path.refuse(f"is not a configuration of the layout; it has {existing}")


def _check_ids(ids: Iterable[tuple[str, FaultPath]]) -> None:
    owners: dict[str, FaultPath] = {}
    for id_, path in ids:
        owner = owners.setdefault(id_, path)
        if owner is not path:
            (path / "id").refuse(f"is {id_!r}, as {owner} is called already")


def _closed(
    configuration: Configuration, section_ids: Collection[str] | None, path: FaultPath
) -> frozenset[str]:
    most = SECTIONS_MAX if section_ids is None else max(1, len(section_ids))
    closed = read_names(configuration.closed, path, most=most)
    if closed is None or section_ids is None:
        return frozenset()
    for item in closed.items:
        unknown = [section_id for section_id in item.names if section_id not in section_ids]
        if unknown:
            item.path.refuse(f"closes section {quote_names(unknown)}, which no rule describes")
    return frozenset(closed)


def _check_obstructions(obstructions: tuple[Obstruction, ...], path: FaultPath) -> tuple[Obstruction, ...]:
    _check_ids(((obstruction.id, path / n) for n, obstruction in enumerate(obstructions)))
    for n, obstruction in enumerate(obstructions):
        _check_body(obstruction, path / n)
    return obstructions


def _check_body(obstruction: Obstruction, path: FaultPath) -> None:
    if (obstruction.box is None) == (obstruction.polygon is None):
        path.refuse("must have either a box or a polygon")
    if obstruction.box is not None:
        for axis, extent in _extents(obstruction.box):
            _check_extent(extent, path / "box" / axis)
    if obstruction.polygon is not None:
        _check_extent(obstruction.polygon.z, path / "polygon" / "z")
        if doubled_area(obstruction.polygon.points) == 0:
            (path / "polygon" / "points").refuse("has no area: the points lie on one line")


def _extents(box: Box) -> Iterator[tuple[str, tuple[float, ...]]]:
    yield "x", box.x
    yield "y", box.y
    yield "z", box.z


def _check_extent(extent: tuple[float, ...], path: FaultPath) -> None:
    low, high = extent
    if low >= high:
        path.refuse(f"must go from the lesser to the greater, and goes from {low:g} to {high:g}")
