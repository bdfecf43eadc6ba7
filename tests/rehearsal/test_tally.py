"""What is counted of the responses of a rehearsal: served, refused by which limit, failed with which code."""

import pytest

from seatpreview.rehearsal.http_connection import Response
from seatpreview.rehearsal.tally import OVERLOADED, UNKNOWN, Refusal, Tally, refusal_of, used_up_limit

HEADERS = {
    "ratelimit-policy": '"session";q=300;w=60;burst=150, "venue";q=60;w=60;burst=9, "tenant";q=9;w=1;burst=9',
    "ratelimit": '"session";r=140;t=2, "venue";r=0;t=10, "tenant";r=3;t=1',
}


def problem(code: str) -> bytes:
    return b'{"status":429,"code":"%s","detail":"Wait."}' % code.encode()


def test_the_limit_that_is_used_up_is_the_one_that_refused() -> None:
    assert used_up_limit(HEADERS) == Refusal("venue", 60, 60)


def test_of_several_limits_the_slowest_is_named() -> None:
    headers = HEADERS | {"ratelimit": '"session";r=0;t=2, "venue";r=0;t=10, "tenant";r=0;t=1'}
    assert used_up_limit(headers).limit == "venue"


@pytest.mark.parametrize(
    "headers", [{}, {"ratelimit": "nonsense"}, {"ratelimit": '"a";r=0', "ratelimit-policy": ","}]
)
def test_a_429_without_the_headers_of_the_service_comes_from_something_in_front(
    headers: dict[str, str],
) -> None:
    assert refusal_of("preview", Response(429, headers, b"Too many requests")) == UNKNOWN


def test_a_worker_that_has_too_much_in_progress_refuses_too() -> None:
    assert refusal_of("preview", Response(503, {}, problem("overloaded"))) == OVERLOADED
    assert refusal_of("preview", Response(503, {}, problem("unavailable"))) is None


def test_a_page_that_is_refused_has_no_headers_of_limits() -> None:
    assert refusal_of("page", Response(429, {}, b"<!doctype html>")) == Refusal("pages")


def test_every_response_is_served_refused_or_failed() -> None:
    tally = Tally()
    assert tally.count("preview", Response(200, {}, b"{}"), 0.5)
    assert not tally.count("preview", Response(429, HEADERS, problem("rate_limited")), 0.1)
    assert not tally.count("preview", Response(404, {}, problem("not_found")), 0.1)
    assert not tally.count("beacon", Response(502, {}, b"<html>Bad gateway"), 0.1)
    tally.count_failure("session", "connection lost")
    assert (tally.made, tally.served, tally.refused, tally.failed) == (5, 1, 1, 3)
    assert list(tally.calls["preview"].served_seconds) == [0.5]
    assert tally.calls["preview"].failed == {"not_found": 1}
    assert tally.calls["beacon"].failed == {"status 502": 1}
