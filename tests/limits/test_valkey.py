"""The limits that all workers share: how they reach Valkey, and what happens while it is away."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Self

import pytest
import structlog
from redis import Redis

from parts import valkey as valkey_part
from parts.valkey import RunningValkey
from seatpreview.clock import Clock
from seatpreview.limits.gcra import Limit
from seatpreview.limits.model import Allowance, Decision
from seatpreview.limits.valkey import PREFIX, ValkeyLimiter

pytestmark = pytest.mark.anyio

NOW = Clock().now()
NEVER = 3600.0
FIVE = Allowance("key", "key", Limit.of(requests=5, window_seconds=86_400, burst=5))
TENANT = Allowance("tenant", "tenant", Limit.of(requests=100, window_seconds=86_400, burst=100))


@pytest.fixture
def mortal() -> Iterator[RunningValkey]:
    """A Valkey for this test alone, which may end it."""
    server = valkey_part.start()
    yield server
    server.stop()


class Watch:
    """What the limiter told of Valkey's absence, and a way to wait for its return."""

    def __init__(self) -> None:
        self.told: list[bool] = []
        self.returned = asyncio.Event()

    def __call__(self, away: bool) -> None:
        self.told.append(away)
        if not away:
            self.returned.set()

    async def until_it_is_back(self) -> None:
        async with asyncio.timeout(20):
            await self.returned.wait()


@asynccontextmanager
async def limiting(
    url: str, watch: Watch | None = None, return_seconds: float = NEVER, answer_seconds: float = 10
) -> AsyncIterator[ValkeyLimiter]:
    limiter = ValkeyLimiter(
        url,
        on_away=watch or Watch(),
        connect_seconds=10,
        answer_seconds=answer_seconds,
        return_seconds=return_seconds,
    )
    yield limiter
    await limiter.close()


async def test_those_who_wait_together_share_one_call(valkey: RunningValkey, behind: Redis) -> None:
    async with limiting(valkey.url) as limiter:
        await limiter.draw((TENANT,), NOW)
        behind.config_resetstat()
        await together(limiter, 64, FIVE, TENANT)
    assert calls(behind, "evalsha") == 1


async def test_different_draws_are_one_call_each(valkey: RunningValkey, behind: Redis) -> None:
    keys = [Allowance("key", f"key {number}", FIVE.limit) for number in range(3)]
    async with limiting(valkey.url) as limiter:
        await limiter.draw((TENANT,), NOW)
        behind.config_resetstat()
        await asyncio.gather(*(limiter.draw((key, TENANT), NOW) for key in keys * 5))
    assert calls(behind, "evalsha") == 3


async def test_those_who_come_during_a_trip_share_the_next_one(valkey: RunningValkey, behind: Redis) -> None:
    async with limiting(valkey.url) as limiter:
        await limiter.draw((TENANT,), NOW)
        behind.config_resetstat()
        first = asyncio.create_task(limiter.draw((FIVE,), NOW))
        await under_way()
        later = await together(limiter, 6, FIVE)
        assert (await first).allowed
    assert [decision.allowed for decision in later] == [True] * 4 + [False] * 2
    assert calls(behind, "evalsha") == 2


async def test_who_is_admitted_with_others_is_told_what_they_leave(
    valkey: RunningValkey, behind: Redis
) -> None:
    async with limiting(valkey.url) as limiter:
        decisions = await together(limiter, 3, FIVE)
    assert [decision.limit_statuses[0].remaining for decision in decisions] == [2, 2, 2]


async def test_states_carry_the_services_prefix(valkey: RunningValkey, behind: Redis) -> None:
    async with limiting(valkey.url) as limiter:
        await limiter.draw((FIVE, TENANT), NOW)
    assert set(behind.scan_iter()) == {f"{PREFIX}key".encode(), f"{PREFIX}tenant".encode()}


async def test_a_script_that_valkey_forgot_is_given_to_it_again(valkey: RunningValkey, behind: Redis) -> None:
    async with limiting(valkey.url) as limiter:
        assert await admitted(limiter, 3) == 3
        behind.script_flush()
        assert await admitted(limiter, 3) == 2
        assert not limiter.away
    assert calls(behind, "eval") == 2


