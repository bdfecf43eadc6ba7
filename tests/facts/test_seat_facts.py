"""A seat has the same distance, angle, share and restriction wherever somebody asks about it."""

import json
import math
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cast import Cast
from seatpreview.context import Context
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.geometry import Point
from seatpreview.seats.drawn_stills import asked_still
from seatpreview.seats.model import PreviewQuery
from seatpreview.seats.operations import find_view, get_plan
from seatpreview.seats.phrases import PHRASES
from seatpreview.sightlines.bodies import hall_bodies
from seatpreview.sightlines.looked_at import front_of
from seatpreview.sightlines.model import HallBody, LookedAt
from seatpreview.sightlines.seen_share import SightHall, seen_from
from seatpreview.values.caller import Caller
from seatpreview.values.ids import TenantId
from seatpreview.values.validated_text import trusted_text
from seatpreview.venues.templates.catalogue import TEMPLATES, template_of, template_record
from seats.halls import known_preview, put_hall_record
from venues.templates.test_catalogue import hall_of

pytestmark = pytest.mark.anyio

QUICK = {"theatre": 1, "arena": 1, "cinema": 2}
"""The seats of each configuration that the quick lane compares."""
SEATS = 10
"""With --all. The templates have 21 configurations."""


def cases() -> Iterator[Any]:
    for each in TEMPLATES:
        if each.template_id in QUICK:
            yield pytest.param(each.template_id, QUICK[each.template_id], id=each.template_id)
        yield pytest.param(each.template_id, SEATS, id=f"{each.template_id}, all", marks=pytest.mark.long)


def test_all_templates_together_compare_two_hundred_seats() -> None:
    halls = [hall_of(each.template_id, each.seats_min) for each in TEMPLATES]
    assert SEATS * sum(len(hall.configurations) for hall in halls) >= 200


@pytest.mark.parametrize(("template_id", "count"), [*cases()])
async def test_everything_says_the_same_of_a_seat(cast: Cast, template_id: str, count: int) -> None:
    """Compares the preview, its words, the best seats, the views of seats that colour the map, and the scene
    that a still is drawn from."""
    seats = template_of(template_id).seats_min
    await put_hall_record(cast, template_record(template_id, seats).record)
    layout = hall_of(template_id, seats)
    for configuration in layout.configurations:
        scene = Scene(cast, layout, configuration)
        for key in seats_by_lot(layout, configuration, count):
            preview = await known_preview(cast, seat=key, configuration=configuration, locale="en")
            line, asked = preview["sightline"], f"{configuration}: {key}"
            assert line["state"] == ("unknown" if line["visibleShare"] is None else "computed"), asked
            is_restricted = line["restriction"] is not None

            reasons = await reasons_of(cast, key, configuration)
            names = ("distanceM", "sideAngleDeg", "cValueMm", "visibleShare")
            assert {name: reasons[name] for name in names} == {name: line[name] for name in names}, asked
            assert reasons["isRestricted"] == is_restricted, asked
            beside = [
                each for each in line["obstructions"] if each["kind"] == "people" and not each["hiddenShare"]
            ]
            assert reasons["hasPeopleBeside"] == bool(beside), asked

            view = await view_of(cast, key, configuration)
            of_each = ("distanceM", "cValueMm", "visibleShare")
            assert {name: view[name] for name in of_each} == {name: line[name] for name in of_each}, asked
            assert view["isRestricted"] == is_restricted, asked
            assert view["reason"] == (line["restriction"] or {"reason": None})["reason"], asked

            for words in (preview["description"], preview["drawing"]["description"]):
                assert_words_agree(words, line, asked)
            await scene.assert_agrees(key, line)


def assert_words_agree(words: str, line: dict[str, Any], asked: str) -> None:
    """A distance is said as it is, a share in whole percent, and a restriction where there is one."""
    metres = f"{line['distanceM']:.1f}".removesuffix(".0")
    assert f" {metres} metre" in words, asked
    assert ("Restricted view" in words) == (line["restriction"] is not None), asked
    share = line["visibleShare"]
    if share is None:
        assert "in view" not in words, asked
        return
    if 0.02 < share < 0.98 and not (line["lookedAt"] == "screen" and line["sideAngleDeg"] > 90):
        assert f"About {round(100 * share)}% of " in words, asked
    assert ("is in view" in words) == (share > 0.02 and "back of the screen" not in words), asked
    for kind, sentence in PHRASES["en"].from_behind.items():
        if kind == line["lookedAt"]:
            behind_deg = 90 if kind == "screen" else 120
            assert (sentence in words) == (line["sideAngleDeg"] > behind_deg), asked


