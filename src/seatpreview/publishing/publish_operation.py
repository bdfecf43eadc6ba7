"""The API operation that publishes a draft."""

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict

from seatpreview.context import Context
from seatpreview.database.engines import Transaction
from seatpreview.problems import NotFound, PreconditionFailed
from seatpreview.publishing import draft_rules
from seatpreview.publishing.comparison import compare, published_input
from seatpreview.publishing.version_operations import published_before
from seatpreview.publishing.versions_model import PublishedVersion, PublishQuery, PublishRequest
from seatpreview.values.ids import VenueId
from seatpreview.venues import draft_store, publication
from seatpreview.venues.draft_computations import MemberChange
from seatpreview.venues.draft_store import StoredDraft
from seatpreview.venues.store import StoredVenue
from seatpreview.venues.venue_access import changeable_venue_only


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
