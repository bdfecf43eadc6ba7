"""The context of an operation: the caller, the time, and the resources of the process."""

import msgspec

from seatpreview.batching import Batchers
from seatpreview.caller import Caller
from seatpreview.clock import Moment
from seatpreview.database.engines import Database
from seatpreview.derived import DerivedValues
from seatpreview.freshness.records import Records
from seatpreview.limits.gcra import Limit
from seatpreview.limits.model import Decision, LimitStatus
from seatpreview.objects.store import Objects
from seatpreview.signing import Signing


class Resources(msgspec.Struct, frozen=True, kw_only=True):
    """What operations work with: the resources of a process, the same for every request."""

    database: Database
    records: Records
    """Cached records, which are checked to be fresh before a request reads them."""
    batchers: Batchers
    """Batches of writes that are committed together."""
    derived: DerivedValues
    """Caches of the rooms above, each of which declares the type of its own."""
    objects: Objects
    signing: Signing
    address: str
    """Scheme, host and port by which clients reach the service."""
    own_origins: frozenset[str]
    """The service's own addresses as origins."""
    url_ttl_seconds: int
    key_limit: Limit
    """The rate limit of keys that have none of their own."""


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """The first argument of every operation."""

    caller: Caller
    at: Moment
    """The time of the request, by the database's clock."""
    resources: Resources
    origin: str | None = None
    """The origin of the page that asks, which the key allows; None for servers and for our own pages."""
    if_match: str | None = None
    decision: Decision | None = None
    """The decision of the rate limiter; None where the request was not charged."""

    @property
    def limit_statuses(self) -> tuple[LimitStatus, ...]:
        """What is left of the caller's allowances."""
        return () if self.decision is None else self.decision.limit_statuses
