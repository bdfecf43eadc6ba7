"""Heavy work ends with who asked for it: when the client disconnects or its key or session is revoked."""

import asyncio
import json
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from cast import Cast, bearer
from in_process_client import Client
from processes import functions
from seatpreview.http import request_client
from seatpreview.limits.shares import Lane, Share
from seatpreview.preview_images import operations as preview_image_operations
from seatpreview.problems import Unavailable
from seatpreview.processes.pool import EndReason, ProcessPool
from seatpreview.seats import best_seats_operation
from seatpreview.seats.best_seats_operation import _SEARCHES
from seatpreview.server.worker import app_of
from seatpreview.venues.venue_access import UsableVenue
from seats.halls import put_hall_record
from servers.polling import until

pytestmark = [pytest.mark.anyio, pytest.mark.promise]

BEST = "/seats/best"

Ended = Callable[[], Counter[EndReason]]


@pytest.fixture
async def hall(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> str:
    """A venue whose searches never end by themselves."""
    await put_hall_record(cast)
    monkeypatch.setattr(best_seats_operation, "search_best_seats", functions.sleep_for_ever)
    return str(cast.hall)


def pool_of(cast: Cast) -> ProcessPool:
    pool = cast.service.internals.resources.computation
    assert isinstance(pool, ProcessPool)
    return pool


def search(hall: str, count: int) -> dict[str, Any]:
    """Returns the body of a search, another one for each count."""
    return {"venue": hall, "count": count}


@asynccontextmanager
async def searching(
    cast: Cast, credentials: tuple[str, str], hall: str, requests: int
) -> AsyncIterator[list[asyncio.Task[httpx.Response]]]:
    """Sends searches, of which one runs and the others wait, each on a connection of its own."""
    pool = pool_of(cast)
    async with httpx.AsyncClient(base_url=cast.service.base_url, headers=[credentials]) as client:
        asked = [asyncio.create_task(client.post(BEST, json=search(hall, n + 1))) for n in range(requests)]
        await until(lambda: len(pool._running) == 1 and pool.queue.waiting == requests - 1)
        yield asked
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)


async def end_of_work(cast: Cast) -> None:
    pool = pool_of(cast)
    await until(lambda: (pool.queue.used, pool.queue.waiting, len(pool._running)) == (0, 0, 0))


@pytest.fixture
def ended(cast: Cast) -> Ended:
    """Returns how much work has ended in this test, by the reason."""
    total = cast.service.internals.resources.ended_work
    before = total.copy()
    return lambda: total - before


async def test_work_that_runs_or_waits_ends_when_its_client_disconnects(
    cast: Cast, hall: str, ended: Ended
) -> None:
    """Attack: costly searches whose connections are closed at once, so that nobody else gets one."""
    async with searching(cast, bearer(cast.owner.plaintext), hall, 3) as asked:
        for task in asked:
            task.cancel()
        await end_of_work(cast)
    await until(lambda: ended() == {"disconnected": 3, "abandoned": 3})


async def test_work_ends_when_its_client_sends_more_and_leaves(cast: Cast, hall: str, ended: Ended) -> None:
    """Attack: searches with the beginning of another request behind each, so that the server, which does not
    read on, never sees that the connections were closed."""
    search_and_more = request_bytes(cast, hall) + b"GET / HTTP/1.1\r\n"
    _, writer = await asyncio.open_connection("127.0.0.1", httpx.URL(cast.service.base_url).port)
    writer.write(search_and_more)
    await until(lambda: len(pool_of(cast)._running) == 1)
    writer.close()
    await end_of_work(cast)
    await until(lambda: ended() == {"disconnected": 1, "abandoned": 1})


async def test_work_ends_when_its_client_sends_so_much_more_that_it_could_leave_unseen(
    cast: Cast, hall: str, ended: Ended
) -> None:
    """Attack: the same with megabytes, behind which the end of the connection does not even arrive."""
    much_more = b"PUT / HTTP/1.1\r\nContent-Length: 10000000\r\n\r\n" + b" " * 1_000_000
    reader, writer = await asyncio.open_connection("127.0.0.1", httpx.URL(cast.service.base_url).port)
    writer.write(request_bytes(cast, hall) + much_more)
    answer = (await reader.readuntil(b"\r\n\r\n")).decode()
    assert answer.startswith("HTTP/1.1 429 ")
    await end_of_work(cast)
    await until(lambda: ended() == {"disconnected": 1, "abandoned": 1})
    writer.close()


