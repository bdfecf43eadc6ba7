"""A venue on a running service, with its keys, its image, and requests for each measured operation."""

import io
import random
import time
from collections.abc import Callable
from functools import cached_property
from typing import Any
from urllib.parse import quote, urlsplit

import httpx
import msgspec
from PIL import Image

from benchmarks.throughput import RANDOM, UNIQUE, Request

Json = dict[str, Any]

SECTION_SEATS = 500
LABELS = 500
"""The number of different labels in requests, spread over the venue."""
KEYS = 256
HALL_SEATS = 20_000
"""Seats of the second venue, whose plan and list are measured."""
EVENTS = 100
"""Events in a request, the most that there may be."""
VENUES = 300
"""Venues whose first preview is measured."""
GENEROUS_LIMIT = {"requests": 1_000_000, "windowSeconds": 1}
GENEROUS_QUOTAS = {"keys": 10**8, "venues": 10**8, "imageBytes": 10**15, "recordBytes": 10**15}
"""What the data of a benchmark needs, and what its requests add to that."""
IMAGE = "stage.jpg"


def layout(seats: int) -> Json:
    """Returns a layout of sections around the stage, each with 25 rows of 20 seats."""
    return {
        "sections": [
            {
                "ids": {"first": 101, "last": 100 + seats // SECTION_SEATS},
                "rows": {"first": 1, "last": 25},
                "seats": {"count": 20},
                "geometry": {"distanceM": 20, "riserM": 0.3, "bearingStepDeg": 0.7},
            }
        ]
    }


class BenchmarkVenue:
    """A venue of its own tenant. The constructor creates everything that the requests name."""

    def __init__(self, address: str, admin_key: str, seats: int = 100_000, aliases: int = 1) -> None:
        # No connection is kept: the server may be started anew between two requests.
        limits = httpx.Limits(max_keepalive_connections=0)
        self._http = httpx.Client(base_url=f"{address}/v1", timeout=120, limits=limits)
        self._admin = {"Authorization": f"Bearer {admin_key}"}
        self.seats = seats
        bounds = {"rateLimit": GENEROUS_LIMIT, "quotas": GENEROUS_QUOTAS}
        tenant = self._create("/tenants", {"name": "Benchmark"} | bounds)
        self.tenant_id: str = tenant["tenantId"]
        self.aliases = [f"Hall {number}" for number in range(aliases)]
        self.venue_id: str = self._create("/venues", self._venue_record())["venueId"]
        self._upload_image()
        key = self.create_key()
        self.key_id: str = key["keyId"]
        self.secret: str = key["plaintext"]

    @cached_property
    def hall_id(self) -> str:
        """The id of a second venue, of 20,000 seats, which is created when it is asked for."""
        return str(self._create("/venues", self._hall_record())["venueId"])

    def report_event(self) -> None:
        """Reports an event that a buyer looked at a seat."""
        event = {"eventId": "evt000000000000000000", "kind": "seat_viewed", "venue": self.venue_id}
        body = {"events": [{**event, "seat": "101/1/1"}]}
        self._http.post("/events", json=body, headers=dict(self.headers())).raise_for_status()

    def close(self) -> None:
        """Closes the connection that the data was created with."""
        self._http.close()

    def create_key(self) -> Json:
        return self._create("/keys", {"tenantId": self.tenant_id, "rateLimit": GENEROUS_LIMIT})

    def publish_again(self) -> None:
        """Replaces the venue's record by the same one, as a new version."""
        self._publish()

    def publish_changed(self) -> None:
        """Replaces the venue's record by one with a name that it never had."""
        self._publish(name=f"Hall of {time.time_ns()}")

    def _publish(self, **changed: Any) -> None:
        record = {name: member for name, member in self._venue_record().items() if name != "tenantId"}
        record |= changed
        path = f"/manage/venues/{self.venue_id}"
        self._http.put(path, json=record, headers=self._admin).raise_for_status()

    def labels(self) -> list[str]:
        """Returns the labels of seats that are spread over the venue."""
        return [self._label(number * self.seats // LABELS) for number in range(LABELS)]

    def _label(self, number: int) -> str:
        """Returns a label for the seat with this number, in one of three forms that sellers use."""
        section, row, seat = 101 + number // SECTION_SEATS, 1 + number // 20 % 25, 1 + number % 20
        forms = (
            f"Section {section}, Row {row}, Seat {seat}",
            f"{section}-{row}-{seat}",
            f"Sec {section} Row {row} Seat {seat} (Early Bird)",
        )
        return forms[number % len(forms)]

    def previews(self, venue: str = "", secret: str = "") -> list[Request]:
        name = quote(venue or self.venue_id)
        return [
            Request("GET", f"/v1/seats/preview?venue={name}&seat={quote(label)}", self.headers(secret))
            for label in self.labels()
        ]

    def previews_of_all_seats(self) -> list[Request]:
        """Returns a request for every seat. They are too many to be cached when they come again."""
        path, headers = f"/v1/seats/preview?venue={self.venue_id}&seat=", self.headers()
        return [Request("GET", path + quote(self._label(number)), headers) for number in range(self.seats)]

    def previews_of_hall(self) -> list[Request]:
        """Returns a request for every seat of the second venue, whose views are drawn. Neighbours in the list
        are in different sections."""
        path, headers = f"/v1/seats/preview?venue={self.hall_id}&seat=", self.headers()
        numbers = sorted(range(HALL_SEATS), key=lambda number: number % SECTION_SEATS)
        return [Request("GET", path + quote(self._label(number)), headers) for number in numbers]

    def resolves(self) -> list[Request]:
        labels = self.labels()
        batches = [labels[start : start + 50] for start in range(0, len(labels), 50)]
        return [
            self._post("/v1/seats/resolve", {"venue": self.venue_id, "labels": batch}) for batch in batches
        ]

    def sessions(self) -> list[Request]:
        return [
            self._post("/v1/sessions", {"venue": self.venue_id, "seats": [label]}) for label in self.labels()
        ]

    def key_reads(self) -> list[Request]:
        return [Request("GET", f"/v1/manage/keys/{self.key_id}", self.headers())]

    def key_updates(self, count: int = KEYS) -> list[Request]:
        """Returns updates of different keys, so that no two requests change the same key at once."""
        return [
            self._json_request(
                "PATCH", f"/v1/manage/keys/{self.create_key()['keyId']}", {"label": f"number {number}"}
            )
            for number in range(count)
        ]

    def key_creations(self) -> list[Request]:
        return [self._post("/v1/manage/keys", {"label": f"{UNIQUE}"})]

    def key_lists(self) -> list[Request]:
        return [self._get("/v1/manage/keys?limit=50")]

    def audits(self) -> list[Request]:
        return [self._get("/v1/manage/audit?limit=50")]

    def tenant_reads(self) -> list[Request]:
        return [self._get(f"/v1/manage/tenants/{self.tenant_id}")]

    def venue_reads(self) -> list[Request]:
        return [self._get(f"/v1/manage/venues/{self.venue_id}")]

    def venue_lists(self) -> list[Request]:
        return [self._get("/v1/manage/venues?limit=50")]

    def plans(self) -> list[Request]:
        return [self._get(f"/v1/seats/plan?venue={self.hall_id}")]

    def seat_lists(self) -> list[Request]:
        """Returns a request for each page of 1,000 seats."""
        path = f"/v1/seats?venue={self.hall_id}&limit=1000"
        requests, cursor = [self._get(path)], self._next_cursor(path)
        while cursor is not None:
            requests.append(self._get(f"{path}&cursor={cursor}"))
            cursor = self._next_cursor(requests[-1].path)
        return requests

    def events(self) -> list[Request]:
        """Returns a request with 100 events that nobody has reported yet, however often it is sent. Their ids
        begin with a number that grows, as the viewer's begin with the time."""
        return self._events(lambda number: f"{UNIQUE}evt{number:03d}")

    def events_with_random_ids(self) -> list[Request]:
        """Returns such a request whose ids are random."""
        return self._events(lambda _: RANDOM)

    def _events(self, event_id: Callable[[int], str]) -> list[Request]:
        events = [
            {
                "eventId": event_id(number),
                "kind": "seat_viewed",
                "venue": self.venue_id,
                "seat": f"101/1/{1 + number % 20}",
            }
            for number in range(EVENTS)
        ]
        return [self._post("/v1/events", {"events": events})]

    def first_previews(self, venues: int = VENUES) -> list[Request]:
        """Creates many venues, and returns one request for each of them."""
        created = [self._create("/venues", self._hall_record()) for _ in range(venues)]
        return [self._get(f"/v1/seats/preview?venue={venue['venueId']}&seat=120-12-10") for venue in created]

    def images(self) -> list[Request]:
        preview = self._http.get(
            "/seats/preview",
            params={"venue": self.venue_id, "seat": self.labels()[0]},
            headers=dict(self.headers()),
        )
        address = urlsplit(preview.raise_for_status().json()["imagery"]["previewUrl"])
        return [Request("GET", f"{address.path}?{address.query}")]

    def headers(self, secret: str = "") -> tuple[tuple[str, str], ...]:
        return (("Authorization", f"Bearer {secret or self.secret}"),)

    def _get(self, path: str) -> Request:
        return Request("GET", path, self.headers())

    def _next_cursor(self, path: str) -> str | None:
        response = self._http.get(path.removeprefix("/v1"), headers=dict(self.headers()))
        cursor: str | None = response.raise_for_status().json()["nextCursor"]
        return cursor

    def _post(self, path: str, body: Json) -> Request:
        return self._json_request("POST", path, body)

    def _json_request(self, method: str, path: str, body: Json) -> Request:
        headers = (*self.headers(), ("Content-Type", "application/json"))
        return Request(method, path, headers, msgspec.json.encode(body))

    def _hall_record(self) -> Json:
        """Returns the record of a venue without pictures."""
        return {"tenantId": self.tenant_id, "name": "Small hall", "rules": {"layout": layout(HALL_SEATS)}}

    def _venue_record(self) -> Json:
        covers = {"section": "101", "rows": ["1"]}
        images = [{"object": IMAGE, "covers": covers, "pose": {"x": 0, "y": 20, "z": 2, "yawDeg": 180}}]
        ad = {
            "id": "drinks",
            "slot": "below",
            "image": IMAGE,
            "alt": "Drinks",
            "clickUrl": "https://bar.example/",
        }
        return {
            "tenantId": self.tenant_id,
            "name": "Hall",
            "aliases": [{"name": name} for name in self.aliases],
            "rules": {"layout": layout(self.seats)},
            "imagerySets": [{"id": "stage", "kind": "panorama", "images": images}],
            "ads": [ad],
        }

    def _upload_image(self) -> None:
        noise = Image.frombytes("RGB", (128, 64), random.Random(1).randbytes(128 * 64 * 3)).resize(
            (2048, 1024)
        )
        file = io.BytesIO()
        noise.save(file, "JPEG")
        path = f"/manage/venues/{self.venue_id}/imagery/{IMAGE}"
        headers = self._admin | {"Content-Type": "image/jpeg"}
        self._http.put(path, content=file.getvalue(), headers=headers).raise_for_status()

    def _create(self, path: str, body: Json) -> Json:
        response = self._http.post(f"/manage{path}", json=body, headers=self._admin)
        if response.is_error:
            raise RuntimeError(response.text)
        created: Json = response.json()
        return created