async def test_who_leaves_before_the_trip_is_not_charged(valkey: RunningValkey, behind: Redis) -> None:
    async with limiting(valkey.url) as limiter:
        draws = [asyncio.create_task(limiter.draw((FIVE,), NOW)) for _ in range(4)]
        await asyncio.sleep(0)
        draws[0].cancel()
        decisions = await asyncio.gather(*draws[1:])
        assert all(decision.allowed for decision in decisions)
        assert decisions[0].limit_statuses[0].remaining == 2
        assert draws[0].cancelled()


async def test_who_leaves_during_the_trip_disturbs_nobody(valkey: RunningValkey, behind: Redis) -> None:
    async with limiting(valkey.url) as limiter:
        await limiter.draw((TENANT,), NOW)
        draws = [asyncio.create_task(limiter.draw((FIVE,), NOW)) for _ in range(6)]
        await under_way()
        draws[0].cancel()
        decisions = await asyncio.gather(*draws[1:])
        assert [decision.allowed for decision in decisions] == [True] * 5, "the place went to the next"
        assert await admitted(limiter, 1) == 0


async def test_while_valkey_is_away_this_worker_keeps_the_limit_alone(mortal: RunningValkey) -> None:
    watch = Watch()
    async with limiting(mortal.url, watch) as limiter:
        await limiter.draw((FIVE,), NOW)
        mortal.kill()
        assert await admitted(limiter, 8) == 5
        assert limiter.away
        assert watch.told == [True]


async def test_while_valkey_is_away_nobody_tries_it(mortal: RunningValkey) -> None:
    async with limiting(mortal.url) as limiter:
        mortal.kill()
        await limiter.draw((FIVE,), NOW)
        mortal.restart()
        await together(limiter, 8, FIVE)
        with Redis.from_url(mortal.url) as behind:
            assert calls(behind, "evalsha") == 0


async def test_those_who_wait_when_it_goes_are_decided_here(mortal: RunningValkey) -> None:
    async with limiting(mortal.url) as limiter:
        await limiter.draw((TENANT,), NOW)
        mortal.kill()
        decisions = await together(limiter, 8, FIVE)
    assert [decision.allowed for decision in decisions] == [True] * 5 + [False] * 3


async def test_those_who_came_during_the_trip_that_failed_make_none_of_their_own(
    mortal: RunningValkey,
) -> None:
    watch = Watch()
    async with limiting(mortal.url, watch, answer_seconds=0.05) as limiter:
        mortal.process.send_signal(signal.SIGSTOP)
        first = asyncio.create_task(limiter.draw((FIVE,), NOW))
        await under_way()
        assert all(decision.allowed for decision in [*await together(limiter, 4, FIVE), await first])
    assert watch.told == [True], "it failed once"


async def test_it_comes_back_by_itself_without_a_request(mortal: RunningValkey) -> None:
    watch = Watch()
    async with limiting(mortal.url, watch, return_seconds=0.01) as limiter:
        mortal.kill()
        assert await admitted(limiter, 5) == 5
        mortal.restart()
        await watch.until_it_is_back()
        assert not limiter.away
        assert await admitted(limiter, 8) == 5, "Valkey knew of none"
        with Redis.from_url(mortal.url) as behind:
            assert behind.exists(f"{PREFIX}key")
    assert watch.told == [True, False]


async def test_its_absence_and_its_return_are_logged_once(mortal: RunningValkey) -> None:
    watch = Watch()
    with structlog.testing.capture_logs() as entries:
        async with limiting(mortal.url, watch, return_seconds=0.01) as limiter:
            mortal.kill()
            await admitted(limiter, 20)
            mortal.restart()
            await watch.until_it_is_back()
            await admitted(limiter, 20)
    assert [entry["log_level"] for entry in entries] == ["warning", "info"]
    assert "Connection" in entries[0]["reason"]


