"""Attacks on webhooks that were thought of after they were built."""

import asyncio

import pytest

from cast import Actor, Cast
from operations.test_webhooks import BODY, PATH, code, make

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "url",
    [
        *("https://shop.example\\@127.0.0.1/", "https://127.0.0.1\\.shop.example/", "https://127.1/"),
        *(
            "https://\u2460\u2461\u2466.\u24ea.\u24ea.\u2460/",
            "https://127\u30020\u30020\u30021/",
            "https://0/",
        ),
        *(
            "https://0177.0.0.1/",
            "https://017700000001/",
            "https://127.0.0.1./",
            "https://[::]/",
            "https://[::1]/",
        ),
        *("https://LOCALHOST/", "https://localhost./", "https://x.localhost/", "https://l%6fcalhost/"),
        *("https://[fe80::1%25eth0]/", "https://[::ffff:a9fe:a9fe]/", "https://0xA9FEA9FE/latest/meta-data/"),
        *(
            "https://168.63.129.16/",
            "http://shop.example/",
            "//shop.example/",
            "https:shop.example@127.0.0.1/",
        ),
        *("https://shop.example:0x50/", "https://shop.example:99999/", "https://sho\u00adp.localhost/"),
    ],
)
async def test_no_spelling_of_an_address_inside_is_stored(url: str, shared_cast: Cast) -> None:
    """Attack: an address of the operator's network, or one that two programs read differently."""
    assert code(await shared_cast.owner.post(PATH, {"url": url})) == (400, "validation_failed")


@pytest.mark.parametrize(
    "url", ["https://mail.example:25/", "https://shop.example:0/", f"https://{'a' * 300}/"]
)
async def test_no_address_without_a_web_server_is_stored(url: str, shared_cast: Cast) -> None:
    """Attack: the service is made to speak to a mail server, or to look up names that nobody can have."""
    refused = await shared_cast.owner.post(PATH, {"url": url})
    assert code(refused) == (400, "validation_failed")
    assert refused.json()["errors"][0]["pointer"] == "/url"
    webhook = await make(shared_cast.owner)
    changed = await shared_cast.owner.patch(f"{PATH}/{webhook['webhookId']}", {"url": url})
    assert code(changed) == (400, "validation_failed")


async def test_a_restricted_key_takes_over_no_webhook_that_is_widened_at_the_same_time(cast: Cast) -> None:
    """Attack: the key of one hall changes the address while its owner lets the webhook hear of all halls."""
    key = await cast.owner.make_key(venues=[cast.hall])
    restricted = Actor(cast.service, key, key["plaintext"])
    for _ in range(5):
        webhook = await make(cast.owner, venues=[cast.hall])
        path = f"{PATH}/{webhook['webhookId']}"
        await asyncio.gather(
            *(restricted.patch(path, {"url": "https://evil.example/"}) for _ in range(3)),
            cast.owner.patch(path, {"venues": None}),
        )
        after = (await cast.owner.get(path)).json()
        if after["venues"] is None and after["url"] == "https://evil.example/":
            assert after["changedBy"] == cast.owner.key_id, "the owner widened what it could see was changed"
        await cast.owner.delete(path)


async def test_two_rotations_at_once_show_one_secret(cast: Cast) -> None:
    webhook = await make(cast.owner)
    path = f"{PATH}/{webhook['webhookId']}"
    answers = await asyncio.gather(*(cast.owner.post(f"{path}/rotate") for _ in range(5)))
    shown = [answer.json()["secret"] for answer in answers if answer.status_code == 200]
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert (await cast.owner.get(path)).json()["version"] == 1 + len(shown)
    assert len(set(shown)) == len(shown)


async def test_a_lost_answer_is_not_shown_to_whoever_may_not_see_the_webhook_any_more(cast: Cast) -> None:
    """Attack: a repeat of an old request brings back a secret after the right to it has ended."""
    key = await cast.owner.make_key(venues=[cast.hall, cast.yard])
    maker = Actor(cast.service, key, key["plaintext"])
    body, header = BODY | {"venues": [cast.hall]}, ("idempotency-key", "a-value")
    first = (await maker.post(PATH, body, header)).json()
    other = await cast.owner.post(PATH, body, header)
    assert other.json()["webhookId"] != first["webhookId"], "a value counts for one key"
    await cast.owner.patch(f"/manage/keys/{key['keyId']}", {"venues": [cast.yard]})
    assert code(await maker.post(PATH, body, header)) == (403, "venue_not_allowed")
    await cast.owner.patch(f"/manage/keys/{key['keyId']}", {"venues": [cast.hall]})
    assert (await maker.post(PATH, body, header)).json()["secret"] == first["secret"]
    await cast.owner.delete(f"{PATH}/{first['webhookId']}")
    assert code(await maker.post(PATH, body, header)) == (404, "not_found")


async def test_ids_and_cursors_of_one_webhook_open_no_other(cast: Cast) -> None:
    """Attack: deliveries of another webhook are read or sent by way of one's own."""
    own, other = await make(cast.stranger), await make(cast.owner)
    ping = (await cast.owner.post(f"{PATH}/{other['webhookId']}/test")).json()
    path = f"{PATH}/{own['webhookId']}/deliveries/{ping['deliveryId']}/redeliver"
    assert code(await cast.stranger.post(path)) == (404, "not_found")
    second = await make(cast.owner)
    await cast.owner.post(f"{PATH}/{second['webhookId']}/test")
    page = (await cast.owner.get(PATH, limit=1)).json()
    assert page["nextCursor"]
    for path in (f"{PATH}/{other['webhookId']}/deliveries", "/manage/keys"):
        assert code(await cast.owner.get(path, cursor=page["nextCursor"])) == (400, "validation_failed")
    assert code(await cast.stranger.get(PATH, cursor=page["nextCursor"])) == (400, "validation_failed")


async def test_a_key_that_is_revoked_by_a_rotation_without_grace_writes_no_webhook_any_more(
    cast: Cast,
) -> None:
    """Attack: requests with a leaked key arrive while its owner rotates it."""
    key = await cast.owner.make_key()
    leaked = Actor(cast.service, key, key["plaintext"])
    await make(leaked)
    rotate = f"/manage/keys/{key['keyId']}/rotate"
    made, rotated = await asyncio.gather(
        asyncio.gather(*(leaked.post(PATH, BODY) for _ in range(8))),
        cast.owner.post(rotate, {"gracePeriodSeconds": 0}),
    )
    assert {response.status_code for response in made} <= {201, 401}
    replacement = rotated.json()["keyId"]
    webhooks = (await cast.owner.get(PATH)).json()["data"]
    assert {webhook["createdBy"] for webhook in webhooks} == {replacement}
    assert {webhook["changedBy"] for webhook in webhooks} == {replacement}
