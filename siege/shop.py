"""The server of the attacked tenant, which asks for what it needs meanwhile: its answers are counted apart.

They are counted as `shop 200`, `shop 429` and so on, and as `shop late` where there was none in time.
Anything else than 2xx is a fault.
"""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from servers.http_connection import Connection, bearer
from siege.attacker import Attacker
from siege.results import SHOP

PER_SECOND = 5.0
LATE_SECONDS = 5.0
ANOTHER_ADDRESS = "127.0.0.77"
"""The address of somebody who shares no limit of an address with the attacker."""


async def beside_the_shop(
    attacker: Attacker,
    attack_itself: Awaitable[None],
    ask: Callable[[], Awaitable[None]],
    per_second: float = PER_SECOND,
) -> None:
    """Carries out an attack while the shop asks for something again and again."""

    async def shop() -> None:
        while attacker.seconds_left:
            await ask()
            await asyncio.sleep(1 / per_second)

    asking = asyncio.create_task(shop())
    await attack_itself
    await asking


async def ask_as_shop(
    attacker: Attacker,
    method: str,
    path: str,
    body: object = b"",
    *,
    key: str | None = None,
    media_type: str = "application/json",
    from_another_address: bool = False,
    late_seconds: float = LATE_SECONDS,
) -> None:
    """Sends a request of the shop's server, or with another `key`, and counts its answer apart."""
    data = body if isinstance(body, bytes) else msgspec.json.encode(body)
    headers = bearer(attacker.task.key if key is None else key)
    if data:
        headers["content-type"] = media_type
    address = attacker.address
    if from_another_address:
        address = address._replace(source=ANOTHER_ADDRESS)
    try:
        async with asyncio.timeout(late_seconds), Connection(address) as connection:
            answer = await connection.request(method, path, headers, data)
    except TimeoutError:
        attacker.count(f"{SHOP}late")
    except (OSError, EOFError, asyncio.IncompleteReadError):
        attacker.count(f"{SHOP}no answer")
    else:
        attacker.count(f"{SHOP}{answer.status}")
