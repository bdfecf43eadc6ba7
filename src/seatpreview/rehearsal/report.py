"""The report of a rehearsal: figures for programs, and the same as lines for people. Pure."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from seatpreview.rehearsal.buyers import Plan
from seatpreview.rehearsal.competitors import Competitor
from seatpreview.rehearsal.tally import Refusal, Results, Tally

AddressSource = Literal["forwarded", "loopback", "one"]
"""Whose addresses the service saw: those of X-Forwarded-For, some of 127.0.0.0/8, or that of this machine."""

KEPT_UP_LATE_MS = 50.0
KEPT_UP_CORES = 0.9
"""The generator keeps up if it begins 99 in 100 steps at most this late, and uses less than this much of its
one core."""
WAITS_SHARE_MAX = 0.01
"""The service keeps up if no larger share of the calls than this finds all connections in use."""


class Circumstances(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What a rehearsal was, besides its plan."""

    url: str
    venue_id: str
    key_id: str
    address_source: AddressSource
    addresses: int
    """How many addresses the service saw."""
    is_on_this_machine: bool
    has_secret: bool
    """Whether sessions were made with a secret, as a shop's server does."""
    ran_seconds: float
    generator_cpu_seconds: float
    was_stopped: bool
    knows_background_work: bool = False
    """Whether the service's metrics could be read."""
    competitors: list[Competitor] = []
    """What used the processors beside the buyers' calls."""


