"""learnSeatKeys: rules for the groups of a sales file, which stays with its owner."""

from typing import Any

import pytest

from cast import Cast
from operations.test_seat_keys_suggest import EXAMPLES, put_hall_record

pytestmark = pytest.mark.anyio


def group(lines: int, name: str, seats: list[str]) -> dict[str, Any]:
    """Labels of one shape, each with what the file states in place of its seat."""
    labels = [{"label": f"{name} {n} row A", "seat": seat} for n, seat in enumerate(seats, start=1)]
    return {"lines": lines, "labels": labels}


RIVERSIDE = group(40, "Riverside", ["Q1/A", "Q2/A", "Q3/A"])


async def test_rules_say_how_many_lines_each_improves(cast: Cast) -> None:
    await put_hall_record(cast)
    known = group(60, "Quay Terrace", ["", "Q2/A", "no place"])
    found = await _learned(cast, groups=[known, RIVERSIDE])
    assert found["summary"] == {
        "lines": 100,
        "rightLines": 60,
        "wrongLines": 0,
        "unknownSeats": 1,
        "unknownSeat": "no place",
    }
    [first, *_] = found["data"]
    assert (first["gainedLines"], first["basis"]) == (40, "known")
    assert [label["verdict"] for label in found["groups"][1]["labels"]] == ["open"] * 3
    assert [each["isStated"] for each in first["examples"]] == [True]


async def test_a_seat_is_stated_as_sales_files_have_it(cast: Cast) -> None:
    await put_hall_record(cast)
    stated = ["-", "H2/A/1|2", "H2/A/1 | H2/A/2"]
    [tried] = (await _learned(cast, groups=[group(3, "Riverside", stated)]))["groups"]
    pair = ["H2/A/1", "H2/A/2"]
    assert [label["expected"] for label in tried["labels"]] == [[], pair, pair]


async def test_accepted_rules_are_in_place_and_refused_ones_are_not_proposed(cast: Cast) -> None:
    await put_hall_record(cast)
    [first, *_] = (await _learned(cast, groups=[RIVERSIDE]))["data"]
    rules = {"seatKeys": {"rules": [first["rule"]], "examples": EXAMPLES}}
    after = await _learned(cast, groups=[RIVERSIDE], rules=rules)
    assert (after["data"], after["summary"]["rightLines"]) == ([], 40)
    refused = await _learned(cast, groups=[RIVERSIDE], leftOut=[first["rule"]])
    assert first["rule"] not in [each["rule"] for each in refused["data"]]


async def test_an_example_is_checked_without_a_search(cast: Cast) -> None:
    await put_hall_record(cast)
    example = {"label": "Quay Terrace 2 row A Order 471100"}
    common = group(60, "Quay Terrace", [""])
    found = await _learned(cast, groups=[common, RIVERSIDE], examples=[example])
    assert found["data"] == found["groups"] == []
    [checked] = found["examples"]
    assert checked["warnings"] == ["orderNumber"]
    assert checked["isStated"] is False


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"groups": []}, "/groups"),
        ({"groups": [RIVERSIDE] * 1001}, "/groups"),
        ({"groups": [group(1, "A", [""] * 9)]}, "/groups/0/labels"),
        ({"groups": [RIVERSIDE | {"lines": 0}]}, "/groups/0/lines"),
        ({"groups": [RIVERSIDE], "examples": [{"label": "x"}] * 21}, "/examples"),
    ],
)
async def test_what_is_sent_is_bounded(shared_cast: Cast, body: dict[str, Any], pointer: str) -> None:
    refused = await shared_cast.owner.post(f"/manage/venues/{shared_cast.hall}/seat-keys/learn", body)
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, pointer)


async def _learned(cast: Cast, **body: Any) -> dict[str, Any]:
    answer = await cast.owner.post(f"/manage/venues/{cast.hall}/seat-keys/learn", body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found
