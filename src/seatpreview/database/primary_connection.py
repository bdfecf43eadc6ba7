"""Connects to the PostgreSQL primary, wherever it is among the hosts of an address."""

import asyncio
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import asyncpg

CONNECT_SECONDS = 5.0
"""Seconds until a connection must be usable."""

POSTGRESQL_ERRORS = (OSError, asyncpg.InterfaceError, asyncpg.InternalClientError, asyncpg.PostgresError)
"""Everything that the driver raises."""


class PoolerInBetween(ConnectionError):
    """Raised when a pooler answers instead of PostgreSQL itself: it shares sessions among clients."""

    def __init__(self) -> None:
        super().__init__(
            "a pooler such as PgBouncer answers at this address, and drops the time limits and the prepared "
            "statements of a session: give the address of PostgreSQL itself, of which a worker uses at most "
            "13 connections"
        )


async def connect_to_primary(
    url: str, session: Mapping[str, str], command_seconds: float | None
) -> "asyncpg.Connection[Any]":
    """Connects to the host that is the primary, with these session settings.

    All hosts are tried at once: a silent one would use up the time of those after it.
    """
    addresses = addresses_of_hosts(url)
    attempts = [
        asyncio.create_task(_connect_to_host(address, session, command_seconds)) for address in addresses
    ]
    try:
        errors = []
        for attempt in asyncio.as_completed(attempts):
            try:
                connection = await attempt
            except POSTGRESQL_ERRORS as error:  # This includes a host that is not a primary.
                errors.append(error)
            else:
                await _end(attempts, but=connection)
                return connection
    except BaseException:
        await _end(attempts)
        raise
    # That a host is not a primary is more informative than another host's silence.
    errors.sort(key=lambda error: not isinstance(error, asyncpg.TargetServerAttributeNotMatched))
    raise errors[0]


def addresses_of_hosts(url: str) -> list[str]:
    """Splits an address with several hosts, separated by commas, into addresses with one host each."""
    parts = urlsplit(url)
    user, at, hosts = parts.netloc.rpartition("@")
    if "," not in hosts:
        return [url]
    return [parts._replace(netloc=f"{user}{at}{host}").geturl() for host in hosts.split(",")]


async def _connect_to_host(
    address: str, session: Mapping[str, str], command_seconds: float | None
) -> "asyncpg.Connection[Any]":
    try:
        connection = await asyncpg.connect(
            address,
            server_settings=dict(session),
            target_session_attrs="primary",
            timeout=CONNECT_SECONDS,
            command_timeout=command_seconds,
        )
    except asyncpg.ProtocolViolationError as error:
        # PostgreSQL knows all of these settings. PgBouncer refuses those that it cannot keep for a client.
        if "startup parameter" in str(error):
            raise PoolerInBetween from error
        raise
    try:
        # A pooler that was configured to ignore the settings is recognized by the id of the session's
        # process, which it makes up. Without parameters this is one message, and nothing is prepared.
        pid = connection.get_server_pid()
        if await connection.execute(f"SELECT WHERE pg_backend_pid() = {pid}") != "SELECT 1":
            raise PoolerInBetween
    except BaseException:
        connection.terminate()
        raise
    return connection


async def _end(
    attempts: "list[asyncio.Task[asyncpg.Connection[Any]]]", but: "asyncpg.Connection[Any] | None" = None
) -> None:
    """Cancels all attempts, and closes the connections of all but the chosen one."""
    for attempt in attempts:
        attempt.cancel()
    for connection in await asyncio.gather(*attempts, return_exceptions=True):
        if not isinstance(connection, BaseException) and connection is not but:
            connection.terminate()
