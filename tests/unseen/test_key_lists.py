"""Lists of keys by every combination of filters, compared with the same filters in Python."""

import asyncio
import itertools
import random
from typing import Any

import pytest

from cast import Cast, new_origin
from unseen.halls import create_venue, layout, whole_list

pytestmark = [pytest.mark.anyio, pytest.mark.long]

Json = dict[str, Any]

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
    """Returns the key without the time of its last use, which is noted some seconds late."""
    return {name: value for name, value in key.items() if name not in ("lastUsedAt", "plaintext")}


def is_wanted(key: Json, wanted: Json) -> bool:
    """Filters as the interface describes each parameter, one by one."""
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
    keys = [without_use(key) for key in await whole_list(cast.owner, "/manage/keys", limit=100)]
    for key in keys:
        assert without_use(await cast.owner.read_key(key["keyId"])) == key
    return keys


async def test_every_combination_of_filters_gives_the_keys_that_python_finds(cast: Cast) -> None:
    venues = [await create_venue(cast, cast.owner, rules={"layout": layout(1)}) for _ in range(2)]
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
        found = await whole_list(cast.owner, "/manage/keys", limit=limit, **query)
        wanted = query | ({"origin": query["origin"].lower()} if "origin" in query else {})
        expected = [key["keyId"] for key in keys if is_wanted(key, wanted)]
        assert [key["keyId"] for key in found] == expected, query

    await asyncio.gather(*(compare(values, choose.choice([4, 100])) for values in combinations))


async def test_a_label_filter_takes_every_character_as_itself(cast: Cast) -> None:
    for label in LABELS:
        await cast.owner.make_key(label=label)
    keys = await whole_list(cast.owner, "/manage/keys", limit=100)
    for wanted in WANTED_LABELS:
        found = await whole_list(cast.owner, "/manage/keys", limit=3, label=wanted)
        expected = [key["label"] for key in keys if is_wanted(key, {"label": wanted})]
        assert [key["label"] for key in found] == expected, repr(wanted)
    for refused in ("z" * 201, "nul\x00", "two\nlines", "z" * 5000):
        response = await cast.owner.get("/manage/keys", label=refused)
        assert (response.status_code, response.json()["errors"][0]["parameter"]) == (400, "label")


async def test_a_cursor_is_refused_by_every_list_that_did_not_give_it(cast: Cast) -> None:
    venue = await create_venue(cast, cast.owner, rules={"layout": layout(2)})
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
