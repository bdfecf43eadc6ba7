"""Publishing a record: the venue, the names that it claims and the version that is kept, all or nothing."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
from msgspec.structs import replace

from seatpreview.context import Context
from seatpreview.database.engines import Transaction
from seatpreview.limits.quotas import QuotaDefaults, VersionBounds
from seatpreview.problems import Conflict, Problem, ValidationFailed
from seatpreview.tenants import usage
from seatpreview.values.clock import Moment, datetime_of
from seatpreview.venues import computations, rules, store, version_store
from seatpreview.venues.computations import CheckedRecord
from seatpreview.venues.kept_records import KeptRecord
from seatpreview.venues.store import StoredVenue
from seatpreview.venues.version_store import VersionNote


class Publication(msgspec.Struct, frozen=True, kw_only=True):
    """A checked record that is about to replace the published one."""

    before: StoredVenue
    after: StoredVenue
    alias_names: tuple[str, ...]
    kept: KeptRecord
    note: VersionNote
    bounds: VersionBounds
    quotas: QuotaDefaults
    kept_before: KeptRecord | None = None
    """The published record, if no version of it is kept: an earlier release published it."""


async def check_replacement(context: Context, venue: StoredVenue, body: bytes) -> CheckedRecord:
    """Checks a record that is to replace the published one. Raises its faults."""
    checked = msgspec.msgpack.decode(
        await context.compute_for_caller(
            computations.check_record,
            body,
            venue.document.encode(),
            venue.compiled_layout,
            computations.encode_service_members(_service_members(venue)),
        ),
        type=CheckedRecord,
    )
    refuse_faults(checked)
    return checked


def refuse_faults(checked: CheckedRecord) -> None:
    """Raises the faults of a record, if it has any."""
    if checked.faults:
        raise ValidationFailed.of(*checked.faults)


def replaced_venue(venue: StoredVenue, checked: CheckedRecord, at: Moment) -> StoredVenue:
    """Returns a venue with its next record."""
    return replace(
        venue,
        name=checked.name,
        document=checked.document.decode(),
        compiled_layout=checked.compiled_layout,
        updated_at=at,
        version=venue.version + 1,
    )


async def prepare(
    context: Context,
    before: StoredVenue,
    after: StoredVenue,
    alias_names: tuple[str, ...],
    kept: KeptRecord,
    *,
    message: str | None = None,
    restored_from: int | None = None,
) -> Publication:
    """Collects what a publication writes. Nothing is written yet."""
    return Publication(
        before=before,
        after=after,
        alias_names=alias_names,
        kept=kept,
        note=VersionNote(context.caller.actor, message, restored_from),
        bounds=context.resources.version_bounds,
        quotas=context.resources.quotas,
        kept_before=await _kept_before(context, before),
    )


def version_conflict() -> Conflict:
    """Creates the problem of a record that was replaced while a request was about to do so."""
    return Conflict(
        "The venue changed since this request read it, and nothing was written. Read it and retry."
    )


async def write(transaction: Transaction, publication: Publication) -> None:
    """Publishes a record, as `publishing` does."""
    async with publishing(transaction, publication):
        pass


@asynccontextmanager
async def publishing(
    transaction: Transaction,
    publication: Publication,
    superseded: Callable[[], Problem] = version_conflict,
) -> AsyncIterator[None]:
    """Publishes a record. The block can delete what the record takes the place of, before the quota of the
    owner is compared with what it then stores. Raises what `superseded` returns if another record was
    published meanwhile, and Conflict if another venue has one of the names."""
    before, after = publication.before, publication.after
    action = "replaced" if publication.note.restored_from is None else "restored"
    async with usage.lock_for_records(transaction, after.owner, publication.quotas, after.updated_at):
        publisher = None
        if publication.kept_before is not None:
            publisher = await version_store.last_publisher(transaction.connection, before.venue_id)
        if not await store.replace(transaction, after, before.version, action):
            raise superseded()
        if not await store.claim_aliases(transaction, after.owner, after.venue_id, publication.alias_names):
            raise alias_taken()
        if publication.kept_before is not None:
            await version_store.add(transaction, before, publication.kept_before, VersionNote(publisher))
        await version_store.add(transaction, after, publication.kept, publication.note)
        await version_store.prune(transaction, after.venue_id, publication.bounds)
        yield


def alias_taken() -> Conflict:
    """Creates the problem of a name that another venue of the tenant has."""
    return Conflict("Another venue of this tenant has one of the aliases. Each names one venue at most.")


async def kept_form(context: Context, venue: StoredVenue) -> KeptRecord:
    """Returns the record of a venue as its version is kept."""
    kept = await context.compute_for_caller(
        computations.keep_stored_record, venue.document.encode(), venue.compiled_layout
    )
    return msgspec.msgpack.decode(kept, type=KeptRecord)


async def _kept_before(context: Context, venue: StoredVenue) -> KeptRecord | None:
    if await context.resources.database.read_row(version_store.is_kept, venue.venue_id, venue.version):
        return None
    return await kept_form(context, venue)


def _service_members(venue: StoredVenue) -> rules.ServiceMembers:
    """Returns the members of a venue that a replacement is compared with."""
    return rules.ServiceMembers(
        venue.venue_id,
        venue.owner,
        datetime_of(venue.created_at),
        datetime_of(venue.updated_at),
        venue.version,
    )
