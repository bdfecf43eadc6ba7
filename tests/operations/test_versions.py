"""Versions of a venue: every published record is kept, listed, read, compared, deleted and restored."""

import asyncio
import copy
import zlib
from typing import Any

import pytest
from sqlalchemy import delete, func, select

from cast import Cast
from imagery.uploads import put_referring_record, upload
from operations.halls import HALL
from races import Pause, pause_after
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import venue_versions
from seatpreview.limits.quotas import VersionBounds
from seatpreview.values.ids import VenueId
from seatpreview.venues import store, version_store
from seatpreview.venues.kept_records import KeptRecord
from seatpreview.venues.store import StoredVenue

pytestmark = pytest.mark.anyio

Json = dict[str, Any]


@pytest.fixture
def pause_after_read(monkeypatch: pytest.MonkeyPatch) -> Pause:
    return pause_after(monkeypatch, store.get, store.get_of_any_tenant)


def hall(name: str = "Hall", seats: int = 10, **members: Any) -> Json:
    record: Json = copy.deepcopy(HALL) | {"name": name} | members
    record["rules"]["layout"]["sections"][0]["seats"]["count"] = seats
    return record


async def publish(cast: Cast, *records: Json) -> None:
    for record in records:
        response = await cast.owner.put(f"/manage/venues/{cast.hall}", record)
        assert response.status_code == 200, response.text


def path(cast: Cast, *more: object) -> str:
    return "/".join([f"/manage/venues/{cast.hall}/versions", *map(str, more)])


@pytest.mark.both_engines
async def test_every_way_to_publish_keeps_a_version_and_grantees_aliases_are_none(cast: Cast) -> None:
    venue = await cast.venue(cast.owner.tenant_id, "New")
    [made] = await cast.owner.list_all(f"/manage/venues/{venue}/versions")
    assert (made["version"], made["publishedBy"], made["isPublished"]) == (1, cast.operator.key_id, True)
    copied = (await cast.owner.post(f"/manage/venues/{venue}/copy", {"name": "Copy"})).json()["venueId"]
    [copy_of_it] = await cast.owner.list_all(f"/manage/venues/{copied}/versions")
    assert (copy_of_it["version"], copy_of_it["publishedBy"]) == (1, cast.owner.key_id)
    await publish(cast, hall("Second", 9))
    aliases = {"aliases": [{"name": "Kop", "section": "1"}]}
    assert (await cast.owner.put(f"/manage/venues/{cast.hall}/aliases", aliases)).status_code == 200
    assert (await cast.grantee.put(f"/manage/venues/{cast.hall}/aliases", aliases)).status_code == 200
    await cast.operator.post(path(cast, 2, "restore"), {"message": "Back"})
    listed = await cast.owner.list_all(path(cast), limit=2)
    assert [(each["version"], each["publishedBy"], each["message"], each["seats"]) for each in listed] == [
        (4, cast.operator.key_id, "Back", 54),
        (3, cast.owner.key_id, None, 54),
        (2, cast.owner.key_id, None, 54),
        # The cast's hall is as an earlier release wrote it, without a version. The next publish kept it.
        (1, cast.operator.key_id, None, 0),
    ]
    assert [each["restoredFrom"] for each in listed] == [2, None, None, None]
    assert [each["isPublished"] for each in listed] == [True, False, False, False]


async def test_a_machine_of_the_release_before_is_named_by_the_change_log(cast: Cast) -> None:
    """It publishes while machines are upgraded, writes the change log, and keeps no version."""
    await publish(cast, hall("Old machine's"))
    database = cast.service.internals.resources.database
    venue = await database.read(store.get_of_any_tenant, VenueId(cast.hall))
    assert venue is not None
    await database.write("test", venue.updated_at, _forget_version, venue)
    expected = (venue.version, cast.owner.key_id)
    listed = await cast.owner.list_all(path(cast))
    assert (listed[0]["version"], listed[0]["publishedBy"]) == expected
    assert (await cast.operator.put(f"/manage/venues/{cast.hall}", hall("New"))).status_code == 200
    listed = await cast.owner.list_all(path(cast))
    assert (listed[0]["publishedBy"], listed[0]["version"]) == (cast.operator.key_id, venue.version + 1)
    assert (listed[1]["version"], listed[1]["publishedBy"]) == expected


