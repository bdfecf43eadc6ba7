"""A venue that has everything that a request may name, with sessions and pictures.

The hooks of Schemathesis replace names that it made up by those of this venue.
"""

import io
from datetime import UTC, datetime, timedelta
from typing import Any

import requests
from PIL import Image

Json = dict[str, Any]

LAYOUT: Json = {
    "sections": [
        {
            "ids": {"first": 1, "last": 3},
            "rows": ["A", "B"],
            "seats": {"count": 4},
            "geometry": {"distanceM": 10, "riserM": 0.3, "bearingStepDeg": 30},
            "category": "gold",
        }
    ],
    "categories": [{"id": "gold", "name": "Gold"}],
    "configurations": [{"id": "concert", "name": "Concert", "closed": [3]}],
}
CONFIGURATION = "concert"
CATEGORY = "gold"
SECTION = "1"
ROW = "B"
SEATS = ("1/A/1", "2/B/4", "Section 2, row A, seat 3")
ADS = ("cola", "lager")
ARCHIVED_NAME = "Archived"

_PICTURES = ("stage.jpg", "stage/far.jpg")
_RECORD: Json = {
    "name": "Stage",
    "rules": {"layout": LAYOUT},
    "imagerySets": [
        {"id": "day", "kind": "photo", "images": [{"object": _PICTURES[0], "covers": {"section": "1"}}]}
    ],
    "ads": [
        {"id": ad, "slot": ad, "image": picture, "alt": ad, "clickUrl": "https://shop.example/"}
        for ad, picture in zip(ADS, _PICTURES, strict=True)
    ],
}


class Stage:
    """The venue on a running service, which it creates and changes with an admin key."""

    def __init__(self, base_url: str, admin_key: str, tenant_id: str) -> None:
        self._base_url = base_url
        self._tenant_id = tenant_id
        self._http = requests.Session()
        self._http.headers["Authorization"] = f"Bearer {admin_key}"
        venue = self._request("POST", "/manage/venues", json=_RECORD | {"tenantId": tenant_id})
        self.venue_id: str = venue["venueId"]
        for name in _PICTURES:
            self.put_picture(name)
        self.token: str = self.new_session()["token"]
        self._report_events()

    def restore_members(self, record: Json) -> None:
        """Puts the rules, imagery sets and ads of the venue into a record that Schemathesis made up."""
        record |= {name: _RECORD[name] for name in ("rules", "imagerySets", "ads")}

    def new_session(self) -> Json:
        return self._request("POST", "/sessions", json={"venue": self.venue_id})

    def new_tenant(self) -> str:
        tenant_id: str = self._request("POST", "/manage/tenants", json={"name": "To be changed"})["tenantId"]
        return tenant_id

    def new_archived_tenant(self) -> str:
        tenant_id: str = self._request("POST", "/manage/tenants", json={"name": ARCHIVED_NAME})["tenantId"]
        self._request("POST", f"/manage/tenants/{tenant_id}/archive")
        return tenant_id

    def new_archived_venue(self) -> str:
        body = {"name": ARCHIVED_NAME, "tenantId": self._tenant_id}
        venue_id: str = self._request("POST", "/manage/venues", json=body)["venueId"]
        self._request("POST", f"/manage/venues/{venue_id}/archive")
        return venue_id

    def put_picture(self, name: str) -> None:
        path, headers = f"/manage/venues/{self.venue_id}/imagery/{name}", {"Content-Type": "image/png"}
        self._request("PUT", path, data=picture("PNG"), headers=headers)

    def new_venue(self) -> str:
        body = {"name": "To be changed", "tenantId": self._tenant_id}
        venue_id: str = self._request("POST", "/manage/venues", json=body)["venueId"]
        return venue_id

    def put_floor_plan(self, venue_id: str) -> None:
        path, headers = f"/manage/venues/{venue_id}/floor-plan", {"Content-Type": "image/png"}
        self._request("PUT", path, data=picture("PNG"), headers=headers)

    def put_draft(self, venue_id: str) -> None:
        """Gives a venue a draft that can be published, based on the published version. A venue that does not
        exist gets none."""
        path = f"{self._base_url}/manage/venues/{venue_id}"
        venue = self._http.get(path, timeout=60).json()
        if "version" in venue:
            path = f"{path}/draft?baseVersion={venue['version']}"
            self._http.put(path, json=_RECORD, headers={"If-Match": "*"}, timeout=60)

    def older_version(self) -> str:
        """Publishes the record twice, and returns a version that has one before it and one after it."""
        path = f"/manage/venues/{self.venue_id}"
        first, _ = [self._request("PUT", path, json=_RECORD) for _ in range(2)]
        return str(first["version"])

    def _report_events(self) -> None:
        """Reports two of everything that a report counts by, so that each report has a second page."""
        yesterday = (datetime.now(UTC) - timedelta(days=1)).isoformat()
        events = [
            {"eventId": "stage-1", "kind": "ad_shown", "seat": SEATS[0], "ad": ADS[0]},
            {"eventId": "stage-2", "kind": "ad_shown", "seat": SEATS[1], "ad": ADS[1], "at": yesterday},
        ]
        headers = {"Authorization": f"Bearer {self.token}"}
        answer = self._request("POST", "/events", json={"events": events}, headers=headers)
        assert answer["accepted"] == ["stage-1", "stage-2"], answer

    def _request(self, method: str, path: str, **more: Any) -> Json:
        response = self._http.request(method, self._base_url + path, timeout=60, **more)
        response.raise_for_status()
        answer: Json = response.json()
        return answer


def picture(format_: str) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (8, 4), "teal").save(file, format_)
    return file.getvalue()
