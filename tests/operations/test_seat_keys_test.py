"""testSeatKeys: a dry run of layout and label rules, stored or sent, that writes nothing."""

from typing import Any

import httpx
import pytest

from cast import Cast
from seatpreview import context as context_module
from seatpreview.api.examples import VENUE_RECORD
from serving import BUSY_MACHINE_SECONDS

pytestmark = pytest.mark.anyio

SUITE = {"id": "1", "kind": "suite"}
LABELS = [
    "VIP QT102, row C, seat 4",
    {"section": "Quay Terrace 101", "row": "F", "seat": "10"},
    "QT103 row Z",
    "nowhere",
]


async def test_stored_rules_stand_in_for_what_is_left_out(cast: Cast) -> None:
    await _put_hall_record(cast)
    run = await _run(cast, labels=LABELS)
    results = run["results"]
    assert [result["label"] for result in results] == LABELS
    assert [result["status"] for result in results] == ["matched", "matched", "section_only", "unmatched"]
    assert [result["level"] for result in results[:2]] == ["seat", "seat"]
    assert results[0]["seat"] == {"key": "102/C/4", "section": "102", "row": "C", "seat": "4"}
    assert results[3]["seat"] is None
    assert all(result["trace"] for result in results)
    assert [result["rules"] for result in results] == [[0], [], [], []]
    assert run["summary"] == {
        "labels": 4,
        "matched": 2,
        "sectionOnly": 1,
        "ambiguous": 0,
        "unmatched": 1,
        "asExpected": 0,
        "notAsExpected": 0,
    }
    assert run["unusedRules"] == []
    assert run["unreachedSections"] == ["104"]
    assert run["difference"] == {"gained": [], "lost": [], "changed": []}


async def test_sent_rules_are_compared_with_the_stored_ones(cast: Cast) -> None:
    await _put_hall_record(cast)
    rules = [
        {"type": "drop", "words": ["unheard"]},
        {"type": "map", "name": "Loge", "section": "104"},
        {"type": "reject", "pattern": "^qt101"},
        {"type": "rewrite", "pattern": "qt102", "replacement": "qt103"},
    ]
    labels = ["Loge row A", "QT101 row A", "QT102 row A", "QT103 row A"]
    run = await _run(cast, labels=labels, rules={"seatKeys": {"rules": rules}})
    assert [result["seat"] and result["seat"]["key"] for result in run["results"]] == [
        "104/A",
        None,
        "103/A",
        "103/A",
    ]
    assert run["difference"] == {"gained": [0], "lost": [1], "changed": [2]}
    assert run["unusedRules"] == [0]
    assert run["unreachedSections"] == ["101", "102"]


async def test_a_sent_layout_is_tried_with_the_stored_rules(cast: Cast) -> None:
    await _put_hall_record(cast)
    section = {"id": "N1", "name": "North Stand", "rows": ["1"], "seats": {"count": 2}}
    labels = ["VIP North Stand row 1 seat 2", "QT101 row A"]
    run = await _run(cast, labels=labels, rules={"layout": {"sections": [section]}})
    assert [result["seat"] and result["seat"]["key"] for result in run["results"]] == ["N1/1/2", None]
    assert run["difference"] == {"gained": [0], "lost": [1], "changed": []}
    assert (run["unusedRules"], run["unreachedSections"]) == ([], [])


async def test_a_stored_map_to_a_section_that_the_sent_layout_lacks_is_unused(cast: Cast) -> None:
    rules = VENUE_RECORD["rules"] | {
        "seatKeys": {"rules": [{"type": "map", "name": "Loge", "section": "104"}]}
    }
    assert (await _put(cast, VENUE_RECORD | {"rules": rules})).status_code == 200
    run = await _run(cast, labels=["Loge"], rules={"layout": {"sections": [{"id": "1", "rows": ["A"]}]}})
    assert (run["results"][0]["status"], run["unusedRules"]) == ("unmatched", [0])
    assert run["difference"]["lost"] == [0]


