"""The context of an operation: the caller, the time, and the resources of the process."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import msgspec

from seatpreview.caching.batching import Batchers
from seatpreview.caching.worker_caches import WorkerCaches
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction
from seatpreview.encryption import Encryption
from seatpreview.freshness.change_waits import ChangeWaits
from seatpreview.freshness.records import Records
from seatpreview.idempotency import rules as repeats
from seatpreview.idempotency import store as remembered_requests
from seatpreview.idempotency.model import RememberedRequest, RepeatableRequest
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.limits.gcra import Limit
from seatpreview.limits.model import Decision, LimitStatus
from seatpreview.limits.quotas import QuotaDefaults
from seatpreview.limits.shares import Share, visitor_path
from seatpreview.limits.version_bounds import VersionBounds
from seatpreview.objects.store import Objects
from seatpreview.problems import ValidationFailed
from seatpreview.processes.pool import Computation, DeadlineExceeded, Function, OutOfMemory
from seatpreview.settings.setting_values import Network
from seatpreview.signing import Signing
from seatpreview.stills.still_queue import StillQueue
from seatpreview.values.caller import Caller
from seatpreview.values.clock import Moment, processor_deadline

T = TypeVar("T")
P = ParamSpec("P")

COMPUTATION_SECONDS_MAX = 30
"""The longest that a computation for one request may take. Its process is then ended."""

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
    """The same for pictures and files of venues, which need much memory: few are read at once."""
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


class WaitingClient(Protocol):
    """The client of a request that waits until something happens."""

    def waiting(self, share: Share) -> AbstractContextManager[None]:
        """Counts the request as waiting, in place of one in progress. Raises RateLimited if the caller has
        too many of these."""
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
    client: WaitingClient | None = None
    """For operations that wait: the client; None where the service itself asks."""

    @property
    def share(self) -> Share:
        """Whose share of capacity the request counts for: that of the tenant or of an admin key, or that of
        one of their visitors."""
        caller = self.caller
        owner = str(caller.tenant_id or caller.actor)
        if not caller.is_visitor:
            return Share(owner)
        session_id = "" if caller.session is None else str(caller.session.session_id)
        return Share(owner, visitor_path(self.address, session_id) if self.address else ())

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
        async with self.resources.reports.turn(self.share):
            return await self.resources.database.report(function, *arguments, **options)

    async def run_in_thread(self, function: Callable[[], T]) -> T:
        """Runs work on objects of this process off the event loop. It must be bounded: nothing can end it."""
        async with self.resources.threads.turn(self.share):
            return await asyncio.to_thread(function)

    async def run_in_thread_for_all(self, function: Callable[[], T]) -> T:
        """Does the same with work whose result all visitors of the tenant share: it counts for none of
        them, so that none waits for the turn of another one."""
        async with self.resources.threads.turn(self.share.together):
            return await asyncio.to_thread(function)

    async def collect_in_thread(self, items: Iterator[T]) -> list[T]:
        """Collects items that take a while to work out, in a thread, a slice of them at a time.

        After each slice the thread waits for the event loop, which first runs whatever became ready. Python
        alone does not see to that: a thread that often gives the interpreter back for a moment, as RE2 does
        for each pattern, keeps it from a loop that waits for it. The work for one item must be bounded:
        nothing can end it.
        """
        found: list[T] = []
        async with self.resources.threads.turn(self.share):
            while part := await asyncio.to_thread(_next_slice, items):
                found += part
        return found

    async def compute(self, function: Function, *arguments: bytes) -> bytes:
        """Runs a computation off the event loop and returns its result, or raises its Problem. What visitors
        have computed is the same for all of them, and counts for none in particular."""
        return await self._run(self.resources.computation, function, arguments, COMPUTATION_SECONDS_MAX)

    async def compute_upload(self, function: Function, *arguments: bytes, seconds_max: float) -> bytes:
        """Does the same for an uploaded file, among pictures: it needs much memory and a lower priority, and
        nobody who publishes a record should wait for it."""
        return await self._run(self.resources.picture_computation, function, arguments, seconds_max)

    async def _run(
        self, computation: Computation, function: Function, arguments: tuple[bytes, ...], seconds: float
    ) -> bytes:
        try:
            return await computation.run(function, *arguments, share=self.share.together, seconds=seconds)
        except DeadlineExceeded:
            raise ValidationFailed(
                f"This takes longer than {seconds:g} seconds to compute. Send less at a time."
            ) from None
        except OutOfMemory:
            raise ValidationFailed(
                "This needs more memory than one request may use. Send less at a time."
            ) from None

    async def compute_if_large(self, function: Function, *arguments: bytes) -> bytes:
        """Runs a computation at once where its arguments are small, and otherwise off the event loop."""
        if sum(map(len, arguments)) <= ON_THE_LOOP_BYTES_MAX:
            return function(*arguments)
        return await self.compute(function, *arguments)

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
