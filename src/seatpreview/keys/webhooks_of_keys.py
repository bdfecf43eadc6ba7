"""What becomes of webhooks when the key that made them, or changed them last, ends or is replaced.

Webhooks are a room above keys, so only their table is used here: the statement belongs into the transaction
of the revoke, and it needs nothing else of them.
"""

from collections.abc import Collection, Iterable
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta
from sqlalchemy import or_, update

from seatpreview.database.engines import Transaction
from seatpreview.database.tables import webhooks
from seatpreview.values.clock import Moment


class RevokeKey(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """The query of revokeKey."""

    keep_webhooks: Annotated[
        bool,
        Meta(
            description=(
                "True: webhooks that the key made or changed last stay active. Otherwise they are disabled "
                "with it. An extension of the interface."
            )
        ),
    ] = False


_OF_KEYS = (webhooks.c.made_by, webhooks.c.changed_by)


class DisabledWebhook(NamedTuple):
    """A webhook that was disabled, and the version that it has now."""

    webhook_id: str
    tenant_id: str
    version: int


async def disable_webhooks(
    transaction: Transaction, key_ids: Collection[str], at: Moment
) -> list[DisabledWebhook]:
    """Disables active webhooks that one of these keys made, or changed last: whoever leaked the key may have
    set their addresses. Returns them for `log_disabled`, after the end of the key."""
    ids = [str(key_id) for key_id in key_ids]
    disabled = await transaction.connection.execute(
        update(webhooks)
        .where(webhooks.c.active.is_(True), or_(*(column.in_(ids) for column in _OF_KEYS)))
        .values(
            active=False,
            disabled_reason="key_revoked",
            disabled_at=at,
            updated_at=at,
            version=webhooks.c.version + 1,
        )
        .returning(webhooks.c.webhook_id, webhooks.c.tenant_id, webhooks.c.version)
    )
    return [DisabledWebhook(*row) for row in disabled]


def log_disabled(transaction: Transaction, disabled: Iterable[DisabledWebhook]) -> None:
    """Notes webhooks as disabled."""
    for webhook in disabled:
        transaction.changed(
            "webhook", webhook.webhook_id, webhook.tenant_id, "disabled", ("active",), webhook.version
        )


async def pass_on_webhooks(transaction: Transaction, key_id: str, replacement_id: str) -> None:
    """Puts the replacement of a rotated key in its place, so that the end of the old key disables nothing."""
    for column in _OF_KEYS:
        await transaction.connection.execute(
            update(webhooks).where(column == str(key_id)).values({column.name: str(replacement_id)})
        )
