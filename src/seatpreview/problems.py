"""The catalogue of problems: every error that the service responds with, with its status and code.

A problem is raised where it is found. One module, http/responses.py, turns it into a body (RFC 9457).
"""

from enum import StrEnum
from typing import Annotated, ClassVar, Literal, Self

import msgspec
from msgspec import Meta


class Cause(StrEnum):
    """Why a part fails: what an operator has to look at."""

    UNREACHABLE = "unreachable"
    """There is no connection, or it was lost."""
    SILENT = "silent"
    """It is connected, but does not answer in time."""
    POOL_FULL = "pool_full"
    """All connections of this worker are in use."""
    TOO_MANY_CONNECTIONS = "too_many_connections"
    """The server has as many connections as it accepts."""
    LOCKED = "locked"
    """Another transaction, or another process, holds a lock."""
    READ_ONLY = "read_only"
    STORAGE_FULL = "storage_full"
    DAMAGED = "damaged"
    """The stored data cannot be read any more."""
    MISSING = "missing"
    """A file, a folder or a table is gone."""
    MOVED = "moved"
    """A file was moved, deleted or replaced under the running service."""
    REFUSED = "refused"
    """It answers, but does not let this service in."""
    CLOCK = "clock"
    """It refuses what this service signs, because the clocks of the two differ."""
    TOO_MANY_FILES = "too_many_files"
    """This process may not open another file."""
    OTHER = "other"
    """None of these. The reason in the log quotes the part itself."""