async def test_expectations_are_compared_with_what_was_found(cast: Cast) -> None:
    await _put_hall_record(cast)
    run = await _run(cast, labels=LABELS, expect=["102/C/4", "101/F/9", None, "101"])
    assert [result["isExpected"] for result in run["results"]] == [True, False, True, False]
    assert [result["expect"] for result in run["results"]] == ["102/C/4", "101/F/9", None, "101"]
    assert (run["summary"]["asExpected"], run["summary"]["notAsExpected"]) == (2, 2)


@pytest.mark.parametrize(
    ("expect", "pointer"),
    [(["101/A/1"], "/expect/0"), (["101/A/1"] * 51, "/expect/0"), (["101/A/1", 2], "/expect/0/1")],
)
async def test_a_list_of_expected_keys_has_two_to_fifty(
    shared_cast: Cast, expect: list[Any], pointer: str
) -> None:
    path = f"/manage/venues/{shared_cast.hall}/seat-keys/test"
    response = await shared_cast.owner.post(path, {"labels": ["x"], "expect": [expect]})
    assert response.status_code == 400
    assert [fault["pointer"] for fault in response.json()["errors"]] == [pointer]


async def test_sent_aliases_are_tried_in_place_of_the_stored_ones(cast: Cast) -> None:
    await _put_hall_record(cast)
    labels = ["Kop row A", "Nord row A"]
    run = await _run(cast, labels=labels, aliases=[{"name": "Nord", "section": "102"}])
    assert [result["status"] for result in run["results"]] == ["unmatched", "matched"]
    assert run["difference"] == {"gained": [1], "lost": [0], "changed": []}


async def test_a_grantee_tries_its_own_aliases(cast: Cast) -> None:
    await _put_hall_record(cast)
    path = f"/manage/venues/{cast.hall}"
    own = {"aliases": [{"name": "Nord", "section": "102"}]}
    assert (await cast.grantee.put(f"{path}/aliases", own)).status_code == 200
    for actor, statuses in (
        (cast.grantee, ["unmatched", "matched"]),
        (cast.owner, ["matched", "unmatched"]),
        (cast.operator, ["matched", "unmatched"]),
    ):
        run = await actor.post(f"{path}/seat-keys/test", {"labels": ["Kop row A", "Nord row A"]})
        assert [result["status"] for result in run.json()["results"]] == statuses


async def test_rewrites_and_dropped_words_keep_their_accents(cast: Cast) -> None:
    sections = [{"ids": {"first": 1, "last": 2}, "name": "Tribüne {id}", "rows": ["A"]}]
    rules = [
        {"type": "rewrite", "pattern": r"stand (\d)", "replacement": r"Tribüne \1"},
        {"type": "drop", "words": ["Ehrengäste"]},
    ]
    labels = ["stand 2 row A", "Ehrengäste Tribüne 1", "EHRENGA\u0308STE Tribüne 1"]
    sent = {"layout": {"sections": sections}, "seatKeys": {"rules": rules}}
    run = await _run(cast, labels=labels, rules=sent)
    assert [result["seat"]["key"] for result in run["results"]] == ["2/A", "1", "1"]
    assert [result["rules"] for result in run["results"]] == [[0], [1], [1]]
    assert "Tribüne 2" in run["results"][0]["trace"][0]


async def test_a_dry_run_writes_nothing(cast: Cast) -> None:
    await _put_hall_record(cast)
    before = await _traces(cast)
    section = {"id": "N1", "rows": ["1"], "seats": {"count": 2}}
    sent = {
        "labels": ["N1"],
        "rules": {"layout": {"sections": [section]}, "seatKeys": {"rules": []}},
        "aliases": [{"name": "Taken by a dry run"}],
        "expect": [None],
    }
    for actor in (cast.owner, cast.grantee, cast.operator):
        assert (await actor.post(f"/manage/venues/{cast.hall}/seat-keys/test", sent)).status_code == 200
    assert await _traces(cast) == before
    free = {"name": "x", "aliases": [{"name": "Taken by a dry run"}]}
    assert (await cast.owner.put(f"/manage/venues/{cast.yard}", free)).status_code == 200


