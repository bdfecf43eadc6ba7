"""Types of deliveries on their way: who is to hear of a change, what is sent, and what came of it."""

from typing import NamedTuple

from seatpreview.values.clock import Moment, Time
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.webhooks.delivery_model import DeliveryStatus, PayloadData
from seatpreview.webhooks.model import EVENTS_SUMMARY


class Listener(NamedTuple):
    """A webhook, as far as it decides what is delivered to it."""

    webhook_id: str
    tenant_id: TenantId
    types: frozenset[str] | None
    """None: all types but `events.summary`."""
    venues: frozenset[VenueId] | None
    """None: all venues that the tenant may use."""
    created_at: Moment
    created_n: int
    """The row of the change log that says that it was created; 0 if it is not kept any more. It hears of
    later rows."""

    def hears_of(self, type_: str) -> bool:
        """Returns whether it is to hear of changes of a type."""
        return type_ != EVENTS_SUMMARY if self.types is None else type_ in self.types


class NewDelivery(NamedTuple):
    """A delivery to be written."""

    delivery_id: str
    webhook_id: str
    tenant_id: str
    n: int | None
    type: str
    body: str


class SummaryData(PayloadData, frozen=True, kw_only=True):
    """What a summary says: how many events of each kind were received at a venue in a minute."""

    minute: Time
    counts: dict[str, int]


class Claimed(NamedTuple):
    """A delivery that this worker is to make, until its lease is over."""

    delivery_id: str
    webhook_id: str
    tenant_id: str
    body: str
    attempts: int
    leased_until: Moment


class Attempt(NamedTuple):
    """The result of an attempt, as it is written down."""

    status: DeliveryStatus
    next_attempt_at: Moment | None
    last_status: int | None
    last_error: str | None
    last_answer: str | None


class Backlog(NamedTuple):
    """How the deliveries of all tenants stand."""

    pending: int
    """Deliveries that are still to be made to active webhooks."""
    overdue_seconds: float
    """How long the one has been due that has been due the longest; 0 if none is due."""
    disabled: int
    """Webhooks that the service itself has disabled."""


NO_BACKLOG = Backlog(0, 0.0, 0)
