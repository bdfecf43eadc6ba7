"""The check of the Valkey or Redis on which workers share rate limits."""

from redis.asyncio import Redis
from redis.exceptions import RedisError

from seatpreview.doctor.finding import Finding, fail, ok
from seatpreview.settings.settings import variable

TIMEOUT_SECONDS = 2


async def check(url: str) -> Finding:
    """Checks that the server answers, and that it accepts writes."""
    try:
        client = Redis.from_url(url, socket_connect_timeout=TIMEOUT_SECONDS, socket_timeout=TIMEOUT_SECONDS)
        async with client:
            info = await client.info()
    except (RedisError, OSError, ValueError) as fault:
        detail = f"It does not answer: {str(fault).rstrip('.')}."
        remedy = f"Check that it runs, and that {variable('valkey_url')} is its address."
        return fail("valkey", detail, remedy)
    if info["role"] != "master":
        return fail("valkey", "It is a replica.", f"Set {variable('valkey_url')} to its primary.")
    name = "Valkey" if "valkey_version" in info else "Redis"
    return ok("valkey", f"{name} {info.get('valkey_version') or info['redis_version']}.")
