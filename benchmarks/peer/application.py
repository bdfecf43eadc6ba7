"""The application: the six operations, and what creates their data."""

import asyncio
import hmac
import io
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from fastapi import FastAPI, Header, HTTPException, Query, Request, Response
from fastapi.responses import FileResponse
from PIL import Image
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel
from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from benchmarks.peer.access import (
    Caller,
    LocalLimiter,
    Reading,
    Resources,
    SignedIn,
    UsedResources,
    ValkeyLimiter,
    hash_of,
)
from benchmarks.peer.storage import Settings, audit, connect, events, keys, metadata, tenants, venues
from benchmarks.peer.views import Json, Venue, VenueCache, key_of, preview, signature

_KEY = select(keys.c.record).where(keys.c.key_id == bindparam("id"))
_UPDATE_KEY = update(keys).where(
    keys.c.key_id == bindparam("id"), keys.c.version == bindparam("read_version")
)
_UPDATE_VENUE = (
    update(venues).where(venues.c.venue_id == bindparam("id")).values(version=venues.c.version + 1)
)
_INSERT_AUDIT = insert(audit)
_INSERT_EVENTS: dict[str, Any] = {
    "sqlite": sqlite.insert(events).on_conflict_do_nothing().returning(events.c.event_id),
    "postgresql": postgresql.insert(events).on_conflict_do_nothing().returning(events.c.event_id),
}

_Label = Annotated[str, StringConstraints(max_length=200)]
_Labels = Annotated[list[_Label], Field(max_length=100)]
_Rate = Annotated[int, Field(ge=1, le=1_000_000)]
_EventKind = Literal[
    "session_started",
    "seat_viewed",
    "view_rotated",
    "fallback_shown",
    "cta_clicked",
    "ad_shown",
    "ad_clicked",
    "error",
]


