"""Histories of a tenant: everything that changes what it stores, in any order, and what is then noted."""

from typing import Any

from hypothesis import strategies as st
from sqlalchemy import select

from archive.test_archived_tenant import set_tenant
from cast import Actor, Cast
from imagery.sample_pictures import photo
from operations.halls import layout
from seatpreview.database.connection import Connection
from seatpreview.database.tables import tenant_amounts
from seatpreview.keys.deletion import delete_ended_keys
from seatpreview.tenants import recount

_SIZES = (1, 20, 150)
"""How many sections and aliases a record has."""


class History:
    """A tenant of its own on a shared service. Each method does one thing, to the one of its records that a
    number chooses. What the service refuses changes nothing, and is as good."""

    def __init__(self, cast: Cast, tenant_id: str, actor: Actor) -> None:
        self._cast = cast
        self._service = cast.service
        self.tenant_id = tenant_id
        self._actor = actor
        self.refused: list[str] = []
        """What the service refused: for a step that has nothing to do, or is not allowed now."""

    @classmethod
    async def begin(cls, cast: Cast) -> "History":
        """Creates the tenant with a key that no step revokes, and a venue."""
        tenant_id = await cast.tenant("History")
        history = cls(cast, tenant_id, await cast.actor(tenantId=tenant_id))
        await history.create_venue(9)
        return history

    async def apply(self, step: tuple[str, int]) -> None:
        name, number = step
        await getattr(self, name)(number)

    async def check(self) -> None:
        """Compares the row with a count, and what getTenant says with what lists have."""
        database = self._service.internals.resources.database
        found = await database.read(recount.find_difference, self.tenant_id)
        assert found is None, found.sentence
        shown = await self._cast.operator.get(f"/manage/tenants/{self.tenant_id}")
        usage = shown.json()["usage"]
        active = await self._all("keys", status="active")
        assert usage["keys"]["used"] == len(active)
        assert usage["venues"]["used"] == len(await self._all("venues", archived="true"))

    async def end(self) -> None:
        """Deletes the tenant: nothing of its amounts is left."""
        await set_tenant(self._cast, "archive", self.tenant_id)
        path = f"/manage/tenants/{self.tenant_id}"
        deleted = await self._cast.operator.ask("DELETE", path, params={"confirm": "History"})
        assert deleted.status_code == 204, deleted.text
        database = self._service.internals.resources.database
        statement = select(tenant_amounts).where(tenant_amounts.c.tenant_id == self.tenant_id)
        assert await database.read(Connection.scalars, statement) == []

    async def create_key(self, number: int) -> None:
        await self._send("POST", "/manage/keys", {"label": f"Number {number}"})

    async def rotate_key(self, number: int) -> None:
        grace = {"gracePeriodSeconds": 60 * (1 + number % 2)}
        await self._of_key(number, "POST", "/rotate", grace)

    async def cancel_rotation(self, number: int) -> None:
        await self._of_key(number, "PATCH", "", {"status": "active"})

    async def relabel_key(self, number: int) -> None:
        await self._of_key(number, "PATCH", "", {"label": f"Again {number}"})

    async def revoke_key(self, number: int) -> None:
        await self._of_key(number, "DELETE", f"?keepWebhooks={'true' if number % 2 else 'false'}")

    async def let_time_pass(self, _number: int) -> None:
        self._service.clock.advance(61)

    async def log_ended_keys(self, _number: int) -> None:
        await self._service.worker.jobs.run("log_ended_keys")

    async def delete_ended_keys(self, _number: int) -> None:
        at = self._service.clock.now()
        await delete_ended_keys(self._service.internals.resources.database, at, at)

    async def create_venue(self, number: int) -> None:
        await self._send("POST", "/manage/venues", _record(number))

    async def replace_venue(self, number: int) -> None:
        await self._of_venue(number, "PUT", "", _record(number))

    async def replace_aliases(self, number: int) -> None:
        await self._of_venue(number, "PUT", "/aliases", {"aliases": [{"name": f"Alias {number}"}]})

    async def save_draft(self, number: int) -> None:
        # Half of them have a fault, and cannot be published.
        record = _record(number) if number % 2 else {"name": "x" * number}
        await self._of_venue(number, "PUT", "/draft", record)

    async def delete_draft(self, number: int) -> None:
        await self._of_venue(number, "DELETE", "/draft")

    async def publish_draft(self, number: int) -> None:
        await self._of_venue(number, "POST", "/draft/publish", {})

    async def restore_version(self, number: int) -> None:
        await self._of_venue(number, "POST", f"/versions/{1 + number % 3}/restore", {})

    async def delete_version(self, number: int) -> None:
        await self._of_venue(number, "DELETE", f"/versions/{1 + number % 3}")

    async def upload_image(self, number: int) -> None:
        await self._upload(number, f"/imagery/{number % 2}.jpg")

    async def delete_image(self, number: int) -> None:
        await self._of_venue(number, "DELETE", f"/imagery/{number % 2}.jpg?force=true")

    async def upload_floor_plan(self, number: int) -> None:
        await self._upload(number, "/floor-plan")

    async def delete_floor_plan(self, number: int) -> None:
        await self._of_venue(number, "DELETE", "/floor-plan")

    async def copy_venue(self, number: int) -> None:
        await self._of_venue(number, "POST", "/copy", {"name": f"Copy {number}", "images": number % 3 != 0})

    async def copy_images(self, _number: int) -> None:
        await self._service.worker.jobs.run("copy_images")

    async def delete_images(self, _number: int) -> None:
        self._service.clock.advance(1000)
        await self._service.worker.jobs.run("delete_images")

    async def archive_venue(self, number: int) -> None:
        await self._of_venue(number, "POST", "/archive")

    async def unarchive_venue(self, number: int) -> None:
        await self._of_venue(number, "POST", "/unarchive")

    async def delete_venue(self, number: int) -> None:
        venues = await self._all("venues", archived="true")
        if venues:
            venue = venues[number % len(venues)]
            path = f"/manage/venues/{venue['venueId']}"
            await self._send("POST", f"{path}/archive")
            await self._send("DELETE", path, params={"confirm": venue["name"]})

    async def archive_tenant(self, _number: int) -> None:
        await set_tenant(self._cast, "archive", self.tenant_id)

    async def unarchive_tenant(self, _number: int) -> None:
        await set_tenant(self._cast, "unarchive", self.tenant_id)

    async def create_webhook(self, number: int) -> None:
        await self._send("POST", "/manage/webhooks", {"url": f"https://shop.example/{number}"})

    async def delete_webhook(self, number: int) -> None:
        webhooks = await self._all("webhooks")
        if webhooks:
            await self._send("DELETE", f"/manage/webhooks/{webhooks[number % len(webhooks)]['webhookId']}")

    async def _of_key(self, number: int, method: str, end: str, body: Any = None) -> None:
        keys = [key for key in await self._all("keys") if key["keyId"] != self._actor.key_id]
        if keys:
            await self._send(method, f"/manage/keys/{keys[number % len(keys)]['keyId']}{end}", body)

    async def _of_venue(self, number: int, method: str, end: str, body: Any = None) -> None:
        venues = await self._all("venues", archived="true")
        if venues:
            await self._send(method, f"/manage/venues/{venues[number % len(venues)]['venueId']}{end}", body)

    async def _upload(self, number: int, end: str) -> None:
        venues = await self._all("venues", archived="true")
        if venues:
            path = f"/manage/venues/{venues[number % len(venues)]['venueId']}{end}"
            picture = photo(16 * (1 + number % 3), 16)
            await self._send("PUT", path, None, ("content-type", "image/jpeg"), content=picture)

    async def _send(
        self, method: str, path: str, body: Any = None, *headers: tuple[str, str], **more: Any
    ) -> None:
        if body is not None:
            more["json"] = body
        response = await self._actor.ask(method, path, *headers, **more)
        assert response.status_code < 500, response.text
        if response.status_code >= 300:
            self.refused.append(f"{method} {path}: {response.text}")

    async def _all(self, records: str, **query: str) -> list[dict[str, Any]]:
        return await self._cast.operator.list_all(
            f"/manage/{records}", tenantId=self.tenant_id, limit=100, **query
        )


STEPS = tuple(
    name
    for name in vars(History)
    if not name.startswith("_") and name not in ("begin", "apply", "check", "end")
)


def histories() -> st.SearchStrategy[list[tuple[str, int]]]:
    """Generates what happens. Keys that ended and venues that have something are met more often than chance
    would have it."""
    often = st.sampled_from(
        [
            "create_key",
            "rotate_key",
            "let_time_pass",
            "create_venue",
            "save_draft",
            "upload_image",
            "copy_venue",
        ]
    )
    return st.lists(st.tuples(st.sampled_from(STEPS) | often, st.integers(0, 5)), min_size=5, max_size=25)


def _record(number: int) -> dict[str, Any]:
    """Returns a record that is short, or larger than PostgreSQL keeps in a row. Names have characters of
    several bytes."""
    size = _SIZES[number % len(_SIZES)]
    aliases = [{"name": f"Größe {number} 東 {position}"} for position in range(size)]
    return {"name": f"Halle {number}", "aliases": aliases, "rules": {"layout": layout(size)}}
