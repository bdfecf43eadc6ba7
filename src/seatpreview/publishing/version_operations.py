"""The API operations on versions: list, read, compare, delete, restore, and publish a draft as one."""

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict

from seatpreview.context import Context
from seatpreview.database.engines import Transaction
from seatpreview.imagery import store as images
from seatpreview.problems import Conflict, NotFound, PreconditionFailed
from seatpreview.publishing import draft_rules
from seatpreview.publishing.comparison import compare, kept_input, published_input
from seatpreview.publishing.version_computations import (
    ReadVersion,
    RecordInput,
    RestoredRecord,
    check_restored,
    read_version,
    warnings_of,
)
from seatpreview.publishing.versions_model import (
    ChangesQuery,
    EncodedVersion,
    ListVersions,
    PublishedVersion,
    PublishQuery,
    PublishRequest,
    RestoredVersion,
    RestoreQuery,
    RestoreRequest,
    VersionChanges,
    VersionList,
    VersionNumber,
    VersionSummary,
)
from seatpreview.results import Paging
from seatpreview.values.clock import datetime_of
from seatpreview.values.ids import VenueId
from seatpreview.venues import draft_store, publication, store, version_store
from seatpreview.venues.draft_computations import MemberChange
from seatpreview.venues.draft_store import StoredDraft
from seatpreview.venues.model import FoundWarnings
from seatpreview.venues.store import StoredVenue
from seatpreview.venues.venue_access import changeable_venue_only, owned_venue_only
from seatpreview.venues.version_store import StoredVersion, VersionEntry, VersionNote


async def list_versions(context: Context, venue_id: VenueId, query: ListVersions) -> VersionList:
    """Returns a page of kept versions. The published one is always the first of them."""
    venue = await owned_venue_only(context, venue_id)
    paging = Paging(context.resources.signing, f"versions of {venue_id}", venue.owner, query)
    found = await context.resources.database.read(
        version_store.newest, venue_id, paging.fetch_limit, paging.last_position
    )
    is_first_page = paging.last_position is None
    if is_first_page and (not found or found[0].version != venue.version):
        found.insert(0, await _entry_of(context, venue))
    page, next_cursor = paging.page_of(found, lambda entry: [entry.version])
    return VersionList(data=[_summary(entry, venue) for entry in page], next_cursor=next_cursor)


async def get_version(context: Context, venue_id: VenueId, version: VersionNumber) -> EncodedVersion:
    """Returns a record as it was, and says which of its images are gone."""
    venue = await owned_venue_only(context, venue_id)
    kept = await _kept(context, venue, int(version))
    read = msgspec.msgpack.decode(
        await context.compute_for_caller(read_version, kept.document, await _uploaded(context, venue_id)),
        type=ReadVersion,
    )
    return EncodedVersion(
        **msgspec.structs.asdict(_summary(kept.entry, venue)),
        record=msgspec.Raw(read.document),
        images_gone=list(read.images_gone),
        images_gone_count=read.images_gone_count,
    )


async def delete_version(context: Context, venue_id: VenueId, version: VersionNumber) -> None:
    """Deletes one version that is not published."""
    venue = await changeable_venue_only(context, venue_id)
    number = int(version)
    if number == venue.version:
        raise Conflict(f"Version {number} is published, and cannot be deleted. Publish another record first.")
    if number > venue.version:
        raise _not_kept(number)  # It may be the published one by the time of the deletion.

    async def write(transaction: Transaction) -> None:
        await store.lock_unarchived(transaction, venue_id)
        if not await version_store.delete_version(transaction, venue.owner, venue_id, number):
            raise _not_kept(number)

    await context.write(write)


async def get_version_changes(
    context: Context, venue_id: VenueId, version: VersionNumber, query: ChangesQuery
) -> VersionChanges:
    """Returns what changed for buyers from one version to another."""
    venue = await owned_venue_only(context, venue_id)
    number = int(version)
    since = await _version_before(context, venue, number) if query.since is UNSET else query.since
    before, after = await _input(context, venue, since), await _input(context, venue, number)
    changes = await compare(context, venue, before, after)
    return VersionChanges(**msgspec.structs.asdict(changes), version=number, since=since)


async def restore_version(
    context: Context,
    venue_id: VenueId,
    version: VersionNumber,
    query: RestoreQuery,
    body: RestoreRequest,
) -> RestoredVersion:
    """Publishes the record of a kept version as a new version, by the same checks as a replacement, without
    images that are gone. A repeat gets the first answer again."""
    venue = await changeable_venue_only(context, venue_id)
    kept = await _kept(context, venue, int(version))
    first = context.first_request
    if first is not None:
        return await _restored_before(context, venue, kept, int(first.record_id))
    restored = await _check_restored(context, venue, kept)
    after = publication.replaced_venue(venue, restored.checked, context.at)
    changes = await compare(context, venue, published_input(venue), published_input(after))
    if not query.dry_run:
        prepared = await publication.prepare(
            context,
            venue,
            after,
            restored.checked.alias_names,
            restored.checked.kept,
            message=None if body.message is UNSET else body.message,
            restored_from=kept.entry.version,
        )

        async def write(transaction: Transaction) -> None:
            await context.remember(transaction, str(after.version))
            await publication.write(transaction, prepared)

        await context.write(write)
    return RestoredVersion(
        version=after.version,
        changes=changes,
        restored_from=kept.entry.version,
        images_left_out=list(restored.images_left_out),
        **asdict(restored.checked.found),
    )


