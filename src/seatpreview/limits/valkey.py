"""Limits that all workers share, kept in Valkey or Redis."""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import structlog
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError
from redis.maint_notifications import MaintNotificationsConfig

from seatpreview.batching import Batcher
from seatpreview.clock import Moment
from seatpreview.limits import gcra
from seatpreview.limits.gcra import SECOND_PS, Limit
from seatpreview.limits.local import LocalLimiter
from seatpreview.limits.model import Allowance, Decision

PREFIX = "seatpreview:limit:"
SCRIPT = Path(__file__).with_name("draw.lua").read_text(encoding="utf-8")

_SCRIPT_SHA = hashlib.sha1(SCRIPT.encode(), usedforsecurity=False).hexdigest()

_log = structlog.get_logger("seatpreview")

_Draw = tuple[Allowance, ...]


class ValkeyLimiter:
    """Makes one round trip at a time; the requests that arrive meanwhile share the next one.

    While Valkey is away each worker keeps the limits on its own. Nobody waits for it then: whether
    it is back is found out apart from the requests. A request whose answer was lost is not sent
    again, since Valkey may have charged it; it is decided here, like the ones after it.
    """

    def __init__(
        self,
        url: str,
        *,
        on_away: Callable[[bool], object] = lambda away: None,
        connect_seconds: float = 0.25,
        answer_seconds: float = 0.5,
        return_seconds: float = 1.0,
    ) -> None:
        self.away = False
        self._on_away = on_away
        self._return_seconds = return_seconds
        self._client = _client(url, connect_seconds, answer_seconds)
        self._local = LocalLimiter()
        self._batcher = Batcher[_Draw, _Answer | None](self._answers_for, skips_abandoned=True)
        self._return: asyncio.Task[None] | None = None

    async def draw(self, allowances: tuple[Allowance, ...], now: Moment) -> Decision:
        answer = None if self.away else await self._batcher.submit(allowances)
        if answer is None:
            return await self._local.draw(allowances, now)
        return answer.next_decision()

    async def close(self) -> None:
        await self._batcher.finish()
        if self._return:
            self._return.cancel()
            await asyncio.wait([self._return])
        await self._client.aclose()

    async def _answers_for(self, batch: list[_Draw]) -> "list[_Answer | None]":
        """Asks once for all requests of a batch that draw alike; None where Valkey gave no answer."""
        answers = {} if self.away else await self._answers(Counter(batch))
        return [answers.get(drawn) for drawn in batch]

    async def _answers(self, counts: Mapping[_Draw, int]) -> Mapping[_Draw, "_Answer"]:
        try:
            return await self._ask(counts)
        except Exception as error:  # whatever it was, those who wait must be told something
            self._leave(error)
            return {}

    async def _ask(self, counts: Mapping[_Draw, int]) -> Mapping[_Draw, "_Answer"]:
        replies = await self._call("EVALSHA", _SCRIPT_SHA, counts)
        unknown = [drawn for drawn, reply in replies.items() if isinstance(reply, NoScriptError)]
        if unknown:
            replies |= await self._call("EVAL", SCRIPT, {drawn: counts[drawn] for drawn in unknown})
        return {drawn: _Answer.read(drawn, reply) for drawn, reply in replies.items()}

    async def _call(self, command: str, script: str, counts: Mapping[_Draw, int]) -> dict[_Draw, Any]:
        pipeline = self._client.pipeline(transaction=False)
        for drawn, count in counts.items():
            pipeline.execute_command(command, script, len(drawn), *_arguments(drawn, count))
        return dict(zip(counts, await pipeline.execute(raise_on_error=False), strict=True))

    def _leave(self, error: Exception) -> None:
        self.away = True
        reason = f"{type(error).__name__}: {error}"
        _log.warning("valkey is away: each worker keeps the rate limits on its own", reason=reason)
        self._on_away(True)
        self._return = asyncio.create_task(self._come_back())

    async def _come_back(self) -> None:
        while self.away:
            await asyncio.sleep(self._return_seconds)
            with suppress(Exception):  # still away
                await self._ask({_PROBE: 1})
                self.away = False
        _log.info("valkey is back: the workers share the rate limits again")
        self._on_away(False)


class _Answer:
    """Valkey's answer to all requests of a batch that draw alike."""

    def __init__(self, admitted: int, drawn: _Draw, debts_ps: list[int]) -> None:
        self._admitted = admitted
        self._drawn = drawn
        self._debts_ps = debts_ps
        """The debts after all that were admitted together."""

    @classmethod
    def read(cls, drawn: _Draw, reply: Any) -> Self:
        if isinstance(reply, Exception):
            raise reply
        admitted, now, *tats = reply.split()
        debts_ps = [gcra.debt(use.limit, _ps(tat), _ps(now)) for use, tat in zip(drawn, tats, strict=True)]
        return cls(int(admitted), drawn, debts_ps)

    def next_decision(self) -> Decision:
        """The decision for the next request that still waits: as many pass as were admitted."""
        self._admitted -= 1
        return Decision(self._admitted >= 0, self._drawn, self._debts_ps)


_PROBE_LIMIT = Limit.of(requests=1, window_seconds=1, burst=1)
_PROBE = (Allowance("probe", "probe:1", _PROBE_LIMIT), Allowance("probe", "probe:2", _PROBE_LIMIT))
"""A draw like any other, so that it proves all that a draw needs: a replica answers a PING, too."""


def _client(url: str, connect_seconds: float, answer_seconds: float) -> Redis:
    return Redis.from_url(
        # Valkey's own scheme, which the client does not know.
        url.replace("valkey", "redis", 1) if url.startswith("valkey") else url,
        socket_connect_timeout=connect_seconds,
        socket_timeout=answer_seconds,
        retry=Retry(NoBackoff(), 0),
        # They would stretch the timeouts while the server is being moved.
        maint_notifications_config=MaintNotificationsConfig(enabled=False),
    )


def _arguments(drawn: _Draw, count: int) -> list[str | int]:
    states = [PREFIX + allowance.state for allowance in drawn]
    limits = [
        _text(duration_ps)
        for allowance in drawn
        for duration_ps in (allowance.limit.interval_ps, allowance.limit.span_ps)
    ]
    return [*states, count, *limits]


def _text(time_ps: int) -> str:
    """As the script writes it: seconds with twelve decimals."""
    return f"{time_ps // SECOND_PS}.{time_ps % SECOND_PS:012d}"


def _ps(text: bytes) -> int:
    return int(text.replace(b".", b""))
