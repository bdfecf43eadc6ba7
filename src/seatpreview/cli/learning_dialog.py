"""Asks about each proposed rule and each example, and adds what was accepted to the draft of the venue."""

from collections.abc import Container, Sequence

import typer
from msgspec import UNSET

from seatpreview.api.local_client import LocalClient
from seatpreview.cli import display
from seatpreview.cli.draft_seat_keys import DraftSeatKeys, read_draft, save_to_draft
from seatpreview.cli.label_groups import Cells, Group, LabelGroups
from seatpreview.cli.learning_report import cells_text, example_labels, print_groups, print_proposal
from seatpreview.cli.rule_proposals import Proposal, RuleSearch, SentLabel, label_of
from seatpreview.labels.label_rules import Rule
from seatpreview.labels.suggestions.personal_data import personal_data
from seatpreview.labels.suggestions.suggestion_model import LabelOutcome


async def accept_rules(
    client: LocalClient, venue_id: str, groups: LabelGroups, sent: Sequence[Group]
) -> None:
    """Shows what resolves, asks about each rule, and stores what was accepted."""
    draft = await read_draft(client, venue_id)
    search = RuleSearch(client, venue_id, sent, draft)
    with display.progress("Searching") as on_progress:
        rules = await search.find(on_progress)
    print_groups(groups, search)
    if not rules:
        display.note("No rule was found that would resolve or mend more labels.")
        return
    await _Questions(search, draft, groups.common_words()).ask_all(rules)
    if not draft.accepted:
        display.note("Nothing was stored.")
        return
    await _store(client, venue_id, draft)


class _Questions:
    """The questions about one file."""

    def __init__(self, search: RuleSearch, draft: DraftSeatKeys, common_words: Container[str]) -> None:
        self._search = search
        self._draft = draft
        self._common_words = common_words

    async def ask_all(self, rules: Sequence[Rule]) -> None:
        """Asks about each rule that still helps with the ones that were accepted before it. Alternatives to a
        rule follow it, and help only if it was refused."""
        offered = [each for rule in rules for each in (rule, *self._search.alternatives_to(rule))]
        for number, rule in enumerate(offered, start=1):
            [proposal] = await self._search.judge([rule])
            if not proposal.is_useful:
                continue
            print_proposal(proposal, number, len(offered))
            answer = _choice("Take this rule into the draft? (yes, no, quit)", "ynq", "n")
            if answer == "q":
                return
            if answer == "y":
                self._draft.accepted.append(rule)
                await self._ask_for_examples(proposal)

    async def _ask_for_examples(self, proposal: Proposal) -> None:
        labels = example_labels(proposal)
        outcomes = await self._search.resolve([label_of(label.sample.cells) for label in labels], ())
        for label, outcome in zip(labels, outcomes, strict=True):
            await self._ask_for_example(label, outcome)

    async def _ask_for_example(self, label: SentLabel, outcome: LabelOutcome) -> None:
        """Asks whether a label is kept as an example. An edited label is resolved and shown again."""
        cells = label.sample.cells
        expected = label.outcome.expected if label.outcome is not None else UNSET
        while True:
            keys = outcome.keys if expected is UNSET else expected
            self._show_example(cells, keys)
            answer = _choice("Keep this label as an example? (yes, no, edit)", "yne", "y")
            if answer == "n":
                return
            if answer == "y":
                self._draft.examples.append({"label": label_of(cells), "expect": _expectation(keys)})
                return
            # What the file states is about the label as it was.
            cells, expected = _edited(cells), UNSET
            [outcome] = await self._search.resolve([label_of(cells)], ())

    def _show_example(self, cells: Cells, keys: Sequence[str]) -> None:
        text = cells_text(cells)
        typer.echo(f"\n  Example: {text}  ->  {', '.join(keys) or 'declined'}")
        for finding in personal_data(text, self._common_words):
            typer.echo(f"  Look at it: it seems to hold {finding}. Edit it, or leave it out.")


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
