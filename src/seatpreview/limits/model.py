"""Types of rate limits: the limit of a key or a tenant, the allowances of a request, and the decision."""

from collections.abc import Sequence
from typing import Annotated, Protocol, Self

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from seatpreview.limits import gcra
from seatpreview.limits.gcra import Limit
from seatpreview.problems import MemberFault
from seatpreview.values.clock import Moment

_NEVER_REFUSES = 10**12 * gcra.SECOND_PS
"""A span that no debt reaches: thirty thousand years."""


class RateLimit(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """At most `burst` requests at once, and `burst` + t * `requests` / `windowSeconds` in any t seconds."""

    requests: Annotated[int, Meta(ge=1, le=1_000_000, description="Requests of a window.")]
    window_seconds: Annotated[int, Meta(ge=1, le=86_400, description="Length of the window.")]
    burst: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=1_000_000,
                description="The most admitted at once: `requests` or fewer, and `requests` if not given.",
            ),
        ]
        | UnsetType
    ) = UNSET

    def __post_init__(self) -> None:
        if self.burst is UNSET:
            self.burst = self.requests
        if self.burst > self.requests:
            raise MemberFault("burst", "must be at most requests")

    def limit(self) -> Limit:
        """Returns the same limit in the units of gcra.py."""
        return Limit.of(self.requests, self.window_seconds, self.burst or self.requests)

    @classmethod
    def of(cls, limit: Limit) -> Self:
        """Returns the rate limit that these numbers came from."""
        return cls(requests=limit.requests, window_seconds=limit.window_seconds, burst=limit.burst)


class Allowance(msgspec.Struct, frozen=True, cache_hash=True):
    """A limit that a request is charged to, with the name of the state that stores how much of it is used."""

    policy: str
    """The kind of limit, as access/allowances.py names it: "key", "tenant", "session" and others."""
    state: str
    """The name under which the state is stored. No two allowances of a request share one."""
    limit: Limit

    @property
    def for_reading(self) -> Self:
        """The same state, of which a request takes nothing: a limiter returns its debt with the others'. Its
        limit is not to be asked for what is left."""
        return type(self)(self.policy, self.state, replace(self.limit, interval_ps=0, span_ps=_NEVER_REFUSES))


class LimitStatus(msgspec.Struct, frozen=True):
    """What is left of an allowance after a request."""

    policy: str
    limit: Limit
    remaining: int
    """The number of requests that would pass right now."""
    reset_seconds: int
    """Whole seconds until the whole burst is available again."""
    retry_after_seconds: int
    """Whole seconds until one more request passes; 0 when it would pass right now."""

    @classmethod
    def of(cls, allowance: Allowance, debt_ps: int) -> Self:
        """Computes the status of an allowance from its debt."""
        limit = allowance.limit
        missing_ps = limit.interval_ps - (limit.span_ps - debt_ps)
        return cls(
            allowance.policy,
            limit,
            gcra.remaining(limit, debt_ps),
            gcra.whole_seconds(debt_ps),
            gcra.whole_seconds(missing_ps) if missing_ps > 0 else 0,
        )


class Decision(msgspec.Struct, frozen=True):
    """Whether a request passes, with the debts of its allowances after it."""

    allowed: bool
    allowances: tuple[Allowance, ...]
    debts_ps: Sequence[int]
    """The debt of each allowance, in the order of `allowances`."""

    def about(self, allowances: tuple[Allowance, ...]) -> Self:
        """Returns the decision with these allowances in place of the first ones, and without the rest."""
        return type(self)(self.allowed, allowances, self.debts_ps[: len(allowances)])

    def after(self, earlier: Self | None) -> Self:
        """Returns the decision about a request that an earlier one has let pass: it has the allowances of
        both."""
        if earlier is None:
            return self
        debts_ps = (*earlier.debts_ps, *self.debts_ps)
        return type(self)(self.allowed, (*earlier.allowances, *self.allowances), debts_ps)

    @property
    def limit_statuses(self) -> tuple[LimitStatus, ...]:
        """The status of each allowance, in the order of `allowances`."""
        return tuple(map(LimitStatus.of, self.allowances, self.debts_ps))

    @property
    def retry_after_seconds(self) -> int:
        """Whole seconds until every allowance lets one more request pass: at least 1 on a refusal."""
        return max((status.retry_after_seconds for status in self.limit_statuses), default=0)


class Limiter(Protocol):
    """Stores the states of limits, and decides whether a request passes."""

    async def consume(self, allowances: tuple[Allowance, ...], now: Moment) -> Decision:
        """Charges one request to all of its allowances, or refuses it and charges it to none."""
        ...

    def __len__(self) -> int:
        """Returns the number of states stored in this process."""
        ...

    async def close(self) -> None:
        """Waits for requests in progress, and closes connections."""
        ...
