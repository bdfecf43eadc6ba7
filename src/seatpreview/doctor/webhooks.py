"""Checks of webhooks: which ones the service has disabled, and whether deliveries are late."""

from seatpreview.database.engines import Database
from seatpreview.doctor.finding import Finding, ok, warn
from seatpreview.values.clock import Clock, datetime_of
from seatpreview.webhooks import sending_store

LISTED_MAX = 20

OVERDUE_SECONDS_MAX = 600
"""Deliveries that have been due for longer are a finding."""

_REASONS = {
    "gone": "its address answered 410 (gone)",
    "failing": "every delivery failed for five days",
}


async def check(database: Database) -> list[Finding]:
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
