"""listChanges: what changed, in the order of commits, for those who may see it."""

import asyncio
from typing import Any

import pytest

from cast import Actor, Cast

pytestmark = pytest.mark.anyio


async def test_a_follower_hears_what_happens_to_a_key(cast: Cast) -> None:
    page = (await cast.owner.get("/manage/changes", after="now")).json()
    assert page["data"] == []
    key = await cast.owner.make_key(label="x")
    path = f"/manage/keys/{key['keyId']}"
    await cast.operator.patch(path, {"label": "y", "venues": []})
    rotated = (await cast.owner.post(f"{path}/rotate", {})).json()
    await cast.owner.patch(path, {"label": "z", "status": "active"})
    await cast.owner.delete(path)
    again = (
        await cast.owner.post(f"/manage/keys/{rotated['keyId']}/rotate", {"gracePeriodSeconds": 0})
    ).json()
    page = (await cast.owner.get("/manage/changes", after=page["next"])).json()
    for e in page["data"]:
        print(e)
    heard = [(e["type"], e["id"], e["version"], e["members"]) for e in page["data"]]
    assert heard == [
        ("key.created", key["keyId"], 1, []),
        ("key.updated", key["keyId"], 2, ["label", "venues"]),
        ("key.rotated", key["keyId"], 3, []),
        ("key.revoke_scheduled", key["keyId"], 3, []),
        ("key.created", rotated["keyId"], 1, []),
        ("key.updated", key["keyId"], 4, ["label"]),
        ("key.revoke_cancelled", key["keyId"], 4, ["status"]),
        ("key.revoked", key["keyId"], 5, []),
        ("key.rotated", rotated["keyId"], 2, []),
        ("key.revoked", rotated["keyId"], 2, []),
        ("key.created", again["keyId"], 1, []),
    ]
