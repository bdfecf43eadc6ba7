"""A herd: many requests at once for a venue that is not in memory cause one load, and one of what follows.

The counts are of work, not of time. The races are real ones, on SQLite and on PostgreSQL.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from cast import Actor, Cast
from seatpreview.freshness.record_cache import Loaded, RecordKind
from seatpreview.imagery.store import IMAGERY
from seatpreview.seats import operations
from seatpreview.seats.venue_previews import VenuePreviews
from seatpreview.venues import cached
from seatpreview.venues.record_kinds import ALIASES, GRANTS, VENUES
from seats.halls import HALL, put_hall_record

pytestmark = pytest.mark.anyio

HERD = 24
SEATS = ("101/B/1", "101/B/2", "101/B/3", "Terrace 101, Row B, Seat 2")


class Work:
    """Counts loads of records by kind and name, and what is built from them."""

    def __init__(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        self.loads: Counter[tuple[str, str]] = Counter()
        self.built: Counter[str] = Counter()
        for kind in (VENUES, IMAGERY, GRANTS, ALIASES):
            cache = cast.service.internals.resources.records._caches[kind]
            monkeypatch.setattr(cache, "load", self._counted(kind, cache.load))
        self._count_calls(monkeypatch, operations, "VenuePreviews")
        self._count_calls(monkeypatch, cached, "build_resolver")

    def loads_of(self, kind: RecordKind[Any], name: str) -> int:
        return self.loads[kind.metric_label, name]

    def _counted(self, kind: RecordKind[Any], load: Any) -> Callable[[str], Any]:
        async def counted(name: str) -> Loaded[Any]:
            self.loads[kind.metric_label, name] += 1
            loaded: Loaded[Any] = await load(name)
            return loaded

        return counted

    def _count_calls(self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:
        original = getattr(module, name)

        def counted(*arguments: Any) -> Any:
            self.built[name] += 1
            return original(*arguments)

        monkeypatch.setattr(module, name, counted)


@pytest.fixture
async def work(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> Work:
    """The work of requests for the hall, whose record was written and not yet asked for."""
    await put_hall_record(cast, aliases=[{"name": "The Hall"}, {"name": "Our Hall"}])
    return Work(cast, monkeypatch)


async def ask_at_once(actor: Actor, *venues: str) -> list[httpx.Response]:
    """Sends a herd of requests, over as many connections, for seats of these venues in turn."""
    return await asyncio.gather(
        *(
            actor.get("/seats/preview", venue=venues[n % len(venues)], seat=SEATS[n % len(SEATS)])
            for n in range(HERD)
        )
    )


def statuses(responses: list[httpx.Response]) -> set[int]:
    return {response.status_code for response in responses}


async def test_a_cold_venue_is_loaded_once_for_a_herd(cast: Cast, work: Work) -> None:
    assert statuses(await ask_at_once(cast.owner, cast.hall)) == {200}
    assert (work.loads_of(VENUES, cast.hall), work.loads_of(IMAGERY, cast.hall)) == (1, 1)
    assert work.built["VenuePreviews"] == 1


async def test_previews_of_a_venue_with_many_images_are_built_once_in_a_thread(
    cast: Cast, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations, "IMAGES_ON_THE_LOOP_MAX", 0)
    assert statuses(await ask_at_once(cast.owner, cast.hall)) == {200}
    assert work.built["VenuePreviews"] == 1


@pytest.mark.parametrize(("images", "is_on_the_loop"), [(100, True), (101, False)])
async def test_only_few_images_are_indexed_on_the_event_loop(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, images: int, is_on_the_loop: bool
) -> None:
    """The index of 2,000 images takes 20 milliseconds, for which other requests must not wait."""
    pictures = [{"url": f"https://pictures.example/{number}.jpg"} for number in range(images)]
    record = HALL | {"imagerySets": [{"id": "day", "kind": "photo", "images": pictures}]}
    assert (await cast.owner.put(f"/manage/venues/{cast.hall}", record)).status_code == 200
    threads: list[bool] = []

    class Watched(VenuePreviews):
        def __init__(self, *arguments: Any) -> None:
            threads.append(threading.current_thread() is threading.main_thread())
            super().__init__(*arguments)

    monkeypatch.setattr(operations, "VenuePreviews", Watched)
    assert statuses(await ask_at_once(cast.owner, cast.hall)) == {200}
    assert threads == [is_on_the_loop]


@pytest.mark.parametrize("sections_on_the_loop_max", [0, 1000])
async def test_the_resolver_of_a_grantee_is_built_once_for_a_herd(
    cast: Cast, work: Work, monkeypatch: pytest.MonkeyPatch, sections_on_the_loop_max: int
) -> None:
    monkeypatch.setattr(cached, "SECTIONS_ON_THE_LOOP_MAX", sections_on_the_loop_max)
    assert statuses(await ask_at_once(cast.grantee, cast.hall)) == {200}
    assert work.loads_of(GRANTS, f"{cast.hall} {cast.grantee.tenant_id}") == 1
    assert work.built["build_resolver"] == 1


async def test_a_venue_under_two_aliases_and_its_id_is_loaded_once(cast: Cast, work: Work) -> None:
    assert statuses(await ask_at_once(cast.owner, cast.hall, "The Hall", "our hall")) == {200}
    assert work.loads_of(VENUES, cast.hall) == 1
    assert work.built["VenuePreviews"] == 1
    aliases = [count for (kind, _), count in work.loads.items() if kind == ALIASES.metric_label]
    assert aliases == [1, 1]


async def test_two_venues_are_loaded_once_each(cast: Cast, work: Work) -> None:
    assert (await cast.owner.put(f"/manage/venues/{cast.yard}", HALL | {"aliases": []})).status_code == 200
    assert statuses(await ask_at_once(cast.owner, cast.hall, cast.yard)) == {200}
    assert (work.loads_of(VENUES, cast.hall), work.loads_of(VENUES, cast.yard)) == (1, 1)
    assert work.built["VenuePreviews"] == 2


async def test_an_alias_that_does_not_exist_is_looked_up_once(cast: Cast, work: Work) -> None:
    assert statuses(await ask_at_once(cast.owner, "Nowhere")) == {404}
    assert work.loads_of(ALIASES, f"{cast.owner.tenant_id} nowhere") == 1


@pytest.mark.both_engines
async def test_a_venue_published_anew_is_loaded_once_and_never_seen_as_it_was(cast: Cast, work: Work) -> None:
    """The danger: a request after the PUT was answered shares a load that had read before it."""
    published, done = 0, False
    seen: list[int] = []

    async def ask(seat: str) -> None:
        while not done:
            before = published
            response = await cast.owner.get("/seats/preview", venue=cast.hall, seat=seat)
            assert response.status_code == 200, response.text
            version = int(response.json()["venue"]["name"].removeprefix("Hall ") or 0)
            assert version >= before, "the answer is older than a PUT that was answered before the request"
            seen.append(version)

    await put_hall_record(cast, name="Hall 0")
    asking = [asyncio.create_task(ask(seat)) for seat in SEATS * 3]
    loads_before = work.loads_of(VENUES, cast.hall)
    for version in range(1, 7):
        await put_hall_record(cast, name=f"Hall {version}")
        published = version
    while (not seen or seen[-1] < published) and not any(task.done() for task in asking):
        await cast.owner.get("/caller")
    done = True
    await asyncio.gather(*asking)
    loads = work.loads_of(VENUES, cast.hall) - loads_before
    assert loads <= 2 * (published + 1), f"{loads} loads for {len(seen)} requests and {published} versions"


async def test_a_venue_that_others_change_around_is_still_loaded_once(cast: Cast, work: Work) -> None:
    """Attack: a tenant that changes its own key all the time makes everybody load all venues again."""
    done = False

    async def change_a_key() -> None:
        while not done:
            await cast.stranger.patch(f"/manage/keys/{cast.stranger.key_id}", {"label": "again"})

    changing = asyncio.create_task(change_a_key())
    for _ in range(3):
        assert statuses(await ask_at_once(cast.owner, cast.hall)) == {200}
    done = True
    await changing
    assert work.loads_of(VENUES, cast.hall) <= 4
