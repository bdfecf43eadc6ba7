"""importVenue with `over`: the answer is the venue with the new plan, and says what it does not keep."""

from typing import Any

import pytest

from cast import Cast
from operations.test_import_venue import send

pytestmark = pytest.mark.anyio


def table(rows: str = "ABC", section: str = "Hall") -> bytes:
    lines = [
        f"{section},{row},{seat},{30 * seat},{50 * number}"
        for number, row in enumerate(rows)
        for seat in range(1, 7)
    ]
    return "\n".join(["section,row,seat,x,y", *lines]).encode()


async def corrected_venue(cast: Cast) -> dict[str, Any]:
    """Returns a venue that was imported, and then corrected by hand."""
    record = (await send(cast.owner, table(), name="Hall")).json()["record"]
    layout = record["rules"]["layout"]
    layout["assumed"] = []
    geometry = layout["sections"][0]["geometry"]
    for member in ("riserM", "risersM", "cValueMm"):
        geometry.pop(member, None)
    geometry |= {"elevationM": 2.5, "riserM": 0.4}
    record["aliases"] = [{"name": "Front", "section": "Hall", "row": "A"}]
    made = await cast.owner.post("/manage/venues", record)
    assert made.status_code == 201, made.text
    found: dict[str, Any] = made.json()
    return found


async def test_the_same_plan_changes_nothing(cast: Cast) -> None:
    venue = await corrected_venue(cast)
    answer = (await send(cast.owner, table(), over=venue["venueId"])).json()
    assert answer["record"]["rules"] == venue["rules"]
    assert answer["record"]["aliases"] == venue["aliases"]
    assert answer["over"]["notKept"] == answer["over"]["changed"] == []
    assert answer["over"]["version"] == venue["version"]


async def test_nobody_is_asked_where_left_is_once_the_venue_says_it(cast: Cast) -> None:
    """A list in centimetres of a tiny hall leaves open how wide it is and where y grows."""
    measured = table().replace(b",x,y", b",x (cm),y (cm)")
    first = (await send(cast.owner, measured, name="Hall", answers="up=down")).json()
    assert {question["id"] for question in first["questions"]} == {"scale", "up"}
    venue = (await cast.owner.post("/manage/venues", first["record"])).json()
    again = (await send(cast.owner, measured, over=venue["venueId"])).json()
    assert again["record"]["rules"] == venue["rules"], "down, as somebody answered then"
    assert again["questions"] == []
    other = (await send(cast.owner, measured, over=venue["venueId"], answers="up=up")).json()
    assert {question["id"]: question["chosen"] for question in other["questions"]}["up"] == "up"


async def test_a_new_row_keeps_the_corrected_heights_and_the_record_can_be_stored(cast: Cast) -> None:
    venue = await corrected_venue(cast)
    answer = (await send(cast.owner, table("ABCD"), over=venue["venueId"])).json()
    geometry = answer["record"]["rules"]["layout"]["sections"][0]["geometry"]
    assert (geometry["elevationM"], geometry["riserM"]) == (2.5, 0.4)
    path, etag = f"/manage/venues/{venue['venueId']}", f'"{answer["over"]["version"]}"'
    stored = await cast.owner.ask("PUT", path, ("if-match", etag), json=answer["record"])
    assert stored.status_code == 200, stored.text
    assert stored.json()["seatCount"] == answer["report"]["seats"] == 24


async def test_what_is_gone_is_listed_before_anything_is_stored(cast: Cast) -> None:
    venue_id = (await corrected_venue(cast))["venueId"]
    venue = (await cast.owner.get(f"/manage/venues/{venue_id}")).json()
    answer = (await send(cast.owner, table("BC"), over=venue_id)).json()
    assert answer["record"].get("aliases", []) == []
    lost = {item["text"]: item["example"] for item in answer["over"]["notKept"]}
    assert lost == {
        "Rows that the file does not have, with their heights.": "Hall A",
        "Aliases of sections and rows that the file does not have.": "Front",
    }
    assert (await cast.owner.get(f"/manage/venues/{venue_id}")).json() == venue


async def test_over_a_draft_the_work_of_the_draft_is_kept(cast: Cast) -> None:
    venue = await corrected_venue(cast)
    path = f"/manage/venues/{venue['venueId']}/draft"
    missing = await send(cast.owner, table(), over=venue["venueId"], draft="true")
    assert missing.status_code == 404
    record = (await send(cast.owner, table(), over=venue["venueId"])).json()["record"]
    record["aliases"] = [{"name": "Back", "section": "Hall", "row": "C"}]
    assert (await cast.owner.ask("PUT", path, json=record)).status_code == 200
    answer = (await send(cast.owner, table("ABCD"), over=venue["venueId"], draft="true")).json()
    assert answer["record"]["aliases"] == record["aliases"]
    faulty = record | {"aliases": [{"name": "Back", "section": "Nowhere"}]}
    draft = await cast.owner.get(path)
    assert (await cast.owner.ask("PUT", path, ("if-match", draft.headers["etag"]), json=faulty)).is_success
    refused = await send(cast.owner, table(), over=venue["venueId"], draft="true")
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")


async def test_only_the_owner_imports_over_a_venue(cast: Cast) -> None:
    """A grantee must not read through an import what it could not read before, nor a stranger that there is
    a venue."""
    for draft in ({}, {"draft": "true"}):
        stranger = await send(cast.stranger, table(), over=cast.yard, **draft)
        assert stranger.status_code == 404
        grantee = await send(cast.grantee, table(), over=cast.hall, **draft)
        assert grantee.status_code == (404 if draft else 403)
    assert (await send(cast.operator, table(), over=cast.yard)).status_code == 200
    key = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.hall])
    restricted = await send(key, table(), over=cast.yard)
    assert (restricted.status_code, restricted.json()["code"]) == (403, "venue_not_allowed")


async def test_a_draft_without_its_venue_and_a_record_are_refused(cast: Cast) -> None:
    alone = await send(cast.owner, table(), draft="true")
    assert (alone.status_code, alone.json()["errors"][0]["parameter"]) == (400, "draft")
    venue = await corrected_venue(cast)
    refused = await send(cast.owner, b'{"rules": {"layout": {}}}', over=venue["venueId"])
    assert (refused.status_code, refused.json()["code"]) == (400, "validation_failed")
