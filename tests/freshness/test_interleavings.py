"""Requests, changes and results of the database in random orders, against a model.

The promise: what a request finds was in the database at a moment after the request arrived.
"""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import chain, count
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from examples import examples
from seatpreview.database.changes import LogRow, LogRows
from seatpreview.freshness.freshness_check import FreshnessCheck
from seatpreview.freshness.record_cache import Loaded, RecordCache
from seatpreview.problems import Unavailable
from seatpreview.values.clock import Moment

pytestmark = pytest.mark.anyio

ROWS_MAX = 3
"""So small that a worker is often too far behind."""
RECORDS_MAX = 2

IDS = ("key_1", "key_2")
NAMES = ("origin:1", "origin:2", "origin:3")


class State(NamedTuple):
    """All that the database holds at one moment."""

    rows: tuple[LogRow, ...]
    found: dict[str, tuple[str, str]]
    """Id and record by name."""

    def record(self, name: str) -> str | None:
        return self.found.get(name, (None, None))[1]


class Statement:
    """A statement is on its way to the database until it is executed, and on its way back until its result
    arrives."""

    def __init__(self, execute: Callable[[State], Any], is_reading: bool) -> None:
        self._execute = execute
        self.is_reading = is_reading
        self.is_executed = False
        self.result: Any = None
        self.answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def execute(self, state: State) -> None:
        self.result, self.is_executed = self._execute(state), True


class World:
    """A database, a worker's cache of it, and the requests that have no result yet."""

    is_immediate = False

    def __init__(self) -> None:
        self._numbers = count(1)
        first = State(((1, self._fresh("stamp"), "database", "database"),), {})
        self._line = [first]
        """The states that led to the present one, to which a restore can go back."""
        self._history = [first]
        """Every state that there was, one for each moment."""
        self._statements: list[Statement] = []
        self._requests: set[asyncio.Task[None]] = set()
        self._cache = RecordCache(("key",), self._load, RECORDS_MAX)
        self._freshness = FreshnessCheck(self, (self._cache,))

    async def change(self, choice: int) -> None:
        """Gives a record a new text, under those of two names that no other record has."""
        rows, found = self._line[-1]
        id, left_out = IDS[choice % 2], NAMES[choice // 2 % 3]
        others = {name: held for name, held in found.items() if held[0] != id}
        mine = {name: (id, self._fresh("record")) for name in NAMES if name not in (*others, left_out)}
        self._become(State((*rows, (rows[-1][0] + 1, self._fresh("stamp"), "key", id)), others | mine))

    async def prune(self, choice: int) -> None:
        rows, found = self._line[-1]
        self._become(State(rows[-1 - choice % 3 :], found))

    async def restore(self, choice: int) -> None:
        """Loses the last commits for ever."""
        self._line = self._line[: max(1, len(self._line) - 1 - choice % 3)]
        self._history.append(self._line[-1])

    async def request(self, choice: int) -> None:
        name = NAMES[choice % len(NAMES)]
        asked = asyncio.create_task(self._ask(name), name=self._fresh("request"))
        self._requests.add(asked)
        await self._let_tasks_run()

    async def cancel(self, choice: int) -> None:
        """A client hangs up."""
        if self._requests:
            sorted(self._requests, key=lambda request: request.get_name())[
                choice % len(self._requests)
            ].cancel()
            await self._let_tasks_run()

    async def execute(self, choice: int) -> None:
        sent = [statement for statement in self._statements if not statement.is_executed]
        if sent:
            sent[choice % len(sent)].execute(self._line[-1])

    async def answer(self, choice: int) -> None:
        """A statement that was not executed before is executed now."""
        if self._statements:
            statement = self._statements.pop(choice % len(self._statements))
            if not statement.is_executed:
                statement.execute(self._line[-1])
            statement.answered.set_result(statement.result)
            await self._let_tasks_run()

    async def fail(self, choice: int) -> None:
        if self._statements:
            statement = self._statements.pop(choice % len(self._statements))
            statement.answered.set_exception(Unavailable("The database did not answer."))
            await self._let_tasks_run()

    async def answer_all(self) -> None:
        while self._statements:
            await self.answer(0)
        assert not self._requests, "every statement has its result, and a request still waits"

    async def since(self, n: int) -> LogRows:
        return await self._read(lambda rows: [row for row in rows if row[0] >= n][: ROWS_MAX + 1])

    async def last(self) -> LogRows:
        return await self._read(lambda rows: rows[-1:])

    async def close(self) -> None:
        pass

    async def _read(self, select: Callable[[tuple[LogRow, ...]], Any]) -> LogRows:
        reading: LogRows = await self._sent(
            lambda state: LogRows(select(state.rows), Moment(0)), is_reading=True
        )
        return reading

    async def _load(self, name: str) -> Loaded[str]:
        loaded: Loaded[str] = await self._sent(
            lambda state: Loaded(state.rows[-1][0], *state.found.get(name, (None, None))), is_reading=False
        )
        return loaded

    async def _sent(self, execute: Callable[[State], Any], is_reading: bool) -> Any:
        statement = Statement(execute, is_reading)
        self._statements.append(statement)
        return await statement.answered

    async def _ask(self, name: str) -> None:
        arrived = len(self._history) - 1
        try:
            await self._freshness.check_and_get_time()
            found = await self._freshness.load(self._cache, name)
        except Unavailable:
            return
        assert found in {state.record(name) for state in self._history[arrived:]}, (
            "it was true once, long ago"
        )

    def _become(self, state: State) -> None:
        self._line.append(state)
        self._history.append(state)

    def _fresh(self, what: str) -> str:
        return f"{what} {next(self._numbers)}"

    async def _let_tasks_run(self) -> None:
        """Runs the event loop until every task waits for the database."""
        for _ in range(8):
            await asyncio.sleep(0)
        for request in [request for request in self._requests if request.done()]:
            self._requests.remove(request)
            if not request.cancelled():
                await request
        assert len(self._cache) <= RECORDS_MAX
        assert sum(statement.is_reading for statement in self._statements) <= 1, "one reading at a time"


Step = Callable[[World, int], Awaitable[None]]

# A step that is repeated here is chosen more often.
STEPS: list[Step] = [
    *[World.request] * 5,
    *[World.answer] * 9,
    *[World.execute] * 3,
    *[World.change] * 3,
    World.restore,
    World.prune,
    World.fail,
    World.cancel,
]


@pytest.fixture(autouse=True)
def _few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seatpreview.freshness.freshness_check.ROWS_MAX", ROWS_MAX)


# Steps come in rounds, so that hypothesis shrinks a failure by whole rounds first.
ROUNDS = st.lists(
    st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 5)), min_size=12, max_size=12), max_size=30
)


@examples(300, [HealthCheck.function_scoped_fixture])
@given(rounds=ROUNDS)
async def test_what_a_request_finds_was_in_the_database_after_the_request_arrived(
    rounds: list[list[tuple[Step, int]]],
) -> None:
    world = World()
    for step, choice in chain.from_iterable(rounds):
        await step(world, choice)
    await world.answer_all()
    for choice in range(len(NAMES)):
        await world.request(choice)
        await world.answer_all()
