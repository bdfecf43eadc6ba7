"""Sends deliveries that are due: leased, one at a time to an endpoint, fair between tenants.

A worker has a bounded number of attempts on their way, and a tenant a share of them. So the endpoints of one
tenant that never answer take time from that tenant alone. Whoever is killed leaves a lease behind: when it
passes, another worker makes the attempt.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Protocol

import structlog

from seatpreview.database.engines import Database
from seatpreview.encryption import Encryption, Unreadable
from seatpreview.observability.processor_use import metered_with_caller
from seatpreview.problems import Unavailable
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import WebhookId
from seatpreview.webhooks import sending_store as store
from seatpreview.webhooks import store as webhooks
from seatpreview.webhooks.connecting import Answer, Destination, NoAnswer
from seatpreview.webhooks.delivery_model import Attempt, Claimed
from seatpreview.webhooks.model import StoredWebhook
from seatpreview.webhooks.retry_times import (
    disabled_reason,
    next_attempt_at,
    retry_after_seconds,
)
from seatpreview.webhooks.secrets import live_secrets, signed_headers
from seatpreview.webhooks.sending_store import Due

ATTEMPTS_AT_ONCE_MAX = 32
"""Attempts of a worker that are on their way at once, each with a connection."""

SHARE_MAX = 4
"""The most of them for one tenant."""

FAILING_SHARE_MAX = 2
"""The most of them for endpoints of one tenant whose last delivery failed: they may take 20 seconds each, and
the tenant's other endpoints do not wait for them."""

IN_A_ROW_MAX = 20
"""Deliveries to one endpoint after which it is another's turn."""

LEASE_SECONDS = 45
"""How long nobody else makes an attempt after a worker has begun one. It is longer than an attempt takes."""

DUE_MAX = 500
"""The most endpoints that are considered at once."""

ACTOR = "service"
"""Who disables a webhook whose deliveries fail, in the change log."""

log = structlog.get_logger("seatpreview")


class Post(Protocol):
    """Sends one request. Raises NoAnswer."""

    async def __call__(self, destination: Destination, headers: dict[str, str], body: bytes) -> Answer: ...


