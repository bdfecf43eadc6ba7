"""Pictures that are uploaded for the cases of this folder: a small one and a large one."""

import io
import random
from dataclasses import dataclass
from typing import Any

from PIL import Image

from cast import Cast, bearer, create_cast
from serving import LiveService

LARGE_PIXELS = (1900, 1500)
"""As noise, that is a file of more than 8 MB: more than any buffer between the service and a client holds."""


@dataclass(frozen=True)
class Pictures:
    """Two uploaded pictures of one venue: what the uploads returned."""

    cast: Cast
    small: dict[str, Any]
    large: dict[str, Any]


async def upload_pictures(service: LiveService) -> Pictures:
    """Uploads a picture of a few kB and one of more than 8 MB."""
    cast = await create_cast(service)
    uploaded = {}
    for name, size in (("small.png", (64, 48)), ("large.png", LARGE_PIXELS)):
        response = await service.ask(
            "PUT",
            f"/manage/venues/{cast.hall}/imagery/{name}",
            (bearer(cast.owner.plaintext), ("content-type", "image/png")),
            content=noise(size),
        )
        assert response.status_code in (200, 201), response.text
        uploaded[name] = response.json()
    return Pictures(cast, uploaded["small.png"], uploaded["large.png"])


def noise(size: tuple[int, int]) -> bytes:
    """Returns a PNG that cannot be compressed."""
    pixels = random.Random(17).randbytes(size[0] * size[1] * 3)
    file = io.BytesIO()
    Image.frombytes("RGB", size, pixels).save(file, "PNG", compress_level=0)
    return file.getvalue()
