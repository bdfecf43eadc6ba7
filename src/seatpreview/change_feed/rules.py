"""Rules of the change feed: where the log goes on, and whose name a viewer sees. Pure."""

from typing import NamedTuple

from seatpreview.database.changes import LogPosition
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import TenantId

_DAY = 86_400 * MICROSECONDS
_HOUR = 3600 * MICROSECONDS


class LogEnds(NamedTuple):
    """The last row of the log, and the row at which a client wants to go on."""

    last: LogPosition
    wanted: LogPosition | None
    """None if the log has no row with this number."""
    wanted_at: Moment | None


def goes_on(ends: LogEnds, position: LogPosition, days_kept: int, at: Moment) -> bool:
    """Returns whether the log goes on at this position, so that nothing is missing after it.

    It does not if its row is gone, or if another row has its number: a backup was restored. Rows are deleted
    by age, and the times of neighbouring rows may differ in order: where a row has nearly the age at which it
    is deleted, one after it may be gone already.
    """
    if ends.wanted != position or ends.wanted_at is None:
        return False
    return position == ends.last or ends.wanted_at >= at - days_kept * _DAY + _HOUR


def shows_actor(viewer: TenantId | None, kind: str, tenant_id: str | None) -> bool:
    """Returns whether a viewer sees who made a change: of its own records and of grants, as the audit list
    shows it, and not of a venue that another tenant owns. None views the records of all tenants."""
    return viewer is None or tenant_id == viewer or kind == "grant"
