"""The context of an operation: the caller, the time, and the resources of the process."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import msgspec

from seatpreview import idempotency as remembered_requests
from seatpreview import idempotency as repeats
from seatpreview.caching import WorkerCaches
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction
from seatpreview.encryption import Encryption
from seatpreview.freshness.change_waits import ChangeWaits
from seatpreview.freshness.records import Records
from seatpreview.idempotency import RememberedRequest, RepeatableRequest
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.limits.gcra import Limit
from seatpreview.limits.model import Decision, LimitStatus
from seatpreview.limits.processor_time import ProcessorTime
from seatpreview.limits.quotas import QuotaDefaults, VersionBounds
from seatpreview.limits.shares import Lane, Share, visitor_path
from seatpreview.objects.store import Objects
from seatpreview.problems import ValidationFailed
from seatpreview.processes.pool import Computation, DeadlineExceeded, EndReason, Function, OutOfMemory
from seatpreview.settings.setting_values import Network
from seatpreview.shared_calls import Batchers, SingleFlight
from seatpreview.signing import Signing
from seatpreview.stills.still_queue import StillQueue
from seatpreview.values.caller import Caller
from seatpreview.values.clock import Moment, processor_deadline

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
P = ParamSpec("P")

COMPUTATION_SECONDS_MAX = 30
"""The most processor time that a computation for one request may take. Its process is then ended."""

ON_THE_LOOP_BYTES_MAX = 100_000
"""Larger texts are decoded and encoded off the event loop."""

SLICE_SECONDS = 0.005
"""How long a thread computes for one request until it lets the event loop run."""


class Resources(msgspec.Struct, frozen=True, kw_only=True):
    """What operations work with: the resources of a process, the same for every request."""

    database: Database
    records: Records
    """Cached records, which are checked to be fresh before a request reads them."""
    change_waits: ChangeWaits
    """Requests that wait until a record changes."""
    batchers: Batchers
    """Batches of writes that are committed together."""
    caches: WorkerCaches
    """Everything else that is kept between requests."""
    objects: Objects
    computation: Computation
    """Runs heavy computations off the event loop."""
    picture_computation: Computation
    """The same for pictures, which need much memory: few are read at once."""
    processor_time: ProcessorTime
    """How much processor time everybody's heavy work has used."""
    ended_work: Counter[EndReason]
    """How much heavy work was ended before it was done, by the reason."""
    threads: FairQueue
    """Whose turn it is to use a thread of this process for work that takes a while."""
    reports: FairQueue
    """Whose turn it is to read very many rows."""
    preview_images: FairQueue
    """Whose turn it is to make the image of a preview. The pictures that it is made of are in memory
    meanwhile."""
    sightlines: FairQueue
    """Whose turn it is to compute what is seen from rows of a section: one at a time of each tenant, so that
    its other heavy work does not wait behind many of them."""
    placements: FairQueue
    """Whose turn it is to say where a floor plan lies: one at a time of each tenant, so that others who write
    do not wait behind many of them."""
    seen_rows_outcomes: Counter[str]
    """How often what is seen from rows was loaded or computed, or why it was not."""
    stills: StillQueue
    """Draws stills of seats."""
    signing: Signing
    address: str
    """Scheme, host and port by which clients reach the service."""
    own_origins: frozenset[str]
    """The service's own addresses as origins."""
    url_ttl_seconds: int
    key_limit: Limit
    """The rate limit of keys that have none of their own."""
    quotas: QuotaDefaults
    """The quotas of tenants that have none of their own."""
    version_bounds: VersionBounds
    """How many versions of a record are kept."""
    audit_days: int
    """Days for which the change log is kept."""
    encryption: Encryption
    """Encrypts the secrets of webhooks."""
    webhook_networks: tuple[Network, ...]
    """Networks that webhooks of admin scope may reach although they are not public."""
    webhook_quota: int
    """The most webhooks of a tenant."""


