"""Idempotency-Key: requests that are safe to repeat, over HTTP and on both engines."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, text

from cast import Actor, Cast, bearer, create_cast, new_origin
from seatpreview.access import guard
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.tables import remembered_requests
from seatpreview.http import repeated_requests
from seatpreview.keys.store import mark_secret_used
from seatpreview.limits.gcra import Limit
from seatpreview.settings.settings import Settings
from seatpreview.shared_calls import SingleFlight
from seatpreview.values.clock import Moment
from serving import LiveService, running

pytestmark = pytest.mark.anyio

DAY_SECONDS = 86_400
VARYING = ("plaintext", "hint", "version", "updatedAt")
"""The members of a key that a repeat gives other values, since it has a new secret."""


def new_value() -> tuple[str, str]:
    return ("idempotency-key", secrets.token_hex(16))


def code_of(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def is_replayed(response: httpx.Response) -> bool:
    return "true" in response.headers.get_list("idempotency-replayed")


async def works(cast: Cast, plaintext: str) -> bool:
    return (await cast.who(bearer(plaintext))).status_code == 200


async def count_of(service: LiveService, table: str) -> int:
    database = service.internals.resources.database
    return int(await database.read(Connection.scalar, text(f"SELECT count(*) FROM {table}")) or 0)


@pytest.mark.both_engines
async def test_a_tenant_is_made_once_and_answered_twice(cast: Cast) -> None:
    value, body = new_value(), {"name": "Once"}
    first = await cast.operator.post("/manage/tenants", body, value)
    before = await count_of(cast.service, "tenants")
    cast.service.clock.advance(60)
    again = await cast.operator.post("/manage/tenants", body, value)
    assert (first.status_code, again.status_code) == (201, 201)
    assert (again.content, again.headers["location"], again.headers["etag"]) == (
        first.content,
        first.headers["location"],
        first.headers["etag"],
    )
    assert (is_replayed(first), is_replayed(again)) == (False, True)
    assert await count_of(cast.service, "tenants") == before


async def test_a_repeat_gets_the_first_answer_also_when_the_tenant_changed_since(cast: Cast) -> None:
    value, body = new_value(), {"name": "Before"}
    first = await cast.operator.post("/manage/tenants", body, value)
    path = f"/manage/tenants/{first.json()['tenantId']}"
    assert (await cast.operator.patch(path, {"name": "After"})).status_code == 200
    again = await cast.operator.post("/manage/tenants", body, value)
    assert again.content == first.content
    stale = await cast.operator.patch(path, {"name": "x"}, ("if-match", again.headers["etag"]))
    assert stale.status_code == 412, "the answer's ETag is that of the first version"
    assert (await cast.operator.get(path)).json()["name"] == "After"


async def test_a_venue_is_made_once_and_answered_twice(cast: Cast) -> None:
    value, body = new_value(), {"name": "Once", "aliases": [{"name": f"hall-{secrets.token_hex(4)}"}]}
    first = await cast.owner.post("/manage/venues", body, value)
    before = await count_of(cast.service, "venues")
    again = await cast.owner.post("/manage/venues", body, value)
    assert (first.status_code, again.status_code) == (201, 201), again.text
    assert again.content == first.content
    assert is_replayed(again)
    assert await count_of(cast.service, "venues") == before


@pytest.mark.both_engines
async def test_a_grant_that_was_ended_is_not_given_again_by_a_repeat(cast: Cast) -> None:
    """The danger: a request that a proxy sends again, late, gives back what was taken."""
    value, path = new_value(), f"/manage/venues/{cast.yard}/grants/{cast.grantee.tenant_id}"
    assert (await cast.owner.put(path, None, value)).status_code == 204
    assert (await cast.owner.delete(path)).status_code == 204
    again = await cast.owner.put(path, None, value)
    assert (again.status_code, is_replayed(again)) == (204, True)
    assert (await cast.owner.get(f"/manage/venues/{cast.yard}/grants")).json()["data"] == []
    assert (await cast.owner.put(path)).status_code == 204
    assert len((await cast.owner.get(f"/manage/venues/{cast.yard}/grants")).json()["data"]) == 1


async def test_a_session_is_the_same_until_it_expires(cast: Cast) -> None:
    value, body = new_value(), {"venue": cast.hall, "ttlSeconds": 600}
    cast.service.clock.stop_at(cast.service.clock.now())
    first = await cast.owner.post("/sessions", body, value)
    cast.service.clock.advance(599)
    again = await cast.owner.post("/sessions", body, value)
    assert again.json() == first.json(), "the same id, token and times"
    assert is_replayed(again)
    cast.service.clock.advance(1)
    later = await cast.owner.post("/sessions", body, value)
    assert later.status_code == 201
    assert not is_replayed(later)
    assert later.json()["sessionId"] != first.json()["sessionId"]
    assert (await cast.who(bearer(later.json()["token"]))).status_code == 200


@pytest.mark.both_engines
async def test_a_repeat_does_not_revive_a_session_that_was_ended(cast: Cast) -> None:
    value, body = new_value(), {"venue": cast.hall}
    session = (await cast.owner.post("/sessions", body, value)).json()
    assert (await cast.owner.delete(f"/sessions/{session['sessionId']}")).status_code == 204
    again = await cast.owner.post("/sessions", body, value)
    assert again.json()["sessionId"] == session["sessionId"]
    assert (await cast.who(bearer(again.json()["token"]))).status_code == 401


@pytest.mark.both_engines
async def test_a_repeat_of_create_key_gives_the_same_key_with_a_new_secret(cast: Cast) -> None:
    value, body = new_value(), {"label": "Shop", "groups": ["sessions"]}
    first = await cast.owner.post("/manage/keys", body, value)
    again = await cast.owner.post("/manage/keys", body, value)
    assert (first.status_code, again.status_code) == (201, 201)
    assert (is_replayed(first), is_replayed(again)) == (False, True)
    one, two = first.json(), again.json()
    assert {name for name in one if one[name] != two[name]} <= set(VARYING)
    assert one["plaintext"] != two["plaintext"]
    assert two["plaintext"].endswith(two["hint"])
    assert (one["version"], two["version"]) == (1, 2)
    assert again.headers["etag"] == '"2"'
    assert not await works(cast, one["plaintext"]), "the secret that nobody saw never works"
    assert await works(cast, two["plaintext"])
    assert await cast.owner.read_key(one["keyId"]) == {
        name: value for name, value in two.items() if name != "plaintext"
    } | {"lastUsedAt": (await cast.owner.read_key(one["keyId"]))["lastUsedAt"]}
    keys = (await cast.owner.get("/manage/keys", label="Shop")).json()["data"]
    assert [key["keyId"] for key in keys] == [one["keyId"]]


async def test_any_number_of_answers_may_be_lost(cast: Cast) -> None:
    value = new_value()
    made = [(await cast.owner.post("/manage/keys", {}, value)).json() for _ in range(4)]
    assert len({key["keyId"] for key in made}) == 1
    assert [await works(cast, key["plaintext"]) for key in made] == [False, False, False, True]


@pytest.mark.both_engines
async def test_a_secret_that_was_used_is_never_replaced(cast: Cast) -> None:
    """The danger: a shop has the secret and uses it, and a late repeat of the request takes it away."""
    value = new_value()
    made = (await cast.owner.post("/manage/keys", {}, value)).json()
    assert await works(cast, made["plaintext"])
    again = await cast.owner.post("/manage/keys", {}, value)
    assert code_of(again) == (409, "conflict")
    assert made["keyId"] in again.json()["detail"]
    assert "plaintext" not in again.text
    assert await works(cast, made["plaintext"])
    assert (await cast.owner.read_key(made["keyId"]))["version"] == 1


@pytest.mark.parametrize("change", ["update", "revoke", "rotate"])
async def test_a_repeat_changes_nothing_of_a_key_that_was_changed_since(cast: Cast, change: str) -> None:
    value = new_value()
    made = (await cast.owner.post("/manage/keys", {}, value)).json()
    path = f"/manage/keys/{made['keyId']}"
    if change == "update":
        assert (await cast.owner.patch(path, {"label": "Changed"})).status_code == 200
    elif change == "revoke":
        assert (await cast.owner.delete(path)).status_code == 204
    else:
        assert (await cast.owner.post(f"{path}/rotate")).status_code == 201
    before = await cast.owner.read_key(made["keyId"])
    again = await cast.owner.post("/manage/keys", {}, value)
    assert code_of(again) == (409, "conflict")
    assert await cast.owner.read_key(made["keyId"]) == before
    assert await works(cast, made["plaintext"]) == (change != "revoke")


@pytest.mark.both_engines
async def test_a_repeat_of_rotate_gives_the_same_replacement_with_a_new_secret(cast: Cast) -> None:
    old = await cast.owner.make_key(label="Old")
    value, path = new_value(), f"/manage/keys/{old['keyId']}/rotate"
    first = (await cast.owner.post(path, {"gracePeriodSeconds": 600}, value)).json()
    cast.service.clock.advance(30)
    again = await cast.owner.post(path, {"gracePeriodSeconds": 600}, value)
    assert (again.status_code, is_replayed(again)) == (201, True)
    second = again.json()
    assert {name for name in first if first[name] != second[name]} <= set(VARYING)
    assert second["previous"] == first["previous"], "the old key ends when the first answer said"
    assert second["rotatedFrom"] == old["keyId"]
    assert [await works(cast, key["plaintext"]) for key in (old, first, second)] == [True, False, True]


async def test_a_repeat_of_rotate_does_not_bring_back_a_rotation_that_was_cancelled(cast: Cast) -> None:
    old = await cast.owner.make_key()
    value, path = new_value(), f"/manage/keys/{old['keyId']}"
    first = (await cast.owner.post(f"{path}/rotate", {}, value)).json()
    assert (await cast.owner.patch(path, {"status": "active"})).status_code == 200
    assert code_of(await cast.owner.post(f"{path}/rotate", {}, value)) == (409, "conflict")
    assert await works(cast, first["plaintext"])
    assert (await cast.owner.read_key(old["keyId"]))["revokeAt"] is None


async def test_a_keyless_key_is_made_once(cast: Cast) -> None:
    body = {"kind": "keyless", "tenantId": cast.owner.tenant_id, "allowedOrigins": [new_origin()]}
    value = new_value()
    first = await cast.operator.post("/manage/keys", body, value)
    again = await cast.operator.post("/manage/keys", body, value)
    assert (first.status_code, again.status_code) == (201, 201), again.text
    assert again.content == first.content, "there is no secret to replace"


async def test_a_repeat_that_replaces_a_secret_is_in_the_audit_log(cast: Cast) -> None:
    value = new_value()
    made = [(await cast.owner.post("/manage/keys", {}, value)).json() for _ in range(2)]
    assert await works(cast, made[1]["plaintext"])
    log = (await cast.owner.get("/manage/audit", id=made[0]["keyId"])).json()["data"]
    assert [(entry["action"], entry["actor"]) for entry in log] == [
        ("secret_replaced", cast.owner.key_id),
        ("created", cast.owner.key_id),
    ], "the first use of a secret is no change"


@pytest.mark.both_engines
async def test_a_secret_that_is_replaced_during_its_first_use_is_refused(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The danger: two secrets of one key, where a repeat comes between the look for the key and the note of
    its first use."""
    value = new_value()
    made = (await cast.owner.post("/manage/keys", {}, value)).json()
    replaced: list[str] = []

    async def note_late(database: Database, secret_hash: str, at: Moment) -> bool:
        if not replaced:
            replaced.append((await cast.owner.post("/manage/keys", {}, value)).json()["plaintext"])
        return await mark_secret_used(database, secret_hash, at)

    monkeypatch.setattr(guard, "mark_secret_used", note_late)
    assert not await works(cast, made["plaintext"])
    assert await works(cast, replaced[0])


