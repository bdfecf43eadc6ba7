"""Checks of what is in the database: tables, venues, quotas, amounts, and webhooks with their secrets."""

from collections.abc import Iterator

import msgspec
from sqlalchemy import select

from seatpreview.assembly import quota_defaults
from seatpreview.database import schema
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.tables import webhooks
from seatpreview.doctor.finding import Finding, fail, ok, warn
from seatpreview.encryption import FILE_NAME, Encryption, Unreadable, encryption_of
from seatpreview.imports.plausibility import judge_layout
from seatpreview.limits.quotas import BYTES, NearQuota, size_text
from seatpreview.problems import ValidationFailed
from seatpreview.settings.settings import Settings, variable
from seatpreview.tenants.recount import RECOUNT, find_differences
from seatpreview.tenants.usage import near_quotas_of_all
from seatpreview.values.clock import Clock, datetime_of
from seatpreview.values.command_error import CommandError
from seatpreview.values.ids import TenantId, VenueId, WebhookId
from seatpreview.venues import store as venue_store
from seatpreview.venues.computations import layout_of
from seatpreview.venues.record_bounds import bound_faults
from seatpreview.venues.record_codec import decode_record
from seatpreview.webhooks import sending_store
from seatpreview.webhooks.secrets import decrypted

LISTED_MAX = 20
_NOUNS = {
    "imageBytes": "of images",
    "venues": "venues",
    "keys": "keys that are not revoked",
    "recordBytes": "of records, with drafts and versions",
}
_OPTIONS = {
    "imageBytes": "--image-quota-mb",
    "venues": "--venue-quota",
    "keys": "--key-quota",
    "recordBytes": "--record-quota-mb",
}
_SETTINGS = {
    "imageBytes": "image_quota_mb",
    "venues": "venue_quota",
    "keys": "key_quota",
    "recordBytes": "record_quota_mb",
}
OVERDUE_SECONDS_MAX = 600
"""Deliveries that have been due for longer are a finding."""
_REASONS = {
    "gone": "its address answered 410 (gone)",
    "failing": "every delivery failed for five days",
}
SECRETS_MAX = 10_000
"""The most webhooks whose secrets are tried."""
_WEBHOOK_SECRETS = "webhook secrets"


async def check_migrations(database: Database, status: schema.SchemaStatus) -> Finding:
    """Checks that the tables are those of this release, and that nothing of them was deleted."""
    revision = f"The tables have revision {status.current or '(none)'}"
    if status.is_newest:
        missing = await database.migrate(schema.find_missing)
        return _missing_parts(revision, missing) if missing else ok("migrations", f"{revision}.")
    if status.is_usable:
        return ok("migrations", f"{revision}.")
    if status.is_ahead:
        return fail("migrations", f"{revision}, of a newer release.", "Install that release.")
    refusal = await schema.find_leftover_refusal(database)
    if refusal is not None:
        # An upgrade refuses these tables, and says so in the same words.
        detail, *remedies = refusal.sentences
        return fail("migrations", detail, " ".join(remedies))
    remedy = "The next start upgrades it." if database.is_sqlite else "Run `seatpreview db upgrade`."
    return fail("migrations", f"{revision}; this release needs {status.newest}.", remedy)


def _missing_parts(revision: str, missing: list[schema.Missing]) -> Finding:
    """An index or a trigger that is missing can be made again. What else is missing held data."""
    names = ", ".join(each.name for each in missing)
    statements = [each.statement for each in missing if each.statement is not None]
    detail = f"{revision}, and lack {names}: somebody has deleted that."
    if len(statements) < len(missing):
        return fail("migrations", detail, "Restore a backup with `seatpreview db restore` (docs/backups.md).")
    make_again = f"Make it again: {'; '.join(statements)};"
    if any(statement.startswith("CREATE TRIGGER") for statement in statements):
        detail += " What tenants store is not counted any more."
        return fail("migrations", detail, f"{make_again} Then correct the counts. {RECOUNT}")
    if any(statement.startswith("CREATE UNIQUE") for statement in statements):
        return fail("migrations", f"{detail} Nothing keeps records apart that must differ.", make_again)
    return warn("migrations", detail, f"Requests are slow without it. {make_again}")


async def check_venues(database: Database) -> list[Finding]:
    """Lists venues of earlier versions that cost more for each request than a new record may, and halls that
    cannot be real."""
    findings: list[Finding] = []
    for venue_id in await database.read(venue_store.ids_of_any_tenant):
        findings += await _check_venue(database, venue_id)
    return findings or [
        ok("venues", "No venue costs more for a request than is allowed, and each could be a real hall.")
    ]


async def _check_venue(database: Database, venue_id: VenueId) -> list[Finding]:
    venue = await database.read(venue_store.get_of_any_tenant, venue_id)
    try:
        faults = [] if venue is None else list(bound_faults(decode_record(venue.document)))
    except (msgspec.MsgspecError, ValueError) as fault:
        detail = f"The record of {venue_id} cannot be read: {str(fault).rstrip('.')}."
        return [fail("venues", detail, "Import the venue anew, or restore a backup that still has it.")]
    return [
        warn(
            "venues",
            f"{venue_id}: {fault.pointer} {fault.detail}. The venue is served, but labels that take too long "
            "are declined.",
            "Its owner should replace the record with one that is accepted.",
        )
        for fault in faults
    ] + ([] if venue is None else _hardly_true(venue))


def _hardly_true(venue: venue_store.StoredVenue) -> list[Finding]:
    found = judge_layout(layout_of(venue.compiled_layout, venue.document))
    grave = [finding.text for finding in found if finding.is_grave]
    if not grave:
        return []
    detail = f"{venue.venue_id}: {' '.join(grave)} Its views are of a hall that does not exist."
    return [warn("venues", detail, "Its owner should import the plan anew, or correct it in the designer.")]


