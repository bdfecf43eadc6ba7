"""A venue that the caller may not use is never loaded, and costs what one that does not exist costs."""

import pytest

from cast import Actor, Cast, bearer
from seatpreview.freshness.record_cache import RecordKind
from seatpreview.freshness.records import Records
from seatpreview.values.ids import VenueId
from seatpreview.venues.record_kinds import ALIASES, GRANTS, VENUE_OWNERS, VENUES

pytestmark = [pytest.mark.anyio, pytest.mark.any_engine]

OF_VENUES = (VENUES, VENUE_OWNERS, GRANTS, ALIASES)
Looked = list[str]


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> Looked:
    """The kinds of the records about venues that requests look up, in their order."""
    looked: Looked = []
    load = Records.load

    async def recorded(self: Records, kind: RecordKind[object], name: str) -> object:
        if kind in OF_VENUES:
            looked.append(kind.metric_label)
        return await load(self, kind, name)

    monkeypatch.setattr(Records, "load", recorded)
    return looked


async def _preview(actor: Actor, venue: str) -> int:
    return (await actor.get("/seats/preview", venue=venue, seat="101/A/1")).status_code


def _is_in_memory(cast: Cast, venue: str) -> bool:
    return cast.service.internals.resources.records._caches[VENUES].get(venue) is not None


async def test_a_foreign_venue_is_not_loaded(cast: Cast) -> None:
    """Attack: a stranger who knows ids makes the service load the largest venues, again and again."""
    assert await _preview(cast.stranger, cast.hall) == 404
    created = await cast.stranger.post("/sessions", {"venue": cast.hall})
    assert created.status_code == 404
    assert not _is_in_memory(cast, cast.hall)
    assert (await cast.owner.post("/seats/resolve", {"venue": cast.hall, "labels": ["x"]})).status_code == 200
    assert _is_in_memory(cast, cast.hall)


@pytest.mark.long
async def test_a_foreign_venue_costs_what_a_missing_one_costs(cast: Cast, looked_up: Looked) -> None:
    """Attack: timing responses to find out which ids exist. They differ neither cold nor warm, nor when the
    owner's requests have loaded the venue."""

    async def costs() -> Looked:
        looked_up.clear()
        foreign, missing = [cast.hall, await _used_venue(cast)], [VenueId.new(), VenueId.new()]
        found = []
        for venue in (*foreign, *missing, *foreign, *missing):
            looked_up.clear()
            assert await _preview(cast.stranger, venue) == 404
            found.append(" ".join(looked_up))
        return found

    assert set(await costs()) == {"grants venue owners"}


async def test_owner_and_grantee_load_the_venue_once(cast: Cast, looked_up: Looked) -> None:
    body = {"venue": cast.hall, "labels": ["x"]}
    for actor, cold, warm in (
        (cast.owner, ["grants", "venue owners", "venues"], []),
        (cast.grantee, ["grants"], ["grants"]),
    ):
        looked_up.clear()
        assert (await actor.post("/seats/resolve", body)).status_code == 200
        assert looked_up == cold
        looked_up.clear()
        assert (await actor.post("/seats/resolve", body)).status_code == 200
        assert looked_up == warm


async def test_a_session_looks_nothing_up_while_the_venue_is_in_memory(cast: Cast, looked_up: Looked) -> None:
    token = bearer((await cast.session())["token"])
    looked_up.clear()
    assert (await cast.who(token)).status_code == 200
    assert looked_up == []


async def test_access_follows_grants_at_once(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}/grants/{cast.stranger.tenant_id}"
    body = {"venue": cast.hall, "labels": ["x"]}
    for _ in range(2):
        assert (await cast.stranger.post("/seats/resolve", body)).status_code == 404
        assert (await cast.owner.put(path)).status_code == 204
        assert (await cast.stranger.post("/seats/resolve", body)).status_code == 200
        assert (await cast.owner.delete(path)).status_code == 204


async def _used_venue(cast: Cast) -> str:
    assert cast.owner.tenant_id is not None
    venue = await cast.venue(cast.owner.tenant_id, "Used")
    assert (await cast.owner.post("/seats/resolve", {"venue": venue, "labels": ["x"]})).status_code == 200
    return venue
