"""A seat has the same distance, angle, share and restriction wherever somebody asks about it."""

import random
from typing import Any

import pytest

from cast import Cast
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.venues.templates.catalogue import TEMPLATES, template_of, template_record
from seats.halls import put_hall_record
from venues.templates.test_catalogue import hall_of

pytestmark = pytest.mark.anyio

QUICK = {"theatre", "arena"}
SEATS = 5
"""The seats of each configuration that are compared, chosen by lot."""


@pytest.mark.parametrize(
    "template_id",
    [
        pytest.param(each.template_id, marks=() if each.template_id in QUICK else pytest.mark.long)
        for each in TEMPLATES
    ],
)
async def test_best_seats_views_and_previews_say_the_same(cast: Cast, template_id: str) -> None:
    seats = template_of(template_id).seats_min
    await put_hall_record(cast, template_record(template_id, seats).record)
    layout = hall_of(template_id, seats)
    for configuration in layout.configurations:
        for key in seats_by_lot(layout, configuration):
            line = await sightline(cast, key, configuration)
            reasons = await reasons_of(cast, key, configuration)
            names = ("distanceM", "sideAngleDeg", "cValueMm", "visibleShare")
            assert {name: reasons[name] for name in names} == {name: line[name] for name in names}, key
            view = await view_of(cast, key, configuration)
            assert view["distanceM"] == line["distanceM"], key
            assert view["visibleShare"] == line["visibleShare"], key
            assert view["isRestricted"] == (line["restriction"] is not None), key


def seats_by_lot(layout: CompiledLayout, configuration: str) -> list[str]:
    closed = layout.configurations[configuration].closed
    keys = [str(key) for key in layout.seats() if key.section not in closed]
    return random.Random(configuration).sample(keys, SEATS)


async def sightline(cast: Cast, key: str, configuration: str) -> Any:
    answer = await cast.owner.get("/seats/preview", venue=cast.hall, seat=key, configuration=configuration)
    assert answer.status_code == 200, answer.text
    return answer.json()["sightline"]


async def reasons_of(cast: Cast, key: str, configuration: str) -> Any:
    asked = {"venue": cast.hall, "count": 1, "limit": 1, "among": [key], "configuration": configuration}
    answer = await cast.owner.post("/seats/best", asked)
    assert answer.status_code == 200, answer.text
    [group] = answer.json()["data"]
    return group["reasons"]


async def view_of(cast: Cast, key: str, configuration: str) -> dict[str, Any]:
    section, row, seat = key.split("/")
    query: dict[str, Any] = {"section": section, "configuration": configuration}
    path = f"/manage/venues/{cast.hall}/seat-views"
    while True:
        answer = await cast.owner.get(path, **query)
        assert answer.status_code == 200, answer.text
        for found in answer.json()["data"]:
            if found["row"] == row and seat in found["seats"]:
                at = found["seats"].index(seat)
                return {name: each[at] for name, each in found.items() if isinstance(each, list)}
        query["cursor"] = answer.json()["nextCursor"]
        assert query["cursor"] is not None, key
