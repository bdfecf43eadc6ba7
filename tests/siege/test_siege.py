"""A short siege, and the parts of the siege that decide. `script/siege` takes twenty minutes.

Nothing here depends on timing: how long victims waited is printed, and judged by script/siege alone.
"""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from seatpreview.api.table import OPERATIONS
from servers.http_connection import Address, Connection
from servers.processes import clean_environment
from siege.attacker import AttackTask
from siege.attacks import ATTACKS, CHEAP_ATTACKS
from siege.attacks.connections import begun_bodies
from siege.http2_frames import request_frames
from siege.observers import Health, Hold, MemorySample, longest_hold
from siege.results import (
    BUDGETS,
    IN_PROGRESS_MIB_MAX,
    AttackResult,
    Latency,
    MemoryBudgets,
    MemoryResult,
    VictimResult,
)
from siege.victims import Sample, Victim

ROOT = Path(__file__).parents[2]

QUIET = Latency(p50_ms=2, p99_ms=30, requests=100, failures={})


@pytest.fixture(scope="module")
def short_siege() -> dict[str, Any]:
    """The report of `script/siege --short`: the results by the name of the attack."""
    done = subprocess.run(
        [sys.executable, "-m", "siege", "--short", "--json"],
        cwd=ROOT,
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode in (0, 1), done.stderr
    return {result["attack"]: result for result in json.loads(done.stdout)["results"]}


@pytest.mark.long
def test_the_short_siege_takes_every_cheap_attack(short_siege: dict[str, Any]) -> None:
    assert list(short_siege) == [*CHEAP_ATTACKS]
    for result in short_siege.values():
        assert result["memory"]["quiet"] > 0
        assert result["memory"]["peak"] > 0
        assert 0 <= result["hold"][0] <= result["hold"][1]


@pytest.mark.long
def test_the_victims_get_all_their_answers_during_attacks(short_siege: dict[str, Any]) -> None:
    for result in short_siege.values():
        for victim in (result["previews"], result["publishing"]):
            assert victim["during"]["requests"] > 0
            assert victim["during"]["failures"] == {}


@pytest.mark.long
def test_the_metrics_listener_answers_during_attacks(short_siege: dict[str, Any]) -> None:
    for result in short_siege.values():
        assert result["health"]["answered"] > 0
        assert result["health"]["failed"] == 0


@pytest.mark.long
def test_attackers_are_refused(short_siege: dict[str, Any]) -> None:
    """Headers beyond the limit, malformed chunks, and bodies of strangers."""
    expected = {
        "http1-headers": {"401", "429", "431"},
        "malformed-chunks": {"400", "429"},
        "beacons-without-a-token": {"401", "429"},
    }
    for name, result in short_siege.items():
        statuses = {answer for answer in result["answers"] if answer.isdecimal()}
        assert result["answers"]
        assert statuses <= expected[name] | {"503"}


def test_every_attack_says_what_it_does_and_sends() -> None:
    assert len(ATTACKS) >= 27
    for attack in ATTACKS.values():
        assert attack.description.endswith("."), attack.name
        assert attack.effort, attack.name


def test_a_p99_within_five_times_the_quiet_one_is_withstood() -> None:
    assert result_with(p99_ms=150).faults() == []
    assert result_with(p99_ms=151).faults() == ["previews waited"]


def test_a_p99_under_a_tenth_of_a_second_is_withstood() -> None:
    quiet = Latency(p50_ms=1, p99_ms=2, requests=100, failures={})
    assert result_with(p99_ms=100, quiet=quiet).faults() == []
    assert result_with(p99_ms=101, quiet=quiet).faults() == ["previews waited"]


def test_a_failed_request_of_a_victim_is_a_fault() -> None:
    assert result_with(failures={"503": 1}).faults() == ["previews failed"]


def test_a_held_loop_and_a_failed_health_check_are_faults() -> None:
    assert result_with(hold=Hold(own_ms=50, wall_ms=400)).faults() == []
    assert result_with(hold=Hold(own_ms=51, wall_ms=51)).faults() == ["loop held"]
    assert result_with(health_failed=1).faults() == ["health"]


def test_memory_beyond_the_settings_is_a_fault() -> None:
    growth_max = BUDGETS.worker + IN_PROGRESS_MIB_MAX
    assert result_with(memory=memory_with(workers_growth=growth_max)).faults() == []
    assert result_with(memory=memory_with(workers_growth=growth_max + 1)).faults() == ["memory"]
    assert result_with(memory=memory_with(largest_child=BUDGETS.child)).faults() == []
    assert result_with(memory=memory_with(largest_child=BUDGETS.child + 1)).faults() == ["memory"]


def test_the_settings_in_megabytes_are_budgets() -> None:
    limits = {"memory_venues_mb": 200.0, "bodies_mb": 50.0, "heavy_memory_mb": 1000.0}
    assert MemoryBudgets.of_settings(limits) == MemoryBudgets(worker=250, child=1000)
    assert MemoryBudgets.of_settings({}) == MemoryBudgets(worker=512, child=512)


def test_memory_is_compared_with_the_most_of_quiet_time() -> None:
    samples = [
        MemorySample(at=0, workers=90, children=0, largest_child=0),
        MemorySample(at=1, workers=100, children=0, largest_child=0),
        MemorySample(at=2, workers=150, children=80, largest_child=60),
        MemorySample(at=3, workers=110, children=40, largest_child=40),
    ]
    assert MemoryResult.of(samples, attack_start=2) == MemoryResult(
        quiet=100, peak=230, after=150, workers_growth=50, largest_child=60
    )


@pytest.mark.anyio
async def test_a_victim_sends_at_its_rate_and_counts_from_when_a_request_was_due() -> None:
    """A service that answers nobody must not slow its victims down, or their waiting would not show."""
    answered = asyncio.Event()
    sent: list[int] = []

    async def request(_: Connection, number: int) -> int:
        sent.append(number)
        await answered.wait()
        return 200

    victim = Victim(Address(port=0), per_second=500, connections=1, request=request)
    sending = asyncio.create_task(victim.run())
    while len(victim.samples) < 5:  # noqa: ASYNC110  # the list of samples cannot be waited for
        await asyncio.sleep(0.001)
    assert sent == [0]
    sending.cancel()
    answered.set()
    await victim.finish()
    assert [sample.status for sample in victim.samples] == [200] * len(victim.samples)
    assert victim.samples[0].seconds >= victim.samples[4].due - victim.samples[0].due


def test_a_latency_counts_requests_that_were_due_in_its_period() -> None:
    samples = [Sample(due=number, seconds=number / 100, status=200) for number in range(100)]
    latency = Latency.of([*samples, Sample(due=50, seconds=9, status=0)], start=50, end=60)
    assert latency.requests == 11
    assert latency.p50_ms == 550
    assert latency.p99_ms == 9000
    assert latency.failures == {"no answer": 1}


def test_the_longest_hold_is_read_from_the_log() -> None:
    log = "\n".join(
        [
            "a line of another program",
            '{"event":"event loop held","held_ms":90.0,"cpu_ms":80.0,"timestamp":"2026-01-01T00:00:01Z"}',
            '{"event":"event loop held","held_ms":70.0,"cpu_ms":60.0,"timestamp":"2026-01-01T00:00:09Z"}',
        ]
    )
    at = 1_767_225_600.0
    assert longest_hold(log, at + 5, at + 10) == Hold(own_ms=60, wall_ms=70)
    assert longest_hold(log, at, at + 10) == Hold(own_ms=80, wall_ms=90)
    assert longest_hold(log, at + 20, at + 30) == Hold()


def test_the_headers_of_an_http2_request_are_split_into_frames() -> None:
    frames = request_frames("/", [(b"x-%04d" % number, b"1") for number in range(5000)])
    at, sizes = len(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), []
    while at < len(frames):
        sizes.append((frames[at + 3], int.from_bytes(frames[at : at + 3], "big")))
        at += 9 + sizes[-1][1]
    assert [kind for kind, _ in sizes] == [4, 1, 9, 9, 9]
    assert all(size <= 16_384 for _, size in sizes)


def test_a_shop_that_its_own_visitors_lock_out_is_a_fault() -> None:
    assert result_with(answers={"503": 9, "shop 200": 1, "shop 201": 1}).faults() == []
    assert result_with(answers={"shop 201": 1, "shop 503": 21}).faults() == ["shop refused"]


def memory_with(workers_growth: float = 0, largest_child: float = 0) -> MemoryResult:
    return MemoryResult(
        quiet=100, peak=100, after=100, workers_growth=workers_growth, largest_child=largest_child
    )


def result_with(
    p99_ms: float = 30,
    quiet: Latency = QUIET,
    failures: dict[str, int] | None = None,
    hold: Hold = Hold(),  # noqa: B008  # it is immutable
    memory: MemoryResult | None = None,
    health_failed: int = 0,
    answers: dict[str, int] | None = None,
) -> AttackResult:
    """Returns the result of an attack that nobody noticed, but for what is given."""
    during = Latency(p50_ms=2, p99_ms=p99_ms, requests=100, failures=failures or {})
    return AttackResult(
        mode="embedded",
        attack="none",
        workers=1,
        previews=VictimResult(quiet, during),
        publishing=VictimResult(QUIET, QUIET),
        hold=hold,
        memory=memory or memory_with(),
        health=Health(answered=10, failed=health_failed),
        answers=answers or {},
    )


def test_every_operation_is_begun_with_and_without_a_key_and_in_chunks() -> None:
    task = AttackTask(
        attack="bodies-that-never-end",
        port=1,
        uses_tls=False,
        seconds=1,
        tenant_id="ten_1",
        key="one",
        second_key="two",
        venue_id="ven_1",
        data_dir="",
        database_url="",
    )
    begun = begun_bodies(task)
    assert len(set(begun)) == len(begun) == 6 * len(OPERATIONS)
    heads = [beginning.partition(b"\r\n\r\n")[0] for beginning in begun]
    assert not any(b"{" in head for head in heads), "every part of a path has a value"
    assert sum(b"authorization" in head for head in heads) == 4 * len(OPERATIONS)
    assert sum(b"chunked" in head for head in heads) == 3 * len(OPERATIONS)
