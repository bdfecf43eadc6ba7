"""What a key that is restricted to venues sees: only what concerns these venues (docs/decisions/0021)."""

from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from cast import Actor, Cast, bearer
from imagery.sample_pictures import photo
from seatpreview.database.connection import Connection
from seatpreview.database.tables import keys
from seatpreview.keys.store import is_restricted_to_sql
from seatpreview.values.caller import OPERATOR
from seatpreview.values.ids import VenueId

pytestmark = pytest.mark.anyio


async def restricted(cast: Cast, *venues: str) -> Actor:
    return await cast.actor(tenantId=cast.owner.tenant_id, venues=list(venues))


async def entries(reader: Actor, path: str, name: str, **query: Any) -> list[str]:
    """Returns a member of every entry of a list, page by page."""
    found: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = (await reader.get(path, limit=2, **query, **cursor)).json()
        found += [entry[name] for entry in page["data"]]
        if page["nextCursor"] is None:
            return found
        cursor = {"cursor": page["nextCursor"]}


async def test_a_restricted_key_lists_and_reads_the_keys_that_it_may_manage(cast: Cast) -> None:
    """Attack: a leaked key for one venue tells the labels, origins and hints of its tenant's other keys."""
    key = await restricted(cast, cast.hall)
    of = {
        name: (await cast.owner.make_key(label=name, venues=venues))["keyId"]
        for name, venues in (
            ("hall", [cast.hall]),
            ("none", []),
            ("yard", [cast.yard]),
            ("both", [cast.hall, cast.yard]),
            ("all", None),
        )
    }
    assert await entries(key, "/manage/keys", "keyId") == [of["none"], of["hall"], key.key_id]
    assert await entries(key, "/manage/keys", "keyId", venue=cast.yard) == []
    for name, key_id in of.items():
        answer = await key.get(f"/manage/keys/{key_id}")
        if name in ("hall", "none"):
            assert answer.status_code == 200
        else:
            assert (answer.status_code, answer.json()["code"]) == (403, "venue_not_allowed")
    both = await restricted(cast, cast.hall, cast.yard)
    assert set(await entries(both, "/manage/keys", "label")) == {"", "hall", "none", "yard", "both"}
    assert await entries(await restricted(cast), "/manage/keys", "label", label="none") == ["none"]
    assert len(await entries(cast.owner, "/manage/keys", "keyId")) == 9


async def test_the_audit_list_holds_what_concerns_its_venues(cast: Cast) -> None:
    """Attack: a leaked key for one venue tells what happens at the others, and which keys come and go."""
    key = await restricted(cast, cast.hall)
    await cast.operator.patch(f"/manage/tenants/{cast.owner.tenant_id}", {"name": "Renamed"})
    visible = {("tenant", cast.owner.tenant_id), ("key", key.key_id)}
    for venue in (cast.hall, cast.yard):
        path = f"/manage/venues/{venue}"
        made = await cast.owner.make_key(venues=[venue])
        assert (await cast.owner.put(path, {"name": "Replaced"})).status_code == 200
        upload = await cast.service.ask(
            "PUT",
            f"{path}/imagery/a.png",
            (bearer(cast.owner.plaintext), ("content-type", "image/png")),
            content=photo(format_="PNG"),
        )
        assert upload.status_code == 200
        session = await cast.session(venue=venue)
        assert (await cast.owner.delete(f"/sessions/{session['sessionId']}")).status_code == 204
        if venue == cast.hall:
            visible |= {("key", made["keyId"]), ("venue", venue), ("imagery", venue)}
    numbers = await entries(key, "/manage/audit", "number")
    kinds = await entries(key, "/manage/audit", "kind")
    ids = await entries(key, "/manage/audit", "id")
    assert set(zip(kinds, ids, strict=True)) == visible
    assert numbers == sorted(set(numbers), reverse=True)
    assert await entries(key, "/manage/audit", "id", id=cast.yard) == []
    assert await entries(key, "/manage/audit", "id", actor=cast.owner.key_id, kind="venue") == [cast.hall]
    everything = await entries(cast.owner, "/manage/audit", "id")
    assert {cast.hall, cast.yard, cast.owner.key_id} < set(everything)


async def test_a_grantees_restricted_key_sees_the_grant(cast: Cast) -> None:
    key = await cast.actor(tenantId=cast.grantee.tenant_id, venues=[cast.hall])
    assert ("grant", cast.hall) in zip(
        await entries(key, "/manage/audit", "kind"), await entries(key, "/manage/audit", "id"), strict=True
    )
    none = await cast.actor(tenantId=cast.grantee.tenant_id, venues=[])
    assert "grant" not in await entries(none, "/manage/audit", "kind")


async def test_every_other_list_holds_its_venues_alone(cast: Cast) -> None:
    key = await restricted(cast, cast.hall)
    for venue, status in ((cast.hall, 200), (cast.yard, 403)):
        for path in (f"/manage/venues/{venue}/grants", f"/manage/venues/{venue}/imagery"):
            assert (await key.get(path)).status_code == status
        assert (await key.get("/events", venue=venue)).status_code == status
    assert await entries(key, "/manage/venues", "venueId") == [cast.hall]
    assert (await key.get("/manage/tenants")).status_code == 403
    assert (await key.get(f"/manage/tenants/{cast.owner.tenant_id}")).status_code == 200


async def test_the_condition_in_sql_is_the_rule(cast: Cast) -> None:
    """`Caller.covers` decides who may manage a key; the list has to show exactly those."""
    choices: list[list[str] | None] = [None, [], [cast.hall], [cast.yard], [cast.yard, cast.hall]]
    made = {(await cast.owner.make_key(venues=venues))["keyId"]: venues for venues in choices}
    resources = cast.service.internals.resources
    for allowed in ([], [cast.hall], [cast.yard], [cast.hall, cast.yard], [VenueId.new()]):
        venues = frozenset(VenueId(venue) for venue in allowed)
        caller = replace(OPERATOR, venues=venues)
        expected = {
            key_id
            for key_id, listed in made.items()
            if caller.covers(None if listed is None else tuple(VenueId(venue) for venue in listed))
        }
        dialect = "sqlite" if resources.database.is_sqlite else "postgresql"
        statement = select(keys.c.key_id).where(
            keys.c.key_id.in_(made), is_restricted_to_sql(dialect, venues)
        )
        found = set(await resources.database.read(Connection.scalars, statement))
        assert found == expected
