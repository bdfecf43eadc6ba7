"""listGrants, putGrant and endGrant: who may use a venue that another tenant owns, and for how long."""

import asyncio

import pytest

from cast import Cast
from seatpreview.api.examples import VENUE_RECORD

pytestmark = [pytest.mark.anyio, pytest.mark.promise]


async def test_a_grant_opens_the_venue_and_its_end_closes_it_at_once(cast: Cast) -> None:
    venue = f"/manage/venues/{cast.yard}"
    grant = f"{venue}/grants/{cast.stranger.tenant_id}"
    assert (await cast.stranger.get(venue)).status_code == 404
    assert (await cast.owner.put(grant)).status_code == 204
    assert (await cast.stranger.get(venue)).status_code == 200
    assert (await cast.owner.delete(grant)).status_code == 204
    assert (await cast.stranger.get(venue)).status_code == 404


async def test_a_grantee_ends_its_own_grant_and_no_other(cast: Cast) -> None:
    """Attack: a grantee that ends the grants of its competitors."""
    venue = f"/manage/venues/{cast.hall}"
    await cast.grant(cast.hall, str(cast.stranger.tenant_id))
    refused = await cast.grantee.delete(f"{venue}/grants/{cast.stranger.tenant_id}")
    assert (refused.status_code, refused.json()["code"]) == (403, "venue_not_allowed")
    assert (await cast.stranger.get(venue)).status_code == 200
    own = f"{venue}/grants/{cast.grantee.tenant_id}"
    assert (await cast.grantee.delete(own)).status_code == 204
    assert (await cast.grantee.get(venue)).status_code == 404
    assert (await cast.grantee.delete(own)).status_code == 404
    [entry] = (await cast.operator.get("/manage/audit", kind="grant", id=cast.hall, limit=1)).json()["data"]
    assert (entry["action"], entry["actor"]) == ("ended", cast.grantee.key_id)


async def test_who_was_granted_nothing_ends_nothing(cast: Cast) -> None:
    """Attack: a tenant that finds out which venues exist by giving them up."""
    own = f"grants/{cast.stranger.tenant_id}"
    for venue_id in (cast.hall, "ven_doesnotexist"):
        refused = await cast.stranger.delete(f"/manage/venues/{venue_id}/{own}")
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")


async def test_a_restricted_key_gives_up_only_what_it_may_use(cast: Cast) -> None:
    await cast.grant(cast.yard, str(cast.grantee.tenant_id))
    restricted = await cast.actor(tenantId=cast.grantee.tenant_id, venues=[cast.yard])
    own = f"grants/{cast.grantee.tenant_id}"
    assert (await restricted.delete(f"/manage/venues/{cast.hall}/{own}")).status_code == 403
    assert (await restricted.delete(f"/manage/venues/{cast.yard}/{own}")).status_code == 204
    reader = await cast.actor(tenantId=cast.grantee.tenant_id, groups=["management_read_only"])
    assert (await reader.delete(f"/manage/venues/{cast.hall}/{own}")).status_code == 403


async def test_grants_are_listed_newest_first_in_pages(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}/grants"
    await cast.owner.put(f"{path}/{cast.stranger.tenant_id}")
    listed = (await cast.owner.get(path)).json()
    assert [grant["tenantId"] for grant in listed["data"]] == [
        cast.stranger.tenant_id,
        cast.grantee.tenant_id,
    ]
    assert {grant["venueId"] for grant in listed["data"]} == {cast.hall}
    assert listed["nextCursor"] is None
    assert (await cast.operator.get(path)).json() == listed
    first = (await cast.owner.get(path, limit=1)).json()
    second = (await cast.owner.get(path, limit=1, cursor=first["nextCursor"])).json()
    assert first["data"] + second["data"] == listed["data"]
    other = await cast.owner.get(f"/manage/venues/{cast.yard}/grants", cursor=first["nextCursor"])
    assert (other.status_code, other.json()["errors"][0]["parameter"]) == (400, "cursor")


async def test_granting_and_ending_again_change_nothing(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}/grants"
    own = {"aliases": [{"name": "Ours"}]}
    await cast.grantee.put(f"/manage/venues/{cast.hall}/aliases", own)
    before = (await cast.owner.get(path)).json()
    audit = (await cast.operator.get("/manage/audit", limit=1)).json()["data"]
    assert (await cast.owner.put(f"{path}/{cast.grantee.tenant_id}")).status_code == 204
    assert (await cast.owner.delete(f"{path}/{cast.stranger.tenant_id}")).status_code == 204
    assert (await cast.owner.get(path)).json() == before
    assert (await cast.grantee.get(f"/manage/venues/{cast.hall}")).json()["aliases"] == own["aliases"]
    assert (await cast.operator.get("/manage/audit", limit=1)).json()["data"] == audit