class Scene:
    """What a still is drawn from: the plan of a configuration, and the eyes of the seats."""

    def __init__(self, cast: Cast, layout: CompiledLayout, configuration: str) -> None:
        self._resources = cast.service.internals.resources
        self._owner = Caller(
            kind="operator",
            key_id=None,
            tenant_id=TenantId(cast.owner.tenant_id or ""),
            scope="tenant",
            venues=None,
        )
        self._cast = cast
        self._layout, self._configuration = layout, layout.configurations[configuration]
        self._sights: dict[str, tuple[dict[str, Any], LookedAt | None, SightHall]] = {}

    async def assert_agrees(self, key: str, line: dict[str, Any]) -> None:
        """The eyes of a still are rounded to the centimetre, so that its numbers may differ by a little."""
        at = await self._resources.records.check_and_get_time()
        context = Context(caller=self._owner, at=at, resources=self._resources)
        query = {"venue": self._cast.hall, "seat": key, "configuration": self._configuration.id}
        found = await find_view(context, msgspec.convert(query, PreviewQuery, dec_hook=trusted_text))
        drawn = found.previews.drawn
        still = drawn.still_of(b"version", found.view)
        assert still is not None, key
        plan, looked_at, sight = await self._plan(asked_still(self._resources, drawn, still, get_plan).plan)
        eye, focus = Point(*msgspec.structs.astuple(still.job.eye)), plan["focus"]
        assert math.dist(eye, (focus["x"], focus["y"], focus["z"])) == pytest.approx(
            line["distanceM"], abs=0.07
        )
        front = front_of(looked_at)
        angle_deg = None if front is None else front.side_angle_deg(eye.x, eye.y)
        assert angle_deg == pytest.approx(line["sideAngleDeg"], abs=0.3), key
        [seen] = seen_from(sight, [eye])
        assert seen.visible_share == pytest.approx(line["visibleShare"], abs=0.03), key

    async def _plan(self, load: Any) -> tuple[dict[str, Any], LookedAt | None, SightHall]:
        found = await load()
        if found.plan_id not in self._sights:
            plan = json.loads(found.text)
            bodies = msgspec.convert(plan["bodies"], tuple[HallBody, ...])
            looked_at = msgspec.convert(plan["lookedAt"], LookedAt | None)
            hall = replace(hall_bodies(self._layout, self._configuration), bodies=bodies, looked_at=looked_at)
            self._sights[found.plan_id] = plan, looked_at, SightHall(self._layout, self._configuration, hall)
        return self._sights[found.plan_id]


def seats_by_lot(layout: CompiledLayout, configuration: str, count: int) -> list[str]:
    closed = layout.configurations[configuration].closed
    keys = [str(key) for key in layout.seats() if key.section not in closed]
    return random.Random(configuration).sample(keys, count)


async def reasons_of(cast: Cast, key: str, configuration: str) -> dict[str, Any]:
    asked = {"venue": cast.hall, "count": 1, "limit": 1, "among": [key], "configuration": configuration}
    answer = await cast.owner.post("/seats/best", asked)
    assert answer.status_code == 200, answer.text
    [group] = answer.json()["data"]
    reasons: dict[str, Any] = group["reasons"]
    return reasons


async def view_of(cast: Cast, key: str, configuration: str) -> dict[str, Any]:
    """Returns what the page of a section says of one of its seats, with the text of the reason in place of
    its index."""
    section, row, seat = key.split("/")
    query: dict[str, Any] = {"section": section, "configuration": configuration, "limit": 100}
    path = f"/manage/venues/{cast.hall}/seat-views"
    while True:
        answer = await cast.owner.get(path, **query)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        for found in page["data"]:
            if found["row"] == row and seat in found["seats"]:
                at = found["seats"].index(seat)
                view = {name: each[at] for name, each in found.items() if isinstance(each, list)}
                reason = view["reason"]
                return view | {"reason": None if reason is None else page["texts"][reason]}
        query["cursor"] = page["nextCursor"]
        assert query["cursor"] is not None, key
