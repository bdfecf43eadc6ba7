"""The pool of processes: results and problems, deadlines that are kept, limits of memory, no secrets."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest

from processes import functions
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.limits.processor_time import ProcessorTime
from seatpreview.limits.shares import Lane, Share
from seatpreview.problems import Internal, NotFound, Overloaded, RateLimited, ValidationFailed
from seatpreview.processes import pool as pool_module
from seatpreview.processes.memory_watch import MemoryWatch, processor_seconds
from seatpreview.processes.pool import DeadlineExceeded, InProcess, OutOfMemory, ProcessPool
from servers.polling import until

pytestmark = pytest.mark.anyio

PLENTY = 60


@pytest.fixture
async def pool() -> AsyncIterator[ProcessPool]:
    pool = ProcessPool(FairQueue(2, share=2), memory_mb=1024)
    yield pool
    await pool.close()


async def run(pool: ProcessPool, function: pool_module.Function, *arguments: bytes) -> bytes:
    return await pool.run(function, *arguments, share=Share("a"), seconds=PLENTY)


async def test_a_function_gets_its_arguments_and_returns_its_result(pool: ProcessPool) -> None:
    large = os.urandom(5_000_000)
    assert await run(pool, functions.joined, b"", large, b"\0\n") == b"+" + large + b"+\0\n"
    assert await InProcess().run(functions.joined, b"a", b"b", share=Share("a"), seconds=1) == b"a+b"


async def test_a_process_is_used_again_and_never_the_workers_own(pool: ProcessPool) -> None:
    used = {await run(pool, functions.pid) for _ in range(10)}
    assert len(used) <= pool.queue.capacity
    assert str(os.getpid()).encode() not in used


async def test_several_calls_run_in_processes_of_their_own(pool: ProcessPool) -> None:
    found = await asyncio.gather(*(run(pool, functions.joined, b"%d" % n) for n in range(20)))
    assert found == [b"%d" % n for n in range(20)]


async def test_a_problem_reaches_the_caller_with_everything_that_it_says(pool: ProcessPool) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        await run(pool, functions.refuse, "Nö".encode())
    assert (refusal.value.detail, refusal.value.errors[0].pointer) == ("Nö", "/a")
    with pytest.raises(NotFound) as missing:
        await run(pool, functions.not_found)
    assert missing.value.retry_after_seconds == 3


async def test_a_failure_is_ours_and_is_logged_without_what_was_sent(
    pool: ProcessPool, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Internal):
        await run(pool, functions.fail, b"a secret of a tenant")
    logged = "".join(capsys.readouterr())
    assert "RuntimeError" in logged
    assert "a secret of a tenant" not in logged


async def test_a_call_ends_at_its_deadline_with_its_process(
    pool: ProcessPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: work that would go on for ever."""
    monkeypatch.setattr(pool_module, "STARVED_SECONDS_MIN", 600)  # However busy the machine is.
    file = tmp_path / "pid"
    with pytest.raises(DeadlineExceeded):
        await pool.run(functions.loop_for_ever, bytes(file), share=Share("a"), seconds=0.2)
    await _gone(int(file.read_text()))
    assert await run(pool, functions.joined, b"next") == b"next"
    assert pool.ended == {"slow": 1}


