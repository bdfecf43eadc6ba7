"""Outages: the log has one line when one begins, one when its cause changes, and one when it ends."""

import errno
from collections.abc import Iterator

import pytest
import structlog
from structlog.typing import EventDict

from seatpreview.observability import outages
from seatpreview.observability.outages import REMEDIES, Outages, Part, cause_of_system_error
from seatpreview.problems import Cause


@pytest.fixture
def log() -> Iterator[list[EventDict]]:
    with structlog.testing.capture_logs() as entries:
        yield entries


def test_many_failures_of_one_cause_are_one_line(log: list[EventDict]) -> None:
    failing = Outages(are_logged=True)
    for _ in range(3):
        failing.report_failure(Part.DATABASE_READS, Cause.SILENT, "TimeoutError")
    assert [(entry["event"], entry["cause"]) for entry in log] == [("outage begins", "silent")]
    assert failing.failures == {(Part.DATABASE_READS, Cause.SILENT): 3}


def test_a_change_of_the_cause_is_a_line(log: list[EventDict]) -> None:
    failing = Outages(are_logged=True)
    failing.report_failure(Part.VALKEY, Cause.SILENT, "")
    failing.report_failure(Part.VALKEY, Cause.UNREACHABLE, "")
    assert [entry["event"] for entry in log] == ["outage begins", "outage changes"]


def test_a_success_ends_an_outage_once_it_is_calm(
    log: list[EventDict], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The danger: two lines for each request, where every other one fails."""
    failing = Outages(are_logged=True)
    failing.report_failure(Part.IMAGES, Cause.SILENT, "")
    failing.report_success(Part.IMAGES)
    assert failing.causes == {Part.IMAGES: Cause.SILENT}
    monkeypatch.setattr(outages, "CALM_SECONDS", 0)
    failing.report_success(Part.DATABASE_READS)
    assert failing.causes == {Part.IMAGES: Cause.SILENT}, "another part works"
    failing.report_success(Part.IMAGES)
    assert failing.causes == {}
    assert [entry["event"] for entry in log] == ["outage begins", "outage ends"]


def test_damage_does_not_end_with_a_page_that_can_be_read(
    log: list[EventDict], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "CALM_SECONDS", 0)
    failing = Outages(are_logged=True)
    failing.report_failure(Part.DATABASE_READS, Cause.DAMAGED, "")
    failing.report_success(Part.DATABASE_READS)
    failing.report_failure(Part.DATABASE_READS, Cause.LOCKED, "")
    assert failing.causes == {Part.DATABASE_READS: Cause.DAMAGED}
    assert len(log) == 1


def test_a_command_logs_nothing(log: list[EventDict]) -> None:
    Outages().report_failure(Part.DATABASE_READS, Cause.SILENT, "")
    assert log == []


def test_every_cause_has_a_remedy() -> None:
    assert REMEDIES.keys() == set(Cause)


@pytest.mark.parametrize("number", [errno.ENOENT, errno.ENOTDIR, errno.EEXIST])
def test_a_file_that_is_not_where_it_should_be_is_missing(number: int) -> None:
    """The danger: whoever reads "unreachable" looks at the network."""
    assert cause_of_system_error(OSError(number, "")) is Cause.MISSING
