"""The insert of events: which keys are new, and how many statements it takes."""

from collections.abc import Callable
from typing import Any

import pytest

from database.opened import opened
from events.records import new_world, record
from seatpreview.database.connection import ComposedStatement, Connection, Result
from seatpreview.events import store
from seatpreview.events.rules import event_key
from seatpreview.events.store import Added
from seatpreview.settings.settings import Settings
from serving import LiveService

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("count", [1, 9, 10, 11, 99, 100, 101, 237])
async def test_of_any_number_of_events_the_new_ones_are_returned(service: LiveService, count: int) -> None:
    """Some are stored already: the first, the last, and every seventh."""
    world, database = new_world(), service.internals.resources.database
    records = [record(world, event_id=f"{number:03}") for number in range(count)]
    stored = [each for number, each in enumerate(records) if number in (0, count - 1) or number % 7 == 0]
    assert (await database.write_activity(store.add, stored)).keys == frozenset(map(event_key, stored))
    expected = frozenset(map(event_key, records)) - frozenset(map(event_key, stored))
    assert (await database.write_activity(store.add, records)).keys == expected
    assert (await database.write_activity(store.add, records)).keys == frozenset()


async def test_many_events_are_inserted_by_few_statements(
    new_settings: Callable[..., Settings], engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On SQLite, where the thread waits for the interpreter after each statement, as on PostgreSQL."""
    world = new_world()
    statements: list[ComposedStatement] = []

    async def add_and_count(connection: Connection) -> Added:
        run = type(connection).run

        async def counted(self: Connection, statement: ComposedStatement, values: list[Any]) -> Result:
            statements.append(statement)
            return await run(self, statement, values)

        monkeypatch.setattr(type(connection), "run", counted)
        return await store.add(connection, [record(world, event_id=f"{number}") for number in range(423)])

    async with opened(new_settings()) as database:
        assert len((await database.write_activity(add_and_count)).keys) == 423
    assert len(statements) == (4 + 2 + 3 + 1 if engine == "sqlite" else 1)
