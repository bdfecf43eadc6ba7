"""What stays in memory when a venue is published again: everything that the new version does not change.

The counts are of work, not of time.
"""

from collections import Counter
from typing import Any

import pytest

from cast import Actor, Cast
from seatpreview.labels.resolver import Resolver
from seatpreview.seats.venue_previews import VenuePreviews
from seats.halls import HALL, put_hall_record

pytestmark = pytest.mark.anyio

SEAT = "Terrace 101, Row B, Seat 2"


class Work:
    """Counts labels that are resolved, and views of seats that are made."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: Counter[str] = Counter()
        self._count(monkeypatch, Resolver, "resolve", "labels")
        self._count(monkeypatch, VenuePreviews, "_view", "views")

    def _count(self, monkeypatch: pytest.MonkeyPatch, of: type[Any], method: str, name: str) -> None:
        original = getattr(of, method)

        def counted(*arguments: Any, **options: Any) -> Any:
            self.done[name] += 1
            return original(*arguments, **options)

        monkeypatch.setattr(of, method, counted)


@pytest.fixture
async def work(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> Work:
    """The work for the seat, after the owner and the grantee have looked at it."""
    await put_hall_record(cast)
    work = Work(monkeypatch)
    for actor in (cast.owner, cast.grantee):
        await preview(cast, actor)
    assert work.done == {"labels": 2, "views": 2}
    work.done.clear()
    return work


async def preview(cast: Cast, actor: Actor) -> dict[str, Any]:
    response = await actor.get("/seats/preview", venue=cast.hall, seat=SEAT)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


async def publish(cast: Cast, **changed: Any) -> None:
    response = await cast.owner.put(f"/manage/venues/{cast.hall}", HALL | changed)
    assert response.status_code == 200, response.text


async def test_publishing_the_same_record_again_costs_no_view(cast: Cast, work: Work) -> None:
    before = [await preview(cast, actor) for actor in (cast.owner, cast.grantee)]
    await publish(cast)
    assert [await preview(cast, actor) for actor in (cast.owner, cast.grantee)] == before
    assert work.done == {}


async def test_a_change_of_the_name_is_seen_at_once_and_costs_no_view(cast: Cast, work: Work) -> None:
    for name in ("New Hall", "Newer Hall", "Hall"):
        await publish(cast, name=name)
        for actor in (cast.owner, cast.grantee):
            assert (await preview(cast, actor))["venue"]["name"] == name
    assert work.done == {}


async def test_a_changed_image_is_seen_at_once_and_resolves_no_label_again(cast: Cast, work: Work) -> None:
    """A view with the image of before must never be served."""
    image = {"url": "https://pictures.example/new.jpg", "covers": {"section": "101", "rows": ["B"]}}
    await publish(cast, imagerySets=[{"id": "new", "kind": "photo", "images": [image]}])
    for actor in (cast.owner, cast.grantee):
        assert (await preview(cast, actor))["imagery"]["url"] == image["url"]
    assert work.done == {"views": 2}


@pytest.mark.parametrize(
    ("member", "changed"),
    [
        ("viewerDefaults", {"viewerDefaults": {"fieldOfViewDeg": 33}}),
        ("seat", {"translations": {"en": {"sections": {"101": "Lawn 101"}}}}),
    ],
)
async def test_what_a_view_shows_of_the_record_is_seen_at_once(
    cast: Cast, work: Work, member: str, changed: dict[str, Any]
) -> None:
    before = await preview(cast, cast.owner)
    await publish(cast, **changed)
    assert (await preview(cast, cast.owner))[member] != before[member]
    assert work.done["views"] == 1


async def test_a_changed_alias_of_the_owner_changes_nothing_for_the_grantee(cast: Cast, work: Work) -> None:
    await publish(cast, aliases=[{"name": "Grand Hall"}, {"name": "Stand", "section": "102"}])
    await preview(cast, cast.grantee)
    assert work.done == {}
    await preview(cast, cast.owner)
    assert work.done == {"views": 1, "labels": 1}


async def test_a_changed_layout_is_resolved_and_seen_anew(cast: Cast, work: Work) -> None:
    """A view of the old layout must never be served for the new one."""
    layout = HALL["rules"]["layout"]
    terrace, *others = layout["sections"]
    nearer = terrace | {"geometry": terrace["geometry"] | {"distanceM": 5}}
    before = await preview(cast, cast.owner)
    rules = HALL["rules"] | {"layout": layout | {"sections": [nearer, *others]}}
    await publish(cast, rules=rules)
    after = await preview(cast, cast.owner)
    assert after["sightline"]["distanceM"] < before["sightline"]["distanceM"]
    assert work.done == {"views": 1, "labels": 1}


async def test_the_same_record_at_another_venue_shares_no_view(cast: Cast, work: Work) -> None:
    """A preview names its venue."""
    response = await cast.owner.put(
        f"/manage/venues/{cast.yard}", HALL | {"aliases": [{"name": "Kop", "section": "102"}]}
    )
    assert response.status_code == 200, response.text
    found = (await cast.owner.get("/seats/preview", venue=cast.yard, seat=SEAT)).json()
    assert found["venue"]["venueId"] == cast.yard
    assert work.done == {"views": 1, "labels": 1}
