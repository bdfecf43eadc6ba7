"""The limiter on Valkey or Redis: all workers share the limits."""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import redis.exceptions
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError
from redis.maint_notifications import MaintNotificationsConfig

from seatpreview.caching import BoundedCache
from seatpreview.limits import gcra
from seatpreview.limits.gcra import SECOND_PS, Limit
from seatpreview.limits.local_limiter import LocalLimiter
from seatpreview.limits.model import Allowance, Decision
from seatpreview.observability.outages import Outages, Part, cause_of_system_error
from seatpreview.problems import Cause
from seatpreview.shared_calls import Batcher
from seatpreview.values.clock import Moment

PREFIX = "seatpreview:limit:"

CONNECT_SECONDS = 0.25
"""Seconds to wait for a connection to Valkey before a worker counts alone."""

ANSWER_SECONDS = 0.5
"""Seconds to wait for an answer."""

LIMITS_MAX = 10_000
"""Limits whose arguments for the script are kept: about 1,100 of the settings, and those of keys."""

SCRIPT = Path(__file__).with_name("consume.lua").read_text(encoding="utf-8")

_SCRIPT_SHA = hashlib.sha1(SCRIPT.encode(), usedforsecurity=False).hexdigest()

_Allowances = tuple[Allowance, ...]


class ValkeyLimiter:
    """Makes one round trip at a time; the requests that arrive meanwhile share the next one.

    While Valkey is unavailable, each worker applies the limits by itself. No request then waits for Valkey: a
    background task probes it until it answers. A request whose reply was lost is not sent again, because
    Valkey may have charged it; it is decided in this process, like the ones after it.
    """

    def __init__(
        self,
        url: str,
        outages: Outages,
        *,
        on_unavailable: Callable[[bool], object] = lambda is_unavailable: None,
        connect_seconds: float = CONNECT_SECONDS,
        answer_seconds: float = ANSWER_SECONDS,
        probe_seconds: float = 1.0,
    ) -> None:
        """Calls `on_unavailable` with True when Valkey becomes unavailable and with False when it is back."""
        self.is_unavailable = False
        self._outages = outages
        self._on_unavailable = on_unavailable
        self._probe_seconds = probe_seconds
        self._client = _client(url, connect_seconds, answer_seconds)
        self._local = LocalLimiter()
        self._batcher = Batcher[_Allowances, _Reply | None](self._call_for_batch, skips_abandoned=True)
        self._limit_arguments: BoundedCache[Limit, tuple[str, str, str]] = BoundedCache(LIMITS_MAX)
        self._probe_task: asyncio.Task[None] | None = None

    async def consume(self, allowances: tuple[Allowance, ...], now: Moment) -> Decision:
        """Charges one request, as described in `Limiter`, by Valkey's clock, or in this process by `now`."""
        reply = None if self.is_unavailable else await self._batcher.submit(allowances)
        if reply is None:
            return await self._local.consume(allowances, now)
        return reply.next_decision()

    def __len__(self) -> int:
        """Returns the number of states stored in this process, from times without Valkey."""
        return len(self._local)

    async def close(self) -> None:
        """Waits for the requests in progress, and closes the connection."""
        await self._batcher.finish()
        if self._probe_task:
            self._probe_task.cancel()
            await asyncio.wait([self._probe_task])
        await self._client.aclose()

    async def _call_for_batch(self, batch: list[_Allowances]) -> "list[_Reply | None]":
        """Makes one round trip for all requests of a batch; None for each that got no reply.

        Requests with the same allowances get the same reply, from which each takes its decision.
        """
        replies = {} if self.is_unavailable else await self._try_call(Counter(batch))
        return [replies.get(allowances) for allowances in batch]

    async def _try_call(self, counts: Mapping[_Allowances, int]) -> Mapping[_Allowances, "_Reply"]:
        try:
            return await self._call(counts)
        except Exception as error:  # Whatever the error was, the waiting requests need a decision.
            self._mark_unavailable(error)
            return {}

    async def _call(self, counts: Mapping[_Allowances, int]) -> Mapping[_Allowances, "_Reply"]:
        """Runs the script once for each set of allowances, all in one pipeline."""
        replies = await self._pipeline("EVALSHA", _SCRIPT_SHA, counts)
        unknown = [allowances for allowances, reply in replies.items() if isinstance(reply, NoScriptError)]
        if unknown:
            replies |= await self._pipeline(
                "EVAL", SCRIPT, {allowances: counts[allowances] for allowances in unknown}
            )
        return {allowances: _Reply.parse(allowances, reply) for allowances, reply in replies.items()}

    async def _pipeline(
        self, command: str, script: str, counts: Mapping[_Allowances, int]
    ) -> dict[_Allowances, Any]:
        pipeline = self._client.pipeline(transaction=False)
        for allowances, count in counts.items():
            pipeline.execute_command(command, script, len(allowances), *self._arguments(allowances, count))
        return dict(zip(counts, await pipeline.execute(raise_on_error=False), strict=True))

    def _arguments(self, allowances: _Allowances, count: int) -> list[str | int]:
        arguments: list[str | int] = [PREFIX + allowance.state for allowance in allowances]
        arguments.append(count)
        for allowance in allowances:
            limit = allowance.limit
            arguments += self._limit_arguments.get(limit) or self._limit_arguments.put(
                limit, _limit_arguments(limit)
            )
        return arguments

    def _mark_unavailable(self, error: Exception) -> None:
        self.is_unavailable = True
        self._report_failure(error)
        self._on_unavailable(True)
        self._probe_task = asyncio.create_task(self._probe_until_available())

    def _report_failure(self, error: Exception) -> None:
        self._outages.report_failure(Part.VALKEY, _cause_of(error), f"{type(error).__name__}: {error}")

    async def _probe_until_available(self) -> None:
        while self.is_unavailable:
            await asyncio.sleep(self._probe_seconds)
            try:
                await self._call({_PROBE: 1})
            except Exception as error:
                self._report_failure(error)
            else:
                self.is_unavailable = False
        self._outages.end(Part.VALKEY)
        self._on_unavailable(False)


