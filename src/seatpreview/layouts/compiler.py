"""The layout compiler: compiles a layout that a person wrote, or finds everything that is wrong with it."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, HallFacts, Section
from seatpreview.layouts.faults import FaultPath, LayoutRefused
from seatpreview.layouts.ground_plan import doubled_area
from seatpreview.layouts.model import SECTIONS_MAX, Box, Configuration, Layout, Obstruction
from seatpreview.layouts.name_ranges import index_names, quote_names, read_names
from seatpreview.layouts.parsed_rules import ParsedRule, is_within_bounds, parse_rule
from seatpreview.layouts.seat_kinds import SeatKinds
from seatpreview.layouts.section_plans import PlanContext, folded_level, section_plan_of
from seatpreview.problems import Fault


def compile_layout(layout: Layout) -> CompiledLayout:
    """Compiles a layout. Raises `LayoutRefused` with every fault of it.

    Sections, rows and seats are counted first: a layout that is too large is refused before it is expanded.
    """
    faults: list[Fault] = []
    root = FaultPath(faults)
    rules = [parse_rule(rule, root / "sections" / index) for index, rule in enumerate(layout.sections)]
    if not is_within_bounds(rules, root / "sections"):
        raise LayoutRefused(tuple(faults))
    _check_names(rules)
    section_ids = _section_ids(rules)
    context = _context(layout, root)
    sections = [section for rule in rules for section in _sections(rule, context)]
    _check_refs(sections, root / "sections")
    # Closed sections can be checked only if the ids of all rules were read.
    all_ids = section_ids if all(rule.ids is not None for rule in rules) else None
    configurations = compile_configurations(layout, all_ids, root / "configurations")
    check_default(layout, root / "defaultConfiguration")
    if faults:
        raise LayoutRefused(tuple(faults))
    default = layout.default_configuration
    facts = HallFacts(
        None if default is None else str(default),
        layout.hall,
        layout.roof,
        layout.categories,
        layout.assumed,
        context.kinds.all(),
    )
    return CompiledLayout(layout.focus, sections, configurations, facts)


def _context(layout: Layout, root: FaultPath) -> PlanContext:
    heights_m: dict[str, float] = {}
    for number, level in enumerate(layout.levels):
        name = folded_level(level.name)
        if name in heights_m:
            (root / "levels" / number / "name").refuse(f"is {str(level.name)!r}, as another level is called")
        heights_m[name] = level.height_m
    categories = [str(category.id) for category in layout.categories]
    for number, category in enumerate(categories):
        if category in categories[:number]:
            (root / "categories" / number / "id").refuse(f"is {category!r}, as another category is called")
    return PlanContext(layout.focus, heights_m, categories, SeatKinds())


def _check_refs(sections: Sequence[Section], path: FaultPath) -> None:
    """Notes a fault for refs that two seats have."""
    owners: dict[str, str] = {}
    for section in sections:
        for row in section.rows:
            for ref in filter(None, row.refs):
                if ref in owners:
                    path.refuse(f"give the ref {ref!r} to two seats, of {owners[ref]} and of {section.id!r}")
                owners[ref] = repr(section.id)


def _section_ids(rules: Sequence[ParsedRule]) -> Collection[str]:
    first_items, repetitions = index_names(
        item for rule in rules if rule.ids is not None for item in rule.ids.items
    )
    for repetition in repetitions:
        names = quote_names(repetition.names)
        repetition.item.path.refuse(f"gives section {names} a second time, after {repetition.first_item}")
    return first_items.keys()


def _check_names(rules: Sequence[ParsedRule]) -> None:
    """Notes a fault for each pair of rules that give two sections the same name on the same level."""
    owners: dict[tuple[str, str], tuple[ParsedRule, str]] = {}
    refused: set[tuple[FaultPath, FaultPath]] = set()
    for rule in rules:
        level = _fold(rule.source.level or "")
        for section_id, name in rule.names():
            owner, owner_id = owners.setdefault((_fold(name), level), (rule, section_id))
            if owner_id != section_id and (owner.path, rule.path) not in refused:
                refused.add((owner.path, rule.path))
                (rule.path / "name").refuse(
                    f"calls section {section_id!r} {name!r}, as {owner.path} calls section {owner_id!r} "
                    "on the same level: nobody could tell them apart"
                )


def _fold(text: str) -> str:
    return " ".join(text.casefold().split())


def _sections(rule: ParsedRule, context: PlanContext) -> Iterator[Section]:
    plan = section_plan_of(rule, context)
    if plan is None:
        return
    for ordinal, (section_id, name) in enumerate(rule.names()):
        yield Section(section_id, name, plan, ordinal)


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
