"""getVenue: the record for its owner, and with its own aliases for a grantee."""

import pytest

from cast import Cast
from seatpreview.api.examples import VENUE_RECORD

pytestmark = pytest.mark.anyio


async def test_the_owner_and_admin_scope_read_the_record_as_it_was_sent(cast: Cast) -> None:
    made = (await cast.owner.post("/manage/venues", VENUE_RECORD)).json()
    for actor in (cast.owner, cast.operator):
        read = await actor.get(f"/manage/venues/{made['venueId']}")
        assert (read.status_code, read.json()) == (200, made)
        assert read.headers["etag"] == '"1"'


async def test_a_grantee_reads_the_record_with_its_own_aliases_in_place_of_the_owners(cast: Cast) -> None:
    """Attack: a rival's names for a venue, read through a grant."""
    path = f"/manage/venues/{cast.hall}"
    assert (await cast.owner.put(path, VENUE_RECORD)).status_code == 200
    seen = (await cast.grantee.get(path)).json()
    assert seen["aliases"] == []
    own = [{"name": "Our Harbour"}, {"name": "Nord", "section": "102", "row": "A"}]
    assert (await cast.grantee.put(f"{path}/aliases", {"aliases": own})).status_code == 200
    assert (await cast.grantee.get(path)).json() == seen | {"aliases": own}
    assert (await cast.owner.get(path)).json()["aliases"] == VENUE_RECORD["aliases"]


async def test_a_venue_id_that_does_not_match_its_pattern_is_400(cast: Cast) -> None:
    for venue_id in ("x", "ven_short", "key_aaaaaaaaaaaa", "ven_aaaaaaaaaaa%20", "ven_aaaaaaaaaaaa%0A"):
        refused = await cast.owner.get(f"/manage/venues/{venue_id}")
        assert (refused.status_code, refused.json()["code"]) == (400, "validation_failed")
        assert [fault["parameter"] for fault in refused.json()["errors"]] == ["venueId"]


async def test_a_query_is_400(cast: Cast) -> None:
    assert (await cast.owner.get(f"/manage/venues/{cast.hall}", nonsense="1")).status_code == 400
