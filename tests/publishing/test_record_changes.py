"""What changes for buyers between two records: a pure function of both."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.decoding.inputs import decode
from seatpreview.labels.model import Parts
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.model import SEATS_MAX, Layout
from seatpreview.publishing.record_changes import (
    ComparedRecord,
    SeatDifference,
    Surroundings,
    changes_between,
    compare_seats,
)
from seatpreview.publishing.version_computations import ComparedInputs, RecordInput, compare_records
from seatpreview.publishing.versions_model import EXAMPLES_MAX, ChangesForBuyers
from seatpreview.venues.kept_records import keep_record
from seatpreview.venues.model import VenueRecord
from seatpreview.venues.record_codec import encode_record

Json = dict[str, Any]


def section(**more: Any) -> Json:
    geometry = {"distanceM": 10, "bearingDeg": 180} | more.pop("geometry", {})
    return {"ids": ["1"], "rows": ["A", "B"], "seats": {"count": 6}, "geometry": geometry} | more


def compiled(*sections: Json) -> CompiledLayout:
    return compile_layout(decode({"sections": sections}, Layout))


def record(*sections: Json, **members: Any) -> ComparedRecord:
    rules = {"layout": {"sections": list(sections)}} | members.pop("rules", {})
    names = members.pop("images", ())
    made = decode({"name": "Hall", "rules": rules} | members, VenueRecord)
    return ComparedRecord(made, compile_layout(made.rules.layout), names)


SECTIONS = st.fixed_dictionaries(
    {
        "ids": st.sampled_from([["1"], ["2"], ["North"]]),
        "rows": st.sampled_from([["A"], ["A", "B"], ["B", "C"], ["AA"]]),
        "seats": st.fixed_dictionaries({"count": st.integers(1, 8), "first": st.integers(1, 3)}),
        "geometry": st.none()
        | st.fixed_dictionaries(
            {
                "distanceM": st.sampled_from([10, 10.05, 10.4, 11, 14]),
                "shiftM": st.sampled_from([0, 0.5, 3]),
            }
        ),
    }
)


def apart(sections: list[Any]) -> CompiledLayout:
    """Compiles sections around the focus, so that no two seats are at one place."""
    for number, each in enumerate(sections):
        if each["geometry"] is not None:
            each["geometry"]["bearingDeg"] = 90 * number
    return compiled(*sections)


def _first_id(section_rule: Any) -> str:
    return str(section_rule["ids"][0])


LAYOUTS = st.lists(SECTIONS, max_size=3, unique_by=_first_id).map(apart)


@given(LAYOUTS, LAYOUTS)
def test_every_seat_is_told_once_and_the_numbers_add_up(
    before: CompiledLayout, after: CompiledLayout
) -> None:
    found = compare_seats(before, after)
    old, new = ({str(seat) for seat in layout.seats()} for layout in (before, after))
    left = {key for key, _ in found.renamed} | set(found.gone)
    came = {key for _, key in found.renamed} | set(found.added)
    assert (left, came) == (old - new, new - old)
    assert len(left) == len(found.renamed) + len(found.gone)
    assert len(came) == len(found.renamed) + len(found.added)
    assert {move.key for move in found.moved} <= old & new
    assert all(move.distance_m > 0.5 for move in found.moved)
    assert len(old) - len(left) + len(came) == len(new)


@given(LAYOUTS, LAYOUTS)
def test_the_way_back_is_the_way_there_turned_around(before: CompiledLayout, after: CompiledLayout) -> None:
    there, back = compare_seats(before, after), compare_seats(after, before)
    assert sorted(there.added) == sorted(back.gone)
    assert {(new, old) for old, new in there.renamed} == set(back.renamed)
    assert sorted(there.moved) == sorted(back.moved)


@given(LAYOUTS)
def test_nothing_changes_where_nothing_changed(layout: CompiledLayout) -> None:
    assert compare_seats(layout, layout) == SeatDifference([], [], [], [])


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (section(), section(seats={"count": 7}), (2, 0, 0, 0)),
        (section(), section(rows=["A"]), (0, 6, 0, 0)),
        (section(), section(ids=["2"]), (0, 0, 12, 0)),
        (section(), section(rows=["A", "C"]), (0, 0, 6, 0)),
        (section(), section(geometry={"distanceM": 10.4}), (0, 0, 0, 0)),
        (section(), section(geometry={"distanceM": 10.6}), (0, 0, 0, 12)),
        (section(), section(ids=["2"], geometry={"distanceM": 10.4}), (12, 12, 0, 0)),
        (
            section(seats={"count": 5}),
            section(seats={"count": 5, "direction": "rightToLeft"}),
            (0, 0, 0, 8),
        ),
        ({"ids": ["1"], "rows": ["A"], "seats": {"count": 3}}, section(), (9, 0, 0, 0)),
    ],
    ids=[
        "a seat more in each row",
        "a row less",
        "another name of a section",
        "another name of a row",
        "all less than half a metre further away",
        "all more than half a metre further away",
        "another name at other places",
        "counted from the other side: the one in the middle stays",
        "places where there were none before",
    ],
)
def test_seats_are_added_gone_renamed_or_moved(
    before: Json, after: Json, expected: tuple[int, int, int, int]
) -> None:
    found = compare_seats(compiled(before), compiled(after))
    assert (len(found.added), len(found.gone), len(found.renamed), len(found.moved)) == expected


def test_very_many_seats_at_one_place_take_no_longer_than_others() -> None:
    """Attack: a drawing with all seats on one point, where each would be compared with each."""
    positions = [
        {"row": str(row), "seats": {"first": 1, "last": 1000}, "x": [0] * 1000, "y": [500] * 1000}
        for row in range(5)
    ]
    before, after = (compiled({"id": name, "positions": positions}) for name in ("old", "new"))
    assert len(compare_seats(before, after).renamed) == 5000


def test_labels_that_resolve_differently_are_told_with_both_keys() -> None:
    example = {"seatKeys": {"examples": [{"label": "Section 1 row A seat 1", "expect": "1/A/1"}]}}
    before = record(section(name="Section {id}"), rules=example)
    after = record(
        section(name="Section {id}", seats={"count": 5}), aliases=[{"name": "Kop", "section": "1"}]
    )
    sent: list[str | Parts] = [
        "Kop row B seat 2",
        Parts(section="1", row="A", seat="6"),
        "1/A/2",
        "Kop row B seat 2",
    ]
    found = changes_between(before, after, Surroundings(sent))
    assert [(change.label, change.before, change.after) for change in found.labels] == [
        ("Kop row B seat 2", None, "1/B/2"),
        (Parts(section="1", row="A", seat="6"), "1/A/6", None),
    ]
    assert (found.labels_changed, found.labels_not_compared) == (2, 0)
    out_of_time = changes_between(before, after, Surroundings(sent), lambda: True)
    assert (out_of_time.labels_changed, out_of_time.labels_not_compared) == (0, 4)
    assert out_of_time.seats == found.seats, "and everything else is compared"


def test_seats_of_events_and_images_that_nothing_names_are_told() -> None:
    before = record(section(), images=("a.jpg", "b.jpg", "never-uploaded.jpg"))
    after = record(section(rows=["A", "C"]), images=("b.jpg",))
    around = Surroundings((), ["1/B/1", "1/A/1", "9/Z/9"], ["a.jpg", "b.jpg", "c.jpg"])
    found = changes_between(before, after, around)
    assert found.seats.renamed.count == 6
    assert found.event_seats_gone is not None
    assert found.event_seats_gone.examples == ("1/B/1",), "a ticket with this key finds no seat"
    assert found.images_unused.examples == ("a.jpg",)
    unknown = changes_between(before, after, Surroundings((), None))
    assert unknown.event_seats_gone is None


@pytest.mark.parametrize(
    ("seats", "is_compressed"), [(2000, False), pytest.param(SEATS_MAX, True, marks=pytest.mark.long)]
)
def test_large_halls_are_compared_and_the_answer_stays_small(seats: int, is_compressed: bool) -> None:
    """Every seat has another key: the examples are bounded, and the counts are right."""
    before, after = (large(section_id, seats, is_compressed) for section_id in ("old", "new"))
    answer = compare_records(before, after, msgspec.msgpack.encode(ComparedInputs()))
    found = msgspec.json.decode(answer, type=ChangesForBuyers)
    assert found.seats.renamed.count == seats
    assert len(found.seats.renamed.examples) == EXAMPLES_MAX
    assert len(answer) < 20_000


def large(section_id: str, seats: int, is_compressed: bool) -> bytes:
    hall = section(
        ids=[section_id],
        rows={"first": 1, "last": seats // 500},
        seats={"count": 500},
        geometry={"distanceM": 100, "riserM": 0.1, "shape": "straight"},
    )
    document = encode_record(record(hall).record)
    if is_compressed:
        return msgspec.msgpack.encode(RecordInput(keep_record(document, seats).document))
    return msgspec.msgpack.encode(RecordInput(document, False))
