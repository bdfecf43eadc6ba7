"""replaceVenue: the whole record or nothing of it, with optimistic locking, without delaying other
requests."""

import asyncio
import os
import signal
from typing import Any

import pytest

from cast import Cast, bearer
from races import Pause, pause_after
from seatpreview import context as context_module
from seatpreview.api.examples import VENUE_RECORD
from seatpreview.processes import pool
from seatpreview.venues import store
from servers.polling import until
from serving import BUSY_MACHINE_SECONDS

pytestmark = [pytest.mark.anyio, pytest.mark.promise]


@pytest.fixture
def pause_after_read(monkeypatch: pytest.MonkeyPatch) -> Pause:
    """Makes requests wait after their first read until `count` of them have read."""
    return pause_after(monkeypatch, store.get, store.get_of_any_tenant)


async def test_a_replacement_replaces_the_whole_record(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}"
    created_at = (await cast.owner.get(path)).json()["createdAt"]
    full = await cast.owner.put(path, VENUE_RECORD)
    assert full.status_code == 200
    assert full.headers["etag"] == '"2"'
    venue = full.json()
    assert {name: venue[name] for name in VENUE_RECORD} == VENUE_RECORD
    assert (venue["venueId"], venue["tenantId"]) == (cast.hall, cast.owner.tenant_id)
    assert (venue["version"], venue["createdAt"], venue["seatCount"]) == (2, created_at, 240)
    assert (await cast.owner.get(path)).json() == venue
    bare = (await cast.owner.put(path, {"name": "Bare"})).json()
    assert (bare["aliases"], bare["imagerySets"], bare["rules"], bare["ads"]) == ([], [], {}, [])
    assert (bare["viewerDefaults"], bare["timezone"], bare["seatCount"], bare["version"]) == ({}, "UTC", 0, 3)


async def test_admin_scope_replaces_any_record_and_the_owner_stays(cast: Cast) -> None:
    venue = (await cast.operator.put(f"/manage/venues/{cast.hall}", VENUE_RECORD)).json()
    assert (venue["tenantId"], venue["version"]) == (cast.owner.tenant_id, 2)


async def test_a_record_with_one_fault_changes_nothing(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}"
    before = (await cast.owner.put(path, VENUE_RECORD)).json()
    audit = (await cast.owner.get("/manage/audit")).json()
    refused = await cast.owner.put(path, {"name": "New", "aliases": [{"name": "x", "section": "1"}]})
    assert refused.status_code == 400
    assert [fault["pointer"] for fault in refused.json()["errors"]] == ["/aliases/0/section"]
    assert (await cast.owner.get(path)).json() == before
    assert (await cast.owner.get("/manage/audit")).json() == audit


async def test_a_venue_that_was_read_can_be_sent_as_it_is(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}"
    await cast.owner.put(path, VENUE_RECORD)
    read = (await cast.owner.get(path)).json()
    for caller, version in ((cast.owner, 3), (cast.operator, 4)):
        written = await caller.put(path, read)
        assert written.status_code == 200, written.text
        assert written.json() == read | {"version": version, "updatedAt": written.json()["updatedAt"]}
        read = written.json()


@pytest.mark.any_engine
async def test_members_that_the_service_keeps_are_no_part_of_the_stored_record(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}"
    read = (await cast.owner.get(path)).json()
    layout = {"sections": [{"id": "A", "rows": ["1"], "seats": {"count": 4}}]}
    written = (await cast.owner.put(path, read | {"rules": {"layout": layout}, "seatCount": 99})).json()
    assert (written["seatCount"], written["version"]) == (4, 2)
    assert set(written) == set(read)


@pytest.mark.any_engine
async def test_a_venue_that_changed_since_it_was_read_is_412(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}"
    old = (await cast.owner.get(path)).json()
    new = (await cast.owner.put(path, {"name": "theirs"})).json()
    for stale in (
        old,
        {"name": "x", "version": old["version"]},
        {"name": "x", "updatedAt": old["updatedAt"]},
        new | {"version": 3},
        {"name": "x", "version": 1, "aliases": [{"name": "y", "section": "not there"}]},
    ):
        refused = await cast.owner.put(path, stale, ("if-match", "*"))
        assert (refused.status_code, refused.json()["code"]) == (412, "precondition_failed"), stale
    assert (await cast.owner.get(path)).json() == new


