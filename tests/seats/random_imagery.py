"""Imagery sets for tests: written ones, and random ones that cover places of a layout."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from seatpreview.decoding import inputs
from seatpreview.venues.model import ImagerySet


def imagery(*sets: dict[str, Any]) -> tuple[ImagerySet, ...]:
    """Returns imagery sets from JSON; their kind is panorama by default."""
    written = [{"id": f"set-{n}", "kind": "panorama"} | members for n, members in enumerate(sets)]
    return tuple(inputs.decode(members, ImagerySet) for members in written)


def image(name: str, pose: Mapping[str, float] | None = None, **covers: Any) -> dict[str, Any]:
    """Returns an image that is served elsewhere, with its name in its address."""
    return {"url": f"https://images.example/{name}", "covers": covers} | ({"pose": pose} if pose else {})


@st.composite
def covers_of(draw: st.DrawFn, keys: list[tuple[str, str, str]]) -> dict[str, Any]:
    section_id, row, seat = draw(st.sampled_from(keys))
    near = [key for key in keys if key[0] == section_id]
    rows = draw(st.lists(st.sampled_from(sorted({key[1] for key in near})), max_size=3, unique=True))
    seats = draw(
        st.lists(st.sampled_from([key[2] for key in near if key[1] == row]), max_size=3, unique=True)
    )
    # A section without rows has one row, whose name is empty, and which no image names.
    all_rows = {"rows": [row, *(name for name in rows if name != row)]} if row else {}
    one_row = {"rows": [row]} if row else {}
    return draw(
        st.sampled_from(
            [
                {},
                {"section": section_id},
                {"section": section_id, **all_rows},
                {"section": section_id, **one_row, "seats": [seat, *(s for s in seats if s != seat)]},
            ]
        )
    )


cameras = st.fixed_dictionaries({axis: st.integers(-60, 60) for axis in "xyz"})


@st.composite
def random_sets(draw: st.DrawFn, keys: list[tuple[str, str, str]]) -> tuple[ImagerySet, ...]:
    sets = []
    for _ in range(draw(st.integers(1, 3))):
        images = [
            image(f"{number}", draw(st.none() | cameras), **draw(covers_of(keys)))
            for number in range(draw(st.integers(0, 8)))
        ]
        configuration = draw(st.sampled_from([{}, {"configuration": "end"}, {"configuration": "round"}]))
        sets.append({"images": images} | configuration)
    return imagery(*sets)
