"""Suggests rules that resolve more labels, ranked by how many. None of them makes a label wrong."""

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from seatpreview.labels.dry_run import matched_key
from seatpreview.labels.model import Parts, SectionNames
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.seat_keys import Drop, MapTo, Pattern, Rewrite, Rule
from seatpreview.labels.tokens import words_and_numbers as tokens_of

SUGGESTIONS_MAX = 20
CANDIDATES_MAX = 200
"""Candidates that are tried in each round, those first that touch most labels."""


class Case(msgspec.Struct, frozen=True):
    """A label, and its right answer where somebody gave one (None: it must be declined)."""

    label: str | Parts
    has_answer: bool = False
    answer: str | None = None


class Suggestion(msgspec.Struct, kw_only=True):
    """A rule to add, and what it would gain."""

    rule: Rule
    gains: int
    labels: list[str | Parts]
    """Some of the labels that it would resolve."""


def suggestions(
    sections: Sequence[SectionNames],
    rules: tuple[Rule, ...],
    cases: Sequence[Case],
    is_over: Callable[[], bool] = lambda: False,
) -> list[Suggestion]:
    """Rules to add at the end of the list, each judged with those before it in place. The owner decides.

    Where it is over before all were tried, those that were found so far.
    """
    found: list[Suggestion] = []
    while len(found) < SUGGESTIONS_MAX:
        best = _best(sections, rules, cases, is_over)
        if best is None:
            break
        found.append(best)
        rules = (*rules, best.rule)
    return found


def _best(
    sections: Sequence[SectionNames],
    rules: tuple[Rule, ...],
    cases: Sequence[Case],
    is_over: Callable[[], bool],
) -> Suggestion | None:
    resolver = Resolver(sections, rules)
    before = []
    for case in cases:
        if is_over():
            return None
        before.append(matched_key(resolver.resolve(case.label)))
    open_cases = [case for case, key in zip(cases, before, strict=True) if _is_open(case, key)]
    judged = [
        _judged(sections, rules, candidate, cases, before, is_over)
        for candidate in _candidates(sections, open_cases)
    ]
    good = [suggestion for suggestion in judged if suggestion is not None]
    return max(good, key=lambda suggestion: suggestion.gains, default=None)


def _is_open(case: Case, key: str | None) -> bool:
    return key is None and not (case.has_answer and case.answer is None)


def _judged(
    sections: Sequence[SectionNames],
    rules: tuple[Rule, ...],
    candidate: Rule,
    cases: Sequence[Case],
    before: Sequence[str | None],
    is_over: Callable[[], bool],
) -> Suggestion | None:
    """None for a rule that gains nothing, makes an answer wrong, or changes what was resolved before."""
    resolver = Resolver(sections, (*rules, candidate))
    gained: list[str | Parts] = []
    for case, old in zip(cases, before, strict=True):
        if is_over():
            return None
        key = matched_key(resolver.resolve(case.label))
        if key == old:
            continue
        if old is not None or (case.has_answer and key != case.answer):
            return None
        gained.append(case.label)
    return Suggestion(rule=candidate, gains=len(gained), labels=gained[:5]) if gained else None


def _candidates(sections: Sequence[SectionNames], open_cases: Sequence[Case]) -> list[Rule]:
    """Those that touch most labels first; a rule about a word comes before one about a whole name."""
    names = {section.id: section.name for section in sections}
    touched: Counter[Rule] = Counter()
    for case in open_cases:
        text = _section_text(case.label)
        words = dict.fromkeys(token for token in tokens_of(text) if not token.isdecimal())
        touched.update(Drop(words=(word,)) for word in words)
        if case.answer is None:
            continue
        section = case.answer.partition("/")[0]
        if section in names:
            meant = " ".join(token for token in tokens_of(names[section]) if not token.isdecimal())
            touched.update(
                Rewrite(pattern=Pattern(rf"\b{word}s?(?:\b|([0-9]))"), replacement=rf" {meant} \1")
                for word in words
            )
            touched[MapTo(name=text.strip()[:100], section=section)] += 1
    return [rule for rule, _ in touched.most_common(CANDIDATES_MAX)]


def _section_text(label: str | Parts) -> str:
    """The part of a label that names the section, as far as that can be told without understanding it."""
    if isinstance(label, Parts):
        return label.section
    return label
