"""From the layout that a person wrote to the compiled one, or to everything that is wrong with it."""

from collections.abc import Collection, Iterator, Sequence

from seatpreview.layouts.compiled import CompiledLayout, Section
from seatpreview.layouts.configurations import compiled_configurations
from seatpreview.layouts.faults import FaultPath, LayoutRefused
from seatpreview.layouts.model import Layout
from seatpreview.layouts.name_ranges import claimed, shown
from seatpreview.layouts.parsed_rules import ParsedRule, parsed_rule
from seatpreview.layouts.seat_count import is_within_bounds
from seatpreview.layouts.section_plans import planned
from seatpreview.problems import Fault


def compile_layout(layout: Layout) -> CompiledLayout:
    """Raises `LayoutRefused` with every fault of the layout.

    What its rules describe is counted first: a layout that is too large is refused without listing it.
    """
    found: list[Fault] = []
    root = FaultPath(found)
    drafts = [parsed_rule(rule, root / "sections" / index) for index, rule in enumerate(layout.sections)]
    if not is_within_bounds(drafts, root / "sections"):
        raise LayoutRefused(tuple(found))
    _check_names(drafts)
    section_ids = _section_ids(drafts)
    sections = [section for draft in drafts for section in _sections(draft)]
    # Where some could not be read, nobody can say which of those that are closed do not exist.
    known = section_ids if all(draft.ids is not None for draft in drafts) else None
    configurations = compiled_configurations(layout, known, root / "configurations")
    if found:
        raise LayoutRefused(tuple(found))
    return CompiledLayout(layout.focus, sections, configurations)


def _section_ids(drafts: Sequence[ParsedRule]) -> Collection[str]:
    owners, again = claimed(piece for draft in drafts if draft.ids is not None for piece in draft.ids.pieces)
    for repetition in again:
        names = shown(repetition.names)
        repetition.piece.at.refuse(f"gives section {names} a second time, after {repetition.earlier}")
    return owners.keys()


def _check_names(drafts: Sequence[ParsedRule]) -> None:
    """One fault for each two rules that give the same name on the same level."""
    owners: dict[tuple[str, str], tuple[ParsedRule, str]] = {}
    refused: set[tuple[FaultPath, FaultPath]] = set()
    for draft in drafts:
        level = _folded(draft.rule.level or "")
        for section_id, name in draft.names():
            owner, owner_id = owners.setdefault((_folded(name), level), (draft, section_id))
            if owner_id != section_id and (owner.at, draft.at) not in refused:
                refused.add((owner.at, draft.at))
                (draft.at / "name").refuse(
                    f"calls section {section_id!r} {name!r}, as {owner.at} calls section {owner_id!r} "
                    "on the same level: nobody could tell them apart"
                )


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _sections(draft: ParsedRule) -> Iterator[Section]:
    plan = planned(draft)
    if plan is None:
        return
    for ordinal, (section_id, name) in enumerate(draft.names()):
        yield Section(section_id, name, plan, ordinal)
