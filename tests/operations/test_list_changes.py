"""listChanges: what changed, oldest first, for those who may see it."""

from typing import Any

import pytest

from cast import Actor, Cast

pytestmark = pytest.mark.anyio


async def heard(actor: Actor, after: str, **params: Any) -> list[dict[str, Any]]:
    response = await actor.get("/manage/changes", after=after, **params)
    assert response.status_code == 200, response.text
    entries: list[dict[str, Any]] = response.json()["data"]
    return entries


async def position(cast: Cast) -> str:
    response = await cast.operator.get("/manage/changes", after="now")
    assert response.json()["data"] == []
    return str(response.json()["next"])


async def test_everything_that_happens_to_a_key_is_told(cast: Cast) -> None:
    after = await position(cast)
    key = await cast.owner.make_key(label="x")
    path = f"/manage/keys/{key['keyId']}"
    await cast.operator.patch(path, {"label": "y", "venues": []})
    rotated = (await cast.owner.post(f"{path}/rotate", {})).json()
    await cast.owner.patch(path, {"label": "z", "status": "active"})
    await cast.owner.patch(path, {"status": "active"})
    await cast.owner.delete(path)
    path = f"/manage/keys/{rotated['keyId']}/rotate"
    leaked = (await cast.owner.post(path, {"gracePeriodSeconds": 0})).json()
    told = await heard(cast.owner, after)
    assert [(e["type"], e["id"], e["version"], e["members"]) for e in told] == [
        ("key.created", key["keyId"], 1, []),
        ("key.updated", key["keyId"], 2, ["label", "venues"]),
        ("key.rotated", key["keyId"], 3, []),
        ("key.revoke_scheduled", key["keyId"], 3, []),
        ("key.created", rotated["keyId"], 1, []),
        ("key.updated", key["keyId"], 4, ["label"]),
        ("key.revoke_cancelled", key["keyId"], 4, ["status"]),
        ("key.updated", key["keyId"], 5, ["status"]),
        ("key.revoked", key["keyId"], 6, []),
        ("key.rotated", rotated["keyId"], 2, []),
        ("key.revoked", rotated["keyId"], 2, []),
        ("key.created", leaked["keyId"], 1, []),
    ]
    assert [e["actor"] for e in told[:3]] == [
        cast.owner.key_id,
        cast.operator.key_id,
        cast.owner.key_id,
    ]
    some = await heard(cast.owner, after, types="key.revoked,key.revoke_cancelled")
    assert [e["n"] for e in some] == [told[6]["n"], told[8]["n"], told[10]["n"]]


async def test_owner_and_grantee_hear_of_a_venue_each_what_they_may_read(cast: Cast) -> None:
    """Attack: a grantee learns of the owner's keys and of other grantees, or a stranger of anything."""
    after = await position(cast)
    record = {"name": "New name"}
    await cast.owner.make_key()
    for venue in (cast.hall, cast.yard):
        assert (await cast.owner.put(f"/manage/venues/{venue}", record)).status_code == 200
    await cast.grant(cast.hall, str(cast.stranger.tenant_id))
    await cast.owner.delete(f"/manage/venues/{cast.hall}/grants/{cast.stranger.tenant_id}")
    names = [(e["type"], e["id"], e["tenantId"]) for e in await heard(cast.grantee, after)]
    assert names == [("venue.published", cast.hall, cast.owner.tenant_id)]
    [published] = await heard(cast.grantee, after)
    assert (published["version"], published["actor"]) == (2, None)
    granted = [
        ("grant.given", cast.hall, cast.stranger.tenant_id),
        ("grant.ended", cast.hall, cast.stranger.tenant_id),
    ]
    assert [(e["type"], e["id"], e["tenantId"]) for e in await heard(cast.stranger, after)] == granted
    owners = await heard(cast.owner, after, venue=cast.hall)
    assert [(e["type"], e["id"], e["tenantId"]) for e in owners] == [*names, *granted]
    assert await heard(cast.operator, after, tenantId=cast.grantee.tenant_id) == [
        published | {"actor": cast.owner.key_id}
    ]


async def test_a_key_that_is_restricted_to_venues_hears_of_these_alone(cast: Cast) -> None:
    restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.yard])
    after = await position(cast)
    await cast.owner.make_key()
    own = await cast.owner.make_key(venues=[cast.yard])
    for venue in (cast.hall, cast.yard):
        await cast.owner.put(f"/manage/venues/{venue}", {"name": "New name"})
    assert [e["id"] for e in await heard(restricted, after)] == [own["keyId"], cast.yard]
    refused = await restricted.get("/manage/changes", venue=cast.hall)
    assert (refused.status_code, refused.json()["code"]) == (403, "venue_not_allowed")


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("after", "42"),
        ("after", "42-"),
        ("after", "-1-ab"),
        ("after", "9" * 19 + "-ab"),
        ("types", "key.revoked,key.gone"),
        ("types", ""),
        ("types", ",".join(["key.revoked"] * 40)),
        ("waitSeconds", "31"),
        ("limit", "1001"),
    ],
)
async def test_a_query_that_makes_no_sense_is_refused(shared_cast: Cast, parameter: str, value: str) -> None:
    response = await shared_cast.owner.get("/manage/changes", **{parameter: value})
    assert (response.status_code, response.json()["code"]) == (400, "validation_failed")
    assert [fault["parameter"] for fault in response.json()["errors"]] == [parameter]