async def published_before(context: Context, venue: StoredVenue, version: int) -> PublishedVersion:
    """Returns the answer to a request that published this version, again."""
    before, after = await _input(context, venue, version - 1), await _input(context, venue, version)
    changes = await compare(context, venue, before, after)
    found = await context.compute_for_caller(warnings_of, msgspec.msgpack.encode(after))
    warned = msgspec.json.decode(found, type=FoundWarnings)
    return PublishedVersion(version=version, changes=changes, **asdict(warned))


async def _restored_before(
    context: Context, venue: StoredVenue, kept: StoredVersion, version: int
) -> RestoredVersion:
    published = await published_before(context, venue, version)
    restored = await _check_restored(context, venue, kept)
    return RestoredVersion(
        **asdict(published),
        restored_from=kept.entry.version,
        images_left_out=list(restored.images_left_out),
    )


async def _check_restored(context: Context, venue: StoredVenue, kept: StoredVersion) -> RestoredRecord:
    restored = msgspec.msgpack.decode(
        await context.compute_for_caller(
            check_restored,
            kept.document,
            venue.document.encode(),
            venue.compiled_layout,
            await _uploaded(context, venue.venue_id),
        ),
        type=RestoredRecord,
    )
    publication.refuse_faults(restored.checked)
    return restored


async def _uploaded(context: Context, venue_id: VenueId) -> bytes:
    names = await context.resources.database.read(images.all_names, venue_id)
    return msgspec.msgpack.encode([str(name) for name in names])


async def _kept(context: Context, venue: StoredVenue, version: int) -> StoredVersion:
    kept = await context.resources.database.read(version_store.get, venue.venue_id, version)
    if kept is not None:
        return kept
    if version != venue.version:
        raise _not_kept(version)
    # An earlier release published it, and the next publish keeps it.
    form = await publication.kept_form(context, venue)
    return StoredVersion(entry=await _entry_of(context, venue), document=form.document)


async def _input(context: Context, venue: StoredVenue, version: int) -> RecordInput:
    if version == venue.version:
        return published_input(venue)
    return kept_input(await _kept(context, venue, version))


async def _version_before(context: Context, venue: StoredVenue, version: int) -> int:
    before = await context.resources.database.read_row(version_store.version_before, venue.venue_id, version)
    if before is None:
        raise NotFound(f"No version before version {version} is kept. Name one by since.")
    return before


async def _entry_of(context: Context, venue: StoredVenue) -> VersionEntry:
    """Returns the entry of a published record of which no version is kept."""
    publisher = await context.resources.database.read(version_store.last_publisher, venue.venue_id)
    return VersionEntry(
        version=venue.version, published_at=venue.updated_at, seats=None, note=VersionNote(publisher)
    )


def _summary(entry: VersionEntry, venue: StoredVenue) -> VersionSummary:
    return VersionSummary(
        version=entry.version,
        published_at=datetime_of(entry.published_at),
        published_by=entry.note.published_by,
        message=entry.note.message,
        seats=entry.seats,
        restored_from=entry.note.restored_from,
        is_published=entry.version == venue.version,
    )


def _not_kept(version: int) -> NotFound:
    return NotFound(
        f"Version {version} of the venue is not kept. GET /manage/venues/{{venueId}}/versions lists those "
        "that are."
    )


async def publish_draft(
    context: Context, venue_id: VenueId, query: PublishQuery, body: PublishRequest
) -> PublishedVersion:
    """Publishes the draft of a venue and deletes it, or does neither. Returns what changes for buyers. With
    `dryRun` nothing is written. A repeat gets the first answer again."""
    venue = await changeable_venue_only(context, venue_id)
    if context.first_request is not None:
        version = int(context.first_request.record_id)
        return await published_before(context, venue, version)
    draft = await _draft(context, venue)
    checked = await publication.check_replacement(context, venue, draft.document.encode())
    after = publication.replaced_venue(venue, checked, context.at)
    changes = await compare(context, venue, published_input(venue), published_input(after), body.labels)
    if not query.dry_run:
        message = None if body.message is UNSET else body.message
        prepared = await publication.prepare(
            context, venue, after, checked.alias_names, checked.kept, message=message
        )

        async def write(transaction: Transaction) -> None:
            await context.remember(transaction, str(after.version))
            async with publication.publishing(transaction, prepared, _base_has_changed):
                if not await draft_store.delete_draft(transaction, venue_id, draft.state):
                    raise _draft_has_changed()
            transaction.changed("draft", venue_id, venue.owner, "published", version=after.version)

        await context.write(write)
    return PublishedVersion(version=after.version, changes=changes, **asdict(checked.found))


async def _draft(context: Context, venue: StoredVenue) -> StoredDraft:
    draft = await context.resources.database.read(draft_store.get, venue.venue_id)
    if draft is None:
        raise NotFound("The venue has no draft. Save one first.")
    changes = msgspec.json.decode(draft.member_changes, type=list[MemberChange])
    draft_rules.check_has_state(draft, changes, context.if_match)
    if draft.base_version != venue.version:
        raise _base_has_changed()
    return draft


def _base_has_changed() -> PreconditionFailed:
    return PreconditionFailed(
        "The venue was published since this draft was begun, and nothing was written. Read the venue, take "
        "over what has changed, and save the draft with its version as baseVersion. Then publish again."
    )


def _draft_has_changed() -> PreconditionFailed:
    return PreconditionFailed(
        "The draft was saved or deleted meanwhile, and nothing was published. Read it again and retry."
    )
