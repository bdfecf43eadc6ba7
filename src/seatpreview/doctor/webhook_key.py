"""Checks of the key that encrypts secrets of webhooks: that there is one, and that it reads them."""

from collections.abc import Iterator

from sqlalchemy import select

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.tables import webhooks
from seatpreview.doctor.finding import Finding, fail, ok, warn
from seatpreview.encryption import FILE_NAME, Encryption, Unreadable, encryption_of
from seatpreview.settings.settings import Settings, variable
from seatpreview.values.command_error import CommandError
from seatpreview.values.ids import WebhookId
from seatpreview.webhooks.secrets import decrypted

CHECKED_MAX = 10_000
"""The most webhooks whose secrets are tried."""

_NAME = "webhook secrets"


def check_key(settings: Settings) -> Iterator[Finding]:
    """Warns where secrets of webhooks cannot be stored, because no machine may make a key of its own."""
    if not encryption_of(settings.data_dir, settings.webhook_key, settings.signing_secret).is_possible:
        yield warn(
            _NAME,
            f"Webhooks cannot be created: {variable('signing_secret')} is set, and "
            f"{variable('webhook_key')} is not.",
            f"Set {variable('webhook_key')} to 32 random characters or more, the same on every machine. If a "
            f"file {FILE_NAME} is in the data folder, set it to what that holds.",
        )


async def check_secrets(database: Database, settings: Settings) -> list[Finding]:
    """Tries to read the secrets of webhooks, with the key that the service has."""
    stored = await database.read(_secrets)
    if not stored:
        return []
    encryption = encryption_of(settings.data_dir, settings.webhook_key, settings.signing_secret)
    try:
        lost = [
            webhook_id for webhook_id, secret in stored if not _is_readable(encryption, webhook_id, secret)
        ]
    except CommandError as fault:
        return [fail(_NAME, *fault.sentences)]
    if not lost:
        return [ok(_NAME, f"The secrets of {len(stored)} webhooks can be read.")]
    remedy = (
        f"Restore {settings.data_dir / FILE_NAME} or {variable('webhook_key')} as it was. If it is lost, "
        "rotate them: `seatpreview webhooks rotate`."
    )
    return [fail(_NAME, f"The secrets of {len(lost)} webhooks cannot be read, such as {lost[0]}.", remedy)]


async def _secrets(connection: Connection) -> list[tuple[WebhookId, str]]:
    statement = select(webhooks.c.webhook_id, webhooks.c.secret).limit(CHECKED_MAX)
    return [(WebhookId(row.webhook_id), row.secret) for row in await connection.execute(statement)]


def _is_readable(encryption: Encryption, webhook_id: WebhookId, secret: str) -> bool:
    try:
        decrypted(encryption, webhook_id, secret)
    except Unreadable:
        return False
    return True