class CallFigures(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The calls of one kind. Times are those of calls that were served, from the moment they were due."""

    kind: str
    made: int
    served: int
    refused: int
    failed: int
    p50_ms: float | None
    p99_ms: float | None
    longest_ms: float | None


class RefusedCalls(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How many calls a limit refused."""

    limit: str
    calls: int
    requests: int
    window_seconds: int


class Load(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What the rehearsal took of the machine that it ran on, and whether it kept to its schedule."""

    cores: float
    late_p99_ms: float
    waits_for_connection: int
    kept_up: bool
    had_connections: bool
    """Whether hardly a call had to wait until one of the connections was free."""


class Report(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What a rehearsal found."""

    circumstances: Circumstances
    buyers: int
    buyers_per_second: float
    buyers_came: int
    buyers_disappointed: int
    """Buyers of whose calls at least one was refused or failed."""
    buyers_turned_away: int
    """Those of them who got no session."""
    calls_per_second: float
    calls: list[CallFigures]
    all_calls: CallFigures
    refused: list[RefusedCalls]
    failed: dict[str, int]
    """Calls that failed for another reason, by problem code or by what happened to the connection."""
    load: Load

    @property
    def is_well(self) -> bool:
        """Whether every buyer got everything."""
        return self.all_calls.refused == self.all_calls.failed == 0


def make_report(plan: Plan, circumstances: Circumstances, tally: Tally) -> Report:
    """Returns the figures of a rehearsal."""
    refused: Counter[Refusal] = Counter()
    failed: Counter[str] = Counter()
    for results in tally.calls.values():
        refused += results.refused
        failed += results.failed
    return Report(
        circumstances=circumstances,
        buyers=plan.buyers,
        buyers_per_second=round(plan.buyers_per_second, 2),
        buyers_came=tally.buyers_came,
        buyers_disappointed=tally.buyers_disappointed,
        buyers_turned_away=tally.buyers_turned_away,
        calls_per_second=round(tally.made / max(circumstances.ran_seconds, 0.001), 1),
        calls=[_figures(kind, [results]) for kind, results in tally.calls.items() if results.made],
        all_calls=_figures("all", tally.calls.values()),
        refused=[_refused_calls(refusal, calls) for refusal, calls in refused.most_common()],
        failed=dict(failed.most_common()),
        load=_load(circumstances, tally),
    )


def percentile(ordered: Sequence[float], share: float) -> float | None:
    """Returns the smallest value that is at least as large as this share of all; None if there are none."""
    if not ordered:
        return None
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def _figures(kind: str, all_results: Iterable[Results]) -> CallFigures:
    parts = list(all_results)
    ordered = sorted(seconds for results in parts for seconds in results.served_seconds)
    return CallFigures(
        kind=kind,
        made=sum(results.made for results in parts),
        served=len(ordered),
        refused=sum(results.refused.total() for results in parts),
        failed=sum(results.failed.total() for results in parts),
        p50_ms=_milliseconds(percentile(ordered, 0.5)),
        p99_ms=_milliseconds(percentile(ordered, 0.99)),
        longest_ms=_milliseconds(percentile(ordered, 1)),
    )


def _refused_calls(refusal: Refusal, calls: int) -> RefusedCalls:
    return RefusedCalls(
        limit=refusal.limit,
        calls=calls,
        requests=refusal.requests,
        window_seconds=refusal.window_seconds,
    )


def _load(circumstances: Circumstances, tally: Tally) -> Load:
    cores = circumstances.generator_cpu_seconds / max(circumstances.ran_seconds, 0.001)
    late_ms = _milliseconds(percentile(sorted(tally.late_seconds), 0.99)) or 0.0
    waits = tally.waits_for_connection
    return Load(
        cores=round(cores, 2),
        late_p99_ms=late_ms,
        waits_for_connection=waits,
        kept_up=late_ms <= KEPT_UP_LATE_MS and cores < KEPT_UP_CORES,
        had_connections=waits <= WAITS_SHARE_MAX * max(tally.made, 1),
    )


def _milliseconds(seconds: float | None) -> float | None:
    return None if seconds is None else round(1000 * seconds, 1)


CALL_COLUMNS = ("call", "made", "served", "refused", "failed", "p50 ms", "p99 ms", "longest ms")


def call_rows(report: Report) -> list[list[str]]:
    """Returns the rows of the table of calls."""
    return [_row(figures) for figures in (*report.calls, report.all_calls)]


def _row(figures: CallFigures) -> list[str]:
    counts = (figures.made, figures.served, figures.refused, figures.failed)
    times = (figures.p50_ms, figures.p99_ms, figures.longest_ms)
    return [
        figures.kind,
        *(f"{count:,}" for count in counts),
        *("-" if each is None else f"{each:,.1f}" for each in times),
    ]


def heading(report: Report) -> str:
    """Returns what was rehearsed, in one sentence."""
    facts = report.circumstances
    stopped = " It was stopped early." if facts.was_stopped else ""
    return (
        f"{report.buyers_came:,} of {report.buyers:,} buyers came to {facts.url} ({facts.venue_id}) in "
        f"{facts.ran_seconds:,.0f} seconds: {report.buyers_per_second:g} a second, from {facts.addresses:,} "
        f"{'address' if facts.addresses == 1 else 'addresses'}, with {report.calls_per_second:,.0f} calls a "
        f"second.{stopped}"
    )


def summary(report: Report) -> list[str]:
    """Returns who was served and who was not, and what the rehearsal itself took."""
    lines = [_buyers_line(report)]
    lines += [f"Refused by {each.limit}: {each.calls:,} calls{_numbers(each)}." for each in report.refused]
    lines += [f"Failed, {reason}: {calls:,} calls." for reason, calls in report.failed.items()]
    load = report.load
    where = " of the service's own machine" if report.circumstances.is_on_this_machine else ""
    lines.append(
        f"The rehearsal itself took {load.cores:g} of a core{where}, and began 99 in 100 steps at most "
        f"{load.late_p99_ms:g} ms late."
    )
    return [*lines, *_competitor_lines(report.circumstances)]


def _competitor_lines(facts: Circumstances) -> Iterator[str]:
    if facts.competitors:
        used = ", ".join(f"{each.name} {each.cpu_seconds:,.1f} s" for each in facts.competitors)
        yield f"Beside the buyers' calls, the processors worked for: {used}."
    if not facts.knows_background_work:
        yield (
            "Background work of the service (webhooks, pruning, counts of events) was not measured: its "
            "metrics did not answer. Name their address with --metrics."
        )


def _buyers_line(report: Report) -> str:
    if not report.buyers_disappointed:
        return "Every buyer got everything." if report.is_well else "Some calls were not served."
    return (
        f"{report.buyers_disappointed:,} buyers did not get everything; {report.buyers_turned_away:,} of "
        "them got no session, and saw nothing."
    )


def _numbers(refused: RefusedCalls) -> str:
    if not refused.requests:
        return ""
    return f" ({refused.requests:,} in {refused.window_seconds} seconds)"
