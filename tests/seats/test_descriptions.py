"""Descriptions of previews: all facts that are known, no others, in the requested language."""

import re
import tomllib
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from seatpreview.labels.model import place_of
from seatpreview.layouts.compiled import SeatKind
from seatpreview.layouts.model import SEAT_PROPERTIES, Assumption
from seatpreview.seats.camera import Camera
from seatpreview.seats.descriptions import LANGUAGES, DescribedView, describe
from seatpreview.seats.phrases import PHRASES
from seatpreview.seats.provenance_model import Source
from seatpreview.seats.sightline import UNKNOWN
from seatpreview.seats.sightline_model import Sightline
from seatpreview.values.locales import Units

WHOLE = DescribedView(
    place=place_of("104", "C", "7"),
    section_name="104",
    level_name="Lower Bowl",
    focus_name="Stage",
    configuration_name="Concert",
    sightline=Sightline(
        distance_m=31.4,
        elevation_m=2.0,
        c_value_mm=95,
        obstructions=(),
        nearest_m=21.0,
        visible_share=0.62,
        looked_at="stage",
        eyes_above_m=3.2,
    ),
    quality=("About 62% of the stage is in view", "In the way: Delay tower and pillar"),
    source="panorama",
    camera=Camera(place_of("104", "A", "9"), is_exact=True, distance_m=4.04),
    camera_section="104",
)
FOCUS_ONLY = replace(WHOLE.sightline, looked_at=None, eyes_above_m=None, nearest_m=None)
BARE = DescribedView(place=place_of("104"), section_name="104", sightline=UNKNOWN, source="drawing")


def test_everything_that_is_known_is_said_in_english() -> None:
    assert describe(WHOLE, "en") == (
        "Section 104, Lower Bowl, row C, seat 7. Set-up: Concert. "
        "Stage: 31.4 metres away, nearest edge 21 metres away, floor 3.2 metres below your eyes. "
        "About 62% of the stage is in view. In the way: Delay tower and pillar. "
        "The picture is a panorama from row A, 4 metres away."
    )


UNSEEN = replace(WHOLE, quality=())


def test_everything_that_is_known_is_said_in_german() -> None:
    assert describe(UNSEEN, "de") == (
        "Block 104, Lower Bowl, Reihe C, Platz 7. Aufbau: Concert. "
        "Stage: 31,4 Meter entfernt, nächster Rand 21 Meter entfernt, Bühnenboden 3,2 Meter unter Augenhöhe. "
        "Das Bild ist ein Panorama aus Reihe A, 4 Meter entfernt."
    )


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Section 104, row C, seats 6, 7 and 8. The view is from seat 7. There is no picture yet."),
        (
            "de",
            "Block 104, Reihe C, Plätze 6, 7 und 8. Die Ansicht ist die von Platz 7. Es gibt noch kein Bild.",
        ),
    ],
)
def test_the_description_of_several_seats_says_which_one_the_view_is_from(language: str, words: str) -> None:
    several = replace(BARE, place=place_of("104", "C", "7"), several_seats=("6", "7", "8"))
    assert describe(several, language).startswith(words)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_seat_without_a_row_has_no_word_for_rows(language: str) -> None:
    box = replace(BARE, place=place_of("A", None, "3"), section_name="Box A")
    phrases = PHRASES[language]
    row, seat = phrases.row.format(name="").strip(), phrases.named(phrases.seat, "3")
    assert describe(box, language).startswith(phrases.sentence(f"Box A{phrases.comma}{seat}"))
    several = replace(box, several_seats=("3", "4"))
    from_one = replace(BARE, place=place_of("A"), section_name="Box A", view_from=place_of("A", None, "3"))
    for described in (box, several, from_one):
        assert not re.search(rf"\b{row}\b|None", describe(described, language))


def test_what_is_not_known_is_not_mentioned() -> None:
    assert describe(BARE, "en") == "Section 104. There is no picture yet."
    assert describe(BARE, "de") == "Block 104. Es gibt noch kein Bild."


def test_a_drawing_is_called_one_and_speaks_of_no_picture() -> None:
    drawn = replace(WHOLE, source="drawing", camera=None)
    assert describe(drawn, "en").endswith("and pillar. The view is drawn from the seating plan.")
    assert describe(drawn, "nl").endswith("Het uitzicht is getekend aan de hand van de plattegrond.")


