"""What a call can raise beside the problems that the service answers."""


class SeatPreviewError(Exception):
    """The base of all exceptions of this package."""


class Unreachable(SeatPreviewError):
    """There was no answer: no connection, a time-out, or a connection that broke. `__cause__` is httpx's
    error."""


class UnexpectedAnswer(SeatPreviewError):
    """The address answers, but not as a Seat Preview service does."""


class EditConflict(SeatPreviewError):
    """`edit` gave up, because others changed the record each time before this change could be written."""
