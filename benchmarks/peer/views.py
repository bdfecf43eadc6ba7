"""Venues in memory, and the view from a seat: picture, line of sight and description."""

import base64
import hashlib
import hmac
import math
import re
import time
from collections import OrderedDict
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from benchmarks.peer.storage import Settings, venues

Json = dict[str, Any]
Position = tuple[int, int, int]
"""The numbers of a section, a row and a seat."""

_VENUES_MAX = 50
_EYE_M, _TREAD_M, _SPACING_M = 1.2, 0.85, 0.5
_HERE_M = 0.5
"""A camera that is at most this far from the eyes at its seat stood there."""
_MATCHES = ("row", "section", "venue")
_LABELS = {
    0.99: re.compile(r"sec(?:tion)?\.? (\d+),? row (\d+),? seat (\d+)(?: \(.*\))?", re.IGNORECASE),
    0.98: re.compile(r"(\d+)[-/](\d+)[-/](\d+)"),
}
"""The labels of the benchmark, by how certain what they say is."""
# The layout says nothing of a stage, so that nothing is said of how it is seen.
_STAGE: dict[str, Any] = {
    **dict.fromkeys(
        ("visibleShare", "shareRange", "sideAngleDeg", "nearestM", "lookedAt", "eyesAboveM", "restriction")
    ),
    "obstructions": [],
    "frame": [],
    "state": "unknown",
}

_VERSION = select(venues.c.tenant_id, venues.c.version).where(venues.c.venue_id == bindparam("id"))
_RECORD = select(venues.c.record).where(venues.c.venue_id == bindparam("id"))


class Seat(NamedTuple):
    """A seat, and the eyes of somebody in it, in metres from the focus."""

    position: Position
    eye: tuple[float, float, float]
    c_value_mm: int | None

    def as_json(self) -> Json:
        section, row, number = map(str, self.position)
        return {"key": key_of(self.position), "section": section, "row": row, "seat": number}


class Venue(NamedTuple):
    """A venue with everything that a preview needs."""

    venue_id: str
    tenant_id: str
    record: Json
    seats: dict[Position, Seat]
    pictures: list[tuple[Json, Json, Seat]]
    """Images that are uploaded, each after its set and before the seat that its camera stood nearest to."""

    def find(self, label: str) -> tuple[Seat, float] | None:
        """Returns the seat that a label means, and how certain that is."""
        for confidence, pattern in _LABELS.items():
            if match := pattern.fullmatch(label.strip()):
                section, row, number = map(int, match.groups())
                seat = self.seats.get((section, row, number))
                return seat and (seat, confidence)
        return None


class VenueCache:
    """Keeps the venues that were used last. Each request reads the version anew."""

    def __init__(self) -> None:
        self._venues: OrderedDict[tuple[str, int], Venue] = OrderedDict()

    async def find(self, reading: AsyncConnection, tenant_id: str | None, venue_id: str) -> Venue | None:
        """Returns a venue of the tenant as it is now. Without a tenant, it may be anybody's."""
        row = (await reading.execute(_VERSION, {"id": venue_id})).first()
        if row is None or tenant_id not in {None, row.tenant_id}:
            return None
        version = (venue_id, row.version)
        if version not in self._venues:
            record = (await reading.execute(_RECORD, {"id": venue_id})).scalar_one()
            self._venues[version] = _load(venue_id, row.tenant_id, record)
            if len(self._venues) > _VENUES_MAX:
                self._venues.popitem(last=False)
        self._venues.move_to_end(version)
        return self._venues[version]


def key_of(position: Position) -> str:
    return "/".join(map(str, position))


