"""listKeys: filters, and cursors that stay correct while keys are created and revoked."""

from typing import Any

import pytest

from cast import Actor, Cast, new_origin

pytestmark = pytest.mark.anyio


async def test_keys_come_newest_first_and_only_those_of_the_own_tenant(cast: Cast) -> None:
    made = [(await cast.owner.make_key(label=str(n)))["keyId"] for n in range(3)]
    response = await cast.owner.get("/manage/keys")
    assert response.status_code == 200
    listed = [key["keyId"] for key in response.json()["data"]]
    assert listed == [*reversed(made), cast.owner.key_id]
    assert response.json()["nextCursor"] is None
    assert "link" not in response.headers
    assert all("plaintext" not in key for key in response.json()["data"])


async def test_admin_scope_lists_all_tenants_or_the_one_it_names(cast: Cast) -> None:
    of_owner = await cast.operator.get("/manage/keys", tenantId=cast.owner.tenant_id)
    assert [key["keyId"] for key in of_owner.json()["data"]] == [cast.owner.key_id]
    everyone = {key["keyId"] async for key in _pages(cast.operator, limit=100)}
    assert {cast.owner.key_id, cast.stranger.key_id, cast.operator.key_id} <= everyone


async def test_tenant_scope_that_names_another_tenant_is_403(cast: Cast) -> None:
    own = await cast.owner.get("/manage/keys", tenantId=cast.owner.tenant_id)
    assert own.status_code == 200
    for tenant_id in (cast.stranger.tenant_id, "ten_doesnotexist"):
        response = await cast.owner.get("/manage/keys", tenantId=tenant_id)
        assert (response.status_code, response.json()["code"]) == (403, "scope_insufficient")


@pytest.mark.both_engines
async def test_filters_find_what_they_name_and_nothing_else(cast: Cast) -> None:
    origin = new_origin()
    shop = (await cast.owner.make_key(label="Shöp 50% off_", allowedOrigins=[origin], venues=[cast.hall]))[
        "keyId"
    ]
    yard = (await cast.owner.make_key(label="Yard", venues=[cast.yard]))["keyId"]
    gone = (await cast.owner.make_key(label="Gone", venues=[]))["keyId"]
    await cast.owner.delete(f"/manage/keys/{gone}")
    lapsed = (await cast.owner.make_key(label="Lapsed", venues=[]))["keyId"]
    rotated = await cast.owner.post(f"/manage/keys/{lapsed}/rotate", {"gracePeriodSeconds": 0})
    new = rotated.json()["keyId"]
    keyless = (await cast.keyless(label="Keyless", venues=[]))["keyId"]
    own = cast.owner.key_id

    async def found(**query: Any) -> set[str]:
        return {key["keyId"] async for key in _pages(cast.owner, **query)}

    assert await found(status="revoked") == {gone, lapsed}
    assert await found(status="active") == {shop, yard, new, keyless, own}
    assert await found(kind="keyless") == {keyless}
    assert await found(kind="secret") == {shop, yard, gone, lapsed, new, own}
    assert await found(venue=cast.hall) == {shop, own}
    assert await found(venue=cast.yard) == {yard, own}
    assert await found(origin=origin) == {shop}
    assert await found(origin=origin.upper() + ":443/") == {shop}
    assert await found(origin=new_origin()) == set()
    assert await found(label="SHÖP") == {shop}
    assert await found(label="50% off_") == {shop}
    assert await found(label="%") == {shop}
    assert await found(label="a", status="active") == {yard, new}
    assert await found(label="nothing like it") == set()


@pytest.mark.both_engines
async def test_pages_hold_every_key_once_while_keys_are_created_and_revoked_between_them(cast: Cast) -> None:
    there = {(await cast.owner.make_key())["keyId"] for _ in range(7)} | {cast.owner.key_id}
    seen: list[str] = []
    cursor = None
    while True:
        query = {"limit": 3} | ({"cursor": cursor} if cursor else {})
        page = (await cast.owner.get("/manage/keys", **query)).json()
        seen += [key["keyId"] for key in page["data"]]
        await cast.owner.make_key(label="came later")
        await cast.owner.delete(f"/manage/keys/{seen[0]}")
        await cast.owner.delete(f"/manage/keys/{(await cast.owner.make_key())['keyId']}")
        cursor = page["nextCursor"]
        if cursor is None:
            break
    assert len(seen) == len(set(seen))
    assert set(seen) == there


async def test_the_link_header_leads_to_the_next_page_with_the_same_filters(cast: Cast) -> None:
    for _ in range(3):
        await cast.owner.make_key(label="linked & more")
    first = await cast.owner.get("/manage/keys", limit=2, label="linked & more")
    link = first.headers["link"]
    assert link.endswith('; rel="next"')
    path = link.partition(">")[0].removeprefix("</v1")
    second = await cast.owner.get(path)
    labels = [key["label"] for page in (first, second) for key in page.json()["data"]]
    assert labels == ["linked & more"] * 3


async def test_a_cursor_is_good_only_for_the_list_tenant_and_filters_it_was_made_for(cast: Cast) -> None:
    """Attack: changing a cursor to list another tenant's keys."""
    for actor in (cast.owner, cast.stranger):
        for _ in range(2):
            await actor.make_key(label="x")
    cursor = (await cast.owner.get("/manage/keys", limit=1)).json()["nextCursor"]
    assert (await cast.owner.get("/manage/keys", limit=2, cursor=cursor)).status_code == 200
    refused = [
        await cast.stranger.get("/manage/keys", limit=1, cursor=cursor),
        await cast.operator.get("/manage/keys", limit=1, cursor=cursor),
        await cast.owner.get("/manage/keys", limit=1, cursor=cursor, label="x"),
        await cast.owner.get("/manage/audit", limit=1, cursor=cursor),
        await cast.owner.get("/manage/keys", cursor=cursor[:-1] + ("A" if cursor[-1] != "A" else "B")),
        await cast.owner.get("/manage/keys", cursor=""),
        await cast.owner.get("/manage/keys", cursor="ä"),
        await cast.owner.get("/manage/keys", cursor="AAAA"),
    ]
    for response in refused:
        assert response.status_code == 400, response.text
        assert response.json()["errors"][0]["parameter"] == "cursor"


@pytest.mark.parametrize(
    "query",
    [
        "limit=0", "limit=101", "limit=x", "limit=", "limit=1&limit=2", "status=gone", "kind=x", "venue=hall",
        "origin=x", "tenantId=x", "label=%00", "label=%ff", "unknown=1", "label=" + "x" * 201,
    ],
)  # fmt: skip
async def test_a_query_that_is_not_valid_is_400_and_says_which_parameter(
    shared_cast: Cast, query: str
) -> None:
    response = await shared_cast.owner.get(f"/manage/keys?{query}")
    assert response.status_code == 400
    assert response.json()["errors"][0]["parameter"] == query.partition("=")[0]


async def _pages(actor: Actor, **query: Any) -> Any:
    cursor: str | None = None
    while True:
        response = await actor.get("/manage/keys", **query, **({"cursor": cursor} if cursor else {}))
        assert response.status_code == 200, response.text
        for key in response.json()["data"]:
            yield key
        cursor = response.json()["nextCursor"]
        if cursor is None:
            return
