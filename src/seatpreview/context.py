"""The context of an operation: who asks, when, and the resources to answer with."""

from collections.abc import Hashable
from typing import Any

import msgspec

from seatpreview.batching import Batchers
from seatpreview.bounded_cache import BoundedCache
from seatpreview.caller import Caller
from seatpreview.clock import Moment
from seatpreview.database.engines import Database
from seatpreview.freshness.records import Records
from seatpreview.limits.model import Decision, LimitStatus
from seatpreview.objects.store import Objects
from seatpreview.signing import Signing


class Resources(msgspec.Struct, frozen=True, kw_only=True):
    """The resources of a process, the same for every request."""

    database: Database
    records: Records
    """Records in memory, checked to be fresh for this request."""
    batchers: Batchers
    """Writes that wait together and are committed together."""
    seat_views: BoundedCache[Hashable, Any]
    """Views of seats that previews were made of, of all venues together."""
    objects: Objects
    signing: Signing
    address: str
    """Scheme, host and port by which clients reach the service."""
    own_origins: frozenset[str]
    """The service's own addresses as origins."""
    url_ttl_seconds: int


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """Every operation is handed one: the caller, the time, and the resources."""

    caller: Caller
    at: Moment
    """The time of the request, by the database's clock."""
    resources: Resources
    origin: str | None = None
    """The page's, once the key is known to allow it; None for servers, and for pages of our own."""
    if_match: str | None = None
    decision: Decision | None = None
    """Of the caller's allowances."""

    @property
    def limit_statuses(self) -> tuple[LimitStatus, ...]:
        """What is left of the caller's allowances."""
        return () if self.decision is None else self.decision.limit_statuses
