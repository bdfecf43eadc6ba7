"""The jobs of webhooks: write deliveries for new rows of the change log, send them, and sum events up.

Every worker runs them; what they do together is decided by the database. Where nobody has a webhook, each
round is one small statement.
"""

import asyncio

from seatpreview.background_jobs.jobs import Job, Round
from seatpreview.context import Resources
from seatpreview.encryption import encryption_of
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import deadline
from seatpreview.webhooks import delivery_store, sending_store
from seatpreview.webhooks.connecting import Connector
from seatpreview.webhooks.delivery_model import NO_BACKLOG, Backlog
from seatpreview.webhooks.event_summaries import summarize_events
from seatpreview.webhooks.fan_out import fan_out
from seatpreview.webhooks.sender import Sender

SECONDS = 1.0
"""How often a worker looks whether the log has new rows and deliveries are due."""

SUMMARY_SECONDS = 15
BACKLOG_SECONDS = 15

ROUND_SECONDS_MAX = 10.0
"""How long a round goes on while more is due than a worker may send at once."""

PAUSE_SECONDS = 0.1
"""The least time between two searches for what is due. A search looks at every webhook."""

FULL_SECONDS = 0.5
"""The same after one that found nothing for which there is room."""


class WebhookJobs:
    """The jobs of webhooks of one worker."""

    def __init__(self, settings: Settings, resources: Resources) -> None:
        self._resources = resources
        self._database = resources.database
        self.sender = Sender(
            resources.database,
            resources.records.check_and_get_time,
            Connector(settings.webhook_networks).post,
            encryption_of(settings.data_dir, settings.webhook_key, settings.signing_secret),
        )
        self.backlog: Backlog = NO_BACKLOG
        """How deliveries stood when they were last counted."""

    def jobs(self) -> list[Job]:
        """Returns the jobs. Their names are those in logs and metrics."""
        return [
            Job("write_deliveries", SECONDS, self._write_deliveries),
            Job("send_deliveries", SECONDS, self._send_deliveries),
            Job("summarize_events", SUMMARY_SECONDS, self._summarize_events),
            Job("count_deliveries", BACKLOG_SECONDS, self._count_deliveries),
        ]

    async def stop(self) -> None:
        """Ends attempts that are on their way. Others make them again."""
        await self.sender.stop()

    async def _write_deliveries(self) -> Round | None:
        outlook = await self._database.read_row(delivery_store.outlook)
        if outlook.rows_to_read == 0:
            return None
        at = await self._resources.records.check_and_get_time()
        return Round(*await fan_out(self._database, at))

    async def _send_deliveries(self) -> Round | None:
        """Begins what is due, and more as soon as there is room, for a while. Attempts go on after it."""
        is_over = deadline(ROUND_SECONDS_MAX)
        begun = 0
        while await self._is_due():
            some = await self.sender.start_due()
            if is_over() or (some == 0 and self.sender.running == 0):
                break
            begun += some
            await asyncio.sleep(PAUSE_SECONDS if some else FULL_SECONDS)
            await self.sender.wait_for_room(SECONDS)
        return Round(begun, left=0) if begun else None

    async def _is_due(self) -> bool:
        outlook = await self._database.read_row(delivery_store.outlook)
        if not outlook.has_webhooks or outlook.next_attempt_at is None:
            return False
        return outlook.next_attempt_at <= await self._resources.records.check_and_get_time()

    async def _summarize_events(self) -> Round | None:
        if not (await self._database.read_row(delivery_store.outlook)).has_webhooks:
            return None
        at = await self._resources.records.check_and_get_time()
        written, left = await summarize_events(self._database, at)
        return Round(written, left) if written or left else None

    async def _count_deliveries(self) -> None:
        """Counts what is pending, and mends what a clock that was ahead has put off. Where nobody has a
        webhook, there is nothing to count."""
        if not (await self._database.read_row(delivery_store.outlook)).has_webhooks:
            self.backlog = NO_BACKLOG
            return
        at = await self._resources.records.check_and_get_time()
        if await self._database.read(sending_store.has_wrong_times, at):
            await self._database.write_activity(sending_store.mend_times, at)
        self.backlog = await self._database.read(sending_store.backlog, at)
