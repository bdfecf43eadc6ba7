"""Attacks on versions and publishing, and races between everything that publishes."""

import asyncio
from typing import Any

import pytest

from cast import Cast
from imagery.uploads import put_referring_record, upload
from operations.test_publish_draft import draft, draft_path
from operations.test_versions import hall, path, publish
from races import pause_after
from seatpreview.context import Context
from seatpreview.problems import Unavailable
from seatpreview.publishing import version_computations
from seatpreview.venues import draft_store, store, version_store

pytestmark = pytest.mark.anyio


async def versions_of(cast: Cast) -> list[int]:
    return [each["version"] for each in await cast.owner.list_all(path(cast))]


@pytest.mark.both_engines
@pytest.mark.parametrize("rival", ["put", "aliases", "restore"])
async def test_a_publish_and_another_change_of_the_record_at_once_make_one_version_each_or_none(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, rival: str
) -> None:
    """All have read the same version before one of them writes."""
    await publish(cast, hall(), hall("Third"))
    await draft(cast, hall("Winter"))
    venue = f"/manage/venues/{cast.hall}"
    others = {
        "put": lambda: cast.operator.put(venue, hall("At once")),
        "aliases": lambda: cast.operator.put(f"{venue}/aliases", {"aliases": [{"name": "Kop"}]}),
        "restore": lambda: cast.operator.post(path(cast, 2, "restore")),
    }
    pause_after(monkeypatch, store.get, store.get_of_any_tenant)(2)
    published, other = await asyncio.gather(cast.owner.post(draft_path(cast, "/publish")), others[rival]())
    assert (published.status_code, other.status_code) in ((200, 409), (412, 200)), (
        published.text,
        other.text,
    )
    assert await versions_of(cast) == [4, 3, 2, 1]
    has_draft = (await cast.owner.get(draft_path(cast))).status_code == 200
    assert has_draft == (published.status_code == 412)


@pytest.mark.both_engines
async def test_two_replacements_of_a_record_without_a_version_keep_it_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record is that of an earlier release; both are about to keep it."""
    pause_after(monkeypatch, version_store.is_kept)(2)
    venue = f"/manage/venues/{cast.hall}"
    answers = await asyncio.gather(cast.owner.put(venue, hall("A")), cast.owner.put(venue, hall("B")))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert await versions_of(cast) == [2, 1]


@pytest.mark.both_engines
async def test_a_failure_in_the_last_statement_of_a_publish_leaves_everything_as_it_was(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    await publish(cast, hall())
    etag = await draft(cast, hall("Winter", aliases=[{"name": "Winter hall"}]))
    audit = (await cast.owner.get("/manage/audit")).json()

    async def fail(*_: object) -> bool:
        raise Unavailable("The connection was lost.")

    with monkeypatch.context() as patch:
        patch.setattr(draft_store, "delete_draft", fail)
        assert (await cast.owner.post(draft_path(cast, "/publish"))).status_code == 503
    assert await versions_of(cast) == [2, 1]
    assert (await cast.owner.get("/manage/audit")).json() == audit
    assert (await cast.owner.get(draft_path(cast))).headers["etag"] == etag
    assert (await cast.owner.post(draft_path(cast, "/publish"))).json()["version"] == 3


async def test_numbers_that_are_no_version_of_this_venue_are_refused(cast: Cast) -> None:
    """Attack: the published version is deleted in advance; a version of another venue is read or restored."""
    await publish(cast, hall(), hall("Third"))
    assert (await cast.owner.delete(path(cast, 4))).status_code == 404, "not published yet"
    other = f"/manage/venues/{cast.yard}/versions"
    for number in (2, 3):
        for method, more in (("GET", ""), ("POST", "/restore"), ("DELETE", ""), ("GET", "/changes")):
            answer = await cast.owner.ask(method, f"{other}/{number}{more}")
            assert answer.status_code == 404, (method, number, more)
    for wrong in ("0", "-1", "01", "1.0", "9" * 16, "1%00", "\u0661"):
        for method, more in (("GET", ""), ("POST", "/restore"), ("DELETE", ""), ("GET", "/changes")):
            answer = await cast.owner.ask(method, path(cast, wrong + more))
            assert answer.status_code in (400, 404), (method, wrong)
            assert answer.json()["code"] in ("validation_failed", "not_found")
    for since in ("0", "-1", str(10**18), "x"):
        assert (await cast.owner.get(path(cast, 3, "changes"), since=since)).status_code == 400


async def test_a_cursor_of_one_venue_lists_nothing_of_another(cast: Cast) -> None:
    await publish(cast, hall(), hall("Third"))
    cursor = (await cast.owner.get(path(cast), limit=1)).json()["nextCursor"]
    foreign = await cast.owner.get(f"/manage/venues/{cast.yard}/versions", cursor=cursor)
    assert foreign.status_code == 400
    assert (await cast.grantee.get(path(cast), cursor=cursor)).status_code == 404


async def test_an_idempotency_key_of_another_key_or_body_publishes_nothing_by_accident(cast: Cast) -> None:
    await draft(cast, hall("Winter"))
    value = ("idempotency-key", "the-same-value")
    dry_run = await cast.owner.post(draft_path(cast, "/publish?dryRun=true"), {}, value)
    assert dry_run.status_code == 200
    published = await cast.owner.post(draft_path(cast, "/publish"), {}, value)
    assert (published.status_code, published.json()["version"]) == (200, 2), "a dry run is not remembered"
    other_body = await cast.owner.post(draft_path(cast, "/publish"), {"message": "x"}, value)
    assert (other_body.status_code, other_body.json()["code"]) == (409, "idempotency_key_reused")
    other_key = await cast.operator.post(draft_path(cast, "/publish"), {}, value)
    assert other_key.status_code == 404, "the draft is gone, and nobody else's answer is told"


async def test_a_repeat_whose_version_was_deleted_says_so_and_publishes_nothing(cast: Cast) -> None:
    await draft(cast, hall("Winter"))
    value = ("idempotency-key", "repeat-after-deletion")
    assert (await cast.owner.post(draft_path(cast, "/publish"), {}, value)).status_code == 200
    await publish(cast, hall("Third"))
    assert (await cast.owner.delete(path(cast, 2))).status_code == 204
    again = await cast.owner.post(draft_path(cast, "/publish"), {}, value)
    assert again.status_code == 404
    assert "Version 2" in again.json()["detail"]
    assert await versions_of(cast) == [3, 1]


async def test_labels_that_take_too_long_are_counted_and_do_not_stop_a_publish(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: a thousand labels, each as long as it may be, for a record that is slow to search."""
    monkeypatch.setattr(version_computations, "LABELS_SECONDS_MAX", 0)
    monkeypatch.setattr(Context, "compute_for_caller", _compute_here)
    await draft(cast, hall("Winter"))
    labels = [f"{number} {'x ' * 250}"[:512] for number in range(1000)]
    published = await cast.owner.post(draft_path(cast, "/publish"), {"labels": labels})
    assert published.status_code == 200, published.text
    assert published.json()["changes"]["labelsNotCompared"] == 1000
    assert published.json()["changes"]["seats"]["added"]["count"] == 60


