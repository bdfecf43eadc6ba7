"""Many clients that use and change the same keys at once: no change is lost, and a revoke is final."""

import asyncio
import json

import pytest

from cast import Cast, bearer, new_origin
from raw_requests import send_and_leave
from servers.polling import until

pytestmark = [pytest.mark.anyio, pytest.mark.long]

WRITERS = 32
READERS = 20


async def test_every_version_of_a_key_that_32_clients_update_has_one_winner(cast: Cast) -> None:
    key = await cast.owner.make_key(label="0")
    path = f"/manage/keys/{key['keyId']}"
    won: dict[int, str] = {}

    async def update(label: str) -> None:
        """Sends the change again until it is the one that wins."""
        while True:
            response = await cast.owner.patch(path, {"label": label})
            assert response.status_code in (200, 409), response.text
            if response.status_code == 200:
                body = response.json()
                assert body["label"] == label
                assert body["version"] not in won, "two clients were told that they made this version"
                won[body["version"]] = label
                return

    await asyncio.gather(*(update(f"label {number}") for number in range(WRITERS)))

    assert sorted(won) == list(range(2, WRITERS + 2))
    last = await cast.owner.read_key(key["keyId"])
    assert (last["version"], last["label"]) == (WRITERS + 1, won[WRITERS + 1])
    entries = await cast.owner.list_all("/manage/audit", id=key["keyId"])
    assert [entry["action"] for entry in entries] == ["updated"] * WRITERS + ["created"]
    assert {entry["actor"] for entry in entries} == {cast.owner.key_id}


async def test_one_of_32_clients_with_the_same_etag_writes(cast: Cast) -> None:
    key = await cast.owner.make_key(label="0")
    read = await cast.owner.get(f"/manage/keys/{key['keyId']}")
    responses = await asyncio.gather(
        *(
            cast.owner.patch(
                f"/manage/keys/{key['keyId']}", {"label": str(number)}, ("if-match", read.headers["etag"])
            )
            for number in range(1, WRITERS + 1)
        )
    )
    statuses = [response.status_code for response in responses]
    assert statuses.count(200) == 1
    assert set(statuses) <= {200, 409, 412}
    winner = next(response.json() for response in responses if response.status_code == 200)
    last = await cast.owner.read_key(key["keyId"])
    assert (last["version"], last["label"]) == (2, winner["label"])
    assert len(await cast.owner.list_all("/manage/audit", id=key["keyId"])) == 2


