"""What every operation is handed: who asks, when, and the means to answer."""

from collections.abc import Hashable
from typing import Any

import msgspec

from seatpreview.batching import Groups
from seatpreview.bounded_cache import Memo
from seatpreview.caller import Caller
from seatpreview.clock import Moment
from seatpreview.database.engines import Database
from seatpreview.freshness.records import Records
from seatpreview.limits.model import Decision, Standing
from seatpreview.objects.store import Objects
from seatpreview.signing import Signing


class Means(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker has, the same for every request."""

    database: Database
    records: Records
    """Records in memory, proven current for this request."""
    groups: Groups
    """Writes that wait together and are committed together."""
    views: Memo[Hashable, Any]
    """What was worked out of records for previews, of all venues together."""
    objects: Objects
    signing: Signing
    address: str
    """Scheme, host and port by which clients reach the service."""
    own_origins: frozenset[str]
    """The service's own addresses as origins."""
    url_ttl_seconds: int


class Call(msgspec.Struct, frozen=True, kw_only=True):
    caller: Caller
    at: Moment
    """The time of the request, by the database's clock."""
    means: Means
    origin: str | None = None
    """The page's, once the key is known to allow it; None for servers, and for pages of our own."""
    if_match: str | None = None
    decision: Decision | None = None
    """Of the caller's allowances."""

    @property
    def standings(self) -> tuple[Standing, ...]:
        """What is left of the caller's allowances."""
        return () if self.decision is None else self.decision.standings

    @property
    def database(self) -> Database:
        return self.means.database

    @property
    def records(self) -> Records:
        return self.means.records

    @property
    def groups(self) -> Groups:
        return self.means.groups

    @property
    def objects(self) -> Objects:
        return self.means.objects

    @property
    def signing(self) -> Signing:
        return self.means.signing

    @property
    def address(self) -> str:
        return self.means.address

    @property
    def own_origins(self) -> frozenset[str]:
        return self.means.own_origins

    @property
    def url_ttl_seconds(self) -> int:
        return self.means.url_ttl_seconds
