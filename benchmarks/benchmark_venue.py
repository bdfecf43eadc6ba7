"""A venue on a running service, with its keys, its image, and requests for each measured operation."""

import io
import random
from typing import Any
from urllib.parse import quote, urlsplit

import httpx
import msgspec
from PIL import Image

from benchmarks.throughput import Request

Json = dict[str, Any]

SECTION_SEATS = 500
LABELS = 500
"""The number of different labels in requests, spread over the venue."""
KEYS = 256
GENEROUS_LIMIT = {"requests": 1_000_000, "windowSeconds": 1}
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
        self._http = httpx.Client(base_url=f"{address}/v1", timeout=120)
        self._admin = {"Authorization": f"Bearer {admin_key}"}
        self.seats = seats
        tenant = self._create("/tenants", {"name": "Benchmark", "rateLimit": GENEROUS_LIMIT})
        self.tenant_id: str = tenant["tenantId"]
        self.aliases = [f"Hall {number}" for number in range(aliases)]
        self.venue_id: str = self._create("/venues", self._venue_record())["venueId"]
        self._upload_image()
        key = self.create_key()
        self.key_id: str = key["keyId"]
        self.secret: str = key["plaintext"]

    def create_key(self) -> Json:
        return self._create("/keys", {"tenantId": self.tenant_id, "rateLimit": GENEROUS_LIMIT})

    def publish_again(self) -> None:
        """Replaces the venue's record by the same one, as a new version."""
        record = {name: member for name, member in self._venue_record().items() if name != "tenantId"}
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
        """Returns a request for every seat: so many that hardly one is still cached when it comes again."""
        path, headers = f"/v1/seats/preview?venue={self.venue_id}&seat=", self.headers()
        return [Request("GET", path + quote(self._label(number)), headers) for number in range(self.seats)]

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

    def key_updates(self) -> list[Request]:
        """Returns updates of different keys, so that no two requests change the same key at once."""
        return [
            self._json_request(
                "PATCH", f"/v1/manage/keys/{self.create_key()['keyId']}", {"label": f"number {number}"}
            )
            for number in range(KEYS)
        ]

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

    def _post(self, path: str, body: Json) -> Request:
        return self._json_request("POST", path, body)

    def _json_request(self, method: str, path: str, body: Json) -> Request:
        headers = (*self.headers(), ("Content-Type", "application/json"))
        return Request(method, path, headers, msgspec.json.encode(body))

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
