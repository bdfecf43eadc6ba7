"""What is seen from rows: computed off the event loop, once for all seats of them, and kept."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import msgpack

from cast import Cast
from operations.test_heavy_work import processes_of
from seatpreview.imagery.model import previews_prefix_of
from seatpreview.layouts.geometry import Point
from seatpreview.limits.shares import Lane, Share
from seatpreview.problems import Internal, RateLimited
from seatpreview.processes.pool import DeadlineExceeded, Function
from seatpreview.seats import recent_previews, seen_rows_loading, seen_rows_store
from seatpreview.seats.computations import SeenRowsRequest, see_rows
from seatpreview.seats.seen_rows import compute_rows
from seatpreview.server.worker import warm_up
from seatpreview.sightlines.model import Seen
from seatpreview.values.ids import VenueId
from seatpreview.venues.computations import layout_of
from seatpreview.venues.record_kinds import VENUES
from seats.halls import create_session_token, get_with_token, known_preview, put_hall_record
from seats.sights import ChosenSight, seen
from server.test_warm_start import clear_memory
from servers.polling import PATIENCE_SECONDS, until

pytestmark = pytest.mark.anyio

FOCUS = {"name": "Stage", "extent": {"kind": "stage"}}
SECTION = {
    "ids": {"first": 1, "last": 30},
    "rows": {"first": "A", "last": "D"},
    "seats": {"count": 5},
    "geometry": {"distanceM": 10, "bearingStepDeg": 10, "riserM": 0.3},
}
RECORD: dict[str, Any] = {"name": "Hall", "rules": {"layout": {"focus": FOCUS, "sections": [SECTION]}}}


class ComputedRows:
    """Stands in for the processes, with a computation that a test chooses."""

    def __init__(self, cast: Cast) -> None:
        self._run = processes_of(cast).run
        self.sections: list[str] = []
        self.shares: list[Share] = []
        self.see: Callable[[Point], Seen] = lambda eye: seen(0.45, people=0.55)
        self.fault: Exception | None = None
        self.may_end = asyncio.Event()
        self.may_end.set()

    async def run(self, function: Function, *arguments: bytes, share: Share, seconds: float) -> bytes:
        if function is not see_rows:
            return await self._run(function, *arguments, share=share, seconds=seconds)
        request, document, compiled = arguments
        asked = msgpack.decode(request, type=SeenRowsRequest)
        self.sections.append(asked.section)
        self.shares.append(share)
        await self.may_end.wait()
        if self.fault is not None:
            raise self.fault
        layout = layout_of(compiled, document)
        section = layout.section(asked.section)
        assert section is not None
        return compute_rows(layout, None, section, asked.first_row, ChosenSight(self.see))


@pytest.fixture
async def computed(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> ComputedRows:
    rows = ComputedRows(cast)
    monkeypatch.setattr(processes_of(cast), "run", rows.run)
    cast.service.internals.resources.seen_rows_outcomes.clear()
    await put_hall_record(cast, RECORD)
    return rows


async def sightline(cast: Cast, seat: str, **query: Any) -> Any:
    answer = await cast.owner.get("/seats/preview", venue=cast.hall, seat=seat, **query)
    assert answer.status_code == 200, answer.text
    assert "no-cache" in answer.headers["cache-control"]
    return answer.json()["sightline"]


def outcomes(cast: Cast) -> dict[str, int]:
    return dict(cast.service.internals.resources.seen_rows_outcomes)


async def test_rows_are_computed_once_for_all_seats_configurations_apart(
    cast: Cast, computed: ComputedRows
) -> None:
    herd = [sightline(cast, f"1/{row}/{seat}") for row in "ABCD" for seat in range(1, 6)]
    found = await asyncio.gather(*herd)
    assert computed.sections == ["1"]
    assert {each["visibleShare"] for each in found} == {0.45}
    assert found[0]["obstructions"] == [{"id": "people", "name": None, "kind": "people", "hiddenShare": 0.55}]
    assert found[0]["restriction"] == {
        "source": "computed",
        "reason": "About 45% of the stage is in view. In the way: people in front.",
    }
    german = await sightline(cast, "1/B/2", locale="de")
    assert german["restriction"]["reason"].startswith("Etwa 45\u00a0% der Bühne sind zu sehen. ")
    assert (await sightline(cast, "1"))["visibleShare"] == 0.45
    assert computed.sections == ["1"]


async def test_another_worker_and_a_new_name_compute_nothing_again_and_a_new_layout_does(
    cast: Cast, computed: ComputedRows
) -> None:
    first = await sightline(cast, "1/A/1")
    clear_memory(cast.service.internals.resources)
    assert await sightline(cast, "1/A/2") == first
    await put_hall_record(cast, RECORD, name="Another name")
    assert (await sightline(cast, "1/A/3"))["visibleShare"] == 0.45
    assert (computed.sections, outcomes(cast)) == (["1"], {"computed": 1, "loaded": 1})
    moved = {"focus": FOCUS | {"y": 1}, "sections": [SECTION]}
    await put_hall_record(cast, RECORD, rules={"layout": moved})
    await sightline(cast, "1/A/1")
    assert computed.sections == ["1", "1"]


async def test_a_layout_that_does_not_say_what_people_look_at_computes_nothing(
    cast: Cast, computed: ComputedRows
) -> None:
    await put_hall_record(cast, RECORD, rules={"layout": {"sections": [SECTION]}})
    found = await sightline(cast, "1/A/1")
    assert (found["visibleShare"], found["restriction"], found["state"]) == (None, None, "unknown")
    assert computed.sections == []


@pytest.mark.parametrize(
    ("fault", "outcome", "computed_again"),
    [
        (RateLimited("Too many."), "overloaded", True),
        (DeadlineExceeded(), "failed", False),
        (Internal("Broken."), "failed", False),
    ],
)
async def test_without_a_computation_nothing_is_claimed_or_kept(
    cast: Cast, computed: ComputedRows, fault: Exception, outcome: str, computed_again: bool
) -> None:
    """A computation that failed is not tried again for a minute: nobody can keep the processes busy with
    it."""
    computed.fault = fault
    found = await sightline(cast, "1/A/1")
    assert (found["visibleShare"], found["restriction"], found["state"]) == (None, None, "pending")
    assert outcomes(cast) == {outcome: 1}
    computed.fault = None
    share = (await sightline(cast, "1/A/1"))["visibleShare"]
    assert (share == 0.45, len(computed.sections) == 2) == (computed_again, computed_again)


async def test_a_preview_does_not_wait_long_and_the_next_one_finds_what_was_computed(
    cast: Cast, computed: ComputedRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen_rows_loading, "WAIT_SECONDS_MAX", 0.01)
    computed.may_end.clear()
    query = {"venue": cast.hall, "seat": "1/A/1", "withNeighbours": "true"}
    late = (await cast.owner.get("/seats/preview", **query)).json()
    for each in (late, *late["neighbourPreviews"]):
        assert (each["sightline"]["visibleShare"], each["sightline"]["state"]) == (None, "pending")
        for words in (each["description"], each["drawing"]["description"]):
            assert "How much is in view is still being computed." in words
            # The height over the focus would become another one, over the floor.
            assert "your eyes" not in words
            assert "clear" not in words
    assert outcomes(cast).keys() == {"late"}
    computed.may_end.set()
    await until(lambda: "computed" in outcomes(cast))
    known = await sightline(cast, "1/A/1")
    assert (known["visibleShare"], known["state"]) == (0.45, "computed")
    assert computed.sections == ["1"]


async def test_neighbours_in_other_rows_that_are_computed_apart_are_complete(
    cast: Cast, computed: ComputedRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seatpreview.seats.seen_rows.SEATS_MAX", 1)
    query = {"venue": cast.hall, "seat": "1/B/2", "withNeighbours": "true"}
    near = (await cast.owner.get("/seats/preview", **query)).json()["neighbourPreviews"]
    assert [each["sightline"]["visibleShare"] for each in near] == [0.45] * 4
    assert len(computed.sections) == 3


async def test_a_mark_of_the_owner_is_shown_whatever_is_computed(cast: Cast, computed: ComputedRows) -> None:
    computed.see = lambda eye: seen(1.0)
    note = {"seats": [1], "has": ["restrictedView"], "viewNote": "A lamp hangs in the way."}
    layout = {"focus": FOCUS, "sections": [SECTION | {"properties": [note]}]}
    await put_hall_record(cast, RECORD, rules={"layout": layout})
    marked, other = await sightline(cast, "1/A/1"), await sightline(cast, "1/A/2")
    assert marked["restriction"] == {"source": "owner", "reason": "A lamp hangs in the way."}
    assert (marked["visibleShare"], other["restriction"]) == (1.0, None)


async def test_a_start_computes_nothing(cast: Cast, computed: ComputedRows) -> None:
    """What takes long must not keep a worker from serving, nor take the time of other venues."""
    computed.fault = RateLimited("Too many.")
    await sightline(cast, "1/A/1")
    resources = cast.service.internals.resources
    await recent_previews.write(resources.caches, resources.database)
    clear_memory(resources)
    computed.sections.clear()
    await warm_up(resources)
    assert computed.sections == []
    assert resources.records.get(VENUES, cast.hall) is not None


async def test_a_stranger_who_asks_for_every_section_uses_one_turn_of_the_tenant(
    cast: Cast, computed: ComputedRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: a visitor asks for a seat of each section, so that nothing else of the tenant, and nobody else,
    is computed."""
    monkeypatch.setattr(seen_rows_loading, "WAIT_SECONDS_MAX", 0.05)
    computed.may_end.clear()
    token = await create_session_token(cast)
    asked = [get_with_token(cast, token, "/seats/preview", seat=f"{n}/A/1") for n in range(1, 31)]
    answers = await asyncio.gather(*asked)
    assert {answer.status_code for answer in answers} <= {200, 429}
    assert len(computed.sections) == 1, "one at a time of each tenant's visitors"
    assert computed.shares == [Share(str(cast.owner.tenant_id), (), lane=Lane.READS)]
    queue = cast.service.internals.resources.sightlines
    assert queue.waiting <= 12, "what one session may have waiting"
    of_key = asyncio.create_task(sightline(cast, "7/B/1"))
    await until(lambda: len(computed.sections) == 2)
    computed.may_end.set()
    await of_key
    async with asyncio.timeout(PATIENCE_SECONDS):
        await until(lambda: queue.used == 0 and queue.waiting == 0)


