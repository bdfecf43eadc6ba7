"""Finds seats by their refs."""

from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from layouts.written import compiled, section
from seatpreview.layouts.compiled import SeatKey

some_refs = st.lists(st.text("ab", max_size=5), min_size=12, max_size=12).filter(
    lambda refs: len({*refs} - {""}) == sum(map(bool, refs))
)


@examples(100)
@given(some_refs, st.text("ab", max_size=5))
def test_each_ref_is_found_at_its_own_seat_and_no_other_text_is(written: list[str], other: str) -> None:
    rows = {row: written[index * 4 : index * 4 + 4] for index, row in enumerate("ABC")}
    layout = compiled(section(id="X"), section(refs=rows))
    seats = [key for key in layout.seats() if key.section == "101"]
    for seat, ref in zip(seats, written, strict=True):
        assert layout.seat_ref(*seat) == (ref or None)
        assert layout.seat_with_ref(ref) == (seat if ref else None)
    if other not in written:
        assert layout.seat_with_ref(other) is None


def test_seats_that_are_skipped_and_rows_without_refs_are_passed_over() -> None:
    rule = {"count": 4, "direction": "rightToLeft", "exceptions": [{"rows": ["B"], "skip": [2]}]}
    layout = compiled(section(seats=rule, refs={"B": ["x", "y", "z"]}))
    assert layout.seat_with_ref("y") == SeatKey("101", "B", "3")
    assert layout.seat_with_ref("") is None


def test_a_layout_without_refs_has_none() -> None:
    assert compiled(section()).seat_with_ref("x") is None
