"""Rules for the groups of a sales file: searched for in batches, and judged on all groups."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from seatpreview.api.local_client import LocalClient
from seatpreview.cli.draft_seat_keys import DraftSeatKeys
from seatpreview.cli.label_groups import Cells, Group, Sample
from seatpreview.labels.label_rules import Rule
from seatpreview.labels.suggestions.suggestion_model import LabelOutcome
from seatpreview.results import encode

BATCH_LABELS = 500
GROUPS_MAX = 1_000
"""The most groups that are sent: those with the most lines."""
PROPOSALS_MAX = 50
DECLINED = "-"
"""In the column of known seats: the label must be declined."""

OnProgress = Callable[[int, int], None]


class SentLabel(msgspec.Struct):
    """A sample that is sent, its group, and what it resolved to."""

    sample: Sample
    group: Group
    lines: float
    """The share of its group's lines that the sample stands for."""
    outcome: LabelOutcome | None = None

    @property
    def is_right(self) -> bool:
        """Whether the label resolves, or is declined, as far as is known correctly."""
        outcome = self.outcome
        if outcome is None:
            return False
        return bool(outcome.keys) if outcome.expected is UNSET else outcome.keys == outcome.expected

    @property
    def is_wrong(self) -> bool:
        """Whether the label resolves to another place than the file states."""
        return self.outcome is not None and bool(self.outcome.keys) and not self.is_right

    @property
    def has_unknown_seat(self) -> bool:
        """Whether the file states a seat that the venue does not have."""
        return bool(self.sample.seat) and self.outcome is not None and self.outcome.expected is UNSET


class Proposal(msgspec.Struct):
    """A rule, and the labels that it changes."""

    rule: Rule
    gained: list[SentLabel] = []
    mended: list[SentLabel] = []
    broken: list[SentLabel] = []
    broken_examples: int = 0
    is_guess: bool = True
    """Whether the right seat is known of none of the labels that the rule improves."""
    alternatives: tuple[Rule, ...] = ()
    """Rules that would improve as many labels, and lead to other places."""

    @property
    def is_useful(self) -> bool:
        """Whether the rule improves anything."""
        return bool(self.gained or self.mended)


class RuleSearch:
    """Sends the samples of groups to suggestSeatKeys."""

    def __init__(
        self, client: LocalClient, venue_id: str, groups: Sequence[Group], draft: DraftSeatKeys
    ) -> None:
        self._client = client
        self._venue_id = venue_id
        self._draft = draft
        self.labels = [label for group in groups for label in _labels_of(group)]
        self._alternatives: dict[bytes, tuple[Rule, ...]] = {}

    async def find(self, on_progress: OnProgress) -> list[Rule]:
        """Notes what each label resolves to, and returns the rules that were suggested: those that improve
        the most lines first, at most so many as can be judged at once."""
        lines: dict[bytes, float] = {}
        rules: dict[bytes, Rule] = {}
        for start, batch in self._batches(on_progress):
            answer = await self._suggest(batch)
            for label, outcome in zip(batch, answer.results, strict=True):
                label.outcome = outcome
            for found in answer.data:
                key = encode(found.rule)
                rules[key] = found.rule
                self._alternatives[key] = tuple(found.alternatives)
                improved = (self.labels[start + at] for at in (*found.gained_at, *found.mended_at))
                lines[key] = lines.get(key, 0) + sum(label.lines for label in improved)
        ranked = sorted(rules, key=lambda key: -lines[key])
        return [rules[key] for key in ranked[:PROPOSALS_MAX]]

    def alternatives_to(self, rule: Rule) -> tuple[Rule, ...]:
        """Returns the rules that were suggested as alternatives to this one."""
        return self._alternatives.get(encode(rule), ())

    async def judge(
        self, rules: Sequence[Rule], on_progress: OnProgress = lambda _, __: None
    ) -> list[Proposal]:
        """Returns what each rule changes on all labels, with the ones before it in place."""
        proposals = [Proposal(rule, alternatives=self.alternatives_to(rule)) for rule in rules]
        for start, batch in self._batches(on_progress):
            answer = await self._suggest(batch, judge=rules)
            for proposal, found in zip(proposals, answer.data, strict=True):
                proposal.gained += [self.labels[start + at] for at in found.gained_at]
                proposal.mended += [self.labels[start + at] for at in found.mended_at]
                proposal.broken += [self.labels[start + at] for at in found.broken_at]
                proposal.is_guess &= found.basis == "guess"
                # Every batch has all examples of the record.
                proposal.broken_examples = found.breaks - len(found.broken_at)
        return proposals

    async def resolve(self, labels: Sequence[object], rules: Sequence[Rule]) -> list[LabelOutcome]:
        """Returns what labels resolve to with these rules after those of the draft."""
        body: dict[str, object] = {
            "labels": [{"label": label} for label in labels],
            "rules": self._draft.tried(rules),
            # A rule to judge, so that no other is searched for.
            "judge": [{"type": "drop", "words": ["-"]}],
        }
        answer = await self._client.call("suggestSeatKeys", self._venue_id, body=body)
        outcomes: list[LabelOutcome] = answer.results
        return outcomes

    async def _suggest(self, batch: Sequence[SentLabel], judge: Sequence[Rule] = ()) -> Any:
        body: dict[str, object] = {
            "labels": [_case(label.sample) for label in batch],
            "rules": self._draft.tried(),
            "judge": list(judge),
        }
        return await self._client.call("suggestSeatKeys", self._venue_id, body=body)

    def _batches(self, on_progress: OnProgress) -> Iterator[tuple[int, Sequence[SentLabel]]]:
        for start in range(0, len(self.labels), BATCH_LABELS):
            on_progress(start, len(self.labels))
            yield start, self.labels[start : start + BATCH_LABELS]


def label_of(cells: Cells) -> str | dict[str, str]:
    """Returns a label as the API takes it."""
    if len(cells) == 1:
        return cells[0]
    return dict(zip(("section", "row", "seat"), cells, strict=False))


def _labels_of(group: Group) -> list[SentLabel]:
    samples = group.samples
    return [SentLabel(sample, group, group.lines / len(samples)) for sample in samples]


def _case(sample: Sample) -> dict[str, object]:
    case: dict[str, object] = {"label": label_of(sample.cells)}
    if sample.seat == DECLINED:
        return case | {"expect": None}
    return case | {"expect": _expectation(sample.seat)} if sample.seat else case


def _expectation(text: str) -> str | list[str]:
    """Reads a key or ref, or those of several seats: '107/K/9|107/K/10', or '107/K/9|10' for short."""
    first, *more = (part.strip() for part in text[:200].split("|"))
    row = first.rpartition("/")[0]
    keys = [first, *(f"{row}/{key}" if row and "/" not in key else key for key in more if key)]
    return keys[:50] if len(keys) > 1 else first
