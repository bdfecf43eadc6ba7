"""Sessions that show a draft: they end with it."""

from seatpreview.database.engines import Database
from seatpreview.problems import SessionExpired
from seatpreview.values.caller import Caller, SessionClaims
from seatpreview.values.draft_state import DraftState
from seatpreview.venues import draft_store


async def draft_of(database: Database, claims: SessionClaims, maker: Caller) -> DraftState:
    """Returns the state of the draft that a session is for, from the database: drafts have no change log.
    Refuses the session once the draft was published or deleted, or the key that made it may not read drafts
    any more."""
    state = await database.read_row(draft_store.get_state, claims.venue_id)
    if state is None or state.draft_id != claims.draft_id:
        raise SessionExpired("The draft was published or deleted, and the session ended with it.")
    if not maker.may_read_drafts:
        raise SessionExpired("The key may not read drafts any more, and the session ended with that.")
    return state
