"""What is said of a view: words, numbers and restriction never contradict each other."""

import re
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from seatpreview.layouts.compiled import PLAIN_SEAT, SeatKind
from seatpreview.seats.descriptions import LANGUAGES
from seatpreview.seats.display_names import DisplayNames
from seatpreview.seats.phrases import PHRASES
from seatpreview.seats.sightline_model import SeenObstruction, ShareRange, Sightline
from seatpreview.seats.view_quality import RESTRICTED_BELOW, SeenView, ViewQuality, view_quality
from seatpreview.sightlines.model import FrameSeen, HiddenBy, HiddenByKind, LookedAtKind, Seen
from seatpreview.venues.translations import NOT_TRANSLATED
from seats.sights import seen

LINE = Sightline(distance_m=20.0, elevation_m=2.0, c_value_mm=90, obstructions=())
PILLAR = SeenObstruction(id="pillar", name=None, kind="pillar")
BEHIND_A_PILLAR = replace(LINE, obstructions=(PILLAR,))
MARKED = SeatKind(("restrictedView",), None, "A lamp hangs in the way.")
MARKED_ONLY = SeatKind(("restrictedView",))


def quality(
    of: Seen | None,
    *seats: SeatKind,
    line: Sightline = LINE,
    kind: LookedAtKind = "stage",
    language: str = "en",
) -> ViewQuality:
    view = None if of is None else SeenView(kind, of)
    return view_quality(line, view, {"rigging": "Delay tower"}, seats, language)


CLEAR = "The view over the row in front is clear"


@pytest.mark.parametrize(
    ("of", "seats", "line", "sentences", "reason"),
    [
        (seen(1.0), (), LINE, ["The whole stage is in view", CLEAR], None),
        (
            seen(0.98, people=0.02),
            (),
            LINE,
            ["Nearly the whole stage is in view", "In the way: people in front"],
            None,
        ),
        # Next to nothing is hidden, and so nothing is restricted.
        (
            seen(0.99, pillar=0.01),
            (),
            BEHIND_A_PILLAR,
            ["Nearly the whole stage is in view", "In the way: pillar"],
            None,
        ),
        (
            seen(0.85, overhang=0.1, people=0.05),
            (),
            LINE,
            ["About 85% of the stage is in view", "In the way: level above and people in front"],
            None,
        ),
        (
            seen(0.6, overhang=0.4),
            (),
            LINE,
            ["Restricted view", "About 60% of the stage is in view", "In the way: level above"],
            "About 60% of the stage is in view. In the way: level above.",
        ),
        (
            seen(0.0, rigging=1.0, wall=0.3),
            (),
            LINE,
            ["Restricted view", "The stage is out of view", "In the way: delay tower and wall"],
            "The stage is out of view. In the way: delay tower and wall.",
        ),
        (
            seen(0.95, pillar=0.05),
            (),
            BEHIND_A_PILLAR,
            ["Restricted view", "About 95% of the stage is in view", "In the way: pillar"],
            "About 95% of the stage is in view. In the way: pillar.",
        ),
        # A cable before the focus, which hides next to nothing.
        (seen(0.99), (), BEHIND_A_PILLAR, ["Nearly the whole stage is in view"], None),
        (seen(1.0), (MARKED,), LINE, [], "A lamp hangs in the way."),
        (
            seen(0.5, partition=0.5),
            (PLAIN_SEAT, MARKED_ONLY),
            LINE,
            ["About 50% of the stage is in view", "In the way: side of the box"],
            "The venue says that the view from this seat is restricted. About 50% of the stage is in view. "
            "In the way: side of the box.",
        ),
        (
            seen(1.0, angle_deg=70),
            (),
            LINE,
            ["The whole stage is in view", "You see the stage from the side", CLEAR],
            None,
        ),
        (
            seen(1.0, angle_deg=118),
            (),
            LINE,
            ["The whole stage is in view", "You see the stage from the side", CLEAR],
            None,
        ),
        (
            seen(1.0, angle_deg=122),
            (),
            LINE,
            ["The whole stage is in view", "You see the performers from behind", CLEAR],
            None,
        ),
        # Nothing is computed, and nothing is claimed; nor in an area without seats.
        (Seen(side_angle_deg=100.0, nearest_m=8.0), (), LINE, [], None),
        (None, (), LINE, [], None),
        (
            None,
            (),
            BEHIND_A_PILLAR,
            ["Restricted view", "In the way: pillar"],
            "In the way: pillar.",
        ),
        (None, (MARKED,), LINE, [], "A lamp hangs in the way."),
    ],
)
def test_what_is_said(
    of: Seen | None, seats: tuple[SeatKind, ...], line: Sightline, sentences: list[str], reason: str | None
) -> None:
    found = quality(of, *seats, line=line)
    assert [*found.sentences] == sentences
    restriction = found.sightline.restriction
    assert (None if restriction is None else restriction.reason) == reason
    if restriction is not None:
        assert restriction.source == ("owner" if set(seats) & {MARKED, MARKED_ONLY} else "computed")


def test_the_back_of_a_screen_is_a_restriction_however_much_of_it_is_seen() -> None:
    found = quality(seen(1.0, angle_deg=95), kind="screen")
    assert found.sentences[:2] == ("Restricted view", "You see the back of the screen")
    assert found.sightline.restriction is not None


def test_the_row_in_front_is_praised_only_where_its_people_hide_nothing() -> None:
    """The C-value alone does not tell: the line to the focus may pass above heads that hide the rest."""
    assert CLEAR not in quality(seen(0.9, people=0.1)).sentences
    assert CLEAR not in quality(seen(1.0), line=replace(LINE, c_value_mm=None)).sentences
    assert CLEAR in quality(seen(1.0), line=replace(LINE, c_value_mm=-50)).sentences