class Fault(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One thing that is wrong with a request, and where: in the body, or in a parameter."""

    detail: str
    pointer: Annotated[str | None, Meta(description="Where in the body (JSON Pointer, RFC 6901).")] = None
    parameter: Annotated[str | None, Meta(description="Which parameter of path, query or headers.")] = None


class MemberFault(ValueError):
    """Raised by a Struct's `__post_init__` if a rule across members is broken.

    `member` is the JSON name of the member at which the fault is reported.
    """

    def __init__(self, member: str, detail: str) -> None:
        super().__init__(detail)
        self.member = member
        self.detail = detail


class NamedPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A section, a row or a seat, with its name for people to read."""

    key: str
    section: str
    row: str | None
    seat: str | None
    name: Annotated[str, Meta(description="In the language that was asked for: 'Section 104, row C'.")]


class NamedConfiguration(msgspec.Struct, frozen=True, kw_only=True):
    """A configuration, with its name for people to read."""

    id: str
    name: str


ALTERNATIVES_MAX = 10


class SeatRefusal(msgspec.Struct, frozen=True, kw_only=True):
    """Why there is no view for a label."""

    reason: Annotated[
        Literal["closed", "ambiguous", "uncertain", "unknown"],
        Meta(
            description=(
                "`closed`: the configuration closes the section. `ambiguous`: the label can mean several "
                "places. `uncertain`: the best match is not certain enough. `unknown`: no place has this "
                "name."
            )
        ),
    ]
    asked: Annotated[str, Meta(description="The label, as it was sent.")]
    place: Annotated[NamedPlace | None, Meta(description="The place that is closed.")] = None
    configuration: Annotated[
        NamedConfiguration | None, Meta(description="The configuration in which it is closed.")
    ] = None
    alternatives: Annotated[
        tuple[NamedPlace, ...],
        Meta(
            max_length=ALTERNATIVES_MAX,
            description="Places that the label may mean: open ones that the caller may see.",
        ),
    ] = ()


class Problem(Exception):
    """An error as the client gets it. The detail says what to do next, and never contains a secret."""

    status: ClassVar[int]
    code: ClassVar[str]
    title: ClassVar[str]
    cause: Cause | None = None
    """Why a part of the service failed: for the log, and never for the client."""

    def __init__(
        self,
        detail: str,
        *,
        errors: tuple[Fault, ...] = (),
        retry_after_seconds: int | None = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.errors = errors
        self.retry_after_seconds = retry_after_seconds


class ValidationFailed(Problem):
    """The body, the query, the path or a header is not valid."""

    status, code, title = 400, "validation_failed", "The request is not valid"

    @classmethod
    def of(cls, *faults: Fault) -> Self:
        """Creates the problem of a body with these faults. A single fault is repeated in the detail."""
        if len(faults) == 1:
            return cls(f"{faults[0].pointer} {faults[0].detail}.", errors=faults)
        return cls(f"The body has {len(faults)} faults; each is listed in errors.", errors=faults)


class CredentialsMissing(Problem):
    """The request presents no credentials, but the operation needs some."""

    status, code, title = 401, "credentials_missing", "No credentials"


class KeyInvalid(Problem):
    """The credentials belong to no key."""

    status, code, title = 401, "key_invalid", "The key is not valid"


class KeyRevoked(Problem):
    """The key is revoked. Only a caller who presents the right secret gets this problem."""

    status, code, title = 401, "key_revoked", "The key is revoked"


class SessionExpired(Problem):
    """The session expired, was ended, or lost what it depends on: its key, its grant or its venue."""

    status, code, title = 401, "session_expired", "The session has ended"


class ScopeInsufficient(Problem):
    """The operation, or the record, needs admin scope or another tenant."""

    status, code, title = 403, "scope_insufficient", "The key's scope does not allow this"


class KeyKindNotAllowed(Problem):
    """The operation needs another kind of key."""

    status, code, title = 403, "key_kind_not_allowed", "This kind of key does not allow this"


class OriginNotAllowed(Problem):
    """The page's origin is not among the key's allowed origins."""

    status, code, title = 403, "origin_not_allowed", "The origin is not allowed"


class VenueNotAllowed(Problem):
    """The key is restricted to other venues."""

    status, code, title = 403, "venue_not_allowed", "The key may not use this venue"


class TenantArchived(Problem):
    """The key's tenant is archived, and the operation does not work then."""

    status, code, title = 403, "tenant_archived", "The tenant is archived"


class SignatureInvalid(Problem):
    """The signature of a signed address is wrong, or the address has expired."""

    status, code, title = 403, "signature_invalid", "The signed address is not valid"


class NotFound(Problem):
    """There is no such record, or the caller may not know that it exists."""

    status, code, title = 404, "not_found", "Not found"

    def __init__(
        self,
        detail: str,
        *,
        errors: tuple[Fault, ...] = (),
        seat: SeatRefusal | None = None,
        retry_after_seconds: int | None = None,
    ) -> None:
        super().__init__(detail, errors=errors, retry_after_seconds=retry_after_seconds)
        self.seat = seat


class MethodNotAllowed(Problem):
    """The path exists, but not with this method."""

    status, code, title = 405, "method_not_allowed", "The method is not allowed"


class RequestTimeout(Problem):
    """The body arrived too slowly."""

    status, code, title = 408, "request_timeout", "The body arrived too slowly"


class Conflict(Problem):
    """The request contradicts the state of the record, or another record."""

    status, code, title = 409, "conflict", "The request conflicts with the record"


class QuotaExceeded(Problem):
    """The tenant stores as much as it may. Only requests that add something are refused."""

    status, code, title = 409, "quota_exceeded", "The tenant's quota is used up"

    def __init__(self, detail: str, *, quota: str) -> None:
        super().__init__(detail)
        self.quota = quota
        """The name of the quota, as a member of the tenant's quotas."""


class IdempotencyKeyReused(Problem):
    """The Idempotency-Key was already sent with another request."""

    status, code, title = 409, "idempotency_key_reused", "The Idempotency-Key belongs to another request"


class RequestInProgress(Problem):
    """Another request with this Idempotency-Key is being answered at this moment."""

    status, code, title = 409, "request_in_progress", "The same request is in progress"


class PreconditionFailed(Problem):
    """The record has another version than the one in If-Match or in the body."""

    status, code, title = 412, "precondition_failed", "The record has another version"


class BodyTooLarge(Problem):
    """The body is larger than the operation allows."""

    status, code, title = 413, "body_too_large", "The body is too large"


class UnsupportedMediaType(Problem):
    """The body has a content type that the operation does not accept."""

    status, code, title = 415, "unsupported_media_type", "The content type is not supported"


class PreconditionRequired(Problem):
    """The service requires If-Match on every change of a record, and the request has none."""

    status, code, title = 428, "precondition_required", "The change needs If-Match"


class RateLimited(Problem):
    """A rate limit refused the request."""

    status, code, title = 429, "rate_limited", "Too many requests"
    limit: str | None = None
    """The kind of limit, as access/allowances.py names it: for the log."""


class HeadersTooLarge(Problem):
    """The request has more headers, or longer ones, than the service reads."""

    status, code, title = 431, "headers_too_large", "The headers are too large"


class Internal(Problem):
    """The service failed in a way that it did not expect."""

    status, code, title = 500, "internal", "Something went wrong on our side"


class Unavailable(Problem):
    """The database or the object store does not answer; the request can be retried."""

    status, code, title = 503, "unavailable", "The service cannot answer now"

    def __init__(
        self, detail: str, *, cause: Cause | None = None, retry_after_seconds: int | None = None
    ) -> None:
        super().__init__(detail, retry_after_seconds=retry_after_seconds)
        if cause is not None:
            self.cause = cause


class StorageFull(Unavailable):
    """The disk of the service is full: stored data can be read, but nothing more can be stored."""

    status, code, title = 507, "storage_full", "The service cannot store more"
    cause = Cause.STORAGE_FULL

    def __init__(
        self, detail: str = "The disk of the service is full. Its operator has to free some space."
    ) -> None:
        super().__init__(detail)


class Overloaded(Problem):
    """Too many requests are in progress, from the client's address or in all; the request can be retried."""

    status, code, title = 503, "overloaded", "Too many requests are in progress"


CATALOGUE: tuple[type[Problem], ...] = (
    ValidationFailed,
    CredentialsMissing,
    KeyInvalid,
    KeyRevoked,
    SessionExpired,
    ScopeInsufficient,
    KeyKindNotAllowed,
    OriginNotAllowed,
    VenueNotAllowed,
    TenantArchived,
    SignatureInvalid,
    NotFound,
    MethodNotAllowed,
    RequestTimeout,
    Conflict,
    QuotaExceeded,
    IdempotencyKeyReused,
    RequestInProgress,
    PreconditionFailed,
    BodyTooLarge,
    UnsupportedMediaType,
    PreconditionRequired,
    RateLimited,
    HeadersTooLarge,
    Internal,
    Unavailable,
    Overloaded,
    StorageFull,
)
