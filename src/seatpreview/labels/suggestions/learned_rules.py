"""Learns rules from a sales file: from groups of labels, each of which stands for many lines of the file."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from itertools import islice
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta

from seatpreview.labels.label_rules import Rule
from seatpreview.labels.model import Parts, SeatWithRef, SectionNames
from seatpreview.labels.seat_refs import no_seat
from seatpreview.labels.suggestions.dry_run import Judge, TimeLimitExceeded
from seatpreview.labels.suggestions.personal_data import PersonalData, personal_data, words_of_name
from seatpreview.labels.suggestions.rule_guesses import suggested_rules
from seatpreview.labels.suggestions.suggestion_model import (
    LABELS_SHOWN_MAX,
    Basis,
    Case,
    Keys,
    LabelOutcome,
    Suggestion,
)

BATCH_LABELS = 500
"""The labels that are searched together. What a search costs grows faster than their number."""
RULES_MAX = 50
EXAMPLES_OF_A_RULE_MAX = 3
COMMON_LINES_MIN = 3

Verdict = Literal["right", "wrong", "open"]


class TriedLabel(LabelOutcome, kw_only=True, rename="camel"):
    """What a label resolves to, and whether that is right as far as is known."""

    verdict: Annotated[
        Verdict,
        Meta(
            description=(
                "`right`: it resolves, or is declined, as expected, or resolves where nothing is known. "
                "`wrong`: it resolves to another place than the file states. `open`: it does not resolve."
            )
        ),
    ]


class TriedGroup(msgspec.Struct, kw_only=True, rename="camel"):
    """What the labels of a group resolve to, in their order."""

    labels: list[TriedLabel]


class LearningSummary(msgspec.Struct, kw_only=True, rename="camel"):
    """What the lines of the file resolve to, estimated from the labels of their groups."""

    lines: int
    right_lines: int
    wrong_lines: int
    unknown_seats: Annotated[
        int, Meta(description="The number of labels whose stated seat the venue does not have.")
    ]
    unknown_seat: Annotated[str, Meta(description="One of these seats. Empty if there is none.")]


class OfferedExample(msgspec.Struct, kw_only=True, rename="camel"):
    """A label that may be stored as an example, and what it should resolve to."""

    label: str | Parts
    keys: Annotated[
        tuple[str, ...],
        Meta(description="The stated seat, or else what the label resolves to. Empty: it is declined."),
    ]
    is_stated: Annotated[bool, Meta(description="Whether `keys` are those of the stated seat.")]
    warnings: Annotated[
        list[PersonalData], Meta(description="What the label seems to hold besides a place. It is a guess.")
    ]


class LearnedRule(msgspec.Struct, kw_only=True, rename="camel"):
    """A proposed rule, and what it changes with the ones before it in place. Lines are estimated."""

    rule: Rule
    basis: Annotated[
        Basis,
        Meta(
            description=(
                "`known`: the right seat of at least one label that it improves is known. `guess`: it is "
                "not, and a person has to check the rule."
            )
        ),
    ]
    alternatives: Annotated[
        list[Rule],
        Meta(
            description=(
                "For a guess: other rules that would resolve as many labels, to other places. The first one "
                "is proposed if the rule is left out."
            )
        ),
    ]
    gained_lines: int
    gained: Annotated[list[str | Parts], Meta(description="Some of the labels that it resolves.")]
    mended_lines: int
    mended: Annotated[list[str | Parts], Meta(description="Some of the labels that it corrects.")]
    broken_lines: int
    broken: Annotated[list[str | Parts], Meta(description="Some of the labels that it breaks.")]
    broken_examples: Annotated[int, Meta(description="The number of examples of the record that it breaks.")]
    examples: Annotated[
        list[OfferedExample],
        Meta(description="Labels that would keep the rule right: one of each group that it improves most."),
    ]


class SampleGroup(msgspec.Struct, frozen=True):
    """Labels of one shape, and the number of lines that they stand for."""

    lines: int
    cases: tuple[Case, ...]


class Learning:
    """The groups of one request, those with the most lines first, with the rules that are in place."""

    def __init__(
        self,
        sections: Sequence[SectionNames],
        rules: tuple[Rule, ...],
        groups: Sequence[SampleGroup],
        examples: Sequence[Case],
        is_out_of_time: Callable[[], bool] = lambda: False,
        seat_with_ref: SeatWithRef = no_seat,
    ) -> None:
        """Resolves all labels. Raises `TimeLimitExceeded` if that takes too long."""
        self._sections = sections
        self._rules = rules
        self._groups = groups
        self._examples = examples
        self._seat_with_ref = seat_with_ref
        self._common_words = common_words(groups)
        self._labels = [case for group in groups for case in group.cases]
        self._lines = [group.lines / len(group.cases) for group in groups for _ in group.cases]
        self._group_at = [number for number, group in enumerate(groups) for _ in group.cases]
        self._judge = Judge(sections, rules, [*self._labels, *examples], is_out_of_time, seat_with_ref)
        self._tried = [_tried(outcome) for outcome in self._judge.outcomes(len(self._labels))]

    def tried_groups(self) -> list[TriedGroup]:
        """Returns what the labels of each group resolve to."""
        tried = iter(self._tried)
        return [TriedGroup(labels=list(islice(tried, len(group.cases)))) for group in self._groups]

    def summary(self, unknown_seats: Sequence[str]) -> LearningSummary:
        """Returns what all lines resolve to."""
        return LearningSummary(
            lines=sum(group.lines for group in self._groups),
            right_lines=self._lines_with("right"),
            wrong_lines=self._lines_with("wrong"),
            unknown_seats=len(unknown_seats),
            unknown_seat=unknown_seats[0] if unknown_seats else "",
        )

    def proposals(self, left_out: Set[Rule], is_over: Callable[[], bool]) -> list[LearnedRule]:
        """Returns rules that help, those that improve the most lines first, each judged on all labels.

        An alternative is proposed in place of a rule that was left out, if it has one. The search ends early
        when `is_over` becomes true, and the judgement with the time for all: then there are fewer rules.
        """
        alternatives: dict[Rule, list[Rule]] = {}
        for found, _ in sorted(self._found(is_over), key=lambda each: -each[1])[:RULES_MAX]:
            offered = [rule for rule in (found.rule, *found.alternatives) if rule not in left_out]
            if offered:
                alternatives[offered[0]] = offered[1:]
        learned = []
        try:
            for verdict, keys in self._judge.verdicts(list(alternatives)):
                if verdict.gains or verdict.mends:
                    learned.append(self._learned(verdict, keys, alternatives[verdict.rule]))
        except TimeLimitExceeded:
            pass
        return learned

    def _found(self, is_over: Callable[[], bool]) -> Iterator[tuple[Suggestion, float]]:
        """Yields rules that were found in a part of the labels, and how many of its lines each improves. The
        parts with the most lines come first, and rules of one are in place in the next."""
        rules = self._rules
        for start in range(0, len(self._labels), BATCH_LABELS):
            cases = [*self._labels[start : start + BATCH_LABELS], *self._examples]
            found = suggested_rules(self._sections, rules, cases, is_over, self._seat_with_ref)
            for suggestion in found:
                improved = (start + at for at in (*suggestion.gained_at, *suggestion.mended_at))
                yield suggestion, self._lines_of(at for at in improved if at < len(self._labels))
            rules = (*rules, *(suggestion.rule for suggestion in found))

    def _learned(self, verdict: Suggestion, keys: Sequence[Keys], alternatives: list[Rule]) -> LearnedRule:
        labels = len(self._labels)
        gained, mended, broken = (
            [at for at in numbers if at < labels]
            for numbers in (verdict.gained_at, verdict.mended_at, verdict.broken_at)
        )
        return LearnedRule(
            rule=verdict.rule,
            basis=verdict.basis,
            alternatives=alternatives,
            gained_lines=round(self._lines_of(gained)),
            gained=[self._labels[at].label for at in gained[:LABELS_SHOWN_MAX]],
            mended_lines=round(self._lines_of(mended)),
            mended=[self._labels[at].label for at in mended[:LABELS_SHOWN_MAX]],
            broken_lines=round(self._lines_of(broken)),
            broken=[self._labels[at].label for at in broken[:LABELS_SHOWN_MAX]],
            broken_examples=verdict.breaks - len(broken),
            examples=[
                offered_example(self._labels[at], keys[at], self._common_words)
                for at in self._examples_among([*gained, *mended])
            ],
        )

    def _examples_among(self, improved: list[int]) -> list[int]:
        """Returns a label of each of the groups that a rule improves most."""
        of_groups = {self._group_at[at]: at for at in reversed(improved)}
        return [of_groups[group] for group in sorted(of_groups)[:EXAMPLES_OF_A_RULE_MAX]]

    def _lines_with(self, verdict: Verdict) -> int:
        numbers = (at for at, tried in enumerate(self._tried) if tried.verdict == verdict)
        return round(self._lines_of(numbers))

    def _lines_of(self, numbers: Iterable[int]) -> float:
        return sum(self._lines[at] for at in numbers)


def checked_examples(
    sections: Sequence[SectionNames],
    rules: tuple[Rule, ...],
    groups: Sequence[SampleGroup],
    cases: Sequence[Case],
    seat_with_ref: SeatWithRef = no_seat,
) -> list[OfferedExample]:
    """Returns what labels resolve to with these rules, and what they seem to hold."""
    words = common_words(groups)
    outcomes = Judge(sections, rules, cases, seat_with_ref=seat_with_ref).outcomes(len(cases))
    return [offered_example(case, outcome.keys, words) for case, outcome in zip(cases, outcomes, strict=True)]


def common_words(groups: Sequence[SampleGroup]) -> frozenset[str]:
    """Returns the words that are on more lines than the name of a person would be. All labels of a group have
    the same words, besides single letters."""
    counts: Counter[str] = Counter()
    for group in groups:
        for word in set(words_of_name(label_line(group.cases[0].label))):
            counts[word] += group.lines
    least = max(COMMON_LINES_MIN, sum(group.lines for group in groups) // 1000)
    return frozenset(word for word, lines in counts.items() if lines >= least)


def label_line(label: str | Parts) -> str:
    """Writes a label on one line. The parts of a label with parts are separated by bars."""
    if isinstance(label, str):
        return label
    return " | ".join(filter(None, (label.section, label.row, label.seat)))


def offered_example(case: Case, keys: Keys, words: frozenset[str]) -> OfferedExample:
    """Offers a label as an example. The seat that the file states is right."""
    return OfferedExample(
        label=case.label,
        keys=case.keys if case.has_answer else keys,
        is_stated=case.has_answer,
        warnings=personal_data(label_line(case.label), words),
    )


def _tried(outcome: LabelOutcome) -> TriedLabel:
    expected = outcome.expected
    is_right = bool(outcome.keys) if expected is UNSET else outcome.keys == expected
    verdict: Verdict = "right" if is_right else "wrong" if outcome.keys else "open"
    return TriedLabel(status=outcome.status, keys=outcome.keys, expected=expected, verdict=verdict)
