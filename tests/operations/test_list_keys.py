"""listKeys: filters, and cursors that stay correct while keys are created and revoked."""

import asyncio
import itertools
import random
from typing import Any

import pytest

from cast import Actor, Cast, new_origin
from operations.halls import layout

pytestmark = pytest.mark.anyio

Json = dict[str, Any]


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


LABELS = [
    "",
    "Box Office",
    "box_office",
    "box%office",
    "100 % fine",
    "O'Brien; DROP TABLE keys; --",
    'the "big" one',
    "back\\slash",
    "[a-z]* and ?",
    "Straße",
    "STRASSE",
    "İstanbul",
    "ΌΔΟΣ όδος",
    "e\u0301clair",
    "\u00e9clair",
    "😀 stage",
    "日本語",
    "ﬁlm",
    "z" * 200,
]
WANTED_LABELS = [
    *("%", "_", "'", '"', "\\", "[a-z]", "*", "?", "--", "% ", "%%", "__", "\\%", "\\_", "%office"),
    *(
        "ß",
        "ss",
        "SS",
        "ẞ",
        "i",
        "İ",
        "\u0131",
        "\u03c3",
        "ς",
        "é",
        "e\u0301",
        "\u0301",
        "😀",
        "語",
        "fi",
        "ﬁ",
    ),
    *("box", "BOX OFFICE", " ", "z" * 199, "z" * 200, "Z" * 200, "y" * 200, "", "\U0010ffff"),
]


def without_use(key: Json) -> Json:
    """Returns the key without the time of its last use, which is written some seconds later."""
    return {name: value for name, value in key.items() if name not in ("lastUsedAt", "plaintext")}


def is_wanted(key: Json, wanted: Json) -> bool:
    """Returns whether a key passes the filters, as the interface describes each of them."""
    return (
        ("kind" not in wanted or key["kind"] == wanted["kind"])
        and ("status" not in wanted or key["status"] == wanted["status"])
        and ("label" not in wanted or wanted["label"].casefold() in key["label"].casefold())
        and ("origin" not in wanted or wanted["origin"] in key["allowedOrigins"])
        and ("venue" not in wanted or key["venues"] is None or wanted["venue"] in key["venues"])
    )


async def create_keys(cast: Cast, origins: list[str], venues: list[str]) -> list[Json]:
    """Creates keys of both kinds that are active, revoked and past their revokeAt; newest first."""
    for number, label in enumerate(LABELS[:9]):
        some_venues = [None, [venues[0]], venues, []][number % 4]
        some_origins = [[], [origins[0]], origins[:2]][number % 3]
        key = await cast.owner.make_key(label=label, venues=some_venues, allowedOrigins=some_origins)
        if number % 3 == 1:
            assert (await cast.owner.delete(f"/manage/keys/{key['keyId']}")).status_code == 204
        if number % 3 == 2:
            path = f"/manage/keys/{key['keyId']}/rotate"
            assert (await cast.owner.post(path, {"gracePeriodSeconds": 0})).status_code == 201
    keyless = [
        await cast.keyless(label="Keyless box", allowedOrigins=[origin], venues=some_venues)
        for origin, some_venues in zip(origins[2:], ([venues[1]], None), strict=True)
    ]
    assert (await cast.owner.delete(f"/manage/keys/{keyless[0]['keyId']}")).status_code == 204
    keys = [without_use(key) for key in await cast.owner.list_all("/manage/keys", limit=100)]
    for key in keys:
        assert without_use(await cast.owner.read_key(key["keyId"])) == key
    return keys


@pytest.mark.long
async def test_every_combination_of_filters_finds_the_same_keys_as_python(cast: Cast) -> None:
    venues = [await cast.venue(cast.owner.tenant_id, rules={"layout": layout(1)}) for _ in range(2)]
    origins = [new_origin() for _ in range(4)]
    keys = await create_keys(cast, origins, venues)
    assert len(keys) == 1 + 9 + 3 + 2
    assert keys == sorted(keys, key=lambda key: (key["createdAt"], key["keyId"]), reverse=True)
    choose = random.Random(17)
    combinations = itertools.product(
        [None, "secret", "keyless"],
        [None, "active", "revoked"],
        [None, "BOX", "%"],
        [None, origins[0], origins[2].upper()],
        [None, venues[1]],
    )
    names = ("kind", "status", "label", "origin", "venue")

    async def compare(values: tuple[str | None, ...], limit: int) -> None:
        query = {name: value for name, value in zip(names, values, strict=True) if value is not None}
        found = await cast.owner.list_all("/manage/keys", limit=limit, **query)
        wanted = query | ({"origin": query["origin"].lower()} if "origin" in query else {})
        expected = [key["keyId"] for key in keys if is_wanted(key, wanted)]
        assert [key["keyId"] for key in found] == expected, query

    await asyncio.gather(*(compare(values, choose.choice([4, 100])) for values in combinations))


@pytest.mark.long
async def test_a_label_filter_takes_every_character_as_itself(cast: Cast) -> None:
    for label in LABELS:
        await cast.owner.make_key(label=label)
    keys = await cast.owner.list_all("/manage/keys", limit=100)
    for wanted in WANTED_LABELS:
        found = await cast.owner.list_all("/manage/keys", limit=3, label=wanted)
        expected = [key["label"] for key in keys if is_wanted(key, {"label": wanted})]
        assert [key["label"] for key in found] == expected, repr(wanted)
    for refused in ("z" * 201, "nul\x00", "two\nlines", "z" * 5000):
        response = await cast.owner.get("/manage/keys", label=refused)
        assert (response.status_code, response.json()["errors"][0]["parameter"]) == (400, "label")


@pytest.mark.long
async def test_a_cursor_is_refused_by_every_list_that_did_not_give_it(cast: Cast) -> None:
    venue = await cast.venue(cast.owner.tenant_id, rules={"layout": layout(2)})
    for _ in range(4):
        await cast.owner.make_key(label="many")
        await cast.stranger.make_key(label="many")
    page = (await cast.owner.get("/manage/keys", limit=1, label="many")).json()
    cursor = page["nextCursor"]
    changed = [cursor[:-1], cursor + "A", cursor[1:], cursor[::-1], "A" * len(cursor), "", "ä", "=" * 4]
    refused = [
        await cast.owner.get("/manage/keys", cursor=cursor),
        await cast.owner.get("/manage/keys", cursor=cursor, label="MANY"),
        await cast.owner.get("/manage/keys", cursor=cursor, label="many", status="active"),
        await cast.stranger.get("/manage/keys", cursor=cursor, label="many"),
        await cast.operator.get("/manage/keys", cursor=cursor, label="many"),
        await cast.owner.get("/manage/audit", cursor=cursor),
        await cast.owner.get("/manage/venues", cursor=cursor),
        await cast.owner.get("/events", cursor=cursor),
        await cast.owner.get("/seats", cursor=cursor, venue=venue),
        *[await cast.owner.get("/manage/keys", cursor=each, label="many") for each in changed],
    ]
    assert [response.status_code for response in refused] == [400] * len(refused)
    faults = [response.json()["errors"][0]["parameter"] for response in refused]
    assert faults == ["cursor"] * len(refused)
    next_page = await cast.owner.get("/manage/keys", cursor=cursor, label="many", limit=100)
    assert len(next_page.json()["data"]) == 3
