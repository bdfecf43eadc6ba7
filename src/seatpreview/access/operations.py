"""What the API offers on the caller itself."""

from seatpreview.access.model import AllowanceLeft, CallerInfo, CallerSession
from seatpreview.call import Call
from seatpreview.caller import SessionClaims
from seatpreview.clock import datetime_of


async def get_caller(call: Call) -> CallerInfo:
    caller = call.caller
    return CallerInfo(
        kind=caller.kind,
        key_id=caller.key_id,
        tenant_id=caller.tenant_id,
        scope=caller.scope,
        venues=None if caller.venues is None else sorted(caller.venues),
        session=None if caller.session is None else _session(caller.session),
        allowances=[
            AllowanceLeft(
                policy=standing.policy,
                requests=standing.limit.requests,
                window_seconds=standing.limit.window_seconds,
                burst=standing.limit.burst,
                remaining=standing.remaining,
                reset_seconds=standing.reset_seconds,
            )
            for standing in call.standings
        ],
    )


def _session(claims: SessionClaims) -> CallerSession:
    return CallerSession(
        session_id=claims.session_id,
        venue_id=claims.venue_id,
        seats=list(claims.seats),
        configuration=claims.configuration,
        locale=claims.locale,
        origin=claims.origin,
        expires_at=datetime_of(claims.expires_at),
    )
