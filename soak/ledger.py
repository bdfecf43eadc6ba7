"""All that was acknowledged in a run, and the check that it holds."""

from collections import Counter
from dataclasses import dataclass, field

from soak.findings import Findings
from soak.hands import Hands
from soak.lines import Line
from soak.watched import Watched

_PAGE = 100


@dataclass
class Ledger:
    watched: list[Watched] = field(default_factory=list)
    acknowledged_events: set[str] = field(default_factory=set)
    tried_events: set[str] = field(default_factory=set)

    async def check(self, line: Line) -> None:
        """Everything that is watched, as one worker has it."""
        for each in self.watched:
            await each.look(line)

    async def check_events(self, hands: Hands, tenant_id: str, findings: Findings) -> None:
        """Every event that was answered with 202 is there once, and none that nobody sent."""
        kept = Counter(await _listed(hands, tenant_id))
        for name, events in (
            ("LOST events that were acknowledged", self.acknowledged_events - kept.keys()),
            ("events that nobody sent", kept.keys() - self.tried_events),
            ("events that are kept twice", {event for event, times in kept.items() if times > 1}),
        ):
            if events:
                findings.add(f"{name}: {len(events)}, for example {min(events)}")


async def _listed(hands: Hands, tenant_id: str) -> list[str]:
    found: list[str] = []
    cursor = ""
    while True:
        path = f"/events?tenantId={tenant_id}&limit={_PAGE}{cursor}"
        page = await hands.ask("GET", path, expected=200)
        found += [event["eventId"] for event in page["data"]]
        if page["nextCursor"] is None:
            return found
        cursor = f"&cursor={page['nextCursor']}"