class Client(Protocol):
    """The client of a request, who waits for its answer."""

    async def hold(self, work: Coroutine[Any, Any, T], *, reads_body: bool = False) -> T:
        """Runs heavy work, and ends it when the client disconnects or its key or session is revoked. Raises
        what the request then ends with. Work that `reads_body` sees by itself when the client disconnects."""
        ...

    def waiting(self, share: Share) -> AbstractContextManager[None]:
        """Counts the request as waiting until something happens, in place of one in progress. Raises
        RateLimited if the caller has too many of these."""
        ...

    async def wait(self, until: Coroutine[Any, Any, None]) -> bool:
        """Waits for something. Returns False as soon as the client disconnects."""
        ...

    async def prove_again(self) -> Caller:
        """Authenticates and authorizes the request anew, and returns its caller. Raises what a new request
        would be refused with."""
        ...


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """The first argument of every operation."""

    caller: Caller
    at: Moment
    """The time of the request, by the database's clock."""
    resources: Resources
    origin: str | None = None
    """The origin of the page that asks, which the key allows; None for servers and for our own pages."""
    address: str = ""
    """The client's IP address; empty where the service itself asks."""
    refuses_tracking: bool = False
    """Whether the browser asks that nothing be stored about what the buyer does (`Sec-GPC: 1`)."""
    if_match: str | None = None
    must_be_new: bool = False
    """Whether the request creates a record, and must not replace one (`If-None-Match: *`)."""
    repeatable: RepeatableRequest | None = None
    """The request's Idempotency-Key; None where it has none that counts."""
    decision: Decision | None = None
    """The decision of the rate limiter; None where the request was not charged."""
    client: Client | None = None
    """The client that waits for the answer; None where the service itself asks."""
    lane: Lane = Lane.READS
    """The lane of the request's heavy work."""

    @property
    def share(self) -> Share:
        """Whose share of capacity the request counts for: that of a key of the tenant, of an admin key, or of
        one of their visitors."""
        caller = self.caller
        owner, key = str(caller.tenant_id or caller.actor), str(caller.key_id or "")
        if not caller.is_visitor:
            return Share(owner, None, key, self.lane, caller.is_limited)
        session_id = "" if caller.session is None else str(caller.session.session_id)
        visitor = visitor_path(self.address, session_id) if self.address else ()
        return Share(owner, visitor, key, self.lane)

    @property
    def first_request(self) -> RememberedRequest | None:
        """The request that this one repeats. What it did must not be done again."""
        return None if self.repeatable is None else self.repeatable.first

    async def write(
        self,
        function: Callable[Concatenate[Transaction, P], Awaitable[T]],
        *arguments: P.args,
        **options: P.kwargs,
    ) -> T:
        """Runs a transaction whose changes are the caller's (see `Database.write`)."""
        return await self.resources.database.write(
            self.caller.actor, self.at, function, *arguments, **options
        )

    async def write_even_if_full(
        self,
        function: Callable[Concatenate[Transaction, P], Awaitable[T]],
        *arguments: P.args,
        **options: P.kwargs,
    ) -> T:
        """Does the same for a change that ends access (see `Database.write_even_if_full`)."""
        return await self.resources.database.write_even_if_full(
            self.caller.actor, self.at, function, *arguments, **options
        )

    async def remember(self, transaction: Transaction, record_id: str = "", version: int = 1) -> None:
        """Remembers a request with an Idempotency-Key, by the first statement of the transaction that does
        what it asks for. Raises RequestInProgress where another one has done so meanwhile."""
        if self.repeatable is not None:
            remembered = repeats.remembered(self.repeatable, record_id, self.at, version=version)
            await remembered_requests.add(transaction.connection, self.repeatable, remembered)

    async def remember_alone(self, record_id: str, record_expires_at: Moment) -> None:
        """Remembers a request with an Idempotency-Key for which nothing else is written, together with others
        of this worker. Raises RequestInProgress where another one has done so meanwhile."""
        if self.repeatable is None or self.repeatable.first is not None:
            return
        remembered = repeats.remembered(self.repeatable, record_id, self.at, record_expires_at)
        write = partial(remembered_requests.add_batch, self.resources.database)
        batcher = self.resources.batchers.of("remembered requests", write, remembered_requests.BATCH_MAX)
        if not await batcher.submit((self.repeatable, remembered)):
            raise remembered_requests.in_progress()

    async def remember_version(self, transaction: Transaction, version: int) -> None:
        """Remembers that this repeat gave the record another version. Raises RequestInProgress where another
        repeat did so meanwhile."""
        if self.repeatable is not None and self.repeatable.first is not None:
            await remembered_requests.set_record_version(
                transaction.connection, self.repeatable, self.repeatable.first.record_version, version
            )

    async def report(
        self,
        function: Callable[Concatenate[Connection, P], Awaitable[T]],
        *arguments: P.args,
        **options: P.kwargs,
    ) -> T:
        """Runs a statement that may read very many rows, when it is the tenant's turn."""

        async def read() -> T:
            resources, share = self.resources, self.share
            resources.processor_time.check(share)
            async with resources.reports.turn(share):
                started = time.perf_counter()
                try:
                    return await resources.database.report(function, *arguments, **options)
                finally:
                    # A statement uses one processor, of this machine or of the database's.
                    resources.processor_time.charge(share, time.perf_counter() - started)

        return await self.hold(read())

    async def hold(self, work: Coroutine[Any, Any, T]) -> T:
        """Runs heavy work for this request alone: it ends when the client disconnects, and when the key or
        session of the request is revoked."""
        return await (work if self.client is None else self.client.hold(work))

    async def receive(self, work: Coroutine[Any, Any, T]) -> T:
        """Does the same while the body of the request has not been received."""
        return await (work if self.client is None else self.client.hold(work, reads_body=True))

    async def share_work(
        self,
        flights: SingleFlight[K, T],
        key: K,
        work: Callable[[], Coroutine[Any, Any, T]],
        *,
        wait_seconds: float | None = None,
        linger_seconds: float = 0.0,
    ) -> T:
        """Runs heavy work whose result others use as well, once for all requests that wait for it. It goes on
        while one of them does. See `SingleFlight.share`."""
        shared = flights.share(key, work, wait_seconds=wait_seconds, linger_seconds=linger_seconds)
        return await self.hold(shared)

    async def run_in_thread_for_caller(self, function: Callable[[], T]) -> T:
        """Runs work on objects of this process off the event loop, for this request alone. It must be
        bounded: nothing can end it once it has begun."""
        return await self.hold(self._run_in_thread(self.share, function))

    async def run_in_thread_for_all(self, function: Callable[[], T]) -> T:
        """Does the same with work whose result others share, inside `share_work`: it counts for no visitor or
        key in particular, so that none waits for the turn of another one."""
        return await self._run_in_thread(self.share.together, function)

    async def collect_in_thread(self, items: Iterator[T]) -> list[T]:
        """Collects items that take a while to work out, in a thread, a slice of them at a time. Each slice
        has its turn, so that nobody waits for more than one of them.

        After each slice the thread waits for the event loop, which first runs whatever became ready. Python
        alone does not see to that: a thread that often gives the interpreter back for a moment, as RE2 does
        for each pattern, keeps it from a loop that waits for it. The work for one item must be bounded:
        nothing can end it.
        """
        return await self.hold(self._collect_in_thread(self.share, items))

    async def compute_for_caller(
        self, function: Function, *arguments: bytes, seconds_max: float | None = None
    ) -> bytes:
        """Runs a computation whose result is for this request alone in a process, and returns its result or
        raises its Problem."""
        return await self.hold(self._compute(self.share, function, arguments, seconds_max))

    async def compute_for_all(self, function: Function, *arguments: bytes) -> bytes:
        """Does the same with a computation whose result others share, inside `share_work`: it counts for no
        visitor or key in particular."""
        return await self._compute(self.share.together, function, arguments, None)

    async def compute_for_first(self, function: Function, *arguments: bytes) -> bytes:
        """Does the same where few others share the result, if any: it counts for who asked first."""
        return await self._compute(self.share, function, arguments, None)

    async def _run_in_thread(self, share: Share, function: Callable[[], T]) -> T:
        self.resources.processor_time.check(share)
        async with self.resources.threads.turn(share):
            return await self._charged_thread(share, function)

    async def _collect_in_thread(self, share: Share, items: Iterator[T]) -> list[T]:
        self.resources.processor_time.check(share)
        found: list[T] = []
        is_begun = False
        while True:
            async with self.resources.threads.turn(share, resumes=is_begun):
                part = await self._charged_thread(share, partial(_next_slice, items))
            if not part:
                return found
            found += part
            is_begun = True

    async def _charged_thread(self, share: Share, function: Callable[[], T]) -> T:
        """Runs a function in a thread and charges its processor time. A caller that is cancelled waits for
        the thread: until it has ended, its turn is not another one's."""
        seconds = 0.0

        def timed() -> T:
            nonlocal seconds
            started = time.thread_time()
            try:
                return function()
            finally:
                seconds = time.thread_time() - started

        thread = asyncio.ensure_future(asyncio.to_thread(timed))
        try:
            return await asyncio.shield(thread)
        finally:
            await asyncio.wait((thread,))
            self.resources.processor_time.charge(share, seconds)

    async def _compute(
        self, share: Share, function: Function, arguments: tuple[bytes, ...], seconds_max: float | None
    ) -> bytes:
        seconds = COMPUTATION_SECONDS_MAX if seconds_max is None else seconds_max
        try:
            return await self.resources.computation.run(function, *arguments, share=share, seconds=seconds)
        except DeadlineExceeded:
            raise ValidationFailed(
                f"This takes longer than {seconds:g} seconds of processor time. Send less at a time."
            ) from None
        except OutOfMemory:
            raise ValidationFailed("This needs more memory than it may use. Send less at a time.") from None

    async def compute_if_large(self, function: Function, *arguments: bytes) -> bytes:
        """Runs a computation for this request alone: at once where its arguments are small, and otherwise in
        a process."""
        if sum(map(len, arguments)) <= ON_THE_LOOP_BYTES_MAX:
            return function(*arguments)
        return await self.compute_for_caller(function, *arguments)

    @property
    def limit_statuses(self) -> tuple[LimitStatus, ...]:
        """What is left of the caller's allowances."""
        return () if self.decision is None else self.decision.limit_statuses


def _next_slice(items: Iterator[T]) -> list[T]:
    """Returns the items that take a slice of processor time, and at least one; none at the end."""
    is_over = processor_deadline(SLICE_SECONDS)
    found: list[T] = []
    for item in items:
        found.append(item)
        if is_over():
            break
    return found
