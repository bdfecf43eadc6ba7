"""replaceAliases: a grantee replaces its own aliases for a venue, and nobody else's."""

import asyncio
from typing import Any

import pytest

from cast import Cast
from seatpreview.api.examples import VENUE_RECORD

pytestmark = pytest.mark.anyio


async def test_a_grantee_replaces_its_own_aliases_and_touches_nothing_else(cast: Cast) -> None:
    """Attack: a grantee that renames the owner's sections for every shop."""
    path = await _hall_with_aliases(cast)
    owners = await cast.owner.get(path)
    own = [
        {"name": "Our Harbour"},
        {"name": "Nord", "section": "102"},
        {"name": "Front", "section": "102", "row": "A"},
    ]
    response = await cast.grantee.put(f"{path}/aliases", {"aliases": own})
    assert response.status_code == 200
    assert response.json() == {"venueId": cast.hall, "tenantId": cast.grantee.tenant_id, "aliases": own}
    assert (await cast.grantee.get(path)).json()["aliases"] == own
    after = await cast.owner.get(path)
    assert (after.json(), after.headers["etag"]) == (owners.json(), owners.headers["etag"])
    less = [{"name": "Only"}]
    assert (await cast.grantee.put(f"{path}/aliases", {"aliases": less})).status_code == 200
    assert (await cast.grantee.get(path)).json()["aliases"] == less


async def test_each_grantee_has_its_own_aliases(cast: Cast) -> None:
    path = await _hall_with_aliases(cast)
    assert cast.stranger.tenant_id is not None
    await cast.grant(cast.hall, cast.stranger.tenant_id)
    same = {"aliases": [{"name": "The Harbour"}]}  # as the owner and each other: every tenant has its names
    for actor in (cast.grantee, cast.stranger):
        assert (await actor.put(f"{path}/aliases", same)).status_code == 200
    assert (await cast.stranger.put(f"{path}/aliases", {"aliases": []})).status_code == 200
    assert (await cast.grantee.get(path)).json()["aliases"] == same["aliases"]


async def test_the_owner_replaces_the_aliases_of_the_record(cast: Cast) -> None:
    path = await _hall_with_aliases(cast)
    before = (await cast.owner.get(path)).json()
    response = await cast.owner.put(f"{path}/aliases", {"aliases": [{"name": "New"}]})
    assert response.json()["tenantId"] == cast.owner.tenant_id
    after = (await cast.owner.get(path)).json()
    assert (after["aliases"], after["version"]) == ([{"name": "New"}], before["version"] + 1)
    assert after["rules"] == before["rules"]


async def test_admin_scope_says_whose_aliases_and_the_owners_are_meant_otherwise(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}"
    of_grantee, of_owner = [{"name": "Theirs"}], [{"name": "Ours"}]
    for query, aliases in ((f"?tenantId={cast.grantee.tenant_id}", of_grantee), ("", of_owner)):
        assert (await cast.operator.put(f"{path}/aliases{query}", {"aliases": aliases})).status_code == 200
    assert (await cast.grantee.get(path)).json()["aliases"] == of_grantee
    assert (await cast.owner.get(path)).json()["aliases"] == of_owner
    for tenant_id in (cast.stranger.tenant_id, "ten_doesnotexist"):
        refused = await cast.operator.put(f"{path}/aliases?tenantId={tenant_id}", {"aliases": []})
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")


async def test_tenant_scope_names_no_other_tenant(cast: Cast) -> None:
    """Attack: a grantee that names the owner, or an owner its grantee, to write the other's names."""
    path = f"/manage/venues/{cast.hall}/aliases"
    for actor, other in ((cast.grantee, cast.owner), (cast.owner, cast.grantee)):
        assert (await actor.put(f"{path}?tenantId={actor.tenant_id}", {"aliases": []})).status_code == 200
        refused = await actor.put(f"{path}?tenantId={other.tenant_id}", {"aliases": []})
        assert (refused.status_code, refused.json()["code"]) == (403, "scope_insufficient")


@pytest.mark.both_engines
async def test_a_grantees_alias_is_unique_among_its_own_venues_granted_or_owned(cast: Cast) -> None:
    dome = {"aliases": [{"name": "Dome"}]}
    own = await cast.grantee.post("/manage/venues", {"name": "x"} | dome)
    assert own.status_code == 201
    path = f"/manage/venues/{cast.hall}/aliases"
    refused = await cast.grantee.put(path, {"aliases": [{"name": "Free"}, {"name": "DOME"}]})
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert (await cast.grantee.get(f"/manage/venues/{cast.hall}")).json()["aliases"] == []
    assert (await cast.owner.put(path, dome)).status_code == 200  # another tenant's names
    await cast.grantee.put(f"/manage/venues/{own.json()['venueId']}", {"name": "x"})
    assert (await cast.grantee.put(path, dome)).status_code == 200


@pytest.mark.both_engines
async def test_of_two_granted_venues_that_want_one_alias_exactly_one_gets_it(cast: Cast) -> None:
    assert cast.grantee.tenant_id is not None
    await cast.grant(cast.yard, cast.grantee.tenant_id)
    answers = await asyncio.gather(
        *(
            cast.grantee.put(f"/manage/venues/{venue}/aliases", {"aliases": [{"name": "Dome"}]})
            for venue in (cast.hall, cast.yard)
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    held = [
        (await cast.grantee.get(f"/manage/venues/{venue}")).json()["aliases"]
        for venue in (cast.hall, cast.yard)
    ]
    assert sorted(map(len, held)) == [0, 1]


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/aliases"]),
        ({"aliases": None}, ["/aliases"]),
        ({"aliases": [], "name": "x"}, ["/name"]),
        ({"aliases": [{"name": "x", "row": "A"}, {"name": ""}]}, ["/aliases/0/row", "/aliases/1/name"]),
        (
            {"aliases": [{"name": "x", "section": "999"}, {"name": "y", "section": "101", "row": "Z"}]},
            ["/aliases/0/section", "/aliases/1/row"],
        ),
        (
            {"aliases": [{"name": "x", "section": "101"}, {"name": "X", "section": "102"}]},
            ["/aliases/1/name"],
        ),
    ],
)
async def test_aliases_that_do_not_fit_are_400_and_nothing_is_written(
    cast: Cast, body: dict[str, Any], pointers: list[str]
) -> None:
    path = await _hall_with_aliases(cast)
    own = [{"name": "Kept"}]
    await cast.grantee.put(f"{path}/aliases", {"aliases": own})
    refused = await cast.grantee.put(f"{path}/aliases", body)
    assert refused.status_code == 400
    assert [fault["pointer"] for fault in refused.json()["errors"]] == pointers
    assert (await cast.grantee.get(path)).json()["aliases"] == own


async def test_the_change_is_in_the_audit_log_of_who_has_the_aliases(cast: Cast) -> None:
    await cast.grantee.put(f"/manage/venues/{cast.hall}/aliases", {"aliases": []})
    entry = (await cast.grantee.get("/manage/audit", kind="grant", id=cast.hall)).json()["data"][0]
    assert (entry["action"], entry["actor"], entry["members"]) == (
        "updated",
        cast.grantee.key_id,
        ["aliases"],
    )
    assert entry["tenantId"] == cast.grantee.tenant_id


async def _hall_with_aliases(cast: Cast) -> str:
    """Gives the hall a layout and the owner's aliases, and returns the venue's id."""
    path = f"/manage/venues/{cast.hall}"
    assert (await cast.owner.put(path, VENUE_RECORD)).status_code == 200
    return path
