"""What a session's token says, for tests of what a session may see."""

from typing import Any

from seatpreview.values.caller import SessionClaims
from seatpreview.values.clock import Moment
from seatpreview.values.ids import KeyId, SessionId, TenantId, VenueId


def session(**members: Any) -> SessionClaims:
    """Returns the claims of a session for all seats of a venue, but for the members that are given."""
    return SessionClaims(
        **{
            "session_id": SessionId.new(),
            "key_id": KeyId.new(),
            "tenant_id": TenantId.new(),
            "venue_id": VenueId.new(),
            "seats": (),
            "configuration": None,
            "locale": None,
            "origin": None,
            "created_at": Moment(0),
            "expires_at": Moment(1),
        }
        | members
    )
