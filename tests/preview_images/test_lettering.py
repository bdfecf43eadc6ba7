"""Text in pictures: letters with accents, long lines, and scripts that no typeface has."""

import pytest
from PIL import Image, ImageChops, ImageDraw

from seatpreview.preview_images import lettering
from seatpreview.preview_images.lettering import Text, draw_text, shortened, text_of, wrapped


def drawn(words: str, size: float = 40) -> Image.Image:
    picture = Image.new("RGB", (600, 100), "white")
    text = text_of(words)
    assert text is not None
    draw_text(ImageDraw.Draw(picture), 20, 70, text, size, (0, 0, 0))
    return picture


@pytest.mark.parametrize(
    "word", ["Münchner", "Öl", "Théâtre", "à", "garçon", "señor", "São", "Île", "Åre", "Škoda", "Győr", "Ząb"]
)
def test_letters_of_seven_languages_have_their_accents(word: str) -> None:
    """Pillow's typeface has none of them. They are drawn on the letter, and change no other pixel."""
    text = text_of(word)
    assert text is not None
    assert text.typeface is None
    assert text.accents
    plain = Image.new("RGB", (600, 100), "white")
    draw_text(ImageDraw.Draw(plain), 20, 70, Text(text.letters, (), None), 40, (0, 0, 0))
    added = ImageChops.difference(plain, drawn(word)).getbbox()
    assert added is not None
    assert added[2] - added[0] <= text.width(40) + 8


def test_what_has_no_accent_is_spelt_out() -> None:
    texts = [text_of(words) for words in ("Straße", "Ærø", "Łódź", "œuvre", "A\u00a0\u2013\u00a0B")]
    assert [text and text.letters for text in texts] == ["Strasse", "AEro", "Lodz", "oeuvre", "A - B"]


def test_a_script_that_no_typeface_has_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lettering, "_OTHER_SCRIPTS", ("no-such-typeface.ttf",))
    assert text_of("東京ドーム") is None
    assert wrapped("東京 ドーム", 20, 200, 2) == []
    assert text_of("") is None


def test_a_line_that_is_too_long_ends_in_an_ellipsis() -> None:
    text = text_of("Größtes Opernhaus an der Straße")
    assert text is not None
    short = shortened(text, 30, 200)
    assert short.width(30) <= 200
    assert short.letters.endswith("…")
    assert all(index < len(short.letters) - 1 for index, _ in short.accents)
    assert shortened(text, 30, 2000) is text


def test_lines_are_broken_at_spaces_but_a_row_stays_with_its_number() -> None:
    lines = wrapped("Section\u00a0107, row\u00a0K, seat\u00a09", 30, 190, 4)
    assert [line.letters for line in lines] == ["Section 107,", "row K, seat 9"]
    only = wrapped("Section\u00a0107, row\u00a0K, seat\u00a09", 30, 190, 1)
    assert len(only) == 1
    assert only[0].letters.endswith("…")
