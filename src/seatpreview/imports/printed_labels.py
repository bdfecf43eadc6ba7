"""Makes the labels that the other system prints on tickets resolve to their seats."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from seatpreview.imports.fitting_report import FittingReport
from seatpreview.imports.place_names import label_text
from seatpreview.labels.label_rules import Drop
from seatpreview.labels.model import RowNames, SectionNames, matched_keys
from seatpreview.labels.resolver import Resolver
from seatpreview.layouts.compiled import CompiledLayout, SeatKey

SAMPLE_MAX = 500
_ALIASES_MAX = 2000

PrintedLabel = tuple[str, SeatKey]
RowAlias = tuple[str, str, str]
"""A section, a row of it, and a name for this row."""


class LabelAids(NamedTuple):
    """What helps labels to resolve: aliases as JSON values, and words that say nothing about a place."""

    aliases: list[dict[str, str]]
    dropped_words: list[str]


def label_aids(layout: CompiledLayout, labels: Sequence[PrintedLabel], report: FittingReport) -> LabelAids:
    """Returns what makes more of the labels resolve, and reports how many do."""
    if not labels:
        return LabelAids([], [])
    counts = Counter(label for label, _ in labels)
    unique = [printed for printed in labels if counts[printed[0]] == 1]
    repeated = [label for label, count in counts.items() if count > 1]
    report.inferred(
        "The file prints one label on the tickets of several seats; such a label cannot name one of them.",
        len(labels) - len(unique),
        next(iter(repeated), ""),
    )
    if not unique:
        return LabelAids([], [])
    sample = unique[:: max(1, len(unique) // SAMPLE_MAX)]
    aliases, words = _improved(layout, unique, sample)
    failed = _failed(_resolver(layout, aliases, words), sample)
    report.taken(
        f"Labels as the other system prints them: of {len(sample)} that were tried, these resolve to their "
        "seat.",
        len(sample) - len(failed),
        sample[0][0],
    )
    report.left_out(
        "Labels that the other system prints and that do not resolve to their seat.",
        len(failed),
        failed[0][0] if failed else "",
    )
    listed = [{"name": name, "section": section, "row": row} for section, row, name in aliases]
    return LabelAids(listed, words)


def _improved(
    layout: CompiledLayout, labels: Sequence[PrintedLabel], sample: Sequence[PrintedLabel]
) -> tuple[list[RowAlias], list[str]]:
    """Returns the aliases of rows and the dropped words with which the most labels of the sample resolve."""
    failed = _failed(_resolver(layout, [], []), sample)
    if not failed:
        return [], []
    best: tuple[int, list[RowAlias], list[str]] = (len(failed), [], [])
    aliases = _row_aliases(labels)
    words = _seat_words(failed)
    for tried in ((aliases, []), ([], words), (aliases, words)):
        if best[0] and (tried[0] or tried[1]):
            count = len(_failed(_resolver(layout, *tried), sample))
            best = min(best, (count, *tried), key=lambda each: each[0])
    return best[1], best[2]


def _failed(resolver: Resolver, sample: Sequence[PrintedLabel]) -> list[PrintedLabel]:
    return [(label, key) for label, key in sample if matched_keys(resolver.resolve(label)) != (str(key),)]


def _resolver(layout: CompiledLayout, aliases: Sequence[RowAlias], words: Sequence[str]) -> Resolver:
    of_sections: dict[str, dict[str, str]] = defaultdict(dict)
    for section, row, name in aliases:
        of_sections[section][name] = row
    rules = (Drop(words=tuple(words)),) if words else ()
    return Resolver(
        [_names(layout, section.id, of_sections[section.id]) for section in layout.sections], rules
    )


def _names(layout: CompiledLayout, section_id: str, aliases: Mapping[str, str]) -> SectionNames:
    section = layout.section(section_id)
    if section is None:
        return SectionNames(id=section_id, name=section_id)
    rows = {row.id: RowNames(row.id, row.seats) for row in section.rows}
    named = rows if section.named_rows else {}
    return SectionNames(
        id=section.id,
        name=section.name,
        level=section.level,
        rows={**named, **{name: rows[row] for name, row in aliases.items() if row in rows}},
        rows_by_id=rows,
    )


def _row_aliases(labels: Sequence[PrintedLabel]) -> list[RowAlias]:
    """Returns the names that labels have for rows: the part between the first and the last comma."""
    aliases: dict[tuple[str, str], str] = {}
    rows: dict[tuple[str, str], str] = {}
    for label, key in labels:
        parts = [part.strip() for part in label.split(",")]
        name = label_text(parts[-2]) if len(parts) >= 3 else ""
        if name and key.row and name != key.row and len(aliases) < _ALIASES_MAX:
            # A name that two rows of a section have names neither.
            row = aliases.setdefault((key.section, name.casefold()), key.row)
            rows[key.section, name.casefold()] = name if row == key.row else ""
    return [
        (section, row, name) for (section, folded), row in aliases.items() if (name := rows[section, folded])
    ]


def _seat_words(labels: Sequence[PrintedLabel]) -> list[str]:
    """Returns the words that stand before the names of seats in labels that do not resolve."""
    words: Counter[str] = Counter()
    for label, key in labels:
        last = label.rsplit(",", 1)[-1].strip()
        if last.endswith(key.seat):
            words.update(word for word in last.removesuffix(key.seat).split() if word.isalpha())
    return [word[:100] for word, count in words.most_common(5) if count > 1]
