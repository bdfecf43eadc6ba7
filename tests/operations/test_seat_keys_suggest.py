"""suggestSeatKeys: ranked rules for labels that are not matched yet or resolve wrongly, none of which breaks
an example."""

from typing import Any

import pytest

from cast import Cast

pytestmark = pytest.mark.anyio

# Two families of sections with the same numbers: a word that is in neither name leaves two candidates.
SECTIONS = [
    {
        "ids": {"first": f"{name[0]}1", "last": f"{name[0]}4"},
        "name": f"{name} {{number}}",
        "rows": ["A", "B"],
        "seats": {"count": 2},
    }
    for name in ("Quay Terrace", "Harbour Gallery")
]
EXAMPLES = [{"label": "VIP Quay Terrace 2, row A", "expect": "Q2/A"}]
RIVERSIDE = [{"label": f"Riverside {n} row A", "expect": f"Q{n}/A"} for n in (1, 2, 3)]
BALCONY = [{"label": f"Balcony {n} row B", "expect": f"H{n}/B"} for n in (1, 4)]


async def test_rules_are_ranked_by_how_many_labels_each_gains(cast: Cast) -> None:
    await put_hall_record(cast)
    found = await _suggestions(cast, labels=[*BALCONY, *RIVERSIDE, {"label": "Quay Terrace 1 row A"}])
    gains = [suggestion["gains"] for suggestion in found]
    assert gains[:2] == [3, 2]
    assert gains == sorted(gains, reverse=True)
    assert set(found[0]["labels"]) == {case["label"] for case in RIVERSIDE}


async def test_the_suggested_rules_gain_what_they_promise_and_the_record_takes_them(cast: Cast) -> None:
    record = await put_hall_record(cast)
    cases = [*BALCONY, *RIVERSIDE]
    found = await _suggestions(cast, labels=cases)
    stored = record["rules"]["seatKeys"]
    seat_keys = stored | {"rules": [*stored["rules"], *(suggestion["rule"] for suggestion in found)]}
    body = {
        "labels": [case["label"] for case in cases],
        "expect": [case["expect"] for case in cases],
        "rules": {"seatKeys": seat_keys},
    }
    run = (await cast.owner.post(f"/manage/venues/{cast.hall}/seat-keys/test", body)).json()
    assert run["summary"]["asExpected"] == 5
    assert len(run["difference"]["gained"]) == sum(suggestion["gains"] for suggestion in found)
    taken = record | {"rules": record["rules"] | {"seatKeys": seat_keys}}
    assert (await cast.owner.put(f"/manage/venues/{cast.hall}", taken)).status_code == 200


async def test_no_suggestion_makes_an_example_of_the_record_wrong(cast: Cast) -> None:
    examples = [{"label": "Riverside 4 row A", "expect": None}, *EXAMPLES]
    record = await put_hall_record(cast, examples)
    found = await _suggestions(cast, labels=RIVERSIDE)
    assert found  # each name can be mapped by itself, but the word that they share cannot be rewritten
    rules = [*record["rules"]["seatKeys"]["rules"], *(suggestion["rule"] for suggestion in found)]
    kept = record | {"rules": record["rules"] | {"seatKeys": {"rules": rules, "examples": examples}}}
    assert (await cast.owner.put(f"/manage/venues/{cast.hall}", kept)).status_code == 200


async def test_no_suggestion_makes_a_sent_answer_wrong(cast: Cast) -> None:
    await put_hall_record(cast)
    declined = [{"label": case["label"], "expect": None} for case in RIVERSIDE]
    assert await _suggestions(cast, labels=declined) == []
    assert await _suggestions(cast, labels=[*RIVERSIDE, *declined]) == []


async def test_labels_that_resolve_to_something_else_than_expected_are_mended(cast: Cast) -> None:
    await put_hall_record(cast)
    wrong_place = [{"label": f"Upper Quay Terrace {n} row A", "expect": f"H{n}/A"} for n in (1, 2, 3)]
    no_seat = [{"label": f"Wardrobe Quay Terrace {n} row A", "expect": None} for n in (1, 2)]
    found = await _suggestions(cast, labels=[*wrong_place, *no_seat])
    assert [(each["gains"], each["labels"], each["mends"], each["mendedLabels"]) for each in found] == [
        (0, [], 3, [case["label"] for case in wrong_place]),
        (0, [], 2, [case["label"] for case in no_seat]),
    ]
    assert found[1]["rule"] == {"type": "reject", "pattern": r"\bwardrobe\b"}


async def test_sent_rules_and_their_examples_stand_in_for_the_stored_ones(cast: Cast) -> None:
    await put_hall_record(cast)
    rewrite = {"type": "rewrite", "pattern": "riverside", "replacement": "quay terrace"}
    assert await _suggestions(cast, labels=RIVERSIDE, rules={"seatKeys": {"rules": [rewrite]}}) == []


async def test_labels_without_the_right_answer_may_be_sent_and_in_parts(cast: Cast) -> None:
    await put_hall_record(cast)
    parts = [{"label": {"section": f"Suite Quay Terrace {n}", "row": "A"}} for n in (1, 2)]
    run = {"labels": [case["label"] for case in parts]}
    path = f"/manage/venues/{cast.hall}/seat-keys/test"
    unmatched = 2 - (await cast.owner.post(path, run)).json()["summary"]["matched"]
    found = await _suggestions(cast, labels=parts)
    assert sum(suggestion["gains"] for suggestion in found) == unmatched


