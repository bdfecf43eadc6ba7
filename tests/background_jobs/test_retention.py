"""Events and keys as they age: exact counts, deletion in time, and no deletion by a wrong clock."""

import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from cast import Cast, create_cast
from operations.halls import layout
from seatpreview.settings.settings import Settings
from serving import LiveService, running

pytestmark = [pytest.mark.anyio, pytest.mark.long]

Json = dict[str, Any]

DAY = 86_400
AUDIT_DAYS = 3
RAW_DAYS = 4
ZONE = ZoneInfo("Europe/Berlin")
AFTER_THE_CHANGE = datetime(2027, 3, 30, 12, tzinfo=UTC)
"""On 28 March 2027, the day has 23 hours in Berlin."""


@pytest.fixture(scope="module")
async def aged(new_settings: Callable[..., Settings]) -> AsyncIterator[LiveService]:
    """A service that keeps events for days and counts for months, and deletes revoked keys."""
    settings = new_settings(
        event_days=60, raw_event_days=RAW_DAYS, audit_days=AUDIT_DAYS, revoked_key_days=AUDIT_DAYS
    )
    async with running(settings) as service:
        yield service


async def run(service: LiveService, job: str) -> None:
    """Runs a job until nothing is left for it to do."""
    for _ in range(200):
        done = await service.worker.jobs.run(job)
        if not done or not done[1]:
            return
        # A job may rest between two rounds.
        service.clock.advance(30)
    raise AssertionError(f"{job} does not come to an end")


async def advance(service: LiveService, seconds: float) -> None:
    """Lets time pass in steps, and checks the clock after each, as a worker does."""
    while seconds > 0:
        step = min(seconds, DAY / 2)
        service.clock.advance(step)
        await service.worker.jobs.run("check_clock")
        seconds -= step


async def report(cast: Cast, venue: str, **params: Any) -> dict[str, int]:
    rows = await cast.owner.list_all("/events/report", venue=venue, groupBy="day", limit=100, **params)
    return {row["key"]: row["total"] for row in rows}


@pytest.mark.any_engine
async def test_reports_are_exact_before_and_after_counting_and_without_their_events(
    aged: LiveService,
) -> None:
    start = AFTER_THE_CHANGE.timestamp() - aged.clock.now() / 1_000_000
    assert start > 0
    await advance(aged, start)
    cast = await create_cast(aged)
    venue = await cast.venue(cast.owner.tenant_id, rules={"layout": layout(2)}, timezone="Europe/Berlin")
    choose = random.Random(18)
    moments = [AFTER_THE_CHANGE - timedelta(minutes=choose.randrange(1, 4 * 24 * 60)) for _ in range(380)]
    # The seconds around midnight, and around the hour that the day lacks.
    for local in (datetime(2027, 3, 28, tzinfo=ZONE), datetime(2027, 3, 29, tzinfo=ZONE)):
        moments += [local.astimezone(UTC) + timedelta(seconds=each) for each in (-1, 0, 1, 3600, 7199, 7200)]
    expected = Counter(moment.astimezone(ZONE).date().isoformat() for moment in moments)
    events = [
        {"eventId": f"e-{number}", "kind": "session_started", "venue": venue, "at": moment.isoformat()}
        for number, moment in enumerate(moments)
    ]
    for first in range(0, len(events), 50):
        answer = await cast.owner.post("/events", {"events": events[first : first + 50]})
        assert answer.json()["rejected"] == [], answer.text
    assert await report(cast, venue) == expected
    half_past = AFTER_THE_CHANGE - timedelta(days=2, minutes=30)
    since = Counter(moment.astimezone(ZONE).date().isoformat() for moment in moments if moment >= half_past)
    part = {"from": half_past.isoformat()}
    assert await report(cast, venue, **part) == since
    await advance(aged, 300)
    await run(aged, "count_events")
    assert await report(cast, venue) == expected
    assert await report(cast, venue, **part) == since
    # The same events again are duplicates, and count once.
    again = await cast.owner.post("/events", {"events": events[:50]})
    assert len(again.json()["duplicates"]) == 50
    await run(aged, "count_events")
    assert await report(cast, venue) == expected
    days = sorted(expected)
    whole = {"from": days[1], "until": days[3]}
    assert await report(cast, venue, **whole) == {day: expected[day] for day in days[1:3]}
    # The events themselves are deleted, and their counts stay.
    await advance(aged, (RAW_DAYS + 1) * DAY)
    await run(aged, "count_events")
    await run(aged, "prune_events")
    assert await cast.owner.list_all("/events", venue=venue) == []
    assert await report(cast, venue) == expected
    assert await report(cast, venue, **whole) == {day: expected[day] for day in days[1:3]}
    for edge in ("from", "until"):
        refused = await cast.owner.get(
            "/events/report", venue=venue, groupBy="day", **{edge: half_past.isoformat()}
        )
        assert refused.status_code == 400, refused.text
        assert refused.json()["errors"]
        assert "2027-03-" in refused.text, "the day to ask for is named"
    by_total = await cast.owner.get("/events/report", venue=venue, groupBy="day", kind="error")
    assert [row for row in by_total.json()["data"] if row["total"]] == []


