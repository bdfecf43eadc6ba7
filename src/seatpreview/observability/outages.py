"""Outages: which parts of the service fail, and why.

The rooms that use a part report each failure with its cause, and each success. The log says when an outage
begins, changes its cause and ends. Metrics count the failures. Problems carry the cause to the log line of
their request.
"""

import errno
import time
from collections import Counter
from enum import StrEnum
from typing import Any

from seatpreview.problems import Cause

CALM_SECONDS = 2.0
"""An outage ends with the first success that comes this long after the last failure. So a part that fails
every other time has one outage, not one for each failure."""


class Part(StrEnum):
    """What can fail while the rest of the service works."""

    CHANGE_LOG = "change_log"
    """The log of changes in the database, which every request reads first. Without it nothing is served."""
    DATABASE_READS = "database_reads"
    DATABASE_WRITES = "database_writes"
    """Changes of records. A full disk or a standby can be read, and not written."""
    ACTIVITY_WRITES = "activity_writes"
    """Events, their counts, and when keys were used. SQLite has them in a file that can fail alone."""
    IMAGES = "image_storage"
    IMAGE_WRITES = "image_storage_writes"
    VALKEY = "valkey"


REMEDIES = {
    Cause.UNREACHABLE: "Check that it runs, that the network leads there, and that its address is right.",
    Cause.SILENT: "It takes connections and does not answer: look at its own log, its load and its disk.",
    Cause.POOL_FULL: "All connections of this worker are in use: look for slow statements in the database.",
    Cause.TOO_MANY_CONNECTIONS: "Raise max_connections of the server, or run fewer workers.",
    Cause.LOCKED: "Another process holds a lock: look for a long transaction, a backup tool or a migration.",
    Cause.READ_ONLY: "It rejects writes: is it a standby, or was it made read-only?",
    Cause.STORAGE_FULL: "Make room on its disk, or give it a larger one. Nothing needs to be restarted.",
    Cause.DAMAGED: "Restore a backup (seatpreview db restore); seatpreview doctor says what is damaged.",
    Cause.MISSING: "Something of the service was deleted: seatpreview doctor says what is missing.",
    Cause.MOVED: "Put the file back under its name, or stop the service and start it with the files that are "
    "right: seatpreview doctor says which one was moved.",
    Cause.REFUSED: "Check the user, the password and the permissions.",
    Cause.CLOCK: "Its clock and this machine's differ: set both right, and let NTP keep them so.",
    Cause.TOO_MANY_FILES: "Raise the limit of open files (LimitNOFILE, ulimit -n), or CONNECTIONS_MAX is too "
    "high.",
    Cause.OTHER: "The reason has the words of the part itself.",
}
"""What an operator does about each cause."""

_CAUSES_BY_NUMBER = {
    errno.ENOSPC: Cause.STORAGE_FULL,
    errno.EDQUOT: Cause.STORAGE_FULL,
    errno.EMFILE: Cause.TOO_MANY_FILES,
    errno.ENFILE: Cause.TOO_MANY_FILES,
    errno.EROFS: Cause.READ_ONLY,
    errno.EACCES: Cause.REFUSED,
    errno.EPERM: Cause.REFUSED,
    errno.ENOENT: Cause.MISSING,
    errno.ENOTDIR: Cause.MISSING,
    errno.EISDIR: Cause.MISSING,
    errno.EEXIST: Cause.MISSING,
    errno.ELOOP: Cause.MISSING,
    errno.EIO: Cause.DAMAGED,
}


def cause_of_system_error(error: OSError) -> Cause:
    """Returns the cause of an error of the operating system, with a file or a connection."""
    if error.errno in _CAUSES_BY_NUMBER:
        return _CAUSES_BY_NUMBER[error.errno]
    return Cause.SILENT if isinstance(error, TimeoutError) else Cause.UNREACHABLE


class Outages:
    """The outages of one process. Commands do not log them: they print what fails."""

    def __init__(self, *, are_logged: bool = False) -> None:
        self.failures: Counter[tuple[Part, Cause]] = Counter()
        """How many calls failed, by part and cause, since the process began."""
        self.causes: dict[Part, Cause] = {}
        """The cause of each outage that goes on now."""
        self._log = _logger() if are_logged else None
        self._began_at: dict[Part, float] = {}
        self._failed_at: dict[Part, float] = {}

    def report_failure(self, part: Part, cause: Cause, reason: str) -> None:
        """Counts a failed call. Only operators read the reason. It must not hold a secret."""
        self.failures[part, cause] += 1
        before, now = self.causes.get(part), time.monotonic()
        self._failed_at[part] = now
        if before is None:
            self._began_at[part] = now
        elif before in (cause, Cause.DAMAGED):
            return
        self.causes[part] = cause
        if self._log is not None:
            event = "outage begins" if before is None else "outage changes"
            self._log.error(event, part=part, cause=cause, reason=reason, remedy=REMEDIES[cause])

    def report_success(self, part: Part) -> None:
        """Ends the outage of a part, if it has one and the last failure was long enough ago. Otherwise it
        costs next to nothing.

        Damage does not go away by itself: undamaged pages can be read all the while, and a restore begins
        with a stop of the service.
        """
        if not self.causes or part not in self.causes or self.causes[part] is Cause.DAMAGED:
            return
        if time.monotonic() - self._failed_at[part] >= CALM_SECONDS:
            self.end(part)

    def end(self, part: Part) -> None:
        """Ends the outage of a part that certainly works again."""
        cause = self.causes.pop(part, None)
        if cause is not None and self._log is not None:
            seconds = round(time.monotonic() - self._began_at[part], 1)
            self._log.warning("outage ends", part=part, cause=cause, seconds=seconds)


def _logger() -> Any:
    # Imported here, since commands do not log outages and need not load it.
    import structlog

    return structlog.get_logger("seatpreview")
