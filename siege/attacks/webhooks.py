"""Attacks by the receivers of webhooks: they answer slowly or never, and another tenant's wait meanwhile.

The second tenant's server makes a change every half second, and its own receiver hears of each. What arrives
is counted as `shop 200`, and what takes more than some seconds as `shop late`, which is a fault.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from siege.attack import attack
from siege.attacker import Attacker
from siege.many_webhooks import delete_webhooks, insert_webhooks
from siege.results import SHOP

CHANGES_PER_SECOND = 5
SHOP_PAUSE_SECONDS = 0.5
LATE_SECONDS = 5

Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]


@attack("20 endpoints that answer one byte a minute, and 5 changes a second")
async def a_byte_a_minute(attacker: Attacker) -> None:
    """Answers each delivery with one byte a minute, so that none is ever over."""

    async def answer(writer: asyncio.StreamWriter) -> None:
        for byte in b"HTTP/1.1 200 OK\r\n\r\n":
            writer.write(bytes([byte]))
            await asyncio.sleep(60)

    await _besiege(attacker, 20, answer)


@attack("1000 endpoints that never answer, and 5 changes a second")
async def a_thousand_dead_endpoints(attacker: Attacker) -> None:
    """Accepts connections of a thousand endpoints, and answers nothing."""

    async def answer(_: asyncio.StreamWriter) -> None:
        await asyncio.Event().wait()

    await _besiege(attacker, 1000, answer)


async def _besiege(attacker: Attacker, endpoints: int, answer: Answer) -> None:
    """Makes changes of which all endpoints hear, beside those of the second tenant."""
    task = attacker.task
    arrived: list[float] = []

    async def thank(writer: asyncio.StreamWriter) -> None:
        arrived.append(time.monotonic())
        attacker.count(f"{SHOP}200")
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")

    async with _receiver(answer) as dead, _receiver(thank) as live:
        caller = await attacker.send("GET", "/v1/caller", key=task.second_key)
        second = "" if caller is None else str(caller.json()["tenantId"])
        key_ids = [(await attacker.create_key(key)).key_id for key in (task.key, task.second_key)]
        where = (task.data_dir, task.database_url)
        await insert_webhooks(*where, task.tenant_id, [f"{dead}{number}" for number in range(endpoints)])
        await insert_webhooks(*where, second, [live])
        await attacker.begin()
        made: list[float] = []

        async def change(number: int) -> None:
            await attacker.send("PATCH", f"/v1/manage/keys/{key_ids[0]}", {"label": str(number)})

        shop = asyncio.create_task(_change_at_times(attacker, key_ids[1], made))
        await attacker.at_rate(CHANGES_PER_SECOND, change)
        await shop
        await delete_webhooks(*where)
    due = sum(at < time.monotonic() - LATE_SECONDS for at in made)
    for _ in range(due - len(arrived)):
        attacker.count(f"{SHOP}late")


async def _change_at_times(attacker: Attacker, key_id: str, made: list[float]) -> None:
    path, key = f"/v1/manage/keys/{key_id}", attacker.task.second_key
    while attacker.seconds_left:
        answer = await attacker.send("PATCH", path, {"label": str(len(made))}, key=key)
        if answer is not None and answer.status == 200:
            made.append(time.monotonic())
        await asyncio.sleep(SHOP_PAUSE_SECONDS)


@asynccontextmanager
async def _receiver(answer: Answer) -> AsyncIterator[str]:
    """Starts a receiver on this machine, and gives its address."""
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            tasks.add(task)
        try:
            await reader.readuntil(b"\r\n\r\n")
            await answer(writer)
        except (OSError, EOFError, asyncio.CancelledError):
            pass  # The service has given up, or the attack is over.
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        for task in tasks:
            task.cancel()
