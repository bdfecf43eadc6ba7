"""A hall with one picture in a running service. The demo would take seconds more, for each service."""

from typing import Any

import httpx

from imagery.sample_pictures import photo
from servers.service_process import RunningService

Headers = dict[str, str]

SEAT = "1/A/1"
PICTURE = "end-stage/107-K-9.jpg"
_SECTION = {"id": "1", "rows": ["A"], "seats": {"count": 4}}
_IMAGES = [{"object": PICTURE, "covers": {"section": "1"}}]
_RECORD = {
    "name": "Hall",
    "rules": {"layout": {"sections": [_SECTION]}},
    "imagerySets": [{"id": "photos", "kind": "photo", "images": _IMAGES}],
}


class SmallHall:
    """A tenant with a venue, and the address of its pictures."""

    def __init__(self, service: RunningService, admin: Headers) -> None:
        self._manage = f"{service.base_address}/manage"
        self._admin = admin
        tenant = self._create("tenants", {"name": "Halls"})["tenantId"]
        self.venue_id = str(self._create("venues", {**_RECORD, "tenantId": tenant})["venueId"])
        key = self._create("keys", {"tenantId": tenant})
        self.tenant = {"authorization": f"Bearer {key['plaintext']}"}
        self.pictures = f"{self._manage}/venues/{self.venue_id}/imagery"
        assert self.upload(PICTURE).is_success

    def upload(self, name: str) -> httpx.Response:
        headers = {**self._admin, "content-type": "image/jpeg"}
        return httpx.put(f"{self.pictures}/{name}", headers=headers, content=photo())

    def _create(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        made = httpx.post(f"{self._manage}/{path}", headers=self._admin, json=body)
        assert made.status_code == 201, made.text
        created: dict[str, Any] = made.json()
        return created
