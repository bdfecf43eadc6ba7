"""Colour profiles: the pixels come out right in sRGB, and nothing of a profile is stored."""

import io
import struct
import zlib
from typing import Any

import pytest
from PIL import Image, ImageCms

from imagery.colour_profiles import (
    ADOBE_RGB,
    DISPLAY_P3,
    MARK,
    SRGB,
    grey_profile,
    rgb_profile,
    srgb_of_p3,
)
from imagery.sample_pictures import FORMATS, decode, exif
from seatpreview.imagery.image_processing import ProcessedImage, read_image
from seatpreview.imagery.metadata import PROFILE_BYTES_MAX, ImageRefused

COLOURS = [(200, 60, 40), (40, 180, 60), (60, 80, 200), (128, 128, 128)]
"""Of a picture's quarters. The first three are so saturated that P3 and sRGB differ by many levels."""

CARRIERS = (b"ICC_PROFILE", b"iCCP", b"ICCP", b"prof", b"rICC", b"acsp", b"mluc")
"""How formats announce a profile, and what profiles hold."""


def quarters(mode: str = "RGB", size: int = 64) -> Image.Image:
    image = Image.new("RGB", (2 * size, size))
    for number, colour in enumerate(COLOURS):
        image.paste(colour, (number % 2 * size, number // 2 * size // 2, (number % 2 + 1) * size, size))
    return image.convert(mode)


def saved(image: Image.Image, format_: str, profile: bytes, **more: Any) -> bytes:
    lossless: dict[str, dict[str, Any]] = {
        "JPEG": {"quality": 98, "subsampling": 0},
        "WEBP": {"lossless": True},
        "AVIF": {"quality": 100},
    }
    file = io.BytesIO()
    image.save(file, format_, icc_profile=profile, **(lossless.get(format_, {}) | more))
    return file.getvalue()


def colours_of(data: bytes) -> list[tuple[int, ...]]:
    image = decode(data).convert("RGB")
    places = [(x, y) for y in (0.25, 0.75) for x in (0.25, 0.75)]
    return [image.getpixel((int(x * image.width), int(y * image.height))) for x, y in places]  # type: ignore[misc]  # colours are tuples


def assert_close(found: list[tuple[int, ...]], expected: list[tuple[int, ...]], levels: int) -> None:
    for got, wanted in zip(found, expected, strict=True):
        assert all(abs(a - b) <= levels for a, b in zip(got, wanted, strict=True)), (found, expected)


def assert_nothing_remains(picture: ProcessedImage, profile: bytes) -> None:
    marks = (
        MARK.encode(),
        MARK.encode("utf-16-be"),
        profile[:64],
        profile[-64:],
        zlib.compress(profile)[8:40],
    )
    for file in picture.files:
        assert "icc_profile" not in decode(file.data).info, file.name
        for mark in (*marks, *CARRIERS):
            assert mark not in file.data, (file.name, mark)


@pytest.mark.parametrize("orientation", [1, 3])
@pytest.mark.parametrize("format_", FORMATS)
def test_a_picture_in_display_p3_is_stored_in_srgb(format_: str, orientation: int) -> None:
    profile = rgb_profile(DISPLAY_P3)
    expected = [srgb_of_p3(colour) for colour in COLOURS]
    assert max(abs(a - b) for a, b in zip(expected[1], COLOURS[1], strict=True)) > 15, "the two differ"
    picture = read_image(saved(quarters(), format_, profile, exif=exif(orientation)))
    expected = expected if orientation == 1 else expected[::-1]
    full, preview = picture.files
    assert_close(colours_of(full.data), expected, 4)
    assert_close(colours_of(preview.data), expected, 8)
    assert_nothing_remains(picture, profile)


@pytest.mark.parametrize("format_", FORMATS)
def test_a_profile_of_srgb_is_dropped_whoever_made_it(format_: str) -> None:
    for profile in (rgb_profile(SRGB), ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()):
        data = saved(quarters(), format_, profile)
        picture = read_image(data)
        assert_nothing_remains(picture, profile)
        assert_close(colours_of(picture.files[0].data), list(COLOURS), 4)
        if format_ != "AVIF":  # Which is always encoded anew.
            assert decode(picture.files[0].data).tobytes() == decode(data).tobytes()


def test_other_profiles_of_cameras_are_converted_too() -> None:
    profile = rgb_profile(ADOBE_RGB)
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    expected = ImageCms.profileToProfile(quarters(), source, ImageCms.createProfile("sRGB"))
    assert expected is not None
    picture = read_image(saved(quarters(), "PNG", profile))
    assert decode(picture.files[0].data).tobytes() == expected.tobytes()
    assert_nothing_remains(picture, profile)


def test_a_name_proves_nothing() -> None:
    """Attack: a profile that calls itself sRGB, and is another."""
    profile = rgb_profile(DISPLAY_P3).replace(
        MARK.encode("utf-16-be"), "sRGB IEC61966-2.1 xxx".encode("utf-16-be")
    )
    picture = read_image(saved(quarters(), "PNG", profile))
    assert_close(colours_of(picture.files[0].data), [srgb_of_p3(colour) for colour in COLOURS], 2)


@pytest.mark.parametrize("format_", ["PNG", "WEBP", "AVIF"])
def test_transparency_stays(format_: str) -> None:
    image = quarters("RGBA")
    image.putalpha(Image.linear_gradient("L").resize(image.size))
    picture = read_image(saved(image, format_, rgb_profile(DISPLAY_P3)))
    kept = decode(picture.files[0].data)
    assert kept.mode == "RGBA"
    differences = zip(kept.getchannel("A").tobytes(), image.getchannel("A").tobytes(), strict=True)
    assert max(abs(a - b) for a, b in differences) <= (3 if format_ == "AVIF" else 0)


@pytest.mark.parametrize("mode", ["L", "LA", "I;16"])
def test_grey_pictures_are_converted(mode: str) -> None:
    grey = Image.new("L", (64, 64), 128)
    image = Image.new("I;16", (64, 64), 128 * 257) if mode == "I;16" else grey.convert(mode)
    profile = grey_profile(1.0)
    picture = read_image(saved(image, "PNG", profile))
    assert_close(colours_of(picture.files[0].data), [(188, 188, 188)] * 4, 2)
    assert_nothing_remains(picture, profile)


def test_a_palette_and_a_transparent_colour_are_converted() -> None:
    profile = rgb_profile(DISPLAY_P3)
    expected = [srgb_of_p3(colour) for colour in COLOURS]
    palette = quarters().quantize(16)
    picture = read_image(saved(palette, "PNG", profile))
    assert_close(colours_of(picture.files[0].data), expected, 3)
    keyed = read_image(saved(quarters(), "PNG", profile, transparency=COLOURS[0]))
    kept = decode(keyed.files[0].data)
    assert (kept.mode, kept.getpixel((10, 10))[3], kept.getpixel((100, 10))[3]) == ("RGBA", 0, 255)  # type: ignore[index]  # a colour


@pytest.mark.parametrize("format_", FORMATS)
def test_a_profile_that_cannot_be_read_is_dropped(format_: str) -> None:
    """Attack: something else that is stored as a profile, and handed out to everybody."""
    profile = MARK.encode() * 40
    picture = read_image(saved(quarters(), format_, profile))
    assert_nothing_remains(picture, profile)
    assert_close(colours_of(picture.files[0].data), list(COLOURS), 4)


def test_a_profile_of_another_kind_of_picture_is_dropped() -> None:
    for image, profile in ((quarters(), grey_profile(2.2)), (quarters("L"), rgb_profile(DISPLAY_P3))):
        data = saved(image, "PNG", profile)
        picture = read_image(data)
        assert decode(picture.files[0].data).tobytes() == image.tobytes()
        assert_nothing_remains(picture, profile)


def test_a_profile_in_several_parts_is_one() -> None:
    profile = rgb_profile(DISPLAY_P3) + b"\0" * 150_000
    profile = struct.pack(">I", len(profile)) + profile[4:]
    data = saved(quarters(), "JPEG", profile)
    assert data.count(b"ICC_PROFILE") == 3
    assert_close(colours_of(read_image(data).files[0].data), [srgb_of_p3(colour) for colour in COLOURS], 4)


@pytest.mark.parametrize("format_", ["JPEG", "PNG", "WEBP"])
def test_a_profile_that_is_too_large_is_refused(format_: str) -> None:
    """Attack: a small PNG whose profile takes gigabytes when it is unpacked."""
    with pytest.raises(ImageRefused, match="colour profile of more than 4,194,304 bytes"):
        read_image(saved(quarters(), format_, bytes(PROFILE_BYTES_MAX + 1)))


@pytest.mark.parametrize("name", [b"gAMA", b"cHRM", b"sRGB", b"cICP", b"sBIT"])
def test_a_chunk_about_colours_that_is_too_long_is_dropped(name: bytes) -> None:
    """Attack: hiding something in a chunk that decoders skip."""
    content = b"\0\0\0\1" + MARK.encode()
    chunk = struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    data = saved(quarters(), "PNG", b"")
    picture = read_image(data[:33] + chunk + data[33:])
    assert MARK.encode() not in picture.files[0].data
    assert picture.files[0].data == data


def test_no_tile_of_a_panorama_has_a_profile_and_all_are_in_srgb(small_panoramas: None) -> None:
    profile = rgb_profile(DISPLAY_P3)
    picture = read_image(saved(quarters(size=256), "JPEG", profile))
    assert picture.tiles is not None
    assert_nothing_remains(picture, profile)
    expected = [srgb_of_p3(colour) for colour in COLOURS]
    tiles = picture.files[2:]
    first, last = tiles[0], tiles[-1]
    assert_close(colours_of(first.data), [expected[0]] * 4, 6)
    assert_close(colours_of(last.data), [expected[3]] * 4, 6)
