"""Webhooks by the API: their life, the secret that is shown once, whose they are, and what ends them."""

import asyncio
import base64
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from cast import Actor, Cast
from seatpreview.api.table import OPERATIONS
from seatpreview.database.connection import Connection
from seatpreview.database.tables import webhook_deliveries
from seatpreview.values.ids import WebhookId
from seatpreview.webhooks import secrets, store
from serving import LiveService

pytestmark = pytest.mark.anyio

PATH = "/manage/webhooks"
BODY = {"url": "https://shop.example/hooks"}


async def make(actor: Actor, **body: Any) -> dict[str, Any]:
    response = await actor.post(PATH, BODY | body)
    assert response.status_code == 201, response.text
    made: dict[str, Any] = response.json()
    return made


async def read(actor: Actor, webhook: dict[str, Any]) -> dict[str, Any]:
    response = await actor.get(f"{PATH}/{webhook['webhookId']}")
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


async def with_key(cast: Cast, **body: Any) -> Actor:
    key = await cast.owner.make_key(**body)
    return Actor(cast.service, key, key["plaintext"])


def code(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


async def test_the_defaults_are_all_types_and_venues(cast: Cast) -> None:
    response = await cast.owner.post(PATH, BODY)
    webhook = response.json()
    assert (response.status_code, response.headers["cache-control"]) == (201, "no-store")
    assert response.headers["location"] == f"/v1{PATH}/{webhook['webhookId']}"
    assert 24 <= len(base64.b64decode(webhook.pop("secret").removeprefix("whsec_"), validate=True)) <= 64
    assert webhook == {
        "webhookId": webhook["webhookId"],
        "tenantId": cast.owner.tenant_id,
        "url": BODY["url"],
        "label": "",
        "types": None,
        "venues": None,
        "active": True,
        "disabledReason": None,
        "disabledAt": None,
        "createdBy": cast.owner.key_id,
        "changedBy": cast.owner.key_id,
        "oldSecretUntil": None,
        "failingSince": None,
        "createdAt": webhook["createdAt"],
        "updatedAt": webhook["createdAt"],
        "version": 1,
    }
    assert await read(cast.owner, webhook) == webhook
    assert (await cast.owner.get(PATH)).json()["data"] == [webhook]
    assert (await cast.owner.get(PATH, active="false")).json()["data"] == []


async def test_a_secret_is_shown_once_and_stands_nowhere(cast: Cast, service: LiveService) -> None:
    """Attack: whoever reads lists, the audit, the database or the log forges deliveries."""
    webhook = await make(cast.owner)
    path = f"{PATH}/{webhook['webhookId']}"
    rotated = (await cast.owner.post(f"{path}/rotate")).json()
    answers = [
        await cast.owner.get(path),
        await cast.owner.get(PATH),
        await cast.owner.patch(path, {"label": "x"}),
        await cast.owner.post(f"{path}/test"),
        await cast.owner.get(f"{path}/deliveries"),
        await cast.operator.get("/manage/audit"),
        await cast.owner.get("/manage/changes"),
    ]
    seen = "".join(answer.text for answer in answers)
    row = await service.internals.resources.database.read(
        store.get_of_any_tenant, WebhookId(webhook["webhookId"])
    )
    for secret in (webhook["secret"], rotated["secret"]):
        random = secret.removeprefix("whsec_")
        assert random not in seen
        assert random not in repr(row)
        assert base64.b64decode(random).hex() not in repr(row)


async def test_two_secrets_sign_while_one_is_rotated(cast: Cast, service: LiveService) -> None:
    webhook = await make(cast.owner)
    path = f"{PATH}/{webhook['webhookId']}/rotate"
    rotated = (await cast.owner.post(path, {"gracePeriodSeconds": 60})).json()
    assert rotated["secret"] != webhook["secret"]
    assert rotated["oldSecretUntil"] is not None
    assert await live(service, webhook) == [rotated["secret"], webhook["secret"]]
    service.clock.advance(60)
    assert await live(service, webhook) == [rotated["secret"]]
    assert (await read(cast.owner, webhook))["oldSecretUntil"] is None
    last = (await cast.owner.post(path, {"gracePeriodSeconds": 0})).json()
    assert await live(service, webhook) == [last["secret"]]


async def live(service: LiveService, webhook: dict[str, Any]) -> list[str]:
    resources = service.internals.resources
    stored = await resources.database.read(store.get_of_any_tenant, WebhookId(webhook["webhookId"]))
    assert stored is not None
    return secrets.live_secrets(resources.encryption, stored, service.clock.now())


async def test_a_repeat_shows_the_same_secret_and_makes_nothing(cast: Cast) -> None:
    header = ("idempotency-key", "a-lost-answer")
    first, again = [await cast.owner.post(PATH, BODY, header) for _ in range(2)]
    assert first.json() == again.json()
    assert len((await cast.owner.get(PATH)).json()["data"]) == 1
    rotate = f"{PATH}/{first.json()['webhookId']}/rotate"
    header = ("idempotency-key", "another")
    rotated, repeated = [await cast.owner.post(rotate, {}, header) for _ in range(2)]
    assert rotated.json() == repeated.json()
    assert rotated.json()["version"] == 2
    stale = await cast.owner.post(PATH, BODY, ("idempotency-key", "a-lost-answer"))
    assert code(stale) == (409, "conflict")
    assert "rotate it for a new secret" in stale.json()["detail"]


async def test_a_change_needs_the_version_that_was_read(cast: Cast) -> None:
    webhook = await make(cast.owner)
    path = f"{PATH}/{webhook['webhookId']}"
    etag = (await cast.owner.get(path)).headers["etag"]
    changed = await cast.owner.patch(path, {"types": ["key.revoked", "key.revoked"]}, ("if-match", etag))
    assert (changed.json()["types"], changed.json()["version"]) == (["key.revoked"], 2)
    stale = await cast.owner.patch(path, {"label": "x"}, ("if-match", etag))
    assert code(stale) == (412, "precondition_failed")
    bad: list[Any] = [{}, {"types": []}, {"types": ["ping"]}, {"venues": []}, {"secret": "x"}, {"url": None}]
    for body in bad:
        assert code(await cast.owner.patch(path, body)) == (400, "validation_failed"), body
    assert (await cast.owner.delete(path)).status_code == 204
    assert code(await cast.owner.delete(path)) == (404, "not_found")


async def test_faults_of_a_webhook_are_told_with_their_places(cast: Cast) -> None:
    refused = await cast.owner.post(
        PATH, {"url": "https://10.0.0.1/", "venues": [cast.hall, "ven_000000000000"]}
    )
    assert code(refused) == (400, "validation_failed")
    assert [(each["pointer"], each["detail"]) for each in refused.json()["errors"]] == [
        ("/url", "is not a public address"),
        ("/venues/1", "is not a venue that the webhook's tenant owns or was granted"),
    ]
    nobodys = await cast.operator.post(PATH, BODY)
    assert nobodys.json()["errors"][0]["pointer"] == "/tenantId"
    foreign = await cast.owner.post(PATH, BODY | {"tenantId": cast.stranger.tenant_id})
    assert code(foreign) == (403, "scope_insufficient")


async def test_a_tenant_has_a_bounded_number_of_webhooks_also_in_a_race(cast: Cast) -> None:
    quota = cast.service.internals.resources.webhook_quota
    made = await asyncio.gather(*(cast.owner.post(PATH, BODY) for _ in range(quota + 5)))
    assert sorted(response.status_code for response in made) == [201] * quota + [409] * 5
    refused = await cast.owner.post(PATH, BODY)
    assert code(refused) == (409, "quota_exceeded")
    assert f"The tenant has {quota} webhooks, and may have {quota}." in refused.json()["detail"]
    assert (await cast.stranger.post(PATH, BODY)).status_code == 201
    first = next(response.json() for response in made if response.status_code == 201)
    await cast.owner.delete(f"{PATH}/{first['webhookId']}")
    assert (await cast.owner.post(PATH, BODY)).status_code == 201


async def test_another_tenants_webhook_is_as_unknown_as_one_that_does_not_exist(cast: Cast) -> None:
    webhook = await make(cast.owner)
    answers = []
    for webhook_id in (webhook["webhookId"], "whk_000000000000"):
        paths = {"webhookId": webhook_id, "deliveryId": "msg_000000000000"}
        for operation in OPERATIONS:
            if "{webhookId}" in operation.path:
                body = {"label": "x"} if operation.method == "PATCH" else None
                path = operation.path.format(**paths)
                answers.append((await cast.stranger.ask(operation.method, path, json=body)).json())
    half = len(answers) // 2
    assert half == 8
    assert {answer["code"] for answer in answers} == {"not_found"}
    assert [each["detail"] for each in answers[:half]] == [each["detail"] for each in answers[half:]]
    assert (await cast.stranger.get(PATH)).json()["data"] == []


async def test_a_restricted_key_makes_sees_and_changes_webhooks_of_its_venues_alone(cast: Cast) -> None:
    """Attack: a key of one hall makes a webhook that hears of the others, or takes one over."""
    restricted = await with_key(cast, venues=[cast.hall])
    for venues in (None, [cast.yard], [cast.hall, cast.yard]):
        refused = await restricted.post(PATH, BODY | {"venues": venues})
        assert code(refused) == (403, "venue_not_allowed"), venues
    own = await make(restricted, venues=[cast.hall])
    wider = [await make(cast.owner, venues=venues) for venues in (None, [cast.yard], [cast.hall, cast.yard])]
    for webhook in wider:
        path = f"{PATH}/{webhook['webhookId']}"
        for answer in (
            await restricted.get(path),
            await restricted.patch(path, {"venues": [cast.hall]}),
            await restricted.delete(path),
            await restricted.post(f"{path}/rotate"),
            await restricted.get(f"{path}/deliveries"),
        ):
            assert code(answer) == (403, "venue_not_allowed")
    path = f"{PATH}/{own['webhookId']}"
    assert code(await restricted.patch(path, {"venues": None})) == (403, "venue_not_allowed")
    assert (await restricted.patch(path, {"label": "mine"})).status_code == 200
    listed = (await restricted.get(PATH)).json()["data"]
    assert [each["webhookId"] for each in listed] == [own["webhookId"]]
    assert len((await cast.owner.get(PATH)).json()["data"]) == 4
    noted = (await restricted.get("/manage/audit", kind="webhook")).json()["data"]
    assert [(each["action"], each["id"]) for each in noted] == [
        ("updated", own["webhookId"]),
        ("created", own["webhookId"]),
    ]


async def test_a_revoke_disables_what_the_key_made_or_changed_last_unless_it_is_told_not_to(
    cast: Cast,
) -> None:
    leaked, other = await with_key(cast), await with_key(cast)
    by_leaked, changed, by_other = await make(leaked), await make(other), await make(other)
    await leaked.patch(f"{PATH}/{changed['webhookId']}", {"url": "https://evil.example/"})
    await cast.owner.delete(f"/manage/keys/{leaked.key_id}")
    for webhook in (by_leaked, changed):
        disabled = await read(cast.owner, webhook)
        assert (disabled["active"], disabled["disabledReason"]) == (False, "key_revoked")
        assert disabled["disabledAt"] is not None
    assert (await read(cast.owner, by_other))["active"]
    kept = await cast.owner.ask("DELETE", f"/manage/keys/{other.key_id}", params={"keepWebhooks": "true"})
    assert kept.status_code == 204
    assert (await read(cast.owner, by_other))["active"]
    again = await cast.owner.patch(f"{PATH}/{by_leaked['webhookId']}", {"active": True})
    assert (again.json()["active"], again.json()["disabledReason"]) == (True, None)
    actions = [
        each["action"] for each in (await cast.owner.get("/manage/audit", kind="webhook")).json()["data"]
    ]
    assert actions == ["updated", "disabled", "disabled", "updated", "created", "created", "created"]
    heard = (await cast.owner.get("/manage/changes")).json()["data"]
    assert "webhook" not in {entry["kind"] for entry in heard}, "nobody hears of it in the feed"


async def test_a_rotation_passes_webhooks_on_and_the_old_keys_end_disables_what_it_made_since(
    cast: Cast, service: LiveService
) -> None:
    old = await with_key(cast)
    passed_on = await make(old)
    rotate = f"/manage/keys/{old.key_id}/rotate"
    rotated = (await cast.owner.post(rotate, {"gracePeriodSeconds": 60})).json()
    since = await make(old)
    assert (await read(cast.owner, passed_on))["createdBy"] == rotated["keyId"]
    service.clock.advance(60)
    assert await service.worker.jobs.run("log_ended_keys")
    assert (await read(cast.owner, passed_on))["active"]
    ended = await read(cast.owner, since)
    assert (ended["active"], ended["disabledReason"]) == (False, "key_revoked")
    await cast.owner.post(f"/manage/keys/{rotated['keyId']}/rotate", {"gracePeriodSeconds": 0})
    assert (await read(cast.owner, passed_on))["active"], "the replacement has it, and the old key is gone"


@pytest.mark.both_engines
async def test_no_webhook_of_a_key_outlives_a_revoke_at_the_same_time(cast: Cast) -> None:
    """Attack: whoever has a leaked key makes webhooks while its owner revokes it."""
    leaked = await with_key(cast)
    await make(leaked)
    made, *_ = await asyncio.gather(
        asyncio.gather(*(leaked.post(PATH, BODY) for _ in range(8))),
        cast.owner.delete(f"/manage/keys/{leaked.key_id}"),
    )
    assert {response.status_code for response in made} <= {201, 401}
    assert not any(webhook["active"] for webhook in (await cast.owner.get(PATH)).json()["data"])


async def test_deliveries_are_listed_and_sent_again(cast: Cast, service: LiveService) -> None:
    webhook = await make(cast.owner)
    path = f"{PATH}/{webhook['webhookId']}"
    ping = (await cast.owner.post(f"{path}/test")).json()
    assert (ping["type"], ping["status"], ping["attempts"], ping["n"]) == ("ping", "pending", 0, None)
    assert (await cast.owner.post(f"{path}/test")).json() == ping, "one ping is enough"
    assert f'"id":"{webhook["webhookId"]}"' in ping["body"]
    await finish(service, "failed", last_status=500, last_answer="oops", attempts=10)
    service.clock.advance(1)
    second = (await cast.owner.post(f"{path}/test")).json()
    pages = await cast.owner.list_all(f"{path}/deliveries", limit=1)
    assert [each["deliveryId"] for each in pages] == [second["deliveryId"], ping["deliveryId"]]
    [failed] = (await cast.owner.get(f"{path}/deliveries", status="failed")).json()["data"]
    assert (failed["lastStatus"], failed["lastAnswer"]) == (500, "oops")
    again = await cast.owner.post(f"{path}/redeliver", {"status": "failed", "since": second["createdAt"]})
    assert (again.status_code, again.json()) == (202, {"redelivered": 0, "left": 0})
    again = await cast.owner.post(f"{path}/redeliver", {"status": "failed"})
    assert again.json() == {"redelivered": 1, "left": 0}
    await finish(service, "delivered", last_status=204)
    one = (await cast.owner.post(f"{path}/deliveries/{ping['deliveryId']}/redeliver")).json()
    assert (one["status"], one["attempts"], one["finishedAt"]) == ("pending", 0, None)
    assert one["body"] == ping["body"]
    missing = await cast.owner.post(f"{path}/deliveries/msg_000000000000/redeliver")
    assert code(missing) == (404, "not_found")
    await cast.owner.patch(path, {"active": False})
    for end in ("/test", "/redeliver", f"/deliveries/{ping['deliveryId']}/redeliver"):
        assert code(await cast.owner.post(path + end)) == (409, "conflict")
    service.clock.advance(31 * 86_400)
    assert (await cast.owner.get(f"{path}/deliveries")).json()["data"] == []


async def finish(service: LiveService, status: str, **values: Any) -> None:
    """Gives all deliveries a result, as the sender would."""
    at = service.clock.now()
    statement = update(webhook_deliveries).values(
        status=status, next_attempt_at=None, finished_at=at, last_attempt_at=at, **values
    )
    await service.internals.resources.database.write_activity(Connection.execute, statement)
