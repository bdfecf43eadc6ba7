"""SQLite files that another process has locked: each of the two is an outage of its own."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from operated_service import OperatedService, operated_service
from operations.halls import layout
from servers.polling import wait_until

pytestmark = pytest.mark.long

OUTAGES = [
    [f'seatpreview_outage{{cause="{cause}",part="activity_writes"}}'] for cause in ("locked", "pool_full")
]
"""The one outage, by its latest cause: what waits behind a write that waits for the lock finds no thread."""


@contextmanager
def write_lock(path: Path) -> Iterator[None]:
    """Keeps every other process from writing to this SQLite file during the block."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=60)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def report(service: OperatedService, venue: str, *ids: str) -> httpx.Response:
    events = [{"eventId": each, "kind": "seat_viewed", "venue": venue, "seat": "1/1/3"} for each in ids]
    return service.http.post("/events", json={"events": events})


def parts(service: OperatedService, event: str) -> list[str]:
    return [line["part"] for line in service.process.log_lines(event)]


def test_a_locked_file_of_activity_is_one_outage_however_many_requests_fail(tmp_path: Path) -> None:
    """Events are refused. Meanwhile records are changed, and views are shown."""
    with operated_service(tmp_path) as service:
        venue = service.create_venue(rules={"layout": layout(1)})
        with write_lock(tmp_path / "data" / "activity.sqlite"):
            for number in range(3):
                refused = report(service, venue, f"lost-{number}")
                assert refused.status_code == 503, refused.text
                assert refused.json()["code"] == "unavailable"
            assert service.create_tenant().status_code == 201
            preview = service.http.get("/seats/preview", params={"venue": venue, "seat": "1/1/3"})
            assert preview.status_code == 200
            assert service.readiness() == 200
            wait_until(lambda: bool(service.outage_series()))
            assert list(service.outage_series()) in OUTAGES
        assert parts(service, "outage begins") == ["activity_writes"]
        assert service.outages("locked")
        accepted = report(service, venue, "lost-0", "lost-1", "lost-2")
        assert sorted(accepted.json()["accepted"]) == ["lost-0", "lost-1", "lost-2"]
        wait_until(lambda: parts(service, "outage ends") == ["activity_writes"])
        wait_until(lambda: service.outage_series() == {})
        assert parts(service, "outage begins") == ["activity_writes"]


def test_two_outages_of_activity_begin_and_end_twice(tmp_path: Path) -> None:
    """Each event is stored once in the end."""
    with operated_service(tmp_path) as service:
        venue = service.create_venue(rules={"layout": layout(1)})
        for number in range(2):
            with write_lock(tmp_path / "data" / "activity.sqlite"):
                assert report(service, venue, f"event-{number}").status_code == 503
            assert report(service, venue, f"event-{number}").status_code == 202
            wait_until(lambda: len(parts(service, "outage ends")) == len(parts(service, "outage begins")))
        assert parts(service, "outage begins") == ["activity_writes"] * 2
        listed = service.http.get("/events", params={"venue": venue}).json()["data"]
        assert sorted(each["eventId"] for each in listed) == ["event-0", "event-1"]


def test_a_locked_file_of_records_is_an_outage_of_another_part(tmp_path: Path) -> None:
    """Changes are refused, and events are stored."""
    with operated_service(tmp_path) as service:
        venue = service.create_venue(rules={"layout": layout(1)})
        with write_lock(tmp_path / "data" / "seatpreview.sqlite"):
            assert service.create_tenant().status_code == 503
            assert report(service, venue, "stored").status_code == 202
        assert parts(service, "outage begins") == ["database_writes"]
        assert service.create_tenant().status_code == 201
        wait_until(lambda: parts(service, "outage ends") == ["database_writes"])
