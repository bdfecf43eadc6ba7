"""An admin key's hands: they change records through the API, on any worker, until they are answered."""

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Any

from cluster.client import Answer, bearer
from soak.instance import Instance, Outcome
from soak.lines import Line
from soak.watched import Watched

Json = dict[str, Any]

PATIENCE_SECONDS = 60
_PAUSE_SECONDS = 0.05


class Unexpected(Exception):
    """An answer that ends a step: nothing that follows it would mean anything."""


class Hands:
    def __init__(self, instances: Sequence[Instance], admin_key: str, chance: random.Random) -> None:
        self._instances = instances
        self._admin_key = admin_key
        self._chance = chance

    async def ask(
        self, method: str, path: str, body: object = None, *, expected: int, credential: str = ""
    ) -> Json:
        """Its answer. Where none comes, or 503, it is not known what became of it, and it is asked again."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            begun, instance = time.monotonic(), self._chance.choice(self._instances)
            answer = await self._once(instance, method, path, body, credential)
            if answer is not None and answer.status == expected:
                return dict(answer.json()) if answer.body else {}
            outcome = _outcome(answer)
            if outcome is None or not instance.excuses(outcome, begun):
                raise Unexpected(f"{method} {path} on instance {instance.name}: {_told(answer)}")
            await asyncio.sleep(_PAUSE_SECONDS)
        raise Unexpected(f"{method} {path}: not answered within {PATIENCE_SECONDS} seconds")

    async def change(
        self, watched: Sequence[Watched], to: int, method: str, path: str, body: object = None, **more: Any
    ) -> Json:
        """Takes what is watched to a number. From the moment of the answer on, none may show less."""
        for each in watched:
            each.tried = max(each.tried, to)
        answer = await self.ask(method, path, body, **more)
        for each in watched:
            each.settled = max(each.settled, to)
        return answer

    async def tenant(self, **body: Any) -> str:
        made = await self.ask("POST", "/manage/tenants", {"name": "Soak", **body}, expected=201)
        return str(made["tenantId"])

    async def key(self, tenant_id: str, **body: Any) -> Json:
        return await self.ask("POST", "/manage/keys", {"tenantId": tenant_id, **body}, expected=201)

    async def venue(self, tenant_id: str) -> str:
        made = await self.ask("POST", "/manage/venues", {"tenantId": tenant_id, **hall(0)}, expected=201)
        return str(made["venueId"])

    async def session(self, key: Json, venue_id: str) -> Json:
        body = {"venue": venue_id}
        return await self.ask("POST", "/sessions", body, expected=201, credential=key["plaintext"])

    async def _once(
        self, instance: Instance, method: str, path: str, body: object, credential: str
    ) -> Answer | None:
        """On a connection of its own, so that any worker may get it."""
        line = Line(instance)
        try:
            return await line.ask(method, f"/v1{path}", bearer(credential or self._admin_key), body)
        finally:
            line.close()


def hall(version: int) -> Json:
    """A venue's record of which every part shows the version."""
    section = {
        "id": "1",
        "name": f"Floor {version}",
        "rows": ["A", "B"],
        "seats": {"count": 4},
        "geometry": {"distanceM": 10, "riserM": 0.3},
    }
    return {"name": f"Hall {version}", "rules": {"layout": {"sections": [section]}}}


def _outcome(answer: Answer | None) -> Outcome | None:
    if answer is None:
        return "lost"
    return "unavailable" if answer.status == 503 else None


def _told(answer: Answer | None) -> str:
    return "no answer" if answer is None else f"{answer.status} {answer.body[:300].decode(errors='replace')}"
