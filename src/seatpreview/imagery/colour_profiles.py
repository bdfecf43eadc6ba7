"""Colour profiles: images are stored in sRGB, without their original profile.

An embedded profile is a file in its own right, which can hide anything, and which every viewer would have to
parse. Browsers take an image without a profile for sRGB.
"""

import io

from PIL import Image, ImageChops, ImageCms

SAME_LEVELS_MAX = 3
"""The largest difference, in levels of 255, at which a profile still counts as sRGB. Makers round
differently."""

_SRGB = ImageCms.createProfile("sRGB")


def to_srgb(image: Image.Image, profile: bytes) -> Image.Image | None:
    """Converts the image to sRGB by its embedded profile, in place if possible: memory then holds two such
    images at most.

    Returns None if there is nothing to convert: no profile, an sRGB profile, or one that is broken or does
    not fit, which browsers ignore too.
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
"""For modes with other colours, the mode whose colours a profile describes."""


def _is_srgb(source: ImageCms.ImageCmsProfile, mode: str) -> bool:
    """Compares the effect of the profile: its name and its bytes prove nothing."""
    if mode not in ("RGB", "L"):
        return False
    sample = _colours() if mode == "RGB" else Image.linear_gradient("L")
    converted = ImageCms.buildTransform(source, _SRGB, mode, "RGB").apply(sample)
    extremes = ImageChops.difference(converted, sample.convert("RGB")).getextrema()
    return all(largest <= SAME_LEVELS_MAX for _, largest in extremes)  # type: ignore[misc]  # of three bands


def _colours() -> Image.Image:
    """Returns an image with colours from the whole colour cube."""
    levels = range(0, 256, 15)
    pixels = bytes(
        level for red in levels for green in levels for blue in levels for level in (red, green, blue)
    )
    return Image.frombytes("RGB", (len(levels), len(levels) ** 2), pixels)


def _convert(image: Image.Image, source: ImageCms.ImageCmsProfile) -> Image.Image:
    image = _without_palette(image)
    if image.mode in ("RGB", "RGBA"):
        # In place, because a panorama takes half a gigabyte.
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
    """Returns the image without a palette: each pixel has its own eight-bit colour and transparency."""
    is_transparent = image.mode in ("PA", "RGBA", "LA") or "transparency" in image.info
    if image.mode in ("P", "PA"):
        return image.convert("RGBA" if is_transparent else "RGB")
    if image.mode.startswith("I"):
        return to_eight_bit(image)
    if is_transparent and image.mode in ("RGB", "L"):
        return image.convert(image.mode + "A")
    return image


def to_eight_bit(image: Image.Image) -> Image.Image:
    """Reduces a grey image of 16 bits to 8 bits. Returns any other unchanged."""
    if image.mode.startswith("I"):
        return image.convert("I").point(lambda value: value / 256).convert("L")
    return image
