"""Draws lines of text into images: in Open Sans (Latin, Greek, Cyrillic), and in fonts of the machine for
other scripts."""

import unicodedata
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from PIL import ImageDraw, ImageFont, features

Colour = tuple[int, int, int] | tuple[int, int, int, int]

_REGULAR, _BOLD = (
    str(files("ttf_opensans") / "ttf" / f"OpenSans-{weight}.ttf") for weight in ("Regular", "SemiBold")
)

_OTHER_SCRIPTS = (
    "NotoSans-Regular.ttf",
    "DejaVuSans.ttf",
    "NotoSansCJK-Regular.ttc",
    "NotoSansArabic-Regular.ttf",
    "NotoSansHebrew-Regular.ttf",
    "Arial Unicode.ttf",
    "arial.ttf",
)
"""Fonts that Pillow looks for on the machine if Open Sans lacks a character."""

_SPELLINGS = str.maketrans({"ẞ": "SS", "\u2011": "-"})
"""Characters of European texts that Open Sans lacks, and how they are written instead."""

_CAN_SHAPE = bool(features.check("raqm"))
"""Whether Pillow finds libraqm and FriBiDi."""

_ELLIPSIS = "…"
_FONTS_MAX = 64


class Text(NamedTuple):
    """A line of text, with a font that has all of its characters."""

    words: str
    font_file: str

    def font(self, size: float) -> ImageFont.FreeTypeFont:
        """Returns the font of the line in this size."""
        return _font(self.font_file, max(1, round(size)))

    def width(self, size: float) -> float:
        """Returns the width of the line in this size, in pixels."""
        return self.font(size).getlength(self.words)


def text_of(words: str, *, is_bold: bool = False) -> Text | None:
    """Returns the line for some words; None if no font has all of their characters, or if Pillow lacks the
    library that orders and joins letters from right to left. Fonts of the machine have one weight: text in
    them is never bold."""
    words = " ".join(unicodedata.normalize("NFC", words).translate(_SPELLINGS).split())
    if not words or (_is_right_to_left(words) and not _CAN_SHAPE):
        return None
    fonts = (_BOLD if is_bold else _REGULAR, *_OTHER_SCRIPTS)
    return next((Text(words, font) for font in fonts if _has_all(font, words)), None)


def shortened(text: Text, size: float, width_max: float) -> Text:
    """Returns the text, or as much of it as fits into the width, with an ellipsis."""
    if text.width(size) <= width_max:
        return text
    for count in range(len(text.words) - 1, 0, -1):
        short = text._replace(words=text.words[:count].rstrip(" ,") + _ELLIPSIS)
        if short.width(size) <= width_max:
            return short
    return text


def wrapped(
    words: str, size: float, width_max: float, lines_max: int, *, is_bold: bool = False
) -> list[Text]:
    """Breaks a text into lines at its spaces, except at no-break spaces. The last line is shortened if the
    text needs more lines than there may be."""
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        text = text_of(longer, is_bold=is_bold)
        if lines and (text is None or text.width(size) <= width_max or len(lines) == lines_max):
            lines[-1] = longer
        else:
            lines.append(word)
    texts = [text for line in lines if (text := text_of(line, is_bold=is_bold)) is not None]
    return [shortened(text, size, width_max) for text in texts]


def draw_text(
    draw: ImageDraw.ImageDraw, x: float, baseline: float, text: Text, size: float, colour: Colour
) -> None:
    """Draws a line of text on the baseline, beginning at `x`."""
    direction = "rtl" if _is_right_to_left(text.words) else None
    draw.text((x, baseline), text.words, colour, text.font(size), anchor="ls", direction=direction)


def _is_right_to_left(words: str) -> bool:
    """Returns whether any letter is Hebrew or Arabic. Latin names within such a line keep their own order."""
    return any(unicodedata.bidirectional(character) in ("R", "AL") for character in words)


@lru_cache(maxsize=_FONTS_MAX)
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, size)


@lru_cache(maxsize=100)
def _has_all(font_file: str, words: str) -> bool:
    try:
        font = _font(font_file, 24)
    except OSError:
        return False
    missing = _glyph_of(font, "\uffff")
    return all(
        character == " "
        or unicodedata.category(character) == "Cf"  # Signs that isolate a name are not drawn.
        or _glyph_of(font, character) != missing
        for character in words
    )


def _glyph_of(font: ImageFont.FreeTypeFont, character: str) -> tuple[object, bytes]:
    mask = font.getmask(character)
    return mask.size, bytes(mask)
