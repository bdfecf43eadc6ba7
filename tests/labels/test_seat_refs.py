"""Labels that are refs: the ids that another system has for seats."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from layouts.written import compiled, section
from seatpreview.labels.label_rules import Pattern, Reject
from seatpreview.labels.model import Resolution
from seatpreview.labels.resolver import Resolver
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.venues.resolver_names import section_names

EVERYTHING = (Reject(pattern=Pattern.parse(".")),)
"""A rule that declines every label that is no key."""


def hall(**refs: list[str]) -> CompiledLayout:
    """Returns section 101 with rows A to C of four seats that have these refs, and section 12 without."""
    return compiled(section(refs=refs), section(id="12", rows=["1"]))


def resolved(layout: CompiledLayout, label: str, rules: Any = ()) -> Resolution:
    resolver = Resolver(section_names(layout), rules, seat_with_ref=layout.index_refs().find)
    return resolver.resolve(label)


def found(layout: CompiledLayout, label: str) -> tuple[str, str | None, tuple[str, ...]]:
    resolution = resolved(layout, label)
    key = None if resolution.seat is None else resolution.seat.key
    return resolution.status, key, tuple(place.key for place in resolution.alternatives)


REFS = hall(A=["u-1", "12", "Section 12", "101"], B=["101 row B seat 1", "101 row A seat 1", "", "x:y/z"])


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("ref:u-1", ("matched", "101/A/1", ())),
        ("ref:12", ("matched", "101/A/2", ())),
        ("ref: 12 ", ("matched", "101/A/2", ())),
        ("ref:x:y/z", ("matched", "101/B/4", ())),
        ("ref:101/A/1", ("unmatched", None, ())),
        ("ref:", ("unmatched", None, ())),
        ("ref:Section 101 row A seat 1", ("unmatched", None, ())),
        ("u-1", ("matched", "101/A/1", ())),
        (" u-1 ", ("matched", "101/A/1", ())),
        ("12", ("ambiguous", None, ("12", "101/A/2"))),
        ("Section 12", ("ambiguous", None, ("12", "101/A/3"))),
        ("101", ("ambiguous", None, ("101", "101/A/4"))),
        ("101 row B seat 1", ("matched", "101/B/1", ())),
        ("101 row A seat 1", ("ambiguous", None, ("101/A/1", "101/B/2"))),
        ("101/A/1", ("matched", "101/A/1", ())),
        ("101 row A seat 2", ("matched", "101/A/2", ())),
    ],
)
def test_a_ref_names_its_seat_unless_names_give_another_place(
    label: str, expected: tuple[str, str | None, tuple[str, ...]]
) -> None:
    assert found(REFS, label) == expected


def test_the_trace_says_that_a_label_is_a_ref() -> None:
    assert resolved(REFS, "ref:u-1").trace == ("'u-1' is the ref of a seat",)
    assert resolved(REFS, "ref:u-9").trace == ("no seat has the ref 'u-9'",)
    assert "write 'ref:12' for the seat" in resolved(REFS, "12").trace[-1]


def test_a_ref_is_as_certain_as_a_key_and_a_bare_one_nearly() -> None:
    assert [resolved(REFS, label).confidence for label in ("ref:u-1", "u-1")] == [1.0, 0.99]


def test_rules_do_not_decline_a_ref() -> None:
    assert [resolved(REFS, label, EVERYTHING).status for label in ("ref:u-1", "u-1")] == ["matched"] * 2


refs = st.text("ab12-/: ", max_size=6).map(str.strip)


@examples(100)
@given(
    st.lists(refs, min_size=12, max_size=12).filter(
        lambda all_: len({*all_} - {""}) == len([*filter(None, all_)])
    )
)
def test_every_ref_names_its_own_seat_alone(written: list[str]) -> None:
    layout = hall(A=written[:4], B=written[4:8], C=written[8:])
    keys = [f"101/{row}/{seat}" for row in "ABC" for seat in range(1, 5)]
    for key, ref in zip(keys, written, strict=True):
        if ref:
            assert found(layout, f"ref:{ref}") == ("matched", key, ())
            _, seat, alternatives = found(layout, ref)
            assert seat == key or key in alternatives or "/" in ref
    assert resolved(layout, "ref:none").status == "unmatched"
