"""The sender: signed, one at a time to an endpoint, fair, and nothing lost when a worker is killed."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import select, text, update
from standardwebhooks import Webhook, WebhookVerificationError

from database.opened import add_tenant, opened
from seatpreview.change_feed.change_types import CHANGE_TYPES
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.sqlite import SqliteConnection
from seatpreview.database.tables import changes, tenants, webhooks
from seatpreview.encryption import Encryption
from seatpreview.observability.metric_table import DELIVERY_OUTCOMES
from seatpreview.problems import Unavailable
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import MICROSECONDS, Clock, Moment, datetime_of
from seatpreview.webhooks import delivery_store, sending_store
from seatpreview.webhooks import sender as module
from seatpreview.webhooks.connecting import FAILURE_TEXTS, FAILURES, Answer, Connector, Destination
from seatpreview.webhooks.retry_times import RETRY_SECONDS
from seatpreview.webhooks.secrets import encrypted, new_secret
from seatpreview.webhooks.sender import LEASE_SECONDS, Sender, choose
from seatpreview.webhooks.sending_store import Due
from serving import BUSY_MACHINE_SECONDS, settings_for
from webhooks.receivers import LOOPBACK, OK, never, receiving, status
from webhooks.written_deliveries import (
    AT,
    ENCRYPTION,
    add_deliveries,
    add_webhook,
    deliveries_to,
    read_webhook,
)

pytestmark = pytest.mark.anyio

DAY = 86_400


class Time:
    """The database's clock, which a test moves."""

    def __init__(self, at: Moment = AT) -> None:
        self.at = at

    async def __call__(self) -> Moment:
        return self.at

    def advance(self, seconds: float) -> None:
        self.at = Moment(self.at + round(seconds * MICROSECONDS))


def sender_of(
    database: Database, time: Time, post: Any = None, encryption: Encryption = ENCRYPTION
) -> Sender:
    return Sender(database, time, post or Connector(LOOPBACK).post, encryption, chance=lambda: 0.0)


async def send_all(sender: Sender) -> int:
    """Makes all attempts that are due, and waits for them."""
    begun = 0
    while some := await sender.start_due():
        begun += some
        while sender.running:
            await sender.wait_for_room(60)
            await asyncio.sleep(0)
    return begun


@pytest.fixture
async def database(new_settings: Callable[..., Settings]) -> AsyncIterator[Database]:
    async with opened(new_settings()) as database:
        for number in range(1, 4):
            await database.write("operator", AT, add_tenant, f"ten_{number}")
        yield database