async def test_a_client_that_leaves_during_create_key_leaves_a_whole_key_or_nothing(cast: Cast) -> None:
    def request(label: str, cut_off: int) -> bytes:
        body = json.dumps({"label": label}).encode()
        head = (
            "POST /v1/manage/keys HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {cast.owner.plaintext}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body[: len(body) - cut_off]

    await asyncio.gather(
        *(send_and_leave(cast.service, request(f"left {number}", 0)) for number in range(24)),
        *(send_and_leave(cast.service, request(f"half {number}", 5)) for number in range(8)),
    )
    sure = await cast.owner.make_key(label="stayed")

    # The audit list is read first and last: no entry comes before its key, and no key before its entry.
    created = {
        entry["id"]
        for entry in await cast.owner.list_all(
            "/manage/audit", limit=100, kind="key", actor=cast.owner.key_id
        )
    }
    listed = {key["keyId"]: key for key in await cast.owner.list_all("/manage/keys", limit=100)}
    assert sure["keyId"] in created
    assert created <= set(listed)
    later = {entry["id"] for entry in await cast.owner.list_all("/manage/audit", kind="key")}
    assert set(listed) <= later
    labels = [key["label"] for key in listed.values()]
    assert not [label for label in labels if label.startswith("half")]
    assert len(set(labels)) == len(labels), "a request was carried out twice"
    for key_id in created - {sure["keyId"]}:
        response = await cast.owner.patch(f"/manage/keys/{key_id}", {"label": "found"})
        assert (response.status_code, response.json()["version"]) == (200, 2)


async def test_a_revoke_is_final_while_20_readers_read_with_the_key(cast: Cast) -> None:
    victim = await cast.actor(tenantId=cast.owner.tenant_id, label="victim")
    path = f"/manage/keys/{victim.key_id}"
    is_revoked = asyncio.Event()
    answered = 0

    async def read_until_refused() -> list[int]:
        nonlocal answered
        after_revoke: list[int] = []
        while len(after_revoke) < 3:
            begins_after_revoke = is_revoked.is_set()
            status = (await victim.get(path)).status_code
            answered += 1
            assert status in (200, 401)
            if begins_after_revoke:
                after_revoke.append(status)
        return after_revoke

    async def revoke() -> None:
        await until(lambda: answered >= 2 * READERS)
        assert (await cast.owner.delete(path)).status_code == 204
        is_revoked.set()
        assert (await cast.owner.read_key(victim.key_id))["status"] == "revoked"

    *statuses, _ = await asyncio.gather(*(read_until_refused() for _ in range(READERS)), revoke())
    assert statuses == [[401] * 3] * READERS


async def test_a_revoke_wins_against_updates_and_rotations_and_every_answer_is_in_the_log(cast: Cast) -> None:
    key = await cast.owner.make_key(label="0")
    path = f"/manage/keys/{key['keyId']}"
    updates = [cast.owner.patch(path, {"label": str(number)}) for number in range(12)]
    rotations = [cast.owner.post(f"{path}/rotate", {"gracePeriodSeconds": 600}) for _ in range(6)]
    *answers, revoked = await asyncio.gather(*updates, *rotations, cast.owner.delete(path))
    assert revoked.status_code == 204
    assert {answer.status_code for answer in answers} <= {200, 201, 409}
    updated = sum(answer.status_code == 200 for answer in answers)
    rotated = [answer.json() for answer in answers if answer.status_code == 201]
    assert len(rotated) <= 1
    last = await cast.owner.read_key(key["keyId"])
    assert (last["status"], last["version"]) == ("revoked", 2 + updated + len(rotated))
    assert last["rotatedTo"] == (rotated[0]["keyId"] if rotated else None)
    actions = [entry["action"] for entry in await cast.owner.list_all("/manage/audit", id=key["keyId"])]
    assert actions[0] == "revoked"
    assert sorted(actions) == sorted(
        ["created", "revoked", *["updated"] * updated, *["rotated", "revoke_scheduled"] * len(rotated)]
    )


async def test_one_of_20_requests_for_one_origin_or_with_one_idempotency_key_makes_a_key(cast: Cast) -> None:
    body = {"kind": "keyless", "allowedOrigins": [new_origin()], "allowOriginOnly": True, "label": "same"}
    for_tenant = body | {"tenantId": cast.owner.tenant_id}
    statuses = [
        answer.status_code
        for answer in await asyncio.gather(
            *(cast.operator.post("/manage/keys", for_tenant) for _ in range(READERS))
        )
    ]
    assert sorted(statuses) == [201] + [409] * (READERS - 1)
    assert len(await cast.owner.list_all("/manage/keys", label="same")) == 1

    repeated = await asyncio.gather(
        *(
            cast.owner.post("/manage/keys", {"label": "repeated"}, ("idempotency-key", '"once"'))
            for _ in range(READERS)
        )
    )
    assert {answer.status_code for answer in repeated} <= {201, 409}
    made = {answer.json()["keyId"] for answer in repeated if answer.status_code == 201}
    assert len(made) == 1
    [key] = await cast.owner.list_all("/manage/keys", label="repeated")
    assert {key["keyId"]} == made
    # Repeats got several plaintexts, of which only the last one is accepted.
    plaintexts = {answer.json()["plaintext"] for answer in repeated if answer.status_code == 201}
    accepted = [text for text in plaintexts if (await cast.who(bearer(text))).status_code == 200]
    assert len(accepted) == 1


async def test_a_client_reads_its_own_change_at_once(cast: Cast) -> None:
    async def change_and_read(number: int) -> None:
        key = await cast.owner.make_key(label=f"{number}: 1")
        for version in range(2, 12):
            label = f"{number}: {version}"
            response = await cast.owner.patch(f"/manage/keys/{key['keyId']}", {"label": label})
            assert response.status_code == 200
            assert (await cast.owner.read_key(key["keyId"]))["label"] == label
            [listed] = await cast.owner.list_all("/manage/keys", label=label)
            assert listed["version"] == version
            [newest, *_] = (await cast.owner.get("/manage/audit", id=key["keyId"])).json()["data"]
            assert (newest["action"], newest["members"]) == ("updated", ["label"])

    await asyncio.gather(*(change_and_read(number) for number in range(100, 108)))