async def test_of_two_grants_to_one_tenant_at_once_one_is_kept(cast: Cast) -> None:
    path = f"/manage/venues/{cast.yard}/grants"
    answers = await asyncio.gather(*(cast.owner.put(f"{path}/{cast.stranger.tenant_id}") for _ in range(4)))
    assert [answer.status_code for answer in answers] == [204] * 4
    assert len((await cast.owner.get(path)).json()["data"]) == 1
    entries = (await cast.operator.get("/manage/audit", kind="grant", id=cast.yard)).json()["data"]
    assert len(entries) == 1


async def test_the_owner_needs_no_grant_and_a_tenant_that_does_not_exist_gets_none(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}/grants"
    for tenant_id, status, code in (
        (cast.owner.tenant_id, 409, "conflict"),
        ("ten_doesnotexist", 404, "not_found"),
        ("x", 400, "validation_failed"),
    ):
        refused = await cast.owner.put(f"{path}/{tenant_id}")
        assert (refused.status_code, refused.json()["code"]) == (status, code)


async def test_the_end_of_a_grant_removes_the_grantees_aliases(cast: Cast) -> None:
    venue = f"/manage/venues/{cast.hall}"
    grant = f"{venue}/grants/{cast.grantee.tenant_id}"
    await cast.owner.put(venue, VENUE_RECORD)
    own = {"aliases": [{"name": "Dome"}, {"name": "Nord", "section": "101"}]}
    assert (await cast.grantee.put(f"{venue}/aliases", own)).status_code == 200
    taken = {"name": "x", "aliases": [{"name": "Dome"}]}
    assert (await cast.grantee.post("/manage/venues", taken)).status_code == 409
    assert (await cast.owner.delete(grant)).status_code == 204
    assert (await cast.grantee.post("/manage/venues", taken)).status_code == 201
    assert (await cast.owner.put(grant)).status_code == 204
    assert (await cast.grantee.get(venue)).json()["aliases"] == []
    assert (await cast.owner.get(venue)).json()["aliases"] == VENUE_RECORD["aliases"]


async def test_aliases_that_are_replaced_while_the_grant_ends_do_not_outlive_it(cast: Cast) -> None:
    """Attack: a former grantee that keeps a name, or a name that nobody can use ever again."""
    venue = f"/manage/venues/{cast.hall}"
    grant = f"{venue}/grants/{cast.grantee.tenant_id}"
    for n in range(10):
        own = {"aliases": [{"name": f"Dome {n}"}]}
        assert (await cast.owner.put(grant)).status_code == 204
        replaced, ended = await asyncio.gather(
            cast.grantee.put(f"{venue}/aliases", own), cast.owner.delete(grant)
        )
        assert replaced.status_code in (200, 404)
        assert ended.status_code == 204
        assert (await cast.grantee.post("/manage/venues", {"name": "x"} | own)).status_code == 201


async def test_the_end_of_one_grant_leaves_the_others(cast: Cast) -> None:
    venue = f"/manage/venues/{cast.hall}"
    await cast.owner.put(f"{venue}/grants/{cast.stranger.tenant_id}")
    own = {"aliases": [{"name": "Dome"}]}
    for actor in (cast.grantee, cast.stranger):
        assert (await actor.put(f"{venue}/aliases", own)).status_code == 200
    await cast.owner.delete(f"{venue}/grants/{cast.grantee.tenant_id}")
    assert (await cast.stranger.get(venue)).json()["aliases"] == own["aliases"]


async def test_changes_are_in_the_audit_log_with_their_actor(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}/grants/{cast.grantee.tenant_id}"
    await cast.owner.delete(path)
    await cast.operator.put(path)
    entries = (await cast.operator.get("/manage/audit", kind="grant", id=cast.hall)).json()["data"]
    assert [(entry["action"], entry["actor"]) for entry in entries] == [
        ("created", cast.operator.key_id),
        ("ended", cast.owner.key_id),
        ("created", cast.operator.key_id),
    ]
    assert {entry["tenantId"] for entry in entries} == {cast.grantee.tenant_id}
