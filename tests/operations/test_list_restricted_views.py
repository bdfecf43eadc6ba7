"""listRestrictedViews: proposals for the staff of a venue."""

from typing import Any

import pytest

from cast import Cast
from seats.halls import put_hall_record

pytestmark = pytest.mark.anyio


async def test_the_owner_reads_proposals_page_by_page(cast: Cast) -> None:
    await put_hall_record(cast)
    path = f"/manage/venues/{cast.hall}/restricted-views"
    keys: list[str] = []
    params: dict[str, Any] = {"configuration": "end", "limit": 2}
    while True:
        response = await cast.owner.get(path, **params)
        assert response.status_code == 200, response.text
        body = response.json()
        keys += [view["key"] for view in body["data"]]
        assert all(view["obstructions"] == ["tower"] and not view["isMarked"] for view in body["data"])
        if body["nextCursor"] is None:
            break
        params["cursor"] = body["nextCursor"]
    assert "101/B/3" in keys
    assert len(keys) == len({*keys})
    assert (await cast.owner.get(path, configuration="none")).json() == {"data": [], "nextCursor": None}


async def test_a_grantee_and_a_stranger_do_not(cast: Cast) -> None:
    """Attack: reading what only the staff of the venue should."""
    await put_hall_record(cast)
    path = f"/manage/venues/{cast.hall}/restricted-views"
    assert (await cast.grantee.get(path)).status_code == 403
    assert (await cast.stranger.get(path)).status_code == 404


async def test_an_unknown_configuration_is_a_fault(cast: Cast) -> None:
    await put_hall_record(cast)
    response = await cast.owner.get(f"/manage/venues/{cast.hall}/restricted-views", configuration="hockey")
    assert [fault["parameter"] for fault in response.json()["errors"]] == ["configuration"]
