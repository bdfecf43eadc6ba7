"""The configuration that applies: the query's, else the session's, else the venue's default; `none` asks for
the bare hall."""

from copy import deepcopy
from typing import Any

import pytest
from msgspec.structs import replace

from cast import Cast
from seatpreview.seats.plan_cache import PLANS
from seatpreview.seats.seat_view import SEAT_VIEWS
from seatpreview.values.ids import VenueId
from seatpreview.venues import store
from seats.halls import HALL, create_session_token, get_with_token, put_hall_record

pytestmark = pytest.mark.anyio


def hall(*configurations: dict[str, Any], default: str | None = None, **more: Any) -> dict[str, Any]:
    """The small hall with these configurations, or with its own, and a default."""
    record = deepcopy(HALL) | more
    layout = record["rules"]["layout"]
    if configurations:
        layout["configurations"] = [*configurations]
        record["imagerySets"] = []
    if default is not None:
        layout["defaultConfiguration"] = default
    return record


async def applied(cast: Cast, token: str | None = None, **asked: Any) -> tuple[str | None, str | None, bool]:
    """The configuration of the preview and of the plan, and whether the list leaves out what 'end' closes."""
    found: list[Any] = []
    for path, more in (("/seats/preview", {"seat": "101/B/2"}), ("/seats/plan", {}), ("/seats", {})):
        # A list has no locale.
        asked_here = {name: value for name, value in asked.items() if (path, name) != ("/seats", "locale")}
        if token is None:
            response = await cast.owner.get(path, venue=cast.hall, **asked_here, **more)
        else:
            response = await get_with_token(cast, token, path, **asked_here, **more)
        assert response.status_code == 200, response.text
        found.append(response.json())
    preview, plan, listed = found
    ids = [None if each["configuration"] is None else each["configuration"]["id"] for each in (preview, plan)]
    return ids[0], ids[1], "E9" not in {seat["section"] for seat in listed["data"]}


END, BARE, ROUND = ("end", "end", True), (None, None, False), ("round", "round", False)


async def test_without_a_default_several_configurations_leave_the_bare_hall(cast: Cast) -> None:
    await put_hall_record(cast)
    assert await applied(cast) == BARE
    assert await applied(cast, configuration="none") == BARE


async def test_the_stated_default_applies_unless_something_else_is_asked_for(cast: Cast) -> None:
    await put_hall_record(cast, hall(default="end"))
    assert await applied(cast) == END
    assert await applied(cast, configuration="round") == ROUND
    assert await applied(cast, configuration="none") == BARE


async def test_a_single_configuration_is_the_default(cast: Cast) -> None:
    await put_hall_record(cast, hall({"id": "end", "closed": ["E9"]}))
    assert await applied(cast) == END
    assert await applied(cast, configuration="none") == BARE
    plan = (await cast.owner.get("/seats/plan", venue=cast.hall, configuration="none")).json()
    assert plan["defaultConfiguration"] == "end"


async def test_a_session_names_a_configuration_or_the_bare_hall_or_leaves_it_to_the_venue(cast: Cast) -> None:
    await put_hall_record(cast, hall(default="end"))
    in_round = await create_session_token(cast, configuration="round")
    bare = await create_session_token(cast, configuration="none")
    default = await create_session_token(cast)
    assert await applied(cast, in_round) == ROUND
    assert await applied(cast, bare) == BARE
    assert await applied(cast, default) == END
    assert await applied(cast, bare, configuration="end") == END
    told = (await get_with_token(cast, bare, "/caller")).json()["session"]
    assert told["configuration"] == "none"
    # The default is the venue's own when the session is used, and takes the place of one that is gone.
    await put_hall_record(cast, hall({"id": "end", "closed": ["E9"]}, {"id": "new"}, default="new"))
    assert (await applied(cast, default))[:2] == ("new", "new")
    assert (await applied(cast, in_round))[:2] == ("new", "new")
    assert await applied(cast, bare) == BARE


async def test_pages_of_a_list_go_on_in_the_default(cast: Cast) -> None:
    await put_hall_record(cast, hall(default="end"))
    keys, cursor = [], None
    for _ in range(10):
        more: dict[str, Any] = {} if cursor is None else {"cursor": cursor}
        page = (await cast.owner.get("/seats", venue=cast.hall, limit=7, **more)).json()
        keys += [seat["key"] for seat in page["data"]]
        cursor = page["nextCursor"]
        if cursor is None:
            break
    assert len(keys) == len(set(keys)) == 50
    assert not any(key.startswith("E9/") for key in keys)


async def test_a_closed_section_of_the_default_is_closed(cast: Cast) -> None:
    await put_hall_record(cast, hall(default="end"))
    closed = await cast.owner.get("/seats/preview", venue=cast.hall, seat="E9/1/1")
    assert closed.status_code == 404
    opened = await cast.owner.get("/seats/preview", venue=cast.hall, seat="E9/1/1", configuration="none")
    assert opened.status_code == 200


