"""Colour profiles: pictures are stored in sRGB, without the profile that they came with.

An embedded profile is a file of its own, which can hide anything, and which every viewer would have to parse.
A picture without a profile is sRGB to browsers.
"""

import io

from PIL import Image, ImageChops, ImageCms

SAME_LEVELS_MAX = 3
"""By how many of 255 levels a profile may differ from sRGB to be taken for it: makers round differently."""

_SRGB = ImageCms.createProfile("sRGB")


def to_srgb(image: Image.Image, profile: bytes) -> Image.Image | None:
    """Converts the picture to sRGB by the profile that came with it: in place where that is possible, so that
    memory holds two such pictures at most.

    Returns None if there is nothing to convert: without a profile, with that of sRGB, and with one that is
    broken or does not fit, which browsers ignore as well.
    """
    if not profile:
        return None
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        mode = _MODES.get(image.mode, image.mode)
        if _is_srgb(source, "L" if mode in ("L", "LA") else mode):
            return None
        return _convert(image, source)
    except (ImageCms.PyCMSError, OSError, ValueError):
        return None


_MODES = {"P": "RGB", "PA": "RGB", "RGBA": "RGB", "I;16": "L", "I": "L"}
"""The mode whose colours a profile describes, for modes that have others."""


def _is_srgb(source: ImageCms.ImageCmsProfile, mode: str) -> bool:
    """Compares what the profile does: its name and its bytes prove nothing."""
    if mode not in ("RGB", "L"):
        return False
    sample = _colours() if mode == "RGB" else Image.linear_gradient("L")
    converted = ImageCms.buildTransform(source, _SRGB, mode, "RGB").apply(sample)
    extremes = ImageChops.difference(converted, sample.convert("RGB")).getextrema()
    return all(largest <= SAME_LEVELS_MAX for _, largest in extremes)  # type: ignore[misc]  # of three bands


def _colours() -> Image.Image:
    """Returns a picture with colours from all of the cube."""
    levels = range(0, 256, 15)
    pixels = bytes(
        level for red in levels for green in levels for blue in levels for level in (red, green, blue)
    )
    return Image.frombytes("RGB", (len(levels), len(levels) ** 2), pixels)


def _convert(image: Image.Image, source: ImageCms.ImageCmsProfile) -> Image.Image:
    image = _without_palette(image)
    if image.mode in ("RGB", "RGBA"):
        # In place: a panorama takes half a gigabyte.
        ImageCms.buildTransform(source, _SRGB, image.mode, image.mode).apply_in_place(image)
        converted = image
    elif image.mode == "LA":
        grey, alpha = image.split()
        converted = ImageCms.buildTransform(source, _SRGB, "L", "RGB").apply(grey)
        converted.putalpha(alpha)
    else:
        converted = ImageCms.buildTransform(source, _SRGB, image.mode, "RGB").apply(image)
    converted.info = {}
    return converted


def _without_palette(image: Image.Image) -> Image.Image:
    """Returns the picture with a colour of eight bits and a transparency of its own for each pixel."""
    is_transparent = image.mode in ("PA", "RGBA", "LA") or "transparency" in image.info
    if image.mode in ("P", "PA"):
        return image.convert("RGBA" if is_transparent else "RGB")
    if image.mode.startswith("I"):
        return to_eight_bit(image)
    if is_transparent and image.mode in ("RGB", "L"):
        return image.convert(image.mode + "A")
    return image


def to_eight_bit(image: Image.Image) -> Image.Image:
    """Returns a grey picture of 16 bits with 8 of them, and any other as it is."""
    if image.mode.startswith("I"):
        return image.convert("I").point(lambda value: value / 256).convert("L")
    return image
