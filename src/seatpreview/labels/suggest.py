"""Suggests rules that resolve more labels and mend wrong answers. None of them makes a label wrong."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from seatpreview.labels.dropped_words import RuleText
from seatpreview.labels.model import Parts, Resolution, SectionNames
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.rule_candidates import Candidate, CandidateRules, OpenLabel, words_of
from seatpreview.labels.rule_steps import RuleStep, rule_step
from seatpreview.labels.seat_keys import LABEL_CHARACTERS_MAX, MapTo, Pattern, Reject, Rule
from seatpreview.labels.steps import Steps, StepsExceeded
from seatpreview.validated_text import without_hidden

SUGGESTIONS_MAX = 20
RESOLVES_MAX = 100_000
"""Labels that are resolved in one search, each as often as it is. Then it ends with what was found so far."""
LABELS_SHOWN_MAX = 5

Keys = tuple[str, ...]
"""The keys of an answer: one, those of several seats in their order, or none if the label is declined."""


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


class Suggestion(msgspec.Struct, kw_only=True, rename="camel"):
    """A rule to add, and what it would change."""

    rule: Rule
    gains: int
    """The number of labels that are declined without the rule and resolved with it: rightly, if the right
    answer is known."""
    labels: list[str | Parts]
    """Some of the labels that it would resolve."""
    mends: int = 0
    """The number of labels whose answer is wrong without the rule and right with it, including labels that
    are resolved and should be declined."""
    mended_labels: list[str | Parts] = []
    """Some of the labels that it would mend."""


def suggestions(
    sections: Sequence[SectionNames],
    rules: tuple[Rule, ...],
    cases: Sequence[Case],
    is_over: Callable[[], bool] = lambda: False,
) -> list[Suggestion]:
    """Returns rules to add at the end of the list, each judged with those before it in place. The owner
    decides.

    No rule changes an answer that is right, or one of a label whose right answer is not known. The search
    ends with what was found so far if `is_over` becomes true, or after a number of labels was resolved.
    """
    return list(_Search(sections, rules, cases, _Budget(is_over)).rounds())


class _BudgetExceeded(Exception):
    """The search has used its time, or resolved as many labels as it may."""


class _Budget:
    """Counts the labels that are resolved."""

    def __init__(self, is_over: Callable[[], bool]) -> None:
        self._is_over = is_over
        self._resolves_left = RESOLVES_MAX

    def check(self) -> None:
        """Raises `_BudgetExceeded` if nothing is left."""
        if self._resolves_left <= 0 or self._is_over():
            raise _BudgetExceeded

    def resolve(self, resolver: Resolver, label: str | Parts) -> Keys:
        """Returns the keys of the answer. Raises `_BudgetExceeded` if nothing is left."""
        self.check()
        self._resolves_left -= 1
        return _keys_of(resolver.resolve(label))


class _Effect:
    """What a rule does to the cases."""

    def __init__(self) -> None:
        self.gained: list[int] = []
        self.mended: list[int] = []
        self.new_keys: dict[int, Keys] = {}

    @property
    def count(self) -> int:
        """The number of cases that are better with the rule."""
        return len(self.gained) + len(self.mended)

    def add(self, number: int, case: Case, old: Keys, new: Keys) -> bool:
        """Adds what becomes of a case. Returns False if the rule must not be suggested because of it."""
        if new == old:
            return True
        self.new_keys[number] = new
        if not case.has_answer:
            self.gained.append(number)
            return not old
        if new == case.keys:
            (self.mended if old else self.gained).append(number)
            return True
        # An answer that was wrong may become another wrong one or none: it is no worse.
        return bool(old) and old != case.keys


class _Best(msgspec.Struct, frozen=True):
    """The best candidate of a round so far."""

    candidate: Candidate
    effect: _Effect

    def is_surpassed_by(self, count: int, candidate: Candidate) -> bool:
        """Whether a candidate that makes so many cases better is better than this one."""
        return (-count, candidate.complexity) < (-self.effect.count, self.candidate.complexity)


class _Search:
    """A search in rounds: each finds the best rule to add to those that were found before.

    It is incremental. A rule is added at the end, and so is applied to the texts that the rules before it
    left. Only labels whose text has the words of the rule are resolved again.
    """

    def __init__(
        self,
        sections: Sequence[SectionNames],
        rules: tuple[Rule, ...],
        cases: Sequence[Case],
        budget: _Budget,
    ) -> None:
        self._sections = sections
        self._rules = rules
        self._cases = cases
        self._budget = budget
        self._candidate_rules = CandidateRules(sections)
        self._keys: list[Keys] = []
        self._texts: list[str | None] = []
        """What the rules leave of each label. None for a label that no further rule can change."""
        self._cases_with: dict[str, set[int]] = {}
        self._without_steps = self._resolver_without_steps()

    def rounds(self) -> Iterator[Suggestion]:
        """Yields a suggestion after each round. A round that is not finished yields its best so far."""
        try:
            self._resolve_all()
        except _BudgetExceeded:
            return
        for _ in range(SUGGESTIONS_MAX):
            best, is_finished = self._round()
            if best is not None:
                self._accept(best)
                yield self._suggestion(best)
            if best is None or not is_finished:
                return

    def _resolve_all(self) -> None:
        resolver = Resolver(self._sections, self._rules)
        # A label that resolves even so is a key of the venue: rules are not applied to it.
        rejecting = Resolver(self._sections, (Reject(pattern=Pattern("^")),))
        steps = [rule_step(rule) for rule in self._rules if not isinstance(rule, MapTo)]
        for case in self._cases:
            self._keys.append(self._budget.resolve(resolver, case.label))
            is_key = isinstance(case.label, str) and self._budget.resolve(rejecting, case.label)
            self._texts.append(None if is_key else _after(steps, without_hidden(_text_of(case.label))))
        self._index_texts()

    def _round(self) -> tuple[_Best | None, bool]:
        """Returns the best candidate, and whether all candidates were tried."""
        best: _Best | None = None
        try:
            candidates = self._candidate_rules.made_from(self._open_labels(), self._understood_words())
            for candidate in candidates:
                if best is not None and not best.is_surpassed_by(candidate.labels, candidate):
                    continue
                estimate = self._estimate(candidate)
                if estimate is None or not self._is_enough(estimate, candidate):
                    continue
                if best is not None and not best.is_surpassed_by(estimate.count, candidate):
                    continue
                effect = self._measure(candidate.rule)
                if effect is not None and (best is None or best.is_surpassed_by(effect.count, candidate)):
                    best = _Best(candidate, effect)
        except _BudgetExceeded:
            return best, False
        return best, True

    def _open_labels(self) -> Iterator[OpenLabel]:
        for case, keys, text in zip(self._cases, self._keys, self._texts, strict=True):
            self._budget.check()
            is_open = keys != case.keys if case.has_answer else not keys
            if text is not None and is_open:
                yield OpenLabel(
                    text=text,
                    is_section=isinstance(case.label, Parts),
                    is_known=case.has_answer,
                    section=case.keys[0].partition("/")[0] if case.keys else None,
                )

    def _understood_words(self) -> set[str]:
        """Returns the words of labels that are known to have their right answer."""
        return {
            word
            for case, keys, text in zip(self._cases, self._keys, self._texts, strict=True)
            if text is not None and case.keys and keys == case.keys
            for word in words_of(text)
        }

    def _is_enough(self, effect: _Effect, candidate: Candidate) -> bool:
        """Returns whether as many different texts speak for a rule as it needs."""
        numbers = [*effect.gained, *effect.mended]
        return len({(self._texts[number] or "").lower() for number in numbers}) >= candidate.texts_min

    def _estimate(self, candidate: Candidate) -> _Effect | None:
        """Returns what a rule seems to do. A changed text is resolved by itself, so that no resolver has to
        be built for the rule, and only texts with its words are tried."""
        rule = candidate.rule
        numbers = self._with_words(candidate.words)
        if isinstance(rule, MapTo):
            resolver = Resolver(self._sections, (*self._rules, rule))
            return self._effect(resolver, ((number, self._cases[number].label) for number in numbers))
        changes = self._changes(rule_step(rule), numbers)
        return self._effect(
            self._without_steps,
            ((number, _with_text(self._cases[number].label, text)) for number, text in changes),
        )

    def _measure(self, rule: Rule) -> _Effect | None:
        """Returns what a rule does to all cases."""
        resolver = Resolver(self._sections, (*self._rules, rule))
        numbers = [number for number, text in enumerate(self._texts) if text is not None]
        if isinstance(rule, MapTo):
            return self._effect(resolver, ((number, self._cases[number].label) for number in numbers))
        changes = self._changes(rule_step(rule), numbers)
        return self._effect(
            resolver,
            ((number, None if text is None else self._cases[number].label) for number, text in changes),
        )

    def _effect(self, resolver: Resolver, labels: Iterable[tuple[int, str | Parts | None]]) -> _Effect | None:
        """Returns what becomes of cases whose labels are changed so, None being a label that is declined;
        None if that does no good, or breaks an answer."""
        effect = _Effect()
        for number, label in labels:
            case = self._cases[number]
            if label is None and case.keys:
                return None  # A rule that rejects it would stand in the way of another one that mends it.
            new = () if label is None else self._budget.resolve(resolver, label)
            if not effect.add(number, case, self._keys[number], new):
                return None
        return effect if effect.count else None

    def _changes(self, step: RuleStep, numbers: Iterable[int]) -> Iterator[tuple[int, str | None]]:
        """Yields the cases whose text a rule changes, with the new text; None if the rule declines it."""
        for number in numbers:
            text = self._texts[number]
            if text is not None:
                changed = _after([step], text)
                if changed != text:
                    yield number, changed

    def _with_words(self, words: frozenset[str]) -> list[int]:
        """Returns the cases whose texts have all these words."""
        found = [self._cases_with.get(word, set()) for word in words]
        return sorted(set.intersection(*found)) if found else list(range(len(self._cases)))

    def _accept(self, best: _Best) -> None:
        """Adds a rule to those that are in place."""
        rule = best.candidate.rule
        self._rules = (*self._rules, rule)
        for number, keys in best.effect.new_keys.items():
            self._keys[number] = keys
        if isinstance(rule, MapTo):
            self._without_steps = self._resolver_without_steps()
            return
        for number, text in self._changes(rule_step(rule), range(len(self._cases))):
            self._texts[number] = text
        self._index_texts()

    def _index_texts(self) -> None:
        self._cases_with = defaultdict(set)
        for number, text in enumerate(self._texts):
            for word in words_of(text or ""):
                self._cases_with[word].add(number)

    def _resolver_without_steps(self) -> Resolver:
        """Returns a resolver for texts that the rules have been applied to: only maps are left to do."""
        return Resolver(self._sections, tuple(rule for rule in self._rules if isinstance(rule, MapTo)))

    def _suggestion(self, best: _Best) -> Suggestion:
        gained, mended = best.effect.gained, best.effect.mended
        return Suggestion(
            rule=best.candidate.rule,
            gains=len(gained),
            labels=[self._cases[number].label for number in gained[:LABELS_SHOWN_MAX]],
            mends=len(mended),
            mended_labels=[self._cases[number].label for number in mended[:LABELS_SHOWN_MAX]],
        )


def _keys_of(resolution: Resolution) -> Keys:
    if resolution.status != "matched" or resolution.seat is None:
        return ()
    return tuple(place.key for place in resolution.seats) or (resolution.seat.key,)


def _text_of(label: str | Parts) -> str:
    return label if isinstance(label, str) else label.section


def _with_text(label: str | Parts, text: str | None) -> str | Parts | None:
    if text is None or isinstance(label, str):
        return text
    return replace(label, section=text)


def _after(steps: Iterable[RuleStep], text: str) -> str | None:
    """Returns what rules leave of a text; None if one of them declines it."""
    left = Steps()
    try:
        for step in steps:
            changed = step.change(RuleText(text), left)
            if changed is None:
                return None
            text = changed[:LABEL_CHARACTERS_MAX]
    except StepsExceeded:
        return None
    return text
