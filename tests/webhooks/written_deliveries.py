"""Webhooks and deliveries in a database, as tests write and read them."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import select

from database.opened import note_change
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.tables import webhook_deliveries, webhooks
from seatpreview.encryption import Encryption
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import TenantId, WebhookId
from seatpreview.values.validated_text import Label
from seatpreview.webhooks import delivery_store, store
from seatpreview.webhooks.delivery_model import NewDelivery
from seatpreview.webhooks.fan_out import delivery_id
from seatpreview.webhooks.model import StoredWebhook, WebhookUrl
from seatpreview.webhooks.secrets import encrypted, new_secret

AT = Moment(1_800_000_000 * MICROSECONDS)
ENCRYPTION = Encryption(b"a key that only these tests use, of enough characters")


async def add_webhook(
    database: Database, tenant_id: str, url: str = "https://hook.example/", **more: Any
) -> tuple[StoredWebhook, str]:
    """Adds a webhook, and returns it with its secret."""
    webhook_id, secret = WebhookId.new(), new_secret()
    values: dict[str, Any] = {
        "label": Label(""),
        "types": None,
        "venues": None,
        "active": True,
        "made_by": "operator",
        "changed_by": "operator",
        "is_by_admin": True,
        "secret": encrypted(ENCRYPTION, webhook_id, secret),
        "created_at": AT,
        "updated_at": AT,
    }
    webhook = StoredWebhook(
        webhook_id=webhook_id, tenant_id=TenantId(tenant_id), url=WebhookUrl(url), **(values | more)
    )
    await database.write("operator", AT, store.add, webhook)
    return webhook, secret


async def add_deliveries(database: Database, webhook: StoredWebhook, *bodies: str, at: Moment = AT) -> None:
    """Adds deliveries that are due at a time."""
    rows = [
        NewDelivery(
            delivery_id(webhook.webhook_id, body), webhook.webhook_id, webhook.tenant_id, n, "ping", body
        )
        for n, body in enumerate(bodies, 1)
    ]
    await database.write_activity(delivery_store.add, rows, at)


async def change(database: Database, *rows: tuple[Any, ...], at: Moment = AT) -> None:
    """Adds rows to the change log."""
    for row in rows:
        await database.write("operator", at, note_change, *row)


async def deliveries_to(database: Database, webhook_id: str) -> Sequence[Any]:
    """Returns the rows of a webhook's deliveries, in the order of the log."""
    statement = (
        select(webhook_deliveries)
        .where(webhook_deliveries.c.webhook_id == str(webhook_id))
        .order_by(webhook_deliveries.c.n, webhook_deliveries.c.body)
    )
    return (await database.read(Connection.execute, statement)).all()


async def heard(database: Database, webhook: StoredWebhook) -> list[tuple[str, str]]:
    """Returns the types and ids that a webhook is to hear of."""
    bodies = [msgspec.json.decode(row.body) for row in await deliveries_to(database, webhook.webhook_id)]
    return [(body["type"], body["data"]["id"]) for body in bodies]


async def read_webhook(database: Database, webhook_id: str) -> Any:
    """Returns a webhook as it is now."""
    statement = select(webhooks).where(webhooks.c.webhook_id == str(webhook_id))
    return (await database.read(Connection.execute, statement)).one()
