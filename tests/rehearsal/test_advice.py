"""What a rehearsal says is to be changed."""

from typing import Any

import pytest
from msgspec.structs import replace

from rehearsal.reports import PLAN, report_of, tally_of
from seatpreview.access import allowances
from seatpreview.rehearsal.advice import advice, need_of, rate_for
from seatpreview.rehearsal.buyers import Plan
from seatpreview.rehearsal.tally import LOST, OVERLOADED, TIMED_OUT, UNKNOWN, UNREACHABLE, Refusal, Tally
from seatpreview.settings.setting_values import read_rate
from seatpreview.settings.settings import Settings


def only_advice(tally: Tally, plan: Plan = PLAN, **facts: Any) -> str:
    [sentence] = advice(plan, report_of(tally, plan, **facts))
    return sentence


def refused_by(limit: str, **facts: Any) -> str:
    return only_advice(tally_of(refused={Refusal(limit, 60, 60): 7}), **facts)


def test_where_all_went_well_nothing_is_to_be_changed() -> None:
    assert only_advice(tally_of()) == "Nothing: no buyer was refused at 200 buyers a second."


def test_a_limit_is_raised_to_what_the_buyers_need_and_a_fourth_more() -> None:
    need = need_of(PLAN, 12_000)
    assert need.sessions == 200
    # Preview, plan, beacon; four looks with a beacon each; a comparison, and the last beacon.
    assert need.calls == 200 * (3 + 4 * 2 + 1 + 1)
    assert str(rate_for(200)) == "15000/60/2500"
    assert refused_by("venue") == (
        "7 calls were refused by the limit `venue`: set SEATPREVIEW_VENUE_RATE=200000/60/34000 on every "
        "machine, and restart one after the other."
    )
    assert "SEATPREVIEW_SESSIONS_RATE=15000/60/2500" in refused_by("sessions")


@pytest.mark.parametrize("per_second", [0.001, 0.3, 1, 333, 11_999, 12_001, 19_000, 80_000, 150_000, 700_000])
def test_a_rate_that_is_advised_is_one_that_the_service_takes(per_second: float) -> None:
    rate = rate_for(per_second)
    assert read_rate(str(rate)) == rate
    assert rate.requests / rate.window_seconds >= per_second


def test_buyers_who_all_stay_need_only_what_they_do_at_once() -> None:
    short = replace(PLAN, buyers=280, seconds=14)
    assert need_of(short, 1).calls == pytest.approx(280 * 13 / 28)


def test_a_rate_limit_of_the_key_is_named_with_the_command_that_removes_it() -> None:
    for limit in ("key", "visitors"):
        assert "`seatpreview keys update key_1 --clear-rate-limit`" in refused_by(limit)
    assert "SEATPREVIEW_VISITORS_RATE=" in refused_by("visitors", has_secret=False)


def test_the_limits_of_a_tenant_name_its_rate_limit_too() -> None:
    assert "SEATPREVIEW_TENANT_VISITORS_RATE=" in refused_by("tenant_visitors")
    assert "If the tenant has a rateLimit of its own" in refused_by("tenant")


def test_a_refused_session_is_no_buyers_fault() -> None:
    assert f"SEATPREVIEW_SESSION_RATE back to its default, {Settings().session_rate}" in refused_by("session")


def test_without_a_trusted_proxy_no_limit_of_an_address_is_raised() -> None:
    first, second = advice(
        PLAN,
        report_of(
            tally_of(refused={Refusal("session_address", 60, 60): 7}), address_source="one", addresses=1
        ),
    )
    assert "does not trust X-Forwarded-For" in first
    assert "SEATPREVIEW_TRUSTED_PROXIES" in second
    assert "SESSION_ADDRESS_RATE" not in second


def test_buyers_of_one_address_by_intention_are_no_sign_of_a_missing_proxy() -> None:
    plan = replace(PLAN, addresses=1)
    sentence = only_advice(tally_of(refused={Refusal("session_address", 60, 60): 7}), plan, addresses=1)
    assert "SEATPREVIEW_SESSION_ADDRESS_RATE=200000/60/34000" in sentence


def test_loopback_addresses_are_told_from_those_of_buyers() -> None:
    assert "50 addresses of this machine" in only_advice(tally_of(), address_source="loopback", addresses=50)


def test_every_limit_of_the_service_has_an_advice() -> None:
    names = {*vars(allowances)["_OF_WHOM"]} - {"ends"}
    for name in names:
        assert "GET /v1/caller" not in refused_by(name), name
    assert "GET /v1/caller" in refused_by("a limit of a later release")


def test_what_is_refused_elsewhere_is_told_from_rate_limits() -> None:
    assert "something in front of the service" in only_advice(tally_of(refused={UNKNOWN: 1}))
    assert "SEATPREVIEW_REQUESTS_MAX" in only_advice(tally_of(refused={OVERLOADED: 1}))


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        (LOST, "a worker was killed"),
        (UNREACHABLE, "nothing accepted connections"),
        (TIMED_OUT, "no answer came in time"),
        ("unavailable", "seatpreview doctor"),
        ("internal", "Its log has the reason"),
        ("status 502", "could not reach the service"),
        ("session_expired", "See problems.md"),
    ],
)
def test_each_failure_has_its_own_sentence(reason: str, expected: str) -> None:
    sentence = only_advice(tally_of(failed={reason: 3}))
    assert sentence.startswith(f"3 calls failed ({reason})")
    assert expected in sentence


def test_a_slow_service_gets_more_workers() -> None:
    assert "longer than 300 ms" in only_advice(tally_of(seconds=0.3))
    assert only_advice(tally_of(seconds=0.25)).startswith("Nothing")
    few = tally_of(seconds=0.3)
    few.calls["preview"].served_seconds.pop()
    assert only_advice(few).startswith("Nothing"), "of 999 calls, the slowest ten are chance"


def test_a_generator_that_cannot_keep_up_says_so_and_blames_nobody() -> None:
    busy = only_advice(tally_of(seconds=3), generator_cpu_seconds=87)
    assert "could not keep to its own schedule" in busy
    late = tally_of(seconds=3)
    late.late_seconds.extend([0.2] * 10)
    assert "could not keep to its own schedule" in only_advice(late)


def test_a_service_that_keeps_all_connections_busy_takes_no_more() -> None:
    waiting = tally_of(seconds=3)
    waiting.waits_for_connection = 11
    assert only_advice(waiting).startswith("11 calls waited for a connection, since all were busy")
