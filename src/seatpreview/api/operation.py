"""An operation of the interface: one row of the table."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from seatpreview.caller import Needs
from seatpreview.problems import (
    BodyTooLarge,
    CredentialsMissing,
    Internal,
    KeyInvalid,
    KeyKindNotAllowed,
    KeyRevoked,
    OriginNotAllowed,
    Problem,
    RateLimited,
    ScopeInsufficient,
    SessionExpired,
    Unavailable,
    UnsupportedMediaType,
    ValidationFailed,
)
from seatpreview.validated_text import ValidatedText

BODY_BYTES_MAX = 1 << 20

SESSIONS = "Sessions"
SEATS = "Seats"
EVENTS = "Events"
MANAGEMENT = "Management"
CALLER = "Caller"


class NoQuery(msgspec.Struct, forbid_unknown_fields=True):
    """The query of an operation that takes none."""


@dataclass(frozen=True, kw_only=True)
class Operation:
    """What is written here is what is served, documented and tested; there is no second list."""

    method: str
    path: str
    """Below the base address, with its parameters in braces."""
    operation_id: str
    group: str
    summary: str
    description: str = ""
    is_extension: bool = False
    """Not in the contract: an addition of ours."""

    needs: Needs
    handler: Callable[..., Awaitable[Any]]
    """Takes the Call, the path's parameters in their order, then the query or the body where there is one."""

    path_types: Mapping[str, type[ValidatedText]] = field(default_factory=dict)
    query: type[Any] = NoQuery
    query_example: Mapping[str, str] = field(default_factory=dict)
    body: type[Any] | None = None
    body_is_optional: bool = False
    body_bytes_max: int = BODY_BYTES_MAX
    media_types: tuple[str, ...] = ("application/json",)
    """Of the body. A body of the type `bytes` reaches the handler as it was sent."""
    takes_beacons: bool = False
    """Whether a page that cannot send headers may send the body as text/plain, its token in the member
    `token`."""
    admin_members: frozenset[str] = frozenset()
    """Members of the body that only admin scope may send, whatever their value."""
    takes_if_match: bool = False

    cache_control: str = "no-store"
    """Of a result. One that may be kept has an ETag by its content, and answers If-None-Match."""
    status: int = 200
    result: type[Any] | None = None
    location: Callable[[Any], str] | None = None
    """Where what was created can be read, below the base address."""
    problems: tuple[type[Problem], ...] = ()
    """Those of its own; the ones of the guard and of the body come by themselves."""
    body_example: Any = None
    result_example: Any = None

    @property
    def is_cacheable(self) -> bool:
        return self.cache_control != "no-store"

    @property
    def all_problems(self) -> tuple[type[Problem], ...]:
        """Every problem that it can answer with, in the order of their statuses."""
        found = {
            CredentialsMissing,
            KeyInvalid,
            KeyRevoked,
            OriginNotAllowed,
            SessionExpired,
            RateLimited,
            Internal,
            Unavailable,
        }
        found.add(ValidationFailed)  # Authorization together with X-Key-Id, if nothing else.
        found.update(self.problems)
        if self.needs is not Needs.ANY_CALLER:
            found.add(KeyKindNotAllowed)
        if self.needs is Needs.ADMIN_SCOPE or self.admin_members:
            found.add(ScopeInsufficient)
        if self.body is not None:
            found.update((BodyTooLarge, UnsupportedMediaType))
        return tuple(sorted(found, key=lambda problem: (problem.status, problem.code)))
