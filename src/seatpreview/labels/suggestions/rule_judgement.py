"""Judges rules on labels for which they were not searched: what each gains, mends and breaks."""

from collections.abc import Callable, Sequence

from msgspec import UNSET

from seatpreview.labels.label_rules import Rule
from seatpreview.labels.matching.readings import READINGS_MAX, Readings
from seatpreview.labels.minimum_confidence import with_minimum
from seatpreview.labels.model import Resolution, SeatWithRef, SectionNames, matched_keys
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.seat_refs import no_seat
from seatpreview.labels.suggestions.dry_run import TimeLimitExceeded
from seatpreview.labels.suggestions.suggestion_model import (
    Case,
    Keys,
    LabelOutcome,
    Suggestion,
    suggestion_of,
)


class Judge:
    """Resolves the cases of one request. Raises `TimeLimitExceeded` once `is_out_of_time` is true."""

    def __init__(
        self,
        sections: Sequence[SectionNames],
        cases: Sequence[Case],
        is_out_of_time: Callable[[], bool] = lambda: False,
        seat_with_ref: SeatWithRef = no_seat,
    ) -> None:
        self._sections = sections
        self._cases = cases
        self._is_out_of_time = is_out_of_time
        self._seat_with_ref = seat_with_ref
        self._readings = Readings(READINGS_MAX)

    def outcomes(self, rules: tuple[Rule, ...], labels: int) -> list[LabelOutcome]:
        """Returns what each of the first `labels` cases resolves to with these rules."""
        cases = self._cases[:labels]
        return [
            LabelOutcome(
                status=found.status,
                keys=matched_keys(found),
                expected=case.keys if case.has_answer else UNSET,
            )
            for case, found in zip(cases, self._resolve(rules, cases), strict=True)
        ]

    def verdicts(self, rules: tuple[Rule, ...], judged: tuple[Rule, ...]) -> list[Suggestion]:
        """Returns what each judged rule changes at the end of the list, with the ones before it in place."""
        before = self._keys(rules)
        found = []
        for rule in judged:
            rules = (*rules, rule)
            after = self._keys(rules)
            found.append(self._verdict(rule, before, after))
            before = after
        return found

    def _verdict(self, rule: Rule, before: list[Keys], after: list[Keys]) -> Suggestion:
        changes: dict[str, list[int]] = {"gained": [], "mended": [], "broken": []}
        for number, (case, old, new) in enumerate(zip(self._cases, before, after, strict=True)):
            change = change_of(case, old, new)
            if change is not None:
                changes[change].append(number)
        return suggestion_of(rule, self._cases, changes["gained"], changes["mended"], changes["broken"])

    def _keys(self, rules: tuple[Rule, ...]) -> list[Keys]:
        return [matched_keys(found) for found in self._resolve(rules, self._cases)]

    def _resolve(self, rules: tuple[Rule, ...], cases: Sequence[Case]) -> list[Resolution]:
        resolver = Resolver(self._sections, rules, seat_with_ref=self._seat_with_ref)
        resolutions = []
        for case in cases:
            if self._is_out_of_time():
                raise TimeLimitExceeded
            resolutions.append(with_minimum(resolver.resolve(case.label, self._readings)))
        return resolutions


def change_of(case: Case, old: Keys, new: Keys) -> str | None:
    """Returns whether another answer is `gained`, `mended` or `broken`; None if it is neither better nor
    worse than the old one."""
    if old == new:
        return None
    if not case.has_answer:
        return "broken" if old else "gained"
    if new == case.keys:
        return "mended" if old else "gained"
    return "broken" if old == case.keys else None
