"""getPlan: sections, seatings and obstructions of a venue."""

import asyncio
import math
from typing import Any

import pytest

from cast import Cast, bearer
from layouts.plan_positions import position_in
from operations.halls import HALL
from seatpreview.seats import operations

pytestmark = pytest.mark.anyio


async def test_a_plan_has_every_seat_by_rule_at_its_place(cast: Cast) -> None:
    await cast.owner.put(f"/manage/venues/{cast.hall}", HALL)
    plan = (await cast.owner.get("/seats/plan", venue=cast.hall)).json()
    # The plan has closed sections as well, which a list leaves out.
    listed = (await cast.owner.get("/seats", venue=cast.hall, configuration="none", limit=1000)).json()[
        "data"
    ]
    drawn = [
        f"{section['id']}/{row['id']}/{seat}"
        for section in plan["sections"]
        for row in section["rows"]
        for seat in plan["seatings"][row["seating"]]
        if seat is not None
    ]
    assert sorted(drawn) == sorted(seat["key"] for seat in listed)
    assert len(plan["seatings"]) == 1, "rows that are alike share one"
    section = plan["sections"][1]
    place = position_in(section["geometry"], plan["origin"], section["ordinal"], row=2)
    assert math.hypot(place.x, place.y) == pytest.approx(8 + 2 * 0.85)


async def test_a_configuration_says_what_is_closed_and_what_people_look_at(cast: Cast) -> None:
    await cast.owner.put(f"/manage/venues/{cast.hall}", HALL)
    plan = (await cast.owner.get("/seats/plan", venue=cast.hall, configuration="round")).json()
    assert plan["configuration"] == {"id": "round", "name": "In the round", "mood": None}
    assert {section["id"]: section["isClosed"] for section in plan["sections"]} == {"1": False, "2": True}
    assert plan["focus"]["name"] == "Stage"
    refused = await cast.owner.get("/seats/plan", venue=cast.hall, configuration="square")
    assert (refused.status_code, refused.json()["errors"][0]["parameter"]) == (400, "configuration")


async def test_a_session_gets_its_own_venues_plan_and_keeps_it_by_its_etag(cast: Cast) -> None:
    token = bearer((await cast.session())["token"])
    first = await cast.service.ask("GET", "/seats/plan", (token,))
    assert first.json()["venueId"] == cast.hall
    kept = await cast.service.ask("GET", "/seats/plan", (token, ("if-none-match", first.headers["etag"])))
    assert kept.status_code == 304
    await cast.owner.put(f"/manage/venues/{cast.hall}", HALL)
    changed = await cast.service.ask("GET", "/seats/plan", (token, ("if-none-match", first.headers["etag"])))
    assert changed.status_code == 200


async def test_a_large_plan_is_drawn_in_a_process_once_for_all_who_ask(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: a plan that takes long to draw, asked for again and again."""
    await cast.owner.put(f"/manage/venues/{cast.hall}", HALL)
    small = await cast.owner.get("/seats/plan", venue=cast.hall)
    await cast.owner.put(f"/manage/venues/{cast.hall}", HALL)
    monkeypatch.setattr(operations, "PLAN_PARTS_ON_THE_LOOP_MAX", 0)
    processes = cast.service.internals.resources.computation
    calls: list[str] = []
    run = processes.run

    async def counted(function: Any, *arguments: bytes, **more: Any) -> bytes:
        calls.append(function.__name__)
        return await run(function, *arguments, **more)

    monkeypatch.setattr(processes, "run", counted)
    plans = await asyncio.gather(*(cast.owner.get("/seats/plan", venue=cast.hall) for _ in range(10)))
    assert {plan.status_code for plan in plans} == {200}
    assert calls == ["render_plan"]
    large = plans[0].json()
    assert large | {"version": 0} == small.json() | {"version": 0}
    again = await cast.owner.get("/seats/plan", venue=cast.hall)
    assert (again.json(), calls) == (large, ["render_plan"])
