"""Processing of pictures: the type is detected from the content, and no metadata remain."""

import functools
import io
import struct
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, PngImagePlugin

from imagery.sample_pictures import (
    BLUE,
    EXTENSIONS,
    FORMATS,
    GREEN,
    GREY,
    RED,
    SECRET_PLACE,
    TYPES,
    colour_at,
    corners,
    decode,
    encode,
    exif,
    photo,
)
from seatpreview.imagery.image_processing import (
    PIXELS_MAX,
    ProcessedImage,
    Tiles,
    read_image,
    read_levels,
    smaller_levels,
    tile_grid,
)
from seatpreview.imagery.metadata import ImageRefused

XMP = b'<x:xmpmeta xmlns:x="adobe:ns:meta/">' + SECRET_PLACE + b"</x:xmpmeta>"


def talkative(format_: str, orientation: int = 1) -> bytes:
    """Returns a picture with a location in every kind of metadata that its format has."""
    options: dict[str, Any] = {"exif": exif(orientation), "xmp": XMP}
    if format_ == "JPEG":
        options["comment"] = SECRET_PLACE
    if format_ == "PNG":
        text = PngImagePlugin.PngInfo()
        text.add_text("Location", SECRET_PLACE.decode())
        text.add_text("Comment", SECRET_PLACE.decode(), zip=True)
        text.add_itxt("XML:com.adobe.xmp", XMP.decode())
        options = {"exif": exif(orientation), "pnginfo": text}
    return photo(format_=format_, **options)


def metadata_found(picture: ProcessedImage) -> list[str]:
    """Returns the metadata that Pillow still finds in the files."""
    found = []
    for file in picture.files:
        image = decode(file.data)
        found += [f"{file.name}: {tag}" for tag in image.getexif()]
        found += [f"{file.name}: {name}" for name in image.info.keys() - _HARMLESS]
    return found


_HARMLESS = {"jfif", "jfif_version", "jfif_unit", "jfif_density", "loop", "background"} | {
    *("timestamp", "duration", "gamma", "srgb", "chromaticity", "dpi", "adobe", "adobe_transform")
}


@pytest.mark.parametrize("format_", FORMATS)
def test_the_content_decides_the_type(format_: str) -> None:
    picture = read_image(photo(format_=format_))
    assert (picture.width, picture.height) == (64, 32)
    assert (picture.content_type, picture.extension) == (TYPES[format_], EXTENSIONS[format_])
    assert [file.name for file in picture.files] == [f"full.{EXTENSIONS[format_]}", "preview.jpg"]
    assert [file.content_type for file in picture.files] == [TYPES[format_], "image/jpeg"]
    for file in picture.files:
        image = decode(file.data)
        assert Image.MIME[image.format or ""] == file.content_type
        assert image.size == (64, 32)
        assert colour_at(image, 0.1, 0.1) == RED


@pytest.mark.parametrize("format_", FORMATS)
def test_metadata_that_tell_where_a_photo_was_taken_are_gone(format_: str) -> None:
    data = talkative(format_)
    assert SECRET_PLACE in data
    picture = read_image(data)
    assert metadata_found(picture) == []
    for file in picture.files:
        for talk in (SECRET_PLACE, b"Exif", b"EXIF", b"eXIf", b"xmpmeta", b"2026:11:15"):
            assert talk not in file.data, (file.name, talk)


@pytest.mark.parametrize(("format_", "options"), [("PNG", {}), ("WEBP", {"lossless": True})])
def test_a_lossless_photo_keeps_every_pixel_and_is_stored_alike_again(
    format_: str, options: dict[str, Any]
) -> None:
    data = photo(format_=format_, exif=exif(), **options)
    kept = read_image(data).files[0].data
    assert decode(kept).tobytes() == decode(data).tobytes()
    assert read_image(kept).files[0].data == kept


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize(
    ("orientation", "expected"),
    [
        (1, (RED, GREEN, BLUE, GREY)),
        (2, (GREEN, RED, GREY, BLUE)),
        (3, (GREY, BLUE, GREEN, RED)),
        (4, (BLUE, GREY, RED, GREEN)),
        (5, (RED, BLUE, GREEN, GREY)),
        (6, (BLUE, RED, GREY, GREEN)),
        (7, (GREY, GREEN, BLUE, RED)),
        (8, (GREEN, GREY, RED, BLUE)),
    ],
)
def test_a_photo_is_turned_as_its_camera_asks(
    format_: str, orientation: int, expected: tuple[tuple[int, int, int], ...]
) -> None:
    picture = read_image(talkative(format_, orientation))
    assert (picture.width, picture.height) == ((64, 32) if orientation < 5 else (32, 64))
    assert metadata_found(picture) == []
    for file in picture.files:
        image = decode(file.data)
        assert image.size == (picture.width, picture.height)
        found = [colour_at(image, x, y) for y in (0.2, 0.8) for x in (0.2, 0.8)]
        assert tuple(found) == expected, file.name


