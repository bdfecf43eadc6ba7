"""The limiter on Valkey: how requests are batched, and what happens while Valkey is unavailable."""

import asyncio
import errno
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Self

import pytest
import redis.exceptions
import structlog
from redis import Redis

from seatpreview.limits import valkey_limiter
from seatpreview.limits.gcra import Limit
from seatpreview.limits.model import Allowance, Decision
from seatpreview.limits.valkey_limiter import PREFIX, ValkeyLimiter
from seatpreview.observability.outages import Outages, Part
from seatpreview.problems import Cause
from seatpreview.values.clock import Clock
from servers.polling import until
from servers.valkey import RunningValkey, running_valkey

pytestmark = pytest.mark.anyio

NOW = Clock().now()
NEVER = 3600.0
FIVE = Allowance("key", "key", Limit.of(requests=5, window_seconds=86_400, burst=5))
TENANT = Allowance("tenant", "tenant", Limit.of(requests=100, window_seconds=86_400, burst=100))


@pytest.fixture
def mortal() -> Iterator[RunningValkey]:
    """A Valkey for this test alone, which may end it."""
    with running_valkey() as server:
        yield server


class AvailabilityLog:
    """Records the calls of `on_unavailable`, and waits until Valkey is available again."""

    def __init__(self) -> None:
        self.calls: list[bool] = []
        self.is_back = asyncio.Event()

    def __call__(self, is_unavailable: bool) -> None:
        self.calls.append(is_unavailable)
        if not is_unavailable:
            self.is_back.set()

    async def until_it_is_back(self) -> None:
        async with asyncio.timeout(60):
            await self.is_back.wait()


@asynccontextmanager
async def limiting(
    url: str,
    log: AvailabilityLog | None = None,
    outages: Outages | None = None,
    *,
    probe_seconds: float = NEVER,
    answer_seconds: float = 10,
) -> AsyncIterator[ValkeyLimiter]:
    limiter = ValkeyLimiter(
        url,
        outages or Outages(are_logged=True),
        on_unavailable=log or AvailabilityLog(),
        connect_seconds=10,
        answer_seconds=answer_seconds,
        probe_seconds=probe_seconds,
    )
    try:
        yield limiter
    finally:
        await limiter.close()


async def test_concurrent_requests_share_one_call(valkey: RunningValkey, behind: Redis) -> None:
    async with limiting(valkey.url) as limiter:
        await limiter.consume((TENANT,), NOW)
        behind.config_resetstat()
        await together(limiter, 64, FIVE, TENANT)
    assert calls(behind, "evalsha") == 1


async def test_each_set_of_allowances_is_one_call(valkey: RunningValkey, behind: Redis) -> None:
    keys = [Allowance("key", f"key {number}", FIVE.limit) for number in range(3)]
    async with limiting(valkey.url) as limiter:
        await limiter.consume((TENANT,), NOW)
        behind.config_resetstat()
        await asyncio.gather(*(limiter.consume((key, TENANT), NOW) for key in keys * 5))
    assert calls(behind, "evalsha") == 3


async def test_requests_during_a_round_trip_share_the_next_one(valkey: RunningValkey, behind: Redis) -> None:
    async with limiting(valkey.url) as limiter:
        await limiter.consume((TENANT,), NOW)
        behind.config_resetstat()
        first = asyncio.create_task(limiter.consume((FIVE,), NOW))
        await under_way()
        later = await together(limiter, 6, FIVE)
        assert (await first).allowed
    assert [decision.allowed for decision in later] == [True] * 4 + [False] * 2
    assert calls(behind, "evalsha") == 2


async def test_requests_of_one_batch_all_get_what_remains_after_the_batch(
    valkey: RunningValkey, behind: Redis
) -> None:
    async with limiting(valkey.url) as limiter:
        decisions = await together(limiter, 3, FIVE)
    assert [decision.limit_statuses[0].remaining for decision in decisions] == [2, 2, 2]


async def test_states_carry_the_services_prefix(valkey: RunningValkey, behind: Redis) -> None:
    async with limiting(valkey.url) as limiter:
        await limiter.consume((FIVE, TENANT), NOW)
    assert set(behind.scan_iter()) == {f"{PREFIX}key".encode(), f"{PREFIX}tenant".encode()}


async def test_a_script_that_valkey_no_longer_has_is_sent_again(valkey: RunningValkey, behind: Redis) -> None:
    async with limiting(valkey.url) as limiter:
        assert await admitted(limiter, 3) == 3
        behind.script_flush()
        assert await admitted(limiter, 3) == 2
        assert not limiter.is_unavailable
    assert calls(behind, "eval") == 2


