"""Plans, previews and images of one tenant while the queue of another tenant is full."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from operated_service import OperatedService, operated_service
from servers.polling import wait_until

pytestmark = pytest.mark.long

Json = dict[str, Any]
FLOOD = 60
"""The number of dry runs that the noisy tenant asks for at once."""


def hall(sections: int) -> Json:
    """Returns a layout that takes a while to draw: 1,000 seats in each section."""
    section = {"ids": {"first": 1, "last": sections}, "rows": {"first": 1, "last": 25}}
    geometry = {"bearingDeg": 0, "bearingStepDeg": 360 / sections, "distanceM": 30, "riserM": 0.3}
    focus = {"name": "Stage", "z": 2}
    return {"focus": focus, "sections": [section | {"seats": {"count": 40}, "geometry": geometry}]}


@dataclass
class Crowd:
    """A quiet tenant with a large venue, and a noisy one that was granted it and asks for many dry runs."""

    service: OperatedService
    quiet: httpx.Client
    noisy: httpx.Client
    venue: str
    noisy_venue: str
    answers: list[int] = field(default_factory=list)

    def flood(self) -> None:
        """Fills the queue of the noisy tenant, and returns once a request is refused."""
        labels = [
            f"Block {number % 90} Reihe {number % 25} Platz {number % 40} VIP" for number in range(5000)
        ]
        patterns = [rf"\bvip{number}\s+(\d+)" for number in range(300)]
        rules = [{"type": "rewrite", "pattern": each, "replacement": r"\1"} for each in patterns]
        body = {"labels": labels, "rules": {"seatKeys": {"rules": rules}}}

        def ask() -> None:
            try:
                address = f"/manage/venues/{self.noisy_venue}/seat-keys/test"
                self.answers.append(self.noisy.post(address, json=body).status_code)
            except httpx.HTTPError:
                self.answers.append(0)

        for _ in range(FLOOD):
            threading.Thread(target=ask, daemon=True).start()
        wait_until(lambda: 429 in self.answers)

    def is_crowded(self) -> bool:
        """Returns whether dry runs of the noisy tenant are still waiting."""
        return len(self.answers) < FLOOD


@pytest.fixture
def crowd(tmp_path: Path) -> Iterator[Crowd]:
    with operated_service(tmp_path) as service:
        clients, tenants = [], []
        for _ in range(2):
            tenants.append(service.create_tenant().json()["tenantId"])
            key = service.http.post("/manage/keys", json={"tenantId": tenants[-1]}).json()["plaintext"]
            clients.append(service.client(key))
        quiet, noisy = clients
        venue = quiet.post("/manage/venues", json={"name": "Large", "rules": {"layout": hall(150)}}).json()[
            "venueId"
        ]
        body = {"name": "Own", "rules": {"layout": hall(90)}}
        noisy_venue = noisy.post("/manage/venues", json=body).json()["venueId"]
        granted = quiet.put(f"/manage/venues/{venue}/grants/{tenants[1]}")
        assert granted.status_code == 204, granted.text
        yield Crowd(service, quiet, noisy, venue, noisy_venue)
        service.process.stop()
        quiet.close()
        noisy.close()


def test_a_plan_is_there_while_the_queue_of_another_tenant_is_full(crowd: Crowd) -> None:
    """The owner gets a plan that nobody has asked for yet before the dry runs are done."""
    crowd.flood()
    plan = crowd.quiet.get("/seats/plan", params={"venue": crowd.venue})
    assert plan.status_code == 200, plan.text
    assert crowd.is_crowded()


def test_a_plan_that_the_crowded_tenant_asked_for_first_is_there_for_its_owner(crowd: Crowd) -> None:
    """A request is not held up by the queue of another tenant that asked for the same plan."""
    crowd.flood()
    first = threading.Thread(
        target=lambda: crowd.noisy.get("/seats/plan", params={"venue": crowd.venue}), daemon=True
    )
    first.start()
    time.sleep(0.5)
    plan = crowd.quiet.get("/seats/plan", params={"venue": crowd.venue})
    assert plan.status_code == 200, plan.text
    assert crowd.is_crowded()


def test_a_preview_that_the_crowded_tenant_asked_for_first_is_there_for_its_owner(crowd: Crowd) -> None:
    """The same holds for the image of a preview."""
    crowd.flood()
    params = {"venue": crowd.venue, "seat": "77/12/20"}
    for path in ("/seats/preview", "/seats/preview/image"):
        threading.Thread(target=lambda path=path: crowd.noisy.get(path, params=params), daemon=True).start()
        time.sleep(0.3)
        answer = crowd.quiet.get(path, params=params)
        assert answer.status_code == 200, answer.text
    assert crowd.is_crowded()
