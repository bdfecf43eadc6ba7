"""Locales: tags in their usual spelling, languages by falling back, and units by region."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.seats.phrases import PHRASES
from seatpreview.seats.spoken_language import SpokenLanguage, spoken_language
from seatpreview.values.locales import Locale, parts_of


@pytest.mark.parametrize(
    ("written", "usual"),
    [
        ("de", "de"),
        ("EN-us", "en-US"),
        ("zh-hant-tw", "zh-Hant-TW"),
        ("de-CH-1996", "de-CH-1996"),
        ("fil", "fil"),
    ],
)
def test_a_tag_is_spelled_as_usual(written: str, usual: str) -> None:
    assert Locale.parse(written) == usual


@pytest.mark.parametrize(
    "written", ["", "d", "en_US", "german", "en-", "-en", "en-US\n", "e1", "de-" + "a-" * 20 + "b"]
)
def test_what_is_no_tag_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="language tag"):
        Locale.parse(written)


@pytest.mark.parametrize(
    ("tag", "units"),
    [
        ("en-US", "feet"),
        ("es-US", "feet"),
        ("my-MM", "feet"),
        ("en-LR", "feet"),
        ("en-US-u-hc-h12", "feet"),
        ("en", "metres"),
        ("en-GB", "metres"),
        ("de-DE-u-us", "metres"),
    ],
)
def test_regions_that_measure_in_feet_get_feet(tag: str, units: str) -> None:
    assert parts_of(Locale.parse(tag)).units == units


def test_names_are_looked_up_from_the_whole_tag_to_the_language() -> None:
    assert parts_of("zh-Hant-TW").names == ("zh-Hant-TW", "zh-Hant", "zh")


@pytest.mark.parametrize(
    ("asked", "own", "spoken"),
    [
        (None, None, SpokenLanguage("en", "", "metres")),
        (None, "en-US", SpokenLanguage("en", "", "feet")),
        ("fr-CA", "en-US", SpokenLanguage("fr", "", "metres")),
        ("lt", "de-AT", SpokenLanguage("de", "de", "metres")),
        ("lt-US", None, SpokenLanguage("en", "", "feet")),
        ("pt-BR", None, SpokenLanguage("pt", "pt-BR", "metres")),
        ("pt-PT", None, SpokenLanguage("pt", "pt", "metres")),
        ("fi", "de", SpokenLanguage("de", "fi", "metres")),
        ("nb-NO", "de", SpokenLanguage("no", "", "metres")),
        ("nn", "de", SpokenLanguage("no", "", "metres")),
        ("iw", None, SpokenLanguage("he", "", "metres")),
        ("zh-Hant-TW", "de", SpokenLanguage("zh", "", "metres")),
    ],
)
def test_texts_fall_back_to_the_venues_language_and_then_to_english(
    asked: str | None, own: str | None, spoken: SpokenLanguage
) -> None:
    assert spoken_language(asked, own, frozenset(("de", "pt", "pt-BR", "fi"))) == spoken


@given(
    st.from_regex(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}", fullmatch=True).filter(lambda tag: len(tag) <= 35)
)
def test_every_tag_comes_to_one_of_a_few_languages(tag: str) -> None:
    spoken = spoken_language(Locale.parse(tag), None, frozenset(("de",)))
    assert spoken.texts in PHRASES
    assert spoken.names in ("", "de")
    assert Locale.parse(Locale.parse(tag)) == Locale.parse(tag)
