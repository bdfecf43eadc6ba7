"""What to change after a rehearsal, by rules over its report. Pure."""

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from seatpreview.access.allowances import RESERVED
from seatpreview.rehearsal.buyers import Buyer, Plan, steps_of
from seatpreview.rehearsal.competitors import SHARE_OF_ADVICE, remedy_for
from seatpreview.rehearsal.report import RefusedCalls, Report
from seatpreview.rehearsal.tally import LOST, TIMED_OUT, UNREACHABLE
from seatpreview.settings.setting_values import Rate
from seatpreview.settings.settings import Settings, variable

SLOW_MS = 250.0
"""A sale is slow if one call in a hundred takes longer."""
JUDGED_CALLS_MIN = 1000
"""Of fewer calls, one in a hundred is chance."""
HEADROOM = 1.25
BURST_SECONDS = 10
_REQUESTS_MAX = 900_000
_WINDOWS_SECONDS = (60, 10, 1)
"""The longest window is taken in which a setting takes so many requests."""
_PAGE = "on-sale-day.md"
_ADD_WORKERS = (
    "If the workers use 0.7 of a core or more, add workers or machines; otherwise look at the database"
)


class Need(NamedTuple):
    """What the buyers of a rehearsal need, in calls a second."""

    sessions: float
    pages: float
    calls: float
    """Calls with a session's token."""
    addresses: int

    @property
    def everything(self) -> float:
        """What a rateLimit must have that bounds secrets and visitors, who get four fifths of it."""
        return (self.sessions + self.calls) * RESERVED / (RESERVED - 1)


def advice(plan: Plan, report: Report) -> list[str]:
    """Returns sentences, the most important first. There is always one."""
    need = need_of(plan, report.circumstances.addresses)
    sentences = [
        *_of_load(report),
        *_of_addresses(plan, report),
        *(_of_refusal(refused, need, report) for refused in report.refused),
        *_of_failures(report),
        *_of_slowness(report),
        *_of_competitors(report),
    ]
    return sentences or [_all_is_well(report)]


def need_of(plan: Plan, addresses: int) -> Need:
    """Returns what the buyers need."""
    seats = ("",) * (plan.seats + 1)
    kinds = [kind for step in steps_of(Buyer(0, 0, "", seats), plan) for kind in step.chain]
    calls = sum(kind not in ("session", "page") for kind in kinds)
    arrivals = plan.buyers_per_second
    # Buyers overlap only if the sale lasts longer than a visit.
    share = min(1.0, plan.seconds / plan.visit_seconds)
    return Need(arrivals, arrivals, arrivals * calls * share, addresses)


def rate_for(per_second: float) -> Rate:
    """Returns a setting with room for this many calls a second: a fourth more, and ten seconds of it at
    once."""
    window = next(
        each for each in _WINDOWS_SECONDS if per_second * each * HEADROOM < _REQUESTS_MAX or each == 1
    )
    requests = _rounded_up(per_second * window * HEADROOM)
    return Rate(requests, window, _rounded_up(requests * min(BURST_SECONDS, window) / window))


def _rounded_up(number: float) -> int:
    """Rounds up to two digits, as a person would choose it."""
    digit = int(10 ** max(0, math.floor(math.log10(max(number, 1))) - 1))
    return math.ceil(number / digit) * digit


def _of_load(report: Report) -> Iterator[str]:
    if not report.load.kept_up:
        yield (
            "The rehearsal could not keep to its own schedule: the times are partly its own. Run it on "
            "another machine than the service, or with fewer buyers."
        )
    elif not report.load.had_connections:
        yield (
            f"{report.load.waits_for_connection:,} calls waited for a connection, since all were busy: the "
            f"service takes no more than this. {_ADD_WORKERS}, or allow more --connections. See {_PAGE}."
        )


def _of_addresses(plan: Plan, report: Report) -> Iterator[str]:
    facts = report.circumstances
    if facts.address_source == "forwarded" or plan.addresses == 1:
        return
    where = "one address" if facts.address_source == "one" else f"{facts.addresses} addresses of this machine"
    yield (
        f"All buyers came from {where}, since the service does not trust X-Forwarded-For from here. If its "
        f"proxy is here, set {variable('trusted_proxies')} to its address: without it, the buyers of a sale "
        f"share what one address has. Otherwise rehearse from the machine of the proxy. See {_PAGE}."
    )


def _of_refusal(refused: RefusedCalls, need: Need, report: Report) -> str:
    if refused.limit == "unknown":
        return (
            f"{refused.calls:,} calls were refused with 429 by something in front of the service, a proxy or "
            "a CDN: raise the limit there."
        )
    if refused.limit == "requests_in_progress":
        return (
            f"{refused.calls:,} calls were refused since a worker had as many in progress as it takes "
            f"({variable('requests_max')}, {variable('requests_per_client')}). Something is slow: look at "
            "the database first, then add workers. See monitoring.md."
        )
    remedy = _REMEDIES.get(refused.limit, _unknown_limit)
    return f"{refused.calls:,} calls were refused by the limit `{refused.limit}`: {remedy(need, report)}"


