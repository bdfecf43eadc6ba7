"""Scores answers: +1 for a right answer or a right refusal, 0 for a label declined, -5 for a wrong answer."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import msgspec

from benchmarks.labels.venues import LabelCase, LabelledVenue
from seatpreview.labels.label_rules import Rule
from seatpreview.labels.model import Parts, Resolution, SectionNames
from seatpreview.labels.resolver import Resolver

Outcome = Literal["right", "declined", "shallow", "wrong"]
"""`declined`: the label has an answer, and none was given. `shallow`: the answer is right, but less deep than
the label."""

POINTS: dict[Outcome, int] = {"right": 1, "declined": 0, "shallow": 0, "wrong": -5}


class Answer(msgspec.Struct, frozen=True):
    """A label with its right answer, what the resolver made of it, and how the two compare."""

    case: LabelCase
    resolution: Resolution
    outcome: Outcome

    @property
    def given(self) -> str:
        """The answer as text, for people."""
        place = self.resolution.seat
        if self.resolution.status != "matched" or place is None:
            return self.resolution.status
        seats = [seat.seat or "" for seat in self.resolution.seats]
        return f"{place.section}/{place.row}/{'|'.join(seats)}" if seats else place.key


class Score(msgspec.Struct, frozen=True):
    """How many labels had each outcome."""

    right: int = 0
    declined: int = 0
    shallow: int = 0
    wrong: int = 0

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> "Score":
        """Counts outcomes."""
        counts = dict.fromkeys(POINTS, 0)
        for outcome in outcomes:
            counts[outcome] += 1
        return cls(**counts)

    @property
    def labels(self) -> int:
        """The number of labels."""
        return self.right + self.declined + self.shallow + self.wrong

    @property
    def per_1000(self) -> int:
        """Points for each 1000 labels; 0 if there are no labels."""
        points = sum(POINTS[outcome] * getattr(self, outcome) for outcome in POINTS)
        return round(1000 * points / self.labels) if self.labels else 0


def outcome_of(case: LabelCase, resolution: Resolution) -> Outcome:
    """Compares a resolution with the right answer. Every status but `matched` declines the label.

    Where the label names several seats, the row, one of these seats or several of them are right.
    """
    place = resolution.seat if resolution.status == "matched" else None
    if place is None:
        return "right" if case.section is None else "declined"
    if case.section != place.section:
        return "wrong"
    if place.row is None:
        return "shallow" if case.row is not None else "right"
    if case.row != place.row:
        return "wrong"
    given = {seat.seat for seat in resolution.seats} or {place.seat}
    if given == {None}:
        return "shallow" if len(case.seats) == 1 else "right"
    return "right" if given <= set(case.seats) else "wrong"


def answers_of(
    sections: Sequence[SectionNames], cases: Iterable[LabelCase], rules: tuple[Rule, ...] = ()
) -> list[Answer]:
    """Resolves the labels by one resolver, and compares each result with the right answer."""
    resolver = Resolver(sections, rules)
    answers = []
    for case in cases:
        resolution = resolver.resolve(case.label)
        answers.append(Answer(case, resolution, outcome_of(case, resolution)))
    return answers


def scores_by(answers: Iterable[Answer], key: Callable[[LabelCase], str]) -> dict[str, Score]:
    """Returns the score of each group of labels, in the order of their names."""
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for answer in answers:
        groups[key(answer.case)].append(answer.outcome)
    return {name: Score.of(groups[name]) for name in sorted(groups)}


def own_name_cases(venue: LabelledVenue) -> list[LabelCase]:
    """Returns labels that are exactly a section's own name, as text and in parts, or its own id.

    A name that several sections have must be declined. As text, an id takes precedence over any name.
    """
    owners: dict[str, set[str]] = defaultdict(set)
    ids = {section.id for section in venue.sections}
    for section in venue.sections:
        owners[_folded(section.name)].add(section.id)
    cases = []
    for section in venue.sections:
        is_shared = len(owners[_folded(section.name)]) > 1
        owner = None if is_shared else section.id
        as_text = section.name if section.name in ids else owner
        cases += [
            LabelCase(venue=venue.name, label=section.name, section=as_text, category="own name"),
            LabelCase(
                venue=venue.name,
                label=Parts(section=section.name),
                section=owner,
                category="own name in parts",
            ),
            LabelCase(venue=venue.name, label=section.id, section=section.id, category="own id"),
        ]
    return cases


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