@pytest.mark.both_engines
async def test_many_first_requests_at_once_note_the_use_of_the_secret_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The danger: a page that opens with twenty requests, each of which waits for a write of its own."""
    made = (await cast.owner.post("/manage/keys", {}, new_value())).json()
    notes: list[str] = []
    waiting: list[str] = []
    all_wait = asyncio.Event()
    share = SingleFlight.share

    async def counted(database: Database, secret_hash: str, at: Moment) -> bool:
        notes.append(secret_hash)
        await all_wait.wait()
        return await mark_secret_used(database, secret_hash, at)

    async def share_with_all(flights: Any, secret_hash: str, call: Any) -> Any:
        waiting.append(secret_hash)
        if len(waiting) == 20:
            all_wait.set()
        return await share(flights, secret_hash, call)

    monkeypatch.setattr(guard, "mark_secret_used", counted)
    monkeypatch.setattr(SingleFlight, "share", share_with_all)
    requests = [works(cast, made["plaintext"]) for _ in range(20)]
    assert all(await asyncio.gather(*requests))
    assert await works(cast, made["plaintext"])
    assert len(notes) == 1, "nor does a later request write it again"


async def test_a_secret_that_was_made_without_the_header_is_never_replaced(cast: Cast) -> None:
    made = [(await cast.owner.post("/manage/keys", {})).json() for _ in range(2)]
    assert made[0]["keyId"] != made[1]["keyId"]
    unused = await cast.service.internals.resources.database.read(
        Connection.scalar,
        text("SELECT count(*) FROM keys WHERE key_id = :id AND secret_is_unused IS NOT NULL"),
        {"id": made[0]["keyId"]},
    )
    assert unused == 0


@pytest.mark.parametrize("other", ["body", "operation", "path", "query"])
async def test_a_value_of_another_request_is_409(cast: Cast, other: str) -> None:
    value = new_value()
    key = await cast.owner.make_key()
    assert (await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {}, value)).status_code == 201
    before = await count_of(cast.service, "keys")
    if other == "body":
        refused = await cast.owner.post(
            f"/manage/keys/{key['keyId']}/rotate", {"gracePeriodSeconds": 1}, value
        )
    elif other == "operation":
        refused = await cast.owner.post("/manage/keys", {}, value)
    elif other == "path":
        refused = await cast.owner.post(f"/manage/keys/{cast.owner.key_id}/rotate", {}, value)
    else:
        refused = await cast.owner.post("/manage/venues", {"name": "x"}, value)
    assert code_of(refused) == (409, "idempotency_key_reused")
    assert value[1] not in refused.text
    assert await count_of(cast.service, "keys") == before


async def test_keys_never_meet_in_a_value(cast: Cast) -> None:
    """The attack: to learn or to change what another key made, also one of the same tenant."""
    value = new_value()
    made = (await cast.owner.post("/manage/keys", {}, value)).json()
    sibling = await cast.actor(tenantId=cast.owner.tenant_id)
    for other in (sibling, cast.stranger):
        own = await other.post("/manage/keys", {}, value)
        assert (own.status_code, is_replayed(own)) == (201, False)
        assert own.json()["keyId"] != made["keyId"]
    assert await works(cast, made["plaintext"])


async def test_a_rotated_key_and_its_replacement_do_not_share_values(cast: Cast) -> None:
    old = await cast.actor(tenantId=cast.owner.tenant_id)
    value = new_value()
    first = await old.post("/manage/keys", {"label": "x"}, value)
    rotated = (await old.post(f"/manage/keys/{old.key_id}/rotate")).json()
    replacement = Actor(cast.service, rotated, rotated["plaintext"])
    other = await replacement.post("/manage/keys", {"label": "x"}, value)
    assert (other.status_code, is_replayed(other)) == (201, False)
    assert other.json()["keyId"] != first.json()["keyId"]


async def test_a_value_is_forgotten_after_a_day(cast: Cast) -> None:
    value, body = new_value(), {"name": "Daily"}
    cast.service.clock.stop_at(cast.service.clock.now())
    first = (await cast.operator.post("/manage/tenants", body, value)).json()
    cast.service.clock.advance(DAY_SECONDS - 1)
    assert (await cast.operator.post("/manage/tenants", body, value)).json() == first
    cast.service.clock.advance(1)
    other = await cast.operator.post("/manage/tenants", {"name": "Another"}, value)
    assert (other.status_code, is_replayed(other)) == (201, False)
    again = await cast.operator.post("/manage/tenants", {"name": "Another"}, value)
    assert again.json() == other.json(), "the value counts for a day again"


@pytest.mark.both_engines
async def test_what_is_forgotten_is_deleted(cast: Cast) -> None:
    for _ in range(2):
        await cast.operator.post("/manage/tenants", {"name": "Row"}, new_value())
    assert await count_of(cast.service, "remembered_requests") >= 2
    cast.service.clock.advance(DAY_SECONDS)
    await cast.service.worker.jobs.run("prune_records")
    assert await count_of(cast.service, "remembered_requests") == 0


async def test_a_refused_request_may_be_mended_and_sent_with_the_same_value(cast: Cast) -> None:
    value = new_value()
    assert (await cast.operator.post("/manage/tenants", {"name": ""}, value)).status_code == 400
    taken = [{"name": f"hall-{secrets.token_hex(4)}"}]
    assert (await cast.owner.post("/manage/venues", {"name": "A", "aliases": taken})).status_code == 201
    refused = await cast.owner.post("/manage/venues", {"name": "B", "aliases": taken}, value)
    assert code_of(refused) == (409, "conflict"), "refused within the transaction"
    mended = await cast.owner.post("/manage/venues", {"name": "B"}, value)
    assert (mended.status_code, is_replayed(mended)) == (201, False)


@pytest.mark.parametrize("sent", ["", "a b", "x" * 256, "é", "a\tb"])
async def test_a_malformed_value_is_400(shared_cast: Cast, sent: str) -> None:
    header: Any = ("idempotency-key", sent.encode("latin-1"))
    refused = await shared_cast.operator.post("/manage/tenants", {"name": "x"}, header)
    assert code_of(refused) == (400, "validation_failed")
    assert [fault["parameter"] for fault in refused.json()["errors"]] == ["Idempotency-Key"]


async def test_a_value_that_is_sent_twice_is_400(shared_cast: Cast) -> None:
    refused = await shared_cast.operator.post("/manage/tenants", {"name": "x"}, new_value(), new_value())
    assert code_of(refused) == (400, "validation_failed")


async def test_the_longest_value_and_one_in_quotes_are_accepted(shared_cast: Cast) -> None:
    for sent in ("~" * 255, f'"{secrets.token_hex(8)}"', "!"):
        made = await shared_cast.operator.post("/manage/tenants", {"name": "x"}, ("idempotency-key", sent))
        assert made.status_code == 201


async def test_operations_that_take_no_value_ignore_it(shared_cast: Cast) -> None:
    path = f"/manage/keys/{shared_cast.owner.key_id}"
    for label in ("one", "two"):
        changed = await shared_cast.owner.patch(path, {"label": label}, ("idempotency-key", "same value"))
        assert (changed.status_code, changed.json()["label"]) == (200, label)
        assert not is_replayed(changed)


async def test_pages_share_a_key_and_are_never_answered_with_another_buyers_session(cast: Cast) -> None:
    """The attack: to send values that other buyers' browsers may send, and to get their sessions."""
    keyless = await cast.keyless()
    headers = [("origin", keyless["allowedOrigins"][0]), ("idempotency-key", "1")]
    body = {"venue": cast.hall}
    made = [await cast.service.ask("POST", "/sessions", headers, json=body) for _ in range(2)]
    assert [response.status_code for response in made] == [201, 201]
    assert made[0].json()["sessionId"] != made[1].json()["sessionId"]
    rows = await cast.service.internals.resources.database.read(
        Connection.scalar, select(func.count()).where(remembered_requests.c.key_id == keyless["keyId"])
    )
    assert rows == 0, "somebody without a secret writes no rows"


