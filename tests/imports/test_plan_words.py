"""Words of plans in all languages."""

import pytest

from seatpreview.imports.words.focus_words import is_stage_text
from seatpreview.imports.words.level_words import level_rank
from seatpreview.imports.words.plan_words import PlanWords, names_only, plan_words, side_of
from seatpreview.labels.text.languages import LANGUAGES
from seatpreview.languages.language_files import read_part

PLANS = read_part("plans", PlanWords)


def words(listed: str) -> list[str]:
    return [word.strip() for word in listed.replace("\n", "").split("|") if word.strip()]


def test_every_language_with_labels_has_words_of_plans() -> None:
    assert PLANS.keys() == LANGUAGES.keys()


@pytest.mark.parametrize("language", PLANS)
def test_stages_and_sums_are_recognised(language: str) -> None:
    for stage in words(PLANS[language].stages):
        assert is_stage_text(stage.upper()), stage
    for total in words(PLANS[language].totals):
        assert names_only(f"{total.capitalize()}: 190", "totals"), total


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_for_sides_are_those_of_labels(language: str) -> None:
    directions = LANGUAGES[language].directions
    for side, sign in (("left", -1), ("right", 1)):
        own = [word for word in directions[side].split() if not word[0].isdigit()]
        assert any(side_of(f"Block {word}") == sign for word in own), (language, side)


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("Parkett links", -1),
        ("Левая ложа", -1),
        ("右区", 1),
        ("前右区", 1),
        ("Platea sinistra", -1),
        ("Sol blok", -1),
        ("Left and right", 0),
        ("Balcony", 0),
        ("Box Stage Left", 0),
        ("Rang der Mitte", 0),
        ("", 0),
    ],
)
def test_a_name_states_a_side(name: str, side: int) -> None:
    assert side_of(name) == side


def test_levels_are_ordered_by_words_of_labels() -> None:
    ground = (("Партер", "Балкон"), ("1階", "2階"), ("Parkett", "2. Rang"), ("Platea", "Loggione"))
    for low, high in (*ground, ("Balkon I", "Balkon II")):
        assert (level_rank(low) or 0) < (level_rank(high) or 0), (low, high)


def test_a_name_is_not_a_sum() -> None:
    assert not any(names_only(text, "totals") for text in ("Total Arena", "Balcony", "", "12"))
    assert "summe" in plan_words("totals")
