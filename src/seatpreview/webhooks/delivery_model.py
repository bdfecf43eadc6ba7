"""Types of deliveries: what is sent to whom, how it went, and requests to send it again."""

from typing import Annotated, Literal, NamedTuple, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.change_feed.change_types import ChangeType
from seatpreview.results import NextCursor, PageQuery, encode
from seatpreview.values.clock import Moment, Time, datetime_of
from seatpreview.values.ids import DeliveryId, TenantId, VenueId, WebhookId
from seatpreview.webhooks.model import EVENTS_SUMMARY

DELIVERY_DAYS = 30
"""Days for which deliveries are kept."""

DeliveryType = ChangeType | Literal["events.summary", "ping"]
DeliveryStatus = Literal["pending", "delivered", "failed"]
DELIVERY_STATUSES: tuple[DeliveryStatus, ...] = get_args(DeliveryStatus)

_Status = Annotated[
    DeliveryStatus,
    Meta(
        description=(
            "`pending`: to be sent, for the first time or again. `delivered`: answered with 2xx. `failed`: "
            "given up."
        )
    ),
]


class PayloadData(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What a delivery is about: the entry of the change feed, without who made the change."""

    n: int | None
    kind: str
    id: str
    version: int | None
    members: tuple[str, ...]
    tenant_id: TenantId | None


class Payload(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The body of a delivery."""

    type: str
    timestamp: Time
    data: PayloadData


def encoded_payload(type_: str, at: Moment, data: PayloadData) -> str:
    """Returns the body of a delivery, as it is signed and sent."""
    return encode(Payload(type=type_, timestamp=datetime_of(at), data=data)).decode()


def ping_body(webhook_id: WebhookId, tenant_id: TenantId, at: Moment) -> str:
    """Returns the body of a test delivery."""
    data = PayloadData(n=None, kind="webhook", id=webhook_id, version=None, members=(), tenant_id=tenant_id)
    return encoded_payload("ping", at, data)


class Delivery(msgspec.Struct, kw_only=True, rename="camel"):
    """A delivery to a webhook, and how it went."""

    delivery_id: Annotated[
        DeliveryId,
        Meta(description="The header `webhook-id` of each attempt. One that is sent again keeps it."),
    ]
    webhook_id: WebhookId
    type: Annotated[DeliveryType, Meta(description="What happened. Later versions may add types.")]
    n: Annotated[
        int | None,
        Meta(description="The position in the change feed. Null: a ping or a summary of events."),
    ]
    status: _Status
    attempts: Annotated[
        int, Meta(ge=0, description="Attempts since it was made, or since it was sent again.")
    ]
    created_at: Time
    next_attempt_at: Annotated[
        Time | None, Meta(description="When it is sent next. Null: it is not pending.")
    ]
    last_attempt_at: Time | None
    last_status: Annotated[
        int | None, Meta(description="The HTTP status of the last answer. Null: there was none.")
    ]
    last_error: Annotated[
        str | None, Meta(description="Why the last attempt got no answer, in a sentence for people.")
    ]
    last_answer: Annotated[
        str | None,
        Meta(
            description=(
                "The first kilobyte of the last answer. Null: there was none, or it came from a network that "
                "the operator permits."
            )
        ),
    ]
    finished_at: Annotated[Time | None, Meta(description="When it was delivered or given up.")]
    body: Annotated[str, Meta(description="The body, exactly as it is signed and sent.")]


class DeliveryList(msgspec.Struct, kw_only=True, rename="camel"):
    """A page of deliveries, newest first."""

    data: list[Delivery]
    next_cursor: NextCursor


class ListDeliveries(PageQuery, kw_only=True, rename="camel"):
    """The query of listDeliveries."""

    status: Annotated[DeliveryStatus, Meta(description="Deliveries with this status.")] | UnsetType = UNSET


class RedeliverRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """Which deliveries to send again. The body is optional."""

    status: Annotated[Literal["failed"], Meta(description="Those that were given up.")] = "failed"
    since: (
        Annotated[Time, Meta(description="Those that were made at this time or later. Left out: all.")]
        | UnsetType
    ) = UNSET


class Redelivered(msgspec.Struct, kw_only=True, rename="camel"):
    """How many deliveries are sent again."""

    redelivered: Annotated[int, Meta(ge=0)]
    left: Annotated[
        int,
        Meta(
            ge=0,
            description="How many more there are: a request takes up to 1000 of them. Send it again.",
        ),
    ]


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