async def test_a_request_cancelled_before_the_round_trip_is_not_charged(
    valkey: RunningValkey, behind: Redis
) -> None:
    async with limiting(valkey.url) as limiter:
        requests = [asyncio.create_task(limiter.consume((FIVE,), NOW)) for _ in range(4)]
        await asyncio.sleep(0)
        requests[0].cancel()
        decisions = await asyncio.gather(*requests[1:])
        assert all(decision.allowed for decision in decisions)
        assert decisions[0].limit_statuses[0].remaining == 2
        assert requests[0].cancelled()


async def test_a_request_cancelled_during_the_round_trip_leaves_the_others_alone(
    valkey: RunningValkey, behind: Redis
) -> None:
    async with limiting(valkey.url) as limiter:
        await limiter.consume((TENANT,), NOW)
        requests = [asyncio.create_task(limiter.consume((FIVE,), NOW)) for _ in range(6)]
        await under_way()
        requests[0].cancel()
        decisions = await asyncio.gather(*requests[1:])
        assert [decision.allowed for decision in decisions] == [True] * 5, "its admission went to the next"
        assert await admitted(limiter, 1) == 0


async def test_while_valkey_is_unavailable_this_worker_applies_the_limit_alone(mortal: RunningValkey) -> None:
    log = AvailabilityLog()
    async with limiting(mortal.url, log) as limiter:
        await limiter.consume((FIVE,), NOW)
        mortal.kill()
        assert await admitted(limiter, 8) == 5
        assert limiter.is_unavailable
        assert log.calls == [True]


async def test_while_valkey_is_unavailable_no_request_calls_it(mortal: RunningValkey) -> None:
    async with limiting(mortal.url) as limiter:
        mortal.kill()
        await limiter.consume((FIVE,), NOW)
        mortal.restart()
        await together(limiter, 8, FIVE)
        with Redis.from_url(mortal.url) as behind:
            assert calls(behind, "evalsha") == 0


async def test_requests_that_wait_when_valkey_fails_are_decided_in_this_process(
    mortal: RunningValkey,
) -> None:
    async with limiting(mortal.url) as limiter:
        await limiter.consume((TENANT,), NOW)
        assert len(limiter) == 0, "Valkey has the state"
        mortal.kill()
        decisions = await together(limiter, 8, FIVE)
        assert len(limiter) == 1
    assert [decision.allowed for decision in decisions] == [True] * 5 + [False] * 3


async def test_requests_during_a_failed_round_trip_make_none_of_their_own(
    mortal: RunningValkey,
) -> None:
    log = AvailabilityLog()
    async with limiting(mortal.url, log, answer_seconds=0.05) as limiter:
        mortal.process.send_signal(signal.SIGSTOP)
        first = asyncio.create_task(limiter.consume((FIVE,), NOW))
        await under_way()
        assert all(decision.allowed for decision in [*await together(limiter, 4, FIVE), await first])
    assert log.calls == [True], "it failed once"


async def test_the_limiter_finds_by_itself_that_valkey_is_back(mortal: RunningValkey) -> None:
    log = AvailabilityLog()
    async with limiting(mortal.url, log, probe_seconds=0.01) as limiter:
        mortal.kill()
        assert await admitted(limiter, 5) == 5
        mortal.restart()
        await log.until_it_is_back()
        assert not limiter.is_unavailable
        assert await admitted(limiter, 8) == 5, "Valkey knew of none"
        with Redis.from_url(mortal.url) as behind:
            assert behind.exists(f"{PREFIX}key")
    assert log.calls == [True, False]


async def test_unavailability_and_recovery_are_each_logged_once(mortal: RunningValkey) -> None:
    log = AvailabilityLog()
    with structlog.testing.capture_logs() as entries:
        async with limiting(mortal.url, log, probe_seconds=0.01) as limiter:
            mortal.kill()
            await admitted(limiter, 20)
            mortal.restart()
            await log.until_it_is_back()
            await admitted(limiter, 20)
    # A service that tests share logs its requests a moment later, and so perhaps here.
    entries = [entry for entry in entries if entry.get("part") == Part.VALKEY]
    assert [entry["event"] for entry in entries] == ["outage begins", "outage ends"]
    assert entries[0]["cause"] == Cause.UNREACHABLE
    assert "Connection" in entries[0]["reason"]


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (redis.exceptions.ReadOnlyError(), Cause.READ_ONLY),
        (redis.exceptions.ResponseError(), Cause.OTHER),
        (OSError(errno.EMFILE, "too many open files"), Cause.TOO_MANY_FILES),
        (ValueError(), Cause.OTHER),
    ],
)
async def test_whatever_fails_has_a_cause(
    error: Exception, cause: Cause, monkeypatch: pytest.MonkeyPatch
) -> None:
    outages = Outages()

    async def fail(*arguments: object) -> None:
        await asyncio.sleep(0)
        raise error

    monkeypatch.setattr(ValkeyLimiter, "_call", fail)
    async with limiting("redis://127.0.0.1:1", outages=outages) as limiter:
        await limiter.consume((FIVE,), NOW)
        for _ in range(9):
            await asyncio.sleep(0)
    assert outages.failures == {(Part.VALKEY, cause): 1}, "no probe comes before its time"


