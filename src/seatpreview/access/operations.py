"""The API operation about the caller itself."""

from seatpreview.access.model import AllowanceLeft, CallerInfo
from seatpreview.context import Context
from seatpreview.sessions.model import Session
from seatpreview.values.caller import KEY_GROUPS


async def get_caller(context: Context) -> CallerInfo:
    """Returns who the caller is and what remains of its rate limits."""
    caller = context.caller
    return CallerInfo(
        kind=caller.kind,
        key_id=caller.key_id,
        tenant_id=caller.tenant_id,
        scope=caller.scope,
        venues=None if caller.venues is None else sorted(caller.venues),
        groups=None if caller.groups is None else [group for group in KEY_GROUPS if group in caller.groups],
        session=None if caller.session is None else Session.of(caller.session),
        allowances=[
            AllowanceLeft(
                policy=status.policy,
                requests=status.limit.requests,
                window_seconds=status.limit.window_seconds,
                burst=status.limit.burst,
                remaining=status.remaining,
                reset_seconds=status.reset_seconds,
            )
            for status in context.limit_statuses
        ],
    )