SAID = {
    "fr": (
        "Bloc 104, Lower Bowl, rang C, place 7. Configuration\u00a0: Concert. "
        "Stage\u00a0: à 31,4 mètres, bord le plus proche à 21 mètres, "
        "plancher 3,2 mètres plus bas que vos yeux. "
        "L\u2019image est un panorama de la vue depuis un autre endroit\u00a0: rang A, à 4 mètres."
    ),
    "es": (
        "Sector 104, Lower Bowl, fila C, asiento 7. Configuración: Concert. "
        "Stage: a 31,4 metros, borde más cercano a 21 metros, suelo 3,2 metros por debajo de tus ojos. "
        "La imagen es una panorámica de la vista desde otro lugar: fila A, a 4 metros."
    ),
    "it": (
        "Settore 104, Lower Bowl, fila C, posto 7. Allestimento: Concert. "
        "Stage: a 31,4 metri, bordo più vicino a 21 metri, pavimento 3,2 metri più in basso dei tuoi occhi. "
        "L\u2019immagine è una panoramica della vista da un altro punto: fila A, a 4 metri."
    ),
    "nl": (
        "Vak 104, Lower Bowl, rij C, stoel 7. Opstelling: Concert. "
        "Stage: op 31,4 meter afstand, dichtstbijzijnde rand op 21 meter, vloer 3,2 meter onder ooghoogte. "
        "De afbeelding is een panorama vanaf een andere plek: rij A, op 4 meter afstand."
    ),
    "pt": (
        "Setor 104, Lower Bowl, fila C, lugar 7. Configuração: Concert. "
        "Stage: a 31,4 metros, borda mais próxima a 21 metros, piso 3,2 metros abaixo dos seus olhos. "
        "A imagem é um panorama da vista de outro ponto: fila A, a 4 metros."
    ),
}
OTHERS = tomllib.loads((Path(__file__).parent / "said_in_languages.toml").read_text())
SAID |= {code: said["description"] for code, said in OTHERS.items()}


@pytest.mark.parametrize(
    ("sightline", "assumed", "words"),
    [
        (
            replace(WHOLE.sightline, looked_at="screen", eyes_above_m=-1.0),
            (),
            "nearest edge 21 metres away, lower edge 1 metre above your eyes.",
        ),
        (
            replace(WHOLE.sightline, looked_at="field", eyes_above_m=0.0),
            (),
            "nearest edge of the playing area 21 metres away, ground level with your eyes.",
        ),
        # Only the focus is known, and is spoken of by its own name.
        (FOCUS_ONLY, (), "Stage: 31.4 metres away, 2 metres below"),
        (WHOLE.sightline, ("heights",), "nearest edge 21 metres away. Heights are assumed."),
    ],
)
def test_heights_are_those_of_the_floor_and_only_told_where_they_are_known(
    sightline: Sightline, assumed: tuple[Assumption, ...], words: str
) -> None:
    said = describe(replace(UNSEEN, sightline=sightline, assumed=assumed), "en")
    assert words in said
    if assumed:
        assert "your eyes" not in said


@pytest.mark.parametrize("language", sorted(SAID))
def test_everything_that_is_known_is_said_in(language: str) -> None:
    assert describe(UNSEEN, language) == SAID[language]


def test_of_a_baseball_field_it_is_said_that_foul_ground_does_not_count() -> None:
    field = replace(WHOLE.sightline, looked_at="field", eyes_above_m=2.0)
    said = describe(replace(UNSEEN, sightline=field, looked_at_word="fair_territory"), "en")
    assert "nearest edge of fair territory 21 metres away, ground 2 metres below your eyes." in said


@pytest.mark.parametrize(
    ("language", "distance_m", "words"),
    [
        ("en", 1.0, "1 metre away"),
        ("en", 1.5, "1.5 metres away"),
        ("fr", 1.5, "à 1,5 mètre,"),
        ("fr", 2.0, "à 2 mètres,"),
        ("pt", 0.5, "a 0,5 metro,"),
        ("es", 1.5, "a 1,5 metros,"),
        ("it", 1.0, "a 1 metro,"),
        ("nl", 2.0, "op 2 meter afstand"),
    ],
)
def test_units_take_the_plural_of_the_language(language: str, distance_m: float, words: str) -> None:
    seen = replace(WHOLE.sightline, distance_m=distance_m, nearest_m=None)
    assert words in describe(replace(WHOLE, sightline=seen), language)


@pytest.mark.parametrize(
    ("distance_m", "elevation_m", "words"),
    [
        (31.4, 2.0, "103 feet away, 6.6 feet below your eyes."),
        (3.04, -0.3048, "10 feet away, 1 foot above your eyes."),
        (0.9144, 0.0, "3 feet away, level with your eyes."),
        (100.0, 0.01, "328 feet away, level with your eyes."),
    ],
)
def test_feet_are_whole_from_ten_on(distance_m: float, elevation_m: float, words: str) -> None:
    seen = replace(FOCUS_ONLY, distance_m=distance_m, elevation_m=elevation_m)
    text = describe(replace(WHOLE, sightline=seen), "en", "feet")
    assert f"Stage: {words}" in text
    assert text.endswith("from row A, 13 feet away.")
    assert "metre" not in text


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
    sightline = replace(FOCUS_ONLY, elevation_m=elevation_m)
    assert f"31.4 metres away, {words}." in describe(replace(WHOLE, sightline=sightline), "en")


