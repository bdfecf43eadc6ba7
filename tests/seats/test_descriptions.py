"""Descriptions of previews: all facts that are known, no others, in the requested language."""

import re
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from seatpreview.labels.model import place_of
from seatpreview.layouts.model import ObstructionKind
from seatpreview.seats.descriptions import LANGUAGES, DescribedView, describe
from seatpreview.seats.model import SeenObstruction, Sightline, Source
from seatpreview.seats.sightline import UNKNOWN

TOWER = SeenObstruction(id="t", name="Delay tower", kind="rigging")
PILLARS = tuple(SeenObstruction(id=f"p{n}", name=None, kind="pillar") for n in range(3))

WHOLE = DescribedView(
    place=place_of("104", "C", "7"),
    section_name="104",
    level_name="Lower Bowl",
    focus_name="Stage",
    configuration_name="Concert",
    sightline=Sightline(distance_m=31.4, elevation_m=2.0, c_value_mm=95, obstructions=(TOWER, *PILLARS)),
    source="panorama",
    match="row",
    borrowed_from=place_of("104", "C"),
    lender_name="104",
    picture_distance_m=4.04,
)
BARE = DescribedView(place=place_of("104"), section_name="104", sightline=UNKNOWN, source="drawing")


def test_everything_that_is_known_is_said_in_english() -> None:
    assert describe(WHOLE, "en") == (
        "Section 104, Lower Bowl, row C, seat 7. Set-up: Concert. "
        "Stage: 31.4 metres away, 2 metres below your eyes. The view over the row in front is good. "
        "In the line of sight: Delay tower and pillar. "
        "The picture is a panorama from row C, 4 metres away."
    )


def test_everything_that_is_known_is_said_in_german() -> None:
    assert describe(WHOLE, "de") == (
        "Block 104, Lower Bowl, Reihe C, Platz 7. Aufbau: Concert. "
        "Stage: 31,4 Meter entfernt, 2 Meter unter Augenhöhe. Die Sicht über die Reihe davor ist gut. "
        "In der Sichtlinie: Delay tower und Säule. "
        "Das Bild ist ein Panorama aus Reihe C, 4 Meter entfernt."
    )


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Section 104, row C, seats 6, 7 and 8. The view is from seat 7. There is no picture yet"),
        ("de", "Block 104, Reihe C, Plätze 6, 7 und 8. Die Ansicht ist die von Platz 7. Es gibt noch"),
    ],
)
def test_of_several_seats_it_is_said_which_one_the_view_is_from(language: str, words: str) -> None:
    several = replace(BARE, place=place_of("104", "C", "7"), several_seats=("6", "7", "8"))
    assert describe(several, language).startswith(words)


def test_what_is_not_known_is_not_mentioned() -> None:
    assert describe(BARE, "en") == "Section 104. There is no picture yet; the view is drawn."
    assert describe(BARE, "de") == "Block 104. Es gibt noch kein Bild; die Ansicht ist gezeichnet."


@pytest.mark.parametrize(
    ("c_value_mm", "words"),
    [(120, "is clear"), (119, "is good"), (89, "is acceptable"), (59, "is tight"), (0, "is tight")],
)
def test_the_c_value_is_put_into_words(c_value_mm: int, words: str) -> None:
    sightline = replace(WHOLE.sightline, c_value_mm=c_value_mm)
    assert f"over the row in front {words}." in describe(replace(WHOLE, sightline=sightline), "en")


def test_below_zero_the_row_in_front_is_in_the_view() -> None:
    sightline = replace(WHOLE.sightline, c_value_mm=-1)
    assert "The row in front is in the view." in describe(replace(WHOLE, sightline=sightline), "en")


