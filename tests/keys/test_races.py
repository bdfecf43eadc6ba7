"""Rule 6: when the key has changed since the request read it, nothing is written and the response is 409.

Every race here pauses its requests after they have read and before they write, so that all of them have read
the same version; no lock and no silent retry may decide between them.
"""

import asyncio
from typing import Any

import httpx
import pytest

from cast import Cast, bearer, new_origin
from races import Pause, pause_after
from seatpreview.keys import store
from seatpreview.tenants import store as tenants

pytestmark = pytest.mark.anyio


@pytest.fixture
def pause_after_read(monkeypatch: pytest.MonkeyPatch) -> Pause:
    """Makes requests wait after their first read until `count` of them have read."""
    return pause_after(monkeypatch, store.get, store.get_of_any_tenant, tenants.get)


async def test_of_two_updates_that_read_the_same_version_exactly_one_writes(
    cast: Cast, pause_after_read: Pause
) -> None:
    key = await cast.owner.make_key()
    path = f"/manage/keys/{key['keyId']}"
    pause_after_read(2)
    first, second = await asyncio.gather(
        cast.owner.patch(path, {"label": "first"}),
        cast.owner.patch(path, {"embedFrameAncestors": ["https://second.example"]}),
    )
    winner, loser = sorted((first, second), key=lambda response: response.status_code)
    assert (winner.status_code, loser.status_code) == (200, 409)
    assert loser.json()["code"] == "conflict"
    assert await _record(cast, key) == winner.json()
    assert winner.json()["version"] == 2