def request_bytes(cast: Cast, hall: str) -> bytes:
    """Returns a search as it is sent over a connection."""
    body = json.dumps(search(hall, 1))
    name, value = bearer(cast.owner.plaintext)
    lines = (
        f"POST /v1{BEST} HTTP/1.1",
        "Host: 127.0.0.1",
        f"{name}: {value}",
        "Content-Type: application/json",
    )
    return "\r\n".join((*lines, f"Content-Length: {len(body)}", "", body)).encode()


@pytest.mark.both_engines
async def test_work_that_runs_or_waits_ends_when_its_key_is_revoked(
    cast: Cast, hall: str, ended: Ended
) -> None:
    """Attack: a leaked key whose work goes on after it was revoked."""
    leaked = await cast.actor(tenantId=cast.owner.tenant_id, groups=["seats"])
    async with searching(cast, bearer(leaked.plaintext), hall, 3) as asked:
        assert (await cast.owner.delete(f"/manage/keys/{leaked.key_id}")).status_code == 204
        answers = await asyncio.gather(*asked)
    assert {(each.status_code, each.json()["code"]) for each in answers} == {(401, "key_revoked")}
    await end_of_work(cast)
    await until(lambda: ended()["revoked"] == 3)


def test_a_revoked_key_is_noticed_within_a_second() -> None:
    assert request_client.PROOF_SECONDS <= 0.5


async def test_work_of_a_session_ends_with_it(cast: Cast, hall: str) -> None:
    session = await cast.session()
    async with searching(cast, bearer(session["token"]), hall, 1) as (asked,):
        assert (await cast.owner.delete(f"/sessions/{session['sessionId']}")).status_code == 204
        answer = await asked
    assert (answer.status_code, answer.json()["code"]) == (401, "session_expired")
    await end_of_work(cast)


async def test_work_ends_when_the_key_is_limited_to_other_operations(cast: Cast, hall: str) -> None:
    limited = await cast.actor(tenantId=cast.owner.tenant_id)
    async with searching(cast, bearer(limited.plaintext), hall, 1) as (asked,):
        changed = await cast.owner.patch(f"/manage/keys/{limited.key_id}", {"groups": ["events"]})
        assert changed.status_code == 200, changed.text
        answer = await asked
    assert answer.status_code == 403


