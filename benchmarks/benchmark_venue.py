"""A venue to ask about, on a service that runs: its keys, its picture, and requests for each operation."""

import io
import random
from typing import Any
from urllib.parse import quote, urlsplit

import httpx
import msgspec
from PIL import Image

from benchmarks.asking import Request

Json = dict[str, Any]

SECTION_SEATS = 500
LABELS = 500
"""Different labels that are asked for, spread over the hall."""
KEYS = 256
PLENTY = {"requests": 1_000_000, "windowSeconds": 1}
PICTURE = "stage.jpg"


def layout(seats: int) -> Json:
    """Sections of 25 rows of 20 seats, around the stage."""
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


class Hall:
    """Everything that the requests name is made as one of these is."""

    def __init__(self, address: str, admin_key: str, seats: int = 100_000, aliases: int = 1) -> None:
        self._http = httpx.Client(base_url=f"{address}/v1", timeout=120)
        self._admin = {"Authorization": f"Bearer {admin_key}"}
        self.seats = seats
        self.tenant_id: str = self._manage("POST", "/tenants", {"name": "Benchmark", "rateLimit": PLENTY})[
            "tenantId"
        ]
        self.aliases = [f"Hall {number}" for number in range(aliases)]
        self.venue_id: str = self._manage("POST", "/venues", self._record())["venueId"]
        self._upload()
        made = self.new_key()
        self.key_id: str = made["keyId"]
        self.secret: str = made["plaintext"]

    def new_key(self) -> Json:
        return self._manage("POST", "/keys", {"tenantId": self.tenant_id, "rateLimit": PLENTY})

    def labels(self) -> list[str]:
        """Spread over the hall."""
        return [self._label(number * self.seats // LABELS) for number in range(LABELS)]

    def _label(self, number: int) -> str:
        """Of a seat by its number: as sellers write it, three ways."""
        section, row, seat = 101 + number // SECTION_SEATS, 1 + number // 20 % 25, 1 + number % 20
        ways = (
            f"Section {section}, Row {row}, Seat {seat}",
            f"{section}-{row}-{seat}",
            f"Sec {section} Row {row} Seat {seat} (Early Bird)",
        )
        return ways[number % len(ways)]

    def previews(self, venue: str = "", secret: str = "") -> list[Request]:
        named = quote(venue or self.venue_id)
        return [
            Request("GET", f"/v1/seats/preview?venue={named}&seat={quote(label)}", self.headers(secret))
            for label in self.labels()
        ]

    def previews_of_new_seats(self) -> list[Request]:
        """Every seat of the hall: of hardly one is anything remembered when it is asked for again."""
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
        """Of different keys, so that none is changed by two at once."""
        return [
            self._json("PATCH", f"/v1/manage/keys/{self.new_key()['keyId']}", {"label": f"number {number}"})
            for number in range(KEYS)
        ]

    def pictures(self) -> list[Request]:
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
        return self._json("POST", path, body)

    def _json(self, method: str, path: str, body: Json) -> Request:
        headers = (*self.headers(), ("Content-Type", "application/json"))
        return Request(method, path, headers, msgspec.json.encode(body))

    def _record(self) -> Json:
        covers = {"section": "101", "rows": ["1"]}
        images = [{"object": PICTURE, "covers": covers, "pose": {"x": 0, "y": 20, "z": 2, "yawDeg": 180}}]
        ad = {
            "id": "drinks",
            "slot": "below",
            "image": PICTURE,
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

    def _upload(self) -> None:
        noise = Image.frombytes("RGB", (128, 64), random.Random(1).randbytes(128 * 64 * 3)).resize(
            (2048, 1024)
        )
        file = io.BytesIO()
        noise.save(file, "JPEG")
        path = f"/manage/venues/{self.venue_id}/imagery/{PICTURE}"
        headers = self._admin | {"Content-Type": "image/jpeg"}
        self._http.put(path, content=file.getvalue(), headers=headers).raise_for_status()

    def _manage(self, method: str, path: str, body: Json) -> Json:
        answer = self._http.request(method, f"/manage{path}", json=body, headers=self._admin)
        if answer.is_error:
            raise RuntimeError(answer.text)
        made: Json = answer.json()
        return made
