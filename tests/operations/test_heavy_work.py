"""Heavy work: what one tenant asks for makes no other wait, and is refused when it is too much."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import text

from cast import Cast
from database.held_connections import held
from processes import functions
from seatpreview import context as context_module
from seatpreview.api.examples import VENUE_RECORD
from seatpreview.database import engines, sqlite
from seatpreview.database.connection import Connection
from seatpreview.limits.shares import Share
from seatpreview.problems import ValidationFailed
from seatpreview.processes.pool import Computation, ProcessPool
from seatpreview.seats import operations as seats
from seatpreview.venues import computations
from seats.halls import put_hall_record
from servers.polling import PATIENCE_SECONDS, until
from serving import LiveService

pytestmark = pytest.mark.anyio

ENDLESS = text("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT 1 FROM c) SELECT count(*) FROM c")


def processes_of(cast: Cast) -> ProcessPool:
    computation: Computation = cast.service.internals.resources.computation
    assert isinstance(computation, ProcessPool)
    return computation


async def test_a_tenant_waits_behind_itself_and_is_refused_when_its_queue_is_full(cast: Cast) -> None:
    """Attack: many large records at once, so that nobody else can publish."""
    queue, path = processes_of(cast).queue, f"/manage/venues/{cast.hall}"
    async with queue.turn(Share(str(cast.owner.tenant_id)), queue.capacity):
        waiting = [asyncio.create_task(cast.owner.put(path, VENUE_RECORD)) for _ in range(20)]
        await until(lambda: queue.waiting == 20)
        refused = await cast.owner.put(path, VENUE_RECORD)
        assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
        assert int(refused.headers["retry-after"]) > 0
        assert (await cast.stranger.post("/manage/venues", {"name": "Club"})).status_code == 201
        assert not any(task.done() for task in waiting)
    statuses = {response.status_code for response in await asyncio.gather(*waiting)}
    assert statuses <= {200, 409}


async def test_work_that_takes_too_long_is_400_and_says_so(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context_module, "COMPUTATION_SECONDS_MAX", 0.1)
    monkeypatch.setattr(computations, "check_record", functions.compute_for_ever)
    refused = await cast.owner.put(f"/manage/venues/{cast.hall}", VENUE_RECORD)
    assert (refused.status_code, refused.json()["code"]) == (400, "validation_failed")
    assert "takes longer" in refused.json()["detail"]


async def test_faults_of_a_body_are_reported_before_anything_else_though_it_is_decoded_elsewhere(
    cast: Cast,
) -> None:
    for path in (f"/manage/venues/{cast.hall}", "/manage/venues/ven_000000000000"):
        refused = await cast.owner.put(path, {"name": 1})
        assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "/name")
    assert (await cast.owner.put("/manage/venues/ven_000000000000", {"name": "x"})).status_code == 404


async def test_a_venue_is_returned_as_it_was_answered_when_it_was_written(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}"
    written = (await cast.owner.put(path, VENUE_RECORD)).json()
    assert (await cast.owner.get(path)).json() == written
    assert {name: written[name] for name in VENUE_RECORD} == VENUE_RECORD


@pytest.mark.both_engines
async def test_reports_leave_the_other_connections_to_those_who_read_few_rows(cast: Cast) -> None:
    """Attack: sixteen reports at once."""
    database = cast.service.internals.resources.database
    async with AsyncExitStack() as stack:
        for _ in range(engines.REPORTS_MAX):
            await stack.enter_async_context(held(database.report))
        reports = [asyncio.create_task(cast.owner.get("/events/report", groupBy="seat")) for _ in range(16)]
        await until(lambda: cast.service.internals.resources.reports.used > 0)
        for _ in range(5):
            assert (await cast.stranger.get("/manage/keys")).status_code == 200
        assert not any(report.done() for report in reports)
    assert {report.status_code for report in await asyncio.gather(*reports)} == {200}


@pytest.mark.both_engines
async def test_a_statement_over_too_many_rows_ends(
    service: LiveService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "REPORT_SECONDS_MAX", 0.05)
    database = service.internals.resources.database

    async def count_for_ever(connection: Connection) -> None:
        if not database.is_sqlite:
            await connection.execute(text("SET statement_timeout = '50ms'"))
        await connection.execute(ENDLESS)

    async def count_to_one(connection: Connection) -> int:
        if not database.is_sqlite:
            await connection.execute(text("SET statement_timeout = '10s'"))
        return int(await connection.scalar(text("SELECT 1")))

    with pytest.raises(ValidationFailed) as refusal:
        await database.report(count_for_ever)
    assert "shorter period" in refusal.value.detail
    assert await database.report(count_to_one) == 1


@pytest.mark.both_engines
async def test_a_statement_that_nobody_waits_for_any_more_ends(
    service: LiveService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: reports whose connections are closed at once, so that nobody else gets one."""
    monkeypatch.setattr(sqlite, "REPORT_SECONDS_MAX", 1_000_000)
    database = service.internals.resources.database
    begun = 0

    async def count_for_ever(connection: Connection) -> None:
        nonlocal begun
        begun += 1
        if not database.is_sqlite:
            await connection.execute(text("SET statement_timeout = '0'"))
        await connection.execute(ENDLESS)

    async def count_to_one(connection: Connection) -> int:
        return int(await connection.scalar(text("SELECT 1")))

    reports = [asyncio.create_task(database.report(count_for_ever)) for _ in range(engines.REPORTS_MAX)]
    await until(lambda: begun == engines.REPORTS_MAX)
    for report in reports:
        report.cancel()
    await asyncio.gather(*reports, return_exceptions=True)
    assert await asyncio.gather(*(database.report(count_to_one) for _ in reports)) == [1] * len(reports)


@pytest.mark.parametrize("path", ["/seats/plan", "/seats/preview", "/seats/preview/image"])
async def test_no_tenant_waits_for_the_turn_of_another_that_asked_first(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """The attack: a grantee has work enough to wait long for its turn, and asks for what the owner and its
    buyers are about to ask for as well. What two of them made is kept once."""
    monkeypatch.setattr(seats, "PLAN_PARTS_ON_THE_LOOP_MAX", 0)
    monkeypatch.setattr(seats, "IMAGES_ON_THE_LOOP_MAX", -1)
    queue = {
        "/seats/plan": processes_of(cast).queue,
        "/seats/preview": cast.service.internals.resources.threads,
        "/seats/preview/image": cast.service.internals.resources.preview_images,
    }[path]
    await put_hall_record(cast)
    query = {"venue": cast.hall} if path == "/seats/plan" else {"venue": cast.hall, "seat": "101/B/2"}
    async with queue.turn(Share(str(cast.grantee.tenant_id)), queue.capacity):
        waiting = asyncio.create_task(cast.grantee.get(path, **query))
        await until(lambda: queue.waiting > 0)
        async with asyncio.timeout(PATIENCE_SECONDS):
            of_owner = await cast.owner.get(path, **query)
    of_grantee = await waiting
    assert (of_owner.status_code, of_grantee.status_code) == (200, 200), of_owner.text
    assert of_grantee.headers["etag"] == of_owner.headers["etag"]
