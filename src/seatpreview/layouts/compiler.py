"""The layout compiler: compiles a layout that a person wrote, or finds everything that is wrong with it."""

from collections.abc import Collection, Iterator, Sequence

from seatpreview.layouts.compiled import CompiledLayout, HallFacts, Section
from seatpreview.layouts.configurations import check_default, compile_configurations
from seatpreview.layouts.faults import FaultPath, LayoutRefused
from seatpreview.layouts.model import Layout
from seatpreview.layouts.name_ranges import index_names, quote_names
from seatpreview.layouts.parsed_rules import ParsedRule, parse_rule
from seatpreview.layouts.seat_count import is_within_bounds
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