async def test_of_four_updates_at_once_exactly_one_writes(cast: Cast, pause_after_read: Pause) -> None:
    key = await cast.owner.make_key()
    pause_after_read(4)
    answers = await asyncio.gather(
        *(cast.owner.patch(f"/manage/keys/{key['keyId']}", {"label": str(n)}) for n in range(4))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert (await _record(cast, key))["version"] == 2


async def test_a_revoke_never_loses_to_an_update(cast: Cast, pause_after_read: Pause) -> None:
    key = await cast.owner.make_key()
    path = f"/manage/keys/{key['keyId']}"
    pause_after_read(2)
    revoke, update = await asyncio.gather(cast.owner.delete(path), cast.owner.patch(path, {"label": "x"}))
    assert revoke.status_code == 204
    assert update.status_code in (200, 409)
    record = await _record(cast, key)
    assert record["status"] == "revoked"
    assert record["label"] == ("x" if update.status_code == 200 else "")
    assert (await cast.who(bearer(key["plaintext"]))).status_code == 401


async def test_a_revoke_never_loses_to_a_cancelled_rotation(cast: Cast, pause_after_read: Pause) -> None:
    key = await cast.owner.make_key()
    path = f"/manage/keys/{key['keyId']}"
    await cast.owner.post(f"{path}/rotate", {})
    pause_after_read(2)
    revoke, cancel = await asyncio.gather(
        cast.owner.delete(path), cast.owner.patch(path, {"status": "active"})
    )
    assert revoke.status_code == 204
    assert cancel.status_code in (200, 409)
    assert (await cast.who(bearer(key["plaintext"]))).status_code == 401


async def test_two_revokes_both_answer_204(cast: Cast, pause_after_read: Pause) -> None:
    key = await cast.owner.make_key()
    path = f"/manage/keys/{key['keyId']}"
    pause_after_read(2)
    answers = await asyncio.gather(cast.owner.delete(path), cast.owner.delete(path))
    assert [answer.status_code for answer in answers] == [204, 204]
    entries = (await cast.owner.get("/manage/audit", id=key["keyId"])).json()["data"]
    assert [entry["action"] for entry in entries] == ["revoked", "created"]


async def test_of_two_rotations_exactly_one_issues_a_replacement(cast: Cast, pause_after_read: Pause) -> None:
    key = await cast.owner.make_key(label="rotated")
    path = f"/manage/keys/{key['keyId']}/rotate"
    pause_after_read(2)
    answers = await asyncio.gather(cast.owner.post(path, {}), cast.owner.post(path, {}))
    winner, loser = sorted(answers, key=lambda response: response.status_code)
    assert (winner.status_code, loser.status_code) == (201, 409)
    listed = (await cast.owner.get("/manage/keys", label="rotated")).json()["data"]
    assert {entry["keyId"] for entry in listed} == {key["keyId"], winner.json()["keyId"]}


async def test_of_a_rotation_and_an_update_exactly_one_writes(cast: Cast, pause_after_read: Pause) -> None:
    key = await cast.owner.make_key(label="before")
    path = f"/manage/keys/{key['keyId']}"
    pause_after_read(2)
    rotate, update = await asyncio.gather(
        cast.owner.post(f"{path}/rotate", {}), cast.owner.patch(path, {"label": "after"})
    )
    assert sorted((rotate.status_code, update.status_code)) in ([200, 409], [201, 409])
    record = await _record(cast, key)
    if rotate.status_code == 201:
        assert (record["label"], record["rotatedTo"]) == ("before", rotate.json()["keyId"])
    else:
        assert (record["label"], record["rotatedTo"], record["revokeAt"]) == ("after", None, None)


async def test_a_revoke_never_loses_to_a_rotation(cast: Cast, pause_after_read: Pause) -> None:
    key = await cast.owner.make_key()
    path = f"/manage/keys/{key['keyId']}"
    pause_after_read(2)
    revoke, rotate = await asyncio.gather(cast.owner.delete(path), cast.owner.post(f"{path}/rotate", {}))
    assert revoke.status_code == 204
    assert rotate.status_code in (201, 409)
    assert (await cast.who(bearer(key["plaintext"]))).status_code == 401


async def test_of_two_new_keyless_keys_for_one_origin_one_wins(cast: Cast, pause_after_read: Pause) -> None:
    origin, others = new_origin(), [new_origin(), new_origin()]
    bodies = [
        {
            "kind": "keyless",
            "tenantId": tenant_id,
            "allowedOrigins": [other, origin],
            "allowOriginOnly": True,
        }
        for tenant_id, other in zip((cast.owner.tenant_id, cast.stranger.tenant_id), others, strict=True)
    ]
    pause_after_read(2)
    answers = await asyncio.gather(*(cast.operator.post("/manage/keys", body) for body in bodies))
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    await _check_one_holds(cast, origin, answers)
    # The loser wrote nothing, so the origin that only it requested is still available.
    lost = next(n for n, answer in enumerate(answers) if answer.status_code == 409)
    assert (await cast.who(("origin", others[lost]))).status_code == 401


async def test_of_two_keyless_keys_that_change_to_one_origin_one_wins(
    cast: Cast, pause_after_read: Pause
) -> None:
    keys = [await cast.keyless(), await cast.keyless()]
    origin = new_origin()
    pause_after_read(2)
    answers = await asyncio.gather(
        *(
            cast.operator.patch(
                f"/manage/keys/{key['keyId']}", {"allowedOrigins": [*key["allowedOrigins"], origin]}
            )
            for key in keys
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    await _check_one_holds(cast, origin, answers)


async def test_two_keyless_keys_that_want_each_others_origins_do_not_wait_for_each_other(
    cast: Cast, pause_after_read: Pause
) -> None:
    keys = [await cast.keyless(), await cast.keyless()]
    pause_after_read(2)
    answers = await asyncio.gather(
        *(
            cast.operator.patch(f"/manage/keys/{key['keyId']}", {"allowedOrigins": other["allowedOrigins"]})
            for key, other in (keys, reversed(keys))
        )
    )
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert 409 in {answer.status_code for answer in answers}


async def test_of_two_updates_of_a_tenant_exactly_one_writes(cast: Cast, pause_after_read: Pause) -> None:
    path = f"/manage/tenants/{cast.owner.tenant_id}"
    pause_after_read(2)
    answers = await asyncio.gather(*(cast.operator.patch(path, {"name": name}) for name in ("a", "b")))
    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def _record(cast: Cast, key: dict[str, Any]) -> dict[str, Any]:
    return await cast.operator.read_key(key["keyId"])


async def _check_one_holds(cast: Cast, origin: str, answers: list[httpx.Response]) -> None:
    winner = next(answer for answer in answers if answer.status_code < 300)
    assert (await cast.who(("origin", origin))).json()["keyId"] == winner.json()["keyId"]
