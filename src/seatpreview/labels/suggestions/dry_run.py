"""Dry runs: resolves labels with trial rules, and says what these gain, mend and break."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Self

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.labels.compiled_rules import CompiledRule, after_rules, compiled_rule, text_of
from seatpreview.labels.label_rules import Expectation, MapTo, Pattern, Reject, Rule
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
from seatpreview.values.validated_text import without_hidden

REJECT_ALL: tuple[Rule, ...] = (Reject(pattern=Pattern("^")),)


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
    """Resolves the cases of one request with the rules that are in place, and again where a rule to judge may
    change them. Raises `TimeLimitExceeded` once `is_out_of_time` is true."""

    def __init__(
        self,
        sections: Sequence[SectionNames],
        rules: tuple[Rule, ...],
        cases: Sequence[Case],
        is_out_of_time: Callable[[], bool] = lambda: False,
        seat_with_ref: SeatWithRef = no_seat,
    ) -> None:
        self._sections = sections
        self._rules = rules
        self._cases = cases
        self._is_out_of_time = is_out_of_time
        self._seat_with_ref = seat_with_ref
        self._readings = Readings(READINGS_MAX)
        self._resolved = list(self._resolve(rules, range(len(cases))))

    def outcomes(self, labels: int) -> list[LabelOutcome]:
        """Returns what each of the first `labels` cases resolves to with the rules in place."""
        return [
            LabelOutcome(
                status=found.status,
                keys=matched_keys(found),
                expected=case.keys if case.has_answer else UNSET,
            )
            for case, found in zip(self._cases[:labels], self._resolved, strict=False)
        ]

    def verdicts(self, judged: Iterable[Rule]) -> Iterator[tuple[Suggestion, Sequence[Keys]]]:
        """Yields what each judged rule changes at the end of the list, with the ones before it in place, and
        the keys of all cases then."""
        rules = self._rules
        keys = [matched_keys(found) for found in self._resolved]
        texts = self._texts()
        for rule in judged:
            rules = (*rules, rule)
            numbers = _changed(rule, texts)
            changes: dict[str, list[int]] = {"gained": [], "mended": [], "broken": []}
            for number, found in zip(numbers, self._resolve(rules, numbers), strict=True):
                new = matched_keys(found)
                change = change_of(self._cases[number], keys[number], new)
                keys[number] = new
                if change is not None:
                    changes[change].append(number)
            verdict = suggestion_of(
                rule, self._cases, changes["gained"], changes["mended"], changes["broken"]
            )
            yield verdict, keys

    def _texts(self) -> list[str | None]:
        steps = [compiled_rule(rule) for rule in self._rules if not isinstance(rule, MapTo)]
        rejecting = self._resolver(REJECT_ALL)
        return [text_for_rules(case.label, steps, rejecting) for case in self._cases]

    def _resolve(self, rules: tuple[Rule, ...], numbers: Iterable[int]) -> Iterator[Resolution]:
        resolver = self._resolver(rules)
        for number in numbers:
            if self._is_out_of_time():
                raise TimeLimitExceeded
            yield with_minimum(resolver.resolve(self._cases[number].label, self._readings))

    def _resolver(self, rules: tuple[Rule, ...]) -> Resolver:
        return Resolver(self._sections, rules, seat_with_ref=self._seat_with_ref)


def text_for_rules(label: str | Parts, steps: list[CompiledRule], rejecting: Resolver) -> str | None:
    """Returns the text that a further rule is applied to; None if none is. `rejecting` has the rules
    `REJECT_ALL`: a label that still resolves is a key of the venue, and no rule is applied to it."""
    is_key = isinstance(label, str) and matched_keys(with_minimum(rejecting.resolve(label)))
    return None if is_key else after_rules(steps, without_hidden(text_of(label)))


def _changed(rule: Rule, texts: list[str | None]) -> list[int]:
    """Returns the indexes of the labels that a rule may change, and applies it to their texts."""
    if isinstance(rule, MapTo):
        return [number for number, text in enumerate(texts) if text is not None]
    step = compiled_rule(rule)
    numbers = []
    for number, text in enumerate(texts):
        changed = None if text is None else after_rules([step], text)
        if changed != text:
            numbers.append(number)
            texts[number] = changed
    return numbers


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