class Body(BaseModel):
    """The body of a request, in camel case. Unknown members are an error."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid")


class RateLimit(Body):
    requests: _Rate
    window_seconds: Annotated[int, Field(ge=1, le=86_400)]
    burst: Annotated[_Rate, Field(default_factory=lambda limit: limit["requests"])]


class UpdateKey(Body):
    label: _Label | None = None
    allowed_origins: _Labels | None = None
    allow_origin_only: bool | None = None
    embed_frame_ancestors: _Labels | None = None
    venues: list[str] | None = None
    rate_limit: RateLimit | None = None
    status: Literal["active"] | None = None


class ResolveSeats(Body):
    venue: _Label
    labels: Annotated[_Labels, Field(min_length=1)]


class ReportedEvent(Body):
    event_id: Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]{16,64}$")]
    kind: _EventKind
    at: datetime | None = None
    venue: _Label
    seat: _Label | None = None
    ad: _Label | None = None


class IngestEvents(Body):
    events: Annotated[list[ReportedEvent], Field(min_length=1, max_length=100)]


@asynccontextmanager
async def _lifespan(application: FastAPI) -> AsyncIterator[None]:
    settings = Settings.from_environment()
    database = connect(settings)
    limiter = ValkeyLimiter(settings.valkey_url) if settings.valkey_url else LocalLimiter()
    application.state.resources = Resources(settings, database, limiter, VenueCache())
    async with database.writer.begin() as connection:
        await connection.run_sync(metadata.create_all)
    yield
    await database.reader.dispose()
    await database.writer.dispose()


application = FastAPI(title="Peer", lifespan=_lifespan)


@application.get("/v1/seats/preview")
async def preview_seat(
    caller: SignedIn, reading: Reading, resources: UsedResources, venue: str, seat: str
) -> Json:
    loaded = await _find_venue(resources, reading, caller, venue)
    found = loaded.find(seat)
    if found is None:
        raise HTTPException(404, "No seat of the venue has this name.")
    return preview(resources.settings, loaded, *found)


@application.post("/v1/seats/resolve")
async def resolve_seats(
    caller: SignedIn, reading: Reading, resources: UsedResources, body: ResolveSeats
) -> Json:
    venue = await _find_venue(resources, reading, caller, body.venue)
    return {"results": [_resolved(venue, label) for label in body.labels]}


@application.get("/images/{venue_id}/{image_id}/{file}")
async def get_image(
    resources: UsedResources,
    venue_id: str,
    image_id: str,
    file: str,
    expires: int,
    signed: Annotated[str, Query(alias="signature")],
) -> FileResponse:
    """Sends a file of an image. The signature is checked before the path is used."""
    valid = signature(resources.settings, f"{venue_id}/{image_id}", expires)
    if expires <= time.time() or not hmac.compare_digest(valid.encode(), signed.encode()):
        raise HTTPException(403, "The address has expired, or was changed.")
    if file not in {"full.jpg", "preview.jpg"}:
        raise HTTPException(404, "There is no such file.")
    headers = {
        "Cache-Control": f"public, max-age={expires - int(time.time())}, immutable",
        "Access-Control-Allow-Origin": "*",
        "X-Content-Type-Options": "nosniff",
    }
    path = _image_folder(resources, venue_id, image_id) / file
    return FileResponse(path, media_type="image/jpeg", headers=headers)


@application.get("/v1/manage/keys/{key_id}")
async def get_key(caller: SignedIn, reading: Reading, response: Response, key_id: str) -> Json:
    key = await _find_key(reading, caller, key_id)
    response.headers["ETag"] = f'"{key["version"]}"'
    return key


@application.patch("/v1/manage/keys/{key_id}")
async def update_key(
    caller: SignedIn,
    reading: Reading,
    resources: UsedResources,
    response: Response,
    key_id: str,
    body: UpdateKey,
    if_match: Annotated[str | None, Header()] = None,
) -> Json:
    """Changes a key, and writes the audit, unless the key has changed since it was read."""
    key = await _find_key(reading, caller, key_id)
    at, version = datetime.now(UTC), key["version"]
    if if_match is not None and if_match.strip('"') != str(version):
        raise HTTPException(412, "The key has another version.")
    changes = body.model_dump(by_alias=True, exclude_unset=True)
    if "rateLimit" in changes:
        caller.check_is_admin()
    if "status" in changes:
        changes["revokeAt"] = None
    changed = key | changes | {"updatedAt": at, "version": version + 1}
    row = {"id": key_id, "read_version": version, "record": changed, "version": version + 1}
    entry = {"at": at, "actor": caller.key_id, "action": "updated", "members": sorted(changes)}
    async with resources.database.writer.begin() as writing:
        if (await writing.execute(_UPDATE_KEY, row)).rowcount == 0:
            raise HTTPException(409, "The key changed while this request was reading it.")
        await writing.execute(_INSERT_AUDIT, entry | {"key_id": key_id, "tenant_id": key["tenantId"]})
    response.headers["ETag"] = f'"{version + 1}"'
    return changed


@application.post("/v1/events", status_code=202)
async def ingest_events(
    caller: SignedIn, reading: Reading, resources: UsedResources, body: IngestEvents
) -> Json:
    """Stores events in one transaction, each once. A fault of one event rejects that event only."""
    at = datetime.now(UTC)
    used = {
        venue_id: await resources.venues.find(reading, caller.tenant_id, venue_id)
        for venue_id in {event.venue for event in body.events}
    }
    rows: dict[str, Json] = {}
    duplicates, rejected = [], []
    for event in body.events:
        row = _event_row(event, used[event.venue], caller, at)
        if isinstance(row, str):
            rejected.append({"eventId": event.event_id, "detail": row})
        elif event.event_id in rows:
            duplicates.append(event.event_id)
        else:
            rows[event.event_id] = row
    stored: set[str] = set()
    if rows:
        async with resources.database.writer.begin() as writing:
            inserted = await writing.execute(_INSERT_EVENTS[writing.dialect.name], list(rows.values()))
            stored = set(inserted.scalars())
    duplicates += [event_id for event_id in rows if event_id not in stored]
    accepted = [event_id for event_id in rows if event_id in stored]
    return {"accepted": accepted, "duplicates": duplicates, "rejected": rejected, "discarded": []}


@application.post("/v1/manage/tenants", status_code=201)
async def create_tenant(caller: SignedIn, resources: UsedResources, record: Json) -> Json:
    caller.check_is_admin()
    record["tenantId"] = _new_id("ten_")
    async with resources.database.writer.begin() as writing:
        await writing.execute(insert(tenants), {"tenant_id": record["tenantId"], "record": record})
    return record


@application.post("/v1/manage/keys", status_code=201)
async def create_key(caller: SignedIn, resources: UsedResources, body: Json) -> Json:
    """Creates a key. Its secret is in the response, and nowhere else."""
    caller.check_is_admin()
    at, secret = datetime.now(UTC), "sk_live_" + secrets.token_urlsafe(32)
    record = {
        "keyId": _new_id("key_"),
        "kind": "secret",
        "scope": "tenant",
        "tenantId": body["tenantId"],
        "rateLimit": RateLimit(**body["rateLimit"]).model_dump(by_alias=True),
        "label": "",
        "allowedOrigins": [],
        "allowOriginOnly": False,
        "embedFrameAncestors": [],
        "status": "active",
        "hint": secret[-4:],
        "createdAt": at,
        "updatedAt": at,
        "version": 1,
        **dict.fromkeys(
            ("venues", "groups", "revokeAt", "rotatedFrom", "rotatedTo", "revokedAt", "lastUsedAt")
        ),
    }
    row = {"key_id": record["keyId"], "tenant_id": body["tenantId"], "secret_hash": hash_of(secret)}
    async with resources.database.writer.begin() as writing:
        await writing.execute(insert(keys), row | {"record": record, "version": 1})
    return record | {"plaintext": secret}


@application.post("/v1/manage/venues", status_code=201)
async def create_venue(caller: SignedIn, resources: UsedResources, record: Json) -> Json:
    caller.check_is_admin()
    record = {"timezone": "UTC", "imagerySets": [], "ads": [], "images": {}} | record
    row = {"venue_id": _new_id("ven_"), "tenant_id": record["tenantId"], "record": record, "version": 1}
    async with resources.database.writer.begin() as writing:
        await writing.execute(insert(venues), row)
    return {"venueId": row["venue_id"]}


@application.put("/v1/manage/venues/{venue_id}/imagery/{name}", status_code=201)
async def put_image(
    caller: SignedIn, reading: Reading, resources: UsedResources, request: Request, venue_id: str, name: str
) -> Json:
    """Stores an image with a small copy of it."""
    caller.check_is_admin()
    venue = await _find_venue(resources, reading, caller, venue_id)
    image_id = _new_id("img_")
    folder = _image_folder(resources, venue_id, image_id)
    width, height = await asyncio.to_thread(_store_image, folder, await request.body())
    image = {"imageId": image_id, "width": width, "height": height}
    record = venue.record | {"images": venue.record["images"] | {name: image}}
    async with resources.database.writer.begin() as writing:
        await writing.execute(_UPDATE_VENUE, {"id": venue_id, "record": record})
    return image


async def _find_venue(resources: Resources, reading: Reading, caller: Caller, venue_id: str) -> Venue:
    venue = await resources.venues.find(reading, caller.tenant_id, venue_id)
    if venue is None:
        raise HTTPException(404, "There is no such venue.")
    return venue


async def _find_key(reading: Reading, caller: Caller, key_id: str) -> Json:
    key: Json | None = (await reading.execute(_KEY, {"id": key_id})).scalar()
    if key is None or caller.tenant_id not in {None, key["tenantId"]}:
        raise HTTPException(404, "There is no such key.")
    return key


def _resolved(venue: Venue, label: str) -> Json:
    seat, confidence = venue.find(label) or (None, 0.0)
    trace = ["no seat has this name"]
    if seat is not None:
        section, row, number = seat.position
        trace = [f"section '{section}'", f"it has a row '{row}'", f"the row has seat {number}"]
    return {
        "label": label,
        "status": "matched" if seat else "unknown",
        "level": "seat" if seat else None,
        "seat": seat and seat.as_json(),
        "confidence": confidence,
        "alternatives": [],
        "trace": trace,
    }


def _event_row(
    event: ReportedEvent, venue: Venue | None, caller: Caller, received_at: datetime
) -> Json | str:
    """Returns the row of an event, or the reason why it is rejected."""
    if venue is None:
        return "There is no such venue."
    found = venue.find(event.seat) if event.seat is not None else None
    if found is None and event.kind == "seat_viewed":
        return "No seat of the venue has this name."
    at = event.at or received_at
    return {
        "tenant_id": venue.tenant_id,
        "event_id": event.event_id,
        "venue_id": venue.venue_id,
        "kind": event.kind,
        "key_id": caller.key_id,
        "section": found and str(found[0].position[0]),
        "seat": found and key_of(found[0].position),
        "ad": event.ad,
        "day": at.astimezone(ZoneInfo(venue.record["timezone"])).date().isoformat(),
        "at": at,
        "received_at": received_at,
    }


def _new_id(prefix: str) -> str:
    return prefix + secrets.token_hex(10)


def _image_folder(resources: Resources, venue_id: str, image_id: str) -> Path:
    return Path(resources.settings.data_dir) / "images" / venue_id / image_id


def _store_image(folder: Path, content: bytes) -> tuple[int, int]:
    picture = Image.open(io.BytesIO(content)).convert("RGB")
    folder.mkdir(parents=True)
    (folder / "full.jpg").write_bytes(content)
    width, height = picture.size
    picture.thumbnail((768, 768), Image.Resampling.LANCZOS)
    picture.save(folder / "preview.jpg", "JPEG", quality=60, optimize=True)
    return width, height
