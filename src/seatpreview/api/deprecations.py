"""The table of deprecations, and the headers that tell clients about them (docs/versions.md).

An entry marks its operation, query parameter or member as `deprecated` in the OpenAPI document. Responses of
the operation, or to requests with the parameter, have the headers `Deprecation` (RFC 9745) and `Sunset`
(RFC 8594), and a link to the page that says what to use instead."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import format_datetime

NOTICE_TIME = timedelta(days=365)
"""The least time from the release that deprecates something to the release that may remove it."""

Header = tuple[bytes, bytes]


@dataclass(frozen=True, kw_only=True)
class Deprecation:
    """Something that the interface will remove, and when."""

    operation_id: str = ""
    """The operation, or the one that has the query parameter."""
    parameter: str = ""
    """A query parameter of the operation. Empty for the whole operation."""
    schema: str = ""
    """A type of the OpenAPI document, in place of an operation."""
    member: str = ""
    """The member of that type. Clients learn of it from the document alone."""
    since: datetime
    sunset: datetime
    """When it may stop working."""
    link: str
    """The address of the page that says what to use instead."""

    def __post_init__(self) -> None:
        if bool(self.operation_id) == bool(self.schema) or bool(self.schema) != bool(self.member):
            raise ValueError("An entry names an operation, or a schema and its member.")
        if self.parameter and self.schema:
            raise ValueError("A query parameter belongs to an operation.")
        if self.sunset - self.since < NOTICE_TIME:
            raise ValueError(f"From `since` to `sunset` there are at least {NOTICE_TIME.days} days.")

    @property
    def headers(self) -> tuple[Header, ...]:
        """The headers of responses that it concerns."""
        return (
            (b"deprecation", f"@{int(self.since.timestamp())}".encode()),
            (b"sunset", format_datetime(self.sunset, usegmt=True).encode()),
            (b"link", f'<{self.link}>; rel="deprecation"; type="text/html"'.encode()),
        )


DEPRECATIONS: tuple[Deprecation, ...] = ()
"""Everything that is deprecated today."""


def deprecation_headers(operation_id: str, query: bytes) -> tuple[Header, ...]:
    """Returns the headers for a request to an operation. If several entries concern it, the earliest sunset
    counts."""
    concerned = [
        entry
        for entry in DEPRECATIONS
        if entry.operation_id == operation_id and (not entry.parameter or _has(query, entry.parameter))
    ]
    return min(concerned, key=lambda entry: entry.sunset).headers if concerned else ()


def _has(query: bytes, parameter: str) -> bool:
    return any(part.partition(b"=")[0] == parameter.encode() for part in query.split(b"&"))
