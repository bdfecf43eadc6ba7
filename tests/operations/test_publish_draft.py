"""publishDraft: the draft becomes the record, all or nothing, and the answer says what changes for buyers."""

import asyncio
from typing import Any

import pytest

from cast import Cast
from operations.test_versions import hall, path, publish
from races import Pause, pause_after
from seatpreview.venues import draft_store

pytestmark = pytest.mark.anyio

Json = dict[str, Any]


def draft_path(cast: Cast, more: str = "") -> str:
    return f"/manage/venues/{cast.hall}/draft{more}"


async def draft(cast: Cast, record: Json) -> str:
    """Saves a draft, and returns its ETag."""
    saved = await cast.owner.put(draft_path(cast), record, ("if-match", "*"))
    assert saved.status_code == 200, saved.text
    return str(saved.headers["etag"])


@pytest.fixture
def pause_after_read(monkeypatch: pytest.MonkeyPatch) -> Pause:
    """Makes requests wait after they have read the draft."""
    return pause_after(monkeypatch, draft_store.get)


async def test_a_dry_run_says_what_the_publish_then_does(cast: Cast) -> None:
    await publish(cast, hall())
    record = hall("Winter", 11, aliases=[{"name": "Kop", "section": "1"}])
    await draft(cast, record)
    body = {
        "message": "A seat more",
        "labels": ["Kop row A seat 3", {"section": "1", "row": "A", "seat": "11"}],
    }
    trial = await cast.owner.post(draft_path(cast, "/publish?dryRun=true"), body)
    assert (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()["version"] == 2
    assert (await cast.owner.get(draft_path(cast))).status_code == 200
    published = await cast.owner.post(draft_path(cast, "/publish"), body)
    assert published.status_code == 200, published.text
    assert published.json() == trial.json()
    answer = published.json()
    assert (answer["version"], answer["changes"]["seats"]["added"]["count"]) == (3, 6)
    assert answer["changes"]["labels"] == [
        {"label": "Kop row A seat 3", "before": None, "after": "1/A/3"},
        {"label": {"section": "1", "row": "A", "seat": "11"}, "before": None, "after": "1/A/11"},
    ]
    assert (await cast.owner.get(draft_path(cast))).status_code == 404
    assert (await cast.owner.post(draft_path(cast, "/publish"))).status_code == 404
    venue = (await cast.grantee.get(f"/manage/venues/{cast.hall}")).json()
    assert (venue["name"], venue["seatCount"], venue["version"]) == ("Winter", 66, 3)
    [newest, *_] = await cast.owner.list_all(path(cast))
    assert (newest["version"], newest["message"], newest["seats"]) == (3, "A seat more", 66)
    entries = (await cast.owner.get("/manage/audit", limit=2)).json()["data"]
    assert {(entry["kind"], entry["action"]) for entry in entries} == {
        ("venue", "replaced"),
        ("draft", "published"),
    }


async def test_faults_of_a_draft_are_those_of_a_put_and_nothing_is_written(cast: Cast) -> None:
    await publish(cast, hall())
    for record in ({"name": "Hall", "aliases": [{"name": "x", "section": "9"}]}, {"ads": "none"}):
        await draft(cast, record)
        as_put = await cast.owner.put(f"/manage/venues/{cast.hall}", record)
        for more in ("/publish", "/publish?dryRun=true"):
            refused = await cast.owner.post(draft_path(cast, more))
            assert refused.status_code == as_put.status_code == 400
            assert refused.json()["errors"] == as_put.json()["errors"]
    assert (await cast.owner.get(draft_path(cast))).status_code == 200
    assert (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()["version"] == 2


async def test_a_draft_of_a_record_that_has_moved_on_is_refused_until_it_is_based_on_the_new_one(
    cast: Cast,
) -> None:
    aliases = {"aliases": [{"name": "Kop"}]}
    await publish(cast, hall())
    await draft(cast, hall("Winter"))
    assert (await cast.grantee.put(f"/manage/venues/{cast.hall}/aliases", aliases)).status_code == 200
    fits = await cast.owner.post(draft_path(cast, "/publish?dryRun=true"))
    assert fits.status_code == 200, "aliases of a grantee are no change of the record"
    assert (await cast.owner.put(f"/manage/venues/{cast.hall}/aliases", aliases)).status_code == 200
    for more in ("/publish", "/publish?dryRun=true"):
        refused = await cast.owner.post(draft_path(cast, more))
        assert (refused.status_code, refused.json()["code"]) == (412, "precondition_failed")
    based = await cast.owner.put(draft_path(cast, "?baseVersion=3"), hall("Winter"))
    assert based.json()["baseVersion"] == 3, based.text
    assert (await cast.owner.post(draft_path(cast, "/publish"))).json()["version"] == 4


async def test_if_match_publishes_only_what_was_seen(cast: Cast) -> None:
    seen = await draft(cast, hall("Seen"))
    now = await draft(cast, hall("Not seen"))
    refused = await cast.owner.post(draft_path(cast, "/publish"), {}, ("if-match", seen))
    assert (refused.status_code, refused.json()["code"]) == (412, "precondition_failed")
    published = await cast.owner.post(draft_path(cast, "/publish"), {}, ("if-match", now))
    assert published.status_code == 200, published.text


@pytest.mark.both_engines
async def test_two_clients_that_publish_one_draft_at_once_make_one_version(
    cast: Cast, pause_after_read: Pause
) -> None:
    """Both have read the draft and the record before either writes."""
    await draft(cast, hall("Winter"))
    pause_after_read(2)
    answers = await asyncio.gather(
        cast.owner.post(draft_path(cast, "/publish")), cast.operator.post(draft_path(cast, "/publish"))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 412], [each.text for each in answers]
    assert [each["version"] for each in await cast.owner.list_all(path(cast))] == [2, 1]
    assert (await cast.owner.get(draft_path(cast))).status_code == 404


@pytest.mark.both_engines
async def test_what_somebody_saves_during_a_publish_is_not_lost(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The draft is saved again between the publish's reads and its write: nothing is published, and the
    newer draft stays."""
    await draft(cast, hall("Winter"))
    pause_after(monkeypatch, draft_store.get)(2)
    answers = await asyncio.gather(
        cast.owner.post(draft_path(cast, "/publish")),
        cast.owner.put(draft_path(cast), hall("Spring"), ("if-match", "*")),
    )
    published, saved = (answer.status_code for answer in answers)
    assert (published, saved) in ((200, 412), (412, 200)), [answer.text for answer in answers]
    venue = (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()
    if published == 200:
        assert (venue["name"], (await cast.owner.get(draft_path(cast))).status_code) == ("Winter", 404)
    else:
        kept = (await cast.owner.get(draft_path(cast))).json()
        assert (venue["version"], kept["record"]["name"]) == (1, "Spring")


async def test_a_put_publishes_at_once_and_leaves_the_draft_alone(cast: Cast) -> None:
    await draft(cast, hall("Winter"))
    before = (await cast.owner.get(draft_path(cast))).json()
    await publish(cast, hall("At once"))
    assert (await cast.owner.get(draft_path(cast))).json() == before


async def test_a_repeat_with_the_same_idempotency_key_publishes_once(cast: Cast) -> None:
    await publish(cast, hall())
    await draft(cast, hall("Winter", 9))
    key = ("idempotency-key", "publish-1")
    first = await cast.owner.post(draft_path(cast, "/publish"), {"message": "Once"}, key)
    assert first.status_code == 200, first.text
    await draft(cast, hall("Spring"))
    again = await cast.owner.post(draft_path(cast, "/publish"), {"message": "Once"}, key)
    assert again.headers["idempotency-replayed"] == "true"
    assert again.json() == first.json()
    assert (await cast.owner.get(draft_path(cast))).json()["record"]["name"] == "Spring"


async def test_a_grantee_publishes_nothing(cast: Cast) -> None:
    await draft(cast, hall("Winter"))
    for actor in (cast.grantee, cast.stranger):
        assert (await actor.post(draft_path(cast, "/publish"))).status_code == 404
    reader = await cast.actor(tenantId=cast.owner.tenant_id, groups=["management_read_only"])
    for more in ("/publish", "/publish?dryRun=true"):
        assert (await reader.post(draft_path(cast, more))).status_code == 403
    too_many = {"labels": ["1/A/1"] * 1001}
    assert (await cast.owner.post(draft_path(cast, "/publish"), too_many)).status_code == 400
    assert (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()["version"] == 1
