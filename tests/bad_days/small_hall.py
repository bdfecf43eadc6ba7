"""A hall with one image in a running service. The demo would take seconds more, for each service."""

from typing import Any

import httpx

from imagery.sample_pictures import photo
from operated_service import OperatedService

SEAT = "1/A/1"
IMAGE = "end-stage/107-K-9.jpg"
_RECORD: dict[str, Any] = {
    "rules": {"layout": {"sections": [{"id": "1", "rows": ["A"], "seats": {"count": 4}}]}},
    "imagerySets": [
        {"id": "photos", "kind": "photo", "images": [{"object": IMAGE, "covers": {"section": "1"}}]}
    ],
}


class SmallHall:
    """A venue with one image."""

    def __init__(self, service: OperatedService) -> None:
        self._service = service
        self.venue_id = service.create_venue(**_RECORD)
        assert self.upload(IMAGE).is_success

    def upload(self, name: str) -> httpx.Response:
        return self._service.upload(self.venue_id, name, photo())

    def images(self) -> list[dict[str, Any]]:
        """Returns the images that the service lists."""
        response = self._service.http.get(f"/manage/venues/{self.venue_id}/imagery")
        assert response.status_code == 200, response.text
        listed: list[dict[str, Any]] = response.json()["data"]
        return listed