@dataclass
class _Reply:
    """The script's reply to all requests of a batch that have the same allowances."""

    admitted: int
    allowances: _Allowances
    debts_ps: list[int]
    """The debts after all requests that were admitted together."""
    _decided: int = 0

    @classmethod
    def parse(cls, allowances: _Allowances, reply: Any) -> Self:
        if isinstance(reply, Exception):
            raise reply
        admitted, now, *tats = reply.split()
        debts_ps = [
            gcra.debt(allowance.limit, _ps(tat), _ps(now))
            for allowance, tat in zip(allowances, tats, strict=True)
        ]
        return cls(int(admitted), allowances, debts_ps)

    def next_decision(self) -> Decision:
        """Returns the decision for one more request: as many as were admitted pass, the first ones first.

        The requests of a batch resume in the order of their arrival. A request that was cancelled during the
        round trip takes no decision, and so leaves its admission to the next.
        """
        self._decided += 1
        return Decision(self._decided <= self.admitted, self.allowances, self.debts_ps)


def _cause_of(error: Exception) -> Cause:
    for kind, cause in _CAUSES:
        if isinstance(error, kind):
            return cause
    return cause_of_system_error(error) if isinstance(error, OSError) else Cause.OTHER


_CAUSES: tuple[tuple[type[Exception], Cause], ...] = (
    (redis.exceptions.AuthenticationError, Cause.REFUSED),
    (redis.exceptions.NoPermissionError, Cause.REFUSED),
    (redis.exceptions.ReadOnlyError, Cause.READ_ONLY),
    (redis.exceptions.OutOfMemoryError, Cause.STORAGE_FULL),
    (redis.exceptions.MaxConnectionsError, Cause.TOO_MANY_CONNECTIONS),
    (redis.exceptions.TimeoutError, Cause.SILENT),
    (redis.exceptions.ConnectionError, Cause.UNREACHABLE),
)
"""The causes of client errors. The first class that fits counts."""

_PROBE_LIMIT = Limit.of(requests=1, window_seconds=1, burst=1)
_PROBE = (Allowance("probe", "probe:1", _PROBE_LIMIT), Allowance("probe", "probe:2", _PROBE_LIMIT))
"""The probe runs the same script as a request, so it tests everything that a request needs. A replica, which
cannot be written, would also answer a PING."""


def _client(url: str, connect_seconds: float, answer_seconds: float) -> Redis:
    return Redis.from_url(
        # Valkey has its own URL scheme, which the client does not support.
        url.replace("valkey", "redis", 1) if url.startswith("valkey") else url,
        socket_connect_timeout=connect_seconds,
        socket_timeout=answer_seconds,
        retry=Retry(NoBackoff(), 0),
        # Maintenance notifications would extend the timeouts while the server is being moved.
        maint_notifications_config=MaintNotificationsConfig(enabled=False),
    )


def _limit_arguments(limit: Limit) -> tuple[str, str, str]:
    return _text(limit.interval_ps), _text(limit.span_ps), _text(limit.debt_ps_max)


def _text(time_ps: int) -> str:
    """Formats a time as the script does: seconds with twelve decimals."""
    return f"{time_ps // SECOND_PS}.{time_ps % SECOND_PS:012d}"


def _ps(text: bytes) -> int:
    return int(text.replace(b".", b""))
