"""The type of an operation of the API: one row of the table."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from seatpreview.api.command import Command
from seatpreview.limits.shares import Lane
from seatpreview.problems import (
    BodyTooLarge,
    CredentialsMissing,
    IdempotencyKeyReused,
    Internal,
    KeyInvalid,
    KeyKindNotAllowed,
    KeyRevoked,
    OriginNotAllowed,
    Overloaded,
    PreconditionRequired,
    Problem,
    RateLimited,
    RequestInProgress,
    RequestTimeout,
    ScopeInsufficient,
    SessionExpired,
    StorageFull,
    TenantArchived,
    Unavailable,
    UnsupportedMediaType,
    ValidationFailed,
)
from seatpreview.values.caller import KEY_GROUPS, Group, Needs, groups_with
from seatpreview.values.validated_text import ValidatedText

BODY_BYTES_MAX = 1 << 20
"""The default limit of request bodies."""

BODY_VALUES_MAX = 5000
"""The default limit of members and items in a body, which are counted before it is parsed."""

ANY_MEDIA_TYPE = "*/*"
"""In the media types of a body: its content tells what it is."""

SESSIONS = "Sessions"
SEATS = "Seats"
EVENTS = "Events"
MANAGEMENT = "Management"
CALLER = "Caller"

_GROUP_NAMES: dict[str, Group] = {
    SESSIONS: "sessions",
    SEATS: "seats",
    EVENTS: "events",
    MANAGEMENT: "management",
}


class NoQuery(msgspec.Struct, forbid_unknown_fields=True):
    """The query of an operation that takes none."""


@dataclass(frozen=True, kw_only=True)
class Operation:
    """An operation of the API. It is routed, documented and tested from this one definition."""

    method: str
    path: str
    """The path below the base address, with its parameters in braces."""
    operation_id: str
    group: str
    summary: str
    description: str = ""
    is_extension: bool = False
    """Whether the operation is an addition to the contract."""

    needs: Needs
    handler: Callable[..., Awaitable[Any]]
    """Takes the Context, then the parameters of the path, the query and the body, if there are any."""

    path_types: Mapping[str, type[ValidatedText]] = field(default_factory=dict)
    query: type[Any] = NoQuery
    query_example: Mapping[str, str | int] = field(default_factory=dict)
    body: type[Any] | None = None
    body_is_optional: bool = False
    body_bytes_max: int = BODY_BYTES_MAX
    media_types: tuple[str, ...] = ("application/json",)
    """The media types of the body. A body of the type `bytes` is passed to the handler as it was sent."""
    body_values_max: int = BODY_VALUES_MAX
    """The most values (members and items, at any depth) that a body may have. A handler that decodes the body
    itself takes any number of them."""
    decodes_body: bool = False
    """Whether the handler takes the body as it was sent, and decodes it in another process. For large
    bodies."""
    check_before_body: Callable[..., Awaitable[None]] | None = None
    """Called with the Context and the parameters of the path before the body is received. It raises
    QuotaExceeded if the body could not be stored anyway."""
    takes_beacons: bool = False
    """Whether a page that cannot send headers may send the body as text/plain, its token in the member
    `token`."""
    heeds_privacy_control: bool = False
    """Whether the operation behaves differently for a browser that sends `Sec-GPC: 1`."""
    admin_members: frozenset[str] = frozenset()
    """Members of the body that only admin scope may send, whatever their value."""
    takes_if_match: bool = False
    takes_if_none_match: bool = False
    """Whether `If-None-Match: *` asks to create the record, and not to replace one."""
    takes_idempotency_key: bool = False
    """Whether a repeat of the request, with the same Idempotency-Key, is answered as the first was."""
    writes_nothing: bool = False
    """Whether the operation only reads, although its method is not GET. Clients repeat it after a lost
    answer."""
    visitors_write: bool = False
    """Whether the operation stores a row for a caller without a secret. Such requests have a rate limit of
    their own."""
    makes_session: bool = False
    """Whether the operation makes a session, which has a rate limit of its own for a key's secret."""
    lists_limits: bool = False
    """Whether the operation tells what is left of every limit that applies to the caller."""
    ends_access: bool = False
    """Whether the operation only ends access, so that keys of an archived tenant may call it too."""
    key_groups: frozenset[Group] = field(init=False)
    """A key that is limited to groups needs one of these. Derived from the group and from what the operation
    writes."""
    lane: Lane = field(init=False)
    """The lane of its heavy work, derived from what the operation writes."""

    cache_control: str = "no-store"
    """The Cache-Control header of the result. A cacheable result has an ETag of its content, and
    If-None-Match is supported."""
    is_compressed: bool = False
    """Whether the result is sent compressed to clients that accept that. For results that are large and the
    same for many, and that hold no secret: the length of a compressed text tells about its content."""
    status: int = 200
    result: type[Any] | None = None
    result_media_type: str = "application/json"
    """The media type of the result. A result of the type `bytes` is a file."""
    other_result_media_types: tuple[str, ...] = ()
    """Further media types of a file, which the query chooses."""
    location: Callable[[Any], str] | None = None
    """Returns the path of the created resource, below the base address."""
    problems: tuple[type[Problem], ...] = ()
    """The problems of this operation, in addition to those of the guard and of the body."""
    body_example: Any = None
    result_example: Any = None
    command: Command | None = None
    """The command of `seatpreview` that calls it. None: there is none, or it calls other operations too."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "key_groups", self._find_key_groups())
        object.__setattr__(self, "lane", self._find_lane())

    def _find_lane(self) -> Lane:
        if self.method == "GET":
            return Lane.READS
        return Lane.SEARCHES if self.writes_nothing else Lane.CHANGES

    def _find_key_groups(self) -> frozenset[Group]:
        if self.group == CALLER:
            return frozenset(KEY_GROUPS)
        if self.group == MANAGEMENT and (self.method == "GET" or self.writes_nothing):
            return groups_with("management_read_only")
        return groups_with(_GROUP_NAMES[self.group])

    @property
    def works_while_archived(self) -> bool:
        """Whether secret keys of an archived tenant may call the operation: to read in Management, or to end
        access."""
        return self.ends_access or (self.group == MANAGEMENT and "management_read_only" in self.key_groups)

    @property
    def read_path(self) -> str:
        """The path of the record that If-Match is about: for a publish, that of the draft."""
        return self.path.removesuffix("/publish").removesuffix("/placement")

    @property
    def works_without_secret(self) -> bool:
        """Whether pages can call the operation: with an Origin, a keyId and an Origin, or a session."""
        return self.needs not in (Needs.SECRET_KEY, Needs.ADMIN_SCOPE)

    @property
    def takes_sessions(self) -> bool:
        """Whether a session's token may call the operation."""
        return self.needs in (Needs.ANY_CALLER, Needs.OWN_SESSION, Needs.OWN_SESSION_OR_SECRET_KEY)

    @property
    def documented_groups(self) -> tuple[Group, ...]:
        """The groups of which a limited key needs one; empty if groups make no difference."""
        if self.needs is Needs.OWN_SESSION or self.group == CALLER:
            return ()
        return tuple(group for group in KEY_GROUPS if group in self.key_groups)

    @property
    def is_cacheable(self) -> bool:
        """Whether clients may cache the result."""
        return self.cache_control != "no-store"

    @property
    def all_problems(self) -> tuple[type[Problem], ...]:
        """Every problem that the operation can respond with, ordered by status."""
        found = {
            CredentialsMissing,
            KeyInvalid,
            KeyRevoked,
            OriginNotAllowed,
            SessionExpired,
            RateLimited,
            Internal,
            Unavailable,
            Overloaded,
        }
        found.add(ValidationFailed)  # Every operation refuses Authorization together with X-Key-Id.
        found.update(self.problems)
        if not self.works_while_archived and self.needs is not Needs.ADMIN_SCOPE:
            found.add(TenantArchived)
        if self.method != "GET":
            found.add(StorageFull)
        if self.needs is not Needs.ANY_CALLER:
            found.add(KeyKindNotAllowed)
        if self.documented_groups:
            found.add(ScopeInsufficient)  # The key may lack the group, and for some operations the scope.
        if self.takes_if_match:
            found.add(PreconditionRequired)
        if self.takes_idempotency_key:
            found.update((IdempotencyKeyReused, RequestInProgress))
        if self.body is not None:
            found.update((RequestTimeout, BodyTooLarge, UnsupportedMediaType))
        return tuple(sorted(found, key=lambda problem: (problem.status, problem.code)))
