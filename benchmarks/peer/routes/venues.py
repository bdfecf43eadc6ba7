"""Venues: create, read and list them, and upload their images."""

import asyncio
import io
from datetime import UTC, datetime
from pathlib import Path

from fastapi import APIRouter, Request, Response
from PIL import Image
from sqlalchemy import bindparam, delete, insert, select, update

from benchmarks.peer import audit_log
from benchmarks.peer.cursors import Limit
from benchmarks.peer.dependencies import AllowedCaller, Reading, UsedParts
from benchmarks.peer.ids import new_id
from benchmarks.peer.layouts import compile_layout
from benchmarks.peer.problems import Problem
from benchmarks.peer.tables import images, venues
from benchmarks.peer.venue_models import (
    CreateVenue,
    ListedVenue,
    UploadedImage,
    Venue,
    VenueList,
    VenueRecord,
)

router = APIRouter(prefix="/manage/venues")

_INSERT = insert(venues)
_BY_ID = select(venues).where(venues.c.venue_id == bindparam("venue_id"))
_NEWEST = (
    select(*(venues.c[name] for name in ListedVenue.model_fields))
    .where(venues.c.tenant_id == bindparam("tenant_id"))
    .order_by(venues.c.created_at.desc(), venues.c.venue_id.desc())
    .limit(bindparam("count"))
)
_DELETE_IMAGE = delete(images).where(
    images.c.venue_id == bindparam("of_venue"), images.c.name == bindparam("of_name")
)
_INSERT_IMAGE = insert(images)
_NEW_IMAGERY = (
    update(venues)
    .where(venues.c.venue_id == bindparam("of_venue"))
    .values(imagery_version=venues.c.imagery_version + 1)
)
_DEFAULTS = ("timezone", "aliases", "imagery_sets", "ads", "viewer_defaults", "image_links", "translations")


@router.post("", status_code=201)
async def create_venue(caller: AllowedCaller, parts: UsedParts, body: CreateVenue) -> Venue:
    """Creates a venue from its record."""
    if caller.scope != "admin" and body.tenant_id != caller.tenant_id:
        raise Problem(403, "A venue belongs to the tenant of the key.")
    at, venue_id = datetime.now(UTC), new_id("ven_")
    sent = body.model_dump(by_alias=True, exclude_unset=True, exclude={"tenant_id"})
    defaults = VenueRecord.model_validate({"name": "", "rules": {"layout": {"sections": []}}})
    record = defaults.model_dump(by_alias=True, include=set(_DEFAULTS)) | sent
    values = {
        "venue_id": venue_id,
        "tenant_id": body.tenant_id,
        "name": body.name,
        "record": record,
        "seat_count": compile_layout(body).seat_count,
        "imagery_version": 0,
        "created_at": at,
        "updated_at": at,
        "version": 1,
    }
    async with parts.database.transaction() as connection:
        await connection.execute(_INSERT, values)
        await audit_log.write(connection, caller, at, "created", "venue", venue_id, body.tenant_id)
    return Venue.model_validate({**record, **values})


@router.get("")
async def list_venues(caller: AllowedCaller, connection: Reading, limit: Limit = 50) -> VenueList:
    """Lists the newest venues of the caller's tenant."""
    values = {"tenant_id": caller.tenant_id, "count": limit}
    rows = (await connection.execute(_NEWEST, values)).mappings().all()
    return VenueList(
        data=[ListedVenue.model_validate(dict(row)) for row in rows],
        next_cursor=None,
    )


@router.get("/{venue_id}")
async def get_venue(caller: AllowedCaller, connection: Reading, response: Response, venue_id: str) -> Venue:
    """Reads a venue with its whole record."""
    row = (await connection.execute(_BY_ID, {"venue_id": venue_id})).mappings().first()
    if row is None or (caller.scope != "admin" and row["tenant_id"] != caller.tenant_id):
        raise Problem(404, "There is no such venue.")
    response.headers["ETag"] = f'"{row["version"]}"'
    return Venue.model_validate({**row["record"], **row})


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
        raise Problem(400, "This is not a picture.") from error
    folder.mkdir(parents=True)
    (folder / "full.jpg").write_bytes(content)
    width, height = picture.size
    picture.thumbnail((768, 768), Image.Resampling.LANCZOS)
    picture.save(folder / "preview.jpg", "JPEG", quality=60, optimize=True)
    return width, height
