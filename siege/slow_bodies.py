"""Bodies that an attacker begins and does not end, so that the service keeps what it has received."""

import asyncio
from typing import NamedTuple

from servers.http_connection import Connection, bearer
from siege.attacker import Attacker, request_bytes

_MIB = 1 << 20


class SlowBody(NamedTuple):
    """A body of which most is sent at once, and the rest a little every second."""

    announced_bytes: int
    sent_bytes: int
    bytes_per_second: int = 0
    media_type: str = "image/png"


async def hold_body(
    attacker: Attacker, method: str, path: str, body: SlowBody, *, key: str | None = None
) -> None:
    """Sends such a body until it is answered or the attack is over, and counts the answer."""
    credential = bearer(attacker.task.key if key is None else key)
    announced = {"content-type": body.media_type, "content-length": str(body.announced_bytes)}
    request = request_bytes(method, path, {**credential, **announced})
    async with Connection(attacker.address) as connection:
        try:
            async with asyncio.timeout(attacker.seconds_left):
                reader, writer = await connection.streams()
                writer.write(request)
                sending = asyncio.create_task(_send(writer, body))
                try:
                    attacker.count((await reader.readline()).decode().split()[1])
                finally:
                    sending.cancel()
                    await asyncio.gather(sending, return_exceptions=True)
        except TimeoutError:
            attacker.count("left open")
        except (OSError, EOFError, IndexError):
            attacker.count("closed")


async def _send(writer: asyncio.StreamWriter, body: SlowBody) -> None:
    """Sends blanks, which also begin a body in JSON."""
    left = body.sent_bytes
    while left > 0:
        writer.write(b" " * min(left, _MIB))
        await writer.drain()
        left -= _MIB
    left = body.announced_bytes - body.sent_bytes - 1
    while 0 < body.bytes_per_second < left:
        await asyncio.sleep(1)
        writer.write(b" " * body.bytes_per_second)
        await writer.drain()
        left -= body.bytes_per_second
