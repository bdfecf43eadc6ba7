"""SQL for webhooks."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import Boolean, Text, bindparam, delete, insert, select, tuple_, update

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import keys, webhooks
from seatpreview.keys.store import is_restricted_to_sql
from seatpreview.problems import KeyRevoked
from seatpreview.values.clock import Moment
from seatpreview.values.ids import KeyId, TenantId, VenueId, WebhookId
from seatpreview.values.validated_text import trusted_text
from seatpreview.webhooks.model import ListWebhooks, StoredWebhook

_MEMBERS = StoredWebhook.__struct_fields__
COLUMNS = [webhooks.c[name] for name in _MEMBERS]
"""The columns of a webhook, in the order of its members."""
_BOOLEANS = [column.name for column in COLUMNS if isinstance(column.type, Boolean)]
"""Columns that SQLite, which has no booleans, returns as numbers."""
_DOCUMENTS = ("types", "venues")
"""Columns that hold JSON."""
_SELECT = select(*COLUMNS)
_GET_OF_ANY_TENANT = _SELECT.where(webhooks.c.webhook_id == bindparam("webhook", type_=Text))
_GET = _GET_OF_ANY_TENANT.where(webhooks.c.tenant_id == bindparam("tenant", type_=Text))
_IF_UNCHANGED = update(webhooks).where(
    webhooks.c.webhook_id == bindparam("read_webhook"), webhooks.c.version == bindparam("read_version")
)


async def get(connection: Connection, tenant_id: TenantId, webhook_id: WebhookId) -> StoredWebhook | None:
    """Returns a webhook of the tenant; None if it has no such webhook."""
    row = (await connection.execute(_GET, {"webhook": str(webhook_id), "tenant": str(tenant_id)})).first()
    return None if row is None else webhook_of(row)


async def get_of_any_tenant(connection: Connection, webhook_id: WebhookId) -> StoredWebhook | None:
    """Returns a webhook of any tenant, for admin scope."""
    row = (await connection.execute(_GET_OF_ANY_TENANT, {"webhook": str(webhook_id)})).first()
    return None if row is None else webhook_of(row)


async def newest(
    connection: Connection,
    tenant_id: TenantId | None,
    within: Collection[VenueId] | None,
    query: ListWebhooks,
    count: int,
    after: Sequence[Any] | None = None,
) -> list[StoredWebhook]:
    """Returns webhooks of one tenant (None: of all), newest first, starting after (created_at, webhook_id).
    With `within`, returns only webhooks that name some of these venues and no others."""
    statement = _SELECT.order_by(webhooks.c.created_at.desc(), webhooks.c.webhook_id.desc()).limit(count)
    if tenant_id is not None:
        statement = statement.where(webhooks.c.tenant_id == str(tenant_id))
    if within is not None:
        statement = statement.where(is_restricted_to_sql(connection.dialect.name, within, webhooks.c.venues))
    if isinstance(query.active, bool):
        statement = statement.where(webhooks.c.active.is_(query.active))
    if after is not None:
        statement = statement.where(tuple_(webhooks.c.created_at, webhooks.c.webhook_id) < tuple_(*after))
    return [webhook_of(row) for row in await connection.execute(statement)]


async def check_key_lasts(transaction: Transaction, key_id: KeyId | None) -> None:
    """Refuses a write by a key whose revoke was committed meanwhile, and makes a later revoke wait: it
    disables what this transaction writes. None stands for the operator."""
    if key_id is None:
        return
    statement = select(keys.c.revoked_at, keys.c.end_is_logged).where(keys.c.key_id == str(key_id))
    row = (await transaction.connection.execute(statement.with_for_update(read=True))).first()
    if row is None or row.revoked_at is not None or row.end_is_logged:
        raise KeyRevoked("The key was revoked while this request was answered. Nothing was written.")


async def add(transaction: Transaction, webhook: StoredWebhook) -> None:
    """Inserts a new webhook."""
    await transaction.connection.execute(insert(webhooks), _values(webhook))
    _log(transaction, webhook, "created")


async def replace(
    transaction: Transaction,
    webhook: StoredWebhook,
    read_version: int,
    action: str,
    members: tuple[str, ...] = (),
) -> bool:
    """Writes the webhook if it still has the version that was read. Returns whether it was written."""
    read = {"read_webhook": str(webhook.webhook_id), "read_version": read_version}
    # Who made it is not written: a rotation of that key may have passed it on meanwhile.
    values = {name: value for name, value in _values(webhook).items() if name != "made_by"}
    written = await transaction.connection.execute(_IF_UNCHANGED, values | read)
    _log(transaction, webhook, action, members)
    return written.rowcount == 1


async def remove(transaction: Transaction, webhook: StoredWebhook) -> bool:
    """Deletes a webhook. Returns whether it was still there."""
    deleted = await transaction.connection.execute(delete(webhooks).where(_has_id(webhook.webhook_id)))
    if deleted.rowcount == 1:
        transaction.changed("webhook", webhook.webhook_id, webhook.tenant_id, "deleted")
    return deleted.rowcount == 1


async def disable(transaction: Transaction, webhook_id: WebhookId, reason: str, at: Moment) -> bool:
    """Disables an active webhook for a reason of the service's own. Returns whether it was active."""
    disabled = await transaction.connection.execute(
        update(webhooks)
        .where(_has_id(webhook_id), webhooks.c.active.is_(True))
        .values(
            active=False,
            disabled_reason=reason,
            disabled_at=at,
            updated_at=at,
            version=webhooks.c.version + 1,
        )
        .returning(webhooks.c.tenant_id, webhooks.c.version)
    )
    row = disabled.first()
    if row is not None:
        transaction.changed("webhook", webhook_id, row.tenant_id, "disabled", ("active",), row.version)
    return row is not None


def webhook_of(row: Sequence[Any]) -> StoredWebhook:
    """Builds a webhook from a row of COLUMNS. Stored texts were validated when they were written."""
    values = dict(zip(_MEMBERS, row, strict=True))
    for name in _DOCUMENTS:
        if values[name] is not None:
            values[name] = msgspec.json.decode(values[name])
    for name in _BOOLEANS:
        values[name] = bool(values[name])
    return msgspec.convert(values, StoredWebhook, dec_hook=trusted_text)


def _values(webhook: StoredWebhook) -> dict[str, Any]:
    values = {name: getattr(webhook, name) for name in _MEMBERS}
    for name in _DOCUMENTS:
        values[name] = (
            None if values[name] is None else msgspec.json.encode(values[name], enc_hook=str).decode()
        )
    return {name: str(value) if isinstance(value, str) else value for name, value in values.items()}


def _has_id(webhook_id: WebhookId) -> Any:
    return webhooks.c.webhook_id == str(webhook_id)


def _log(
    transaction: Transaction, webhook: StoredWebhook, action: str, members: tuple[str, ...] = ()
) -> None:
    transaction.changed("webhook", webhook.webhook_id, webhook.tenant_id, action, members, webhook.version)