async def test_of_two_that_send_back_the_version_that_they_read_exactly_one_writes(
    cast: Cast, pause_after_read: Pause
) -> None:
    path = f"/manage/venues/{cast.hall}"
    read = (await cast.owner.get(path)).json()
    pause_after_read(2)
    answers = await asyncio.gather(
        *(cast.owner.put(path, read | {"name": name}) for name in ("first", "second"))
    )
    winner, loser = sorted(answers, key=lambda response: response.status_code)
    assert (winner.status_code, loser.status_code) == (200, 409)
    assert (await cast.owner.get(path)).json() == winner.json()


@pytest.mark.any_engine
async def test_a_venue_is_not_moved_to_another_tenant_or_id_by_its_record(cast: Cast) -> None:
    """Attack: a venue that is moved to another tenant, or replaced by another one, by its record."""
    path = f"/manage/venues/{cast.hall}"
    before = (await cast.owner.get(path)).json()
    for member, other in {
        "tenantId": cast.grantee.tenant_id,
        "venueId": cast.yard,
        "createdAt": "2020-01-01T00:00:00Z",
    }.items():
        for caller in (cast.owner, cast.operator):
            refused = await caller.put(path, {"name": "x", "version": 99, member: other})
            assert (refused.status_code, refused.json()["code"]) == (400, "validation_failed")
            assert [fault["pointer"] for fault in refused.json()["errors"]] == [f"/{member}"]
    yard = (await cast.owner.get(f"/manage/venues/{cast.yard}")).json()
    refused = await cast.owner.put(path, yard)
    assert "/venueId" in [fault["pointer"] for fault in refused.json()["errors"]]
    assert (await cast.owner.get(path)).json() == before


@pytest.mark.any_engine
async def test_members_that_no_venue_has_are_still_refused(cast: Cast) -> None:
    for member in ("etag", "status", "capacity", "plaintext"):
        refused = await cast.owner.put(f"/manage/venues/{cast.hall}", {"name": "x", member: 1})
        assert refused.status_code == 400
        assert [fault["pointer"] for fault in refused.json()["errors"]] == [f"/{member}"]
    for member in ("tenantId", "venueId", "version", "createdAt", "updatedAt", "seatCount"):
        refused = await cast.owner.put(f"/manage/venues/{cast.hall}", {"name": "x", member: "x"})
        assert [fault["pointer"] for fault in refused.json()["errors"]] == [f"/{member}"]


async def test_an_if_match_that_does_not_hold_is_412_and_nothing_is_written(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}"
    assert (await cast.owner.put(path, {"name": "a"}, ("if-match", '"1"'))).status_code == 200
    for tag in ('"1"', 'W/"2"', "2", '"3", "4"', ""):
        refused = await cast.owner.put(path, {"name": "b"}, ("if-match", tag))
        assert (refused.status_code, refused.json()["code"]) == (412, "precondition_failed")
    assert (await cast.owner.get(path)).json()["name"] == "a"
    for tag in ('"1", "2"', "*"):
        assert (await cast.owner.put(path, {"name": "b"}, ("if-match", tag))).status_code == 200


async def test_of_two_replacements_that_read_the_same_version_exactly_one_writes(
    cast: Cast, pause_after_read: Pause
) -> None:
    path = f"/manage/venues/{cast.hall}"
    pause_after_read(2)
    answers = await asyncio.gather(
        cast.owner.put(path, {"name": "first", "aliases": [{"name": "First"}]}),
        cast.operator.put(path, {"name": "second", "aliases": [{"name": "Second"}]}),
    )
    winner, loser = sorted(answers, key=lambda response: response.status_code)
    assert (winner.status_code, loser.status_code) == (200, 409)
    assert loser.json()["code"] == "conflict"
    assert (await cast.owner.get(path)).json() == winner.json()
    assert winner.json()["version"] == 2
    # The loser wrote nothing, so its alias is still available.
    lost = "Second" if winner.json()["name"] == "first" else "First"
    other = {"name": "x", "aliases": [{"name": lost}]}
    assert (await cast.owner.put(f"/manage/venues/{cast.yard}", other)).status_code == 200


