"""Which caller may use which venue: owner, grantee, stranger, admin scope, keys restricted to venues; and the
order of the answers on the way there."""

from typing import Any

import httpx
import pytest

from cast import Actor, Cast, bearer

pytestmark = pytest.mark.anyio

MISSING = "ven_doesnotexist"
Expected = tuple[int, str | None]
OK: Expected = (200, None)
DONE: Expected = (204, None)
NOT_FOUND: Expected = (404, "not_found")
NOT_ALLOWED: Expected = (403, "venue_not_allowed")

ACCESS: dict[tuple[str, str], tuple[Expected, ...]] = {
    # operation on the hall                 owner granted      stranger   admin restricted to another venue
    ("GET", ""):                           (OK,   OK,          NOT_FOUND, OK,   NOT_ALLOWED),
    ("PUT", ""):                           (OK,   NOT_ALLOWED, NOT_FOUND, OK,   NOT_ALLOWED),
    ("POST", "/seat-keys/test"):           (OK,   OK,          NOT_FOUND, OK,   NOT_ALLOWED),
    ("POST", "/seat-keys/suggest"):        (OK,   OK,          NOT_FOUND, OK,   NOT_ALLOWED),
    ("PUT", "/aliases"):                   (OK,   OK,          NOT_FOUND, OK,   NOT_ALLOWED),
    ("GET", "/grants"):                    (OK,   NOT_ALLOWED, NOT_FOUND, OK,   NOT_ALLOWED),
    ("PUT", "/grants/{tenantId}"):         (DONE, NOT_ALLOWED, NOT_FOUND, DONE, NOT_ALLOWED),
    ("DELETE", "/grants/{tenantId}"):      (DONE, NOT_ALLOWED, NOT_FOUND, DONE, NOT_ALLOWED),
}  # fmt: skip

BODIES: dict[tuple[str, str], Any] = {
    ("PUT", ""): {"name": "x"},
    ("POST", "/seat-keys/test"): {"labels": ["x"]},
    ("POST", "/seat-keys/suggest"): {"labels": [{"label": "x"}]},
    ("PUT", "/aliases"): {"aliases": []},
}


@pytest.mark.parametrize("operation", ACCESS, ids=" ".join)
async def test_every_operation_on_a_venue_answers_everybody(
    shared_cast: Cast, operation: tuple[str, str]
) -> None:
    restricted = await shared_cast.actor(tenantId=shared_cast.owner.tenant_id, venues=[shared_cast.yard])
    callers = (shared_cast.owner, shared_cast.grantee, shared_cast.stranger, shared_cast.operator, restricted)
    answers = [
        _status_and_code(await _ask(shared_cast, caller, operation, shared_cast.hall)) for caller in callers
    ]
    assert tuple(answers) == ACCESS[operation]


@pytest.mark.any_engine
@pytest.mark.parametrize("operation", ACCESS, ids=" ".join)
async def test_a_foreign_venue_and_a_missing_one_are_answered_alike(
    shared_cast: Cast, operation: tuple[str, str]
) -> None:
    """Attack: requesting venueIds until a response reveals that one exists."""
    foreign, missing = [
        await _ask(shared_cast, shared_cast.stranger, operation, venue_id)
        for venue_id in (shared_cast.hall, MISSING)
    ]
    assert foreign.status_code == missing.status_code == 404
    assert _comparable_body(foreign) == _comparable_body(missing)


@pytest.mark.any_engine
@pytest.mark.parametrize("operation", ACCESS, ids=" ".join)
async def test_a_key_restricted_to_venues_gets_403_for_any_other_existing_or_not(
    shared_cast: Cast, operation: tuple[str, str]
) -> None:
    """Attack: a leaked key for one venue, tried on the tenant's others and on those of other tenants."""
    assert shared_cast.stranger.tenant_id is not None
    foreign = await shared_cast.venue(shared_cast.stranger.tenant_id, "Foreign")
    for venues in ([shared_cast.hall], []):
        restricted = await shared_cast.actor(tenantId=shared_cast.owner.tenant_id, venues=venues)
        answers = [
            await _ask(shared_cast, restricted, operation, id_)
            for id_ in (shared_cast.yard, foreign, MISSING)
        ]
        assert {_status_and_code(answer) for answer in answers} == {NOT_ALLOWED}
        assert _comparable_body(answers[0]) == _comparable_body(answers[1]) == _comparable_body(answers[2])


async def test_a_key_restricted_to_a_venue_reaches_that_one(cast: Cast) -> None:
    owners = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.hall])
    grantees = await cast.actor(tenantId=cast.grantee.tenant_id, venues=[cast.hall])
    assert [_status_and_code(await _ask(cast, owners, operation, cast.hall)) for operation in ACCESS] == [
        row[0] for row in ACCESS.values()
    ]
    assert [_status_and_code(await _ask(cast, grantees, operation, cast.hall)) for operation in ACCESS] == [
        row[1] for row in ACCESS.values()
    ]


async def test_the_end_of_a_grant_ends_the_access_of_every_key_of_the_grantee_at_once(cast: Cast) -> None:
    """Attack: a key that continues to work because its list still names the venue."""
    restricted = await cast.actor(tenantId=cast.grantee.tenant_id, venues=[cast.hall])
    grant = f"/manage/venues/{cast.hall}/grants/{cast.grantee.tenant_id}"
    operations = (("GET", ""), ("POST", "/seat-keys/test"), ("PUT", "/aliases"))
    for expected, change in ((OK, cast.owner.delete), (NOT_FOUND, cast.owner.put), (OK, None)):
        for actor in (cast.grantee, restricted):
            assert {_status_and_code(await _ask(cast, actor, each, cast.hall)) for each in operations} == {
                expected
            }
            listed = (await actor.get("/manage/venues")).json()["data"]
            assert [venue["venueId"] for venue in listed] == ([cast.hall] if expected == OK else [])
        if change is not None:
            assert (await change(grant)).status_code == 204


