"""Exact keys: each key names its own place, and no other text does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from layouts.random_layouts import DescribedLayout, described_layouts
from layouts.written import compiled, section
from seatpreview.labels.label_rules import Pattern, Reject
from seatpreview.labels.model import Place, place_of
from seatpreview.labels.resolver import Resolver
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.model import PlaceName
from seatpreview.values.validated_text import Name
from seatpreview.venues.model import Alias
from seatpreview.venues.resolver_names import section_names

HALL = compiled(section())
EVERYTHING = (Reject(pattern=Pattern.parse(".")),)
"""A rule that declines every label that is no key."""


def place_of_key(layout: CompiledLayout, key: str) -> Place | None:
    return Resolver(section_names(layout), EVERYTHING).resolve(key).seat


@examples(60)
@given(described_layouts().filter(lambda described: described.keys), st.data())
def test_every_key_of_a_layout_names_its_own_place(described: DescribedLayout, data: st.DataObject) -> None:
    layout = compile_layout(described.layout)
    parts = data.draw(st.sampled_from(described.keys))[: data.draw(st.integers(1, 3))]
    assert place_of_key(layout, place_of(*parts).key) == place_of(*parts)


@pytest.mark.parametrize("key", ["", "/", "101/", "101/A/", "101/A/9", "101/Z", "102", "101/A/1/2", " 101"])
def test_what_is_no_key_letter_by_letter_is_none(key: str) -> None:
    assert place_of_key(HALL, key) is None


def test_a_row_whose_id_is_an_alias_of_another_is_still_found_by_its_key() -> None:
    alias = Alias(name=Name("A"), section=PlaceName("101"), row=PlaceName("B"))
    resolver = Resolver(section_names(HALL, [alias]))
    assert resolver.resolve("101/A").seat == place_of("101", "A")
    assert resolver.resolve("101 row A").seat == place_of("101", "B")
