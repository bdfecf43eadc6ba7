"""Acknowledged keys and events are still there after a worker was killed while clients were writing."""

import contextlib
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from operations.halls import layout
from seatpreview.settings.settings import Settings
from servers.admin_key import create_admin_key
from servers.granian import running_workers

pytestmark = pytest.mark.long

Json = dict[str, Any]

CLIENTS = 4
ACKNOWLEDGED_MIN = 12


class Client(threading.Thread):
    """Creates keys and reports events until the worker is gone, and records what was acknowledged."""

    def __init__(self, number: int, address: str, admin_key: str, tenant_id: str, venue: str) -> None:
        super().__init__()
        self.keys: list[Json] = []
        self.events: list[str] = []
        self._number = number
        self._http = client_of(address, admin_key)
        self._tenant_id = tenant_id
        self._venue = venue

    def run(self) -> None:
        with self._http, contextlib.suppress(httpx.TransportError):
            for turn in range(1000):
                label = f"{self._number}-{turn}"
                key = self._http.post("/manage/keys", json={"tenantId": self._tenant_id, "label": label})
                assert key.status_code == 201, key.text
                self.keys.append(key.json())
                ids = [f"{label}-{index // 2}" for index in range(100)]
                events = [{"eventId": each, "kind": "session_started", "venue": self._venue} for each in ids]
                answer = self._http.post("/events", json={"events": events})
                assert len(answer.json()["accepted"]) == 50, answer.text
                self.events += answer.json()["accepted"]


def client_of(address: str, key: str) -> httpx.Client:
    headers = {"authorization": f"Bearer {key}"}
    return httpx.Client(base_url=f"{address}/v1", headers=headers, timeout=60)


def whole_list(http: httpx.Client, path: str, **params: Any) -> list[Json]:
    entries: list[Json] = []
    cursor: Json = {}
    while True:
        page = http.get(path, params=params | {"limit": 100} | cursor).json()
        entries += page["data"]
        if page["nextCursor"] is None:
            return entries
        cursor = {"cursor": page["nextCursor"]}


@pytest.mark.any_engine
def test_no_acknowledged_key_or_event_is_lost_by_kill_9(
    new_settings: Callable[..., Settings], tmp_path: Path
) -> None:
    settings = new_settings()
    admin_key = create_admin_key(settings)
    with running_workers([settings], tmp_path) as [worker], client_of(worker.address, admin_key) as http:
        tenant_id = http.post("/manage/tenants", json={"name": "Shop"}).json()["tenantId"]
        record = {"name": "Hall", "tenantId": tenant_id, "rules": {"layout": layout(1)}}
        venue = http.post("/manage/venues", json=record).json()["venueId"]
        clients = [Client(number, worker.address, admin_key, tenant_id, venue) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        while sum(len(client.keys) for client in clients) < ACKNOWLEDGED_MIN:
            assert any(client.is_alive() for client in clients)
            time.sleep(0.002)
        worker.kill()
        for client in clients:
            client.join()
    with running_workers([settings], tmp_path) as [worker], client_of(worker.address, admin_key) as http:
        keys = {key["keyId"]: key["label"] for key in whole_list(http, "/manage/keys", tenantId=tenant_id)}
        acknowledged = [key for client in clients for key in client.keys]
        assert len(acknowledged) >= ACKNOWLEDGED_MIN
        assert {key["keyId"]: key["label"] for key in acknowledged}.items() <= keys.items()
        for key in acknowledged:
            who = http.get("/caller", headers={"authorization": f"Bearer {key['plaintext']}"}).json()
            assert who["keyId"] == key["keyId"]
        audit = whole_list(http, "/manage/audit", tenantId=tenant_id, kind="key")
        assert sorted(entry["id"] for entry in audit) == sorted(keys)
        stored = [event["eventId"] for event in whole_list(http, "/events", tenantId=tenant_id)]
        assert len(stored) == len(set(stored))
        assert {each for client in clients for each in client.events} <= set(stored)
        # A group is stored whole or not at all.
        assert len(stored) % 50 == 0
