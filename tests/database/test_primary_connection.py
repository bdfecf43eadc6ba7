"""Addresses of PostgreSQL: several hosts, of which one is the primary, and poolers, which are refused."""

import socket
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg
import pytest

from cli.program import invoke
from database.opened import commit_tenant, opened, tenant_ids
from seatpreview.database import primary_connection
from seatpreview.database.engines import open_database
from seatpreview.database.postgresql import REPORT_SESSION, SESSION
from seatpreview.database.primary_connection import PoolerInBetween, addresses_of_hosts, connect_to_primary
from seatpreview.database.unavailability import cause_of
from seatpreview.problems import Cause, Unavailable
from seatpreview.values.clock import Clock
from servers.pgbouncer import running_pgbouncer
from servers.postgres import RunningPostgres
from serving import settings_for

pytestmark = pytest.mark.anyio

COMMAND_SECONDS = 60

_names = (f"followed_{number}" for number in count(1))


@pytest.fixture
def standby(dedicated_postgres: RunningPostgres) -> Iterator[RunningPostgres]:
    """A standby of the dedicated server."""
    with TemporaryDirectory(prefix="seatpreview-postgres-") as folder:
        server = dedicated_postgres.start_standby(Path(folder))
        yield server
        server.stop()


@pytest.fixture
def silent_host() -> Iterator[str]:
    """A host that takes connections and never answers, like a server that is frozen."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"127.0.0.1:{listener.getsockname()[1]}"


def test_each_host_of_an_address_gets_an_address() -> None:
    assert addresses_of_hosts("postgresql://me:p%2C%40@a:1,b,c:3/seats?sslmode=require") == [
        "postgresql://me:p%2C%40@a:1/seats?sslmode=require",
        "postgresql://me:p%2C%40@b/seats?sslmode=require",
        "postgresql://me:p%2C%40@c:3/seats?sslmode=require",
    ]
    assert addresses_of_hosts("postgresql:///seats") == ["postgresql:///seats"]


async def test_the_primary_is_found_wherever_it_is_and_followed_when_another_one_is_promoted(
    dedicated_postgres: RunningPostgres,
    standby: RunningPostgres,
    tmp_path: Path,
    silent_host: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The danger: a host that is silent uses up the time of those after it, and nothing is served."""
    name = next(_names)
    dedicated_postgres.create_database(name)
    hosts = f"{silent_host},127.0.0.1:{standby.port},127.0.0.1:{dedicated_postgres.port}"
    url = f"postgresql://postgres@{hosts}/{name}"
    async with opened(settings_for(tmp_path / "data", url)) as database:
        await commit_tenant(database, "before")
        assert await port_of_primary(url) == dedicated_postgres.port
        await wait_for_copy(standby.url_of(name), "before")
        dedicated_postgres.kill()
        with monkeypatch.context() as impatient:
            impatient.setattr(primary_connection, "CONNECT_SECONDS", 0.5)  # For the host that is silent.
            with pytest.raises(Unavailable):
                await commit_tenant(database, "refused")
        standby.promote()
        await commit_tenant(database, "after")
        assert await port_of_primary(url) == standby.port
        assert await tenant_ids(database) == {"before", "after"}
        [last] = (await database.feed.last()).rows
        assert last[3] == "after", "the freshness check reads the log of the new primary"


async def test_without_a_primary_the_error_says_that_a_host_is_none(
    standby: RunningPostgres,
) -> None:
    url = f"postgresql://postgres@127.0.0.1:1,127.0.0.1:{standby.port}/postgres"
    with pytest.raises(asyncpg.TargetServerAttributeNotMatched) as raised:
        await connect_to_primary(url, SESSION, COMMAND_SECONDS)
    assert cause_of(raised.value) is Cause.READ_ONLY


@pytest.mark.parametrize("ignored", ["", ",".join(REPORT_SESSION)])
async def test_a_pooler_is_refused_with_a_reason(
    postgres: RunningPostgres, tmp_path: Path, ignored: str
) -> None:
    """The danger: in transaction mode, statements run without their time limits, or find themselves on
    another session than the one that has prepared them."""
    with running_pgbouncer(postgres, ignored) as port:
        url = f"postgresql://postgres@127.0.0.1:{port}/postgres"
        with pytest.raises(PoolerInBetween) as raised:
            await connect_to_primary(url, SESSION, COMMAND_SECONDS)
        assert cause_of(raised.value) is Cause.REFUSED
        database = open_database(settings_for(tmp_path / "data", url), Clock())
        with pytest.raises(Unavailable):
            await tenant_ids(database)
        await database.close()


def test_the_start_and_doctor_say_that_a_pooler_is_refused(postgres: RunningPostgres, tmp_path: Path) -> None:
    with running_pgbouncer(postgres) as port:
        flags = ("--database-url", f"postgresql://postgres@127.0.0.1:{port}/postgres")
        for command in ("serve", "doctor"):
            result = invoke(command, *flags, "--data-dir", str(tmp_path / "data"))
            assert result.exit_code == 1
            shown = " ".join((result.stdout + result.stderr).split())
            assert "cannot be used: a pooler such as PgBouncer answers at this address" in shown


async def port_of_primary(url: str) -> int:
    connection = await connect_to_primary(url, SESSION, COMMAND_SECONDS)
    try:
        return int(await connection.fetchval("SHOW port"))
    finally:
        await connection.close()


async def wait_for_copy(url: str, tenant_id: str) -> None:
    """Waits until the standby has a record."""
    connection = await asyncpg.connect(url)
    try:
        while not await connection.fetchval("SELECT count(*) FROM tenants WHERE tenant_id = $1", tenant_id):
            pass
    finally:
        await connection.close()
