"""Probes of the database: an outage ends when the part works again, also while nobody uses it."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import Table

from database.opened import change_counter, commit_tenant, opened
from seatpreview.database.engines import Database
from seatpreview.database.tables import counter, event_counting
from seatpreview.events.counting import count_some
from seatpreview.observability import outages
from seatpreview.observability.outages import Outages, Part
from seatpreview.problems import Cause, Unavailable
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Moment

pytestmark = pytest.mark.anyio


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Outages:
    """Outages that end with the first success."""
    monkeypatch.setattr(outages, "CALM_SECONDS", 0)
    return Outages()


@asynccontextmanager
async def without_table(database: Database, table: Table) -> AsyncIterator[None]:
    """Takes a table away for a while."""
    schema = f"{table.schema}." if table.schema else ""
    await run_by_hand(database, f"ALTER TABLE {schema}{table.name} RENAME TO away")
    yield
    await run_by_hand(database, f"ALTER TABLE {schema}away RENAME TO {table.name}")


async def run_by_hand(database: Database, statement: str) -> None:
    await database.migrate(lambda connection: connection.exec_driver_sql(statement))


async def test_an_outage_of_reads_ends_though_nobody_reads(
    new_settings: Callable[..., Settings], failing: Outages
) -> None:
    async with opened(new_settings(), outages=failing) as database:
        async with without_table(database, counter):
            with pytest.raises(Unavailable):
                await change_counter(database)
            await database.probe()
            assert failing.causes.keys() == {Part.DATABASE_READS}
        await database.probe()
        assert failing.causes == {}


async def test_activity_that_cannot_be_written_is_an_outage_of_its_own(
    new_settings: Callable[..., Settings], failing: Outages
) -> None:
    """The danger: with each change of a record the outage ends, and with each event it begins."""
    async with opened(new_settings(), outages=failing) as database:
        async with without_table(database, event_counting):
            with pytest.raises(Unavailable):
                await database.write_activity(count_some, Moment(1))
            await commit_tenant(database, "ten_1")
            await database.probe()
            assert failing.causes.keys() == {Part.ACTIVITY_WRITES}
        await database.probe()
        assert failing.causes == {}


async def test_a_database_that_is_well_or_damaged_is_not_probed(
    new_settings: Callable[..., Settings], failing: Outages
) -> None:
    """PostgreSQL is asked one thing: whether it takes changes."""
    async with opened(new_settings(), outages=failing) as database:
        await database.probe()
        failing.report_failure(Part.DATABASE_READS, Cause.DAMAGED, "")
        await database.probe()
        asked = {pool: sum(waits.counts) for pool, waits in database.waits.items()}
        # On PostgreSQL reads and writes share a pool.
        assert asked == dict.fromkeys(asked, 0) | ({} if database.is_sqlite else {"reads": 2, "writes": 2})