async def check_quotas(database: Database, settings: Settings) -> list[Finding]:
    """Lists the tenants that use 80 % of a quota or more, at most 20 of them."""
    found = await database.read(near_quotas_of_all, quota_defaults(settings), Clock().now())
    found.sort(key=lambda each: -each[1].use.share)
    findings = [_near_quota(tenant_id, near) for tenant_id, near in found[:LISTED_MAX]]
    if len(found) > LISTED_MAX:
        rest = f"{len(found) - LISTED_MAX:,} more quotas of tenants are used by 80 % or more."
        findings.append(warn("quotas", rest, "Raise the ones listed above first."))
    return findings or [ok("quotas", "No tenant uses 80 % of a quota.")]


async def check_amounts(database: Database) -> list[Finding]:
    """Compares the row of each tenant's amounts with a count, and names at most 20 that differ."""
    try:
        differences = await database.report(find_differences)
    except ValidationFailed:
        detail = (
            "There are too many rows to count them within ten seconds, beside the requests of the service."
        )
        return [warn("amounts", detail, RECOUNT)]
    findings = [warn("amounts", difference.sentence, RECOUNT) for difference in differences[:LISTED_MAX]]
    if len(differences) > LISTED_MAX:
        rest = f"The amounts of {len(differences) - LISTED_MAX:,} more tenants differ from a count."
        findings.append(warn("amounts", rest, RECOUNT))
    return findings or [ok("amounts", "What each tenant stores is what a count finds.")]


def _near_quota(tenant_id: TenantId, near: NearQuota) -> Finding:
    used, most = near.use.used, near.use.max or 0
    amounts = f"{size_text(used)} of {size_text(most)}" if near.quota in BYTES else f"{used:,} of {most:,}"
    state = " Nothing can be added." if near.is_used_up else ""
    return warn(
        "quotas",
        f"{tenant_id} has {amounts} {_NOUNS[near.quota]}.{state}",
        f"If the tenant needs more, raise it: `seatpreview tenants update {tenant_id} "
        f"{_OPTIONS[near.quota]} N`, or {variable(_SETTINGS[near.quota])} for all tenants.",
    )


async def check_webhooks(database: Database) -> list[Finding]:
    """Lists webhooks that the service has disabled, at most 20 of them, and says if deliveries are late."""
    backlog = await database.read(sending_store.backlog, Clock().now())
    findings = [
        warn(
            "webhooks",
            f"{row.webhook_id} of {row.tenant_id} was disabled on {datetime_of(row.disabled_at):%Y-%m-%d}: "
            f"{_REASONS[row.disabled_reason]}.",
            "Tell the tenant. Once its address answers again: `seatpreview webhooks update "
            f"{row.webhook_id} --enable`, or delete the webhook.",
        )
        for row in await database.read(sending_store.disabled_by_service, LISTED_MAX)
    ]
    if backlog.disabled > LISTED_MAX:
        more = f"{backlog.disabled - LISTED_MAX:,} more webhooks were disabled."
        findings.append(warn("webhooks", more, "Look at the ones listed above first."))
    if backlog.overdue_seconds > OVERDUE_SECONDS_MAX:
        findings.append(
            warn(
                "webhooks",
                f"{backlog.pending:,} deliveries are pending, and one has been due for "
                f"{backlog.overdue_seconds / 60:,.0f} minutes.",
                "If the service is running, look for `send_deliveries` in its log. Many endpoints of one "
                "tenant that never answer delay that tenant's own deliveries.",
            )
        )
    return findings or [
        ok("webhooks", f"No webhook was disabled; {backlog.pending:,} deliveries are pending.")
    ]


def check_webhook_key(settings: Settings) -> Iterator[Finding]:
    """Warns where secrets of webhooks cannot be stored, because no machine may make a key of its own."""
    if not encryption_of(settings.data_dir, settings.webhook_key, settings.signing_secret).is_possible:
        yield warn(
            _WEBHOOK_SECRETS,
            f"Webhooks cannot be created: {variable('signing_secret')} is set, and "
            f"{variable('webhook_key')} is not.",
            f"Set {variable('webhook_key')} to 32 random characters or more, the same on every machine. If a "
            f"file {FILE_NAME} is in the data folder, set it to what that holds.",
        )


async def check_webhook_secrets(database: Database, settings: Settings) -> list[Finding]:
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
        return [fail(_WEBHOOK_SECRETS, *fault.sentences)]
    if not lost:
        return [ok(_WEBHOOK_SECRETS, f"The secrets of {len(stored)} webhooks can be read.")]
    remedy = (
        f"Restore {settings.data_dir / FILE_NAME} or {variable('webhook_key')} as it was. If it is lost, "
        "rotate them: `seatpreview webhooks rotate`."
    )
    return [
        fail(
            _WEBHOOK_SECRETS,
            f"The secrets of {len(lost)} webhooks cannot be read, such as {lost[0]}.",
            remedy,
        )
    ]


async def _secrets(connection: Connection) -> list[tuple[WebhookId, str]]:
    statement = select(webhooks.c.webhook_id, webhooks.c.secret).limit(SECRETS_MAX)
    return [(WebhookId(row.webhook_id), row.secret) for row in await connection.execute(statement)]


def _is_readable(encryption: Encryption, webhook_id: WebhookId, secret: str) -> bool:
    try:
        decrypted(encryption, webhook_id, secret)
    except Unreadable:
        return False
    return True
