"""Dry runs: resolves labels with trial rules, and says what these gain, mend and break."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Annotated, Self

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.labels.label_rules import Expectation, Rule
from seatpreview.labels.matching.readings import READINGS_MAX, Readings
from seatpreview.labels.minimum_confidence import with_minimum
from seatpreview.labels.model import (
    Level,
    NamedSeats,
    Parts,
    Place,
    ReadWord,
    Resolution,
    SeatWithRef,
    SectionNames,
    Status,
    matched_keys,
    named_seats,
)
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.seat_refs import no_seat
from seatpreview.labels.suggestions.suggestion_model import (
    Case,
    Keys,
    LabelOutcome,
    Suggestion,
    suggestion_of,
)


class TimeLimitExceeded(Exception):
    """Resolving the labels with these rules took longer than allowed."""


class LabelResult(msgspec.Struct, kw_only=True, rename="camel"):
    """A label and its resolution. `isExpected` is present if an expectation was sent."""

    label: str | Parts
    status: Status
    level: Level | None
    seat: Place | None
    seats: NamedSeats | UnsetType = UNSET
    confidence: float
    alternatives: tuple[Place, ...]
    trace: tuple[str, ...]
    rules: tuple[int, ...]
    text: Annotated[str, Meta(description="The text that was read: the label after the rules.")]
    words: Annotated[
        tuple[ReadWord, ...], Meta(description="What the words of `text` were taken for, in their order.")
    ]
    expect: Expectation | UnsetType = UNSET
    is_expected: bool | UnsetType = UNSET

    @classmethod
    def of(cls, label: str | Parts, resolution: Resolution, expect: Expectation | UnsetType = UNSET) -> Self:
        """Returns the result, compared with the expectation if there is one."""
        return cls(
            label=label,
            status=resolution.status,
            level=resolution.level,
            seat=resolution.seat,
            seats=named_seats(resolution),
            confidence=resolution.confidence,
            alternatives=resolution.alternatives,
            trace=resolution.trace,
            rules=resolution.rules,
            text=resolution.text,
            words=resolution.words,
            expect=expect,
            is_expected=UNSET if expect is UNSET else is_as_expected(resolution, expect),
        )


class Summary(msgspec.Struct, kw_only=True, rename="camel"):
    """The number of labels with each status."""

    labels: int
    matched: int
    section_only: int
    ambiguous: int
    unmatched: int
    as_expected: int
    not_as_expected: int


class Difference(msgspec.Struct, kw_only=True):
    """Indexes of labels that the trial rules newly resolve, no longer resolve, or resolve differently."""

    gained: list[int]
    lost: list[int]
    changed: list[int]


class DryRun(msgspec.Struct, kw_only=True, rename="camel"):
    """The result of each label, and what the results say about the rules."""

    results: list[LabelResult]
    summary: Summary
    unused_rules: list[int]
    unreached_sections: list[str]
    difference: Difference


def dry_run(
    sections: Sequence[SectionNames],
    rules: tuple[Rule, ...],
    labels: Sequence[str | Parts],
    expect: Sequence[Expectation | UnsetType],
    stored: Resolver,
    is_out_of_time: Callable[[], bool] = lambda: False,
    seat_with_ref: SeatWithRef = no_seat,
) -> DryRun:
    """Resolves the labels with the given rules and with the stored resolver, and compares the results.

    `expect` is empty, or has one expectation for each label. Raises `TimeLimitExceeded` if `is_out_of_time`
    becomes true before all labels are resolved. As in a preview, an answer below the default minimum
    confidence counts as no answer.
    """
    resolver = Resolver(sections, rules, seat_with_ref=seat_with_ref)
    resolutions = _resolve_all(resolver, labels, is_out_of_time, explain=True)
    fired_rules = {rule for resolution in resolutions for rule in resolution.rules}
    matched_sections = {resolution.seat.section for resolution in resolutions if resolution.seat is not None}
    expectations = expect or [UNSET] * len(labels)
    results = [LabelResult.of(*case) for case in zip(labels, resolutions, expectations, strict=True)]
    return DryRun(
        results=results,
        summary=_summary(results),
        unused_rules=[index for index in range(len(rules)) if index not in fired_rules],
        unreached_sections=[section.id for section in sections if section.id not in matched_sections],
        difference=_difference(_resolve_all(stored, labels, is_out_of_time), resolutions),
    )


def _resolve_all(
    resolver: Resolver,
    labels: Sequence[str | Parts],
    is_out_of_time: Callable[[], bool],
    *,
    explain: bool = False,
) -> list[Resolution]:
    resolutions = []
    readings = Readings(READINGS_MAX)
    for label in labels:
        if is_out_of_time():
            raise TimeLimitExceeded
        resolutions.append(with_minimum(resolver.resolve(label, readings, explain=explain)))
    return resolutions


def expected_keys(expect: Expectation) -> tuple[str, ...]:
    """Returns the keys that an expectation lists; empty if the label must be declined."""
    if expect is None:
        return ()
    return (expect,) if isinstance(expect, str) else expect


def is_as_expected(resolution: Resolution, expect: Expectation) -> bool:
    """Returns whether a label resolved to exactly what is expected. A single key does not match several
    seats, even if it is among them. A list matches only the same seats in the same order."""
    return matched_keys(resolution) == expected_keys(expect)


def _summary(results: list[LabelResult]) -> Summary:
    statuses: Counter[Status] = Counter(result.status for result in results)
    return Summary(
        labels=len(results),
        matched=statuses["matched"],
        section_only=statuses["section_only"],
        ambiguous=statuses["ambiguous"],
        unmatched=statuses["unmatched"],
        as_expected=sum(result.is_expected is True for result in results),
        not_as_expected=sum(result.is_expected is False for result in results),
    )


def _difference(before: list[Resolution], after: list[Resolution]) -> Difference:
    keys = [(matched_keys(old), matched_keys(new)) for old, new in zip(before, after, strict=True)]
    return Difference(
        gained=[index for index, (old, new) in enumerate(keys) if new and not old],
        lost=[index for index, (old, new) in enumerate(keys) if old and not new],
        changed=[index for index, (old, new) in enumerate(keys) if old and new and old != new],
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