async def test_a_venue_stores_a_bounded_number_of_rows(
    cast: Cast, computed: ComputedRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: a buyer asks for seats of all sections, to fill the store."""
    monkeypatch.setattr(seen_rows_store, "OBJECTS_OF_A_VENUE_MAX", 3)
    for section in range(1, 11):
        await sightline(cast, f"{section}/A/1")
    objects = cast.service.internals.resources.objects
    assert 1 <= len(await objects.keys(previews_prefix_of(VenueId(cast.hall)))) <= 3
    clear_memory(cast.service.internals.resources)
    computed.see = lambda eye: seen(0.1)
    shares = {(await sightline(cast, f"{section}/A/1"))["visibleShare"] for section in range(10, 0, -1)}
    assert shares == {0.45, 0.1}, "none was taken for another that has the same name"


async def test_a_process_computes_what_is_seen(cast: Cast) -> None:
    """A wall stands before the left half of the stage, as seen from the first section."""
    wall = {"id": "wall", "kind": "wall", "box": {"x": [-20, 0], "y": [5, 5.2], "z": [0, 20]}}
    configuration = {"id": "show", "obstructions": [wall]}
    layout = {"focus": FOCUS, "sections": [SECTION], "configurations": [configuration]}
    await put_hall_record(cast, RECORD, rules={"layout": layout})
    walled, free = [(await known_preview(cast, seat=key))["sightline"] for key in ("1/A/3", "19/A/3")]
    assert walled["visibleShare"] < 0.75 < free["visibleShare"]
    assert walled["obstructions"][0]["id"] == "wall"
    assert walled["obstructions"][0]["hiddenShare"] > 0.25
    assert (walled["restriction"]["source"], free["restriction"]) == ("computed", None)
    best = await cast.owner.post("/seats/best", {"venue": cast.hall, "count": 1, "sections": ["1", "19"]})
    assert best.json()["data"][0]["seats"][0].startswith("19/")
    path = f"/manage/venues/{cast.hall}/restricted-views"
    proposed = {view["key"] for view in (await cast.owner.get(path)).json()["data"]}
    assert "1/A/3" in proposed
    assert "19/A/3" not in proposed
    plan = (await cast.owner.get("/seats/plan", venue=cast.hall)).json()
    assert (plan["hall"], plan["lookedAt"]["kind"]) == ("arena", "stage")