async def test_a_restart_between_two_requests_is_not_even_noticed(mortal: RunningValkey) -> None:
    watch = Watch()
    async with limiting(mortal.url, watch) as limiter:
        await limiter.draw((FIVE,), NOW)
        mortal.restart()
        await asyncio.sleep(0)  # the event loop sees that the connection has ended
        assert await admitted(limiter, 8) == 5
    assert watch.told == []


async def test_a_valkey_that_hangs_is_away(mortal: RunningValkey) -> None:
    watch = Watch()
    async with limiting(mortal.url, watch, return_seconds=0.01, answer_seconds=0.05) as limiter:
        mortal.process.send_signal(signal.SIGSTOP)
        assert await admitted(limiter, 8) == 5
        assert watch.told == [True]
        mortal.process.send_signal(signal.SIGCONT)
        await watch.until_it_is_back()


async def test_a_valkey_that_may_not_be_written_is_away_until_it_may(mortal: RunningValkey) -> None:
    """A replica, for one: it answers, and a PING would take it for well."""
    watch = Watch()
    with Redis.from_url(mortal.url) as behind:
        async with limiting(mortal.url, watch, return_seconds=0.01) as limiter:
            behind.replicaof("127.0.0.1", "1")
            assert await admitted(limiter, 8) == 5
            await until(lambda: behind.info("errorstats")["errorstat_READONLY"]["count"] >= 3)
            assert watch.told == [True], "it tried to return, and saw that it could not"
            behind.replicaof("NO", "ONE")
            await watch.until_it_is_back()


async def test_a_request_whose_answer_was_lost_is_not_sent_again(
    valkey: RunningValkey, behind: Redis
) -> None:
    """Valkey has charged it: sending it again would charge it twice."""
    async with LosesAnAnswer(valkey) as proxy, limiting(proxy.url) as limiter:
        await limiter.draw((FIVE,), NOW)
        proxy.due = True
        assert (await limiter.draw((FIVE,), NOW)).allowed
        assert limiter.away
    async with limiting(valkey.url) as another:
        assert (await another.draw((FIVE,), NOW)).limit_statuses[0].remaining == 2


async def test_closing_waits_for_those_on_their_way(valkey: RunningValkey, behind: Redis) -> None:
    limiter = ValkeyLimiter(valkey.url, connect_seconds=10, answer_seconds=10)
    draw = asyncio.create_task(limiter.draw((FIVE,), NOW))
    await asyncio.sleep(0)
    await limiter.close()
    assert (await draw).allowed


class LosesAnAnswer:
    """Stands between a client and Valkey. When one is `due`, it hangs up instead of passing the answer on."""

    def __init__(self, valkey: RunningValkey) -> None:
        self.due = False
        self.url = ""
        self._valkey = valkey

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"redis://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/0"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        server, to_server = await asyncio.open_connection("127.0.0.1", self._valkey.port)
        await asyncio.gather(self._pass_on(client, to_server), self._pass_back(server, to_client))

    async def _pass_on(self, client: asyncio.StreamReader, to_server: asyncio.StreamWriter) -> None:
        while question := await client.read(65536):
            to_server.write(question)
        to_server.close()

    async def _pass_back(self, server: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        while (answer := await server.read(65536)) and not self.due:
            to_client.write(answer)
        self.due = False
        to_client.close()


async def together(limiter: ValkeyLimiter, count: int, *drawn: Allowance) -> list[Decision]:
    return await asyncio.gather(*(limiter.draw(drawn, NOW) for _ in range(count)))


async def admitted(limiter: ValkeyLimiter, count: int) -> int:
    """How many of these requests pass, one after another."""
    return sum([(await limiter.draw((FIVE,), NOW)).allowed for _ in range(count)])


async def under_way() -> None:
    """Once to begin the draw, once to begin the trip."""
    await asyncio.sleep(0)
    await asyncio.sleep(0)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():  # noqa: ASYNC110 - it comes true in another process
            await asyncio.sleep(0.01)


def calls(server: Redis, command: str) -> int:
    """How often Valkey was asked to run this command, by whomever."""
    statistics = server.info("commandstats")
    return int(statistics.get(f"cmdstat_{command}", {}).get("calls", 0))
