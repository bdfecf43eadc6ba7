"""What was found in a sales file: groups of labels, what resolves, and rules that would help."""

import json
from collections.abc import Container, Sequence
from typing import Any

import msgspec
import typer
from msgspec import UNSET

from seatpreview.api.local_client import LocalClient
from seatpreview.cli import display
from seatpreview.cli.draft_seat_keys import read_draft
from seatpreview.cli.label_groups import Cells, Group, LabelGroups
from seatpreview.cli.rule_proposals import Proposal, RuleSearch, SentLabel, label_of
from seatpreview.labels.label_rules import Drop, MapTo, Rewrite, Rule
from seatpreview.labels.suggestions.personal_data import personal_data
from seatpreview.results import encode

GROUPS_SHOWN_MAX = 30
LABELS_SHOWN_MAX = 3
EXAMPLES_OF_A_RULE_MAX = 3


async def report(
    client: LocalClient, venue_id: str, groups: LabelGroups, sent: Sequence[Group], *, as_json: bool
) -> None:
    """Prints the groups and what each proposed rule changes, with the ones before it. Stores nothing."""
    search = RuleSearch(client, venue_id, sent, await read_draft(client, venue_id))
    with display.progress("Searching") as on_progress:
        rules = await search.find(on_progress)
    with display.progress("Judging") as on_progress:
        proposals = [each for each in await search.judge(rules, on_progress) if each.is_useful]
    if as_json:
        typer.echo(json.dumps(_as_json(groups, search, proposals), ensure_ascii=False))
        return
    print_groups(groups, search)
    for number, proposal in enumerate(proposals, start=1):
        print_proposal(proposal, number, len(proposals))
    display.note("Nothing was stored. Without --accept-none, you are asked about each rule.")


def print_groups(groups: LabelGroups, search: RuleSearch) -> None:
    """Prints how many lines resolve, and the groups with the most lines that do not."""
    right = sum(label.lines for label in search.labels if label.is_right)
    wrong = sum(label.lines for label in search.labels if label.is_wrong)
    counted = sum(label.lines for label in search.labels)
    display.print_lines(
        {
            "lines": f"{groups.lines:,}",
            "groups": f"{len(groups):,}",
            "resolve": _share(right, counted),
            "resolve wrongly": _share(wrong, counted),
            "do not resolve": _share(counted - right - wrong, counted),
        }
    )
    _note_left_out(groups, search)
    open_groups = [group for group in by_group(search) if not all(label.is_right for label in group)]
    if open_groups:
        typer.echo()
        display.print_table(
            ("LINES", "RESOLVE", "WRONG", "LABEL"),
            [_group_row(labels) for labels in open_groups[:GROUPS_SHOWN_MAX]],
        )
    if len(open_groups) > GROUPS_SHOWN_MAX:
        typer.echo(f"and {len(open_groups) - GROUPS_SHOWN_MAX:,} more groups")


def by_group(search: RuleSearch) -> list[list[SentLabel]]:
    """Returns the labels of each group, the group with the most lines first."""
    found: dict[str, list[SentLabel]] = {}
    for label in search.labels:
        found.setdefault(label.group.shape, []).append(label)
    return list(found.values())


def print_proposal(proposal: Proposal, number: int, count: int) -> None:
    """Prints a rule in words and as JSON, and what it changes."""
    typer.echo(f"\nRule {number} of {count}: {rule_text(proposal.rule)}")
    typer.echo(f"  {encode(proposal.rule).decode()}")
    if proposal.is_guess:
        typer.echo("  guess: please check. The file does not say which seats are right.")
    for other in proposal.alternatives:
        typer.echo(f"  or, resolving as many labels: {rule_text(other)}")
    for verb, labels in (("gains", proposal.gained), ("mends", proposal.mended), ("breaks", proposal.broken)):
        if labels:
            typer.echo(f"  {verb} about {_lines(labels)}: {_some(labels)}")
    if proposal.broken_examples:
        typer.echo(f"  breaks examples of the record: {proposal.broken_examples}")
    if not proposal.broken and not proposal.broken_examples:
        typer.echo("  breaks nothing that was tried")


def rule_text(rule: Rule) -> str:
    """Describes a rule in a sentence."""
    if isinstance(rule, Rewrite):
        return f"rewrite {rule.pattern} as '{rule.replacement}'"
    if isinstance(rule, Drop):
        return f"drop {', '.join(rule.words)}"
    if isinstance(rule, MapTo):
        return f"'{rule.name}' is section {rule.section}"
    return f"reject labels with {rule.pattern}"