async def test_rules_are_judged_in_their_order_on_labels_for_which_they_were_not_searched(cast: Cast) -> None:
    """What is found in one part of a file is tried on the others: gained, mended or broken, by index."""
    await put_hall_record(cast)
    labels = [
        {"label": "Riverside 1 row A"},
        {"label": "Upper Quay Terrace 2 row A", "expect": "H2/A"},
        {"label": "Quay Terrace 3 row B"},
        {"label": "Harbour Gallery 1 row B", "expect": "H1/B"},
    ]
    words = [("riverside", "quay terrace"), ("upper quay terrace", "harbour gallery"), ("quay", "harbour")]
    judge = [{"type": "rewrite", "pattern": old, "replacement": new} for old, new in words]
    body = {"labels": labels, "judge": [*judge, {"type": "drop", "words": ["gallery"]}]}
    answer = (await cast.owner.post(f"/manage/venues/{cast.hall}/seat-keys/suggest", body)).json()
    changes = [(each["gainedAt"], each["mendedAt"], each["brokenAt"]) for each in answer["data"]]
    assert changes[:2] == [([0], [], []), ([], [1], [])]
    # The third rule also breaks the example of the record, which has no index.
    assert set(changes[2][2]) == {0, 2}
    assert (answer["data"][2]["breaks"], len(answer["data"][2]["brokenLabels"])) == (3, 3)
    assert [each["rule"] for each in answer["data"]] == body["judge"]
    found = [(each["status"] == "matched", each["keys"]) for each in answer["results"]]
    assert found == [(False, []), (True, ["Q2/A"]), (True, ["Q3/B"]), (True, ["H1/B"])]


async def test_a_known_seat_is_a_key_or_a_ref_and_one_that_is_not_there_is_not_known(cast: Cast) -> None:
    refs = {"A": ["P1", "P2"]}
    sections = [{"id": "L", "name": "Left", "rows": ["A"], "seats": {"count": 2}, "refs": refs}]
    record = {"name": "Hall", "rules": {"layout": {"sections": sections}}}
    assert (await cast.owner.put(f"/manage/venues/{cast.hall}", record)).status_code == 200
    expected: list[tuple[Any, Any]] = [
        ("L/A/1", ["L/A/1"]),
        ("P2", ["L/A/2"]),
        ("ref:P1", ["L/A/1"]),
        (["P1", "L/A/2"], ["L/A/1", "L/A/2"]),
        ("L/A", ["L/A"]),
        ("L", ["L"]),
        (None, []),
        ("L/A/9", None),
        ("7", None),
    ]
    labels = [{"label": "Left", "expect": expect} for expect, _ in expected]
    answer = await cast.owner.post(f"/manage/venues/{cast.hall}/seat-keys/suggest", {"labels": labels})
    found = [each.get("expected") for each in answer.json()["results"]]
    assert found == [keys for _, keys in expected]


async def test_a_suggestion_writes_nothing(cast: Cast) -> None:
    await put_hall_record(cast)
    path = f"/manage/venues/{cast.hall}"
    before = await cast.owner.get(path)
    audit = (await cast.operator.get("/manage/audit", limit=1)).json()["data"]
    await _suggestions(cast, labels=RIVERSIDE)
    after = await cast.owner.get(path)
    assert (after.json(), after.headers["etag"]) == (before.json(), before.headers["etag"])
    assert (await cast.operator.get("/manage/audit", limit=1)).json()["data"] == audit


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/labels"),
        ({"labels": []}, "/labels"),
        ({"labels": [{"label": "x"}] * 1001}, "/labels"),
        ({"labels": ["x"]}, "/labels/0"),
        ({"labels": [{"label": "x" * 513}]}, "/labels/0/label"),
        ({"labels": [{"label": "x"}], "nonsense": 1}, "/nonsense"),
        (
            {
                "labels": [{"label": "x"}],
                "rules": {"seatKeys": {"rules": [{"type": "map", "name": "x", "section": "9"}]}},
            },
            "/rules/seatKeys/rules/0/section",
        ),
        (
            {"labels": [{"label": "x"}], "judge": [{"type": "map", "name": "x", "section": "9"}]},
            "/judge/0/section",
        ),
        ({"labels": [{"label": "x"}], "judge": [{"type": "drop", "words": ["x"]}] * 51}, "/judge"),
    ],
)
async def test_a_request_that_does_not_fit_is_400(
    shared_cast: Cast, body: dict[str, Any], pointer: str
) -> None:
    response = await shared_cast.owner.post(f"/manage/venues/{shared_cast.hall}/seat-keys/suggest", body)
    assert response.status_code == 400
    assert [fault["pointer"] for fault in response.json()["errors"]] == [pointer]


async def put_hall_record(cast: Cast, examples: Any = EXAMPLES) -> dict[str, Any]:
    """Gives the hall a layout, rules and examples, and returns the record that was sent."""
    seat_keys = {"rules": [{"type": "drop", "words": ["vip"]}], "examples": examples}
    record = {"name": "Hall", "rules": {"layout": {"sections": SECTIONS}, "seatKeys": seat_keys}}
    response = await cast.owner.put(f"/manage/venues/{cast.hall}", record)
    assert response.status_code == 200, response.text
    return record


async def _suggestions(cast: Cast, **body: Any) -> list[dict[str, Any]]:
    response = await cast.owner.post(f"/manage/venues/{cast.hall}/seat-keys/suggest", body)
    assert response.status_code == 200, response.text
    found: list[dict[str, Any]] = response.json()["data"]
    return found