async def test_moods_are_the_configurations_own_or_the_viewers(cast: Cast) -> None:
    lit = hall(
        {"id": "show", "mood": "concert"}, {"id": "talk"}, default="show", viewerDefaults={"mood": "daylight"}
    )
    await put_hall_record(cast, lit)
    stored = (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()
    assert stored["rules"]["layout"]["configurations"] == lit["rules"]["layout"]["configurations"]
    assert (stored["rules"]["layout"]["defaultConfiguration"], stored["viewerDefaults"]) == (
        "show",
        {"mood": "daylight"},
    )
    for asked, mood, own in (("show", "concert", "concert"), ("talk", "daylight", None)):
        for path, more in (("/seats/preview", {"seat": "101/B/2"}), ("/seats/plan", {})):
            answer = (await cast.owner.get(path, venue=cast.hall, configuration=asked, **more)).json()
            assert (answer["mood"], answer["configuration"]["mood"]) == (mood, own)
    bare = (await cast.owner.get("/seats/plan", venue=cast.hall, configuration="none")).json()
    assert (bare["mood"], [each["mood"] for each in bare["configurations"]]) == (
        "daylight",
        ["concert", None],
    )


@pytest.mark.parametrize(
    ("layout", "pointer"),
    [
        ({"defaultConfiguration": "gone"}, "/rules/layout/defaultConfiguration"),
        ({"defaultConfiguration": "none"}, "/rules/layout/defaultConfiguration"),
        ({"configurations": [{"id": "none"}]}, "/rules/layout/configurations/0/id"),
        ({"configurations": [{"id": "a", "mood": "gloomy"}]}, "/rules/layout/configurations/0/mood"),
    ],
)
async def test_a_default_names_a_configuration_and_none_is_no_id(
    layout: dict[str, Any], pointer: str, cast: Cast
) -> None:
    record = {"name": "Hall", "rules": {"layout": {"configurations": [{"id": "a"}]} | layout}}
    for response in (
        await cast.owner.put(f"/manage/venues/{cast.hall}", record),
        await cast.owner.post("/manage/venues", record),
    ):
        assert response.status_code == 400
        assert [fault["pointer"] for fault in response.json()["errors"]] == [pointer]


async def test_a_stored_configuration_called_none_goes_on_working(cast: Cast) -> None:
    """A record of an earlier version may have this id: it is shown, and a PUT may keep it."""
    await put_hall_record(cast, hall({"id": "nine", "closed": ["E9"]}, {"id": "other"}))
    database = cast.service.internals.resources.database
    stored = await database.read(store.get_of_any_tenant, VenueId(cast.hall))
    assert stored is not None
    earlier = replace(
        stored,
        document=stored.document.replace('"nine"', '"none"'),
        compiled_layout=stored.compiled_layout.replace(b"nine", b"none"),
    )
    assert await database.write("test", cast.service.clock.now(), store.replace, earlier, stored.version)
    assert await applied(cast) == BARE
    assert await applied(cast, configuration="none") == ("none", "none", True)
    assert await applied(cast, await create_session_token(cast, configuration="none")) == (
        "none",
        "none",
        True,
    )
    kept = hall({"id": "none", "closed": ["E9"]}, {"id": "more"})
    await put_hall_record(cast, kept)
    assert await applied(cast, configuration="none") == ("none", "none", True)
    refused = await cast.owner.post("/manage/venues", kept | {"aliases": []})
    assert refused.status_code == 400
    await put_hall_record(cast, hall({"id": "more"}))
    assert (await cast.owner.put(f"/manage/venues/{cast.hall}", kept)).status_code == 400, "it was given up"


async def test_spellings_of_configuration_and_locale_share_a_view_and_a_plan(cast: Cast) -> None:
    """Attack: a client fills the cache by asking for one view in many spellings."""
    await put_hall_record(cast, hall(default="end", viewerDefaults={"locale": "de"}))
    resources = cast.service.internals.resources
    views, plans = len(resources.caches.of(SEAT_VIEWS)), len(resources.caches.of(PLANS))
    token = await create_session_token(cast, configuration="end", locale="de-LI")
    for asked in (
        {},
        {"configuration": "end"},
        {"locale": "de"},
        {"locale": "DE-at"},
        {"locale": "de-CH-1996", "configuration": "end"},
        {"locale": "tlh"},
    ):
        await applied(cast, **asked)
        await applied(cast, token, **asked)
    assert (len(resources.caches.of(SEAT_VIEWS)) - views, len(resources.caches.of(PLANS)) - plans) == (1, 1)
