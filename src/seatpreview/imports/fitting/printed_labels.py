"""Makes the labels that the other system prints on tickets resolve to their seats."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from seatpreview.imports.report_counts import FittingReport
from seatpreview.labels.compiled_rules import cost_of
from seatpreview.labels.label_rules import Pattern, Rewrite
from seatpreview.labels.model import RowNames, SectionNames, matched_keys
from seatpreview.labels.resolver import Resolver
from seatpreview.layouts.compiled import CompiledLayout, SeatKey, Section

SAMPLE_MAX = 500
REWRITES_MAX = 100

PrintedLabel = tuple[str, SeatKey]


def label_rewrites(
    layout: CompiledLayout, labels: Sequence[PrintedLabel], report: FittingReport
) -> list[Rewrite]:
    """Returns rules that make more of the labels resolve, and reports how many do."""
    counts = Counter(label for label, _ in labels)
    unique = [printed for printed in labels if counts[printed[0]] == 1]
    repeated = [label for label, count in counts.items() if count > 1]
    report.inferred(
        "The file prints one label on the tickets of several seats; such a label cannot name one of them.",
        len(labels) - len(unique),
        next(iter(repeated), ""),
    )
    if not unique:
        return []
    sample = unique[:: max(1, len(unique) // SAMPLE_MAX)]
    rules, failed = _improved(layout, sample)
    report.taken(
        f"Labels as the other system prints them: of {len(sample)} that were tried, these resolve to their "
        "seat.",
        len(sample) - len(failed),
        sample[0][0],
    )
    report.inferred("Rules that read the other system's words for rows and seats.", len(rules))
    report.left_out(
        "Labels that the other system prints and that do not resolve to their seat.",
        len(failed),
        failed[0][0] if failed else "",
    )
    return rules


def _improved(
    layout: CompiledLayout, sample: Sequence[PrintedLabel]
) -> tuple[list[Rewrite], list[PrintedLabel]]:
    """Returns the rules with which more labels of the sample resolve, and the labels that still do not."""
    names = [_names(section) for section in layout.sections]
    failed = _failed(Resolver(names), sample)
    rules = [_rewrite(*words) for words, _ in Counter(_words(failed)).most_common(REWRITES_MAX)]
    known = [rule for rule in rules if rule is not None]
    if not known or not cost_of(tuple(known)).is_acceptable:
        return [], failed
    failed_with_rules = _failed(Resolver(names, tuple(known)), sample)
    return (known, failed_with_rules) if len(failed_with_rules) < len(failed) else ([], failed)


def _failed(resolver: Resolver, sample: Sequence[PrintedLabel]) -> list[PrintedLabel]:
    return [(label, key) for label, key in sample if matched_keys(resolver.resolve(label)) != (str(key),)]


def _names(section: Section) -> SectionNames:
    rows = {row.id: RowNames(row.id, row.seats) for row in section.rows}
    return SectionNames(
        id=section.id,
        name=section.name,
        level=section.level,
        rows=rows if section.named_rows else {},
        rows_by_id=rows,
    )


def _words(labels: Sequence[PrintedLabel]) -> Iterator[tuple[str, str, str, str]]:
    """Yields what stands before and after the names of rows and seats in labels of three parts: 'zone, row,
    seat'. A row's label without its name is yielded as a whole, with the name."""
    for label, key in labels:
        parts = [part.strip() for part in label.split(",")]
        if len(parts) < 3:
            continue
        for kind, part, name in (("Row", parts[-2], key.row), ("Seat", parts[-1], key.seat)):
            before, found, after = part.rpartition(name) if name else ("", "", "")
            if found and (after or before.strip().casefold() not in ("", kind.casefold())):
                yield kind, before, after, ""
            elif name and not found and kind == "Row":
                yield kind, part, "", name


def _rewrite(kind: str, before: str, after: str, name: str) -> Rewrite | None:
    """Returns the rule that puts 'Row' or 'Seat' in the place of other words."""
    ending = "," if kind == "Row" else "$"
    middle = "" if name else "([^,]+?)"
    pattern = rf",\s*{_escaped(before)}{middle}{_escaped(after)}\s*{ending}"
    replacement = f", {kind} {name or chr(92) + '1'}{ending.replace('$', '')}"
    try:
        return Rewrite(pattern=Pattern.parse(pattern), replacement=replacement)
    except ValueError:
        return None


def _escaped(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in re.split(r"\s+", text))
