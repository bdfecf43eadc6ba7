"""Unseen cases: a clock that an operator confirms, and a file of activity that takes no writes."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.program import run
from unseen.served import Served, served, wait_until

pytestmark = pytest.mark.long

Json = dict[str, Any]
OUTAGE = 'seatpreview_outage{cause="locked",part="activity_writes"}'
LAYOUT = {"sections": [{"id": "A", "rows": ["1"], "seats": {"count": 9}}]}


def clock_entries(service: Served) -> list[Json]:
    response = service.http.get("/manage/audit", params={"kind": "clock"})
    assert response.status_code == 200, response.text
    entries: list[Json] = response.json()["data"]
    return entries


def test_confirmed_clock_is_in_the_audit_list(tmp_path: Path) -> None:
    """To look is no entry; to confirm is one each time, by the operator, which tenants do not see."""
    with served(tmp_path) as service:
        tenant_id = service.create_tenant().json()["tenantId"]
        key = service.http.post("/manage/keys", json={"tenantId": tenant_id}).json()["plaintext"]
        assert run("db", "confirm-clock", cwd=tmp_path).returncode == 0
        assert clock_entries(service) == []
        confirmed = run("db", "confirm-clock", "--yes", "--json", cwd=tmp_path)
        assert confirmed.returncode == 0, confirmed.stderr
        json.loads(confirmed.stdout)
        [entry] = clock_entries(service)
        assert (entry["action"], entry["actor"], entry["tenantId"]) == ("confirmed", "operator", None)
        everything = service.http.get("/manage/audit").json()["data"]
        assert everything[0] == entry
        numbers = [each["number"] for each in everything]
        assert numbers == list(range(numbers[0], 0, -1))
        headers = {"authorization": f"Bearer {key}"}
        seen = httpx.get(f"{service.service.base_address}/manage/audit", headers=headers, timeout=60)
        assert seen.status_code == 200
        assert all(each["kind"] != "clock" for each in seen.json()["data"])
        assert run("db", "confirm-clock", "--yes", cwd=tmp_path).returncode == 0
        assert len(clock_entries(service)) == 2
        assert service.create_tenant().status_code == 201


def test_confirmed_clock_of_a_service_that_is_off(tmp_path: Path) -> None:
    """The entry is there when the service starts, and a backup that is older says that it lacks a change."""
    with served(tmp_path):
        pass
    assert run("db", "backup", "before.tar", cwd=tmp_path).returncode == 0
    assert run("db", "confirm-clock", "--yes", cwd=tmp_path).returncode == 0
    verified = run("db", "verify", "before.tar", cwd=tmp_path)
    assert verified.returncode == 0, verified.stderr
    assert "clock confirmed 1" in verified.stdout
    with served(tmp_path) as service:
        assert [each["action"] for each in clock_entries(service)] == ["confirmed"]


@contextmanager
def write_lock(path: Path) -> Iterator[None]:
    """Keeps every other process from writing to this SQLite file."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=60)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def report(service: Served, venue: str, *ids: str) -> httpx.Response:
    events = [{"eventId": each, "kind": "seat_viewed", "venue": venue, "seat": "A/1/3"} for each in ids]
    return service.http.post("/events", json={"events": events})


def parts(service: Served, event: str) -> list[str]:
    return [line["part"] for line in service.lines(event=event)]


def test_activity_that_takes_no_writes_is_one_outage_of_its_own(tmp_path: Path) -> None:
    """Events are refused, several times in one outage; records are changed, and views are shown meanwhile."""
    with served(tmp_path) as service:
        venue = service.create_venue(rules={"layout": LAYOUT})
        with write_lock(tmp_path / "data" / "activity.sqlite"):
            for number in range(3):
                refused = report(service, venue, f"lost-{number}")
                assert refused.status_code == 503, refused.text
                assert refused.json()["code"] == "unavailable"
            assert service.create_tenant().status_code == 201
            preview = service.http.get("/seats/preview", params={"venue": venue, "seat": "A/1/3"})
            assert preview.status_code == 200
            assert service.readiness() == 200
            wait_until(lambda: bool(service.outage_series()))
            assert list(service.outage_series()) == [OUTAGE]
        assert parts(service, "outage begins") == ["activity_writes"]
        assert service.outages("locked")
        accepted = report(service, venue, "lost-0", "lost-1", "lost-2")
        assert sorted(accepted.json()["accepted"]) == ["lost-0", "lost-1", "lost-2"]
        wait_until(lambda: parts(service, "outage ends") == ["activity_writes"])
        wait_until(lambda: service.outage_series() == {})
        assert parts(service, "outage begins") == ["activity_writes"]


def test_second_outage_of_activity_is_a_second_one(tmp_path: Path) -> None:
    """Two outages have two beginnings and two ends, and each event is stored once after all."""
    with served(tmp_path) as service:
        venue = service.create_venue(rules={"layout": LAYOUT})
        for number in range(2):
            with write_lock(tmp_path / "data" / "activity.sqlite"):
                assert report(service, venue, f"event-{number}").status_code == 503
            assert report(service, venue, f"event-{number}").status_code == 202
            wait_until(lambda: len(parts(service, "outage ends")) == len(parts(service, "outage begins")))
        assert parts(service, "outage begins") == ["activity_writes"] * 2
        listed = service.http.get("/events", params={"venue": venue}).json()["data"]
        assert sorted(each["eventId"] for each in listed) == ["event-0", "event-1"]


def test_records_that_take_no_writes_are_another_part(tmp_path: Path) -> None:
    """While the file of records is locked, changes are refused, and events are stored as before."""
    with served(tmp_path) as service:
        venue = service.create_venue(rules={"layout": LAYOUT})
        with write_lock(tmp_path / "data" / "seatpreview.sqlite"):
            assert service.create_tenant().status_code == 503
            assert report(service, venue, "stored").status_code == 202
        assert parts(service, "outage begins") == ["database_writes"]
        assert service.create_tenant().status_code == 201
        wait_until(lambda: parts(service, "outage ends") == ["database_writes"])
