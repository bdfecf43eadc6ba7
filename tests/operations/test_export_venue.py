"""exportVenue: a venue as a file, for all who may read it."""

import json

import pytest

from cast import Cast
from seatpreview.api.examples import VENUE_RECORD
from seatpreview.venues.file_operations import MEDIA_TYPES

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("file_format", MEDIA_TYPES)
async def test_an_exported_file_is_imported_with_the_same_seats(file_format: str, cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}"
    stored = (await cast.owner.put(path, VENUE_RECORD)).json()
    file = await cast.owner.get(f"{path}/export", format=file_format)
    assert file.status_code == 200, file.text
    assert file.headers["content-type"] == dict(MEDIA_TYPES)[file_format]  # type: ignore[index]  # a str that is one
    assert file.headers["content-disposition"].startswith('attachment; filename="')
    assert file.headers["cache-control"] == "no-store"
    found = await cast.stranger.ask(
        "POST", "/manage/venues/import", ("content-type", "application/octet-stream"), content=file.content
    )
    assert found.status_code == 200, found.text
    assert found.json()["report"]["seats"] == stored["seatCount"]


async def test_the_record_of_a_grantee_has_its_own_aliases(cast: Cast) -> None:
    """Attack: a rival's names for a venue, read through a grant."""
    path = f"/manage/venues/{cast.hall}"
    assert (await cast.owner.put(path, VENUE_RECORD)).status_code == 200
    exported = await cast.grantee.get(f"{path}/export")
    assert json.loads(exported.content).get("aliases", []) == []
    assert json.loads((await cast.owner.get(f"{path}/export")).content)["aliases"] == VENUE_RECORD["aliases"]


async def test_only_those_who_may_read_a_venue_export_it(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}/export"
    for actor, status in ((cast.owner, 200), (cast.grantee, 200), (cast.operator, 200), (cast.stranger, 404)):
        assert (await actor.get(path, format="csv")).status_code == status
    assert (await cast.owner.get("/manage/venues/ven_000000000000/export")).status_code == 404
    refused = await cast.owner.get(path, format="dwg")
    assert (refused.status_code, refused.json()["errors"][0]["parameter"]) == (400, "format")


async def test_a_client_that_has_the_file_is_told_so_until_the_venue_changes(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}"
    first = await cast.owner.get(f"{path}/export", format="csv")
    condition = ("if-none-match", first.headers["etag"])
    again = await cast.owner.ask("GET", f"{path}/export", condition, params={"format": "csv"})
    assert again.status_code == 304
    other = await cast.owner.ask("GET", f"{path}/export", condition, params={"format": "svg"})
    assert other.status_code == 200
    assert (await cast.owner.put(path, VENUE_RECORD)).status_code == 200
    changed = await cast.owner.ask("GET", f"{path}/export", condition, params={"format": "csv"})
    assert changed.status_code == 200