async def _forget_version(transaction: Transaction, venue: StoredVenue) -> None:
    where = (venue_versions.c.venue_id == venue.venue_id) & (venue_versions.c.version == venue.version)
    await transaction.connection.execute(delete(venue_versions).where(where))


async def test_a_venue_of_an_earlier_release_has_its_record_as_a_version(cast: Cast) -> None:
    [only] = await cast.owner.list_all(path(cast))
    assert (only["version"], only["publishedBy"], only["seats"]) == (1, cast.operator.key_id, None)
    assert only["isPublished"] is True
    read = (await cast.owner.get(path(cast, 1))).json()
    assert (read["record"], read["imagesGone"], read["imagesGoneCount"]) == ({"name": "Hall"}, [], 0)
    assert (await cast.owner.post(path(cast, 1, "restore"))).json()["version"] == 2
    assert (await cast.owner.get(path(cast, 1, "changes"))).status_code == 404, "none is before it"


async def test_a_version_is_read_as_it_was_and_compared_with_another(cast: Cast) -> None:
    example = {"label": "Section 1 row A seat 10", "expect": "1/A/10"}
    first = hall()
    first["rules"]["seatKeys"] = {"examples": [example]}
    await publish(cast, first)
    venue = (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()
    await publish(cast, hall(seats=8), hall("Third", seats=8))
    read = (await cast.owner.get(path(cast, 2))).json()
    assert (read["version"], read["seats"], read["isPublished"]) == (2, 60, False)
    assert read["record"] == {name: venue[name] for name in read["record"]}
    changes = (await cast.owner.get(path(cast, 3, "changes"))).json()
    assert (changes["version"], changes["since"]) == (3, 2)
    assert changes["seats"]["gone"]["count"] == 12
    assert changes["seats"]["gone"]["examples"][:2] == ["1/A/9", "1/A/10"]
    assert changes["labels"] == [{"label": example["label"], "before": "1/A/10", "after": None}]
    back = (await cast.owner.get(path(cast, 2, "changes"), since=4)).json()
    assert (back["seats"]["added"]["count"], back["seats"]["gone"]["count"]) == (12, 0)
    same = (await cast.owner.get(path(cast, 4, "changes"), since=3)).json()
    assert {kind: each["count"] for kind, each in same["seats"].items()} == dict.fromkeys(same["seats"], 0)
    for missing in (path(cast, 9), path(cast, 9, "changes"), path(cast, 2, "changes?since=9")):
        assert (await cast.owner.get(missing)).status_code == 404
    assert (await cast.owner.get(path(cast, "second"))).status_code == 400


async def test_seats_of_recent_events_that_vanish_are_told(cast: Cast) -> None:
    await publish(cast, hall(seats=10))
    session = await cast.session()
    events = [{"eventId": f"e{seat}", "kind": "seat_viewed", "seat": f"1/A/{seat}"} for seat in (1, 9, 10)]
    headers = (("authorization", f"Bearer {session['token']}"),)
    taken = await cast.service.ask("POST", "/events", headers, json={"events": events})
    assert taken.status_code == 202, taken.text
    await publish(cast, hall(seats=9))
    changes = (await cast.owner.get(path(cast, 3, "changes"))).json()
    assert changes["eventSeatsGone"] == {"count": 1, "examples": ["1/A/10"]}


@pytest.mark.both_engines
async def test_a_single_old_version_can_be_deleted_and_the_published_one_cannot(cast: Cast) -> None:
    await publish(cast, hall(), hall("Third"))
    refused = await cast.owner.delete(path(cast, 3))
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert (await cast.owner.delete(path(cast, 2))).status_code == 204
    assert (await cast.owner.delete(path(cast, 2))).status_code == 404
    assert (await cast.owner.get(path(cast, 2))).status_code == 404
    assert (await cast.owner.post(path(cast, 2, "restore"))).status_code == 404
    assert [each["version"] for each in await cast.owner.list_all(path(cast))] == [3, 1]
    [entry] = (await cast.owner.get("/manage/audit", limit=1)).json()["data"]
    assert (entry["kind"], entry["action"], entry["members"]) == ("version", "deleted", ["2"])


async def test_a_restore_publishes_the_record_again_and_says_what_changes(cast: Cast) -> None:
    await publish(cast, hall(), hall("Smaller", 8))
    trial = await cast.owner.post(path(cast, 2, "restore?dryRun=true"), {"message": "Not yet"})
    assert (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()["version"] == 3
    restored = await cast.owner.post(path(cast, 2, "restore"), {"message": "The old one"})
    assert restored.status_code == 200, restored.text
    assert restored.json() == trial.json()
    answer = restored.json()
    assert (answer["version"], answer["restoredFrom"], answer["imagesLeftOut"]) == (4, 2, [])
    assert answer["changes"]["seats"]["added"]["count"] == 12
    venue = (await cast.grantee.get(f"/manage/venues/{cast.hall}")).json()
    assert (venue["name"], venue["seatCount"], venue["version"]) == ("Hall", 60, 4)
    [entry] = (await cast.owner.get("/manage/audit", limit=1)).json()["data"]
    assert (entry["kind"], entry["action"]) == ("venue", "restored")
    [change] = (await cast.owner.get("/manage/changes", types="venue.restored")).json()["data"]
    assert (change["type"], change["version"]) == ("venue.restored", 4)


async def test_a_version_is_restored_without_images_that_are_gone(cast: Cast) -> None:
    await upload(cast, "a.jpg")
    await upload(cast, "b.jpg")
    await put_referring_record(cast, "a.jpg", "b.jpg", ad="a.jpg")
    await publish(cast, hall())
    assert (
        await cast.owner.delete(f"/manage/venues/{cast.hall}/imagery/a.jpg?force=true")
    ).status_code == 204
    read = (await cast.owner.get(path(cast, 2))).json()
    assert (read["imagesGone"], read["imagesGoneCount"]) == (["a.jpg"], 1)
    assert "a.jpg" in str(read["record"]), "the record is as it was"
    restored = (await cast.owner.post(path(cast, 2, "restore"))).json()
    assert restored["imagesLeftOut"] == ["a.jpg"]
    venue = (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()
    assert venue["imagerySets"][0]["images"] == [{"object": "b.jpg"}]
    assert venue["ads"] == [], "an ad is nothing without its image"


async def test_links_that_were_ended_stay_ended_after_a_restore(cast: Cast) -> None:
    """Attack: an old version brings links to preview images back to life."""
    await publish(cast, hall(imageLinks={"generation": 1}), hall(imageLinks={"generation": 5}))
    assert (await cast.owner.post(path(cast, 2, "restore"))).status_code == 200
    assert (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()["imageLinks"] == {"generation": 5}


async def test_a_version_that_would_not_be_accepted_today_is_refused_with_its_faults(cast: Cast) -> None:
    """A later release may refuse what an earlier one accepted; names may belong to another venue by now."""
    await publish(cast, hall(aliases=[{"name": "Kop"}]), hall())
    taken = await cast.owner.put(
        f"/manage/venues/{cast.yard}", {"name": "Yard", "aliases": [{"name": "Kop"}]}
    )
    assert taken.status_code == 200
    refused = await cast.owner.post(path(cast, 2, "restore"))
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    database = cast.service.internals.resources.database
    outdated = KeptRecord(zlib.compress(b'{"name":"Hall","aliases":[{"name":"x","section":"9"}]}'), b"", 0)
    venue = await database.read(store.get_of_any_tenant, VenueId(cast.hall))
    assert venue is not None
    await database.write("test", venue.updated_at, _replace_version, venue, outdated)
    refused = await cast.owner.post(path(cast, venue.version, "restore"))
    assert refused.status_code == 400
    assert [fault["pointer"] for fault in refused.json()["errors"]] == ["/aliases/0/section"]
    assert (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()["version"] == venue.version


async def _replace_version(transaction: Transaction, venue: StoredVenue, kept: KeptRecord) -> None:
    await _forget_version(transaction, venue)
    await version_store.add(transaction, venue, kept, version_store.VersionNote(None))


@pytest.mark.both_engines
async def test_versions_beyond_the_bounds_are_deleted_by_the_publish_that_exceeds_them(cast: Cast) -> None:
    resources = cast.service.internals.resources
    database, venue_id = resources.database, VenueId(cast.hall)
    await publish(cast, *(hall(f"Hall {number}") for number in range(5)))

    async def prune(transaction: Transaction, bounds: VersionBounds) -> None:
        await version_store.prune(transaction, venue_id, bounds)

    async def kept() -> list[int]:
        return [each["version"] for each in await cast.owner.list_all(path(cast))]

    at = await resources.records.check_and_get_time()
    assert await kept() == [6, 5, 4, 3, 2, 1]
    await database.write("test", at, prune, VersionBounds(4, 1_000_000))
    assert await kept() == [6, 5, 4, 3]
    [newest, second] = (await database.read(_sizes, venue_id))[:2]
    await database.write("test", at, prune, VersionBounds(4, newest + second))
    assert await kept() == [6, 5]
    await database.write("test", at, prune, VersionBounds(1, 1))
    assert await kept() == [6], "the published one is kept, whatever its size"


async def _sizes(connection: Connection, venue_id: VenueId) -> list[int]:
    statement = select(venue_versions.c.stored_bytes).where(venue_versions.c.venue_id == venue_id)
    return list(await connection.scalars(statement.order_by(venue_versions.c.version.desc())))


async def test_an_archived_venue_keeps_its_versions_and_publishes_nothing(cast: Cast) -> None:
    await publish(cast, hall(), hall("Third"))
    assert (await cast.owner.put(f"/manage/venues/{cast.hall}/draft", hall("Fourth"))).status_code == 200
    assert (await cast.owner.post(f"/manage/venues/{cast.hall}/archive")).status_code == 200
    assert len(await cast.owner.list_all(path(cast))) == 3
    assert (await cast.owner.get(path(cast, 2))).status_code == 200
    for method, where in (
        ("POST", path(cast, 2, "restore")),
        ("POST", path(cast, 2, "restore?dryRun=true")),
        ("POST", f"/manage/venues/{cast.hall}/draft/publish"),
        ("DELETE", path(cast, 2)),
    ):
        refused = await cast.owner.ask(method, where)
        assert (refused.status_code, refused.json()["code"]) == (409, "conflict"), where


@pytest.mark.both_engines
async def test_two_restores_at_once_make_one_version(cast: Cast, pause_after_read: Pause) -> None:
    await publish(cast, hall(), hall("Third"))
    pause_after_read(2)
    answers = await asyncio.gather(
        cast.owner.post(path(cast, 1, "restore")), cast.owner.post(path(cast, 2, "restore"))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert [each["version"] for each in await cast.owner.list_all(path(cast))] == [4, 3, 2, 1]
    database = cast.service.internals.resources.database
    assert await database.read(_count, VenueId(cast.hall)) == 4


async def _count(connection: Connection, venue_id: VenueId) -> int:
    statement = select(func.count()).select_from(venue_versions)
    return int(await connection.scalar(statement.where(venue_versions.c.venue_id == venue_id)))


async def test_a_repeat_of_a_restore_gets_its_answer_again(cast: Cast) -> None:
    await publish(cast, hall(), hall("Smaller", 8))
    key = ("idempotency-key", "restore-1")
    first = await cast.owner.post(path(cast, 2, "restore"), {}, key)
    again = await cast.owner.post(path(cast, 2, "restore"), {}, key)
    assert again.headers["idempotency-replayed"] == "true"
    assert again.json() == first.json()
    assert (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()["version"] == 4


async def test_nobody_but_the_owner_and_admin_scope_learns_of_versions(cast: Cast) -> None:
    """Attack: a grantee reads what the owner published before the grant, or brings it back."""
    await publish(cast, hall(), hall("Third"))
    reader = await cast.actor(tenantId=cast.owner.tenant_id, groups=["management_read_only"])
    for method, where in (
        ("GET", path(cast)),
        ("GET", path(cast, 2)),
        ("GET", path(cast, 3, "changes")),
        ("POST", path(cast, 2, "restore")),
        ("DELETE", path(cast, 2)),
    ):
        for actor in (cast.grantee, cast.stranger):
            assert (await actor.ask(method, where)).status_code == 404, (method, where)
        reads = await reader.ask(method, where)
        assert reads.status_code == (200 if method == "GET" else 403)
    assert (await cast.operator.delete(path(cast, 2))).status_code == 204
