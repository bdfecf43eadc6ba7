"""getDraft, putDraft and deleteDraft: a record that its owner prepares, complete or not."""

import asyncio
import copy
from typing import Any

import pytest

from cast import Actor, Cast
from seatpreview.api.table import OPERATIONS
from seatpreview.venues.model import VenueRecord
from seats.halls import HALL, put_hall_record

pytestmark = pytest.mark.anyio


def path_of(cast: Cast) -> str:
    return f"/manage/venues/{cast.hall}/draft"


def if_match(etag: str) -> tuple[str, str]:
    return ("if-match", etag)


def with_section_name(name: str) -> dict[str, Any]:
    record = copy.deepcopy(HALL)
    record["rules"]["layout"]["sections"][1]["name"] = name
    return record


async def colleague_of(cast: Cast) -> Actor:
    return await cast.actor(tenantId=cast.owner.tenant_id)


async def newest_change(cast: Cast) -> int:
    number: int = (await cast.operator.get("/manage/audit", limit="1")).json()["data"][0]["number"]
    return number


async def test_a_draft_is_stored_read_saved_again_and_deleted(cast: Cast) -> None:
    await put_hall_record(cast)
    path = path_of(cast)
    assert (await cast.owner.get(path)).status_code == 404
    begun = await cast.owner.put(path, with_section_name("Orient"))
    assert begun.status_code == 200, begun.text
    draft = begun.json()
    assert (draft["baseVersion"], draft["updatedBy"], draft["faults"]) == (2, cast.owner.key_id, [])
    assert (draft["revision"], draft["isPreviewable"], draft["leftOut"]) == (1, True, [])
    assert draft["record"] == with_section_name("Orient")
    read = await cast.operator.get(path)
    assert (read.content, read.headers["etag"]) == (begun.content, begun.headers["etag"])
    saved = await cast.owner.put(path, {"name": "Hall"}, if_match(begun.headers["etag"]))
    assert (saved.json()["revision"], saved.json()["draftId"]) == (2, draft["draftId"])
    assert saved.headers["etag"] != begun.headers["etag"]
    same = await cast.owner.put(path, {"name": "Hall"}, if_match(saved.headers["etag"]))
    assert same.headers["etag"] == saved.headers["etag"]
    late = await cast.owner.ask("DELETE", path, if_match(begun.headers["etag"]))
    assert late.status_code == 412, late.text
    assert (await cast.owner.ask("DELETE", path, if_match(saved.headers["etag"]))).status_code == 204
    assert (await cast.owner.get(path)).status_code == 404
    assert (await cast.owner.delete(path)).status_code == 404
    again = (await cast.owner.put(path, {"name": "Hall"})).json()
    assert (again["draftId"] == draft["draftId"], again["revision"]) == (False, 1)


