"""A venue for tests of events, and reporters: pages with a session, and servers with a key."""

import secrets
from typing import Any

import httpx

from cast import Actor, Cast, bearer
from serving import LiveService

RECORD: dict[str, Any] = {
    "name": "Arena",
    "timezone": "Pacific/Auckland",
    "rules": {
        "layout": {
            "sections": [
                {"ids": {"first": 101, "last": 103}, "rows": ["A", "B"], "seats": {"count": 4}},
                {"id": "GA", "kind": "standing", "capacity": 50},
            ],
            "configurations": [{"id": "boxing"}],
        },
        # A rule that would garble our own keys, which are known before any rule is asked.
        "seatKeys": {"rules": [{"type": "rewrite", "pattern": "101/", "replacement": "102/"}]},
    },
    "ads": [
        {
            "id": ad,
            "slot": "below",
            "image": f"{ad}.png",
            "alt": ad,
            "clickUrl": f"https://{ad}.example/",
        }
        for ad in ("lager", "cola")
    ],
}

LAGER = {"kind": "ad_shown", "ad": "lager"}
LAGER_CLICKED = {"kind": "ad_clicked", "ad": "lager"}


async def create_arena(cast: Cast, actor: Actor, **more: Any) -> str:
    """Creates a venue of the actor's tenant."""
    body = RECORD | {"tenantId": actor.tenant_id} | more
    response = await cast.operator.post("/manage/venues", body)
    assert response.status_code == 201, response.text
    venue_id: str = response.json()["venueId"]
    return venue_id


class Page:
    """A page that reports events with a session."""

    def __init__(self, service: LiveService, session: dict[str, Any]) -> None:
        self._service = service
        self.session_id: str = session["sessionId"]
        self.token: str = session["token"]

    async def report(self, *events: dict[str, Any]) -> dict[str, Any]:
        """What became of them."""
        response = await self.ask(*events)
        assert response.status_code == 202, response.text
        answer: dict[str, Any] = response.json()
        return answer

    async def ask(self, *events: dict[str, Any]) -> httpx.Response:
        return await self._service.ask("POST", "/events", (bearer(self.token),), json={"events": events})


async def create_page(cast: Cast, actor: Actor, venue: str, **more: Any) -> Page:
    """Returns a page with a session that the actor's server created."""
    response = await actor.post("/sessions", {"venue": venue} | more)
    assert response.status_code == 201, response.text
    return Page(cast.service, response.json())


async def report(actor: Actor, *events: dict[str, Any]) -> dict[str, Any]:
    """Reports events as a server, and returns their outcomes."""
    response = await actor.post("/events", {"events": events})
    assert response.status_code == 202, response.text
    answer: dict[str, Any] = response.json()
    return answer


def event(kind: str = "view_rotated", **members: Any) -> dict[str, Any]:
    """Returns an event with a unique id."""
    return {"eventId": secrets.token_urlsafe(12), "kind": kind, **members}


def ids(*events: dict[str, Any]) -> list[str]:
    return [each["eventId"] for each in events]


def accepted(*events: dict[str, Any]) -> dict[str, Any]:
    """Returns the expected response to events that are all accepted."""
    return {"accepted": ids(*events), "duplicates": [], "rejected": [], "discarded": []}


def rejection_reasons(answer: dict[str, Any]) -> dict[str, str]:
    """Returns why events were rejected, by their ids."""
    return {rejected["eventId"]: rejected["detail"] for rejected in answer["rejected"]}
