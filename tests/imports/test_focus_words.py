"""Texts of plans that name a stage or a field are told from all others."""

import pytest

from seatpreview.imports.words.focus_words import (
    is_field_text,
    is_origin_in_stage,
    is_stage_text,
    readable_name,
)


@pytest.mark.parametrize(
    "text",
    [
        "STAGE",
        "S T A G E",
        "M A I N   S T A G E",
        "Main stage",
        "Stage 2",
        "stage / bühne",
        "Hauptbühne",
        "B Ü H N E",
        "ESCENARIO",
        "Scène",
        "SCENE",
        "Palco",
        "Palcoscenico",
        "Podium",
        "Pódium",
        "Сцена",
        "舞台",
        "ステージ",
        "무대",
        "Leinwand",
        "Écran 3",
        "Pantalla",
        "altar",
    ],
)
def test_a_text_names_a_stage(text: str) -> None:
    assert is_stage_text(text)
    assert not is_field_text(text)


@pytest.mark.parametrize(
    "text",
    ["FIELD", "F I E L D", "Pitch", "Center court", "Spielfeld", "Platz", "Terrain", "Cancha 1", "Manège"],
)
def test_a_text_names_a_field(text: str) -> None:
    assert is_field_text(text)
    assert not is_stage_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12",
        "Balcony",
        "Stage door",
        "Backstage",
        "Platz 7",
        "Palco 12",
        "Ring 2",
        "Podest 1",
        "Orchestra",
        "Courtside seats",
        "All seats have a good view of the stage",
        "stage " * 1000,
    ],
)
def test_other_texts_name_neither(text: str) -> None:
    assert not is_stage_text(text)
    assert not is_field_text(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("S T A G E", "Stage"),
        ("M A I N   S T A G E", "Main stage"),
        ("stage", "Stage"),
        ("BÜHNE", "Bühne"),
        ("Main Stage 2", "Main Stage 2"),
        ("TV", "TV"),
        ("Altar", "Altar"),
        ("", ""),
    ],
)
def test_the_name_of_the_focus_can_stand_in_a_sentence(text: str, name: str) -> None:
    assert readable_name(text) == name


@pytest.mark.parametrize(
    ("text", "is_in_stage"),
    [
        ("# Seat export. Origin: centre of stage. +Y upstage.", True),
        ("Nullpunkt ist die Bühnenmitte", True),
        ("Origine : milieu de la scène", True),
        ("Origen en el centro del escenario", True),
        ("Origin: corner of stage", False),
        ("Origin: centre line, 2 m in front of the stage", False),
        ("Original plan: centre stage", False),
        ("Origin: door. Stage in the middle.", False),
    ],
)
def test_a_note_puts_the_origin_into_the_stage(text: str, is_in_stage: bool) -> None:
    assert is_origin_in_stage(text) is is_in_stage
