"""The stored form: it gives the same layout again, has a version, and is small."""

import msgspec
import pytest
from hypothesis import given

from examples import examples
from layouts.random_layouts import DescribedLayout, described_layouts
from layouts.written import arena, compiled, section
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.serialization import OutdatedFormat, from_bytes, to_bytes


def assert_same(loaded: CompiledLayout, layout: CompiledLayout) -> None:
    assert loaded.focus == layout.focus
    assert loaded.sections == layout.sections
    assert loaded.configurations == layout.configurations
    assert loaded.facts == layout.facts
    assert (loaded.seat_count, loaded.capacity) == (layout.seat_count, layout.capacity)


@examples(60)
@given(described_layouts())
def test_what_was_stored_is_loaded(described: DescribedLayout) -> None:
    layout = compile_layout(described.layout)
    loaded = from_bytes(to_bytes(layout))
    assert_same(loaded, layout)
    assert list(loaded.seats()) == described.keys
    assert to_bytes(loaded) == to_bytes(layout)


def test_the_arena_is_stored_in_a_few_kilobytes() -> None:
    layout = compile_layout(arena())
    stored = to_bytes(layout)
    assert len(stored) < 6_000
    assert_same(from_bytes(stored), layout)


def test_the_same_layout_is_stored_in_the_same_bytes() -> None:
    """Sets have no order of their own, and processes do not agree on one."""
    closing = [{"id": "concert", "closed": [1, 2, 3]}, {"id": "match", "closed": [3, 2, 1]}]
    rule = section(id=None, ids=[1, 2, 3])
    stored = to_bytes(compiled(rule, configurations=closing))
    assert stored.count(b"\xa11\xa12\xa13") == 2


def test_rows_of_unknown_seats_stay_unknown() -> None:
    layout = compiled(section(seats=None), section(id="S1", kind="suite", rows=None, seats=None))
    loaded = from_bytes(to_bytes(layout))
    assert_same(loaded, layout)
    assert [row.seats for row in loaded.sections[0].rows] == [None, None, None]


def test_what_rows_and_sections_share_they_share_again() -> None:
    exceptions = [{"rows": ["B"], "count": 2}]
    rule = section(id=None, ids=[1, 2], seats={"count": 4, "exceptions": exceptions})
    one, two = from_bytes(to_bytes(compiled(rule))).sections
    assert one.plan is two.plan
    assert one.rows[0].seats is one.rows[2].seats


@pytest.mark.parametrize("stored", [b"", b"\x00", b"\x63" + to_bytes(compiled())[1:]])
def test_another_version_is_told_from_this_one(stored: bytes) -> None:
    with pytest.raises(OutdatedFormat, match="another form than version 2"):
        from_bytes(stored)


def test_a_layout_that_was_stored_before_there_were_moods_and_defaults_loads_as_it_is() -> None:
    layout = compiled(
        section(), configurations=[{"id": "end", "mood": "concert"}], defaultConfiguration="end"
    )
    loaded = from_bytes(to_bytes(layout))
    assert (loaded.facts.stated_default, loaded.configurations["end"].mood) == ("end", "concert")
    focus, plans, sections, configurations, *_ = msgspec.msgpack.decode(to_bytes(layout)[5:])
    earlier = msgspec.msgpack.encode(
        [focus, plans, sections, [configuration[:-1] for configuration in configurations]]
    )
    loaded = from_bytes(to_bytes(layout)[:1] + len(earlier).to_bytes(4, "little") + earlier)
    assert (loaded.facts.stated_default, loaded.configurations["end"].mood) == (None, None)
    assert loaded.default_configuration is loaded.configurations["end"], "a single one is the default"