def test_a_profile_that_does_not_fit_is_passed_over() -> None:
    data = photo(format_="PNG", icc_profile=b"this is no profile" * 20)
    assert colour_at(decode(read_image(data).files[1].data), 0.1, 0.1) == RED


def test_a_second_picture_behind_the_first_is_dropped() -> None:
    """Attack: phones append another photo, with its own GPS data, behind the end of the first."""
    data = encode(
        corners(), "MPO", save_all=True, append_images=[corners(64, 32)], exif=exif(), comment=SECRET_PLACE
    ) + talkative("JPEG")
    [full, _] = read_image(data).files
    assert full.data.count(b"\xff\xd8\xff") == 1
    assert SECRET_PLACE not in full.data
    assert metadata_found(read_image(data)) == []


@pytest.mark.parametrize("format_", ["JPEG", "PNG", "WEBP"])
def test_what_follows_the_end_of_a_picture_is_dropped(format_: str) -> None:
    """Attack: a page or an archive appended to a picture, so that one file is both."""
    data = photo(format_=format_)
    appended = read_image(data + b"<script>alert(1)</script>PK\x03\x04")
    assert appended.files == read_image(data).files


def test_a_page_within_a_picture_is_dropped() -> None:
    """Attack: markup in a comment, an application segment or a chunk that no decoder looks at."""
    page = b"<html><script>alert(1)</script>"
    jpeg = photo()
    segments = b"".join(
        b"\xff" + bytes((marker,)) + struct.pack(">H", len(page) + 2) + page
        for marker in (*range(0xE0, 0xF0), 0xFE)
    )
    png = photo(format_="PNG")
    chunk = struct.pack(">I", len(page)) + b"prVt" + page + struct.pack(">I", zlib.crc32(b"prVt" + page))
    webp = photo(format_="WEBP", exif=b"Exif\0\0" + page)
    for data in (jpeg[:2] + segments + jpeg[2:], png[:33] + chunk + png[33:], webp):
        assert page in data
        for file in read_image(data).files:
            assert b"<" + b"html" not in file.data


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xd8\xff",
        b"<html><img src=x onerror=alert(1)></html>",
        b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        b"GIF89a" + photo(),
        b"%PDF-1.7\n" + photo(),
        b"\n" + photo(),
        b"\x89PNG\r\n\x1a\n",
        b"RIFF\x04\x00\x00\x00WEBP",
        b"\x00\x00\x00\x20ftypheic\x00\x00\x00\x00mif1heic" + bytes(200),
        b"\x00\x00\x00\x20ftypavif\x00\x00\x00\x00mif1avif" + bytes(200),
        encode(corners(), "GIF"),
        encode(corners(), "BMP"),
        encode(corners(), "TIFF"),
    ],
)
def test_anything_but_a_picture_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"^(is|has) "):
        read_image(data)


@pytest.mark.parametrize("format_", FORMATS)
@given(share=st.floats(0, 1, exclude_max=True))
def test_a_file_that_is_not_whole_is_refused(format_: str, share: float) -> None:
    data = _whole(format_)
    with pytest.raises(ValueError, match=r"^(is|has) "):
        read_image(data[: int(share * len(data))])


@pytest.mark.parametrize("format_", FORMATS)
@given(place=st.floats(0, 1, exclude_max=True), change=st.binary(min_size=1, max_size=20))
def test_whatever_is_in_a_file_it_is_refused_or_cleaned(format_: str, place: float, change: bytes) -> None:
    data = bytearray(_whole(format_))
    start = int(place * len(data))
    data[start : start + len(change)] = change
    try:
        picture = read_image(bytes(data))
    except ImageRefused:
        return
    assert metadata_found(picture) == []


@functools.cache
def _whole(format_: str) -> bytes:
    return talkative(format_)


def bomb(format_: str) -> bytes:
    """Returns a small file whose header declares far more pixels than it has."""
    data = bytearray(talkative(format_))
    if format_ == "JPEG":
        place = data.index(b"\xff\xc0") + 5
        data[place : place + 4] = struct.pack(">HH", 65_000, 65_000)
    elif format_ == "PNG":
        data[16:24] = struct.pack(">II", 100_000, 100_000)
        data[29:33] = struct.pack(">I", zlib.crc32(bytes(data[12:29])))
    elif format_ == "WEBP":
        data[24:30] = b"\xff\xff\xff" * 2
    else:
        place = data.index(b"ispe") + 8
        data[place : place + 8] = struct.pack(">II", 16_000, 16_000)
    return bytes(data)