async def test_of_a_replacement_and_new_aliases_of_the_owner_exactly_one_writes(
    cast: Cast, pause_after_read: Pause
) -> None:
    path = f"/manage/venues/{cast.hall}"
    pause_after_read(2)
    answers = await asyncio.gather(
        cast.owner.put(path, {"name": "New"}),
        cast.owner.put(f"{path}/aliases", {"aliases": [{"name": "Dome"}]}),
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert (await cast.owner.get(path)).json()["version"] == 2


async def test_of_two_venues_that_want_one_alias_exactly_one_gets_it(
    cast: Cast, pause_after_read: Pause
) -> None:
    venues = (cast.hall, cast.yard)
    pause_after_read(2)
    answers = await asyncio.gather(
        *(
            cast.owner.put(f"/manage/venues/{venue}", {"name": "x", "aliases": [{"name": "Dome"}]})
            for venue in venues
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    read = [(await cast.owner.get(f"/manage/venues/{venue}")).json() for venue in venues]
    assert sorted(len(venue["aliases"]) for venue in read) == [0, 1]
    assert sorted(venue["version"] for venue in read) == [1, 2]


async def test_two_venues_that_want_each_others_aliases_do_not_wait_for_each_other(
    cast: Cast, pause_after_read: Pause
) -> None:
    names = {cast.hall: "Dome", cast.yard: "Court"}
    for venue, name in names.items():
        body = {"name": "x", "aliases": [{"name": name}]}
        assert (await cast.owner.put(f"/manage/venues/{venue}", body)).status_code == 200
    pause_after_read(2)
    answers = await asyncio.gather(
        *(
            cast.owner.put(f"/manage/venues/{venue}", {"name": "x", "aliases": [{"name": name}]})
            for venue, name in zip(names, reversed(names.values()), strict=True)
        )
    )
    assert [answer.status_code for answer in answers] == [409, 409]


async def test_an_alias_that_a_replacement_leaves_out_is_free_for_another_venue(cast: Cast) -> None:
    body = {"name": "x", "aliases": [{"name": "Dome"}]}
    hall, yard = f"/manage/venues/{cast.hall}", f"/manage/venues/{cast.yard}"
    assert (await cast.owner.put(hall, body)).status_code == 200
    assert (await cast.owner.put(hall, body)).status_code == 200
    assert (await cast.owner.put(yard, body)).status_code == 409
    assert (await cast.owner.put(hall, {"name": "x"})).status_code == 200
    assert (await cast.owner.put(yard, body)).status_code == 200


async def test_a_replacement_leaves_grants_and_the_grantees_aliases_alone(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}"
    own = [{"name": "Our Hall"}]
    await cast.grantee.put(f"{path}/aliases", {"aliases": own})
    assert (await cast.owner.put(path, VENUE_RECORD)).status_code == 200
    assert (await cast.grantee.get(path)).json()["aliases"] == own


async def test_a_grantees_aliases_of_places_that_are_gone_are_passed_over(cast: Cast) -> None:
    """Attack: an owner whose new layout makes every request of its grantee fail."""
    path = f"/manage/venues/{cast.hall}"
    await cast.owner.put(path, VENUE_RECORD)
    own = [
        {"name": "Nord", "section": "104"},
        {"name": "Front", "section": "101", "row": "A"},
        {"name": "Kurve", "section": "101"},
    ]
    assert (await cast.grantee.put(f"{path}/aliases", {"aliases": own})).status_code == 200
    rest = {"id": "101", "name": "Quay Terrace", "rows": ["B"], "seats": {"count": 2}}
    assert (
        await cast.owner.put(path, {"name": "Less", "rules": {"layout": {"sections": [rest]}}})
    ).status_code == 200
    assert (await cast.grantee.get(path)).json()["aliases"] == own
    labels = ["Kurve row B", "Nord", "Kurve row Front"]
    run = await cast.grantee.post(f"{path}/seat-keys/test", {"labels": labels})
    assert run.status_code == 200, run.text
    assert [result["status"] for result in run.json()["results"]] == ["matched", "unmatched", "unmatched"]
    suggested = await cast.grantee.post(f"{path}/seat-keys/suggest", {"labels": [{"label": "Nord row B"}]})
    assert suggested.status_code == 200, suggested.text


async def test_the_change_is_in_the_audit_log_with_its_actor(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}"
    await cast.owner.put(path, {"name": "a"})
    await cast.operator.put(path, {"name": "b"})
    await cast.owner.put(f"{path}/aliases", {"aliases": []})
    entries = (await cast.owner.get("/manage/audit", kind="venue", id=cast.hall)).json()["data"]
    assert [(entry["action"], entry["actor"]) for entry in entries] == [
        ("replaced", cast.owner.key_id),
        ("replaced", cast.operator.key_id),
        ("replaced", cast.owner.key_id),
        ("created", cast.operator.key_id),
    ]
    assert {entry["tenantId"] for entry in entries} == {cast.owner.tenant_id}


@pytest.mark.long
@pytest.mark.any_engine
async def test_a_large_layout_stalls_nobody_while_it_is_compiled(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: a huge record, sent to delay the requests of other tenants. Its process is stopped until they
    are answered, so that it takes as long as they do."""
    sections = [
        {"id": f"S{n}", "name": f"Stand {n}", "rows": {"first": 1, "last": 20}, "seats": {"count": 25}}
        for n in range(500)
    ]
    examples = [{"label": f"Stand {n} row 20 seat 25", "expect": f"S{n}/20/25"} for n in range(50)]
    seat_keys = {
        "rules": [{"type": "reject", "pattern": f"(x|y)+{n}$"} for n in range(40)],
        "examples": examples,
    }
    record = {"name": "Huge", "rules": {"layout": {"sections": sections}, "seatKeys": seat_keys}}
    stopped: list[int] = []
    call = pool._ChildProcess.call

    async def call_while_stopped(child: pool._ChildProcess, *parts: bytes) -> Any:
        if not stopped:
            stopped.append(child._process.pid)
            os.kill(child._process.pid, signal.SIGSTOP)
        return await call(child, *parts)

    monkeypatch.setattr(context_module, "COMPUTATION_SECONDS_MAX", BUSY_MACHINE_SECONDS)
    monkeypatch.setattr(pool._ChildProcess, "call", call_while_stopped)
    put = asyncio.create_task(cast.owner.put(f"/manage/venues/{cast.hall}", record))
    await until(lambda: bool(stopped))
    try:
        for _ in range(3):
            assert (await cast.stranger.get("/caller")).status_code == 200
        assert not put.done()
    finally:
        os.kill(stopped[0], signal.SIGCONT)
    response = await put
    assert response.status_code == 200, response.text
    assert response.json()["seatCount"] == 250_000


@pytest.mark.any_engine
async def test_a_layout_above_250_000_seats_is_refused_without_listing_it(cast: Cast) -> None:
    """Attack: a few bytes that describe more seats than there is memory."""
    rows, seats = {"first": 1, "last": 1000}, {"count": 1000}
    section = {"ids": {"first": 1, "last": 5000}, "rows": rows, "seats": seats}
    refused = await cast.owner.put(
        f"/manage/venues/{cast.hall}", {"name": "x", "rules": {"layout": {"sections": [section]}}}
    )
    assert refused.status_code == 400
    assert all(fault["pointer"].startswith("/rules/layout/sections") for fault in refused.json()["errors"])


@pytest.mark.any_engine
async def test_a_rewrite_whose_replacement_names_a_group_that_is_not_there_is_400(cast: Cast) -> None:
    """Attack: a rule that is accepted as valid and makes every request for the venue fail."""
    for replacement in (r"\1", r"\9 x", "\\"):
        rewrite = {"type": "rewrite", "pattern": "vip", "replacement": replacement}
        record = {"name": "x", "rules": {"seatKeys": {"rules": [rewrite]}}}
        refused = await cast.owner.put(f"/manage/venues/{cast.hall}", record)
        assert refused.status_code == 400, replacement
        assert [fault["pointer"] for fault in refused.json()["errors"]] == [
            "/rules/seatKeys/rules/0/replacement"
        ]


@pytest.mark.any_engine
async def test_rules_that_cost_too_much_for_a_label_are_400_and_name_the_one_that_costs_most(
    cast: Cast,
) -> None:
    """Attack: 200 rules that stall every request of every tenant for seconds."""
    hostile = [{"type": "reject", "pattern": "((a|b| ){0,100}){0,10}xy"}] * 200
    record = {"name": "x", "rules": {"seatKeys": {"rules": [{"type": "drop", "words": ["vip"]}, *hostile]}}}
    for refused in (
        await cast.owner.put(f"/manage/venues/{cast.hall}", record),
        await cast.owner.post("/manage/venues", record),
        await cast.owner.post(
            f"/manage/venues/{cast.hall}/seat-keys/test", {"labels": ["x"], "rules": record["rules"]}
        ),
    ):
        assert refused.status_code == 400, refused.text
        [fault] = refused.json()["errors"]
        assert fault["pointer"] == "/rules/seatKeys/rules/1/pattern"
        assert "All rules together cost 603,000, and may cost at most 16,000" in fault["detail"]


@pytest.mark.any_engine
async def test_a_body_that_is_not_json_is_415(cast: Cast) -> None:
    headers = (bearer(cast.owner.plaintext), ("content-type", "text/plain"))
    refused = await cast.service.ask("PUT", f"/manage/venues/{cast.hall}", headers, content=b"{}")
    assert (refused.status_code, refused.json()["code"]) == (415, "unsupported_media_type")
