"""The jobs that delete expired data: old records, events and keys, and the objects of discarded images.

Each job asks the clock guard for the time first, and does nothing if there is none. Events are counted before
they are deleted.
"""

from seatpreview import idempotency as remembered_requests
from seatpreview.archive.remains import delete_remains
from seatpreview.background_jobs.clock_guard import ClockGuard
from seatpreview.background_jobs.clock_rules import UNCONFIRMED_MAX
from seatpreview.background_jobs.jobs import Job, Round
from seatpreview.context import Resources
from seatpreview.database import changes, free_pages
from seatpreview.database.bounded_deletion import DeletedRows
from seatpreview.database.engines import Transaction
from seatpreview.events import counting, retention
from seatpreview.imagery.discarded_images import delete_discarded_images
from seatpreview.keys import usage
from seatpreview.keys.deletion import delete_ended_keys
from seatpreview.sessions import store as sessions
from seatpreview.sessions.model import SECONDS_MAX
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.webhooks import sending_store
from seatpreview.webhooks.delivery_model import DELIVERY_DAYS

CLOCK_SECONDS = 10
PRUNE_SECONDS = 3600
EVENT_COUNT_SECONDS = 20
DISCARDED_IMAGES_SECONDS = 300
REMAINS_SECONDS = 60
FREE_PAGES_SECONDS = 300


class Pruning:
    """Deletes expired data, a bounded part in each round."""

    def __init__(self, settings: Settings, resources: Resources, clock: ClockGuard) -> None:
        self._settings = settings
        self._resources = resources
        self._database = resources.database
        self._clock = clock

    def jobs(self) -> list[Job]:
        """Returns the jobs. Their names are those in logs and metrics."""
        return [
            Job("check_clock", CLOCK_SECONDS, self._check_clock, starts_at_once=True),
            Job("prune_records", PRUNE_SECONDS, self._prune_records),
            Job("prune_events", PRUNE_SECONDS, self._prune_events),
            Job("count_events", EVENT_COUNT_SECONDS, self._count_events),
            Job("delete_revoked_keys", PRUNE_SECONDS, self._delete_revoked_keys),
            Job("delete_images", DISCARDED_IMAGES_SECONDS, self._delete_images),
            Job("delete_remains", REMAINS_SECONDS, self._delete_remains),
            Job("give_back_free_pages", FREE_PAGES_SECONDS, self._give_back_free_pages),
        ]

    async def _check_clock(self) -> None:
        await self._clock.time_to_prune()

    async def _prune_records(self) -> Round | None:
        """Deletes entries of the audit log, ended sessions, remembered requests, counts of requests, and
        deliveries to webhooks."""
        at = await self._clock.time_to_prune()
        if at is None:
            return None
        # After a clock that was ahead is set back, an ended session must not become valid again.
        sessions_before = Moment(at - UNCONFIRMED_MAX)
        ends_before = Moment(sessions_before - SECONDS_MAX * MICROSECONDS)

        async def prune(transaction: Transaction) -> list[DeletedRows]:
            connection = transaction.connection
            return [
                await changes.prune(connection, self._settings.audit_days, at),
                await sessions.prune(connection, sessions_before),
                await changes.prune_ends_by_visitors(connection, ends_before),
                await remembered_requests.prune(connection, at),
            ]

        pruned = await self._database.write("operator", at, prune)
        pruned.append(await self._database.write_activity(usage.prune_uses, at))
        deliveries_before = Moment(at - DELIVERY_DAYS * 86_400 * MICROSECONDS)
        pruned.append(await self._database.write_activity(sending_store.prune, deliveries_before))
        return Round(sum(rows.deleted for rows in pruned), sum(rows.left for rows in pruned))

    async def _prune_events(self) -> None:
        at = await self._clock.time_to_prune()
        if at is not None:
            await retention.prune(self._database, retention.retention_of(self._settings), at)

    async def _delete_revoked_keys(self) -> Round | None:
        """Deletes keys that were revoked long ago, if the operator wants that."""
        days = self._settings.revoked_key_days
        at = await self._clock.time_to_prune() if days else None
        if at is None:
            return None
        ended_before = Moment(at - days * 86_400 * MICROSECONDS)
        return Round(*await delete_ended_keys(self._database, ended_before, at))

    async def _count_events(self) -> Round:
        """Counts the events for reports. It deletes nothing, so it trusts any clock."""
        at = await self._resources.records.check_and_get_time()
        return Round(await counting.count_events(self._database, at), left=0)

    async def _delete_images(self) -> Round | None:
        """Frees the storage of images whose addresses have all expired."""
        at = await self._clock.time_to_prune()
        if at is None:
            return None
        return Round(
            *await delete_discarded_images(
                self._database, self._resources.objects, at, self._settings.url_ttl_seconds
            )
        )

    async def _delete_remains(self) -> Round | None:
        """Deletes what is left of deleted venues and tenants."""
        at = await self._clock.time_to_prune()
        if at is None:
            return None
        ttl_seconds = self._settings.url_ttl_seconds
        return Round(*await delete_remains(self._database, self._resources.objects, at, ttl_seconds))

    async def _give_back_free_pages(self) -> Round | None:
        """Shrinks the SQLite files after large deletions."""
        if not self._database.is_sqlite:
            return None
        done, left = 0, 0
        for file in free_pages.FILES:
            pages = await self._database.read(free_pages.read_pages, file)
            if not pages.can_give_back or not pages.due:
                continue
            given = await self._give_back(file)
            done, left = done + given, left + pages.due - given
        return Round(done, left)

    async def _give_back(self, file: str) -> int:
        if file != free_pages.RECORDS:
            return await self._database.write_activity(free_pages.give_back, file)
        at = await self._resources.records.check_and_get_time()
        return await self._database.write("operator", at, _give_back_records)


async def _give_back_records(transaction: Transaction) -> int:
    return await free_pages.give_back(transaction.connection, free_pages.RECORDS)
