"""The connection of an event to its venue in Seat Preview, for pages that buyers see."""

from dataclasses import dataclass, field

from pretix.base.models import Event, SubEvent

from pretix_seatpreview.bounded_client import bounded_client
from pretix_seatpreview.connection_settings import PlanFacts, facts_of, keys_of, link_of, scope_of
from pretix_seatpreview.service_addresses import refusal
from seatpreview_client import Client


@dataclass(frozen=True)
class Connection:
    """Everything that a page needs to show the venue of an event."""

    service_url: str
    """Scheme, host and port, as policies write them."""
    venue_id: str
    buyers_key_id: str
    """Names the key in pages. It is no secret."""
    buyers_key: str = field(repr=False)
    """For image links and reads on behalf of buyers. It stays on the server, in no page, log or e-mail."""
    version: int = 0
    """The version of the venue after the last sync. What was read of an older one is read again."""
    facts: PlanFacts = field(default=PlanFacts(), repr=False, compare=False)
    """What was known of the seats at the last sync."""

    def client(self, seconds_max: float = 3.0) -> Client:
        """Returns a client that gives up after a few seconds. Use it in a `with` block."""
        return bounded_client(self.service_url, self.buyers_key, seconds_max=seconds_max)


def connection_of(event: Event | SubEvent) -> Connection | None:
    """Returns the connection of an event, or of one date of a series; None if it has no seating plan, the
    plan is not linked to a venue, or the service is refused. It asks nobody: everything is in pretix's
    settings."""
    plan = event.seating_plan
    if plan is None:
        return None
    scope = scope_of(event.event if isinstance(event, SubEvent) else event)
    keys, link = keys_of(scope), link_of(scope, plan)
    if keys is None or link is None or not keys.buyers_key or not keys.buyers_key_id:
        return None
    if refusal(keys.service_url) is not None:
        return None
    return Connection(
        keys.service_url,
        link.venue_id,
        keys.buyers_key_id,
        keys.buyers_key,
        link.version,
        facts_of(scope, plan),
    )


def facts_of_date(event: Event | SubEvent) -> PlanFacts:
    """Returns what is known of the seats of an event or date, also while its service is not used."""
    if event.seating_plan is None:
        return PlanFacts()
    return facts_of(scope_of(event.event if isinstance(event, SubEvent) else event), event.seating_plan)