MEASURED = Camera(is_exact=True, distance_m=4.04)


@pytest.mark.parametrize(
    ("camera", "words"),
    [
        (Camera(place_of("104", "C", "7"), True, True, 0.2), "from this seat."),
        (Camera(place_of("104", "C", "7"), is_here=True), "from this seat."),
        (replace(MEASURED, place=place_of("104", "C", "15")), "from this row, 4 metres away."),
        (replace(MEASURED, place=place_of("104", "K", "7")), "from row K, 4 metres away."),
        (replace(MEASURED, place=place_of("C1", "AA", "2")), "from Club 1, row AA, 4 metres away."),
        (replace(MEASURED, place=place_of("C1")), "from Club 1, 4 metres away."),
        (MEASURED, "from another point in the venue, 4 metres away."),
        (Camera(place_of("104", "K"), distance_m=4.4), "from row K, about 4 metres away."),
        (Camera(place_of("104", "C"), distance_m=0.6), "from this row, about 1 metre away."),
        (Camera(place_of("104", "C"), distance_m=0.3), "from this row."),
        (Camera(place_of("104", "C")), "from this row."),
        (Camera(place_of("104")), "from this section."),
        (Camera(place_of("C1")), "from Club 1."),
        (Camera(), "of the venue."),
    ],
)
def test_a_picture_says_where_its_camera_stood_and_no_more_than_is_known(camera: Camera, words: str) -> None:
    name = "Club 1" if camera.place is not None and camera.place.section == "C1" else "104"
    described = replace(WHOLE, camera=camera, camera_section=name)
    assert describe(described, "en").endswith(f"The picture is a panorama {words}")


def test_a_seat_of_a_section_without_rows_is_named_by_its_number() -> None:
    camera = replace(MEASURED, place=place_of("A", None, "2"))
    box = replace(WHOLE, place=place_of("A", None, "3"), camera=camera)
    assert describe(box, "en").endswith("a panorama from seat 2, 4 metres away.")


@pytest.mark.parametrize(
    ("source", "words"), [("photo", "a photo"), ("panorama", "a panorama"), ("rendered", "a drawing")]
)
def test_the_picture_is_called_what_it_is(source: Source, words: str) -> None:
    assert f"The picture is {words} from row A" in describe(replace(WHOLE, source=source), "en")


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


def single_spaced(text: str) -> str:
    return " ".join(text.split())


names = st.just("") | st.text("abcÄß ", min_size=1, max_size=8).map(single_spaced)
metres = st.none() | st.floats(0, 300)
sightlines = st.just(UNKNOWN) | st.builds(
    Sightline,
    distance_m=st.floats(0, 300),
    elevation_m=st.floats(-50, 50),
    c_value_mm=st.none() | st.integers(-500, 500),
    obstructions=st.just(()),
    nearest_m=metres,
)
places = st.sampled_from(
    [place_of("104"), place_of("104", "C"), place_of("104", "C", "7"), place_of("9", "D")]
)


@given(
    st.builds(
        DescribedView,
        place=places,
        section_name=st.text("abc1 ", min_size=1, max_size=8).filter(
            lambda name: " ".join(name.split()) == name
        ),
        level_name=names,
        focus_name=names,
        configuration_name=names,
        sightline=sightlines,
        source=st.sampled_from(get_args(Source)),
        camera=st.none()
        | st.builds(
            Camera, st.none() | places, is_here=st.booleans(), is_exact=st.booleans(), distance_m=metres
        ),
        camera_section=names,
    ),
    st.sampled_from(sorted(LANGUAGES)),
    st.sampled_from(get_args(Units)),
)
def test_no_phrase_is_empty_or_broken(described: DescribedView, language: str, units: Units) -> None:
    text = describe(described, language, units)
    assert text.endswith(PHRASES[language].full_stop)
    text = text.replace("\u00a0:", ":")  # French has a space before a colon.
    assert not re.search(r"None|[{}]|\.\.|: *[.,]|, *[,.]|\s[.,:]|^[.,:\s]|\s\s", text), text
    numbers = re.findall(r"\d+[.,]\d+", text)
    assert all(PHRASES[language].decimal_mark in number for number in numbers)
    assert not re.search(r"\d[.,]\d\d|-\d", text)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_phrases_fill_in_what_the_english_ones_do(language: str) -> None:
    """A placeholder that a translator left out or misspelled would drop a fact, or fail."""

    def placeholders(code: str) -> dict[str, list[str]]:
        written = msgspec.to_builtins(PHRASES[code])
        texts = written | {
            f"{group} {name}": text
            for group in ("own", "in_view", "all_in_view", "out_of_view", "from_the_side", "from_behind")
            for name, text in written[group].items()
        }
        return {name: re.findall(r"{\w*}", text) for name, text in texts.items() if isinstance(text, str)}

    assert placeholders(language) == placeholders("en")
    phrases = PHRASES[language]
    signs = (phrases.comma, phrases.conjunction, phrases.gap, phrases.decimal_mark, phrases.ordinal_sign)
    texts = [text for text in _texts(msgspec.to_builtins(phrases)) if text not in signs]
    assert all(text == " ".join(text.split(" ")) and text.strip() == text and text for text in texts)


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for part in value.values() for text in _texts(part)]
    return [value] if isinstance(value, str) else []