async def test_a_repeat_needs_the_rights_of_now(cast: Cast) -> None:
    """The attack: a key that lost rights repeats what it did before, to get a secret anew."""
    maker = await cast.actor(tenantId=cast.owner.tenant_id)
    value = new_value()
    made = (await maker.post("/manage/keys", {}, value)).json()
    await cast.operator.patch(f"/manage/keys/{maker.key_id}", {"venues": [cast.hall]})
    assert code_of(await maker.post("/manage/keys", {}, value)) == (403, "venue_not_allowed")
    await cast.operator.patch(f"/manage/keys/{maker.key_id}", {"venues": None, "groups": ["sessions"]})
    assert code_of(await maker.post("/manage/keys", {}, value)) == (403, "scope_insufficient")
    await cast.operator.delete(f"/manage/keys/{maker.key_id}")
    assert code_of(await maker.post("/manage/keys", {}, value)) == (401, "key_revoked")
    assert await works(cast, made["plaintext"])


async def test_neither_values_nor_secrets_nor_bodies_are_stored(
    cast: Cast, capfd: pytest.CaptureFixture[str]
) -> None:
    value, label = new_value(), f"label-{secrets.token_hex(8)}"
    made = [(await cast.owner.post("/manage/keys", {"label": label}, value)).json() for _ in range(2)]
    session = (await cast.owner.post("/sessions", {"venue": cast.hall}, new_value())).json()
    read = cast.service.internals.resources.database.read
    rows = await read(Connection.execute, select(remembered_requests))
    hashes = await read(Connection.execute, text("SELECT * FROM keys"))
    stored = str([*map(tuple, rows), *map(tuple, hashes)])
    cast.service.internals.request_log.flush()
    logged = "".join(capfd.readouterr())
    for secret in (value[1], made[0]["plaintext"], made[1]["plaintext"], session["token"]):
        assert secret not in stored
        assert secret not in logged
    assert label not in str([*map(tuple, rows)])


@pytest.mark.both_engines
async def test_a_tenant_cannot_fill_the_database(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: requests that cost little, each with a value that has to be remembered for a day."""
    monkeypatch.setattr(repeated_requests, "REMEMBERED_MAX", Limit.of(3, 86_400, 3))
    async with running(new_settings()) as service:
        cast = await create_cast(service)
        path = f"/manage/venues/{cast.yard}/grants/{cast.grantee.tenant_id}"
        granted = [await cast.owner.put(path, None, new_value()) for _ in range(4)]
        assert [response.status_code for response in granted] == [204, 204, 204, 429]
        assert int(granted[3].headers["retry-after"]) > 0
        session = await cast.owner.post("/sessions", {"venue": cast.hall}, new_value())
        assert session.status_code == 201, "a session is made all the same"
        assert await count_of(service, "remembered_requests") == 3
        assert (await cast.owner.put(path)).status_code == 204
        other = await cast.stranger.post("/manage/keys", {}, new_value())
        assert other.status_code == 201, "tenants have an allowance each"
