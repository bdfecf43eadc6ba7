"""Text in pictures: Pillow's own typeface, with the accents that it lacks, and typefaces of the machine for
other scripts."""

import unicodedata
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int] | tuple[int, int, int, int]

_OTHER_SCRIPTS = (
    "NotoSans-Regular.ttf",
    "DejaVuSans.ttf",
    "NotoSansCJK-Regular.ttc",
    "NotoSansArabic-Regular.ttf",
    "NotoSansHebrew-Regular.ttf",
    "Arial Unicode.ttf",
    "arial.ttf",
)
"""Typefaces that are looked for among those of the machine where Pillow's own lacks a letter."""

_SPELLINGS = str.maketrans(
    {
        "ß": "ss",
        "ẞ": "SS",
        "æ": "ae",
        "Æ": "AE",
        "œ": "oe",
        "Œ": "OE",
        "ø": "o",
        "Ø": "O",
        "ł": "l",
        "Ł": "L",
        "đ": "d",
        "Đ": "D",
        "ð": "d",
        "Ð": "D",
        "þ": "th",
        "Þ": "Th",
        "\u0131": "i",
        "\u201e": '"',
        "\u201a": "'",
        "\u2013": "-",
        "\u2014": "-",
        "\u2011": "-",
        "\u00bf": "",
        "\u00a1": "",
        "\u00a0": " ",
        "\u202f": " ",
    }
)
"""Letters without an accent that Pillow's typeface lacks, and how they are written instead."""

_ELLIPSIS = "…"
_SIZES_MAX = 64
_SAMPLES = 4
_BOLD_STROKE = 0.022
"""The typeface has one weight. A bold text is drawn with an outline of this part of its size."""


class Text(NamedTuple):
    """A line of text that can be drawn: its letters, and the accents on them."""

    letters: str
    accents: tuple[tuple[int, str], ...]
    """Combining characters with the index of the letter that each belongs to."""
    typeface: str | None
    """The file name of a typeface of the machine; None for Pillow's own."""

    def font(self, size: float) -> ImageFont.FreeTypeFont:
        """Returns the typeface of the line in this size."""
        return _font(self.typeface, max(1, round(size)))

    def width(self, size: float) -> float:
        """Returns how wide the line is in this size, in pixels."""
        return self.font(size).getlength(self.letters)


def text_of(words: str) -> Text | None:
    """Returns the line for some words; None where no typeface of this machine has all of its letters."""
    words = " ".join(unicodedata.normalize("NFC", words).split())
    own = _decomposed(words.translate(_SPELLINGS))
    if own is not None:
        return own if own.letters else None
    for typeface in _OTHER_SCRIPTS:
        if words and _has_all(typeface, words):
            return Text(words, (), typeface)
    return None


def shortened(text: Text, size: float, width_max: float) -> Text:
    """Returns the text, or as much of it as fits into the width, with an ellipsis."""
    if text.width(size) <= width_max:
        return text
    count = len(text.letters)
    while count > 1:
        count -= 1
        kept = tuple(accent for accent in text.accents if accent[0] < count)
        short = Text(text.letters[:count].rstrip(" ,") + _ELLIPSIS, kept, text.typeface)
        if short.width(size) <= width_max:
            return short
    return text


def wrapped(words: str, size: float, width_max: float, lines_max: int) -> list[Text]:
    """Returns the lines of a text that is broken at spaces, other than those without a break; the last
    of them is shortened if need be."""
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        text = text_of(longer)
        if lines and (text is None or text.width(size) <= width_max or len(lines) == lines_max):
            lines[-1] = longer
        else:
            lines.append(word)
    texts = [text for line in lines if (text := text_of(line)) is not None]
    return [shortened(text, size, width_max) for text in texts]


def draw_text(
    draw: ImageDraw.ImageDraw,
    x: float,
    baseline: float,
    text: Text,
    size: float,
    colour: Colour,
    *,
    is_bold: bool = False,
) -> None:
    """Draws a line of text from `x` on, standing on the baseline."""
    stroke = size * _BOLD_STROKE if is_bold else 0.0
    font = text.font(size)
    draw.text((x, baseline), text.letters, fill=colour, font=font, anchor="ls", stroke_width=stroke)
    if not text.accents:
        return
    # Accents are drawn larger and reduced, which smooths their edges.
    margin = round(size)
    area = (round(text.width(size)) + 2 * margin, round(2 * size) + margin)
    mask = Image.new("L", (area[0] * _SAMPLES, area[1] * _SAMPLES))
    large, pen = text.font(size * _SAMPLES), ImageDraw.Draw(mask)
    for index, accent in text.accents:
        start = (margin + font.getlength(text.letters[:index])) * _SAMPLES
        left, top, right, bottom = large.getbbox(text.letters[index], anchor="ls")
        floor = 2 * margin * _SAMPLES
        glyph = _Glyph(start + left, floor + top, start + right, floor + bottom, size * _SAMPLES)
        _draw_accent(pen, glyph, accent, is_bold)
    corner = (round(x) - margin, round(baseline) - 2 * margin)
    draw.bitmap(corner, mask.resize(area, Image.Resampling.LANCZOS), fill=colour)


