"""What was found in a sales file: groups of labels, what resolves, and rules that would help."""

import json
from typing import Any

import msgspec
import typer
from msgspec import UNSET

from seatpreview.api.local_client import LocalClient
from seatpreview.cli import display
from seatpreview.cli.draft_seat_keys import read_draft
from seatpreview.cli.label_files import label_text
from seatpreview.cli.label_groups import Group, LabelGroups
from seatpreview.cli.rule_proposals import GROUPS_MAX, Found, RuleProposals, label_of
from seatpreview.labels.label_rules import Drop, MapTo, Rewrite, Rule
from seatpreview.labels.model import Parts
from seatpreview.labels.suggestions.learned_rules import LearnedRule, OfferedExample, TriedGroup, TriedLabel
from seatpreview.results import encode

GROUPS_SHOWN_MAX = 30
LABELS_SHOWN_MAX = 3
HELD = {
    "email": "an e-mail address",
    "orderNumber": "an order number",
    "personName": "the name of a person",
}


async def report(client: LocalClient, venue_id: str, groups: LabelGroups, *, as_json: bool) -> None:
    """Prints the groups and what each proposed rule changes, with the ones before it. Stores nothing."""
    draft = await read_draft(client, venue_id)
    with display.working_on("Searching for rules"):
        found = await RuleProposals(client, venue_id, groups.most_frequent(GROUPS_MAX), draft).find()
    if as_json:
        typer.echo(json.dumps(_as_json(groups, found), ensure_ascii=False))
        return
    print_groups(groups, found)
    for number, proposal in enumerate(found.proposals, start=1):
        print_proposal(proposal, number, len(found.proposals))
    display.note("Nothing was stored. Without --accept-none, you are asked about each rule.")


def print_groups(groups: LabelGroups, found: Found) -> None:
    """Prints how many lines resolve, and the groups with the most lines that do not."""
    summary = found.summary
    open_lines = summary.lines - summary.right_lines - summary.wrong_lines
    display.print_lines(
        {
            "lines": f"{groups.lines:,}",
            "groups": f"{len(groups):,}",
            "resolve": _share(summary.right_lines, summary.lines),
            "resolve wrongly": _share(summary.wrong_lines, summary.lines),
            "do not resolve": _share(open_lines, summary.lines),
        }
    )
    _note_left_out(groups, found)
    rows = [_group_row(*each) for each in found.groups if not all(map(_is_right, each[1].labels))]
    if rows:
        typer.echo()
        display.print_table(("LINES", "RESOLVE", "WRONG", "LABEL"), rows[:GROUPS_SHOWN_MAX])
    if len(rows) > GROUPS_SHOWN_MAX:
        typer.echo(f"and {len(rows) - GROUPS_SHOWN_MAX:,} more groups")


def print_proposal(proposal: LearnedRule, number: int, count: int) -> None:
    """Prints a rule in words and as JSON, and what it changes."""
    typer.echo(f"\nRule {number} of {count}: {rule_text(proposal.rule)}")
    typer.echo(f"  {encode(proposal.rule).decode()}")
    if proposal.basis == "guess":
        typer.echo("  guess: please check. The file does not say which seats are right.")
    for other in proposal.alternatives:
        typer.echo(f"  or, resolving as many labels: {rule_text(other)}")
    _print_effect("gains", proposal.gained_lines, proposal.gained)
    _print_effect("mends", proposal.mended_lines, proposal.mended)
    _print_effect("breaks", proposal.broken_lines, proposal.broken)
    if proposal.broken_examples:
        typer.echo(f"  breaks examples of the record: {proposal.broken_examples}")
    if not proposal.broken and not proposal.broken_examples:
        typer.echo("  breaks nothing that was tried")


def print_warnings(example: OfferedExample) -> None:
    """Prints what a label seems to hold that does not belong into an example."""
    for held in example.warnings:
        typer.echo(f"  Look at it: it seems to hold {HELD[held]}. Edit it, or leave it out.")


def rule_text(rule: Rule) -> str:
    """Describes a rule in a sentence."""
    if isinstance(rule, Rewrite):
        return f"rewrite {rule.pattern} as '{rule.replacement}'"
    if isinstance(rule, Drop):
        return f"drop {', '.join(rule.words)}"
    if isinstance(rule, MapTo):
        return f"'{rule.name}' is section {rule.section}"
    return f"reject labels with {rule.pattern}"


def _print_effect(verb: str, lines: int, labels: list[str | Parts]) -> None:
    if labels:
        count = "1 line" if lines == 1 else f"{lines:,} lines"
        typer.echo(f"  {verb} about {count}: {'; '.join(map(label_text, labels[:LABELS_SHOWN_MAX]))}")


def _note_left_out(groups: LabelGroups, found: Found) -> None:
    summary = found.summary
    if summary.unknown_seats:
        labels = sum(len(tried.labels) for _, tried in found.groups)
        display.note(
            f"{summary.unknown_seats:,} of {labels:,} labels have a seat that is not in the venue, such "
            f"as '{summary.unknown_seat}': it counts as not known. The column needs seat keys, or refs of "
            "the layout."
        )
    if groups.blank_lines:
        display.note(f"{groups.blank_lines:,} lines have no label.")
    if groups.long_lines:
        display.note(f"{groups.long_lines:,} lines have a label of more than 512 characters: left out.")
    rare = groups.lines - groups.blank_lines - groups.long_lines - summary.lines
    if rare:
        display.note(f"{rare:,} lines with rare labels were not tried: there are too many kinds of labels.")


def _group_row(group: Group, tried: TriedGroup) -> tuple[object, ...]:
    right = [_is_right(label) for label in tried.labels]
    wrong = sum(label.verdict == "wrong" for label in tried.labels)
    text = label_text(label_of(group.samples[right.index(False)].cells))
    return f"{group.lines:,}", f"{sum(right)} of {len(right)}", wrong or "", text


def _is_right(label: TriedLabel) -> bool:
    return label.verdict == "right"


def _share(lines: int, counted: int) -> str:
    return f"{100 * lines / counted:.1f} %" if counted else "-"


def _as_json(groups: LabelGroups, found: Found) -> dict[str, Any]:
    return {
        "lines": groups.lines,
        "blankLines": groups.blank_lines,
        "longLines": groups.long_lines,
        "groupCount": len(groups),
        "groups": [_group_json(*each) for each in found.groups],
        "proposals": [_proposal_json(proposal) for proposal in found.proposals],
    }


def _group_json(group: Group, tried: TriedGroup) -> dict[str, Any]:
    return {
        "shape": group.shape,
        "lines": group.lines,
        "labels": [
            _label_json(label_of(sample.cells), label)
            for sample, label in zip(group.samples, tried.labels, strict=True)
        ],
    }


def _label_json(label: object, tried: TriedLabel) -> dict[str, Any]:
    found = {"label": label, "isRight": _is_right(tried), "status": tried.status, "keys": tried.keys}
    return found if tried.expected is UNSET else found | {"expected": tried.expected}


def _proposal_json(proposal: LearnedRule) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(encode(proposal))
    found["examples"] = [
        {"label": example["label"], "warnings": [HELD[held] for held in example["warnings"]]}
        for example in found["examples"]
    ]
    return found