@pytest.mark.parametrize("format_", FORMATS)
def test_a_bomb_is_refused_by_its_header(format_: str) -> None:
    """Attack: a small file that decodes to gigabytes."""
    with pytest.raises(ValueError, match=r"^has \d+ x \d+ pixels; at most 134,217,728 are accepted$"):
        read_image(bomb(format_))


@pytest.mark.parametrize("lossless", [True, False])
def test_a_bomb_in_the_plain_webp_header_is_refused(lossless: bool) -> None:
    data = bytearray(photo(format_="WEBP", lossless=lossless))
    if lossless:
        data[21:25] = struct.pack("<I", 0x3FFF | 0x3FFF << 14)
    else:
        data[26:30] = struct.pack("<HH", 0x3FFF, 0x3FFF)
    with pytest.raises(ValueError, match="pixels; at most 134,217,728 are accepted"):
        read_image(bytes(data))


def test_a_picture_of_endless_scans_is_refused() -> None:
    """Attack: a progressive JPEG whose thousands of scans each cost the decoder the whole picture."""
    data = encode(corners(), "JPEG", progressive=True)
    start, end = data.index(b"\xff\xda"), len(data) - 2
    scan = data[start : data.index(b"\xff\xc4", start)]
    with pytest.raises(ValueError, match="has more than 100 scans"):
        read_image(data[:end] + scan * 101 + data[end:])


def test_a_side_may_be_long_and_not_longer() -> None:
    assert read_image(photo(32_768, 1, "PNG")).width == 32_768
    with pytest.raises(ValueError, match="each side must have 1 to 32768"):
        read_image(photo(32_769, 1, "PNG"))
    with pytest.raises(ValueError, match="at most 52,428,800 are accepted"):
        read_image(photo() + bytes(50 << 20))
    assert PIXELS_MAX == 16_384 * 8_192
    assert read_image(photo(), pixels_max=64 * 32).width == 64
    with pytest.raises(ValueError, match="has 65 x 32 pixels; at most 2,048 are accepted"):
        read_image(photo(65, 32), pixels_max=64 * 32)


@pytest.mark.parametrize("format_", ["PNG", "WEBP", "AVIF"])
def test_a_picture_that_moves_is_refused(format_: str) -> None:
    frames = [corners().rotate(90), corners().rotate(180)]
    data = encode(corners(), format_, save_all=True, append_images=frames)
    with pytest.raises(ValueError, match="is animated; send a single image"):
        read_image(data)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_mode_of_png_has_a_preview(mode: str) -> None:
    image = Image.new(mode, (64, 32), 0x8000) if mode == "I;16" else corners().convert(mode)
    preview = decode(read_image(encode(image, "PNG")).files[1].data)
    assert (preview.mode, preview.size) == ("RGB", (64, 32))
    if mode == "I;16":
        assert colour_at(preview, 0.5, 0.5) == GREY


def test_what_is_transparent_is_white_in_the_preview() -> None:
    preview = decode(read_image(encode(Image.new("RGBA", (8, 8), (0, 0, 0, 0)), "PNG")).files[1].data)
    assert preview.getpixel((4, 4)) == (255, 255, 255)


def test_a_preview_in_print_colours_has_the_colours_of_a_screen() -> None:
    preview = decode(read_image(encode(corners().convert("CMYK"), "JPEG")).files[1].data)
    assert preview.mode == "RGB"
    assert colour_at(preview, 0.1, 0.1) == RED


@pytest.mark.parametrize(
    ("size", "expected"), [((2048, 1024), (1024, 512)), ((100, 3000), (34, 1024)), ((3000, 1), (1024, 1))]
)
def test_a_preview_is_small(size: tuple[int, int], expected: tuple[int, int]) -> None:
    preview = read_image(photo(*size)).files[1]
    assert decode(preview.data).size == expected
    noise = Image.effect_noise(size, 200)
    assert len(read_image(encode(noise, "JPEG")).files[1].data) <= 60_000


@given(st.integers(1, 16_384), st.integers(1, 16_384))
def test_only_a_large_panorama_has_tiles(width: int, height: int) -> None:
    assert (tile_grid(width, height) is not None) == (width == 2 * height and width >= 4096)


