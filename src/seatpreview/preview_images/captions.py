"""The caption of a preview image, and how it is painted: the place, the venue, and what the image shows. The
words are those of descriptions, in `languages/`. An image from another place never has the place as its
title."""

import io
from functools import lru_cache

import msgspec
from PIL import Image, ImageDraw

from seatpreview.preview_images.text_drawing import draw_text, shortened, text_of
from seatpreview.seats.descriptions import (
    DescribedView,
    describe_map,
    describe_picture,
    nearest_to,
    picture_title,
    place_parts,
)
from seatpreview.seats.phrases import PHRASES, MapKind
from seatpreview.values.locales import Units

_NO_BREAK = "\u00a0"
"""A space at which no line is broken."""
IMAGE_BYTES_MAX = 300_000
"""Mail programs and link previews leave out images that are much larger."""

_QUALITIES = (86, 78, 68, 55, 40)
"""Tried until the image is small enough. The last one is used in any case."""

_WHITE = (255, 255, 255)
_SOFT = (226, 230, 236)


class Caption(msgspec.Struct, frozen=True, array_like=True):
    """The lines of text in an image, from the largest to the smallest."""

    title: str
    """The section, row and seat by their names, if the image shows the view from there. Else what the image
    is, and from where."""
    subtitle: str
    """The venue, and its configuration where it has a name; under an image from another place, the place that
    it is shown for."""
    source: str
    """What the image is, where it was taken, and who took it; the venue where the lines above say that."""


@lru_cache(maxsize=len(PHRASES))
def caption_language(language: str) -> str:
    """Returns the language of captions: the one that is spoken, or English where this machine lacks the fonts
    or the library to draw it."""
    return "en" if text_of(PHRASES[language].drawn) is None else language


def caption_of_cutout(
    described: DescribedView, language: str, venue_name: str, attribution: str, units: Units = "metres"
) -> Caption:
    """Returns the caption of an image that is cut out of an uploaded one."""
    if described.camera is not None and not described.camera.is_here:
        return Caption(
            title=_capitalized(picture_title(described, language, units)),
            subtitle=nearest_to(described, language),
            source=_joined(venue_name, described.configuration_name, attribution),
        )
    sentence = describe_picture(described, language, units).removesuffix(PHRASES[language].full_stop)
    return _caption(described, language, venue_name, _joined(sentence, attribution))


def caption_of_map(described: DescribedView, language: str, venue_name: str, kind: MapKind) -> Caption:
    """Returns the caption of an image that is drawn from the layout."""
    return _caption(described, language, venue_name, describe_map(kind, language))


def _caption(described: DescribedView, language: str, venue_name: str, source: str) -> Caption:
    section, *row_and_seats = place_parts(described, language)
    # A row and a seat stay on one line with their numbers.
    place = PHRASES[language].comma.join(
        [section, *(part.replace(" ", _NO_BREAK, 1) for part in row_and_seats)]
    )
    return Caption(
        title=_capitalized(place),
        subtitle=_joined(venue_name, described.configuration_name),
        source=source,
    )


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def _joined(*texts: str) -> str:
    return " · ".join(stripped for text in texts if (stripped := text.strip()))


def scale_of(size: tuple[int, int]) -> float:
    """Returns the factor of text sizes, relative to an image of 1200 x 630 pixels."""
    return min(size[0] / 1200, size[1] / 630)


def paint_caption(image: Image.Image, caption: Caption) -> Image.Image:
    """Returns the image with its caption over the lower edge, which is darkened for it."""
    unit = scale_of(image.size)
    image = _darkened(image, round(215 * unit))
    draw = ImageDraw.Draw(image)
    margin, right = 44 * unit, image.width - 44 * unit
    baseline = image.height - 38 * unit
    source = text_of(caption.source)
    if source is not None:
        source = shortened(source, 23 * unit, right - margin)
        draw_text(draw, margin, baseline, source, 23 * unit, _SOFT)
        baseline -= 38 * unit
    subtitle = text_of(caption.subtitle)
    if subtitle is not None:
        subtitle = shortened(subtitle, 29 * unit, right - margin)
        draw_text(draw, margin, baseline, subtitle, 29 * unit, _WHITE)
        baseline -= 46 * unit
    title = text_of(caption.title, is_bold=True)
    if title is not None:
        size = 50 * unit
        while size > 30 * unit and title.width(size) > right - margin:
            size -= unit
        title = shortened(title, size, right - margin)
        draw_text(draw, margin, baseline, title, size, _WHITE)
    return image


def encode_jpeg(image: Image.Image) -> bytes:
    """Returns the image as a JPEG, with less quality if it would be too large otherwise."""
    data = b""
    for quality in _QUALITIES:
        file = io.BytesIO()
        image.save(file, "JPEG", quality=quality, optimize=True, progressive=True)
        data = file.getvalue()
        if len(data) <= IMAGE_BYTES_MAX:
            break
    return data


def _darkened(image: Image.Image, height: int) -> Image.Image:
    """Returns the image with a shade over its lower part, so that white text is readable on any image."""
    top = max(0, image.height - height - height // 2)
    depth = image.height - top
    column = Image.new("L", (1, depth))
    column.putdata([round(200 * min(1.0, (row / depth) ** 1.1 * 1.35)) for row in range(depth)])
    shade = Image.new("RGB", (image.width, depth), (8, 10, 14))
    image = image.copy()
    image.paste(shade, (0, top), column.resize((image.width, depth)))
    return image
