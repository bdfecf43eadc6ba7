"""Suggests rules that resolve more labels and fix wrong answers. No suggested rule makes a label wrong."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from seatpreview.labels.compiled_rules import CompiledRule, after_rules, compiled_rule, with_text
from seatpreview.labels.label_rules import MapTo, Reject, Rule
from seatpreview.labels.matching.readings import READINGS_MAX, Readings
from seatpreview.labels.minimum_confidence import with_minimum
from seatpreview.labels.model import Parts, Resolution, SeatWithRef, SectionNames, matched_keys
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.seat_refs import no_seat
from seatpreview.labels.suggestions.dry_run import REJECT_ALL, text_for_rules
from seatpreview.labels.suggestions.rule_candidates import Candidate, CandidateRules, OpenLabel, words_of
from seatpreview.labels.suggestions.suggestion_model import Case, Keys, Suggestion, suggestion_of

SUGGESTIONS_MAX = 20
TRIALS_MAX = 100_000
"""The most labels resolved in one search, counted each time. The search then ends with the rules found so
far."""
PLACE_MARKERS = frozenset(("row", "seat", "section"))
"""Words that announce what follows at every venue. No rule is about them, nor about a word that the resolver
takes for such a word in a label that is not known to be read wrongly."""


def suggestions(
    sections: Sequence[SectionNames],
    rules: tuple[Rule, ...],
    cases: Sequence[Case],
    is_over: Callable[[], bool] = lambda: False,
    seat_with_ref: SeatWithRef = no_seat,
) -> list[Suggestion]:
    """Returns rules to add at the end of the list, each judged with the ones before it in place. The owner
    decides.

    No rule changes a right answer, or the answer of a label whose right answer is not known. The search ends
    early, with the rules found so far, when `is_over` becomes true or the trials are used up.
    """
    return list(_Search(sections, rules, cases, _Budget(is_over), seat_with_ref).rounds())


class _BudgetExceeded(Exception):
    """Raised when the search has used its time, or has tried as many labels as it may."""


class _Budget:
    """Counts the labels that are tried."""

    def __init__(self, is_over: Callable[[], bool]) -> None:
        self._is_over = is_over
        self._trials_left = TRIALS_MAX

    def spend(self, trials: int) -> None:
        """Raises `_BudgetExceeded` if nothing is left."""
        self._trials_left -= trials
        if self._trials_left < 0 or self._is_over():
            raise _BudgetExceeded


class _Effect:
    """The effect of a rule on the cases."""

    def __init__(self) -> None:
        self.gained: list[int] = []
        self.mended: list[int] = []
        self.new_keys: dict[int, Keys] = {}

    @property
    def count(self) -> int:
        """The number of cases that the rule improves."""
        return len(self.gained) + len(self.mended)

    def add(self, number: int, case: Case, old: Keys, new: Keys) -> bool:
        """Adds the new answer of a case. Returns False if the rule must not be suggested because of it."""
        if new == old:
            return True
        self.new_keys[number] = new
        if not case.has_answer:
            self.gained.append(number)
            return not old
        if new == case.keys:
            (self.mended if old else self.gained).append(number)
            return True
        # A wrong answer may become another wrong one, or none: that is not worse.
        return bool(old) and old != case.keys


class _Best(msgspec.Struct, frozen=True):
    """The best candidate of a round so far."""

    candidate: Candidate
    effect: _Effect

    def is_surpassed_by(self, count: int, candidate: Candidate) -> bool:
        """Returns whether a candidate that improves this many cases is better than this one."""
        return (-count, candidate.complexity) < (-self.effect.count, self.candidate.complexity)


class _Search:
    """A search in rounds, each of which finds the best rule to add to those found before.

    The search is incremental. A new rule goes to the end of the list, so it is applied to the texts that
    earlier rules have left. Only labels whose text has the words of the rule are resolved again.
    """

    def __init__(
        self,
        sections: Sequence[SectionNames],
        rules: tuple[Rule, ...],
        cases: Sequence[Case],
        budget: _Budget,
        seat_with_ref: SeatWithRef,
    ) -> None:
        self._sections = sections
        self._seat_with_ref = seat_with_ref
        self._rules = rules
        self._cases = cases
        self._budget = budget
        self._candidate_rules = CandidateRules(sections)
        self._keys: list[Keys] = []
        self._texts: list[str | None] = []
        """The text of each label after the rules. None for a label that no further rule can change."""
        self._markers = set(PLACE_MARKERS)
        self._cases_with: dict[str, set[int]] = {}
        self._failed: dict[Rule, frozenset[str]] = {}
        """Rules that do not help or that break an answer, with the words that they are about."""
        self._without_steps = self._resolver_without_steps()
        self._readings = Readings(READINGS_MAX)

    def rounds(self) -> Iterator[Suggestion]:
        """Yields a suggestion after each round, until no rule is found or the budget is exceeded."""
        try:
            self._resolve_all()
            for _ in range(SUGGESTIONS_MAX):
                best = self._best()
                if best is None:
                    return
                self._accept(best)
                yield self._suggestion(best)
        except _BudgetExceeded:
            return

    def _resolve_all(self) -> None:
        resolver = self._resolver(self._rules)
        rejecting = self._resolver(REJECT_ALL)
        steps = [compiled_rule(rule) for rule in self._rules if not isinstance(rule, MapTo)]
        for case in self._cases:
            self._budget.spend(1)
            resolution = resolver.resolve(case.label, self._readings, explain=True)
            self._keys.append(_keys_of(resolution))
            if not case.has_answer or self._keys[-1] == case.keys:
                self._markers.update(_markers_in(resolution))
            self._texts.append(text_for_rules(case.label, steps, rejecting))
        self._index_texts()

    def _best(self) -> _Best | None:
        """Returns the best rule that can be found, or the best so far when the budget is exceeded."""
        best: _Best | None = None
        while best is None:
            candidates = self._candidate_rules.made_from(
                self._open_labels(),
                understood=self._understood_words(),
                markers=self._markers,
                failed=self._failed,
            )
            if not candidates:
                return None
            for candidate in candidates:
                try:
                    best = self._better_one(best, candidate)
                except _BudgetExceeded:
                    return best
        return best

    def _better_one(self, best: _Best | None, candidate: Candidate) -> _Best | None:
        """Returns the better of the best so far and the candidate. The candidate is tried only if it can be
        better."""
        if best is not None and not best.is_surpassed_by(candidate.labels, candidate):
            return best
        effect = self._estimate(candidate)
        if effect is not None:
            if best is not None and not best.is_surpassed_by(effect.count, candidate):
                return best
            effect = self._measure(candidate)
        if effect is None:
            self._failed[candidate.rule] = candidate.words
            return best
        found = _Best(candidate, effect)
        return found if best is None or best.is_surpassed_by(effect.count, candidate) else best

    def _open_labels(self) -> Iterator[OpenLabel]:
        for case, keys, text in zip(self._cases, self._keys, self._texts, strict=True):
            self._budget.spend(0)
            is_open = keys != case.keys if case.has_answer else not keys
            if text is not None and is_open:
                yield OpenLabel(
                    text=text,
                    is_section=isinstance(case.label, Parts),
                    is_known=case.has_answer,
                    section=case.keys[0].partition("/")[0] if case.keys else None,
                )

    def _understood_words(self) -> set[str]:
        """Returns the words of labels that have their right answer."""
        return {
            word
            for case, keys, text in zip(self._cases, self._keys, self._texts, strict=True)
            if text is not None and case.keys and keys == case.keys
            for word in words_of(text)
        }

    def _estimate(self, candidate: Candidate) -> _Effect | None:
        """Estimates the effect of a rule. Changed texts are resolved directly, so no resolver has to be built
        for the rule, and only texts with its words are tried."""
        rule = candidate.rule
        numbers = self._with_words(candidate.words)
        if isinstance(rule, MapTo):
            own_name = None if candidate.is_new_name else Parts(section=rule.name)
            if own_name is not None and not _keys_of(self._without_steps.resolve(own_name, self._readings)):
                return None  # A name that several sections share must not become the name of one of them.
            resolver = self._resolver((*self._rules, rule))
            return self._effect(candidate, resolver, self._labels(numbers))
        changes = self._changes(compiled_rule(rule), numbers)
        labels = (
            (number, None if text is None else with_text(self._cases[number].label, text))
            for number, text in changes
        )
        return self._effect(candidate, self._without_steps, labels)

    def _measure(self, candidate: Candidate) -> _Effect | None:
        """Measures the effect of a rule on all cases."""
        rule = candidate.rule
        numbers = range(len(self._cases))
        if isinstance(rule, Reject):
            return self._effect(candidate, self._without_steps, self._changes(compiled_rule(rule), numbers))
        resolver = self._resolver((*self._rules, rule))
        if isinstance(rule, MapTo):
            return self._effect(candidate, resolver, self._labels(numbers))
        changes = self._changes(compiled_rule(rule), numbers)
        labels = ((number, None if text is None else self._cases[number].label) for number, text in changes)
        return self._effect(candidate, resolver, labels)

    def _effect(
        self, candidate: Candidate, resolver: Resolver, labels: Iterable[tuple[int, str | Parts | None]]
    ) -> _Effect | None:
        """Returns the effect of changed labels, where None stands for a declined label. Returns None if the
        change breaks an answer or improves too few labels."""
        effect = _Effect()
        for number, label in labels:
            case = self._cases[number]
            if label is None and case.keys:
                return None  # A rule that rejects it would prevent another rule from fixing it.
            self._budget.spend(1)
            new = () if label is None else _keys_of(resolver.resolve(label, self._readings))
            if not effect.add(number, case, self._keys[number], new):
                return None
        texts = {(self._texts[number] or "").lower() for number in (*effect.gained, *effect.mended)}
        return effect if len(texts) >= candidate.texts_min else None

    def _labels(self, numbers: Iterable[int]) -> Iterator[tuple[int, str | Parts]]:
        return ((number, self._cases[number].label) for number in numbers if self._texts[number] is not None)

    def _changes(self, step: CompiledRule, numbers: Iterable[int]) -> Iterator[tuple[int, str | None]]:
        """Yields the cases whose text a rule changes, with the new text; None if the rule declines it."""
        for number in numbers:
            text = self._texts[number]
            if text is not None:
                changed = after_rules([step], text)
                if changed != text:
                    yield number, changed

    def _with_words(self, words: frozenset[str]) -> list[int]:
        """Returns the cases whose texts have all these words."""
        found = [self._cases_with.get(word, set()) for word in words]
        return sorted(set.intersection(*found)) if found else list(range(len(self._cases)))

    def _accept(self, best: _Best) -> None:
        """Adds a rule to those in place."""
        rule = best.candidate.rule
        self._rules = (*self._rules, rule)
        for number, keys in best.effect.new_keys.items():
            self._keys[number] = keys
        if isinstance(rule, MapTo):
            self._without_steps = self._resolver_without_steps()
            self._failed.clear()  # The new map may apply to a text that one of these rules leaves.
            return
        changes = dict(self._changes(compiled_rule(rule), range(len(self._cases))))
        # A failed rule would fail again, unless one of the labels that it changes is different now.
        self._failed = {
            failed: words
            for failed, words in self._failed.items()
            if changes.keys().isdisjoint(self._with_words(words))
        }
        for number, text in changes.items():
            self._texts[number] = text
        self._index_texts()

    def _index_texts(self) -> None:
        self._cases_with = defaultdict(set)
        for number, text in enumerate(self._texts):
            for word in words_of(text or ""):
                self._cases_with[word].add(number)

    def _resolver(self, rules: tuple[Rule, ...]) -> Resolver:
        return Resolver(self._sections, rules, seat_with_ref=self._seat_with_ref)

    def _resolver_without_steps(self) -> Resolver:
        """Returns a resolver for texts to which the rules were already applied. Only maps are left to
        apply."""
        return self._resolver(tuple(rule for rule in self._rules if isinstance(rule, MapTo)))

    def _suggestion(self, best: _Best) -> Suggestion:
        effect = best.effect
        return suggestion_of(best.candidate.rule, self._cases, effect.gained, effect.mended, [])


def _keys_of(resolution: Resolution) -> Keys:
    """Returns the keys of an answer, as a preview would return it."""
    return matched_keys(with_minimum(resolution))


def _markers_in(resolution: Resolution) -> Iterator[str]:
    """Yields the words of a label that were taken for markers."""
    for word in resolution.words:
        if word.taken_for == "marker":
            yield resolution.text[word.start : word.end].lower()
