"""A venue has the same number of seats in its record, its plan, its lists, and its exports."""

import random
from typing import Any

import pytest

from cast import Cast
from seatpreview.venues.templates.catalogue import TEMPLATES, template_record

pytestmark = pytest.mark.anyio

QUICK_SEATS_MAX = 500


def halls_by_lot() -> list[Any]:
    """Returns every template with a number of seats by lot. The quick lane takes the small ones."""
    lot = random.Random(108)
    halls = []
    for each in TEMPLATES:
        seats = lot.randint(each.seats_min, min(each.seats_max, 4 * each.seats_min))
        marks = () if seats <= QUICK_SEATS_MAX else pytest.mark.long
        halls.append(pytest.param(each.template_id, seats, id=f"{each.template_id} of {seats}", marks=marks))
    return halls


@pytest.mark.parametrize(("template_id", "seats"), halls_by_lot())
async def test_every_place_counts_the_same_seats(cast: Cast, template_id: str, seats: int) -> None:
    record = template_record(template_id, seats).record
    made = (await cast.owner.post("/manage/venues", record)).json()
    venue, path = made["venueId"], f"/manage/venues/{made['venueId']}"
    bare: dict[str, Any] = {"venue": venue, "configuration": "none"}

    counts = {"the record that was created": made["seatCount"]}
    counts["the record that is read"] = (await cast.owner.get(path)).json()["seatCount"]
    counts["the plan"] = seats_of((await cast.owner.get("/seats/plan", **bare)).json())
    counts["the list of seats"] = len(await cast.owner.list_all("/seats", **bare, limit=1000))
    placed = await cast.owner.list_all("/seats/positions", **bare, limit=1000)
    without = (await cast.owner.get("/seats/positions", **bare, limit=1)).json()["withoutPosition"]
    counts["the positions"] = len(placed) + without
    views = await cast.owner.list_all(f"{path}/seat-views", configuration="none", limit=100)
    counts["the views, and seats without a position"] = sum(len(row["seats"]) for row in views) + without
    for file_format in ("json", "csv", "xlsx", "geojson", "pretix"):
        report = await report_of_export(cast, path, file_format)
        counts[f"the report on the file in {file_format}"] = report["seats"]
        counts[f"the seats in the file in {file_format}"] = report["seatsInFile"]
    assert counts == dict.fromkeys(counts, made["seatCount"])


def seats_of(plan: dict[str, Any]) -> int:
    """Counts the seats of a plan as the console does (web/source/plan/plan.ts)."""
    counts = [sum(seat is not None for seat in seating) for seating in plan["seatings"]]
    rows = [row for section in plan["sections"] for row in section["rows"]]
    return sum(counts[row["seating"]] for row in rows if row["seating"] is not None)


async def report_of_export(cast: Cast, path: str, file_format: str) -> dict[str, Any]:
    """Exports a venue, imports the file as somebody else would, and returns what is said of it."""
    file = await cast.owner.get(f"{path}/export", format=file_format)
    assert file.status_code == 200, file.text
    read = await cast.stranger.ask(
        "POST", "/manage/venues/import", ("content-type", "application/octet-stream"), content=file.content
    )
    assert read.status_code == 200, read.text
    report: dict[str, Any] = read.json()["report"]
    return report