def cells_text(cells: Cells) -> str:
    """Writes a label on one line. The parts of a label with parts are separated by bars."""
    return " | ".join(cell for cell in cells if cell)


def example_labels(proposal: Proposal) -> list[SentLabel]:
    """Returns labels that would make good examples: one for each group that the rule improves most."""
    of_groups = {label.group.shape: label for label in reversed((*proposal.gained, *proposal.mended))}
    ranked = sorted(of_groups.values(), key=lambda label: (-label.group.lines, label.group.shape))
    return ranked[:EXAMPLES_OF_A_RULE_MAX]


def _note_left_out(groups: LabelGroups, search: RuleSearch) -> None:
    unknown = [label for label in search.labels if label.has_unknown_seat]
    if unknown:
        seat = unknown[0].sample.seat
        display.note(
            f"{len(unknown):,} of {len(search.labels):,} labels have a seat that is not in the venue, such "
            f"as '{seat}': it counts as not known. The column needs seat keys, or refs of the layout."
        )
    if groups.blank_lines:
        display.note(f"{groups.blank_lines:,} lines have no label.")
    if groups.long_lines:
        display.note(f"{groups.long_lines:,} lines have a label of more than 512 characters: left out.")
    tried = sum(group[0].group.lines for group in by_group(search))
    rare = groups.lines - groups.blank_lines - groups.long_lines - tried
    if rare:
        display.note(f"{rare:,} lines with rare labels were not tried: there are too many kinds of labels.")


def _group_row(labels: list[SentLabel]) -> tuple[object, ...]:
    right = sum(label.is_right for label in labels)
    wrong = sum(label.is_wrong for label in labels)
    shown = next((label for label in labels if not label.is_right), labels[0])
    text = cells_text(shown.sample.cells)
    return f"{labels[0].group.lines:,}", f"{right} of {len(labels)}", wrong or "", text


def _share(lines: float, counted: float) -> str:
    return f"{100 * lines / counted:.1f} %" if counted else "-"


def _lines(labels: Sequence[SentLabel]) -> str:
    count = round(sum(label.lines for label in labels))
    return "1 line" if count == 1 else f"{count:,} lines"


def _some(labels: Sequence[SentLabel]) -> str:
    return "; ".join(cells_text(label.sample.cells) for label in labels[:LABELS_SHOWN_MAX])


def _as_json(groups: LabelGroups, search: RuleSearch, proposals: list[Proposal]) -> dict[str, Any]:
    common = groups.common_words()
    return {
        "lines": groups.lines,
        "blankLines": groups.blank_lines,
        "longLines": groups.long_lines,
        "groupCount": len(groups),
        "groups": [_group_json(labels) for labels in by_group(search)],
        "proposals": [_proposal_json(proposal, common) for proposal in proposals],
    }


def _group_json(labels: list[SentLabel]) -> dict[str, Any]:
    return {
        "shape": labels[0].group.shape,
        "lines": labels[0].group.lines,
        "labels": [_label_json(label) for label in labels],
    }


def _label_json(label: SentLabel) -> dict[str, Any]:
    outcome = label.outcome
    found: dict[str, Any] = {"label": label_of(label.sample.cells), "isRight": label.is_right}
    if outcome is None:
        return found
    found |= {"status": outcome.status, "keys": outcome.keys}
    return found if outcome.expected is UNSET else found | {"expected": outcome.expected}


def _proposal_json(proposal: Proposal, common: Container[str]) -> dict[str, Any]:
    found: dict[str, Any] = {"rule": msgspec.json.decode(encode(proposal.rule))}
    for name, labels in (
        ("gained", proposal.gained),
        ("mended", proposal.mended),
        ("broken", proposal.broken),
    ):
        found[name] = [label_of(label.sample.cells) for label in labels]
        found[f"{name}Lines"] = round(sum(label.lines for label in labels))
    found["brokenExamples"] = proposal.broken_examples
    found["basis"] = "guess" if proposal.is_guess else "known"
    found["alternatives"] = [msgspec.json.decode(encode(other)) for other in proposal.alternatives]
    found["examples"] = [
        {
            "label": label_of(label.sample.cells),
            "warnings": personal_data(cells_text(label.sample.cells), common),
        }
        for label in example_labels(proposal)
    ]
    return found
