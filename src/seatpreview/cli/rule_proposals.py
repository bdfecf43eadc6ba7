"""Asks the service for rules that would help with the groups of a sales file."""

from collections.abc import Sequence

import msgspec

from seatpreview.api.local_client import LocalClient
from seatpreview.cli.draft_seat_keys import DraftSeatKeys
from seatpreview.cli.label_groups import Cells, Group, Sample
from seatpreview.labels.label_rules import Rule
from seatpreview.labels.model import Parts
from seatpreview.labels.suggestions.learned_rules import (
    LearnedRule,
    LearningSummary,
    OfferedExample,
    TriedGroup,
)
from seatpreview.venues.label_rule_requests import LEFT_OUT_MAX, LearnedRules

GROUPS_MAX = 1_000
"""The most groups that are sent: those with the most lines."""
SEAT_CHARACTERS_MAX = 200


class Found(msgspec.Struct, frozen=True):
    """What the groups resolve to, and proposed rules."""

    groups: list[tuple[Group, TriedGroup]]
    summary: LearningSummary
    proposals: list[LearnedRule]


class RuleProposals:
    """Sends the samples of groups to learnSeatKeys, with the rules of the draft and those that were
    accepted."""

    def __init__(
        self, client: LocalClient, venue_id: str, groups: Sequence[Group], draft: DraftSeatKeys
    ) -> None:
        self._client = client
        self._venue_id = venue_id
        self._groups = groups
        self._draft = draft
        self._left_out: list[Rule] = []

    async def find(self) -> Found:
        """Returns rules that help with those that were accepted, without those that were left out."""
        groups = [
            {"lines": group.lines, "labels": [_sample(sample) for sample in group.samples]}
            for group in self._groups
        ]
        answer = await self._learn(groups=groups, leftOut=self._left_out[-LEFT_OUT_MAX:])
        if answer.summary is msgspec.UNSET:
            raise AssertionError("A summary is missing in answers about examples alone.")
        return Found(list(zip(self._groups, answer.groups, strict=True)), answer.summary, answer.data)

    def leave_out(self, rule: Rule) -> None:
        """Proposes a rule no more."""
        self._left_out.append(rule)

    async def check(self, cells: Cells) -> OfferedExample:
        """Returns what an edited example resolves to with the accepted rules, and what it seems to hold."""
        groups = [
            {"lines": group.lines, "labels": [{"label": label_of(group.samples[0].cells)}]}
            for group in self._groups
        ]
        answer = await self._learn(groups=groups, examples=[{"label": label_of(cells)}])
        return answer.examples[0]

    async def _learn(self, **members: object) -> LearnedRules:
        body = members | {"rules": self._draft.tried()}
        answer: LearnedRules = await self._client.call("learnSeatKeys", self._venue_id, body=body)
        return answer


def label_of(cells: Cells) -> str | dict[str, str]:
    """Returns a label as the API takes it."""
    if len(cells) == 1:
        return cells[0]
    return dict(zip(("section", "row", "seat"), cells, strict=False))


def cells_of(label: str | Parts) -> Cells:
    """Returns a label of an answer as its cells."""
    if isinstance(label, str):
        return (label,)
    return (label.section, label.row, label.seat) if label.seat else (label.section, label.row)


def _sample(sample: Sample) -> dict[str, object]:
    return {"label": label_of(sample.cells), "seat": sample.seat[:SEAT_CHARACTERS_MAX]}
