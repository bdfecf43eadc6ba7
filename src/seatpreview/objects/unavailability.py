"""Errors of an object store that cannot be used: their causes, and their conversion to problems."""

import re

from obstore.exceptions import PermissionDeniedError, UnauthenticatedError

from seatpreview.observability.outages import Outages, Part, cause_of_system_error
from seatpreview.problems import Cause, StorageFull, Unavailable

_SYSTEM_ERROR = re.compile(r"\(os error (\d+)\)")
"""How the library writes the number of a system error."""
_WORDS = (
    ("StorageFull", Cause.STORAGE_FULL),
    ("QuotaExceeded", Cause.STORAGE_FULL),
    ("InsufficientStorage", Cause.STORAGE_FULL),
    ("NoSuchBucket", Cause.MISSING),
    ("AccessDenied", Cause.REFUSED),
    ("InvalidAccessKeyId", Cause.REFUSED),
    ("SignatureDoesNotMatch", Cause.REFUSED),
    ("timed out", Cause.SILENT),
    ("Timeout", Cause.SILENT),
    ("error sending request", Cause.UNREACHABLE),
    ("Connection refused", Cause.UNREACHABLE),
    ("ConnectError", Cause.UNREACHABLE),
)
"""Words of servers and of the library for causes that have no exception class."""


def problem_of_store(fault: Exception, part: Part, outages: Outages) -> Unavailable:
    """Reports a failure, and creates the problem for the client."""
    cause = cause_of(fault)
    # The first line says what happened; the rest is the library's chain of causes.
    outages.report_failure(part, cause, str(fault).partition("\n")[0])
    if cause is Cause.STORAGE_FULL:
        return StorageFull()
    return Unavailable(
        "The image storage does not answer. Try again in a few seconds.", cause=cause, retry_after_seconds=5
    )


def cause_of(fault: Exception) -> Cause:
    """Returns why an object store cannot be used."""
    if isinstance(fault, PermissionDeniedError | UnauthenticatedError):
        return Cause.REFUSED
    text = str(fault)
    number = _SYSTEM_ERROR.search(text)
    if number is not None:
        return cause_of_system_error(OSError(int(number[1]), ""))
    for words, cause in _WORDS:
        if words in text:
            return cause
    return cause_of_system_error(fault) if isinstance(fault, OSError) else Cause.OTHER