@pytest.mark.any_engine
async def test_counts_of_a_grantee_have_nothing_of_others_also_after_counting(aged: LiveService) -> None:
    cast = await create_cast(aged)
    venue = await cast.venue(cast.owner.tenant_id, rules={"layout": layout(1)}, timezone="Pacific/Kiritimati")
    await cast.grant(venue, str(cast.grantee.tenant_id))

    async def send(actor: Any, count: int, name: str) -> None:
        events = [
            {"eventId": f"{name}-{each}", "kind": "seat_viewed", "venue": venue, "seat": "1/1/1"}
            for each in range(count)
        ]
        assert len((await actor.post("/events", {"events": events})).json()["accepted"]) == count

    async def totals(actor: Any) -> int:
        rows = await actor.list_all("/events/report", venue=venue, groupBy="seat")
        return sum(row["total"] for row in rows)

    await send(cast.owner, 7, "own")
    await send(cast.grantee, 5, "granted")
    for _ in range(2):
        assert await totals(cast.owner) == 12
        assert await totals(cast.grantee) == 5
        strange = await cast.stranger.get("/events/report", venue=venue, groupBy="seat")
        assert strange.status_code == 404 or strange.json()["data"] == []
        await advance(aged, 300)
        await run(aged, "count_events")


@pytest.mark.any_engine
async def test_a_revoked_key_is_deleted_after_the_days_of_the_audit_and_not_before(aged: LiveService) -> None:
    cast = await create_cast(aged)
    key = await cast.operator.make_key(tenantId=cast.owner.tenant_id)
    path = f"/manage/keys/{key['keyId']}"
    assert (await cast.operator.delete(path)).status_code < 300
    await advance(aged, AUDIT_DAYS * DAY - 60)
    await run(aged, "prune_records")
    await run(aged, "delete_revoked_keys")
    assert (await cast.operator.get(path)).status_code == 200
    assert (await cast.operator.patch(path, {"status": "active"})).status_code == 400
    assert (await cast.operator.post(f"{path}/rotate", {})).status_code == 409
    revoked = await cast.who(("authorization", f"Bearer {key['plaintext']}"))
    assert revoked.json()["code"] == "key_revoked"
    await advance(aged, 3_700)
    await run(aged, "prune_records")
    await run(aged, "delete_revoked_keys")
    assert (await cast.operator.get(path)).status_code == 404
    gone = await cast.who(("authorization", f"Bearer {key['plaintext']}"))
    assert (gone.status_code, gone.json()["code"]) == (401, "key_invalid")
    # Other keys still work.
    assert (await cast.owner.get("/caller")).status_code == 200


@pytest.mark.any_engine
@pytest.mark.parametrize("days", [5, 20, 200, 4000])
async def test_a_clock_that_jumps_ahead_deletes_nothing_and_may_be_set_back(
    aged: LiveService, days: int
) -> None:
    cast = await create_cast(aged)
    venue = await cast.venue(cast.owner.tenant_id, rules={"layout": layout(1)})
    event = {"eventId": "one", "kind": "seat_viewed", "venue": venue, "seat": "1/1/1"}
    assert (await cast.owner.post("/events", {"events": [event]})).json()["accepted"] == ["one"]
    key = await cast.operator.make_key(tenantId=cast.owner.tenant_id)
    assert (await cast.operator.delete(f"/manage/keys/{key['keyId']}")).status_code < 300
    await advance(aged, 300)
    aged.clock.set_wrong(days * DAY)
    try:
        await aged.worker.jobs.run("check_clock")
        for job in ("prune_records", "count_events", "prune_events", "delete_revoked_keys", "delete_images"):
            await aged.worker.jobs.run(job)
    finally:
        aged.clock.set_wrong(-days * DAY)
    await aged.worker.jobs.run("check_clock")
    assert (await cast.operator.get(f"/manage/keys/{key['keyId']}")).status_code == 200
    assert [each["eventId"] for each in await cast.owner.list_all("/events", venue=venue)] == ["one"]
    rows = await cast.owner.list_all("/events/report", venue=venue, groupBy="seat")
    assert [row["total"] for row in rows] == [1]
    audit = await cast.operator.list_all("/manage/audit", tenantId=cast.owner.tenant_id, limit=100)
    assert key["keyId"] in {entry["id"] for entry in audit}
