"""The names that a resolver matches for a venue: those of its layout, and the aliases of one tenant."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec import UNSET

from seatpreview.labels.model import RowNames, SectionNames
from seatpreview.layouts.compiled import CompiledLayout, Section
from seatpreview.venues.model import Alias
from seatpreview.venues.translations import Translation, section_aliases

NO_TRANSLATIONS: Mapping[str, Translation] = {}
_NO_ROWS: Mapping[str, RowNames] = {}


def section_names(
    layout: CompiledLayout,
    aliases: Iterable[Alias] = (),
    translations: Mapping[str, Translation] = NO_TRANSLATIONS,
) -> list[SectionNames]:
    """Returns the names of all sections. Sections of one rule share their rows, unless an alias names one of
    the rows.

    A name in another language is one more alias of its section. Where two sections have the same one, a
    label that has nothing else is ambiguous, as with any two names.

    An alias of a place that no longer exists is ignored, since the owner may change the layout after a
    grantee has defined its aliases.
    """
    of_sections: dict[str, list[str]] = defaultdict(list)
    of_rows: dict[str, dict[str, str]] = defaultdict(dict)
    for alias in aliases:
        if alias.section is not UNSET and alias.row is UNSET:
            of_sections[alias.section].append(alias.name)
        elif alias.section is not UNSET and alias.row is not UNSET:
            of_rows[alias.section][alias.name] = alias.row
    for section_id, name in section_aliases(translations):
        if name not in of_sections[section_id]:
            of_sections[section_id].append(name)
    shared: dict[int, Mapping[str, RowNames]] = {}
    return [
        _section_names(section, of_sections.get(section.id, ()), of_rows.get(section.id, {}), shared)
        for section in layout.sections
    ]


def _section_names(
    section: Section,
    aliases: Iterable[str],
    row_aliases: Mapping[str, str],
    shared: dict[int, Mapping[str, RowNames]],
) -> SectionNames:
    plan = id(section.plan)
    if plan not in shared:
        shared[plan] = {row.id: RowNames(row.id, row.seats) for row in section.rows}
    rows = shared[plan]
    named = rows if section.named_rows else _NO_ROWS
    aliased = {name: rows[row] for name, row in row_aliases.items() if row in rows}
    return SectionNames(
        id=section.id,
        name=section.name,
        level=section.level,
        aliases=tuple(aliases),
        rows={**named, **aliased} if aliased else named,
        rows_by_id=rows,
    )
