"""The state that the service must have at the end of a run: all changes and events that it acknowledged."""

from collections import Counter
from dataclasses import dataclass, field

from servers.admin_client import AdminClient
from soak.check_results import CheckResults
from soak.connections import WorkerConnection
from soak.watched_record import WatchedRecord

_PAGE_LIMIT = 100


@dataclass
class ExpectedState:
    """Every record that the run has watched, and every event that it has sent."""

    records: list[WatchedRecord] = field(default_factory=list)
    sent_events: set[str] = field(default_factory=set)
    acknowledged_events: set[str] = field(default_factory=set)

    async def check_records(self, connection: WorkerConnection) -> None:
        """Checks every record on the worker behind this connection."""
        for record in self.records:
            await record.check(connection)

    async def check_events(self, admin: AdminClient, tenant_id: str, results: CheckResults) -> None:
        """Checks that every event that got a 202 is stored once, and that no other event is stored."""
        stored = Counter(await _stored_events(admin, tenant_id))
        for violation, events in (
            ("LOST events that were acknowledged", self.acknowledged_events - stored.keys()),
            ("events that were never sent", stored.keys() - self.sent_events),
            ("events that are stored twice", {event for event, times in stored.items() if times > 1}),
        ):
            if events:
                results.add_violation(f"{violation}: {len(events)}, for example {min(events)}")


async def _stored_events(admin: AdminClient, tenant_id: str) -> list[str]:
    events: list[str] = []
    cursor = ""
    while True:
        path = f"/events?tenantId={tenant_id}&limit={_PAGE_LIMIT}{cursor}"
        page = await admin.request("GET", path, expected=200)
        events += [event["eventId"] for event in page["data"]]
        if page["nextCursor"] is None:
            return events
        cursor = f"&cursor={page['nextCursor']}"