async def test_a_restart_between_two_requests_is_not_noticed(mortal: RunningValkey) -> None:
    log = AvailabilityLog()
    async with limiting(mortal.url, log) as limiter:
        await limiter.consume((FIVE,), NOW)
        mortal.restart()
        await asyncio.sleep(0)  # the event loop sees that the connection has ended
        assert await admitted(limiter, 8) == 5
    assert log.calls == []


async def test_a_valkey_that_hangs_is_unavailable(mortal: RunningValkey) -> None:
    log = AvailabilityLog()
    async with limiting(mortal.url, log, probe_seconds=0.01, answer_seconds=0.05) as limiter:
        mortal.process.send_signal(signal.SIGSTOP)
        assert await admitted(limiter, 8) == 5
        assert log.calls == [True]
        mortal.process.send_signal(signal.SIGCONT)
        await log.until_it_is_back()


async def test_a_valkey_that_cannot_be_written_is_unavailable_until_it_can(mortal: RunningValkey) -> None:
    """A replica, for example: it answers a PING, and refuses the script."""
    log, outages = AvailabilityLog(), Outages()
    with Redis.from_url(mortal.url) as behind:
        async with limiting(mortal.url, log, outages, probe_seconds=0.01) as limiter:
            behind.replicaof("127.0.0.1", "1")
            assert await admitted(limiter, 8) == 5
            await until(lambda: behind.info("errorstats")["errorstat_READONLY"]["count"] >= 3)
            assert log.calls == [True], "the probes were refused"
            assert outages.failures.total() >= 2, "a refused probe is a failure as well"
            behind.replicaof("NO", "ONE")
            await log.until_it_is_back()


async def test_a_request_whose_reply_was_lost_is_not_sent_again(valkey: RunningValkey, behind: Redis) -> None:
    """Valkey has charged it: sending it again would charge it twice."""
    async with LossyProxy(valkey) as proxy, limiting(proxy.url) as limiter:
        await limiter.consume((FIVE,), NOW)
        proxy.loses_next_reply = True
        assert (await limiter.consume((FIVE,), NOW)).allowed
        assert limiter.is_unavailable
    async with limiting(valkey.url) as another:
        assert (await another.consume((FIVE,), NOW)).limit_statuses[0].remaining == 2


async def test_closing_waits_for_requests_under_way(valkey: RunningValkey, behind: Redis) -> None:
    limiter = ValkeyLimiter(valkey.url, Outages(), connect_seconds=10, answer_seconds=10)
    request = asyncio.create_task(limiter.consume((FIVE,), NOW))
    await asyncio.sleep(0)
    await limiter.close()
    assert request.done(), "Valkey has decided before its connection was closed"
    assert request.result().allowed


@pytest.mark.parametrize("scheme", ["redis", "valkey"])
@pytest.mark.parametrize("host", ["valkey", "redis", "limits.example"])
async def test_valkeys_own_scheme_leads_to_the_same_host(scheme: str, host: str) -> None:
    client = valkey_limiter._client(f"{scheme}://{host}:6380/2", 1, 1)
    assert client.connection_pool.connection_kwargs["host"] == host
    assert client.connection_pool.connection_kwargs["port"] == 6380


class LossyProxy:
    """A proxy before Valkey. When `loses_next_reply` is set, it hangs up instead of passing the reply on."""

    def __init__(self, valkey: RunningValkey) -> None:
        self.loses_next_reply = False
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
        while command := await client.read(65536):
            to_server.write(command)
        to_server.close()

    async def _pass_back(self, server: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        while (reply := await server.read(65536)) and not self.loses_next_reply:
            to_client.write(reply)
        self.loses_next_reply = False
        to_client.close()


async def together(limiter: ValkeyLimiter, count: int, *allowances: Allowance) -> list[Decision]:
    return await asyncio.gather(*(limiter.consume(allowances, NOW) for _ in range(count)))


async def admitted(limiter: ValkeyLimiter, count: int) -> int:
    """How many of these requests pass, one after another."""
    return sum([(await limiter.consume((FIVE,), NOW)).allowed for _ in range(count)])


async def under_way() -> None:
    """Lets the request start, and then its round trip."""
    await asyncio.sleep(0)
    await asyncio.sleep(0)


def calls(server: Redis, command: str) -> int:
    """How often Valkey has run this command, for all clients."""
    statistics = server.info("commandstats")
    return int(statistics.get(f"cmdstat_{command}", {}).get("calls", 0))
