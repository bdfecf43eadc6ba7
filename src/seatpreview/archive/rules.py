"""Rules about archived and deleted records: what may be deleted, and what the log says of it. Pure."""

from datetime import datetime
from typing import Literal

from seatpreview.problems import Conflict, Fault, ValidationFailed
from seatpreview.values.clock import Moment

Deletable = Literal["venue", "tenant"]
"""What can be deleted, in the words of a sentence."""


def check_can_delete(
    record: Deletable, name: str, archived_at: Moment | datetime | None, confirmed_name: str
) -> None:
    """Refuses to delete a record that is not archived (409), or whose name was not typed as it is (400).

    A record that is in use is not deleted by one request: archiving it ends its use, and can be taken back.
    """
    if archived_at is None:
        raise not_archived(record)
    if confirmed_name != name:
        raise name_differs(record)


def not_archived(record: Deletable) -> Conflict:
    """Returns the refusal to delete a record that is in use."""
    return Conflict(f"Only an archived {record} can be deleted. Archive it first, which can be undone.")


def name_differs(record: Deletable) -> ValidationFailed:
    """Returns the refusal of a request that names another record."""
    detail = f"must be the name of the {record}, letter by letter"
    return ValidationFailed(
        f"In the query, confirm {detail}. Nothing was deleted: check that it is the right {record}.",
        errors=(Fault(parameter="confirm", detail=detail),),
    )


def logged_name(name: str) -> tuple[str, ...]:
    """Returns the name of a deleted record for the change log, which separates members by commas."""
    return (" ".join(name.replace(",", " ").split()),)


def sessions_since(archived_at: Moment, at: Moment) -> Moment:
    """Returns the time from which on sessions count after an unarchive. All earlier ones have ended, also
    those that were made while the request to archive was on its way."""
    return max(archived_at, at)