def _set(name: str, per_second: float) -> str:
    return f"set {variable(name)}={rate_for(per_second)} on every machine, and restart one after the other."


def _unknown_limit(_need: Need, _report: Report) -> str:
    return f"`GET /v1/caller` lists the limits of a caller. See {_PAGE}."


def _of_key(need: Need, report: Report) -> str:
    key_id = report.circumstances.key_id
    return (
        f"the key has a rateLimit of its own, which bounds everything of it. Remove it (`seatpreview keys "
        f"update {key_id} --clear-rate-limit`), or make it {rate_for(need.everything)}."
    )


def _of_visitors(need: Need, report: Report) -> str:
    if report.circumstances.has_secret:
        return _of_key(need, report)
    return f"{_set('visitors_rate', need.sessions)} If the key has a rateLimit, raise that one."


def _of_tenant(name: str, per_second: Callable[[Need], float]) -> "Callable[[Need, Report], str]":
    def remedy(need: Need, _report: Report) -> str:
        return (
            f"{_set(name, per_second(need))} If the tenant has a rateLimit of its own (`seatpreview tenants "
            f"list`), remove that, or make it {rate_for(need.everything)}."
        )

    return remedy


def _of_address(name: str, per_second: Callable[[Need], float]) -> "Callable[[Need, Report], str]":
    def remedy(need: Need, report: Report) -> str:
        if report.circumstances.address_source == "one" and report.buyers > 1:
            return (
                f"all buyers seem to come from one address. Set {variable('trusted_proxies')} first, and "
                "rehearse again, before you raise a limit of an address."
            )
        return (
            f"these buyers came from {need.addresses:,} addresses; if a real one has as many buyers, "
            f"{_set(name, per_second(need) / need.addresses)}"
        )

    return remedy


def _of_session(_need: Need, _report: Report) -> str:
    default = Settings().session_rate
    return (
        "a buyer at a person's pace was refused. Set "
        f"{variable('session_rate')} back to its default, {default}."
    )


_REMEDIES: dict[str, Callable[[Need, Report], str]] = {
    "sessions": lambda need, _: _set("sessions_rate", need.sessions),
    "venue": lambda need, _: _set("venue_rate", need.calls),
    "key": _of_key,
    "visitors": _of_visitors,
    "tenant": _of_tenant("tenant_rate", lambda need: need.sessions),
    "tenant_visitors": _of_tenant("tenant_visitors_rate", lambda need: need.calls + need.sessions),
    "session": _of_session,
    "session_address": _of_address("session_address_rate", lambda need: need.calls),
    "session_network": _of_address("session_address_rate", lambda need: need.calls),
    "beacons": _of_address("session_address_rate", lambda need: need.calls),
    "address": _of_address("address_rate", lambda need: need.sessions),
    "network": _of_address("address_rate", lambda need: need.sessions),
    "pages": _of_address("pages_rate", lambda need: need.pages),
}


_FAILURES = {
    LOST: "connections were lost: a worker was killed or replaced, or a proxy closed them. The log of the "
    "service says which.",
    UNREACHABLE: "nothing accepted connections: the service was down, or did not take more of them "
    f"({variable('connections_max')}).",
    TIMED_OUT: "no answer came in time. Look at the processor time of the workers, then at the database.",
    "unavailable": "the service answered 503, mostly since its database was away or slow. `seatpreview "
    "doctor` says which part fails.",
    "internal": "the service failed in a way that it did not expect. Its log has the reason under the "
    "request's id.",
}


def _of_failures(report: Report) -> Iterator[str]:
    for reason, calls in report.failed.items():
        known = _FAILURES.get(reason)
        if known is not None:
            yield f"{calls:,} calls failed ({reason}): {known}"
        elif reason.startswith("status 5"):
            yield f"{calls:,} calls failed ({reason}): the proxy in front could not reach the service."
        else:
            yield f"{calls:,} calls failed ({reason}). See problems.md."


def _of_slowness(report: Report) -> Iterator[str]:
    p99_ms, served = report.all_calls.p99_ms, report.all_calls.served
    if p99_ms is not None and p99_ms > SLOW_MS and served >= JUDGED_CALLS_MIN and _load_is_well(report):
        yield (f"One call in a hundred took longer than {p99_ms:,.0f} ms. {_ADD_WORKERS}. See {_PAGE}.")


def _of_competitors(report: Report) -> Iterator[str]:
    for each in report.circumstances.competitors:
        if each.cores < SHARE_OF_ADVICE:
            continue
        remedy = remedy_for(each.name) or "is it needed on this machine during the sale?"
        yield (
            f"{each.name} took {each.cpu_seconds:,.1f} s of the processors, {each.cores:.2f} of a core: "
            f"{remedy}. See {_PAGE}."
        )


def _load_is_well(report: Report) -> bool:
    return report.load.kept_up and report.load.had_connections


def _all_is_well(report: Report) -> str:
    return f"Nothing: no buyer was refused at {report.buyers_per_second:g} buyers a second."
