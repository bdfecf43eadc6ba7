"""listVenues: the venues that a tenant owns or was granted, newest first."""

import pytest

from cast import Cast

pytestmark = pytest.mark.anyio


@pytest.mark.both_engines
async def test_an_owner_sees_its_venues_and_a_grantee_those_that_it_was_granted(cast: Cast) -> None:
    for actor, venues in (
        (cast.owner, [cast.yard, cast.hall]),
        (cast.grantee, [cast.hall]),
        (cast.stranger, []),
    ):
        response = await actor.get("/manage/venues")
        assert response.status_code == 200
        assert [venue["venueId"] for venue in response.json()["data"]] == venues
        assert response.json()["nextCursor"] is None


async def test_an_entry_says_whose_venue_it_is_and_holds_no_record(cast: Cast) -> None:
    (entry,) = (await cast.grantee.get("/manage/venues")).json()["data"]
    assert set(entry) == {"venueId", "tenantId", "name", "createdAt", "updatedAt", "version", "archivedAt"}
    assert (entry["tenantId"], entry["name"], entry["version"]) == (cast.owner.tenant_id, "Hall", 1)


async def test_admin_scope_sees_all_venues_or_those_of_the_tenant_it_names(cast: Cast) -> None:
    assert cast.stranger.tenant_id is not None
    foreign = await cast.venue(cast.stranger.tenant_id, "Foreign")
    newest = (await cast.operator.get("/manage/venues", limit=3)).json()["data"]
    assert [venue["venueId"] for venue in newest] == [foreign, cast.yard, cast.hall]
    of_one = (await cast.operator.get("/manage/venues", tenantId=cast.stranger.tenant_id)).json()["data"]
    assert [venue["venueId"] for venue in of_one] == [foreign]


async def test_tenant_scope_names_no_other_tenant(cast: Cast) -> None:
    assert (await cast.owner.get("/manage/venues", tenantId=cast.owner.tenant_id)).status_code == 200
    for tenant_id in (cast.stranger.tenant_id, "ten_doesnotexist"):
        refused = await cast.owner.get("/manage/venues", tenantId=tenant_id)
        assert (refused.status_code, refused.json()["code"]) == (403, "scope_insufficient")


async def test_a_key_restricted_to_venues_sees_those_alone(cast: Cast) -> None:
    for venues in ([cast.hall], []):
        restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=venues)
        listed = (await restricted.get("/manage/venues")).json()["data"]
        assert [venue["venueId"] for venue in listed] == venues


@pytest.mark.both_engines
async def test_pages_hold_every_venue_once_and_link_to_the_next(cast: Cast) -> None:
    first = await cast.owner.get("/manage/venues", limit=1)
    cursor = first.json()["nextCursor"]
    assert f"cursor={cursor}" in first.headers["link"]
    second = await cast.owner.get("/manage/venues", limit=1, cursor=cursor)
    listed = [venue["venueId"] for venue in first.json()["data"] + second.json()["data"]]
    assert listed == [cast.yard, cast.hall]
    assert second.json()["nextCursor"] is None
    assert "link" not in second.headers


async def test_another_tenants_cursor_is_400(cast: Cast) -> None:
    """Attack: a page of another tenant's list, by the cursor that it was given."""
    cursor = (await cast.owner.get("/manage/venues", limit=1)).json()["nextCursor"]
    for actor, sent in ((cast.stranger, cursor), (cast.owner, cursor[:-1]), (cast.owner, "x")):
        refused = await actor.get("/manage/venues", cursor=sent)
        assert refused.status_code == 400
        assert [fault["parameter"] for fault in refused.json()["errors"]] == ["cursor"]


@pytest.mark.parametrize("query", [{"limit": 0}, {"limit": 101}, {"tenantId": "x"}, {"nonsense": "1"}])
async def test_a_query_that_is_not_valid_is_400(shared_cast: Cast, query: dict[str, str]) -> None:
    refused = await shared_cast.owner.get("/manage/venues", **query)
    assert (refused.status_code, refused.json()["code"]) == (400, "validation_failed")
    assert [fault["parameter"] for fault in refused.json()["errors"]] == [*query]
