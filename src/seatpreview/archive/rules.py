"""Rules about deletion: what may be deleted, and what the log says of it. Pure."""

from datetime import datetime

from seatpreview.problems import Conflict, Fault, ValidationFailed
from seatpreview.values.clock import Moment

Record = str
"""What is deleted, in the words of a sentence: `venue` or `tenant`."""


def check_can_delete(
    record: Record, name: str, archived_at: Moment | datetime | None, confirmed_name: str
) -> None:
    """Refuses to delete a record that is not archived (409), or whose name was not typed as it is (400).

    A record that is in use is not deleted by one request: archiving it ends its use, and can be taken back.
    """
    if archived_at is None:
        raise Conflict(
            f"Only an archived {record} can be deleted. Archive it first, which can be taken back."
        )
    if confirmed_name != name:
        detail = (
            f"must be the name of the {record}, letter by letter; read it, and check that it is the right one"
        )
        raise ValidationFailed(
            f"In the query, confirm {detail}. Nothing was deleted.",
            errors=(Fault(parameter="confirm", detail=detail),),
        )


def logged_name(name: str) -> tuple[str, ...]:
    """Returns the name of a deleted record for the change log, which separates members by commas."""
    return (" ".join(name.replace(",", " ").split()),)


def sessions_since(archived_at: Moment, at: Moment) -> Moment:
    """Returns the time from which on sessions count after an unarchive. All earlier ones have ended, also
    those that were made while the request to archive was on its way."""
    return max(archived_at, at)
