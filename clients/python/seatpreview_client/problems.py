"""Problems: the errors that the service answers, as exceptions."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from seatpreview_client.errors import SeatPreviewError
from seatpreview_client.generated.models import Fault, SeatRefusal


class Problem(SeatPreviewError):
    """An error that the service answered. `code` is what programs can rely on, `detail` says what to do
    next."""

    def __init__(
        self,
        *,
        status: int,
        code: str,
        detail: str,
        errors: list[Fault] | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        seat: SeatRefusal | None = None,
    ) -> None:
        """Takes the members of a problem body, and the seconds of Retry-After."""
        self.status = status
        self.code = code
        self.detail = detail
        self.errors = errors or []
        self.request_id = request_id
        self.retry_after = retry_after
        self.seat = seat
        super().__init__(self._text())

    def __reduce__(self) -> tuple[Any, ...]:
        """Is pickled with all its members, so that it comes whole out of another process."""
        return _restored, (type(self), self.args, vars(self))

    def _text(self) -> str:
        faults = "".join(f"\n  {fault.pointer or fault.parameter}: {fault.detail}" for fault in self.errors)
        request = f" (request {self.request_id})" if self.request_id else ""
        return f"{self.status} {self.code}: {self.detail}{request}{faults}"


def _restored(kind: type[Problem], arguments: tuple[Any, ...], members: dict[str, Any]) -> Problem:
    problem = kind.__new__(kind, *arguments)
    vars(problem).update(members)
    return problem


class BadRequest(Problem):
    """The request is not valid (400); `errors` lists every fault."""


class Unauthorized(Problem):
    """The key is missing, unknown or revoked (401)."""


class Forbidden(Problem):
    """The key may not do this (403)."""


class NotFound(Problem):
    """There is no such record among those that the key may see (404). `seat` says why a seat has no view."""


class Conflict(Problem):
    """The state of a record does not allow this (409)."""


class PreconditionFailed(Problem):
    """The record has changed since it was read (412)."""


class RateLimited(Problem):
    """There were too many requests (429); wait for `retry_after` seconds."""


class Unavailable(Problem):
    """The service cannot answer now (503)."""


_BY_STATUS: dict[int, type[Problem]] = {
    400: BadRequest,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    412: PreconditionFailed,
    429: RateLimited,
    503: Unavailable,
}


def problem_of(response: httpx.Response) -> Problem:
    """Returns the exception for a response that is no success."""
    status = response.status_code
    kind = _BY_STATUS.get(status, Problem)
    retry_after = retry_after_seconds(response)
    body = problem_body(response)
    if body is None:
        detail = _without_body(response)
        return kind(status=status, code=f"http_{status}", detail=detail, retry_after=retry_after)
    seat = body.get("seat")
    return kind(
        status=status,
        code=body["code"],
        detail=str(body.get("detail", "")),
        errors=_faults(body.get("errors")),
        request_id=body.get("requestId"),
        retry_after=retry_after,
        seat=SeatRefusal.from_json(seat) if isinstance(seat, dict) and "reason" in seat else None,
    )


def _faults(errors: Any) -> list[Fault]:
    """Reads the faults of a problem. What does not look like one is no reason to hide the problem itself."""
    faults = errors if isinstance(errors, list) else []
    return [Fault.from_json(fault) for fault in faults if isinstance(fault, dict) and "detail" in fault]


def problem_body(response: httpx.Response) -> dict[str, Any] | None:
    """Returns the problem body of a response; None if another program wrote it, such as a proxy."""
    try:
        body = response.json()
    except ValueError:
        return None
    return body if isinstance(body, dict) and isinstance(body.get("code"), str) else None


def retry_after_seconds(response: httpx.Response) -> float | None:
    """Returns the seconds to wait that Retry-After tells as a number or as a date."""
    header = response.headers.get("Retry-After", "").strip()
    if header.isascii() and header.isdigit():
        return float(header)
    date = _date(header)
    if date is None:
        return None
    # The service's own clock, where it tells its time, so that a wrong clock on this side does not matter.
    now = _date(response.headers.get("Date", "")) or datetime.now(UTC)
    return max(0.0, (date - now).total_seconds())


def _date(header: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _without_body(response: httpx.Response) -> str:
    if response.is_redirect:
        return (
            "The address redirects elsewhere. Redirects are not followed, since the key would go along: "
            "create the client with the address of the service itself."
        )
    return "The answer has no problem body, so that it is not from the service itself. Is a proxy in between?"
