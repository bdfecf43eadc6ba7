"""Layouts and the resolver together: every seat resolves by its key and by a plain label."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from seatpreview.decoding.inputs import decode
from seatpreview.labels.resolver import Resolver
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.model import Layout
from seatpreview.venues.resolver_names import section_names

WORDS = ["Terrace", "Gallery", "North Stand", "Upper Box"]

rows = st.sampled_from(
    [
        {"first": "A", "last": "F"},
        {"first": 1, "last": 12},
        {"first": "AA", "last": "DD", "style": "doubled"},
        ["A", "B", "1", "2"],
        {"first": "01", "last": "09"},
    ]
)
seats = st.fixed_dictionaries(
    {"count": st.integers(1, 12)},
    optional={"numbering": st.sampled_from(["odd", "even"]), "direction": st.just("rightToLeft")},
) | st.sampled_from([{"first": "01", "count": 12}, {"first": "A", "count": 5}, {"first": "S1", "count": 3}])


@st.composite
def layouts(draw: st.DrawFn) -> CompiledLayout:
    """Generates up to four kinds of sections, each with its own word and with numbers that may collide."""
    rules: list[dict[str, Any]] = []
    for position, word in enumerate(draw(st.lists(st.sampled_from(WORDS), min_size=1, unique=True))):
        first = draw(st.integers(1, 5))
        rules.append(
            {
                "ids": {
                    "first": f"{position}-{first}",
                    "last": f"{position}-{first + draw(st.integers(0, 4))}",
                },
                "name": f"{word} {{number}}",
                "rows": draw(rows),
                "seats": draw(seats),
            }
        )
    return compile_layout(decode({"sections": rules}, Layout))


@given(layouts(), st.data())
@settings(deadline=None)
def test_every_seat_resolves_from_its_key_and_from_its_plain_label(
    layout: CompiledLayout, data: st.DataObject
) -> None:
    resolver = Resolver(section_names(layout))
    seat = data.draw(st.sampled_from(list(layout.seats())))
    section = layout.section(seat.section)
    assert section is not None
    for label in (str(seat), f"{section.name}, Row {seat.row}, Seat {seat.seat}"):
        resolution = resolver.resolve(label)
        assert resolution.status == "matched", resolution
        assert resolution.seat is not None
        assert resolution.seat.key == str(seat)


@given(layouts(), st.text(max_size=30))
@settings(deadline=None)
def test_whatever_is_matched_exists(layout: CompiledLayout, label: str) -> None:
    resolution = Resolver(section_names(layout)).resolve(label)
    if resolution.seat is not None:
        section, row, seat = resolution.seat.section, resolution.seat.row, resolution.seat.seat
        assert layout.section(section) is not None
        assert row is None or layout.row(section, row) is not None
        assert seat is None or layout.has_seat(section, str(row), seat)
