"""Types of suggested rules: labels with their right answers, their results, and what a rule changes."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from seatpreview.labels.label_rules import Rule
from seatpreview.labels.model import Parts, Status

LABELS_SHOWN_MAX = 5

Keys = tuple[str, ...]
"""The keys of an answer: one key, those of several seats in their order, or none if the label is declined."""


Basis = Literal["known", "guess"]


class Case(msgspec.Struct, frozen=True):
    """A label, and its right answer if it is known: a key, the keys of several seats, or None if the label
    must be declined."""

    label: str | Parts
    has_answer: bool = False
    answer: str | tuple[str, ...] | None = None

    @property
    def keys(self) -> Keys:
        """The keys of the right answer."""
        if self.answer is None:
            return ()
        return (self.answer,) if isinstance(self.answer, str) else self.answer


class LabelOutcome(msgspec.Struct, kw_only=True, rename="camel"):
    """What a label resolves to without any of the suggested rules."""

    status: Status
    keys: Annotated[Keys, Meta(description="The key, or those of several seats. Empty: it is not matched.")]
    expected: (
        Annotated[
            Keys,
            Meta(
                description=(
                    "The keys of `expect`, where a ref is replaced by the key of its seat. Empty: the label "
                    "should be declined. Absent: `expect` was not sent, or the venue has no such place."
                )
            ),
        ]
        | UnsetType
    ) = UNSET


class Suggestion(msgspec.Struct, kw_only=True, rename="camel"):
    """A rule to add, and what it would change."""

    rule: Rule
    gains: int
    """The number of labels that are declined without the rule and resolved with it: correctly, if the right
    answer is known."""
    labels: list[str | Parts]
    """Some of the labels that it would resolve."""
    mends: int
    """The number of labels whose answer is wrong without the rule and right with it, including labels that
    are resolved and should be declined."""
    mended_labels: list[str | Parts]
    """Some of the labels that it would fix."""
    breaks: Annotated[
        int,
        Meta(
            description=(
                "How many labels and examples have a right answer, or one that is not known to be wrong, and "
                "would lose or change it. Always 0 for a rule that was searched for."
            )
        ),
    ] = 0
    broken_labels: Annotated[list[str | Parts], Meta(description="Some of those that it would break.")] = []
    gained_at: Annotated[list[int], Meta(description="The indexes of the labels that it gains.")] = []
    mended_at: Annotated[list[int], Meta(description="The indexes of the labels that it mends.")] = []
    broken_at: Annotated[list[int], Meta(description="The indexes of the labels that it breaks.")] = []
    basis: Annotated[
        Basis,
        Meta(
            description=(
                "`known`: the right answer of at least one label that it improves is known. `guess`: the "
                "right answers are not known, and a person has to check the rule."
            )
        ),
    ] = "known"
    alternatives: Annotated[
        list[Rule],
        Meta(
            description=(
                "For a guess: other rules that would resolve as many labels, to other places. At most one of "
                "them and `rule` is right."
            )
        ),
    ] = []


def suggestion_of(
    rule: Rule,
    cases: Sequence[Case],
    gained: list[int],
    mended: list[int],
    broken: list[int],
    alternatives: Sequence[Rule] = (),
) -> Suggestion:
    """Describes a rule by the indexes of the cases that it changes."""
    return Suggestion(
        rule=rule,
        gains=len(gained),
        labels=_some(cases, gained),
        mends=len(mended),
        mended_labels=_some(cases, mended),
        breaks=len(broken),
        broken_labels=_some(cases, broken),
        gained_at=gained,
        mended_at=mended,
        broken_at=broken,
        basis="known" if any(cases[number].has_answer for number in (*gained, *mended)) else "guess",
        alternatives=list(alternatives),
    )


def without_examples(found: Suggestion, labels: int) -> Suggestion:
    """Leaves out the indexes of cases after the labels of a request: they are examples of the record."""
    return replace(
        found,
        gained_at=[number for number in found.gained_at if number < labels],
        mended_at=[number for number in found.mended_at if number < labels],
        broken_at=[number for number in found.broken_at if number < labels],
    )


def _some(cases: Sequence[Case], numbers: list[int]) -> list[str | Parts]:
    return [cases[number].label for number in numbers[:LABELS_SHOWN_MAX]]
