"""Iteration over the seats of a layout in its order, page by page, starting after any seat."""

from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from layouts.random_layouts import DescribedLayout, described_layouts
from layouts.written import compiled, section
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.model import SeatProperty
from seatpreview.layouts.seating import Seating
from seatpreview.layouts.series import NameFormat
from seatpreview.seats.seat_listing import SeatFilter, SeatNotFound, iterate_seats, seats_by_row

EVERYTHING = SeatFilter()


def keys_of(layout: CompiledLayout, seat_filter: SeatFilter, limit: int = 1000) -> list[str]:
    """Returns the keys of all seats, read in pages of `limit`."""
    found: list[str] = []
    after: tuple[str, str, str] | None = None
    while True:
        page = [*islice(iterate_seats(layout, seat_filter, after), limit)]
        if not page:
            return found
        found += [seat.key for seat in page]
        after = (page[-1].section.id, page[-1].row.id, page[-1].seat)


@examples(60)
@given(described_layouts(), st.integers(1, 40))
def test_pages_of_any_size_hold_every_seat_once_in_the_order_of_the_layout(
    described: DescribedLayout, limit: int
) -> None:
    layout = compile_layout(described.layout)
    assert keys_of(layout, EVERYTHING, limit) == ["/".join(key) for key in described.keys]


@examples(60)
@given(described_layouts().filter(lambda described: described.keys), st.integers(1, 5), st.data())
def test_what_is_not_wanted_is_left_out(described: DescribedLayout, limit: int, data: st.DataObject) -> None:
    layout = compile_layout(described.layout)
    section_id, row, _ = data.draw(st.sampled_from(described.keys))
    keys = data.draw(st.sets(st.sampled_from(described.keys), max_size=6))
    seat_filter = data.draw(
        st.sampled_from(
            [
                SeatFilter(section=section_id),
                SeatFilter(section=section_id, row=row),
                SeatFilter(closed={section_id}),
                SeatFilter(seats=seats_by_row("/".join(key) for key in keys)),
                SeatFilter(section=section_id, seats=seats_by_row("/".join(key) for key in keys)),
            ]
        )
    )
    assert keys_of(layout, seat_filter, limit) == [
        "/".join(key)
        for key in described.keys
        if seat_filter.section in (None, key[0])
        and seat_filter.row in (None, key[1])
        and key[0] not in seat_filter.closed
        and (not seat_filter.seats or key in keys)
    ]


@pytest.mark.parametrize("place", [("102", "A", "1"), ("101", "Z", "1"), ("101", "A", "9")])
def test_from_a_seat_that_is_gone_nothing_goes_on(place: tuple[str, str, str]) -> None:
    with pytest.raises(SeatNotFound):
        next(iterate_seats(compiled(section()), EVERYTHING, place))


def test_a_page_deep_inside_writes_the_names_of_its_own_rows_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = compiled(
        section(id=None, ids={"first": 1, "last": 500}, rows={"first": 1, "last": 25}, seats={"count": 20})
    )
    assert layout.seat_count == 250_000
    written = 0
    name_of = NameFormat.name_of

    def counted(name_format: NameFormat, number: int) -> str:
        nonlocal written
        written += 1
        return name_of(name_format, number)

    monkeypatch.setattr(NameFormat, "name_of", counted)
    page = [*islice(iterate_seats(layout, EVERYTHING, ("499", "24", "11")), 50)]
    assert [page[0].key, page[-1].key] == ["499/24/12", "500/2/1"]
    assert written < 200


def test_sections_without_seats_are_passed_over() -> None:
    suite = section(id="S1", kind="suite", rows=None, seats=None, capacity=12)
    rows_only = section(id="R1", seats=None)
    assert keys_of(compiled(suite, rows_only, section(rows=["A"])), EVERYTHING) == [
        f"101/A/{seat}" for seat in range(1, 5)
    ]


@examples(60)
@given(
    st.lists(st.tuples(st.sampled_from("ABC"), st.integers(1, 4)), min_size=0, max_size=6),
    st.sampled_from(["wheelchair", "aisle", None]),
    st.sampled_from(["gold", None]),
    st.integers(1, 5),
)
def test_seats_are_selected_by_their_kinds_as_if_each_were_looked_at(
    wheelchairs: list[tuple[str, int]], wanted: SeatProperty | None, category: str | None, limit: int
) -> None:
    rules: list[dict[str, Any]] = [
        {"at": {row: [seat]}, "has": ["wheelchair"], "category": "gold"} for row, seat in wheelchairs
    ]
    layout = compiled(
        section(properties=[{"rows": ["B"], "has": ["aisle"]}, *rules]), categories=[{"id": "gold"}]
    )
    properties = () if wanted is None else (wanted,)
    seat_filter = SeatFilter(properties=properties, category=category)
    assert keys_of(layout, seat_filter, limit) == [
        str(key)
        for key in layout.seats()
        if {*properties} <= {*layout.seat_kind(*key).properties}
        and category in (None, layout.seat_kind(*key).category)
    ]


def test_rows_without_a_selected_kind_are_passed_over_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    many = section(id=None, ids={"first": 1, "last": 500}, rows={"first": 1, "last": 25}, seats={"count": 20})
    last = section(id="Z", properties=[{"at": {"C": [4]}, "has": ["wheelchair"]}])
    layout = compiled({**many, "ids": {"first": 1, "last": 490}}, last)
    read: list[str] = []
    slot_of = Seating.slot_of

    def noted(seats: Seating, seat: str) -> int | None:
        read.append(seat)
        return slot_of(seats, seat)

    monkeypatch.setattr(Seating, "slot_of", noted)
    assert keys_of(layout, SeatFilter(properties=("wheelchair",))) == ["Z/C/4"]
    assert len(read) < 20
