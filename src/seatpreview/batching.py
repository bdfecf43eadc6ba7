"""Writes that gather while one is under way, and then go together: one transaction for all who wait."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

Write = Callable[[list[T]], Awaitable[list[R]]]
"""Writes a group and answers each of it, in the same order."""


class Grouping(Generic[T, R]):
    """Nobody waits for company: who comes alone is written at once, and who comes meanwhile goes next.

    A group is written as a whole or not at all; where it fails, each of it gets the failure, and the next
    group is tried afresh.
    """

    def __init__(self, write: Write[T, R], size_max: int) -> None:
        self._write = write
        self._size_max = size_max
        self._waiting: list[tuple[T, asyncio.Future[R]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def put(self, item: T) -> R:
        """What the write answered to this item. Who stops waiting does not take the item back."""
        answer: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, answer))
        if self._writing is None:
            self._writing = asyncio.create_task(self._run())
        return await answer

    async def finish(self) -> None:
        """Returns once nothing waits any more."""
        while self._writing is not None:
            await asyncio.wait([self._writing])

    async def _run(self) -> None:
        try:
            while self._waiting:
                group = self._waiting[: self._size_max]
                del self._waiting[: self._size_max]
                await self._write_group(group)
        finally:
            self._writing = None

    async def _write_group(self, group: list[tuple[T, asyncio.Future[R]]]) -> None:
        answers = [answer for _, answer in group]
        try:
            results = await self._write([item for item, _ in group])
        except Exception as fault:
            for answer in answers:
                if not answer.done():
                    answer.set_exception(fault)
            return
        for answer, result in zip(answers, results, strict=True):
            if not answer.done():
                answer.set_result(result)


class Groups:
    """The groupings of a worker, each made when it is first asked for."""

    def __init__(self) -> None:
        self._groupings: dict[str, Grouping[Any, Any]] = {}

    def of(self, name: str, write: Write[T, R], size_max: int) -> Grouping[T, R]:
        """The same one whenever the name is the same. The first who asks says how it writes."""
        grouping = self._groupings.get(name)
        if grouping is None:
            grouping = self._groupings[name] = Grouping(write, size_max)
        return grouping

    async def finish(self) -> None:
        """Before the database is closed: what waits is written."""
        for grouping in self._groupings.values():
            await grouping.finish()