def test_the_tiles_of_a_panorama_and_of_its_levels_show_it_whole() -> None:
    picture = read_image(photo(4098, 2049))
    check_tiles(picture, Tiles(8, 4), 512)
    assert [level.width for level in picture.levels] == [2048, 4096]
    check_levels(picture, 512)


@pytest.mark.long
def test_the_tiles_of_a_large_panorama_show_it_whole() -> None:
    check_tiles(read_image(photo(8194, 4097)), Tiles(16, 8), 512)


@pytest.mark.parametrize("width", [512, 514])
def test_the_tiles_of_a_panorama_of_any_width_show_it_whole(width: int, small_panoramas: None) -> None:
    check_tiles(read_image(photo(width, width // 2)), Tiles(8, 4), 64)


def check_tiles(picture: ProcessedImage, tiles: Tiles, side: int) -> None:
    assert picture.tiles == tiles
    names = [f"tiles/{column}_{row}.jpg" for row in range(tiles.rows) for column in range(tiles.columns)]
    assert [file.name for file in picture.files[2:] if file.name.count("/") == 1] == names
    whole = Image.new("RGB", (tiles.columns * side, tiles.rows * side))
    for number, file in enumerate(picture.files[2 : 2 + len(names)]):
        tile = decode(file.data)
        assert tile.size == (side, side)
        whole.paste(tile, (number % tiles.columns * side, number // tiles.columns * side))
    found = [colour_at(whole, x, y) for y in (0.01, 0.99) for x in (0.01, 0.49, 0.51, 0.99)]
    assert found == [RED, RED, GREEN, GREEN, BLUE, BLUE, GREY, GREY]


@pytest.mark.parametrize(
    ("width", "levels"),
    [
        (2048, []),
        (4094, []),
        (4096, [(2048, 4, 2), (4096, 8, 4)]),
        (4098, [(2048, 4, 2), (4096, 8, 4)]),
        (8192, [(2048, 4, 2), (4096, 8, 4)]),
        (8194, [(2048, 4, 2), (4096, 8, 4), (8192, 8, 4)]),
        (16_384, [(2048, 4, 2), (4096, 8, 4), (8192, 8, 4)]),
    ],
)
def test_a_panorama_has_levels_below_its_full_size(width: int, levels: list[tuple[int, int, int]]) -> None:
    assert [*smaller_levels(width, width // 2)] == levels
    assert smaller_levels(width, width // 2 + 1) == ()


@given(st.integers(1, 16_384))
def test_the_number_of_tiles_of_a_picture_is_bounded(height: int) -> None:
    grid = tile_grid(2 * height, height)
    grids = [(level.columns, level.rows) for level in smaller_levels(2 * height, height)]
    grids += [] if grid is None else [(grid.columns, grid.rows)]
    assert sum(columns * rows for columns, rows in grids) <= 200


@pytest.mark.parametrize("mode", ["RGB", "P", "RGBA", "L"])
def test_the_tiles_of_a_level_show_a_panorama_of_any_mode_whole(mode: str, small_panoramas: None) -> None:
    picture = read_image(encode(corners(514, 257).convert(mode), "PNG"))
    assert [level.width for level in picture.levels] == [256, 512]
    check_levels(picture, 64, is_grey=mode == "L")


def check_levels(picture: ProcessedImage, side: int, is_grey: bool = False) -> None:
    files = {file.name: file for file in picture.files}
    for level in picture.levels:
        whole = Image.new("RGB", (level.width, level.width // 2))
        for row in range(level.rows):
            for column in range(level.columns):
                file = files.pop(level.tile_name(column, row))
                assert file.content_type == "image/webp"
                tile = decode(file.data)
                assert (tile.format, tile.size) == ("WEBP", (side, side))
                whole.paste(tile, (column * side, row * side))
        found = [colour_at(whole, x, y) for y in (0.01, 0.99) for x in (0.01, 0.49, 0.51, 0.99)]
        assert is_grey or found == [RED, RED, GREEN, GREEN, BLUE, BLUE, GREY, GREY]
    assert not any(name.count("/") == 2 for name in files)


def test_a_stored_picture_is_cut_into_the_levels_that_an_upload_has(small_panoramas: None) -> None:
    picture = read_image(photo(512, 256, "PNG"))
    levels = {file.name: file for file in picture.files if file.name.count("/") == 2}
    assert {file.name: file for file in read_levels(picture.files[0].data)} == levels
    assert len(levels) == 40


def test_the_name_of_a_format_in_a_file_is_no_proof() -> None:
    with pytest.raises(ValueError, match="is not a JPEG, PNG, WebP or AVIF image"):
        read_image(io.BytesIO(b"JFIF PNG WEBP avif").getvalue())
