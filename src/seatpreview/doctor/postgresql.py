"""Checks of PostgreSQL: that it accepts writes and connections, and that confirmed changes survive."""

import re
from collections.abc import Iterator

import asyncpg
from sqlalchemy import text

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.doctor import clocks
from seatpreview.doctor.finding import Finding, fail, ok, warn
from seatpreview.settings.settings import Settings, variable

OLDEST_VERSION = 15
"""The oldest PostgreSQL that this release was tried with. docs/versions.md says the same."""

CONNECTIONS_IN_USE_MAX = 0.9
"""The share of connections in use above which the operator is warned."""

STANDBY_NAMES = text("SHOW synchronous_standby_names")
STANDBYS = text("SELECT application_name AS name, sync_state AS state FROM pg_stat_replication")
CONNECTIONS = text(
    "SELECT (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS used, "
    "current_setting('max_connections')::int "
    "- current_setting('superuser_reserved_connections')::int AS allowed"
)
_READ_ONLY = text("SHOW default_transaction_read_only")

_CAN_UNDO = "can undo a revoke that was confirmed"


async def check(database: Database, settings: Settings) -> list[Finding]:
    """Checks a server that could be connected to."""
    return [
        await database.read(_version),
        *await database.read(_writes),
        await database.read(_connections),
        await database.read(clocks.check_database_clock),
        await database.read(_durability),
    ]


def remedy_for(fault: BaseException) -> str:
    """Says what to do about a server that could not be used, by the error that it or the driver raised."""
    faults = list(_chain(fault))
    if any(isinstance(each, asyncpg.TooManyConnectionsError) for each in faults):
        return (
            "All of its connections are in use: `SELECT application_name, count(*) FROM pg_stat_activity "
            "GROUP BY 1` shows by whom. End those that nobody needs, or raise max_connections."
        )
    if any(isinstance(each, asyncpg.TargetServerAttributeNotMatched) for each in faults):
        return (
            f"It is a standby, which accepts no writes: set {variable('database_url')} to the primary, or "
            "promote the standby if the primary is lost."
        )
    if any(isinstance(each, asyncpg.InvalidAuthorizationSpecificationError) for each in faults):
        return f"Check user and password in {variable('database_url')}."
    return f"Check that it runs, and that {variable('database_url')} is the address of its primary."


def _chain(fault: BaseException | None) -> Iterator[BaseException]:
    """Yields the error and its causes: SQLAlchemy wraps errors of the driver."""
    while fault is not None:
        yield fault
        fault = getattr(fault, "orig", None) or fault.__cause__


async def _version(connection: Connection) -> Finding:
    return check_version(str(await connection.scalar(text("SHOW server_version"))))


def check_version(version: str) -> Finding:
    """Warns of a PostgreSQL that is older than those that this release was tried with."""
    if int(re.split(r"\D", version, maxsplit=1)[0]) >= OLDEST_VERSION:
        return ok("database", f"PostgreSQL {version}.")
    detail = f"PostgreSQL {version} is older than {OLDEST_VERSION}, and Seat Preview was not tried with it."
    return warn("database", detail, f"Upgrade it to PostgreSQL {OLDEST_VERSION} or newer.")


async def _writes(connection: Connection) -> list[Finding]:
    """Finds a primary that was set to refuse writes, as some services do when their disk is full."""
    if await connection.scalar(_READ_ONLY) == "off":
        return []
    remedy = (
        "Find out why it was set: a disk that is almost full, a fail-over or maintenance. Then set it to off."
    )
    detail = "PostgreSQL accepts no writes: default_transaction_read_only is on."
    return [fail("database", detail, remedy)]


async def _connections(connection: Connection) -> Finding:
    row = (await connection.execute(CONNECTIONS)).one()
    detail = f"{row.used} of {row.allowed} connections of PostgreSQL are in use."
    if row.used < CONNECTIONS_IN_USE_MAX * row.allowed:
        return ok("connections", detail)
    remedy = (
        "Raise max_connections of PostgreSQL, or run fewer workers: each opens up to 13. "
        "`SELECT application_name, count(*) FROM pg_stat_activity GROUP BY 1` shows who has them."
    )
    return warn("connections", f"{detail} A worker that needs another soon finds none.", remedy)


async def _durability(connection: Connection) -> Finding:
    """Warns where a crash, a fail-over or a lost disk can undo a commit, and with it a revoke."""
    commit = await connection.scalar(text("SHOW synchronous_commit"))
    if commit == "off":
        detail = f"synchronous_commit is off: a crash {_CAN_UNDO}."
        return warn("durability", detail, "Set synchronous_commit to on.")
    names = await connection.scalar(STANDBY_NAMES)
    standbys = (await connection.execute(STANDBYS)).all()
    if any(standby.state is None for standby in standbys):
        detail = "This user of the database may not see whether its standby servers are synchronous."
        return warn("durability", detail, "Run `GRANT pg_monitor TO` this user.")
    lagging = sorted(standby.name for standby in standbys if standby.state == "async")
    safe = sorted(standby.name for standby in standbys if standby.state in ("sync", "quorum"))
    if names and not safe:
        detail = (
            f"synchronous_standby_names is '{names}', and no such standby is connected: changes wait for one,"
            " and are answered with 503."
        )
        return fail("durability", detail, "Bring the standby back, or empty synchronous_standby_names.")
    if not standbys:
        detail = (
            "PostgreSQL has no standby server. A crash loses nothing; with its disk, everything since the "
            "last backup is lost, revokes included."
        )
        remedy = "Add a synchronous standby, unless the provider of the database copies its disk."
        return warn("durability", detail, remedy)
    if commit == "local":
        detail = f"synchronous_commit is local: a fail-over {_CAN_UNDO}."
        return warn("durability", detail, "Set synchronous_commit to on.")
    if lagging:
        detail = (
            f"Standby servers that replicate asynchronously: {', '.join(lagging)}. A fail-over to one "
            f"{_CAN_UNDO}."
        )
        advice = f" Never fail over to others than {', '.join(safe)}." if safe else ""
        return warn("durability", detail, f"Name them in synchronous_standby_names.{advice}")
    detail = (
        f"A change that was confirmed is on {', '.join(safe)} as well, and survives the loss of a server."
    )
    return ok("durability", detail)
