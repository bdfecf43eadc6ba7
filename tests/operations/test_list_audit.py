"""listAudit: all changes, without gaps and without secrets."""

import pytest

from cast import Cast

pytestmark = pytest.mark.anyio


async def test_every_change_of_a_key_is_there_with_who_did_it_and_which_members(cast: Cast) -> None:
    key = await cast.owner.make_key(label="x")
    path = f"/manage/keys/{key['keyId']}"
    await cast.operator.patch(path, {"label": "y", "allowedOrigins": ["https://shop.example"]})
    await cast.owner.post(f"{path}/rotate", {})
    await cast.owner.delete(path)
    entries = (await cast.owner.get("/manage/audit", kind="key", id=key["keyId"])).json()["data"]
    assert [(e["action"], e["actor"], e["members"]) for e in entries] == [
        ("revoked", cast.owner.key_id, []),
        ("revoke_scheduled", cast.owner.key_id, []),
        ("rotated", cast.owner.key_id, []),
        ("updated", cast.operator.key_id, ["label", "allowedOrigins"]),
        ("created", cast.owner.key_id, []),
    ]
    assert {e["tenantId"] for e in entries} == {cast.owner.tenant_id}


async def test_changes_are_listed_by_time_and_say_which_version_was_published(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}"
    for name in ("First", "Second"):
        assert (await cast.owner.put(path, {"name": name})).status_code == 200
    newest, before, *_ = (await cast.owner.get("/manage/audit", kind="venue")).json()["data"]
    assert newest["version"] == before["version"] + 1
    assert newest["version"] == (await cast.owner.get(path)).json()["version"]
    of_time = {"kind": "venue", "from": newest["at"]}
    assert (await cast.owner.get("/manage/audit", **of_time)).json()["data"] == [newest]
    earlier = (await cast.owner.get("/manage/audit", kind="venue", until=newest["at"])).json()["data"]
    assert earlier[0] == before
    assert (await cast.owner.get("/manage/audit", until="yesterday")).status_code == 400


async def test_a_request_that_changed_nothing_leaves_no_entry(cast: Cast) -> None:
    before = (await cast.owner.get("/manage/audit")).json()
    await cast.owner.patch(f"/manage/keys/{cast.owner.key_id}", {"venues": ["ven_doesnotexist"]})
    await cast.owner.patch(f"/manage/keys/{cast.owner.key_id}", {"label": "x"}, ("if-match", '"9"'))
    assert (await cast.owner.get("/manage/audit")).json() == before


async def test_a_tenant_sees_the_changes_of_its_own_records_and_admin_scope_all(cast: Cast) -> None:
    mine = (await cast.owner.get("/manage/audit")).json()["data"]
    assert mine
    assert {entry["tenantId"] for entry in mine} == {cast.owner.tenant_id}
    refused = await cast.owner.get("/manage/audit", tenantId=cast.stranger.tenant_id)
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_insufficient")
    theirs = (await cast.operator.get("/manage/audit", tenantId=cast.stranger.tenant_id)).json()["data"]
    assert {entry["tenantId"] for entry in theirs} == {cast.stranger.tenant_id}
    by_operator = (await cast.operator.get("/manage/audit", actor=cast.operator.key_id)).json()["data"]
    assert {entry["actor"] for entry in by_operator} == {cast.operator.key_id}


@pytest.mark.both_engines
async def test_pages_hold_every_entry_once_and_numbers_have_no_gap(cast: Cast) -> None:
    for _ in range(12):
        await cast.owner.make_key()
    numbers: list[int] = []
    cursor: str | None = None
    for _ in range(4):
        page = (
            await cast.operator.get("/manage/audit", limit=3, **({"cursor": cursor} if cursor else {}))
        ).json()
        numbers += [entry["number"] for entry in page["data"]]
        await cast.owner.make_key()
        cursor = page["nextCursor"]
    assert numbers == list(range(numbers[0], numbers[0] - 12, -1))
