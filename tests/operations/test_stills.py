"""Stills of drawn seats in previews and images: made in the background, kept, labelled if they stand in."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from cast import Cast, bearer, create_cast
from imagery.sample_pictures import decode
from operations.halls import HALL, put_hall
from seatpreview.preview_images import operations
from servers.polling import until
from serving import LiveService, running, settings_for
from stills.painter import DRAWN, Painter, no_wait

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def drawing_service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[LiveService]:
    settings = settings_for(tmp_path_factory.mktemp("data"), stills="on", chromium=sys.executable)
    async with running(settings) as service:
        stills = service.internals.resources.stills
        stills.browser, stills._wait = Painter(), no_wait
        yield service


@pytest.fixture
def painter(drawing_service: LiveService) -> Painter:
    browser = drawing_service.internals.resources.stills.browser
    assert isinstance(browser, Painter)
    return browser


@pytest.fixture
async def drawn(drawing_service: LiveService, painter: Painter) -> AsyncIterator[Cast]:
    """A cast with a hall of its own, while the service draws nothing for another test."""
    cast = await create_cast(drawing_service)
    await put_hall(cast)
    yield cast
    painter.may_draw.set()
    await until(lambda: is_quiet(cast))


async def still(cast: Cast, seat: str, **more: Any) -> dict[str, Any] | None:
    response = await cast.owner.get("/seats/preview", venue=cast.hall, seat=seat, **more)
    assert response.status_code == 200, response.text
    found: dict[str, Any] | None = response.json()["drawing"]["still"]
    return found


async def eventual_still(cast: Cast, seat: str) -> dict[str, Any]:
    """Returns the still of the seat itself, as soon as it is there."""
    while True:
        found = await still(cast, seat)
        if found is not None and found["from"] is None:
            return found
        await asyncio.sleep(0.02)


async def image(cast: Cast, seat: str, *headers: tuple[str, str]) -> httpx.Response:
    params = {"venue": cast.hall, "seat": seat}
    sent = (bearer(cast.owner.plaintext), *headers)
    return await cast.service.ask("GET", "/seats/preview/image", sent, params=params)


def has_colour(response: httpx.Response) -> bool:
    assert response.status_code == 200, response.text
    pixel = decode(response.content).convert("RGB").getpixel((600, 100))
    assert isinstance(pixel, tuple)
    return all(abs(one - other) < 15 for one, other in zip(pixel, DRAWN, strict=True))


def made_of(cast: Cast) -> int:
    return cast.service.internals.resources.stills.outcomes()["made"]


def is_quiet(cast: Cast) -> bool:
    return cast.service.internals.resources.stills.waiting == 0


async def test_a_seat_has_a_still_once_it_is_drawn_and_it_is_drawn_once(drawn: Cast) -> None:
    before = made_of(drawn)
    assert await still(drawn, "1/A/2") is None
    own = await eventual_still(drawn, "1/A/2")
    assert own.keys() == {"url", "previewUrl", "from", "expiresAt"}
    for address in (own["url"], own["previewUrl"]):
        response = await drawn.service.ask("GET", address)
        assert (response.status_code, response.headers["content-type"]) == (200, "image/webp")
        assert "immutable" in response.headers["cache-control"]
    forged = await drawn.service.ask("GET", own["url"].replace("signature=", "signature=x"))
    assert forged.status_code == 403
    made = made_of(drawn)
    assert made == before + 1 + 3, "the seat, and one of each row of its section first"
    for _ in range(3):
        assert (await still(drawn, "1/A/2") or {})["from"] is None
    await put_hall(drawn, name="Another name")
    assert (await still(drawn, "1/A/2") or {})["url"].split("?")[0] == own["url"].split("?")[0]
    assert made_of(drawn) == made


async def test_the_still_of_the_row_stands_in_and_says_so(drawn: Cast, painter: Painter) -> None:
    await eventual_still(drawn, "1/A/2")
    await until(lambda: is_quiet(drawn))
    painter.may_draw.clear()
    [row] = {(await still(drawn, f"1/A/{seat}") or {})["from"] for seat in (8, 9)}
    assert row == "1/A/5"
    bare = await still(drawn, "2/A/8", configuration="none")
    assert bare is None, "nobody has asked for the other section, or for the bare hall"
    painter.may_draw.set()
    await eventual_still(drawn, "1/A/8")


async def test_neighbours_are_not_drawn_until_somebody_asks_for_them(drawn: Cast) -> None:
    before = made_of(drawn)
    await still(drawn, "1/A/2", withNeighbours="true")
    await eventual_still(drawn, "1/A/2")
    await until(lambda: is_quiet(drawn))
    assert made_of(drawn) == before + 4
    await eventual_still(drawn, "1/A/3")
    assert made_of(drawn) == before + 5


@pytest.mark.long
async def test_an_image_waits_for_the_still_and_shows_it(
    drawn: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations.find_still, "__defaults__", (60.0,))
    first = await image(drawn, "1/B/3")
    assert has_colour(first)
    again = await image(drawn, "1/B/3", ("if-none-match", first.headers["etag"]))
    assert again.status_code == 304


async def test_what_stands_in_for_a_still_is_kept_for_a_minute_and_has_an_etag_of_its_own(
    drawn: Cast, painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations.find_still, "__defaults__", (0.0,))
    painter.may_draw.clear()
    body = {"venue": drawn.hall, "seat": "1/C/3"}
    link = (await drawn.owner.post("/seats/preview/image-links", body)).json()
    assert "drawn from the seating plan" in link["alt"], "it will be there when the link is opened"
    plain = await drawn.service.ask("GET", link["url"])
    assert not has_colour(plain)
    assert plain.headers["cache-control"] == "public, max-age=60"
    painter.may_draw.set()
    await eventual_still(drawn, "1/C/3")
    own = await drawn.service.ask("GET", link["url"])
    assert has_colour(own)
    assert own.headers["cache-control"] == "public, max-age=3600"
    await until(lambda: is_quiet(drawn))
    painter.may_draw.clear()
    of_row = await image(drawn, "1/C/9")
    assert has_colour(of_row)
    assert len({each.headers["etag"] for each in (plain, own, of_row)}) == 3


@pytest.mark.parametrize(
    "more",
    [
        {"stills": "on", "chromium": "no-such-program"},
        pytest.param({"stills": "off"}, marks=pytest.mark.long),
    ],
)
async def test_without_chromium_the_map_is_shown_as_before(more: dict[str, str], tmp_path: Path) -> None:
    async with running(settings_for(tmp_path / "data", **more)) as service:
        cast = await create_cast(service)
        await put_hall(cast)
        assert await still(cast, "1/A/2") is None
        body = {"venue": cast.hall, "seat": "1/A/2"}
        link = (await cast.owner.post("/seats/preview/image-links", body)).json()
        assert "Map of the venue" in link["alt"]
        response = await service.ask("GET", link["url"])
        assert response.headers["cache-control"] == "public, max-age=3600"
        assert service.internals.resources.stills.browser is None


async def test_another_layout_or_light_has_stills_of_its_own(drawn: Cast) -> None:
    own = await eventual_still(drawn, "1/A/2")
    layout = HALL["rules"]["layout"]
    await put_hall(drawn, rules={"layout": layout | {"focus": {"name": "Stage", "y": 1}}})
    assert await still(drawn, "1/A/2") is None
    await put_hall(drawn, viewerDefaults={"mood": "house_lights"})
    lit = await eventual_still(drawn, "1/A/2")
    assert lit["url"].split("?")[0] != own["url"].split("?")[0]


@pytest.mark.long
async def test_chromium_draws_what_the_image_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations.find_still, "__defaults__", (120.0,))
    async with running(settings_for(tmp_path / "data", stills="on")) as service:
        cast = await create_cast(service)
        await put_hall(cast)
        shown = decode((await image(cast, "1/B/5")).content).convert("RGB")
        assert len(shown.getcolors(1 << 24) or ()) > 5000, "a hall, not a map"
        own = await eventual_still(cast, "1/B/5")
        small = await service.ask("GET", own["previewUrl"])
        assert len(small.content) < 30_000
        assert service.internals.resources.stills.outcomes()["made"] >= 1