async def test_a_call_that_gets_no_processor_time_is_not_called_too_slow(
    pool: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The danger: on a busy machine, a client is told that its request is wrong, and never repeats it."""
    monkeypatch.setattr(pool_module, "STARVED_FACTOR", 0)
    monkeypatch.setattr(pool_module, "STARVED_SECONDS_MIN", 0.1)
    with pytest.raises(Overloaded) as refusal:
        await run(pool, functions.sleep_for_ever)
    assert refusal.value.retry_after_seconds
    assert pool.ended == {"starved": 1}
    monkeypatch.undo()
    assert await run(pool, functions.joined, b"next") == b"next"


async def test_who_waits_for_its_turn_too_long_is_told_to_come_again(
    pool: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "WAIT_SECONDS_MAX", 0.05)
    async with pool.queue.turn(Share("a"), 2):
        with pytest.raises(Overloaded):
            await run(pool, functions.joined, b"late")
    assert (pool.queue.used, pool.queue.waiting) == (0, 0)


async def test_processor_time_is_charged_whatever_became_of_the_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: costly work whose client disconnects before it is done, again and again."""
    monkeypatch.setattr(pool_module, "STARVED_SECONDS_MIN", 600)
    time = ProcessorTime(60)
    pool = ProcessPool(FairQueue(1, share=1), memory_mb=1024, processor_time=time)
    file = tmp_path / "pid"
    await run(pool, functions.compute_for, b"0.2")
    answered = time.used_seconds["CHANGES"]
    assert answered >= 0.2
    call = asyncio.create_task(run(pool, functions.loop_for_ever, bytes(file)))
    await until(lambda: file.exists() and bool(file.read_text()))
    process = int(file.read_text())
    before = processor_seconds(process)
    await until(lambda: processor_seconds(process) > before + 0.3)
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    left = time.used_seconds["CHANGES"] - answered
    assert left >= 0.3
    with pytest.raises(DeadlineExceeded):
        await pool.run(functions.loop_for_ever, bytes(file), share=Share("a"), seconds=0.3)
    assert time.used_seconds["CHANGES"] - answered - left >= 0.3
    await pool.close()


async def test_who_has_used_up_its_processor_time_waits_and_others_do_not(pool: ProcessPool) -> None:
    time = pool._processor_time = ProcessorTime(1)
    time.charge(Share("a", key="key_1"), 1.5)
    with pytest.raises(RateLimited) as refusal:
        await run(pool, functions.joined, b"more")
    assert refusal.value.retry_after_seconds
    others = Share("a", key="key_2", lane=Lane.SEARCHES), Share("b")
    for share in others:
        assert await pool.run(functions.joined, b"x", share=share, seconds=PLENTY) == b"x"


async def test_processes_together_use_no_more_memory_than_allowed() -> None:
    """Attack: several tenants at once, each with a file that needs nearly as much as one may use."""
    watch = MemoryWatch(250 << 20)
    pool = ProcessPool(FairQueue(2, share=2), memory_mb=1024, memory_watch=watch)
    with pytest.raises(Overloaded):
        await run(pool, functions.hold_memory, b"400")
    assert pool.ended == {"memory_of_all": 1}
    assert await run(pool, functions.joined, b"small") == b"small"
    await pool.close()


async def test_a_lane_has_processes_of_its_own_that_come_after_those_of_the_lane_above(
    pool: ProcessPool,
) -> None:
    """The danger: a publish waits for the start of a process, since a search has taken the one that was
    ready."""
    seen: dict[Lane, tuple[bytes, bytes]] = {}
    for lane in Lane:
        answer = await pool.run(functions.process_and_niceness, share=Share("a", lane=lane), seconds=PLENTY)
        process, niceness = answer.split()
        seen[lane] = (process, niceness)
    assert len({process for process, _ in seen.values()}) == len(Lane)
    nicenesses = [int(niceness) for _, niceness in seen.values()]
    assert sorted(set(nicenesses)) == nicenesses


async def test_a_cancelled_call_ends_and_its_process_goes_on_to_the_next(
    pool: ProcessPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: costly requests whose connections are closed at once, each of which has a process started
    anew."""
    monkeypatch.setattr(pool_module, "INTERRUPT_SECONDS_MAX", 600)  # However busy the machine is.
    file = tmp_path / "pid"
    call = asyncio.create_task(run(pool, functions.loop_for_ever, bytes(file)))
    await until(lambda: file.exists() and bool(file.read_text()))
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert pool.queue.used == 0
    assert int(file.read_text()) in {child.pid for child in pool._idle[Lane.CHANGES]}
    assert await run(pool, functions.joined, b"next") == b"next"


async def test_a_cancelled_call_that_cannot_be_interrupted_ends_with_its_process(
    pool: ProcessPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A decoder in C looks at no signal before it has finished."""
    monkeypatch.setattr(pool_module, "INTERRUPT_SECONDS_MAX", 0.05)
    file = tmp_path / "pid"
    call = asyncio.create_task(run(pool, functions.loop_without_looking_up, bytes(file)))
    await until(lambda: file.exists() and bool(file.read_text()))
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    await _gone(int(file.read_text()))
    assert pool.queue.used == 0
    assert await run(pool, functions.joined, b"next") == b"next"


async def test_more_memory_than_the_limit_is_refused(pool: ProcessPool) -> None:
    """Attack: a few bytes that need gigabytes."""
    with pytest.raises(OutOfMemory):
        await run(pool, functions.use_memory, b"2000")
    assert await run(pool, functions.use_memory, b"1") == b"1048576"


async def test_a_process_that_used_much_memory_gives_it_back() -> None:
    pool = ProcessPool(FairQueue(1, share=1), memory_mb=1024)
    first = await run(pool, functions.pid)
    await run(pool, functions.use_memory, b"400")
    assert await run(pool, functions.pid) != first
    await pool.close()


async def test_a_spare_process_is_started_before_it_is_needed(pool: ProcessPool) -> None:
    """Starting one takes a while, and another tenant should not wait for it."""
    await run(pool, functions.joined, b"x")
    await until(lambda: len(pool._idle[Lane.CHANGES]) > 1)
    await asyncio.gather(*(run(pool, functions.joined, b"x") for _ in range(10)))
    assert len(pool._idle[Lane.CHANGES]) > 1


async def test_a_process_that_dies_is_replaced(pool: ProcessPool) -> None:
    with pytest.raises(OutOfMemory):
        await run(pool, functions.end_abruptly)
    assert await run(pool, functions.joined, b"next") == b"next"
    os.kill(int(await run(pool, functions.pid)), signal.SIGKILL)
    await until(lambda: not all(child.is_alive for child in pool._idle[Lane.CHANGES]))
    assert await run(pool, functions.joined, b"next") == b"next"


async def test_no_secret_is_in_the_environment_of_a_process(
    pool: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SEATPREVIEW_SIGNING_SECRET", "SEATPREVIEW_DATABASE_URL", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "hunter2-hunter2-hunter2-hunter2-hunter2")
    assert b"hunter2" not in await run(pool, functions.environment)


async def test_a_process_leaves_the_processor_to_requests(pool: ProcessPool) -> None:
    assert int(await run(pool, functions.niceness)) > os.nice(0)


async def test_what_a_function_prints_or_reads_is_not_the_exchange_with_the_worker(pool: ProcessPool) -> None:
    assert await run(pool, functions.print_and_read) == b""
    assert await run(pool, functions.joined, b"next") == b"next"


async def test_processes_that_have_nothing_to_do_end(
    pool: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "IDLE_SECONDS_MAX", 0)
    await _gone(int(await run(pool, functions.pid)))
    assert await run(pool, functions.joined, b"next") == b"next"


async def test_closing_the_pool_ends_its_processes() -> None:
    pool = ProcessPool(FairQueue(1, share=1), memory_mb=1024)
    pid = int(await run(pool, functions.pid))
    await pool.close()
    await _gone(pid)


WORKER = """
import asyncio, sys
from processes import functions
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.processes.pool import ProcessPool
from seatpreview.limits.shares import Share

async def main():
    pool = ProcessPool(FairQueue(1, 1), 1024)
    await pool.run(functions.loop_for_ever, sys.argv[1].encode(), share=Share("a"), seconds=600)

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
async def test_a_process_ends_with_its_worker_even_if_that_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    worker = await asyncio.create_subprocess_exec(sys.executable, "-c", WORKER, str(file), env=environment)
    await until(lambda: file.exists() and bool(file.read_text()))
    worker.kill()
    await worker.wait()
    await _gone(int(file.read_text()))


async def _gone(pid: int) -> None:
    await until(lambda: not _is_running(pid))


def _is_running(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
