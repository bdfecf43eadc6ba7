"""Text in images: letters of European scripts, long lines, and scripts that no font has."""

import pytest

from seatpreview.preview_images import text_drawing
from seatpreview.preview_images.captions import caption_language
from seatpreview.preview_images.text_drawing import shortened, text_of, wrapped


@pytest.fixture
def _no_fonts_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_drawing, "_OTHER_SCRIPTS", ("no-such-font.ttf",))


@pytest.mark.usefixtures("_no_fonts_of_the_machine")
@pytest.mark.parametrize(
    "words",
    [
        "Münchner Straße, Théâtre garçon, señor São Île",
        "Åre Ærø Škoda Győr Ząb Łódź œuvre İzmir Țara",
        "„Foto“ \u2013 ¿qué? © 2026 · …",
        "Μέγαρο Μουσικής, θέση 12",
        "Большой театр, ряд 5, Ґалаґан Ўзбек Љубљана",
        "Đặng Thị Ngọc Hạnh",
        "Mu\u0308nchen",
    ],
)
@pytest.mark.parametrize("is_bold", [False, True])
def test_latin_greek_and_cyrillic_need_no_font_of_the_machine(words: str, is_bold: bool) -> None:
    assert text_of(words, is_bold=is_bold) is not None


@pytest.mark.usefixtures("_no_fonts_of_the_machine")
def test_what_the_font_lacks_is_spelt_out() -> None:
    text = text_of("GROẞ\u00a0\u2013 A\u2011B\u202fC")
    assert text is not None
    assert text.words == "GROSS \u2013 A-B C"


@pytest.mark.usefixtures("_no_fonts_of_the_machine")
def test_a_script_that_no_font_has_is_left_out() -> None:
    assert text_of("東京ドーム") is None
    assert wrapped("東京 ドーム", 20, 200, 2) == []
    assert text_of("") is None


def test_a_line_that_is_too_long_ends_in_an_ellipsis() -> None:
    text = text_of("Größtes Opernhaus an der Straße")
    assert text is not None
    short = shortened(text, 30, 200)
    assert short.width(30) <= 200
    assert short.words.endswith("…")
    assert shortened(text, 30, 2000) is text


def test_lines_are_broken_at_spaces_but_a_row_stays_with_its_number() -> None:
    lines = wrapped("Section\u00a0107, row\u00a0K, seat\u00a09", 30, 190, 4)
    assert [line.words for line in lines] == ["Section 107,", "row K, seat 9"]
    only = wrapped("Section\u00a0107, row\u00a0K, seat\u00a09", 30, 190, 1)
    assert len(only) == 1
    assert only[0].words.endswith("…")


def test_a_line_from_right_to_left_is_not_drawn_in_the_wrong_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the library that orders its letters, the line is left out, and captions are in English."""
    caption_language.cache_clear()
    monkeypatch.setattr(text_drawing, "_CAN_SHAPE", False)
    assert text_of("\u05e9\u05d5\u05e8\u05d4 5") is None
    assert text_of("Row 5") is not None
    assert [caption_language(language) for language in ("he", "ar", "el", "pt")] == ["en", "en", "el", "pt"]
    caption_language.cache_clear()


@pytest.mark.usefixtures("_no_fonts_of_the_machine")
def test_a_caption_is_in_english_where_no_font_has_its_script() -> None:
    caption_language.cache_clear()
    assert [caption_language(language) for language in ("ja", "zh", "ko", "ru", "tr")] == ["en"] * 3 + [
        "ru",
        "tr",
    ]
    caption_language.cache_clear()


def test_signs_that_isolate_a_name_need_no_glyph() -> None:
    assert text_of("Row \u2068K\u2069") is not None