class Sender:
    """The attempts of one worker."""

    def __init__(
        self,
        database: Database,
        time_now: Callable[[], Awaitable[Moment]],
        post: Post,
        encryption: Encryption,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """`time_now` reads the database's clock."""
        self._database = database
        self._time_now = time_now
        self._post = post
        self._encryption = encryption
        self._chance = chance
        self._running: dict[str, tuple[Due, asyncio.Task[None]]] = {}
        """What is on its way, by webhook."""
        self.outcomes: Counter[str] = Counter()
        """Attempts since the worker started, by their outcome."""

    @property
    def running(self) -> int:
        """The number of endpoints that this worker sends to now."""
        return len(self._running)

    async def start_due(self) -> int:
        """Begins attempts that are due, as many as there is room for. Returns how many it began."""
        if self.running >= ATTEMPTS_AT_ONCE_MAX:
            return 0
        at = await self._time_now()
        found = await self._database.read(store.due, at, DUE_MAX)
        chosen = {due.webhook_id: due for due in choose(found, [due for due, _ in self._running.values()])}
        if not chosen:
            return 0
        claimed = await self._claim([*chosen], at)
        for each in claimed:
            task = asyncio.create_task(metered_with_caller(self._serve(each)))
            self._running[each.webhook_id] = chosen[each.webhook_id], task
        return len(claimed)

    async def wait_for_room(self, seconds: float) -> None:
        """Waits until an attempt has ended, or the time is over."""
        tasks = [task for _, task in self._running.values()]
        if tasks:
            await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)

    async def stop(self) -> None:
        """Ends all attempts. Their deliveries are due again at once, for another worker."""
        tasks = [task for _, task in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _claim(self, webhook_ids: Sequence[str], at: Moment) -> list[Claimed]:
        until = Moment(at + LEASE_SECONDS * MICROSECONDS)
        return await self._database.write_activity(store.claim, webhook_ids, at, until)

    async def _serve(self, claimed: Claimed) -> None:
        """Sends to one endpoint as long as that succeeds and something is due, for a bounded time."""
        try:
            for _ in range(IN_A_ROW_MAX):
                if not await self._deliver(claimed):
                    return
                at = await self._time_now()
                following = await self._claim([claimed.webhook_id], at)
                if not following:
                    return
                [claimed] = following
            await self._database.write_activity(store.release, claimed)
        except Unavailable:
            pass  # The outage is in the log. The lease passes.
        except asyncio.CancelledError:
            await self._database.write_activity(store.release, claimed)
            raise
        except Exception:
            log.exception("the result of a delivery could not be written", webhook_id=claimed.webhook_id)
        finally:
            del self._running[claimed.webhook_id]

    async def _deliver(self, claimed: Claimed) -> bool:
        """Makes an attempt and writes down what came of it. Returns whether it succeeded."""
        at = await self._time_now()
        receiver = await self._database.read_row(webhooks.get_of_any_tenant, WebhookId(claimed.webhook_id))
        if receiver is None or not receiver.active:
            await self._database.write_activity(store.release, claimed)
            return False
        result = await self._attempt(receiver, claimed, at)
        ended_at = await self._time_now()
        if isinstance(result, Answer) and 200 <= result.status < 300:
            await self._succeeded(receiver, claimed, result, ended_at)
            return True
        await self._failed(receiver, claimed, result, ended_at)
        return False

    async def _attempt(self, receiver: StoredWebhook, claimed: Claimed, at: Moment) -> Answer | NoAnswer:
        body = claimed.body.encode()
        try:
            secrets = live_secrets(self._encryption, receiver, at)
            headers = signed_headers(claimed.delivery_id, at, body, secrets)
            return await self._post(Destination(receiver.url, receiver.is_by_admin), headers, body)
        except Unreadable:
            return NoAnswer("secret_unreadable")
        except NoAnswer as no_answer:
            return no_answer
        except Exception:
            # It counts as an attempt: what can never be sent is given up like everything else.
            log.exception("a delivery could not be sent", webhook_id=receiver.webhook_id)
            return NoAnswer("error")

    async def _succeeded(self, receiver: StoredWebhook, claimed: Claimed, answer: Answer, at: Moment) -> None:
        self.outcomes["delivered"] += 1
        attempt = Attempt("delivered", None, answer.status, None, answer.text or None)
        await self._database.write_activity(store.finish, claimed, attempt, at)
        if receiver.failing_since is not None:
            await self._database.write(ACTOR, at, store.note_success, receiver.webhook_id)

    async def _failed(
        self, receiver: StoredWebhook, claimed: Claimed, result: Answer | NoAnswer, at: Moment
    ) -> None:
        self.outcomes["status" if isinstance(result, Answer) else result.failure] += 1
        attempts = claimed.attempts + 1
        last_status = result.status if isinstance(result, Answer) else None
        failing_since = at if receiver.failing_since is None else receiver.failing_since
        reason = disabled_reason(last_status, attempts, failing_since, at)
        is_same = True
        if reason is not None or receiver.failing_since is None:
            is_same = await self._database.write(ACTOR, at, store.note_failure, receiver, reason, at)
        is_gone = reason == "gone" and is_same
        attempt = failed_attempt(result, attempts, at, self._chance(), is_gone=is_gone)
        await self._database.write_activity(store.finish, claimed, attempt, at)
        if reason is not None and is_same:
            log.warning("a webhook was disabled", webhook_id=receiver.webhook_id, reason=reason)


def choose(found: Iterable[Due], running: Iterable[Due]) -> list[Due]:
    """Returns the endpoints to begin with, in their order: as many as a worker has room for beside those that
    are on their way, and no more than a tenant's share of each tenant."""
    running = list(running)
    tenants = Counter(due.tenant_id for due in running)
    failing = Counter(due.tenant_id for due in running if due.is_failing)
    busy = {due.webhook_id for due in running}
    chosen: list[Due] = []
    for due in found:
        if len(busy) >= ATTEMPTS_AT_ONCE_MAX:
            break
        has_room = tenants[due.tenant_id] < SHARE_MAX
        if due.is_failing:
            has_room = has_room and failing[due.tenant_id] < FAILING_SHARE_MAX
        if not has_room or due.webhook_id in busy:
            continue
        chosen.append(due)
        busy.add(due.webhook_id)
        tenants[due.tenant_id] += 1
        failing[due.tenant_id] += due.is_failing
    return chosen


def failed_attempt(
    result: Answer | NoAnswer, attempts: int, at: Moment, chance: float, *, is_gone: bool
) -> Attempt:
    """Returns what is written down of an attempt that failed: when the next one is due, and the answer. There
    is no next one if the webhook's address is gone."""
    if isinstance(result, NoAnswer):
        again = next_attempt_at(attempts, at, chance)
        return Attempt("pending" if again else "failed", again, None, str(result), None)
    again = next_attempt_at(attempts, at, chance, retry_after_seconds(result.retry_after, at))
    if is_gone:
        again = None
    return Attempt("pending" if again else "failed", again, result.status, None, result.text or None)
