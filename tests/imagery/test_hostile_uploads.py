"""Attacks by uploads: files hidden in images, and images that cost far more to read than their size."""

import asyncio
import io
import zlib
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from PIL import Image

from cast import Cast
from imagery.hidden_bytes import (
    HIDING_PLACES,
    SECRET,
    jpeg_larger_than_it_says,
    jpeg_of_very_many_scans,
    png_of_texts_that_unpack,
    resized_jpeg,
)
from imagery.sample_pictures import photo
from imagery.uploads import put
from serving import BUSY_MACHINE_SECONDS

pytestmark = [pytest.mark.anyio, pytest.mark.any_engine, pytest.mark.long]

PNG = photo(format_="PNG")


async def served(cast: Cast, uploaded: httpx.Response) -> list[bytes]:
    """Returns the bytes of all that is served of an uploaded picture, without any key."""
    files = []
    for member in ("url", "previewUrl"):
        parts = urlsplit(uploaded.json()[member])
        answer = await cast.service.ask("GET", f"{cast.service.address}{parts.path}?{parts.query}")
        assert answer.status_code == 200, answer.text
        assert answer.headers["x-content-type-options"] == "nosniff"
        files.append(answer.content)
    return files


def unpacked(data: bytes) -> Iterator[bytes]:
    """Yields the bytes of a file, and those of each compressed stream in it that begins as zlib's do."""
    yield data
    for start in range(len(data) - 2):
        if data[start] == 0x78 and (data[start] * 256 + data[start + 1]) % 31 == 0:
            try:
                yield zlib.decompressobj().decompress(data[start:])
            except zlib.error:
                continue


@pytest.mark.parametrize("make", HIDING_PLACES, ids=lambda make: make.__name__)
async def test_only_the_pixels_of_an_upload_are_served(make: Callable[[], bytes], cast: Cast) -> None:
    """Attack: a tenant hides a file in a picture, where the pixels that people see do not have it.

    Must hold: pictures are encoded anew from their pixels, and nothing else of a file is stored. What is
    served is one picture of the same size, without a second one, and without the secret in any stream or
    palette of it. A refusal (400) is a fine answer.
    """
    uploaded = await put(cast, cast.owner, f"{cast.hall}/imagery/hidden", make())
    assert uploaded.status_code in (200, 400), uploaded.text
    if uploaded.status_code == 400:
        assert (await cast.owner.get(f"/manage/venues/{cast.hall}/imagery")).json()["data"] == []
        return
    for data in await served(cast, uploaded):
        for stream in unpacked(data):
            assert SECRET[8:-9] not in stream
        with Image.open(io.BytesIO(data)) as picture:
            assert getattr(picture, "n_frames", 1) == 1
            assert picture.size == (64, 48)
            palette = bytes(picture.getpalette() or ())
            assert SECRET[8:-9] not in palette


async def test_pixels_beyond_the_edge_of_a_jpeg_are_not_served(cast: Cast) -> None:
    """Attack: a tenant hides a picture in the blocks of a JPEG that are behind its right and lower edge: the
    header says 8 x 8 pixels, the coefficients are those of 16 x 16. Whoever knows changes the header back.

    Must hold: the picture is encoded anew from its pixels. With the header changed back, what is behind the
    edge is as white as the pixels before it.
    """
    uploaded = await put(cast, cast.owner, f"{cast.hall}/imagery/edge.jpg", jpeg_larger_than_it_says())
    assert uploaded.status_code in (200, 400), uploaded.text
    if uploaded.status_code == 400:
        return
    for data in await served(cast, uploaded):
        with Image.open(io.BytesIO(resized_jpeg(data, 16, 16))) as picture:
            picture.load()
            darkest, _ = picture.convert("L").getextrema()
        assert isinstance(darkest, int | float)
        assert darkest > 128, "the black that was hidden is served"


@pytest.mark.parametrize(
    "make",
    [
        lambda: jpeg_of_very_many_scans(3000),
        lambda: png_of_texts_that_unpack(100),
        lambda: PNG[:33] + b"\0\0\0\0IDAT5\xaf\x06\x1e" * 200_000 + PNG[33:],
    ],
    ids=["many scans", "texts that unpack", "empty parts"],
)
async def test_an_image_that_is_expensive_to_read_stops_nobody(make: Callable[[], bytes], cast: Cast) -> None:
    """Attack: a tenant uploads, several times at once, a JPEG of thousands of scans, a PNG of texts that
    unpack to hundreds of megabytes, or one of hundreds of thousands of empty parts.

    Must hold: each is answered, as a picture, as a fault of the file or as too much at once, and never as a
    failure of the service (500); and meanwhile another tenant's picture is taken.
    """
    venue = (await cast.stranger.post("/manage/venues", {"name": "Small"})).json()["venueId"]
    data = make()
    # Four of them wait for each other, and the service itself ends each after a while.
    attacks = [
        asyncio.create_task(put(cast, cast.owner, f"{cast.hall}/imagery/{number}.bin", data, timeout=None))
        for number in range(4)
    ]
    async with asyncio.timeout(BUSY_MACHINE_SECONDS):
        taken = await put(cast, cast.stranger, f"{venue}/imagery/good.png", PNG)
    assert taken.status_code == 200, taken.text
    for answer in await asyncio.gather(*attacks):
        assert answer.status_code in (200, 400, 413, 429, 503), answer.text
    assert (await cast.owner.get("/caller")).status_code == 200
