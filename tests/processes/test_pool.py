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
from seatpreview.limits.shares import Share
from seatpreview.problems import Internal, NotFound, ValidationFailed
from seatpreview.processes import pool as pool_module
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


async def test_a_call_ends_at_its_deadline_with_its_process(pool: ProcessPool, tmp_path: Path) -> None:
    """Attack: work that would go on for ever."""
    file = tmp_path / "pid"
    seconds = 1.0
    # On a busy machine, the process may not have begun by its deadline.
    while not (file.exists() and file.read_text()):
        with pytest.raises(DeadlineExceeded):
            await pool.run(functions.loop_for_ever, bytes(file), share=Share("a"), seconds=seconds)
        seconds *= 2
    await _gone(int(file.read_text()))
    assert await run(pool, functions.joined, b"next") == b"next"


async def test_a_cancelled_call_ends_its_process(pool: ProcessPool, tmp_path: Path) -> None:
    file = tmp_path / "pid"
    call = asyncio.create_task(run(pool, functions.loop_for_ever, bytes(file)))
    await until(lambda: file.exists() and bool(file.read_text()))
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    await _gone(int(file.read_text()))
    assert pool.queue.used == 0


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
    await until(lambda: len(pool._idle) > 1)
    await asyncio.gather(*(run(pool, functions.joined, b"x") for _ in range(10)))
    assert len(pool._idle) > 1


async def test_a_process_that_dies_is_replaced(pool: ProcessPool) -> None:
    with pytest.raises(OutOfMemory):
        await run(pool, functions.end_abruptly)
    assert await run(pool, functions.joined, b"next") == b"next"
    os.kill(int(await run(pool, functions.pid)), signal.SIGKILL)
    await until(lambda: not all(child.is_alive for child in pool._idle))
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
