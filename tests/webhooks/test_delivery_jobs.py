"""A change, from the request that makes it to the signed request at the receiver, by the jobs of a worker."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from prometheus_client import generate_latest
from standardwebhooks import Webhook

from cast import Cast, bearer, create_cast
from seatpreview.background_jobs import webhook_jobs
from seatpreview.doctor.records import check_webhooks
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import datetime_of
from seatpreview.webhooks.event_summaries import MINUTE
from servers.promtool import series
from serving import LiveService, running
from webhooks.receivers import LOOPBACK, Receiver, receiving, status

pytestmark = pytest.mark.anyio

JOBS = ("write_deliveries", "send_deliveries", "summarize_events", "count_deliveries")


@pytest.fixture
async def service(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[LiveService]:
    monkeypatch.setattr(webhook_jobs, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(webhook_jobs, "FULL_SECONDS", 0)
    async with running(new_settings(webhook_networks=LOOPBACK)) as service:
        yield service


async def run_jobs(service: LiveService) -> None:
    """Runs a round of each job, and waits until nothing is on its way."""
    for name in JOBS:
        await service.worker.jobs.run(name)
        while service.worker._webhooks.sender.running:
            await service.worker._webhooks.sender.wait_for_room(60)
            await asyncio.sleep(0)
    assert not service.worker.jobs.failures


async def make_webhook(cast: Cast, receiver: Receiver, **more: Any) -> dict[str, Any]:
    body = {"url": receiver.url, "tenantId": cast.owner.tenant_id} | more
    response = await cast.operator.post("/manage/webhooks", body)
    assert response.status_code == 201, response.text
    made: dict[str, Any] = response.json()
    return made


@pytest.mark.both_engines
async def test_a_change_a_ping_and_a_redelivery_arrive_signed(service: LiveService) -> None:
    cast = await create_cast(service)
    async with receiving(status("500 Oh", body="broken"), b"HTTP/1.1 204 Fine\r\n\r\n") as receiver:
        made = await make_webhook(cast, receiver)
        path = f"/manage/webhooks/{made['webhookId']}"
        await cast.owner.make_key()
        await run_jobs(service)
        [first] = (await cast.owner.get(f"{path}/deliveries")).json()["data"]
        assert (first["type"], first["status"], first["lastStatus"]) == ("key.created", "pending", 500)
        assert first["lastAnswer"] is None, "what a permitted network answers is not for tenants"
        service.clock.advance(6)
        await run_jobs(service)
        assert (await cast.owner.post(f"{path}/test")).is_success
        await run_jobs(service)
        again = await cast.owner.post(f"{path}/deliveries/{first['deliveryId']}/redeliver")
        assert again.is_success, again.text
        await run_jobs(service)
        listed = (await cast.owner.get(f"{path}/deliveries")).json()["data"]
    assert [(row["type"], row["status"], row["lastStatus"]) for row in listed] == [
        ("ping", "delivered", 204),
        ("key.created", "delivered", 204),
    ]
    ids = [request.headers["webhook-id"] for request in receiver.received]
    assert ids == [first["deliveryId"]] * 2 + [listed[0]["deliveryId"], first["deliveryId"]]
    service.clock.go_on()
    for request in receiver.received:
        shown = Webhook(made["secret"]).sign(
            request.headers["webhook-id"], _time(request.headers["webhook-timestamp"]), request.body.decode()
        )
        assert request.headers["webhook-signature"] == shown
        assert made["secret"].encode() not in request.body
    service.worker.measured.webhook_backlog = service.worker._webhooks.backlog
    service.worker.metrics.report()
    found = series(generate_latest(service.internals.registry).decode())
    assert found['seatpreview_webhook_deliveries_total{outcome="status"}'] == 1
    assert found['seatpreview_webhook_deliveries_total{outcome="delivered"}'] == 3
    assert found["seatpreview_webhook_deliveries_pending"] == 0


def _time(seconds: str) -> datetime:
    return datetime.fromtimestamp(int(seconds), UTC)


async def test_a_disabled_webhook_is_named_by_doctor_and_counted(service: LiveService) -> None:
    cast = await create_cast(service)
    database = service.internals.resources.database
    async with receiving(status("410 Gone")) as receiver:
        made = await make_webhook(cast, receiver)
        [well] = await check_webhooks(database)
        assert well.state == "ok"
        await cast.owner.post(f"/manage/webhooks/{made['webhookId']}/test")
        await run_jobs(service)
    now = (await cast.owner.get(f"/manage/webhooks/{made['webhookId']}")).json()
    assert (now["active"], now["disabledReason"]) == (False, "gone")
    assert service.worker._webhooks.backlog.disabled == 1
    [finding] = await check_webhooks(database)
    assert finding.state == "warn"
    assert made["webhookId"] in finding.detail
    assert "answered 410" in finding.detail
    newest, *_ = (await cast.owner.get("/manage/audit", kind="webhook")).json()["data"]
    assert (newest["action"], newest["actor"]) == ("disabled", "service")


@pytest.mark.both_engines
async def test_events_are_summed_up_by_minute_and_venue_for_who_asked(service: LiveService) -> None:
    """The owner hears of all events at its venue, a grantee of its own, and nobody of staff's."""
    cast = await create_cast(service)
    async with receiving() as receiver, receiving() as other, receiving() as silent:
        await make_webhook(cast, receiver, types=["events.summary"])
        await make_webhook(cast, other, types=["events.summary"], tenantId=cast.grantee.tenant_id)
        await make_webhook(cast, silent)
        await run_jobs(service)
        now = service.clock.now()
        service.clock.stop_at(now - now % MINUTE + 5 * MINUTE)
        minute = service.clock.now()
        await run_jobs(service)
        staff = await cast.session(purpose="staff")
        await _report(
            service, cast.owner.plaintext, "session_started", "session_started", "error", venue=cast.hall
        )
        await _report(service, cast.grantee.plaintext, "session_started", venue=cast.hall)
        await _report(service, staff["token"], "session_started")
        for _ in range(8):
            service.clock.advance(60)
            await run_jobs(service)
        assert silent.received == []
        bodies = [
            [msgspec.json.decode(request.body) for request in each.received] for each in (receiver, other)
        ]
    service.clock.go_on()
    start = datetime_of(minute).isoformat().replace("+00:00", "Z")
    assert [
        [(body["data"]["id"], body["data"]["counts"], body["data"]["minute"]) for body in each]
        for each in bodies
    ] == [
        [(cast.hall, {"session_started": 3, "error": 1}, start)],
        [(cast.hall, {"session_started": 1}, start)],
    ]
    data = bodies[0][0]["data"]
    assert (data["n"], data["kind"], data["tenantId"]) == (None, "events", cast.owner.tenant_id)


async def _report(service: LiveService, plaintext: str, *kinds: str, **more: Any) -> None:
    events = [{"eventId": secrets.token_hex(8), "kind": kind} | more for kind in kinds]
    answer = await service.ask("POST", "/events", (bearer(plaintext),), json={"events": events})
    assert len(answer.json()["accepted"]) == len(kinds), answer.text


async def test_a_round_without_webhooks_is_one_statement(
    service: LiveService, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements = []
    database = service.internals.resources.database
    monkeypatch.setattr(webhook_jobs, "fan_out", None)
    monkeypatch.setattr(database, "read", None)
    monkeypatch.setattr(database, "write_activity", None)
    original = database.read_row

    async def counting(*arguments: Any) -> Any:
        statements.append(arguments)
        return await original(*arguments)

    monkeypatch.setattr(database, "read_row", counting)
    for name in JOBS:
        assert await service.worker.jobs.run(name) is None
    assert not service.worker.jobs.failures
    assert len(statements) == len(JOBS)
