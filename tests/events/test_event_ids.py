"""Ids of events: some begin with the time (UUID version 7), others do not, and each counts once."""

import secrets
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from operated_service import OperatedService, operated_service
from operations.halls import layout
from servers.service_process import running_service

pytestmark = pytest.mark.long

Json = dict[str, Any]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OperatedService]:
    with operated_service(tmp_path_factory.mktemp("events")) as running:
        yield running


@pytest.fixture
def venue(service: OperatedService) -> str:
    return service.create_venue(rules={"layout": layout(1)})


def timed_id(milliseconds: int | None = None) -> str:
    """Returns a UUID of version 7, of this moment or of another."""
    at = int(time.time() * 1000) if milliseconds is None else milliseconds
    number = (at << 80) | (7 << 76) | (secrets.randbits(12) << 64) | (2 << 62) | secrets.randbits(62)
    return str(uuid.UUID(int=number))


def report(service: OperatedService, venue: str, ids: list[str]) -> Json:
    events = [{"eventId": each, "kind": "seat_viewed", "venue": venue, "seat": "1/1/3"} for each in ids]
    response = service.http.post("/events", json={"events": events})
    assert response.status_code == 202, response.text
    answer: Json = response.json()
    assert answer["rejected"] == answer["discarded"] == []
    return answer


def stored(service: OperatedService, venue: str) -> list[str]:
    response = service.http.get("/events", params={"venue": venue, "limit": 100})
    assert response.status_code == 200, response.text
    return [each["eventId"] for each in response.json()["data"]]


def test_ids_of_both_kinds_that_are_sent_twice_are_stored_once(service: OperatedService, venue: str) -> None:
    ids = [timed_id(), str(uuid.uuid4()), "e", timed_id(), "-" * 64, str(uuid.uuid1()), "_0", timed_id()]
    first = report(service, venue, ids)
    assert sorted(first["accepted"]) == sorted(ids)
    second = report(service, venue, ids[::-1])
    assert second["accepted"] == []
    assert sorted(second["duplicates"]) == sorted(ids)
    assert sorted(stored(service, venue)) == sorted(ids)
    rows = service.http.get("/events/report", params={"venue": venue, "groupBy": "seat"}).json()["data"]
    assert [(row["key"], row["total"]) for row in rows] == [("1/1/3", len(ids))]


def test_an_id_that_is_twice_in_one_request_is_accepted_once(service: OperatedService, venue: str) -> None:
    timed, other = timed_id(), "by-chance"
    answer = report(service, venue, [timed, other, timed_id(), other, timed])
    assert sorted(answer["duplicates"]) == sorted([timed, other])
    assert len(answer["accepted"]) == 3
    assert len(stored(service, venue)) == 3


def test_spellings_of_one_uuid_are_different_ids(service: OperatedService, venue: str) -> None:
    """Ids are compared as text, and listed as they were sent."""
    timed = timed_id()
    ids = [timed, timed.upper(), timed.replace("-", ""), timed.replace("-", "").upper(), timed + "-"]
    assert sorted(report(service, venue, ids)["accepted"]) == sorted(set(ids))
    assert sorted(report(service, venue, ids)["duplicates"]) == sorted(set(ids))
    assert sorted(stored(service, venue)) == sorted(set(ids))


def test_the_time_in_an_id_is_not_trusted(service: OperatedService, venue: str) -> None:
    ids = [timed_id(0), timed_id(2**48 - 1), "f" * 32, "0" * 32, timed_id(1)]
    assert sorted(report(service, venue, ids)["accepted"]) == sorted(ids)
    assert sorted(report(service, venue, ids)["duplicates"]) == sorted(ids)
    events = service.http.get("/events", params={"venue": venue}).json()["data"]
    assert {event["day"] for event in events} == {time.strftime("%Y-%m-%d", time.gmtime())}


def test_each_id_of_racing_requests_is_accepted_once(service: OperatedService, venue: str) -> None:
    ids = [timed_id() if number % 2 else str(uuid.uuid4()) for number in range(50)]
    answers: list[Json] = []
    threads = [threading.Thread(target=lambda: answers.append(report(service, venue, ids))) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(90)
    assert len(answers) == 5
    assert sorted(each for answer in answers for each in answer["accepted"]) == sorted(ids)
    assert sum(len(answer["duplicates"]) for answer in answers) == 4 * len(ids)


def test_events_that_a_killed_service_accepted_are_duplicates_for_the_next(tmp_path: Path) -> None:
    with operated_service(tmp_path) as first:
        venue = first.create_venue(rules={"layout": layout(1)})
        ids = [timed_id(), str(uuid.uuid4()), "short"]
        report(first, venue, ids)
        first.process.kill()
        with running_service(tmp_path) as second:
            first.http.base_url = second.base_address
            answer = report(first, venue, [*ids, "new"])
            assert answer["accepted"] == ["new"]
            assert sorted(answer["duplicates"]) == sorted(ids)
