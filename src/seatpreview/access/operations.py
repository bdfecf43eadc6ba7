"""What the API offers on the caller itself."""

from seatpreview.access.model import AllowanceLeft, CallerInfo
from seatpreview.context import Context
from seatpreview.sessions.model import Session


async def get_caller(context: Context) -> CallerInfo:
    caller = context.caller
    return CallerInfo(
        kind=caller.kind,
        key_id=caller.key_id,
        tenant_id=caller.tenant_id,
        scope=caller.scope,
        venues=None if caller.venues is None else sorted(caller.venues),
        session=None if caller.session is None else Session.of(caller.session),
        allowances=[
            AllowanceLeft(
                policy=standing.policy,
                requests=standing.limit.requests,
                window_seconds=standing.limit.window_seconds,
                burst=standing.limit.burst,
                remaining=standing.remaining,
                reset_seconds=standing.reset_seconds,
            )
            for standing in context.limit_statuses
        ],
    )
