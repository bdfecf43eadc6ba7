"""A dry run: what a set of labels resolves to, which rules did anything, and what differs from before."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Self

import msgspec
from msgspec import UNSET, UnsetType

from seatpreview.labels.model import Level, Parts, Place, Resolution, SectionNames, Status
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.seat_keys import Rule


class OutOfTime(Exception):
    """So many labels take longer with these rules than they were given."""


class LabelResult(msgspec.Struct, kw_only=True, rename="camel"):
    """A label and what became of it; `isExpected` where an expectation was sent."""

    label: str | Parts
    status: Status
    level: Level | None
    seat: Place | None
    confidence: float
    alternatives: tuple[Place, ...]
    trace: tuple[str, ...]
    rules: tuple[int, ...]
    expect: str | None | UnsetType = UNSET
    is_expected: bool | UnsetType = UNSET

    @classmethod
    def of(cls, label: str | Parts, resolution: Resolution, expect: str | None | UnsetType = UNSET) -> Self:
        return cls(
            label=label,
            status=resolution.status,
            level=resolution.level,
            seat=resolution.seat,
            confidence=resolution.confidence,
            alternatives=resolution.alternatives,
            trace=resolution.trace,
            rules=resolution.rules,
            expect=expect,
            is_expected=UNSET if expect is UNSET else key_of(resolution) == expect,
        )


class Summary(msgspec.Struct, kw_only=True, rename="camel"):
    """How many labels came to which end."""

    labels: int
    matched: int
    section_only: int
    ambiguous: int
    unmatched: int
    as_expected: int
    not_as_expected: int


class Difference(msgspec.Struct, kw_only=True):
    """Labels, by their place in the list, that the change gains, loses, or takes somewhere else."""

    gained: list[int]
    lost: list[int]
    changed: list[int]


class DryRun(msgspec.Struct, kw_only=True, rename="camel"):
    """What became of each label, and what that says about the rules."""

    results: list[LabelResult]
    summary: Summary
    unused_rules: list[int]
    unreached_sections: list[str]
    difference: Difference


def dry_run(
    sections: Sequence[SectionNames],
    rules: tuple[Rule, ...],
    labels: Sequence[str | Parts],
    expect: Sequence[str | None | UnsetType],
    before: Resolver,
    is_over: Callable[[], bool] = lambda: False,
) -> DryRun:
    """Writes nothing: both resolvers are asked, and the answers laid side by side.

    Without expectations `expect` is empty; otherwise it has one for each label. Raises OutOfTime where it
    is over before it is done.
    """
    resolver = Resolver(sections, rules)
    resolutions = _resolved(resolver, labels, is_over)
    fired = {rule for resolution in resolutions for rule in resolution.rules}
    reached = {resolution.seat.section for resolution in resolutions if resolution.seat is not None}
    wanted = expect or [UNSET] * len(labels)
    results = [LabelResult.of(*case) for case in zip(labels, resolutions, wanted, strict=True)]
    return DryRun(
        results=results,
        summary=_summary(results),
        unused_rules=[place for place in range(len(rules)) if place not in fired],
        unreached_sections=[section.id for section in sections if section.id not in reached],
        difference=_difference(_resolved(before, labels, is_over), resolutions),
    )


def _resolved(
    resolver: Resolver, labels: Sequence[str | Parts], is_over: Callable[[], bool]
) -> list[Resolution]:
    resolutions = []
    for label in labels:
        if is_over():
            raise OutOfTime
        resolutions.append(resolver.resolve(label))
    return resolutions


def key_of(resolution: Resolution) -> str | None:
    """The canonical key of what was matched; None where the label was declined."""
    return resolution.seat.key if resolution.status == "matched" and resolution.seat is not None else None


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
    keys = [(key_of(old), key_of(new)) for old, new in zip(before, after, strict=True)]
    return Difference(
        gained=[place for place, (old, new) in enumerate(keys) if old is None and new is not None],
        lost=[place for place, (old, new) in enumerate(keys) if old is not None and new is None],
        changed=[place for place, (old, new) in enumerate(keys) if None not in (old, new) and old != new],
    )