async def test_the_end_of_a_grant_rewrites_no_keys_list_and_sending_it_again_is_400(cast: Cast) -> None:
    key = await cast.grantee.make_key(venues=[cast.hall])
    path = f"/manage/keys/{key['keyId']}"
    before = await cast.grantee.read_key(key["keyId"])
    await cast.owner.delete(f"/manage/venues/{cast.hall}/grants/{cast.grantee.tenant_id}")
    assert await cast.grantee.read_key(key["keyId"]) == before
    assert before["venues"] == [cast.hall]
    refused = await cast.grantee.patch(path, {"venues": [cast.hall]})
    assert refused.status_code == 400
    assert [fault["pointer"] for fault in refused.json()["errors"]] == ["/venues/0"]
    renamed = await cast.grantee.patch(path, {"label": "renamed"})  # what is not sent is not judged
    assert (renamed.status_code, renamed.json()["venues"]) == (200, [cast.hall])


async def test_a_key_names_venues_that_its_tenant_owns_or_was_granted_and_no_others(cast: Cast) -> None:
    """Attack: creating a key for another tenant's venue, in the hope of a grant or to learn that it
    exists."""
    for actor, venues, wrong in (
        (cast.owner, [cast.hall, cast.yard], []),
        (cast.grantee, [cast.hall], []),
        (cast.grantee, [cast.hall, cast.yard], ["/venues/1"]),
        (cast.stranger, [cast.hall, MISSING], ["/venues/0", "/venues/1"]),
    ):
        for response in (
            await actor.post("/manage/keys", {"venues": venues}),
            await actor.patch(f"/manage/keys/{(await actor.make_key())['keyId']}", {"venues": venues}),
            await cast.operator.post("/manage/keys", {"tenantId": actor.tenant_id, "venues": venues}),
        ):
            told = response.json()
            assert response.status_code in ((400,) if wrong else (200, 201))
            assert [fault["pointer"] for fault in told.get("errors", [])] == wrong
            assert len({fault["detail"] for fault in told.get("errors", [])}) <= 1
            assert wrong or told["venues"] == venues


async def test_400_of_the_path_comes_before_400_of_the_body(cast: Cast) -> None:
    refused = await cast.owner.put("/manage/venues/x", {"nonsense": 1})
    assert refused.status_code == 400
    assert [fault.get("parameter") for fault in refused.json()["errors"]] == ["venueId"]


async def test_400_of_the_body_comes_before_403_and_404(cast: Cast) -> None:
    restricted = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.yard])
    for actor in (restricted, cast.stranger, cast.grantee):
        assert await _put(actor, cast.hall, {"name": 5}) == (400, "validation_failed")


async def test_403_of_the_keys_venues_comes_before_404(cast: Cast) -> None:
    restricted = await cast.actor(tenantId=cast.stranger.tenant_id, venues=[])
    for venue_id in (cast.hall, MISSING):
        assert await _put(restricted, venue_id, {"name": "x"}) == NOT_ALLOWED


async def test_404_comes_before_403_of_the_grantee_and_that_before_412(cast: Cast) -> None:
    stale = ("if-match", '"9"')
    assert await _put(cast.stranger, cast.hall, {"name": "x"}, stale) == NOT_FOUND
    assert await _put(cast.grantee, cast.hall, {"name": "x"}, stale) == NOT_ALLOWED
    assert await _put(cast.owner, cast.hall, {"name": "x"}, stale) == (412, "precondition_failed")


async def test_412_comes_before_400_of_members_that_do_not_fit_and_that_before_409(cast: Cast) -> None:
    body = {"name": "x", "aliases": [{"name": "Dome"}]}
    assert await _put(cast.owner, cast.yard, body) == OK
    broken = {"name": "x", "aliases": [*body["aliases"], {"name": "y", "section": "999"}]}
    assert await _put(cast.owner, cast.hall, broken, ("if-match", '"9"')) == (412, "precondition_failed")
    assert await _put(cast.owner, cast.hall, broken) == (400, "validation_failed")
    assert await _put(cast.owner, cast.hall, body) == (409, "conflict")


async def _ask(cast: Cast, caller: Actor, operation: tuple[str, str], venue_id: str) -> httpx.Response:
    method, path = operation
    if "{tenantId}" in path:
        path = path.format(tenantId=await cast.tenant("somebody else"))
    headers = (bearer(caller.plaintext),)
    return await cast.service.ask(
        method, f"/manage/venues/{venue_id}{path}", headers, json=BODIES.get(operation)
    )


async def _put(actor: Actor, venue_id: str, body: Any, *headers: tuple[str, str]) -> Expected:
    return _status_and_code(await actor.put(f"/manage/venues/{venue_id}", body, *headers))


def _status_and_code(response: httpx.Response) -> Expected:
    return response.status_code, None if response.status_code < 400 else response.json()["code"]


def _comparable_body(response: httpx.Response) -> dict[str, Any]:
    """Returns the body without members that differ in every response."""
    return {name: value for name, value in response.json().items() if name not in ("instance", "requestId")}
