"""Creates venues and uploads their images, for the data of the benchmark."""

import asyncio
import io
from datetime import UTC, datetime
from pathlib import Path

from fastapi import APIRouter, Request
from PIL import Image
from sqlalchemy import bindparam, delete, insert, update

from benchmarks.peer import audit_log
from benchmarks.peer.dependencies import AllowedCaller, Reading, UsedParts
from benchmarks.peer.ids import new_id
from benchmarks.peer.problems import Problem
from benchmarks.peer.tables import images, venues
from benchmarks.peer.venue_models import CreatedVenue, CreateVenue, UploadedImage

router = APIRouter(prefix="/manage/venues")

_INSERT = insert(venues)
_DELETE_IMAGE = delete(images).where(
    images.c.venue_id == bindparam("of_venue"), images.c.name == bindparam("of_name")
)
_INSERT_IMAGE = insert(images)
_NEW_IMAGERY = (
    update(venues)
    .where(venues.c.venue_id == bindparam("of_venue"))
    .values(imagery_version=venues.c.imagery_version + 1)
)


@router.post("", status_code=201)
async def create_venue(caller: AllowedCaller, parts: UsedParts, body: CreateVenue) -> CreatedVenue:
    """Creates a venue from its record."""
    caller.check_is_admin()
    at, venue_id = datetime.now(UTC), new_id("ven_")
    values = {
        "venue_id": venue_id,
        "tenant_id": body.tenant_id,
        "name": body.name,
        "record": body.model_dump(by_alias=True, exclude_unset=True, exclude={"tenant_id"}),
        "imagery_version": 0,
        "created_at": at,
        "updated_at": at,
        "version": 1,
    }
    async with parts.database.transaction() as connection:
        await connection.execute(_INSERT, values)
        await audit_log.write(connection, caller, at, "created", "venue", venue_id, body.tenant_id)
    return CreatedVenue(venue_id=venue_id)


@router.put("/{venue_id}/imagery/{name}", status_code=201)
async def put_image(
    caller: AllowedCaller,
    connection: Reading,
    parts: UsedParts,
    request: Request,
    venue_id: str,
    name: str,
) -> UploadedImage:
    """Stores an image with a small copy of it."""
    venue = await parts.venues.get(connection, caller.tenant_id, venue_id)
    image_id, at = new_id("img_"), datetime.now(UTC)
    folder = parts.settings.images / venue_id / image_id
    size = await asyncio.to_thread(_store, folder, await request.body())
    row = {"venue_id": venue_id, "name": name, "image_id": image_id, "width": size[0], "height": size[1]}
    async with parts.database.transaction() as connection_to_write:
        await connection_to_write.execute(_DELETE_IMAGE, {"of_venue": venue_id, "of_name": name})
        await connection_to_write.execute(_INSERT_IMAGE, row)
        await connection_to_write.execute(_NEW_IMAGERY, {"of_venue": venue_id})
        await audit_log.write(
            connection_to_write, caller, at, "uploaded", "imagery", venue_id, venue.tenant_id, [name]
        )
    return UploadedImage(name=name, width=size[0], height=size[1])


def _store(folder: Path, content: bytes) -> tuple[int, int]:
    try:
        picture = Image.open(io.BytesIO(content)).convert("RGB")
    except (OSError, Image.DecompressionBombError) as error:
        raise Problem(400, "This is not an image.") from error
    folder.mkdir(parents=True)
    (folder / "full.jpg").write_bytes(content)
    width, height = picture.size
    picture.thumbnail((768, 768), Image.Resampling.LANCZOS)
    picture.save(folder / "preview.jpg", "JPEG", quality=60, optimize=True)
    return width, height