KINDS = {
    "plain": SeatKind(),
    "box": SeatKind(("wheelchair", "aisle"), "gold"),
    "pillar": SeatKind(("restrictedView", "limitedLegroom"), None, "A pillar hides the left of the stage."),
    "unexplained": SeatKind(("restrictedView",), "gold"),
}


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("plain", ""),
        ("box", " Wheelchair space, aisle seat, category Gold Circle."),
        ("pillar", " Limited legroom, restricted view: A pillar hides the left of the stage."),
        ("unexplained", " Restricted view, category Gold Circle."),
    ],
)
def test_what_a_seat_has_is_said_after_its_name(kind: str, words: str) -> None:
    seat = replace(BARE, place=place_of("104", "C", "7"), kinds=(KINDS[kind],), category_names=CATEGORIES)
    assert describe(seat, "en") == f"Section 104, row C, seat 7.{words} There is no picture yet."


@pytest.mark.parametrize(
    ("language", "name", "words"),
    [
        ("en", "Category I", " Category I."),
        ("en", "Gold", " Category Gold."),
        ("de", "Preiskategorie 1", " Preiskategorie 1."),
        ("de", "Category I", " Category I."),
        ("es", "CATEGORÍA 1", " CATEGORÍA 1."),
        ("fr", "Catégorie Or", " Catégorie Or."),
        ("fr", "Or", " Catégorie Or."),
        ("it", "Categoria A", " Categoria A."),
        ("nl", "1e categorie", " 1e categorie."),
        ("pt", "Categoria Ouro", " Categoria Ouro."),
    ],
)
def test_a_category_that_is_called_one_is_not_called_so_twice(language: str, name: str, words: str) -> None:
    seat = replace(BARE, kinds=(SeatKind((), "gold"),), category_names={"gold": name})
    assert f"104.{words} " in describe(seat, language)


@pytest.mark.parametrize("above", [{"level_name": "Gold"}, {"section_name": "gold"}])
def test_a_category_of_the_name_of_the_level_or_the_section_is_not_said_again(above: dict[str, str]) -> None:
    seat = replace(BARE, kinds=(SeatKind(("aisle",), "g"),), category_names={"g": "Gold"}, **above)
    assert ". Aisle seat. There" in describe(seat, "en")


def test_each_of_several_seats_is_named_before_what_it_has() -> None:
    kinds = (KINDS["box"], KINDS["plain"], KINDS["pillar"])
    several = replace(
        BARE,
        place=place_of("104", "C", "7"),
        several_seats=("6", "7", "8"),
        kinds=kinds,
        category_names=CATEGORIES,
    )
    assert describe(several, "en") == (
        "Section 104, row C, seats 6, 7 and 8. Seat 6: wheelchair space, aisle seat, category Gold Circle. "
        "Seat 8: limited legroom, restricted view: A pillar hides the left of the stage. "
        "The view is from seat 7. There is no picture yet."
    )


def test_what_was_assumed_is_said() -> None:
    assert " Heights are assumed. Distances are assumed. " in describe(
        replace(WHOLE, assumed=("heights", "scale")), "en"
    )


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_property_and_every_assumption_has_words_of_its_own(language: str) -> None:
    seat = replace(
        WHOLE, kinds=(SeatKind(SEAT_PROPERTIES, "gold", "Note"),), assumed=get_args(Assumption), level_name=""
    )
    said = describe(seat, language)
    phrases = PHRASES[language]
    for words in (*phrases.properties.values(), *phrases.assumed.values()):
        assert words.casefold() in said.casefold()
    assert len({*phrases.properties.values(), *phrases.assumed.values()}) == 11


CATEGORIES = {"gold": "Gold Circle"}
