"""Paints captions into images, and encodes the images."""

import io

from PIL import Image, ImageDraw

from seatpreview.preview_images.captions import Caption
from seatpreview.preview_images.text_drawing import draw_text, shortened, text_of

IMAGE_BYTES_MAX = 300_000
"""Mail programs and link previews leave out images that are much larger."""

_QUALITIES = (86, 78, 68, 55, 40)
"""Tried until the image is small enough. The last one is used in any case."""

_WHITE = (255, 255, 255)
_SOFT = (226, 230, 236)


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