async def _compute_here(_: Context, function: Any, *arguments: bytes) -> bytes:
    result: bytes = function(*arguments)
    return result


async def test_a_message_is_one_line_of_visible_characters(cast: Cast) -> None:
    """Attack: a message that looks like another version in a list, or like markup in a page."""
    await publish(cast, hall())
    for message in ("a\nb", "a\u202eb", "x" * 201, "\u0000"):
        for where in (draft_path(cast, "/publish"), path(cast, 1, "restore")):
            assert (await cast.owner.post(where, {"message": message})).status_code == 400
    assert (await cast.owner.post(path(cast, 1, "restore"), {"message": "<b>É 席</b>"})).status_code == 200
    [newest, *_] = await cast.owner.list_all(path(cast))
    assert newest["message"] == "<b>É 席</b>"


@pytest.mark.both_engines
async def test_an_image_that_is_deleted_during_a_restore_does_no_harm(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    await upload(cast, "a.jpg")
    await put_referring_record(cast, "a.jpg")
    await publish(cast, hall())
    pause_after(monkeypatch, store.get)(2)
    restored, deleted = await asyncio.gather(
        cast.owner.post(path(cast, 2, "restore")),
        cast.owner.delete(f"/manage/venues/{cast.hall}/imagery/a.jpg?force=true"),
    )
    assert restored.status_code == 200, restored.text
    assert deleted.status_code in (204, 409), deleted.text
    listed = (await cast.owner.get(f"/manage/venues/{cast.hall}/imagery")).json()
    exists = [image["name"] for image in listed["data"]] == ["a.jpg"]
    assert exists == (deleted.status_code == 409)
    assert (await cast.owner.get(f"/manage/venues/{cast.hall}")).status_code == 200


async def test_a_version_that_is_deleted_during_its_restore_is_restored_or_not_found(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    await publish(cast, hall(), hall("Third"))
    pause_after(monkeypatch, store.get)(2)
    restored, deleted = await asyncio.gather(
        cast.owner.post(path(cast, 2, "restore")), cast.owner.delete(path(cast, 2))
    )
    assert deleted.status_code == 204
    assert restored.status_code in (200, 404)
    expected = [4, 3, 1] if restored.status_code == 200 else [3, 1]
    assert await versions_of(cast) == expected
