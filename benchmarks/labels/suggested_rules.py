"""Suggests rules from half of a venue's labels, and scores them on the other half."""

from collections.abc import Sequence

import msgspec

from benchmarks.labels.scores import Score, answers_of
from benchmarks.labels.venues import LabelCase, LabelledVenue
from seatpreview.labels.label_rules import Rule
from seatpreview.labels.suggestions.rule_suggestions import suggestions
from seatpreview.labels.suggestions.suggestion_model import Case


class SuggestedRules(msgspec.Struct, frozen=True, kw_only=True):
    """The suggested rules, and the score of both halves without and with them."""

    rules: tuple[Rule, ...]
    training_before: Score
    training_after: Score
    held_back_before: Score
    held_back_after: Score


def suggested_rules(venue: LabelledVenue) -> SuggestedRules:
    """Every second label is given to the suggestions with its answer; the others measure what they learnt."""
    training, held_back = venue.cases[::2], venue.cases[1::2]
    rules = tuple(suggestion.rule for suggestion in suggestions(venue.sections, (), training_cases(training)))
    return SuggestedRules(
        rules=rules,
        training_before=_score(venue, training),
        training_after=_score(venue, training, rules),
        held_back_before=_score(venue, held_back),
        held_back_after=_score(venue, held_back, rules),
    )


def training_cases(cases: Sequence[LabelCase]) -> list[Case]:
    """Returns what suggestions are given. Labels of several seats are left out, since they have several
    right answers."""
    return [
        Case(case.label, has_answer=True, answer=None if case.section is None else case.expected)
        for case in cases
        if len(case.seats) < 2
    ]


def _score(venue: LabelledVenue, cases: Sequence[LabelCase], rules: tuple[Rule, ...] = ()) -> Score:
    return Score.of(answer.outcome for answer in answers_of(venue.sections, cases, rules))
