"""Asks about each proposed rule and each example, and adds what was accepted to the draft of the venue."""

from collections.abc import Sequence

import typer

from seatpreview.api.local_client import LocalClient
from seatpreview.cli import display
from seatpreview.cli.draft_seat_keys import DraftSeatKeys, read_draft, save_to_draft
from seatpreview.cli.label_files import label_text
from seatpreview.cli.label_groups import Cells, LabelGroups
from seatpreview.cli.learning_report import print_groups, print_proposal, print_warnings
from seatpreview.cli.rule_proposals import GROUPS_MAX, Found, RuleProposals, cells_of, label_of
from seatpreview.labels.suggestions.learned_rules import OfferedExample


async def accept_rules(client: LocalClient, venue_id: str, groups: LabelGroups) -> None:
    """Shows what resolves, asks about each rule, and stores what was accepted."""
    draft = await read_draft(client, venue_id)
    proposals = RuleProposals(client, venue_id, groups.most_frequent(GROUPS_MAX), draft)
    found = await _find(proposals)
    print_groups(groups, found)
    if not found.proposals:
        display.note("No rule was found that would resolve or mend more labels.")
        return
    await _ask_all(proposals, draft, found)
    if not draft.accepted:
        display.note("Nothing was stored.")
        return
    await _store(client, venue_id, draft)


async def _find(proposals: RuleProposals) -> Found:
    with display.working_on("Searching for rules"):
        return await proposals.find()


async def _ask_all(proposals: RuleProposals, draft: DraftSeatKeys, found: Found) -> None:
    """Asks about one rule after the other: each that still helps with the ones that were accepted before it.
    An alternative to a rule is asked about if the rule was refused."""
    number = 1
    while found.proposals:
        proposal = found.proposals[0]
        print_proposal(proposal, number, number + len(found.proposals) - 1)
        answer = _choice("Take this rule into the draft? (yes, no, quit)", "ynq", "n")
        if answer == "q":
            return
        if answer == "y":
            draft.accepted.append(proposal.rule)
            for example in proposal.examples:
                await _ask_for_example(proposals, draft, example)
        else:
            proposals.leave_out(proposal.rule)
        found = await _find(proposals)
        number += 1


async def _ask_for_example(proposals: RuleProposals, draft: DraftSeatKeys, example: OfferedExample) -> None:
    """Asks whether a label is kept as an example. An edited label is resolved and shown again: what the file
    states is about the label as it was."""
    cells = cells_of(example.label)
    while True:
        typer.echo(f"\n  Example: {label_text(label_of(cells))}  ->  {', '.join(example.keys) or 'declined'}")
        print_warnings(example)
        answer = _choice("Keep this label as an example? (yes, no, edit)", "yne", "y")
        if answer == "n":
            return
        if answer == "y":
            draft.examples.append({"label": label_of(cells), "expect": _expectation(example.keys)})
            return
        cells = _edited(cells)
        example = await proposals.check(cells)


def _edited(cells: Cells) -> Cells:
    names = ("Label",) if len(cells) == 1 else ("Section", "Row", "Seat")
    texts = (
        typer.prompt(name, default=cell, err=True).strip() for name, cell in zip(names, cells, strict=False)
    )
    return tuple(texts)


def _choice(question: str, letters: str, default: str) -> str:
    """Asks until the answer begins with one of the letters."""
    while True:
        answer: str = typer.prompt(question, default=default, err=True)
        if answer.strip()[:1].lower() in tuple(letters):
            return answer.strip()[0].lower()


def _expectation(keys: Sequence[str]) -> str | list[str] | None:
    if len(keys) > 1:
        return list(keys)
    return keys[0] if keys else None


async def _store(client: LocalClient, venue_id: str, learned: DraftSeatKeys) -> None:
    saved = await save_to_draft(client, venue_id, learned)
    typer.echo(
        f"\nStored in the draft of {venue_id}: "
        f"{_counted(len(learned.accepted), 'rule')}, {_counted(len(learned.examples), 'example')}."
    )
    before = learned.draft
    if before is not None and before.updated_by != saved.updated_by:
        display.note(f"The draft was begun by {before.updated_by}: what it holds stays.")
    faults = [fault for fault in saved.faults if (fault.pointer or "").startswith("/rules/seatKeys")]
    for fault in faults:
        display.note(f"A publish would refuse it: {fault.pointer} {fault.detail}")
    display.note(
        f"`seatpreview venues publish {venue_id} --dry-run` says what that changes. "
        "Without --dry-run, it is published."
    )


def _counted(count: int, noun: str) -> str:
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"
