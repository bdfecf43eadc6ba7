"""What a restore of PostgreSQL has lost: compares with the database that was replaced, and was kept."""

import asyncio
from typing import Any
from urllib.parse import quote, urlsplit

import asyncpg

from seatpreview.backups.restore_losses import KEY_ENDS, ChangePosition, KeyEnd, Losses, revived_keys
from seatpreview.database.postgresql import SESSION
from seatpreview.database.primary_connection import POSTGRESQL_ERRORS, connect_to_primary
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import datetime_of
from seatpreview.values.command_error import CommandError

_NEWEST = "SELECT n, at FROM changes ORDER BY n DESC LIMIT 1"
_STAMPS = "SELECT n, stamp FROM changes ORDER BY n DESC LIMIT 10000"
_COMMON = (
    "SELECT max(n) FROM changes JOIN unnest($1::bigint[], $2::text[]) AS other (n, stamp) USING (n, stamp)"
)
_CREATED = "SELECT id FROM changes WHERE n > $1 AND kind = 'key' AND action = 'created'"
_COUNTS = (
    "SELECT kind || ' ' || action AS name, count(*) AS count FROM changes WHERE n > $1 GROUP BY 1 ORDER BY 1"
)


def find_losses(settings: Settings, replaced: str) -> Losses | None:
    """Compares the service's database with another one on the same server, which it has replaced.

    Their tables may be of different revisions. Returns None where the two have no common history.
    """
    address = urlsplit(settings.database_url)
    if replaced == address.path.lstrip("/"):
        raise CommandError(f"{replaced} is the service's database: name the one that it has replaced.")
    other = address._replace(path=f"/{quote(replaced, safe='')}").geturl()
    try:
        return asyncio.run(_compare(settings.database_url, other))
    except POSTGRESQL_ERRORS as fault:
        raise CommandError(f"The databases cannot be compared: {str(fault).rstrip('.')}.") from fault


async def _compare(url: str, replaced_url: str) -> Losses | None:
    restored = await connect_to_primary(url, SESSION, None)
    try:
        replaced = await connect_to_primary(replaced_url, SESSION, None)
        try:
            return await _losses(restored, replaced)
        finally:
            replaced.terminate()
    finally:
        restored.terminate()


async def _losses(restored: "asyncpg.Connection[Any]", replaced: "asyncpg.Connection[Any]") -> Losses | None:
    stamps = await restored.fetch(_STAMPS)
    # Numbers are used again after a restore; stamps are not. Keys may have been revoked in the restored one.
    common = await replaced.fetchval(_COMMON, [row["n"] for row in stamps], [row["stamp"] for row in stamps])
    if common is None:
        return None
    newest = await replaced.fetchrow(_NEWEST)
    counts = await replaced.fetch(_COUNTS, common)
    created_since = {row["id"] for row in await restored.fetch(_CREATED, common)}
    kept = [key for key in await _key_ends(restored) if key.key_id not in created_since]
    return Losses(
        newest_change=newest and ChangePosition(number=newest["n"], at=datetime_of(newest["at"])),
        changes={row["name"]: row["count"] for row in counts},
        revived_keys=revived_keys(kept, await _key_ends(replaced)),
    )


async def _key_ends(connection: "asyncpg.Connection[Any]") -> list[KeyEnd]:
    return [KeyEnd(*row) for row in await connection.fetch(KEY_ENDS.format(keys="keys"))]
