"""The candidates for one seat: how many there are, and that the choice is the one among all pairs."""

import math
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from examples import examples
from layouts.random_layouts import DescribedLayout, described_layouts
from layouts.written import compiled, section
from seatpreview.labels.model import Place, place_of
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.compiler import compile_layout
from seatpreview.seats import image_choice
from seatpreview.seats.image_choice import CANDIDATES_MAX, ImageIndex
from seatpreview.seats.image_covers import camera_of, covered_places
from seatpreview.seats.viewpoint import UNKNOWN, Viewpoint
from seatpreview.venues.model import ImagerySet
from seats.random_imagery import image, imagery, random_sets

LEVELS = ("seat", "row", "section", "venue")
Pair = tuple[Any, ...]


def earlier_choice(
    layout: CompiledLayout, sets: tuple[ImagerySet, ...], place: Place, configuration: str | None
) -> Any:
    """Returns the image, the match, the key that it is borrowed from and the distance, as earlier versions
    chose them: among all pairs of an image and a place that it covers."""
    view = Viewpoint(layout, place)
    for match in LEVELS[LEVELS.index(place.level) :]:
        for name in dict.fromkeys((configuration, None)):
            pairs = [
                pair for pair in all_pairs(layout, sets, view, name) if is_in_scope(match, place, pair[-1])
            ]
            if pairs:
                distance, _, _, _, found, covered = min(pairs, key=lambda pair: pair[:4])
                borrowed = None if covered is None or covered.key == place.key else covered.key
                return found, match, borrowed, distance[1] if distance[0] == 0 else None
    return None


def all_pairs(
    layout: CompiledLayout, sets: tuple[ImagerySet, ...], view: Any, configuration: str | None
) -> Iterator[Pair]:
    numbers: dict[str, int] = {}
    order = 0
    for imagery_set in sets:
        for each in imagery_set.images:
            order += 1
            if (imagery_set.configuration is UNSET) != (configuration is None):
                continue
            if configuration is not None and imagery_set.configuration != configuration:
                continue
            camera = camera_of(each)
            for covered in covered_places(each.covers):
                number = numbers.setdefault("" if covered is None else covered.key, len(numbers))
                to_place = UNKNOWN
                if covered is not None:
                    to_place = view.distance_to(Viewpoint(layout, covered))
                distance = to_place
                if view.eye is not None and camera is not None:
                    distance = (0, math.dist(view.eye, camera), 0.0)
                yield distance, order, to_place, number, each, covered


def is_in_scope(match: str, place: Place, covered: Place | None) -> bool:
    if match == "venue":
        return True
    if covered is None or covered.section != place.section:
        return False
    if match == "row":
        return place.row is not None and covered.row == place.row
    return match == "section" or covered.key == place.key


@examples(100, quick=15)
@given(described_layouts().filter(lambda described: described.keys), st.data())
def test_the_choice_is_the_one_among_all_pairs(described: DescribedLayout, data: st.DataObject) -> None:
    layout = compile_layout(described.layout)
    sets = data.draw(random_sets(described.keys))
    index = ImageIndex(layout, sets, ())
    for key in data.draw(st.lists(st.sampled_from(described.keys), min_size=1, max_size=5)):
        place = place_of(*key[: data.draw(st.integers(1, 3))])
        configuration = data.draw(st.sampled_from([None, "end", "round"]))
        choice = index.choose(place, configuration)
        found = choice and (
            choice.image,
            choice.match,
            None if choice.borrowed_from is None else choice.borrowed_from.key,
            choice.distance_m,
        )
        assert found == earlier_choice(layout, sets, place, configuration)


ROWS = [f"R{n}" for n in range(300)]
PLACED = {"distanceM": 10, "treadM": 1, "spacingM": 1}


def hall(**geometry: Any) -> CompiledLayout:
    bare = {"rows": [*ROWS, "last"], "seats": {"count": 2}}
    return compiled(section(id="A", **bare, **geometry), section(id="B", **bare, **geometry))


POSED = imagery(
    {"images": [image(f"{n}", {"x": n, "y": n, "z": 0}, section="A", rows=ROWS) for n in range(50)]}
)


@pytest.mark.parametrize("key", ["A/R7/1", "A/last/1", "B/R7/1"])
def test_an_image_that_covers_many_rows_is_one_candidate(key: str) -> None:
    """Attack: images with a pose that each cover a thousand rows: millions of pairs for one seat."""
    choice, compared = ImageIndex(hall(geometry=PLACED), POSED, ()).choose_and_count(
        place_of(*key.split("/")), None
    )
    assert choice is not None
    assert compared <= 50 + len(ROWS)


def test_without_geometry_a_place_is_one_candidate_however_many_images_cover_it() -> None:
    _, compared = ImageIndex(hall(), POSED, ()).choose_and_count(place_of("A", "last", "1"), None)
    assert compared == len(ROWS)


def test_without_geometry_another_section_is_not_searched() -> None:
    choice, compared = ImageIndex(hall(), POSED, ()).choose_and_count(place_of("B", "last", "1"), None)
    assert choice is not None
    assert choice.image is POSED[0].images[0]
    assert compared == 1


@pytest.mark.parametrize("geometry", [{}, {"geometry": PLACED}])
@pytest.mark.parametrize("key", ["A/R7/1", "A/last/1", "B/R7/1"])
def test_a_stored_record_of_any_size_is_compared_up_to_the_bound(
    key: str, geometry: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(image_choice, "CANDIDATES_MAX", 60)
    plain = imagery({"images": [image(f"{n}", section="A", rows=ROWS) for n in range(50)]})
    for sets in (plain, POSED):
        choice, compared = ImageIndex(hall(**geometry), sets, ()).choose_and_count(
            place_of(*key.split("/")), None
        )
        assert choice is not None
        assert compared <= 60 + 1


def test_the_bound_is_above_what_an_accepted_record_can_reach() -> None:
    assert CANDIDATES_MAX == 21_000
