"""Bounds of a record: rules, images and obstructions that would cost too much for each request."""

from typing import Any

import pytest
from msgspec import UNSET

from seatpreview.decoding.inputs import decode
from seatpreview.problems import ValidationFailed
from seatpreview.venues import record_bounds, rules
from seatpreview.venues.model import ReplaceVenueRequest

HOSTILE = {"type": "reject", "pattern": "((a|b| ){0,100}){0,10}xy"}
PLAIN = {"type": "reject", "pattern": "parking"}
LAYOUT = {"sections": [{"id": "A", "rows": ["1", "2", "3"], "seats": {"count": 10}}]}
TRIANGLE = {"points": [[0, 0], [1, 0], [0, 1]], "z": [0, 1]}


def record(**members: Any) -> ReplaceVenueRequest:
    return decode({"name": "Hall"} | members, ReplaceVenueRequest)


def pointers_of(refused: ReplaceVenueRequest) -> list[str | None]:
    with pytest.raises(ValidationFailed) as refusal:
        rules.check_and_compile(refused)
    return [fault.pointer for fault in refusal.value.errors]


def test_rules_that_cost_too_much_are_refused_at_the_one_that_costs_most() -> None:
    seat_keys = {"rules": [PLAIN, *([{"type": "reject", "pattern": "(a?){200}z"}] * 60), HOSTILE]}
    with pytest.raises(ValidationFailed) as refusal:
        rules.check_and_compile(record(rules={"seatKeys": seat_keys}))
    [fault] = refusal.value.errors
    assert fault.pointer == "/rules/seatKeys/rules/61/pattern"
    assert "may cost at most 16,000" in fault.detail
    assert "costs most: 3,015 instructions" in fault.detail


def test_rules_of_a_dry_run_that_cost_too_much_are_refused() -> None:
    costly = record(rules={"seatKeys": {"rules": [PLAIN, *([HOSTILE] * 6)]}}).rules.seat_keys
    layout = rules.check_and_compile(record())
    with pytest.raises(ValidationFailed) as refusal:
        rules.check_trial_rules(UNSET, costly, layout)
    assert [fault.pointer for fault in refusal.value.errors] == ["/rules/seatKeys/rules/1/pattern"]


def test_five_hundred_simple_rules_are_accepted() -> None:
    simple = [
        {"type": "rewrite", "pattern": rf"\bvip{n}\s+(\d+)", "replacement": r"Gallery \1"} for n in range(500)
    ]
    rules.check_and_compile(record(rules={"seatKeys": {"rules": simple}}))


def test_images_that_cover_too_many_places_of_a_section_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_bounds, "COVERED_PLACES_OF_A_SECTION_MAX", 6)
    rows = {"url": "https://images.example/1", "covers": {"section": "A", "rows": ["1", "2", "3"]}}
    sets = [{"id": str(n), "kind": "panorama", "images": [rows]} for n in range(2)]
    rules.check_and_compile(record(rules={"layout": LAYOUT}, imagerySets=sets))
    one = {"id": "2", "kind": "panorama", "images": [rows | {"covers": {"section": "A"}}]}
    assert pointers_of(record(rules={"layout": LAYOUT}, imagerySets=[*sets, one])) == ["/imagerySets"]


def test_images_that_cover_too_many_places_in_all_are_refused_at_the_largest_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(record_bounds, "COVERED_PLACES_MAX", 4)
    seats = {"section": "A", "rows": ["1"], "seats": ["1", "2", "3"]}
    sets = [
        {"id": str(n), "kind": "panorama", "images": [{"url": "https://images.example/1", "covers": covers}]}
        for n, covers in enumerate(({}, seats))
    ]
    rules.check_and_compile(record(rules={"layout": LAYOUT}, imagerySets=sets))
    more = [*sets, {"id": "2", "kind": "panorama", "images": [{"url": "https://images.example/1"}]}]
    assert pointers_of(record(rules={"layout": LAYOUT}, imagerySets=more)) == ["/imagerySets/1/images"]


def test_obstructions_with_too_many_corners_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_bounds, "CORNERS_OF_A_CONFIGURATION_MAX", 6)
    bodies = [{"id": str(n), "polygon": TRIANGLE} for n in range(3)]
    configurations = [{"id": "a", "obstructions": bodies[:2]}, {"id": "b", "obstructions": bodies}]
    layout = LAYOUT | {"configurations": configurations}
    assert pointers_of(record(rules={"layout": layout})) == ["/rules/layout/configurations/1/obstructions"]
