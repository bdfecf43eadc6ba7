"""The soak's admin client: sends each request to any instance, and retries while faults are expected."""

import asyncio
import random
import time
from collections.abc import Sequence

from servers.admin_client import AdminClient, Json
from servers.http_connection import Response, bearer
from soak.connections import WorkerConnection
from soak.service_instance import Failure, ServiceInstance

RETRY_SECONDS_MAX = 60
_PAUSE_SECONDS = 0.05


class UnexpectedResponse(Exception):
    """A response that ends a step, since nothing that follows it would mean anything."""


class RetryingAdminClient(AdminClient):
    """Sends each request to a random instance, on a connection of its own, so that any worker may get it."""

    def __init__(self, instances: Sequence[ServiceInstance], admin_key: str, rng: random.Random) -> None:
        self._instances = instances
        self.admin_key = admin_key
        self._rng = rng

    async def request(
        self, method: str, path: str, body: object = b"", *, expected: int, credential: str = ""
    ) -> Json:
        """Returns the body of the response with the expected status.

        Where no response comes, or 503, it is unknown whether the request was carried out: it is sent again.
        """
        deadline = time.monotonic() + RETRY_SECONDS_MAX
        while time.monotonic() < deadline:
            started, instance = time.monotonic(), self._rng.choice(self._instances)
            response = await self._send(instance, method, path, body, credential)
            if response is not None and response.status == expected:
                return dict(response.json()) if response.body else {}
            failure = _failure(response)
            if failure is None or not instance.tolerates(failure, started):
                raise UnexpectedResponse(
                    f"{method} {path} on instance {instance.name}: {_describe(response)}"
                )
            await asyncio.sleep(_PAUSE_SECONDS)
        raise UnexpectedResponse(f"{method} {path}: no such response within {RETRY_SECONDS_MAX} seconds")

    async def _send(
        self, instance: ServiceInstance, method: str, path: str, body: object, credential: str
    ) -> Response | None:
        connection = WorkerConnection(instance)
        try:
            headers = bearer(credential or self.admin_key)
            return await connection.try_request(method, f"/v1{path}", headers, body)
        finally:
            connection.close()


def venue_record(version: int) -> Json:
    """Returns a venue's record that shows its version in the venue's name and in the section's."""
    section = {
        "id": "1",
        "name": f"Floor {version}",
        "rows": ["A", "B"],
        "seats": {"count": 4},
        "geometry": {"distanceM": 10, "riserM": 0.3},
    }
    return {"name": f"Hall {version}", "rules": {"layout": {"sections": [section]}}}


def _failure(response: Response | None) -> Failure | None:
    if response is None:
        return "no response"
    return "unavailable" if response.status == 503 else None


def _describe(response: Response | None) -> str:
    if response is None:
        return "no response"
    return f"{response.status} {response.body[:300].decode(errors='replace')}"
