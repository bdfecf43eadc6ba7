"""The report of a rehearsal, as figures and as a person reads it."""

import pytest

from rehearsal.reports import report_of, tally_of
from seatpreview.rehearsal.report import call_rows, heading, percentile, summary
from seatpreview.rehearsal.tally import LOST, Refusal


@pytest.mark.parametrize(
    ("share", "expected"), [(0.5, 50.0), (0.99, 99.0), (0.991, 100.0), (1, 100.0), (0.001, 1.0)]
)
def test_a_percentile_is_a_value_that_occurred(share: float, expected: float) -> None:
    assert percentile([float(number) for number in range(1, 101)], share) == expected


def test_there_is_no_percentile_of_nothing() -> None:
    assert percentile([], 0.99) is None


def test_a_report_has_a_row_for_each_kind_of_call_and_one_for_all() -> None:
    rows = call_rows(report_of(tally_of(failed={LOST: 2})))
    assert rows == [[name, "1,002", "1,000", "0", "2", "10.0", "10.0", "10.0"] for name in ("preview", "all")]


def test_the_report_says_what_was_rehearsed() -> None:
    assert heading(report_of(tally_of())) == (
        "12,000 of 12,000 buyers came to http://127.0.0.1:8080 (ven_1) in 88 seconds: 200 a second, from "
        "12,000 addresses, with 11 calls a second."
    )
    assert heading(report_of(tally_of(), was_stopped=True)).endswith(" It was stopped early.")


def test_the_report_says_who_was_refused_by_what() -> None:
    tally = tally_of(refused={Refusal("venue", 420_000, 60): 5, Refusal("pages"): 1}, failed={LOST: 2})
    tally.buyers_disappointed, tally.buyers_turned_away = 6, 1
    report = report_of(tally)
    assert not report.is_well
    assert summary(report) == [
        "6 buyers did not get everything; 1 of them got no session, and saw nothing.",
        "Refused by venue: 5 calls (420,000 in 60 seconds).",
        "Refused by pages: 1 calls.",
        "Failed, connection lost: 2 calls.",
        "The rehearsal itself took 0.23 of a core of the service's own machine, and began 99 in 100 steps at "
        "most 0 ms late.",
    ]


def test_calls_that_were_not_served_have_no_times() -> None:
    tally = tally_of(failed={LOST: 1})
    tally.calls["preview"].served_seconds = tally.calls["page"].served_seconds
    assert call_rows(report_of(tally))[0][-3:] == ["-", "-", "-"]


def test_everybody_was_served_where_nothing_was_refused() -> None:
    report = report_of(tally_of())
    assert report.is_well
    assert summary(report)[0] == "Every buyer got everything."
