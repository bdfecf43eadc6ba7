"""Checks of quotas: which tenants are near one or have used it up, and whether their amounts are right."""

from seatpreview.assembly import quota_defaults
from seatpreview.database.engines import Database
from seatpreview.doctor.finding import Finding, ok, warn
from seatpreview.limits.quotas import BYTES, NearQuota, near_quotas, size_text
from seatpreview.problems import ValidationFailed
from seatpreview.settings.settings import Settings, variable
from seatpreview.tenants.recount import RECOUNT, find_differences
from seatpreview.tenants.usage import amounts_of_all
from seatpreview.values.clock import Clock
from seatpreview.values.ids import TenantId

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


async def check(database: Database, settings: Settings) -> list[Finding]:
    """Lists the tenants that use 80 % of a quota or more, at most 20 of them."""
    defaults = quota_defaults(settings)
    found = [
        (tenant_id, near)
        for tenant_id, own, stored in await database.read(amounts_of_all, Clock().now())
        for near in near_quotas(stored.within(defaults.apply(own)))
    ]
    found.sort(key=lambda each: -each[1].use.share)
    findings = [_finding(tenant_id, near) for tenant_id, near in found[:LISTED_MAX]]
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


def _finding(tenant_id: TenantId, near: NearQuota) -> Finding:
    used, most = near.use.used, near.use.max or 0
    amounts = f"{size_text(used)} of {size_text(most)}" if near.quota in BYTES else f"{used:,} of {most:,}"
    state = " Nothing can be added." if near.is_used_up else ""
    return warn(
        "quotas",
        f"{tenant_id} has {amounts} {_NOUNS[near.quota]}.{state}",
        f"If the tenant needs more, raise it: `seatpreview tenants update {tenant_id} "
        f"{_OPTIONS[near.quota]} N`, or {variable(_SETTINGS[near.quota])} for all tenants.",
    )
