"""Races that really happen: requests wait after their first read until all of them have read."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

Pause = Callable[[int], None]
"""Makes so many requests wait for each other from then on."""


def pause_after(monkeypatch: pytest.MonkeyPatch, *reads: tuple[ModuleType, str]) -> Pause:
    """Makes requests wait after these functions of stores, each given by its module and its name."""

    def pause(count: int) -> None:
        barrier = asyncio.Barrier(count)
        remaining = iter(range(count))
        for module, name in reads:
            monkeypatch.setattr(module, name, _with_pause(getattr(module, name), barrier, remaining))

    return pause


def _with_pause(
    read: Callable[..., Awaitable[Any]], barrier: asyncio.Barrier, remaining: Iterator[int]
) -> Callable[..., Awaitable[Any]]:
    async def paused(*arguments: Any) -> Any:
        found = await read(*arguments)
        if next(remaining, None) is not None:
            await barrier.wait()
        return found

    return paused