async def test_work_goes_on_while_the_database_does_not_answer(
    cast: Cast, hall: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An outage is no proof that somebody may not have what they asked for."""
    records = cast.service.internals.resources.records
    proofs = 0

    async def unavailable() -> Any:
        nonlocal proofs
        proofs += 1
        raise Unavailable("The database does not answer.")

    async with searching(cast, bearer(cast.owner.plaintext), hall, 1) as (asked,):
        with monkeypatch.context() as outage:
            outage.setattr(records, "check_and_get_time", unavailable)
            await until(lambda: proofs > 1)
        assert not asked.done()


async def test_shared_work_goes_on_for_the_others_and_ends_with_the_last(
    cast: Cast, hall: str, ended: Ended
) -> None:
    """The danger: a client that hangs up ends the search that others wait for."""
    async with httpx.AsyncClient(base_url=cast.service.base_url) as client:
        headers = dict([bearer(cast.owner.plaintext)])
        first, second = (
            asyncio.create_task(client.post(BEST, json=search(hall, 2), headers=headers)) for _ in range(2)
        )
        watch = cast.service.internals.resources.caches.of(_SEARCHES)
        await until(lambda: len(pool_of(cast)._running) == 1)
        (flight,) = watch._running.values()
        await until(lambda: flight.callers == 2)
        first.cancel()
        await until(lambda: flight.callers == 1)
        assert len(pool_of(cast)._running) == 1
        second.cancel()
        await end_of_work(cast)
    await until(lambda: ended() == {"disconnected": 2, "abandoned": 1})


async def test_an_upload_that_is_being_received_ends_when_its_key_is_revoked(cast: Cast) -> None:
    """Attack: a revoked key whose upload, sent byte by byte, keeps its place for an hour."""
    leaked = await cast.actor(tenantId=cast.owner.tenant_id)
    app = app_of(cast.service.internals)
    headers = [
        (b"authorization", f"Bearer {leaked.plaintext}".encode()),
        (b"content-type", b"image/jpeg"),
        (b"content-length", b"1000000"),
    ]
    path = f"/v1/manage/venues/{cast.hall}/imagery/a.jpg"
    upload = Client(app, "PUT", path, headers, "192.0.2.1")
    await upload.until_body_is_awaited()
    assert (await cast.owner.delete(f"/manage/keys/{leaked.key_id}")).status_code == 204
    await until(lambda: len(upload.sent) > 0)
    assert upload.sent[0]["status"] == 401
    assert app._bodies.files.used == 0
    upload.task.cancel()


async def test_the_image_of_a_link_is_made_no_further_when_its_client_disconnects_or_the_link_ends(
    cast: Cast, hall: str, ended: Ended, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: links to images, which need no key, that are opened and left, again and again."""
    monkeypatch.setattr(preview_image_operations, "make_map", functions.sleep_for_ever)
    pool = pool_of(cast)
    made = await cast.owner.post("/seats/preview/image-links", {"venue": hall, "seat": "101/B/1"})
    async with httpx.AsyncClient() as client:
        left = asyncio.create_task(client.get(made.json()["url"]))
        await until(lambda: len(pool._running) == 1)
        left.cancel()
        await end_of_work(cast)
        await until(lambda: ended() == {"disconnected": 1, "abandoned": 1})
        asked = asyncio.create_task(client.get(made.json()["url"]))
        await until(lambda: len(pool._running) == 1)
        record = {"name": "Hall", "imageLinks": {"generation": 1}}
        assert (await cast.owner.put(f"/manage/venues/{hall}", record)).status_code == 200
        answer = await asked
    assert (answer.status_code, answer.json()["code"]) == (403, "signature_invalid")
    await end_of_work(cast)


async def test_labels_are_resolved_no_further_when_the_client_disconnects(
    cast: Cast, ended: Ended, monkeypatch: pytest.MonkeyPatch
) -> None:
    await put_hall_record(cast)
    resolved, may_go_on = [], threading.Event()
    resolve = UsableVenue.resolve

    def slow(usable: UsableVenue, label: str, *more: Any) -> Any:
        resolved.append(label)
        may_go_on.wait()
        return resolve(usable, label, *more)

    monkeypatch.setattr(UsableVenue, "takes_long", lambda *_: True)
    monkeypatch.setattr(UsableVenue, "resolve", slow)
    monkeypatch.setattr("seatpreview.context.SLICE_SECONDS", 0)
    body = {"venue": cast.hall, "labels": [f"101/B/{n}" for n in range(1, 100)]}
    async with httpx.AsyncClient(base_url=cast.service.base_url) as client:
        headers = dict([bearer(cast.owner.plaintext)])
        asked = asyncio.create_task(client.post("/seats/resolve", json=body, headers=headers))
        await until(lambda: len(resolved) == 1)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
    # The slice that runs is not ended, so that the work counts as ended only after it.
    (watched,) = cast.service.internals.client_watch._clients
    await until(lambda: watched._gone is not None and watched._gone.done())
    may_go_on.set()
    await until(lambda: ended() == {"disconnected": 1})
    assert len(resolved) == 1


async def test_keys_that_search_and_read_never_take_the_place_of_their_tenant_s_changes(
    cast: Cast, hall: str
) -> None:
    """Attack: dry runs with a key that may only read and searches with one for previews, so that the venue's
    owner cannot publish."""
    tenant, queue = str(cast.owner.tenant_id), pool_of(cast).queue
    lanes = (Lane.SEARCHES, Lane.SEARCHES, Lane.SEARCHES, Lane.READS, Lane.READS)
    shares = [Share(tenant, None, f"key_{number}", lane) for number, lane in enumerate(lanes)]
    turns = [queue.turn(share) for share in shares]
    waiting = [asyncio.ensure_future(turn.__aenter__()) for turn in turns]
    await until(lambda: queue.waiting == 2)
    written = await cast.owner.put(f"/manage/venues/{hall}", {"name": "Hall"})
    assert written.status_code == 200, written.text
    for turn in waiting:
        turn.cancel()
