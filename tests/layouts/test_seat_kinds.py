"""Properties, categories and refs of seats."""

from typing import Any

import pytest

from layouts.written import compiled, refusals, section
from seatpreview.layouts.compiled import PLAIN_SEAT, SeatKind
from seatpreview.layouts.serialization import from_bytes, to_bytes

CATEGORIES = [{"id": "gold", "name": "Gold", "colour": "#D4AF37"}, {"id": "blue"}]


def test_seats_have_what_the_rules_give_them_and_later_rules_win() -> None:
    rule = section(
        category="blue",
        properties=[
            {"rows": ["A"], "category": "gold"},
            {"seats": [1, 4], "has": ["aisle"]},
            {"at": {"A": [4]}, "has": ["restrictedView"], "viewNote": "A pillar.", "category": "blue"},
        ],
    )
    layout = from_bytes(to_bytes(compiled(rule, categories=CATEGORIES)))
    assert layout.seat_kind("101", "A", "1") == SeatKind(("aisle",), "gold")
    assert layout.seat_kind("101", "A", "2") == SeatKind((), "gold")
    assert layout.seat_kind("101", "A", "4") == SeatKind(("restrictedView", "aisle"), "blue", "A pillar.")
    assert layout.seat_kind("101", "C", "2") == SeatKind((), "blue")
    assert layout.seat_kind("101", "C", "9") == PLAIN_SEAT
    assert [category.colour for category in layout.facts.categories] == ["#d4af37", None]


def test_seats_counted_from_the_right_have_their_own_properties() -> None:
    rule = section(
        seats={"count": 4, "direction": "rightToLeft"}, properties=[{"seats": [1], "has": ["aisle"]}]
    )
    layout = compiled(rule)
    assert layout.seat_kind("101", "A", "1").properties == ("aisle",)
    assert layout.seat_kind("101", "A", "4") == PLAIN_SEAT


def test_a_ref_names_one_seat_of_the_venue() -> None:
    exceptions = [{"rows": ["B"], "skip": [2]}]
    rule = section(
        seats={"count": 4, "exceptions": exceptions},
        refs={"A": ["a1", "", "a3", "a4"], "B": ["b1", "b3", "b4"]},
    )
    layout = from_bytes(to_bytes(compiled(rule)))
    assert str(layout.seat_with_ref("b3")) == "101/B/3"
    assert layout.seat_with_ref("") is None
    assert layout.seat_with_ref("c1") is None
    assert layout.seat_ref("101", "B", "4") == "b4"
    assert layout.seat_ref("101", "A", "2") is None
    assert layout.seat_ref("101", "C", "1") is None


@pytest.mark.parametrize(
    ("members", "pointer"),
    [
        ({"category": "red"}, "/category"),
        ({"properties": [{"category": "red"}]}, "/properties/0/category"),
        ({"properties": [{"rows": ["A"]}]}, "/properties/0"),
        ({"properties": [{"rows": ["Z"], "has": ["aisle"]}]}, "/properties/0/rows"),
        ({"properties": [{"seats": [9], "has": ["aisle"]}]}, "/properties/0/seats"),
        ({"properties": [{"at": {"Z": [1]}, "has": ["aisle"]}]}, "/properties/0/at"),
        ({"properties": [{"at": {"A": [9]}, "has": ["aisle"]}]}, "/properties/0/at/A"),
        ({"properties": [{"at": {"A": [1]}, "rows": ["A"], "has": ["aisle"]}]}, "/properties/0/at"),
        ({"properties": [{"has": ["aisle"], "viewNote": "A pillar."}]}, "/properties/0/viewNote"),
        ({"refs": {"A": ["a"]}}, "/refs"),
        ({"refs": {"Z": ["a"]}}, "/refs"),
        ({"refs": {"A": ["a", "b", "c", "a"]}}, ""),
    ],
)
def test_properties_and_refs_that_do_not_fit_are_refused(members: dict[str, Any], pointer: str) -> None:
    found = refusals(section(**members), categories=CATEGORIES)
    assert list(found) == [f"/sections/0{pointer}" if pointer else "/sections"]


def test_two_categories_of_one_id_are_refused() -> None:
    assert list(refusals(section(), categories=[{"id": "a"}, {"id": "a"}])) == ["/categories/1/id"]


def test_rules_that_would_cost_too_much_are_refused_before_they_are_applied() -> None:
    """A record of few bytes must not keep the compiler busy for minutes."""
    rows = {"first": 1, "last": 1000}
    costly = [{"seats": {"first": 1, "last": 200}, "has": ["aisle"]}] * 200
    rule = section(rows=rows, seats={"count": 200}, properties=costly)
    assert "/sections/0/properties/5" in refusals(rule)
