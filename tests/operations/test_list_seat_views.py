"""listSeatViews: what is seen from the seats of a venue or of its draft, as their previews say it."""

from typing import Any

import pytest

from cast import Cast
from seats.halls import HALL, put_hall_record

pytestmark = pytest.mark.anyio

WALL = {"id": "wall", "name": "Wall", "kind": "wall", "box": {"x": [-20, 0], "y": [5, 5.2], "z": [0, 20]}}
SECTION = {
    "ids": ["1", "19"],
    "rows": {"first": "A", "last": "C"},
    "seats": {"count": 4},
    "geometry": {"distanceM": 12, "treadM": 1, "riserM": 0.1, "spacingM": 1.2, "bearingStepDeg": 90},
    "properties": [{"rows": ["B"], "seats": [2], "has": ["restrictedView"], "viewNote": "A wall"}],
}
RECORD = HALL | {
    "imagerySets": [],
    "aliases": [],
    "rules": {
        "layout": {
            "focus": {"name": "Stage", "z": 1, "extent": {"kind": "stage", "widthM": 12, "depthM": 8}},
            "sections": [SECTION],
            "configurations": [{"id": "show", "obstructions": [WALL]}],
        }
    },
}


@pytest.mark.parametrize("draft", [False, True])
async def test_every_seat_has_what_its_preview_says(cast: Cast, draft: bool) -> None:
    if draft:
        await put_hall_record(cast)
        saved = await cast.owner.put(f"/manage/venues/{cast.hall}/draft", RECORD, ("if-match", "*"))
        assert saved.status_code == 200, saved.text
    else:
        await put_hall_record(cast, RECORD)
    query: dict[str, Any] = {"draft": "true"} if draft else {}
    found = await _views(cast, limit=2, **query)
    assert len(found) == 2 * 3 * 4
    assert {each["isRestricted"] for each in found.values()} == {True, False}
    for key in ("1/A/1", "1/B/2", "1/C/3", "19/A/1", "19/C/4"):
        answer = await cast.owner.get("/seats/preview", venue=cast.hall, seat=key, **query)
        line, view = answer.json()["sightline"], found[key]
        restriction = line["restriction"] or {"reason": None, "source": None}
        assert view["reason"] == restriction["reason"]
        assert view["isMarked"] == (restriction["source"] == "owner") == (key.endswith("/B/2"))
        bodies = sorted(line["obstructions"], key=lambda body: str(body["kind"]))
        names = [body["name"] or "people in front" for body in bodies]
        assert view["inTheWay"] == (f"In the way: {' and '.join(names)}" if names else None)
        for name in ("distanceM", "cValueMm", "visibleShare"):
            assert view[name] == line[name], (key, name)


async def test_one_section_is_listed_and_an_unknown_one_is_not_found(cast: Cast) -> None:
    await put_hall_record(cast, RECORD)
    assert {key.split("/")[0] for key in await _views(cast, section="19")} == {"19"}
    path = f"/manage/venues/{cast.hall}/seat-views"
    assert (await cast.owner.get(path, section="20")).status_code == 404
    unknown = await cast.owner.get(path, configuration="hockey")
    assert [fault["parameter"] for fault in unknown.json()["errors"]] == ["configuration"]


async def test_a_cursor_ends_when_the_draft_is_saved_again(cast: Cast) -> None:
    await put_hall_record(cast, RECORD)
    path = f"/manage/venues/{cast.hall}/seat-views"
    assert (await cast.owner.get(path, draft="true")).status_code == 404
    saved = await cast.owner.put(f"/manage/venues/{cast.hall}/draft", RECORD)
    page = (await cast.owner.get(path, draft="true", limit=1)).json()
    assert page["draftEtag"] == saved.headers["etag"]
    assert len(page["data"]) == 1
    await cast.owner.put(f"/manage/venues/{cast.hall}/draft", RECORD | {"name": "New"}, ("if-match", "*"))
    late = await cast.owner.get(path, draft="true", limit=1, cursor=page["nextCursor"])
    assert [fault["parameter"] for fault in late.json()["errors"]] == ["cursor"]


async def test_a_grantee_and_a_stranger_do_not(cast: Cast) -> None:
    """Attack: reading what the owner of a venue prepares."""
    await put_hall_record(cast, RECORD)
    await cast.owner.put(f"/manage/venues/{cast.hall}/draft", RECORD)
    path = f"/manage/venues/{cast.hall}/seat-views"
    assert [(await each.get(path)).status_code for each in (cast.grantee, cast.stranger)] == [403, 404]
    asked = [await each.get(path, draft="true") for each in (cast.grantee, cast.stranger)]
    assert [each.status_code for each in asked] == [404, 404]


async def _views(cast: Cast, **query: Any) -> dict[str, dict[str, Any]]:
    """Reads all pages, and returns what is said of each seat by its key."""
    found: dict[str, dict[str, Any]] = {}
    while True:
        answer = await cast.owner.get(f"/manage/venues/{cast.hall}/seat-views", **query)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        for row in page["data"]:
            for index, seat in enumerate(row["seats"]):
                found[f"{row['section']}/{row['row']}/{seat}"] = _view(row, index, page["texts"])
        if page["nextCursor"] is None:
            return found
        query["cursor"] = page["nextCursor"]


def _view(row: dict[str, Any], index: int, texts: list[str]) -> dict[str, Any]:
    view = {name: values[index] for name, values in row.items() if isinstance(values, list)}
    for name in ("reason", "inTheWay"):
        view[name] = None if view[name] is None else texts[view[name]]
    return view