hidden_bys = st.lists(
    st.builds(
        HiddenBy,
        id=st.sampled_from(["a", "pillar"]),
        kind=st.sampled_from(get_args(HiddenByKind)),
        section=st.none(),
        share=st.floats(0.02, 1),
    ),
    max_size=4,
).map(tuple)
seen_views = st.builds(
    Seen,
    visible_share=st.integers(0, 100).map(lambda percent: percent / 100),
    side_angle_deg=st.none() | st.floats(0, 180),
    nearest_m=st.floats(0, 200),
    hidden_by=hidden_bys,
)


@given(
    seen_views,
    st.lists(st.sampled_from([PLAIN_SEAT, MARKED, MARKED_ONLY]), max_size=3),
    st.sampled_from([LINE, BEHIND_A_PILLAR]),
    st.sampled_from(get_args(LookedAtKind)),
    st.sampled_from(sorted(LANGUAGES)),
)
def test_words_and_numbers_agree(
    of: Seen, seats: list[SeatKind], line: Sightline, kind: LookedAtKind, language: str
) -> None:
    found, phrases = quality(of, *seats, line=line, kind=kind, language=language), PHRASES[language]
    told, text = found.sightline, ". ".join(found.sentences)
    share = told.visible_share
    assert share is not None
    assert share == of.visible_share
    is_marked = any(seat is not PLAIN_SEAT for seat in seats)
    if share < RESTRICTED_BELOW or is_marked:
        assert told.restriction is not None
    if is_marked:
        assert told.restriction is not None
        assert told.restriction.source == "owner"
        assert phrases.all_in_view[kind] not in text
    if phrases.all_in_view[kind] in text or not of.hidden_by:
        assert not told.obstructions
    if phrases.all_in_view[kind] in text:
        assert share >= 0.98
    if any(body.kind == "people" for body in told.obstructions):
        assert phrases.clear not in text
    for body in told.obstructions:
        assert phrases.obstructions[body.kind] in text
    assert not re.search(r"None|[{}]|: *[.,]|\s\s", text.replace("\u00a0", "~")), text


def test_an_altar_is_one_in_every_sentence() -> None:
    said = view_quality(LINE, SeenView("stage", seen(0.7, angle_deg=130, people=0.3)), {}, (), "en", "altar")
    assert said.sentences[:2] == ("About 70% of the altar is in view", "You see the altar from behind")


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "In the way: side of the stage opening"), ("de", "Hindernisse: Seitenwand der Bühnenöffnung")],
)
def test_a_wall_beside_the_stage_is_called_what_it_is(language: str, words: str) -> None:
    hidden = HiddenBy(id="proscenium.left", kind="wall", section=None, share=0.1)
    view = SeenView("stage", replace(seen(0.9), hidden_by=(hidden,)))
    names = DisplayNames(NOT_TRANSLATED, language=language).bodies(None)
    assert words in view_quality(LINE, view, names, (), language).sentences


def test_people_restrict_a_view_later_than_bodies_do() -> None:
    def restricted(share: float, kind: HiddenByKind) -> bool:
        of = Seen(
            visible_share=share,
            side_angle_deg=0.0,
            nearest_m=5.0,
            hidden_by=(HiddenBy(id="it", kind=kind, section=None, share=1 - share),),
        )
        return quality(of).sightline.restriction is not None

    assert [restricted(share, "people") for share in (0.59, 0.6, 0.84)] == [True, False, False]
    assert [restricted(share, "parapet") for share in (0.49, 0.84, 0.86)] == [True, True, False]


def test_people_beside_a_seat_are_in_the_picture_and_not_in_the_way() -> None:
    beside = HiddenBy(id="people", kind="people", section=None, share=0.0)
    told = quality(Seen(visible_share=1.0, side_angle_deg=0.0, nearest_m=5.0, hidden_by=(beside,)))
    assert told.sentences == ("The whole stage is in view", "People on the seats beside are in the picture")
    assert [body.id for body in told.sightline.obstructions] == ["people"]


def test_a_crowd_restricts_nobody_who_stands_in_it_and_its_best_and_worst_places_are_told() -> None:
    def told(kind: HiddenByKind) -> ViewQuality:
        hidden_by = (HiddenBy(id="it", kind=kind, section=None, share=0.6),)
        return quality(
            Seen(
                visible_share=0.4,
                side_angle_deg=0.0,
                nearest_m=5.0,
                hidden_by=hidden_by,
                share_range=(0.05, 0.97),
            )
        )

    crowd = told("people")
    assert crowd.sentences == (
        "About 40% of the stage is in view",
        "5% to 97%, depending on the place in it",
        "In the way: people in front",
    )
    assert crowd.sightline.share_range == ShareRange(worst=0.05, best=0.97)
    assert crowd.sightline.restriction is None
    assert told("wall").sightline.restriction is not None


def test_what_hides_the_upper_part_of_the_set_is_said_after_what_is_in_the_way() -> None:
    above = HiddenBy(id="C.under", kind="overhang", section="C", share=0.4)
    part = FrameSeen(kind="set", visible_share=0.6, hidden_by=(above,))
    of = Seen(visible_share=1.0, side_angle_deg=0.0, nearest_m=5.0, frame=(part,))
    assert quality(of).sentences[:2] == (
        "The whole stage is in view",
        "Hides the upper part of the set: level above",
    )
    [told] = quality(of).sightline.frame
    assert (told.part, told.visible_share, [body.id for body in told.obstructions]) == (
        "set",
        0.6,
        ["C.under"],
    )
    assert quality(of).sightline.restriction is None
    little = replace(part, visible_share=0.96)
    assert "Hides" not in " ".join(quality(replace(of, frame=(little,))).sentences)
