"""A sale in a running service: a small hall, the key of its shop, and buyers who look at seats."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx

from imagery.sample_pictures import photo
from operated_service import OperatedService
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.service_process import RunningService

Json = dict[str, Any]

SEAT = "1/A/1"
IMAGE = "stage.jpg"
SIGNING_SECRET = "a signing secret that all machines of a test share"


class Sale:
    """A hall with one image, and the secret key of a shop that sells its seats."""

    def __init__(self, service: OperatedService) -> None:
        self._service = service
        self.tenant_id: str = service.create_tenant().json()["tenantId"]
        created = service.http.post("/manage/venues", json=hall("Hall 0") | {"tenantId": self.tenant_id})
        assert created.status_code == 201, created.text
        self.venue_id: str = created.json()["venueId"]
        assert self.upload(IMAGE).is_success
        self.shop_key = self.new_key()

    def new_key(self, **members: Any) -> Json:
        """Creates a key of the shop, and returns it with its plaintext."""
        created = self._service.http.post("/manage/keys", json={"tenantId": self.tenant_id} | members)
        assert created.status_code == 201, created.text
        key: Json = created.json()
        return key

    def upload(self, name: str) -> httpx.Response:
        return self._service.upload(self.venue_id, name, photo())

    def image_names(self) -> set[str]:
        """Returns the names of the images that the service lists."""
        listed = self._service.http.get(f"/manage/venues/{self.venue_id}/imagery")
        assert listed.status_code == 200, listed.text
        return {image["name"] for image in listed.json()["data"]}

    def new_session(self, base_address: str = "") -> httpx.Response:
        """Makes a session with the key of the shop, here or on another machine."""
        return httpx.post(
            f"{base_address or self._service.process.base_address}/sessions",
            json={"venue": self.venue_id},
            headers=bearer(self.shop_key["plaintext"]),
            timeout=PATIENCE_SECONDS,
        )

    def new_buyer(self) -> str:
        """Returns the token of a new session."""
        answer = self.new_session()
        assert answer.status_code == 201, answer.text
        token: str = answer.json()["token"]
        return token

    def look(self, token: str, seat: str = SEAT) -> httpx.Response:
        """Asks for the view from a seat, as a buyer."""
        return httpx.get(
            f"{self._service.process.base_address}/seats/preview",
            params={"seat": seat},
            headers=bearer(token),
            timeout=PATIENCE_SECONDS,
        )


def hall(name: str, *rows: str) -> Json:
    """Returns the record of a venue with one section, which has row A if no rows are given."""
    return {
        "name": name,
        "rules": {"layout": {"sections": [{"id": "1", "rows": [*rows] or ["A"], "seats": {"count": 4}}]}},
        "imagerySets": [
            {"id": "photos", "kind": "photo", "images": [{"object": IMAGE, "covers": {"section": "1"}}]}
        ],
    }


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def with_environment(variables: Mapping[str, str], program: list[str]) -> list[str]:
    """Returns a command that runs the program with these variables."""
    return ["env", *(f"{name}={value}" for name, value in variables.items()), *program]


def internal_faults(service: RunningService) -> list[Json]:
    """Returns the log lines of requests that were answered with 500."""
    return [line for line in service.log_lines("request") if line.get("status") == 500]


def start_again(service: RunningService) -> None:
    """Starts a service that has ended, on its folder and port, and waits until it listens."""
    service.start()
    wait_until(lambda: service.is_listening() or not service.is_running())
    assert service.is_running(), service.stderr


def files_below(folder: Path) -> set[str]:
    """Returns the paths of all files in a folder."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