async def test_a_venue_that_was_read_can_be_saved_as_a_draft(cast: Cast) -> None:
    await put_hall_record(cast)
    venue = (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()
    draft = (await cast.owner.put(path_of(cast), venue)).json()
    own = VenueRecord.__struct_encode_fields__
    assert draft["faults"] == []
    assert draft["record"] == {name: value for name, value in venue.items() if name in own}


@pytest.mark.parametrize(
    ("record", "pointers", "left_out", "is_previewable"),
    [
        ({}, ["/name"], [], False),
        ({"name": "Hall", "rules": 5}, ["/rules"], [], False),
        ({"name": "Hall", "rules": {"layout": {"sections": 7}}}, ["/rules/layout/sections"], [], False),
        ({"name": "Hall", "ads": "none"}, ["/ads"], ["/ads"], True),
        ({"name": "Hall", "a/b": {"n": 10**40}}, ["/a~1b"], ["/a~1b"], True),
        (
            {"name": "Hall", "aliases": [{"name": "K", "section": "7"}]},
            ["/aliases/0/section"],
            ["/aliases"],
            True,
        ),
        (
            {"name": "Hall", "rules": {"seatKeys": {"examples": [{"label": "A 1", "expect": "A/1/1"}]}}},
            ["/rules/seatKeys/examples/0"],
            ["/rules/seatKeys"],
            True,
        ),
        (
            # The fault of the ad hides that of the alias, which needs the shape to be right.
            {"name": "Hall", "ads": 1, "aliases": [{"name": "K", "section": "7"}]},
            ["/ads"],
            ["/ads", "/aliases"],
            True,
        ),
    ],
)  # fmt: skip
async def test_a_draft_with_faults_is_stored_and_its_faults_are_listed(
    cast: Cast, record: dict[str, Any], pointers: list[str], left_out: list[str], is_previewable: bool
) -> None:
    response = await cast.owner.put(path_of(cast), record)
    assert response.status_code == 200, response.text
    draft = response.json()
    assert draft["record"] == record
    assert [fault["pointer"] for fault in draft["faults"]] == pointers
    assert (draft["leftOut"], draft["isPreviewable"]) == (left_out, is_previewable)
    seen = await cast.owner.get("/seats", venue=cast.hall, draft="true")
    assert seen.status_code == (200 if is_previewable else 409), seen.text
    if not is_previewable:
        assert seen.json()["errors"] == draft["faults"]


@pytest.mark.parametrize(
    "body",
    [b"[]", b"", b"{", b'{"a":1,"a":2}', b"[" * 200, b'{"a":' * 80 + b"1" + b"}" * 80, b'{"a":"\\u0000"}'],
)
async def test_what_is_no_json_object_is_refused_even_where_there_is_no_venue(
    cast: Cast, body: bytes
) -> None:
    json = ("content-type", "application/json")
    for path in (path_of(cast), "/manage/venues/ven_AAAAAAAAAAAAAAAAAAAA/draft"):
        refused = await cast.owner.ask("PUT", path, json, content=body)
        assert (refused.status_code, refused.json()["code"]) == (400, "validation_failed"), refused.text
    assert (await cast.owner.get(path_of(cast))).status_code == 404


async def test_a_fault_list_is_bounded_and_so_is_a_body(cast: Cast) -> None:
    draft = (await cast.owner.put(path_of(cast), {f"m{n}": 1 for n in range(5000)})).json()
    assert len(draft["faults"]) == 100
    # A client that is still sending when it is refused may not read the answer: see test_create_venue.py.
    [operation] = [row for row in OPERATIONS if row.operation_id == "putDraft"]
    assert operation.body_bytes_max == 16 << 20


async def test_a_grantee_and_a_stranger_get_the_same_404(cast: Cast) -> None:
    """Attack: a grantee or a stranger finds out whether the owner prepares something, or changes it."""
    path = path_of(cast)
    begun = await cast.owner.put(path, {"name": "Secret"})
    missing = "/manage/venues/ven_AAAAAAAAAAAAAAAAAAAA/draft"
    for method in ("GET", "PUT", "DELETE"):
        body = {"json": {"name": "Mine"}} if method == "PUT" else {}
        answers = [
            await actor.ask(method, each, **body)
            for actor, each in ((cast.grantee, path), (cast.stranger, path), (cast.stranger, missing))
        ]
        problems = [answer.json() | {"requestId": "", "instance": ""} for answer in answers]
        assert problems[0]["status"] == 404
        assert problems[0] == problems[1] == problems[2]
    assert (await cast.owner.get(path)).content == begun.content
    only_yard = await cast.actor(tenantId=cast.owner.tenant_id, venues=[cast.yard])
    assert (await only_yard.get(path)).json()["code"] == "venue_not_allowed"


async def test_the_second_of_two_people_is_told_what_the_first_changed(cast: Cast) -> None:
    await put_hall_record(cast)
    path, colleague = path_of(cast), await colleague_of(cast)
    first = await cast.owner.put(path, HALL)
    changed = with_section_name("Orient") | {"ads": [], "extra": 1}
    second = await colleague.put(path, changed, if_match(first.headers["etag"]))
    assert second.status_code == 200, second.text
    third = await cast.owner.put(path, changed | {"timezone": "UTC"}, if_match(second.headers["etag"]))
    assert third.status_code == 200
    late = await cast.owner.put(path, HALL | {"name": "Mine"}, if_match(first.headers["etag"]))
    assert (late.status_code, late.json()["code"]) == (412, "precondition_failed")
    by = {fault["pointer"]: fault["detail"].split()[3] for fault in late.json()["errors"]}
    assert by == {
        "": colleague.key_id,
        "/ads": colleague.key_id,
        "/rules/layout/sections": colleague.key_id,
        "/timezone": cast.owner.key_id,
    }
    assert (await cast.owner.get(path)).content == third.content
    since_second = await colleague.put(path, HALL, if_match(second.headers["etag"]))
    assert [fault["pointer"] for fault in since_second.json()["errors"]] == ["/timezone"]


async def test_without_if_match_nobody_overwrites_the_draft_of_another_key(cast: Cast) -> None:
    path, colleague = path_of(cast), await colleague_of(cast)
    begun = await cast.owner.put(path, {"name": "One"}, ("if-none-match", "*"))
    assert begun.status_code == 200
    for refused in (
        await cast.owner.put(path, {"name": "Two"}, ("if-none-match", "*")),
        await colleague.put(path, {"name": "Two"}),
        await colleague.put(path, {"name": "Two"}, if_match('"1.dra_AAAAAAAAAAAAAAAAAAAA"')),
        await colleague.put(path, {"name": "Two"}, if_match("nonsense")),
    ):
        assert refused.status_code == 412, refused.text
        assert cast.owner.key_id in refused.json()["detail"]
    assert (await cast.owner.put(path, {"name": "Two"})).json()["revision"] == 2
    assert (await colleague.put(path, {"name": "Three"}, if_match("*"))).json()["revision"] == 3
    await cast.owner.delete(path)
    gone = await cast.owner.put(path, {"name": "Four"}, if_match(begun.headers["etag"]))
    assert gone.status_code == 412
    assert "deleted" in gone.json()["detail"]


@pytest.mark.both_engines
async def test_of_two_saves_at_the_same_time_one_is_refused(cast: Cast) -> None:
    path, colleague = path_of(cast), await colleague_of(cast)
    begun = await asyncio.gather(*(each.put(path, {"name": each.key_id}) for each in (cast.owner, colleague)))
    assert sorted(answer.status_code for answer in begun) == [200, 412]
    etag = if_match((await cast.owner.get(path)).headers["etag"])
    saves = [cast.owner.put(path, {"name": f"Save {n}"}, etag) for n in range(4)]
    saved = await asyncio.gather(*saves)
    assert sorted(answer.status_code for answer in saved) == [200, 412, 412, 412]
    [winner] = [answer for answer in saved if answer.status_code == 200]
    assert (await cast.owner.get(path)).content == winner.content
    assert winner.json()["revision"] == 2


async def test_saving_a_draft_is_no_change_for_anybody(cast: Cast) -> None:
    path = path_of(cast)
    before = await newest_change(cast)
    venue = (await cast.owner.get(f"/manage/venues/{cast.hall}")).content
    await cast.owner.put(path, {"name": "Draft"})
    begun = await newest_change(cast)
    for n in range(3):
        await cast.owner.put(path, {"name": f"Draft {n}"})
    assert await newest_change(cast) == begun == before + 1
    await cast.owner.delete(path)
    entries = (await cast.owner.get("/manage/audit", kind="draft")).json()["data"]
    assert [(each["action"], each["id"], each["actor"]) for each in entries] == [
        ("deleted", cast.hall, cast.owner.key_id),
        ("created", cast.hall, cast.owner.key_id),
    ]
    told = (await cast.owner.get("/manage/changes", venue=cast.hall)).json()["data"]
    assert {each["type"] for each in told} == {"venue.published", "grant.given"}
    assert (await cast.owner.get(f"/manage/venues/{cast.hall}")).content == venue


async def test_a_draft_keeps_its_base_until_its_owner_names_a_newer_one(cast: Cast) -> None:
    path = path_of(cast)
    assert (await cast.owner.put(path, {"name": "Draft"})).json()["baseVersion"] == 1
    await put_hall_record(cast)
    assert (await cast.owner.put(path, {"name": "Draft 2"})).json()["baseVersion"] == 1
    wrong = await cast.owner.put(f"{path}?baseVersion=1", {"name": "Draft 3"})
    assert (wrong.status_code, wrong.json()["code"]) == (412, "precondition_failed")
    rebased = await cast.owner.put(f"{path}?baseVersion=2", {"name": "Draft 2"})
    assert (rebased.json()["baseVersion"], rebased.json()["revision"]) == (2, 3)