def signature(settings: Settings, image: str, expires: int) -> str:
    """Returns the signature in the addresses of an image."""
    digest = hmac.digest(settings.signing_secret.encode(), f"{image}:{expires}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:21]).decode()


def preview(settings: Settings, venue: Venue, seat: Seat, confidence: float) -> Json:
    """Returns the view from a seat."""
    # Addresses stay the same for three minutes, so that browsers can cache the image.
    expires = (int(time.time()) // 180 + 5) * 180

    def address(name: str, file: str) -> str:
        image = f"{venue.venue_id}/{venue.record['images'][name]['imageId']}"
        query = f"expires={expires}&signature={signature(settings, image, expires)}"
        return f"{settings.address}/images/{image}/{file}?{query}"

    def beside(rows: int, seats: int) -> str | None:
        position = (section, row + rows, number + seats)
        return key_of(position) if position in venue.seats else None

    (section, row, number), (x, y, z) = seat.position, seat.eye
    distance_m, elevation_m = round(math.hypot(x, y, z), 1), round(z, 1)
    place = f"Section {section}, row {row}, seat {number}."
    focus = f"Focus: {distance_m:g} metres away, {elevation_m:g} metres below your eyes."
    drawn = description = f"{place} {focus} The view is drawn from the seating plan."
    imagery, provenance, camera_yaw_deg = None, None, 0.0
    if venue.pictures:
        chosen = min(venue.pictures, key=lambda each: _MATCHES.index(_match(each[1], seat)))
        imagery_set, image, camera = chosen
        provenance = _provenance(imagery_set, image, camera, seat)
        description = (
            f"{place} {focus} The picture is a {imagery_set['kind']} from {_taken(provenance, camera, seat)}."
        )
        camera_yaw_deg = image["pose"]["yawDeg"]
        imagery = {
            "setId": imagery_set["id"],
            "kind": imagery_set["kind"],
            "url": address(image["object"], "full.jpg"),
            "previewUrl": address(image["object"], "preview.jpg"),
            "tiles": None,
            "levels": [],
            "width": venue.record["images"][image["object"]]["width"],
            "height": venue.record["images"][image["object"]]["height"],
            "attribution": "",
            "expiresAt": datetime.fromtimestamp(expires, UTC),
        }
    sightline = {"distanceM": distance_m, "elevationM": elevation_m, "cValueMm": seat.c_value_mm}
    named = {"level": "seat", "sectionName": str(section), "levelName": None}
    timezone = venue.record["timezone"]
    return {
        "venue": {"venueId": venue.venue_id, "name": venue.record["name"], "timezone": timezone},
        "configuration": None,
        "mood": None,
        "seat": seat.as_json() | named | {"properties": [], "category": None, "ref": None},
        "eye": {"x": round(x, 2), "y": round(y, 2), "z": round(z, 2)},
        "resolution": {"status": "matched", "level": "seat", "confidence": confidence},
        "imagery": imagery,
        "provenance": provenance,
        "orientation": _orientation(seat, camera_yaw_deg),
        "sightline": sightline | _STAGE,
        "description": description,
        "drawing": {"orientation": _orientation(seat, 0.0), "description": drawn, "still": None},
        "neighbours": {
            "left": beside(0, -1),
            "right": beside(0, 1),
            "inFront": beside(-1, 0),
            "behind": beside(1, 0),
        },
        "ads": [
            {name: ad[name] for name in ("id", "slot", "alt", "clickUrl")}
            | {"imageUrl": address(ad["image"], "full.jpg"), "until": None}
            for ad in venue.record["ads"]
            if ad["image"] in venue.record["images"]
        ],
        "viewerDefaults": venue.record.get("viewerDefaults", {}),
    }


def _match(image: Json, seat: Seat) -> str:
    section, row, _ = map(str, seat.position)
    if image["covers"]["section"] != section:
        return "venue"
    return "row" if row in image["covers"]["rows"] else "section"


def _provenance(imagery_set: Json, image: Json, camera: Seat, seat: Seat) -> Json:
    distance_m = math.dist(seat.eye, _point(image))
    return {
        "source": imagery_set["kind"],
        "match": _match(image, seat),
        "borrowedFrom": "/".join([image["covers"]["section"], *image["covers"]["rows"][:1]]),
        "distanceM": round(distance_m, 1),
        "camera": {
            "key": key_of(camera.position),
            "sectionName": str(camera.position[0]),
            "isHere": distance_m <= _HERE_M and camera == seat,
            "isExact": True,
            "distanceM": round(distance_m, 1),
        },
        "assumed": [],
    }


def _taken(provenance: Json, camera: Seat, seat: Seat) -> str:
    """Says where the camera stood by what of it differs from the seat."""
    if provenance["camera"]["isHere"]:
        return "this seat"
    (section, row, _), (own_section, own_row, _) = camera.position, seat.position
    where = f"row {row}" if section == own_section else f"Section {section}, row {row}"
    if (section, row) == (own_section, own_row):
        where = "this row"
    return f"{where}, {provenance['distanceM']:g} metres away"


def _orientation(seat: Seat, camera_yaw_deg: float) -> Json:
    x, y, z = seat.eye
    yaw = math.degrees(math.atan2(-x, -y)) - camera_yaw_deg
    pitch = math.degrees(math.atan2(-z, math.hypot(x, y)))
    # Both ends of the circle are the same direction, of which 180 is the name.
    turned = round(180.0 - (180.0 - yaw) % 360.0, 1)
    return {"yaw": 180.0 if turned == -180.0 else turned, "pitch": round(pitch, 1), "fov": 75.0}


def _load(venue_id: str, tenant_id: str, record: Json) -> Venue:
    seats = {
        (section, row, number): _seat(rule, section, row, number)
        for rule in record["rules"]["layout"]["sections"]
        for section in range(rule["ids"]["first"], rule["ids"]["last"] + 1)
        for row in range(rule["rows"]["first"], rule["rows"]["last"] + 1)
        for number in range(1, rule["seats"]["count"] + 1)
    }
    pictures = [
        (imagery_set, image, min(seats.values(), key=lambda seat: math.dist(seat.eye, _point(image))))
        for imagery_set in record["imagerySets"]
        for image in imagery_set["images"]
        if image["object"] in record["images"]
    ]
    return Venue(venue_id, tenant_id, record, seats, pictures)


def _point(image: Json) -> tuple[float, float, float]:
    return image["pose"]["x"], image["pose"]["y"], image["pose"]["z"]


def _seat(rule: Json, section: int, row: int, number: int) -> Seat:
    geometry, rows_before = rule["geometry"], row - rule["rows"]["first"]
    bearing = math.radians((section - rule["ids"]["first"]) * geometry["bearingStepDeg"])
    away = geometry["distanceM"] + rows_before * _TREAD_M
    aside = ((rule["seats"]["count"] + 1) / 2 - number) * _SPACING_M
    z = rows_before * geometry["riserM"] + _EYE_M
    x = away * math.sin(bearing) + aside * math.cos(bearing)
    y = away * math.cos(bearing) - aside * math.sin(bearing)
    c_value_mm = round(1000 * (geometry["riserM"] - _TREAD_M / away * z)) if rows_before else None
    return Seat((section, row, number), (x, y, z), c_value_mm)