async def test_five_thousand_labels_are_resolved_and_one_more_is_400(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context_module, "COMPUTATION_SECONDS_MAX", BUSY_MACHINE_SECONDS)
    await _put_hall_record(cast)
    labels = [f"{101 + n % 4}/A/{n % 10 + 1}" for n in range(5000)]  # Keys take the least time.
    run = await _run(cast, labels=labels)
    assert run["summary"]["matched"] == len(run["results"]) == 5000
    assert await _pointers(cast, labels=[*labels, "x"]) == ["/labels"]


async def test_a_label_above_512_characters_is_400(cast: Cast) -> None:
    run = await _run(cast, labels=["x" * 512, {"section": "x" * 512}])
    assert run["summary"]["unmatched"] == 2
    assert await _pointers(cast, labels=["ok", "x" * 513]) == ["/labels/1"]
    assert await _pointers(cast, labels=["ok", {"section": "x" * 513}]) == ["/labels/1/section"]


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/labels"]),
        ({"labels": []}, ["/labels"]),
        ({"labels": [1, {"row": 7}]}, ["/labels/0", "/labels/1/row"]),
        ({"labels": ["a", "b"], "expect": ["101"]}, ["/expect"]),
        ({"labels": ["a"], "nonsense": 1, "rules": {"ads": []}}, ["/nonsense", "/rules/ads"]),
        ({"labels": ["a"], "aliases": [{"name": "x", "section": "999"}]}, ["/aliases/0/section"]),
        (
            {"labels": ["a"], "rules": {"layout": {"sections": [SUITE, SUITE]}}},
            ["/rules/layout/sections/1/id"],
        ),
        (
            {
                "labels": ["a"],
                "rules": {"seatKeys": {"rules": [{"type": "map", "name": "x", "section": "9"}]}},
            },
            ["/rules/seatKeys/rules/0/section"],
        ),
        (
            {
                "labels": ["a"],
                "rules": {"seatKeys": {"rules": [{"type": "rewrite", "pattern": "a", "replacement": r"\1"}]}},
            },
            ["/rules/seatKeys/rules/0/replacement"],
        ),
    ],
)
async def test_a_request_that_does_not_fit_is_400(
    shared_cast: Cast, body: dict[str, Any], pointers: list[str]
) -> None:
    await _put_hall_record(shared_cast)
    assert sorted(await _pointers(shared_cast, **body)) == pointers


async def test_sent_examples_that_fail_are_no_fault_of_a_dry_run(cast: Cast) -> None:
    await _put_hall_record(cast)
    seat_keys = {"examples": [{"label": "QT101", "expect": "104"}]}
    assert (await _run(cast, labels=["QT101"], rules={"seatKeys": seat_keys}))["summary"]["matched"] == 1


async def _put_hall_record(cast: Cast) -> None:
    assert (await _put(cast, VENUE_RECORD)).status_code == 200


async def _put(cast: Cast, record: dict[str, Any]) -> httpx.Response:
    return await cast.owner.put(f"/manage/venues/{cast.hall}", record)


async def _ask(cast: Cast, body: dict[str, Any]) -> httpx.Response:
    return await cast.owner.post(f"/manage/venues/{cast.hall}/seat-keys/test", body)


async def _run(cast: Cast, **body: Any) -> dict[str, Any]:
    response = await _ask(cast, body)
    assert response.status_code == 200, response.text
    run: dict[str, Any] = response.json()
    return run


async def _pointers(cast: Cast, **body: Any) -> list[str]:
    response = await _ask(cast, body)
    assert (response.status_code, response.json()["code"]) == (400, "validation_failed")
    return [fault["pointer"] for fault in response.json()["errors"]]


async def _traces(cast: Cast) -> list[Any]:
    """Returns everything that a write would change."""
    venue = await cast.owner.get(f"/manage/venues/{cast.hall}")
    seen = (await cast.grantee.get(f"/manage/venues/{cast.hall}")).json()
    audit = (await cast.operator.get("/manage/audit", limit=1)).json()["data"]
    return [venue.json(), venue.headers["etag"], seen, audit]
