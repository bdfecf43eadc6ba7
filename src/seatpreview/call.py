"""What every operation is handed: who asks, when, and the means to answer."""

import msgspec

from seatpreview.caller import Caller
from seatpreview.clock import Moment
from seatpreview.database.engines import Database
from seatpreview.limits.model import Standing
from seatpreview.signing import Signing


class Call(msgspec.Struct, frozen=True, kw_only=True):
    caller: Caller
    at: Moment
    """The time of the request, by the database's clock."""
    database: Database
    signing: Signing
    own_origins: frozenset[str] = frozenset()
    """The service's own addresses as origins."""
    if_match: str | None = None
    standings: tuple[Standing, ...] = ()
    """What is left of the caller's allowances."""