async def test_a_receiver_with_the_package_standardwebhooks_verifies_every_delivery(
    database: Database,
) -> None:
    """With one secret and with two, whatever the body has in it; and refuses what somebody else made."""
    time = Time(Clock().now())  # The package compares with the machine's clock.
    async with receiving() as receiver:
        webhook, secret = await add_webhook(database, "ten_1", receiver.url)
        bodies = [f'{{"type":"{type_}","é":"Ω"}}' for type_ in (*CHANGE_TYPES, "ping", "events.summary")]
        await add_deliveries(database, webhook, *bodies, at=time.at)
        await send_all(sender_of(database, time))
        new = new_secret()
        await database.write(
            "operator",
            AT,
            _rotate,
            replace(
                webhook,
                secret=encrypted(ENCRYPTION, webhook.webhook_id, new),
                old_secret=webhook.secret,
                old_secret_until=Moment(time.at + 60 * MICROSECONDS),
            ),
        )
        await add_deliveries(database, webhook, '{"live":2}', at=time.at)
        await send_all(sender_of(database, time))
        time.advance(60)
        await add_deliveries(database, webhook, '{"live":1}', at=time.at)
        await send_all(sender_of(database, time))
    *old, both, last = receiver.received
    assert [request.body.decode() for request in old] == bodies
    for request in (*old, both):
        Webhook(secret).verify(request.body, request.headers)
    Webhook(new).verify(both.body, both.headers)
    Webhook(new).verify(last.body, last.headers)
    assert len(both.headers["webhook-signature"].split()) == 2
    for request, other in ((old[0], new), (last, secret)):
        with pytest.raises(WebhookVerificationError):
            Webhook(other).verify(request.body, request.headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(secret).verify(old[0].body + b" ", old[0].headers)
    ids = [request.headers["webhook-id"] for request in receiver.received]
    assert len({*ids}) == len(ids)


async def _rotate(transaction: Any, webhook: Any) -> None:
    values = {name: getattr(webhook, name) for name in ("secret", "old_secret", "old_secret_until")}
    await transaction.connection.execute(
        update(webhooks).where(webhooks.c.webhook_id == str(webhook.webhook_id)).values(values)
    )


async def test_a_failed_delivery_comes_again_with_the_same_id_until_it_is_given_up(
    database: Database,
) -> None:
    time = Time()
    async with receiving(status("500 Oh")) as receiver:
        webhook, _ = await add_webhook(database, "ten_1", receiver.url)
        await add_deliveries(database, webhook, "one")
        sender = sender_of(database, time)
        for attempt, pause in enumerate((*RETRY_SECONDS, None), 1):
            assert await send_all(sender) == 1
            [row] = await deliveries_to(database, webhook.webhook_id)
            assert (row.attempts, row.last_status, row.last_attempt_at) == (attempt, 500, time.at)
            assert row.leased_until is None
            if pause is None:
                assert (row.status, row.next_attempt_at, row.finished_at) == ("failed", None, time.at)
                break
            assert row.next_attempt_at == time.at + pause * MICROSECONDS
            time.advance(pause - 0.001)
            assert await send_all(sender) == 0, "it is not due yet"
            time.advance(0.001)
        assert await send_all(sender) == 0
    assert len(receiver.received) == 10
    assert len({request.headers["webhook-id"] for request in receiver.received}) == 1
    assert len({request.headers["webhook-timestamp"] for request in receiver.received}) == 10
    assert (await read_webhook(database, webhook.webhook_id)).failing_since == AT
    assert sender.outcomes == Counter(status=10)


async def test_a_success_ends_the_time_of_failure_and_retry_after_is_honoured(database: Database) -> None:
    time = Time()
    async with receiving(status("503 Busy", "retry-after: 900"), OK) as receiver:
        webhook, _ = await add_webhook(database, "ten_1", receiver.url)
        await add_deliveries(database, webhook, "one")
        sender = sender_of(database, time)
        await send_all(sender)
        [row] = await deliveries_to(database, webhook.webhook_id)
        assert row.next_attempt_at == AT + 900 * MICROSECONDS
        time.advance(900)
        await send_all(sender)
    [row] = await deliveries_to(database, webhook.webhook_id)
    assert (row.status, row.attempts, row.last_status, row.finished_at) == ("delivered", 2, 204, time.at)
    assert (await read_webhook(database, webhook.webhook_id)).failing_since is None


@pytest.mark.parametrize(
    ("answer", "failing_days", "reason"), [("410 Gone", 0, "gone"), ("500 Oh", 5, "failing")]
)
async def test_410_and_five_days_of_failure_disable_a_webhook_and_the_audit_says_so(
    database: Database, answer: str, failing_days: int, reason: str
) -> None:
    async with receiving(status(answer)) as receiver:
        since = Moment(AT - failing_days * DAY * MICROSECONDS) if failing_days else None
        webhook, _ = await add_webhook(database, "ten_1", receiver.url, failing_since=since)
        await add_deliveries(database, webhook, "1", "2")
        time = Time()
        sender = sender_of(database, time)
        for pause in (0, *RETRY_SECONDS[:3]):
            time.advance(pause)
            await send_all(sender)
        stored = await read_webhook(database, webhook.webhook_id)
        assert (bool(stored.active), stored.disabled_reason, stored.version) == (False, reason, 2)
        logged = select(changes.c.actor, changes.c.action, changes.c.tenant_id).where(
            changes.c.id == str(webhook.webhook_id), changes.c.action != "created"
        )
        rows = (await database.read(Connection.execute, logged)).all()
        assert [tuple(row) for row in rows] == [("service", "disabled", "ten_1")]
        count = len(receiver.received)
        time.advance(10 * DAY)
        assert await send_all(sender) == 0, "nothing more is sent to it"
        assert len(receiver.received) == count
    backlog = await database.read(sending_store.backlog, time.at)
    assert (backlog.pending, backlog.disabled) == (0, 1)


async def test_a_killed_worker_loses_nothing_once_its_lease_has_passed(database: Database) -> None:
    """Attack: kill -9 between the commit and the delivery. A task that is never awaited stands for it."""
    time = Time()
    async with receiving(never, OK) as receiver:
        webhook, _ = await add_webhook(database, "ten_1", receiver.url)
        await add_deliveries(database, webhook, "one", "two")
        killed, other = sender_of(database, time), sender_of(database, time)
        await killed.start_due()
        await receiver.arrived.wait()
        time.advance(LEASE_SECONDS - 0.001)
        assert await send_all(other) == 0, "one delivery at a time is on its way to an endpoint"
        time.advance(0.001)
        assert await send_all(other) == 1
        assert [row.status for row in await deliveries_to(database, webhook.webhook_id)] == ["delivered"] * 2
        await killed.stop()
        rows = await deliveries_to(database, webhook.webhook_id)
        assert [row.attempts for row in rows] == [1, 1], "who comes late writes nothing"


async def test_a_worker_that_stops_leaves_its_deliveries_to_others_at_once(database: Database) -> None:
    async with receiving(never, OK) as receiver:
        webhook, _ = await add_webhook(database, "ten_1", receiver.url)
        await add_deliveries(database, webhook, "one")
        stopping = sender_of(database, Time())
        await stopping.start_due()
        await receiver.arrived.wait()
        await stopping.stop()
        assert stopping.running == 0
        assert await send_all(sender_of(database, Time())) == 1


@pytest.mark.both_engines
async def test_workers_that_claim_together_send_each_delivery_once_and_one_at_a_time(
    new_settings: Callable[..., Settings],
) -> None:
    settings, count = new_settings(), 8
    async with opened(settings) as one, opened(settings) as another, receiving() as receiver:
        await one.write("operator", AT, add_tenant, "ten_1")
        webhook, _ = await add_webhook(one, "ten_1", receiver.url)
        await add_deliveries(one, webhook, *(f"{n:02}" for n in range(count)))
        time = Time()
        await asyncio.gather(*(send_all(sender_of(each, time)) for each in (one, another) * 2))
        assert {row.status for row in await deliveries_to(one, webhook.webhook_id)} == {"delivered"}
    assert Counter(request.body for request in receiver.received) == Counter(
        f"{n:02}".encode() for n in range(count)
    )
    assert receiver.at_once == 1


async def test_dead_endpoints_of_one_tenant_take_its_own_share_alone(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: a thousand endpoints that never answer."""
    monkeypatch.setattr(module, "ATTEMPTS_AT_ONCE_MAX", 6)
    time, sent = Time(), Counter[str]()

    async def post(destination: Destination, headers: dict[str, str], body: bytes) -> Answer:
        sent[destination.url] += 1
        if "dead" in destination.url:
            await asyncio.Event().wait()
        return Answer(204, None, "")

    for number in range(40):
        dead, _ = await add_webhook(database, "ten_1", f"https://dead.example/{number}")
        await add_deliveries(database, dead, "old", at=Moment(AT - DAY * MICROSECONDS))
    failing, _ = await add_webhook(database, "ten_2", "https://dead.example/", failing_since=AT)
    for tenant_id in ("ten_2", "ten_3"):
        live, _ = await add_webhook(database, tenant_id, f"https://live.example/{tenant_id}")
        await add_deliveries(database, live, *map(str, range(30)))
    await add_deliveries(database, failing, "old", at=Moment(AT - DAY * MICROSECONDS))
    sender = sender_of(database, time, post)
    lives = [f"https://live.example/{tenant_id}" for tenant_id in ("ten_2", "ten_3")]
    async with asyncio.timeout(BUSY_MACHINE_SECONDS):
        while [sent[url] for url in lives] != [30, 30]:
            await sender.start_due()
            await asyncio.sleep(0.01)
    assert sum(count for url, count in sent.items() if url.startswith("https://dead.example/")) <= 5
    assert sender.running <= 6
    await sender.stop()


def test_a_worker_has_a_bounded_number_of_attempts_and_shares_them_between_tenants() -> None:
    found = [Due(f"{tenant}-{n}", tenant, False) for n in range(100) for tenant in ("a", "b", "c")]
    chosen = choose(found, [])
    assert Counter(due.tenant_id for due in chosen) == {"a": 4, "b": 4, "c": 4}
    assert choose(found, chosen) == []
    many = [Due(f"{tenant}", f"{tenant}", False) for tenant in range(100)]
    assert len(choose(many, [])) == module.ATTEMPTS_AT_ONCE_MAX
    assert len(choose(many, many[:30])) == module.ATTEMPTS_AT_ONCE_MAX - 30
    failing = [Due(f"dead-{n}", "a", True) for n in range(100)]
    assert len(choose([*failing, *found], [])) == 12, (
        "a tenant's live endpoints have room beside its dead ones"
    )
    assert sum(due.is_failing for due in choose([*failing, *found], [])) == 2


async def test_what_is_pending_for_an_archived_tenant_waits_until_it_is_brought_back(
    database: Database,
) -> None:
    async with receiving() as receiver:
        webhook, _ = await add_webhook(database, "ten_1", receiver.url)
        await add_deliveries(database, webhook, "one")
        for archived_at, sent in ((AT, 0), (None, 1)):
            statement = update(tenants).where(tenants.c.tenant_id == "ten_1").values(archived_at=archived_at)
            await database.write("operator", AT, _execute, statement)
            assert await send_all(sender_of(database, Time())) == sent


@pytest.mark.parametrize("gone", ["disabled", "deleted", "secret"])
async def test_nothing_is_sent_to_a_webhook_that_was_disabled_or_deleted_or_cannot_sign(
    database: Database, gone: str
) -> None:
    async with receiving() as receiver:
        webhook, _ = await add_webhook(database, "ten_1", receiver.url)
        await add_deliveries(database, webhook, "one")
        time = Time()
        other = Encryption(b"another key, since somebody has lost the first one")
        sender = sender_of(database, time, encryption=other if gone == "secret" else ENCRYPTION)
        if gone != "secret":
            # It is claimed, and only then disabled or deleted.
            claimed = await sender._claim([webhook.webhook_id], time.at)
            statement = update(webhooks).values(active=False) if gone == "disabled" else webhooks.delete()
            await database.write("operator", AT, _execute, statement)
            assert not await sender._deliver(claimed[0])
        else:
            await send_all(sender)
    [row] = await deliveries_to(database, webhook.webhook_id)
    assert receiver.connections == 0
    assert (row.status, row.leased_until) == ("pending", None)
    if gone == "secret":
        assert row.last_error == "The service cannot read the secret of this webhook any more. Rotate it."


async def _execute(transaction: Any, statement: Any) -> None:
    await transaction.connection.execute(statement)


async def test_what_a_clock_that_was_ahead_put_off_for_years_is_sent_once_it_is_right(
    database: Database,
) -> None:
    """A clock is a year ahead for a moment: what was written then, and a lease of then, would wait a year."""
    time = Time(Moment(AT + 365 * DAY * MICROSECONDS))
    async with receiving(status("500 Oh"), never, OK) as receiver:
        retried, _ = await add_webhook(database, "ten_1", receiver.url)
        await add_deliveries(database, retried, "one", at=time.at)
        await send_all(sender_of(database, time))
        leased, _ = await add_webhook(database, "ten_2", receiver.url)
        await add_deliveries(database, leased, "two", at=AT)
        killed = sender_of(database, time)
        receiver.arrived.clear()
        await killed.start_due()
        await receiver.arrived.wait()
        time.at = Moment(AT + DAY * MICROSECONDS)
        right = sender_of(database, time)
        assert await send_all(right) == 0
        assert await database.write_activity(sending_store.mend_times, time.at) == 2
        assert await send_all(right) == 2
        assert await database.write_activity(sending_store.mend_times, time.at) == 0
        await killed.stop()
    for webhook in (retried, leased):
        [row] = await deliveries_to(database, webhook.webhook_id)
        assert row.status == "delivered"


async def test_a_410_of_the_old_address_does_not_disable_the_new_one(database: Database) -> None:
    """A race: the owner moves the webhook, because its old address is gone, while a delivery is there."""

    async def move(writer: asyncio.StreamWriter) -> None:
        statement = update(webhooks).values(url="http://127.0.0.1:9/new")
        await database.write("operator", AT, _execute, statement)
        writer.write(status("410 Gone"))

    async with receiving(move) as receiver:
        webhook, _ = await add_webhook(database, "ten_1", receiver.url)
        await add_deliveries(database, webhook, "one", "two")
        sender = sender_of(database, Time())
        await sender.start_due()
        while sender.running:
            await sender.wait_for_room(60)
            await asyncio.sleep(0)
    stored = await read_webhook(database, webhook.webhook_id)
    assert (bool(stored.active), stored.failing_since) == (True, None)
    gone, waiting = await deliveries_to(database, webhook.webhook_id)
    assert (gone.status, gone.last_status, gone.attempts) == ("pending", 410, 1), "the new one may want it"
    assert waiting.status == "pending"


async def test_what_can_never_be_sent_is_given_up_like_everything_else(database: Database) -> None:
    """Attack: a delivery that makes the sender fail comes again and again, for ever."""
    webhook, _ = await add_webhook(database, "ten_1")
    await add_deliveries(database, webhook, "one")

    async def post(*_: Any) -> Answer:
        raise ValueError("a header that nobody can send")

    time = Time()
    sender = sender_of(database, time, post)
    for pause in (0, *RETRY_SECONDS):
        time.advance(pause)
        assert await send_all(sender) == 1
    [row] = await deliveries_to(database, webhook.webhook_id)
    assert (row.status, row.attempts, row.last_error) == ("failed", 10, FAILURE_TEXTS["error"])


async def test_no_statement_of_the_sender_reads_all_deliveries_of_a_webhook_or_all_that_are_kept(
    tmp_path: Path,
) -> None:
    """The danger: a month of deliveries, or a million that are pending, slow everybody's claims. On SQLite,
    since the plans of PostgreSQL depend on how many rows there are."""
    statements = (sending_store._DUE, sending_store._CLAIM, sending_store._HAS_WRONG_TIMES)
    async with opened(settings_for(tmp_path)) as database:
        for statement in (*statements, delivery_store._OUTLOOK):
            sql = str(statement.compile(dialect=SqliteConnection.dialect))
            plan = text("EXPLAIN QUERY PLAN " + sql.replace("?", "1"))
            steps = [row.detail for row in await database.read(Connection.execute, plan)]
            read = [step for step in steps if re.search("deliveries|others|candidates", step)]
            assert read, steps
            for step in read:
                assert step.startswith("SEARCH"), step
                assert "created_at" not in step


def test_every_outcome_of_an_attempt_is_in_the_table_of_metrics() -> None:
    assert {*FAILURES, "delivered", "status"} == {*DELIVERY_OUTCOMES}


async def test_an_outage_after_the_receiver_has_answered_means_a_second_delivery_and_no_lost_one(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer came, and the database is away before that is written down."""
    time, original = Time(), sending_store.finish
    async with receiving() as receiver:
        webhook, _ = await add_webhook(database, "ten_1", receiver.url)
        await add_deliveries(database, webhook, "one")

        async def fail(*_: Any) -> bool:
            raise Unavailable("The database is away.")

        monkeypatch.setattr(sending_store, "finish", fail)
        sender = sender_of(database, time)
        await send_all(sender)
        assert sender.running == 0
        monkeypatch.setattr(sending_store, "finish", original)
        time.advance(LEASE_SECONDS)
        assert await send_all(sender) == 1
    assert len({request.headers["webhook-id"] for request in receiver.received}) == 1
    assert len(receiver.received) == 2
    [row] = await deliveries_to(database, webhook.webhook_id)
    assert row.status == "delivered"


async def test_a_webhook_whose_address_changes_meanwhile_gets_the_rest_at_the_new_one(
    database: Database,
) -> None:
    """Attack: a revoked key's address hears on, because a worker has it in memory."""
    async with receiving() as new:

        async def move(writer: asyncio.StreamWriter) -> None:
            statement = update(webhooks).values(url=new.url)
            await database.write("operator", AT, _execute, statement)
            writer.write(OK)

        async with receiving(move) as old:
            webhook, _ = await add_webhook(database, "ten_1", old.url)
            await add_deliveries(database, webhook, "one", "two", "three")
            await send_all(sender_of(database, Time()))
        assert (len(old.received), len(new.received)) == (1, 2)


async def test_deliveries_are_pruned_after_30_days(database: Database) -> None:
    webhook, _ = await add_webhook(database, "ten_1")
    for days in (31, 29):
        created_at = Moment(AT - days * DAY * MICROSECONDS)
        await add_deliveries(database, webhook, f"{days} days old", at=created_at)
    before = Moment(AT - 30 * DAY * MICROSECONDS)
    assert (await database.write_activity(sending_store.prune, before)).deleted == 1
    [row] = await deliveries_to(database, webhook.webhook_id)
    assert row.body == "29 days old"
    assert datetime_of(row.created_at) == datetime_of(AT) - timedelta(days=29)
