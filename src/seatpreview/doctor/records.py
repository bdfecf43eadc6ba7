"""Checks of the records: the revision of their tables, and venues whose requests cost too much."""

import msgspec

from seatpreview.database import schema
from seatpreview.database.engines import Database
from seatpreview.doctor.finding import Finding, fail, ok, warn
from seatpreview.values.ids import VenueId
from seatpreview.venues import store as venue_store
from seatpreview.venues.record_bounds import bound_faults
from seatpreview.venues.record_codec import decode_record


def check_migrations(status: schema.SchemaStatus, *, is_sqlite: bool) -> Finding:
    """Checks that the tables are those of this release."""
    revision = f"The tables have revision {status.current or '(none)'}"
    if status.is_usable:
        return ok("migrations", f"{revision}.")
    if status.is_ahead:
        return fail("migrations", f"{revision}, of a newer release.", "Install that release.")
    remedy = "The next start upgrades it." if is_sqlite else "Run `seatpreview db upgrade`."
    return fail("migrations", f"{revision}; this release needs {status.newest}.", remedy)


async def check_venues(database: Database) -> list[Finding]:
    """Lists venues of earlier versions that cost more for each request than a new record may."""
    findings: list[Finding] = []
    for venue_id in await database.read(venue_store.ids_of_any_tenant):
        findings += await _check_venue(database, venue_id)
    return findings or [ok("venues", "No venue costs more for a request than is allowed.")]


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
    ]