@pytest.mark.parametrize(
    ("elevation_m", "words"),
    [
        (1.0, "1 metre below your eyes"),
        (-2.5, "2.5 metres above your eyes"),
        (0.0, "level with your eyes"),
        (-0.04, "level with your eyes"),
    ],
)
def test_heights_are_above_or_below_the_eyes(elevation_m: float, words: str) -> None:
    sightline = replace(WHOLE.sightline, elevation_m=elevation_m)
    assert f"31.4 metres away, {words}." in describe(replace(WHOLE, sightline=sightline), "en")


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"match": "seat", "borrowed_from": None, "picture_distance_m": 0.0}, "a panorama from this seat."),
        ({"match": "row", "borrowed_from": None, "picture_distance_m": None}, "a panorama from this row."),
        (
            {"borrowed_from": place_of("104", "C", "5"), "picture_distance_m": 1.0},
            "row C, seat 5, 1 metre away.",
        ),
        (
            {"match": "section", "borrowed_from": place_of("104")},
            "a panorama from Section 104, 4 metres away.",
        ),
        (
            {"match": "venue", "borrowed_from": place_of("C1", "AA"), "lender_name": "Club 1"},
            "a panorama from Club 1, row AA, 4 metres away.",
        ),
        ({"match": "venue", "borrowed_from": None, "picture_distance_m": None}, "a panorama of the venue."),
        (
            {"source": "photo", "match": "venue", "borrowed_from": None},
            "a photo of the venue, 4 metres away.",
        ),
        ({"source": "rendered"}, "The picture is a rendering from row C, 4 metres away."),
    ],
)
def test_the_picture_is_called_what_it_is(members: dict[str, Any], words: str) -> None:
    assert describe(replace(WHOLE, **members), "en").endswith(words)


@pytest.mark.parametrize(
    ("name", "said"),
    [("104", "Section 104,"), ("FB110", "Section FB110,"), ("Suite 01", "Suite 01,"), ("Club 3", "Club 3,")],
)
def test_a_name_that_says_what_it_names_is_said_alone(name: str, said: str) -> None:
    assert describe(replace(WHOLE, section_name=name), "en").startswith(said)


def test_a_level_that_the_section_is_named_for_is_not_said_twice() -> None:
    text = describe(replace(WHOLE, section_name="Floor 3", level_name="floor"), "en")
    assert text.startswith("Floor 3, row C, seat 7.")


def test_a_name_that_ends_a_sentence_ends_it_once() -> None:
    assert "Set-up: Live! Stage:" in describe(replace(WHOLE, configuration_name="Live!"), "en")


names = st.just("") | st.text("abcÄß ", min_size=1, max_size=8)
metres = st.none() | st.floats(0, 300)
sightlines = st.just(UNKNOWN) | st.builds(
    Sightline,
    distance_m=st.floats(0, 300),
    elevation_m=st.floats(-50, 50),
    c_value_mm=st.none() | st.integers(-500, 500),
    obstructions=st.lists(
        st.builds(
            SeenObstruction,
            id=st.just("x"),
            name=st.none() | names,
            kind=st.sampled_from(get_args(ObstructionKind)),
        ),
        max_size=3,
    ).map(tuple),
)
places = st.sampled_from(
    [place_of("104"), place_of("104", "C"), place_of("104", "C", "7"), place_of("9", "D")]
)


@given(
    st.builds(
        DescribedView,
        place=places,
        section_name=st.text("abc1 ", min_size=1, max_size=8).filter(lambda name: name.strip() == name),
        level_name=names,
        focus_name=names,
        configuration_name=names,
        sightline=sightlines,
        source=st.sampled_from(get_args(Source)),
        match=st.sampled_from(["seat", "row", "section", "venue", None]),
        borrowed_from=st.none() | places,
        lender_name=names,
        picture_distance_m=metres,
    ),
    st.sampled_from(sorted(LANGUAGES)),
)
def test_no_phrase_is_empty_or_broken(described: DescribedView, language: str) -> None:
    text = describe(described, language)
    assert text.endswith(".")
    assert not re.search(r"None|\{|\.\.|: *[.,]|, *[,.]|\s[.,:]|^[.,:\s]", text), text
    numbers = re.findall(r"\d+[.,]\d+", text)
    assert all(("," in number) == (language == "de") for number in numbers)
    assert not re.search(r"\d[.,]\d\d|-\d", text)
