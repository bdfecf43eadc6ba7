"""Operations on venues, called directly: records, aliases, grants and dry runs."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from cast import Cast
from seatpreview.caller import Caller
from seatpreview.context import Context
from seatpreview.decoding.inputs import decode
from seatpreview.ids import KeyId, TenantId, VenueId
from seatpreview.problems import (
    Conflict,
    NotFound,
    PreconditionFailed,
    ScopeInsufficient,
    ValidationFailed,
    VenueNotAllowed,
)
from seatpreview.venues import operations, store
from seatpreview.venues.model import (
    AliasesQuery,
    CreateVenueRequest,
    ListGrants,
    ListVenues,
    ReplaceAliasesRequest,
    ReplaceVenueRequest,
    SeatKeysTestRequest,
    SuggestSeatKeysRequest,
    Venue,
)

pytestmark = pytest.mark.anyio

RECORD: dict[str, Any] = {
    "name": "Harbour Arena",
    "timezone": "Europe/Berlin",
    "aliases": [{"name": "The Harbour"}, {"name": "Kop", "section": "101"}],
    "rules": {
        "layout": {
            "sections": [
                {
                    "ids": {"first": 101, "last": 104},
                    "name": "Quay Terrace {id}",
                    "rows": {"first": "A", "last": "F"},
                    "seats": {"count": 10},
                },
                {"id": "S1", "name": "Suite 1", "kind": "suite", "capacity": 12},
            ],
            "configurations": [{"id": "end-stage", "closed": ["104"]}],
        },
        "seatKeys": {
            "rules": [{"type": "drop", "words": ["vip"]}],
            "examples": [{"label": "VIP QT102, row C, seat 4", "expect": "102/C/4"}],
        },
    },
    "imagerySets": [
        {
            "id": "photos",
            "kind": "photo",
            "configuration": "end-stage",
            "images": [{"object": "101/a.jpg", "covers": {"section": "101", "rows": ["A"], "seats": ["3"]}}],
        }
    ],
    "ads": [
        {
            "id": "ad",
            "slot": "top",
            "image": "ad.png",
            "alt": "Buy",
            "clickUrl": "https://shop.example",
            "sections": ["101"],
        }
    ],
    "viewerDefaults": {"theme": "dark"},
}


async def test_a_record_is_kept_whole_and_answered_as_it_was_sent(cast: Cast) -> None:
    made = await _create(cast)
    read = await operations.get_venue(_as(cast, cast.owner.tenant_id), made.venue_id)
    assert read == made
    assert (read.seat_count, read.version, read.tenant_id) == (4 * 6 * 10, 1, cast.owner.tenant_id)
    assert [alias.name for alias in read.aliases] == ["The Harbour", "Kop"]
    assert read.rules.seat_keys.examples[0].expect == "102/C/4"


async def test_a_replacement_replaces_the_whole_record_over_the_version_that_was_read(cast: Cast) -> None:
    made = await _create(cast)
    context = replace(_as(cast, cast.owner.tenant_id), if_match=made.etag)
    replaced = await operations.replace_venue(
        context, made.venue_id, _body(ReplaceVenueRequest, {"name": "New"})
    )
    assert (replaced.name, replaced.aliases, replaced.seat_count, replaced.version) == ("New", (), 0, 2)
    with pytest.raises(PreconditionFailed):
        await operations.replace_venue(context, made.venue_id, _body(ReplaceVenueRequest, RECORD))
    assert await operations.get_venue(context, made.venue_id) == replaced


async def test_of_two_replacements_that_read_the_same_version_exactly_one_writes(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await _create(cast)
    both = asyncio.Barrier(2)
    read = store.get

    async def held(*arguments: Any) -> Any:
        found = await read(*arguments)
        await both.wait()
        return found

    monkeypatch.setattr(store, "get", held)
    context = _as(cast, cast.owner.tenant_id)
    outcomes = await asyncio.gather(
        *(
            operations.replace_venue(context, made.venue_id, _body(ReplaceVenueRequest, {"name": name}))
            for name in ("a", "b")
        ),
        return_exceptions=True,
    )
    assert sorted(isinstance(outcome, Conflict) for outcome in outcomes) == [False, True]


@pytest.mark.parametrize(("path", "value", "pointers"), [
    (("rules", "layout", "sections", 0, "ids"), {"first": 9, "last": 1},
     ["/rules/layout/sections/0/ids/first"]),
    (("aliases", 1, "section"), "999", ["/aliases/1/section"]),
    (("aliases",), [{"name": "A"}, {"name": "a"}], ["/aliases/1/name"]),
    (("imagerySets", 0, "configuration"), "round", ["/imagerySets/0/configuration"]),
    (("imagerySets", 0, "images", 0, "covers", "rows"), ["Z"], ["/imagerySets/0/images/0/covers/rows/0"]),
    (("imagerySets", 0, "images", 0, "covers", "seats"), ["99"], ["/imagerySets/0/images/0/covers/seats/0"]),
    (("ads", 0, "sections"), ["101", "x"], ["/ads/0/sections/1"]),
    (("rules", "seatKeys", "rules"), [{"type": "map", "name": "x", "section": "y"}],
     ["/rules/seatKeys/rules/0/section"]),
    (("rules", "seatKeys", "examples", 0, "expect"), "101/A/1", ["/rules/seatKeys/examples/0"]),
])  # fmt: skip
async def test_a_record_whose_members_do_not_fit_is_refused_and_nothing_is_written(
    cast: Cast, path: tuple[Any, ...], value: Any, pointers: list[str]
) -> None:
    broken = _with(RECORD, path, value)
    made = await _create(cast)
    context = _as(cast, cast.owner.tenant_id)
    with pytest.raises(ValidationFailed) as refusal:
        await operations.replace_venue(context, made.venue_id, _body(ReplaceVenueRequest, broken))
    assert [fault.pointer for fault in refusal.value.errors] == pointers
    assert await operations.get_venue(context, made.venue_id) == made


async def test_another_tenants_venue_and_a_missing_one_look_alike(cast: Cast) -> None:
    made = await _create(cast)
    for venue_id in (made.venue_id, VenueId("ven_doesnotexist")):
        with pytest.raises(NotFound):
            await operations.get_venue(_as(cast, cast.stranger.tenant_id), venue_id)


async def test_a_key_restricted_to_venues_reaches_no_other_existing_or_not(cast: Cast) -> None:
    made, other = await _create(cast), await _create(cast, aliases=[])
    context = _as(cast, cast.owner.tenant_id, venues=[made.venue_id])
    assert (await operations.get_venue(context, made.venue_id)).venue_id == made.venue_id
    for venue_id in (other.venue_id, VenueId("ven_doesnotexist")):
        with pytest.raises(VenueNotAllowed):
            await operations.get_venue(context, venue_id)
    with pytest.raises(VenueNotAllowed):
        await operations.create_venue(context, _body(CreateVenueRequest, {"name": "Another"}))
    listed = await operations.list_venues(context, ListVenues())
    assert [venue.venue_id for venue in listed.data] == [made.venue_id]


async def test_tenant_scope_makes_venues_of_its_own_tenant_and_admin_scope_names_one(cast: Cast) -> None:
    foreign = _body(CreateVenueRequest, {"name": "x", "tenantId": cast.stranger.tenant_id})
    with pytest.raises(ScopeInsufficient):
        await operations.create_venue(_as(cast, cast.owner.tenant_id), foreign)
    for body in ({"name": "x"}, {"name": "x", "tenantId": "ten_doesnotexist"}):
        with pytest.raises(ValidationFailed) as refusal:
            await operations.create_venue(cast.service.context(), _body(CreateVenueRequest, body))
        assert refusal.value.errors[0].pointer == "/tenantId"
    assert (
        await operations.create_venue(cast.service.context(), foreign)
    ).tenant_id == cast.stranger.tenant_id


async def test_venues_are_listed_newest_first_with_those_that_were_granted(cast: Cast) -> None:
    first, second = await _create(cast), await _create(cast, aliases=[])
    await operations.put_grant(
        _as(cast, cast.owner.tenant_id), second.venue_id, _tenant(cast.stranger.tenant_id)
    )
    seen = await operations.list_venues(_as(cast, cast.stranger.tenant_id), ListVenues())
    assert [venue.venue_id for venue in seen.data] == [second.venue_id]
    context = _as(cast, cast.owner.tenant_id)
    page = await operations.list_venues(context, ListVenues(limit=1))
    rest = await operations.list_venues(context, ListVenues(limit=1, cursor=str(page.next_cursor)))
    assert [venue.venue_id for venue in (*page.data, *rest.data)] == [second.venue_id, first.venue_id]


async def test_a_venue_alias_is_unique_within_a_tenants_own_names(cast: Cast) -> None:
    await _create(cast)
    with pytest.raises(Conflict):
        await _create(cast, aliases=[{"name": "THE HARBOUR"}])
    await _create(cast, aliases=[{"name": "Kop"}])  # the other 'Kop' names a section
    context = _as(cast, cast.stranger.tenant_id)
    await operations.create_venue(
        context, _body(CreateVenueRequest, {"name": "x", "aliases": [{"name": "The Harbour"}]})
    )


async def test_of_two_venues_that_want_one_alias_one_wins(cast: Cast) -> None:
    venues = [await _create(cast, aliases=[]) for _ in range(2)]
    context = _as(cast, cast.owner.tenant_id)
    body = _body(ReplaceAliasesRequest, {"aliases": [{"name": "Dome"}]})
    outcomes = await asyncio.gather(
        *(operations.replace_aliases(context, venue.venue_id, AliasesQuery(), body) for venue in venues),
        return_exceptions=True,
    )
    assert sorted(isinstance(outcome, Conflict) for outcome in outcomes) == [False, True]


async def test_a_grantee_sees_and_replaces_its_own_aliases_and_nothing_else(cast: Cast) -> None:
    made = await _create(cast)
    owner, grantee = _as(cast, cast.owner.tenant_id), _as(cast, cast.grantee.tenant_id)
    await operations.put_grant(owner, made.venue_id, _tenant(cast.grantee.tenant_id))
    assert (await operations.get_venue(grantee, made.venue_id)).aliases == ()
    body = _body(
        ReplaceAliasesRequest, {"aliases": [{"name": "Our name"}, {"name": "Nord", "section": "102"}]}
    )
    await operations.replace_aliases(grantee, made.venue_id, AliasesQuery(), body)
    assert (await operations.get_venue(grantee, made.venue_id)).aliases == body.aliases
    assert (await operations.get_venue(owner, made.venue_id)) == made
    with pytest.raises(VenueNotAllowed):
        await operations.replace_venue(grantee, made.venue_id, _body(ReplaceVenueRequest, RECORD))
    with pytest.raises(VenueNotAllowed):
        await operations.put_grant(grantee, made.venue_id, _tenant(cast.stranger.tenant_id))
    with pytest.raises(ScopeInsufficient):
        await operations.replace_aliases(grantee, made.venue_id, AliasesQuery(tenant_id=made.tenant_id), body)
    wrong = _body(ReplaceAliasesRequest, {"aliases": [{"name": "x", "section": "none"}]})
    with pytest.raises(ValidationFailed):
        await operations.replace_aliases(grantee, made.venue_id, AliasesQuery(), wrong)


async def test_admin_scope_says_whose_aliases(cast: Cast) -> None:
    made = await _create(cast)
    operator = cast.service.context()
    await operations.put_grant(operator, made.venue_id, _tenant(cast.grantee.tenant_id))
    body = _body(ReplaceAliasesRequest, {"aliases": [{"name": "Set by the operator"}]})
    query = AliasesQuery(tenant_id=_tenant(cast.grantee.tenant_id))
    await operations.replace_aliases(operator, made.venue_id, query, body)
    assert (
        await operations.get_venue(_as(cast, cast.grantee.tenant_id), made.venue_id)
    ).aliases == body.aliases
    query = AliasesQuery(tenant_id=_tenant(cast.stranger.tenant_id))
    with pytest.raises(NotFound):
        await operations.replace_aliases(operator, made.venue_id, query, body)


async def test_ending_a_grant_ends_access_at_once_and_removes_the_grantees_aliases(cast: Cast) -> None:
    made = await _create(cast)
    owner, grantee = _as(cast, cast.owner.tenant_id), _as(cast, cast.grantee.tenant_id)
    grantee_id = _tenant(cast.grantee.tenant_id)
    body = _body(ReplaceAliasesRequest, {"aliases": [{"name": "Our name"}]})
    await operations.put_grant(owner, made.venue_id, grantee_id)
    await operations.put_grant(owner, made.venue_id, grantee_id)
    await operations.replace_aliases(grantee, made.venue_id, AliasesQuery(), body)
    grants = await operations.list_grants(owner, made.venue_id, ListGrants())
    assert [grant.tenant_id for grant in grants.data] == [grantee_id]

    await operations.end_grant(owner, made.venue_id, grantee_id)
    await operations.end_grant(owner, made.venue_id, grantee_id)

    with pytest.raises(NotFound):
        await operations.get_venue(grantee, made.venue_id)
    await operations.put_grant(owner, made.venue_id, grantee_id)
    assert (await operations.get_venue(grantee, made.venue_id)).aliases == ()
    own = _body(CreateVenueRequest, {"name": "x", "aliases": [{"name": "Our name"}]})
    await operations.create_venue(grantee, own)


async def test_a_dry_run_with_the_stored_rules_equals_the_live_resolver_and_writes_nothing(
    cast: Cast,
) -> None:
    made = await _create(cast)
    context = _as(cast, cast.owner.tenant_id)
    before = (await cast.operator.get("/manage/audit", limit=1)).json()["data"]
    labels = [
        "VIP QT 103 row B",
        "Kop row A",
        {"section": "Quay Terrace 101", "row": "F", "seat": "10"},
        "nowhere",
    ]
    run = await operations.test_seat_keys(
        context, made.venue_id, _body(SeatKeysTestRequest, {"labels": labels})
    )
    keys = [result.seat.key if result.seat else None for result in run.results]
    assert keys == ["103/B", "101/A", "101/F/10", None]
    assert (run.difference.gained, run.difference.lost, run.difference.changed) == ([], [], [])
    assert (run.unused_rules, run.unreached_sections) == ([], ["102", "104", "S1"])
    tried = {
        "labels": labels,
        "expect": ["103/B", None, "101/F/10", None],
        "rules": {"seatKeys": {"rules": [{"type": "reject", "pattern": "^kop"}]}},
        "aliases": [],
    }
    run = await operations.test_seat_keys(context, made.venue_id, _body(SeatKeysTestRequest, tried))
    assert (run.difference.lost, run.summary.as_expected) == ([1], 4)
    assert await operations.get_venue(context, made.venue_id) == made
    assert (await cast.operator.get("/manage/audit", limit=1)).json()["data"] == before


async def test_a_dry_run_uses_the_callers_own_aliases(cast: Cast) -> None:
    made = await _create(cast)
    owner, grantee = _as(cast, cast.owner.tenant_id), _as(cast, cast.grantee.tenant_id)
    await operations.put_grant(owner, made.venue_id, _tenant(cast.grantee.tenant_id))
    body = _body(ReplaceAliasesRequest, {"aliases": [{"name": "Nord", "section": "102"}]})
    await operations.replace_aliases(grantee, made.venue_id, AliasesQuery(), body)
    asked = _body(SeatKeysTestRequest, {"labels": ["Nord row A", "Kop row A"]})
    for context, statuses in ((grantee, ["matched", "unmatched"]), (owner, ["unmatched", "matched"])):
        run = await operations.test_seat_keys(context, made.venue_id, asked)
        assert [result.status for result in run.results] == statuses


async def test_suggestions_respect_the_records_own_examples(cast: Cast) -> None:
    made = await _create(cast)
    context = _as(cast, cast.owner.tenant_id)
    cases = [{"label": f"Riverside {n} row A", "expect": f"{n}/A"} for n in (101, 102, 103)]
    found = await operations.suggest_seat_keys(
        context, made.venue_id, _body(SuggestSeatKeysRequest, {"labels": [*cases, {"label": "Loge 5"}]})
    )
    assert found.data == [] or found.data[0].gains <= 3
    named = [{"label": f"Suite Riverside {n} row A", "expect": f"{n}/A"} for n in (101, 102, 103)]
    found = await operations.suggest_seat_keys(
        context, made.venue_id, _body(SuggestSeatKeysRequest, {"labels": named})
    )
    assert found.data[0].gains == 3


def _as(cast: Cast, tenant_id: str | None, venues: list[VenueId] | None = None) -> Context:
    """Returns the context of a tenant's secret key."""
    caller = Caller(
        kind="secret",
        key_id=KeyId("key_aaaaaaaaaaaa"),
        tenant_id=_tenant(tenant_id),
        scope="tenant",
        venues=None if venues is None else frozenset(venues),
    )
    return replace(cast.service.context(), caller=caller)


def _tenant(tenant_id: str | None) -> TenantId:
    return TenantId(str(tenant_id))


async def _create(cast: Cast, **changes: Any) -> Venue:
    body = RECORD | changes
    if "aliases" in changes:
        body = body | {"rules": {"layout": RECORD["rules"]["layout"]}}
    return await operations.create_venue(_as(cast, cast.owner.tenant_id), _body(CreateVenueRequest, body))


def _body(type_: Any, sent: dict[str, Any]) -> Any:
    return decode(sent, type_)


def _with(record: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Returns the record with the value at one path replaced."""
    if not path:
        return value
    first, *rest = path
    copy = dict(record) if isinstance(record, dict) else list(record)
    copy[first] = _with(record[first], tuple(rest), value)
    return copy
