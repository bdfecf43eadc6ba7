"""What a worker loads before it serves."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import structlog
from structlog.testing import capture_logs

from cast import Cast, create_cast
from seatpreview.context import Resources
from seatpreview.database.connection import Connection
from seatpreview.decoding.inputs import QUERIES
from seatpreview.problems import Unavailable
from seatpreview.seats import recent_previews
from seatpreview.seats.plan_cache import PLANS
from seatpreview.seats.recent_previews import RecentPreview, newest_first
from seatpreview.seats.seat_view import SEAT_VIEWS
from seatpreview.server import worker
from seatpreview.server.worker import Worker, warm_up
from seatpreview.settings.loader import as_environment
from seatpreview.settings.settings import Settings
from seatpreview.venues.record_kinds import VENUES
from seatpreview.venues.venue_access import RESOLUTIONS
from seats.halls import put_hall_record
from serving import LiveService, running

pytestmark = pytest.mark.anyio

SEATS = ("101/B/1", "101/B/2", "Terrace 101, Row B, Seat 3")


def resources_of(service: LiveService) -> Resources:
    return service.internals.resources


def seats_of(previews: list[RecentPreview]) -> list[str]:
    return [preview.query.seat for preview in previews]


async def look_at_seats(cast: Cast, *seats: str) -> None:
    """Lets the owner look at seats of the hall, as the first who looks at any."""
    await put_hall_record(cast)
    clear_memory(resources_of(cast.service))
    for seat in seats:
        response = await cast.owner.get("/seats/preview", venue="Grand Hall", seat=seat)
        assert response.status_code == 200, response.text


@pytest.fixture
def settings(new_settings: Callable[..., Settings]) -> Settings:
    return new_settings()


async def test_a_service_that_starts_makes_the_previews_that_were_asked_for_last(settings: Settings) -> None:
    async with running(settings) as service:
        cast = await create_cast(service)
        await look_at_seats(cast, *SEATS)
        hall = cast.hall
    async with running(settings) as service:
        resources = resources_of(service)
        assert resources.records.get(VENUES, hall) is None
        with capture_logs() as logs:
            await warm_up(resources)
        assert [(line["event"], line["venues"], line["seats"]) for line in logs] == [("venues loaded", 1, 3)]
        assert resources.records.get(VENUES, hall) is not None
        assert len(resources.caches.of(SEAT_VIEWS)) == 3
        assert seats_of(newest_first(resources.caches)) == [*reversed(SEATS)]
        assert len(resources.caches.of(PLANS)) == 1


async def test_a_grantee_finds_its_own_aliases_in_memory(settings: Settings) -> None:
    async with running(settings) as service:
        cast = await create_cast(service)
        await put_hall_record(cast)
        path = f"/manage/venues/{cast.hall}/aliases"
        assert (
            await cast.grantee.put(path, {"aliases": [{"name": "Ours", "section": "101"}]})
        ).status_code == 200
        found = await cast.grantee.get("/seats/preview", venue=cast.hall, seat="Ours, Row B, Seat 2")
        assert found.status_code == 200, found.text
        await recent_previews.write(resources_of(service).caches, resources_of(service).database)
        clear_memory(resources_of(service))
        await warm_up(resources_of(service))
        resolutions = resources_of(service).caches.of(RESOLUTIONS)
        assert [resolution.status for resolution in resolutions._entries.values()] == ["matched"]


async def test_what_is_gone_is_passed_over_and_forgotten(cast: Cast) -> None:
    await look_at_seats(cast, "E9/1/1", *SEATS)
    resources = resources_of(cast.service)
    await recent_previews.write(resources.caches, resources.database)
    clear_memory(resources)
    east = {"id": "E9", "rows": ["1"], "seats": {"count": 2}}
    record = {"name": "Hall", "rules": {"layout": {"sections": [east]}}}
    assert (await cast.owner.put(f"/manage/venues/{cast.hall}", record)).status_code == 200
    await warm_up(resources)
    assert seats_of(newest_first(resources.caches)) == ["E9/1/1"]
    await recent_previews.write(resources.caches, resources.database)
    assert seats_of(await recent_previews.read(resources.database)) == ["E9/1/1"]


async def test_nothing_is_loaded_when_the_time_is_over(cast: Cast) -> None:
    await look_at_seats(cast, *SEATS)
    resources = resources_of(cast.service)
    await recent_previews.write(resources.caches, resources.database)
    clear_memory(resources)
    with capture_logs() as logs:
        await warm_up(resources, seconds_max=0)
    assert logs == []
    assert len(resources.caches.of(SEAT_VIEWS)) == 0


async def test_the_time_ends_a_load_that_hangs(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    hangs = asyncio.Event()

    async def hang(*_: Any) -> None:
        await hangs.wait()

    monkeypatch.setattr(worker, "read", hang)
    await warm_up(resources_of(cast.service), seconds_max=0.01)


@pytest.mark.parametrize("failure", [Unavailable("away", retry_after_seconds=1), RuntimeError("a fault")])
async def test_a_failure_does_not_keep_the_service_from_starting(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    async def fail(*_: Any) -> None:
        raise failure

    monkeypatch.setattr(worker, "prepare_preview", fail)
    await look_at_seats(cast, *SEATS)
    resources = resources_of(cast.service)
    await recent_previews.write(resources.caches, resources.database)
    with capture_logs() as logs:
        await warm_up(resources)
    assert [line["event"] for line in logs] == (
        [] if isinstance(failure, Unavailable) else ["the venues of the last sales could not be loaded"]
    )


async def test_what_another_version_has_written_is_ignored(cast: Cast) -> None:
    database = resources_of(cast.service).database
    for text in ('{"of": "another version"}', "not even JSON", "[1]"):
        await database.write_activity(recent_previews._write, text)
        assert await recent_previews.read(database) == []


async def test_nothing_is_written_where_nobody_asked(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """An idle service writes nothing."""
    writes: list[str] = []

    async def write(_connection: Connection, text: str) -> None:
        writes.append(text)

    monkeypatch.setattr(recent_previews, "_write", write)
    resources = resources_of(cast.service)
    await look_at_seats(cast)
    await recent_previews.write(resources.caches, resources.database)
    assert writes == []
    await look_at_seats(cast, *SEATS)
    for _ in range(2):
        await recent_previews.write(resources.caches, resources.database)
    assert [len(msgspec.json.decode(text)) for text in writes] == [3]


async def test_what_admin_scope_looks_at_and_what_is_no_seat_is_not_noted(cast: Cast) -> None:
    """A label may be a whole listing. What is written must stay small, and hold nothing but places."""
    await look_at_seats(cast)
    long_label = "Terrace 101, Row B, Seat 2" + 80 * " "
    for actor, seat in ((cast.operator, "101/B/1"), (cast.owner, long_label)):
        found = await actor.get("/seats/preview", venue=cast.hall, seat=seat)
        assert found.status_code == 200, found.text
    assert newest_first(resources_of(cast.service).caches) == []


async def test_a_session_is_noted_with_what_it_says_of_the_view(cast: Cast) -> None:
    await look_at_seats(cast)
    session = await cast.session(locale="de-CH", configuration="end")
    headers = [("Authorization", f"Bearer {session['token']}")]
    found = await cast.service.ask("GET", "/seats/preview?seat=101/B/1", headers)
    assert found.status_code == 200, found.text
    [noted] = newest_first(resources_of(cast.service).caches)
    assert (noted.tenant_id, noted.query.venue) == (cast.owner.tenant_id, cast.hall)
    assert (noted.query.locale, noted.query.configuration) == ("de-CH", "end")


async def test_a_worker_is_ready_after_it_has_loaded_and_not_before(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(settings):
        pass  # Creates the tables.
    order: list[str] = []

    async def load(resources: Resources) -> None:
        order.append("loaded")

    async def send(message: dict[str, Any]) -> None:
        order.append(message["type"])

    messages = iter(({"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}))

    async def receive() -> dict[str, Any]:
        return next(messages)

    monkeypatch.setattr(worker, "warm_up", load)
    # Loggers that keep their configuration would hide what later tests look for.
    monkeypatch.setattr(worker, "set_up_logs", lambda _format: None)
    monkeypatch.setattr(structlog, "configure", lambda **_options: None)
    for name, value in as_environment(settings).items():
        monkeypatch.setenv(name, value)
    await Worker()({"type": "lifespan"}, receive, send)
    assert order == ["loaded", "lifespan.startup.complete", "lifespan.shutdown.complete"]


def clear_memory(resources: Resources) -> None:
    """Forgets everything, as when the process starts anew. The application holds its memory of queries
    itself: with another one in its place, it would no longer be counted for tests that come later."""
    made = resources.caches._made
    for kind in [each for each in made if each is not QUERIES]:
        del made[kind]
    for cache in resources.records._caches.values():
        cache.clear()