class _Glyph(NamedTuple):
    """Where a letter stands, in pixels."""

    left: float
    top: float
    right: float
    bottom: float
    size: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


def _draw_accent(draw: ImageDraw.ImageDraw, glyph: _Glyph, accent: str, is_bold: bool) -> None:
    unit = glyph.size / 24
    pen = max(1.0, glyph.size / (11 if is_bold else 15))
    x, low, high = glyph.middle, glyph.top - 2.2 * unit, glyph.top - 6 * unit
    if accent in _DOTS:
        for offset in _DOTS[accent]:
            centre, radius = x + offset * unit, pen * 0.62
            y = low - radius
            draw.ellipse((centre - radius, y - radius, centre + radius, y + radius), fill=255)
    elif accent == "\u030a":
        draw.ellipse((x - 2.2 * unit, high, x + 2.2 * unit, high + 4.4 * unit), outline=255, width=round(pen))
    else:
        below = accent in _STROKES_BELOW
        strokes = _STROKES_BELOW[accent] if below else _STROKES[accent]
        start = glyph.bottom if below else low
        points = [(x + across * unit, start - up * unit) for across, up in strokes]
        draw.line(points, fill=255, width=max(1, round(pen)), joint="curve")


_DOTS = {"\u0308": (-2.7, 2.7), "\u0307": (0.0,)}
"""Accents of dots, and how far these are from the letter's middle, in parts of 1/24 of the size."""

_STROKES: dict[str, tuple[tuple[float, float], ...]] = {
    "\u0300": ((-2.6, 3.6), (0.8, 0.4)),
    "\u0301": ((2.6, 3.6), (-0.8, 0.4)),
    "\u0302": ((-2.8, 0.4), (0, 3.4), (2.8, 0.4)),
    "\u0303": ((-3.2, 0.8), (-1.6, 2.4), (1.4, 0.9), (3.2, 2.6)),
    "\u0304": ((-2.8, 1.6), (2.8, 1.6)),
    "\u0306": ((-2.8, 3.2), (-1.2, 1), (1.2, 1), (2.8, 3.2)),
    "\u030b": ((-1.6, 0.4), (-0.2, 3.4), (0.9, 0.4), (2.3, 3.4)),
    "\u030c": ((-2.8, 3.4), (0, 0.4), (2.8, 3.4)),
}
_STROKES_BELOW: dict[str, tuple[tuple[float, float], ...]] = {
    "\u0327": ((0.2, 0.4), (0.8, -1.6), (1.4, -3), (-1.6, -4)),
    "\u0328": ((1.2, 0.4), (0.4, -1.8), (1, -3.4), (3, -3.6)),
}
"""Accents of a line: its points, to the right and up, in parts of 1/24 of the size."""

_ACCENTS = _DOTS.keys() | _STROKES.keys() | _STROKES_BELOW.keys() | {"\u030a"}


def _decomposed(words: str) -> Text | None:
    """Returns the words in Pillow's own typeface; None where it lacks a letter or an accent."""
    letters: list[str] = []
    accents: list[tuple[int, str]] = []
    for character in words:
        if _has_own(character):
            letters.append(character)
            continue
        base, *marks = list(unicodedata.normalize("NFD", character))
        if not marks or not _has_own(base) or not _ACCENTS.issuperset(marks):
            return None
        accents += ((len(letters), mark) for mark in marks)
        letters.append(base)
    return Text("".join(letters), tuple(accents), None)


@lru_cache(maxsize=_SIZES_MAX)
def _font(typeface: str | None, size: int) -> ImageFont.FreeTypeFont:
    if typeface is not None:
        return ImageFont.truetype(typeface, size)
    own = ImageFont.load_default(size)
    if not isinstance(own, ImageFont.FreeTypeFont):
        raise TypeError("This Pillow was built without FreeType, which draws the text of pictures.")
    return own


@lru_cache(maxsize=2000)
def _has_own(character: str) -> bool:
    return character == " " or _glyph_of(_font(None, 24), character) != _glyph_of(_font(None, 24), "\uffff")


@lru_cache(maxsize=100)
def _has_all(typeface: str, words: str) -> bool:
    try:
        font = _font(typeface, 24)
    except OSError:
        return False
    missing = _glyph_of(font, "\uffff")
    return all(character == " " or _glyph_of(font, character) != missing for character in words)


def _glyph_of(font: ImageFont.FreeTypeFont, character: str) -> tuple[object, bytes]:
    mask = font.getmask(character)
    return mask.size, bytes(mask)
