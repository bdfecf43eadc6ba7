"""Keys of places: each names its own place, and nothing else does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from layouts.random_layouts import DescribedView, described_layouts
from layouts.written import compiled, section
from seatpreview.labels.keys import place_of_key
from seatpreview.labels.model import place_of
from seatpreview.layouts.compiler import compile_layout

HALL = compiled(section())


@settings(max_examples=60, deadline=None)
@given(described_layouts().filter(lambda described: described.keys), st.data())
def test_every_key_of_a_layout_names_its_own_place(described: DescribedView, data: st.DataObject) -> None:
    layout = compile_layout(described.layout)
    parts = data.draw(st.sampled_from(described.keys))[: data.draw(st.integers(1, 3))]
    assert place_of_key(layout, "/".join(parts)) == place_of(*parts)


@pytest.mark.parametrize("key", ["", "/", "101/", "101/A/", "101/A/9", "101/Z", "102", "101/A/1/2", " 101"])
def test_what_is_no_key_letter_by_letter_is_none(key: str) -> None:
    assert place_of_key(HALL, key) is None
