"""Characters that nobody sees are passed over in labels, whatever reads them: keys, rules or names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.labels.label_rules import Pattern, Rewrite
from seatpreview.labels.model import Parts, RowNames, SectionNames
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.text.spelling import folded
from seatpreview.labels.text.tokens import words_and_numbers

HIDDEN = "\u200b\u200e\u200f\u202a\u202c\u202e\u2060\u2066\u2069\u061c\ufeff\u00ad"
ROWS = {row: RowNames(row, frozenset(("1", "2"))) for row in "AB"}
RESOLVER = Resolver(
    [SectionNames(id=f"T{n}", name=f"Quay Terrace {n}", rows=ROWS) for n in range(101, 111)],
    (Rewrite(pattern=Pattern.parse(r"^riverside (\d+)"), replacement=r"Quay Terrace 10\1"),),
)
LABELS = ["T101/A/2", "Quay Terrace 104, row B, seat 1", "QT105 A 2", "riverside 3 row B", "nothing at all"]


@given(st.sampled_from(LABELS), st.lists(st.tuples(st.integers(0, 40), st.sampled_from(HIDDEN)), max_size=6))
def test_a_label_means_the_same_with_them_and_without(label: str, inserted: list[tuple[int, str]]) -> None:
    copied = label
    for position, character in inserted:
        copied = copied[:position] + character + copied[position:]
    assert RESOLVER.resolve(copied) == RESOLVER.resolve(label)
    assert words_and_numbers(copied) == words_and_numbers(label)
    assert folded(copied) == folded(label)


@given(st.sampled_from(HIDDEN))
def test_the_parts_of_a_label_are_read_alike(character: str) -> None:
    parts = Parts(section=f"Quay{character} Terrace 104", row=f"{character}B", seat=f"1{character}")
    resolution = RESOLVER.resolve(parts)
    assert resolution.seat is not None
    assert resolution.seat.key == "T104/B/1"


@pytest.mark.parametrize("joiner", ["\u200c", "\u200d"])
def test_a_joiner_still_separates_what_it_separated(joiner: str) -> None:
    """Names that were stored with joiners keep their meaning."""
    assert words_and_numbers(f"\u0645\u06cc{joiner}\u062e\u0648\u0631") == (
        "\u0645\u06cc",
        "\u062e\u0648\u0631",
    )
