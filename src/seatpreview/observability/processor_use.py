"""Measures the processor time of work: its steps in the event loop, and its statements in threads."""

import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from functools import partial
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class _Account(NamedTuple):
    seconds: defaultdict[str, float]
    name: str


_account: ContextVar[_Account | None] = ContextVar("processor_use", default=None)


async def metered(seconds: defaultdict[str, float], name: str, work: Coroutine[Any, Any, T]) -> T:
    """Awaits some work, and adds the processor time of its steps to the seconds of this name. Time in which
    it waits does not count."""
    account = _Account(seconds, name)
    token = _account.set(account)
    try:
        result: T = await _Steps(account, work)
        return result
    finally:
        _account.reset(token)


async def metered_with_caller(work: Coroutine[Any, Any, T]) -> T:
    """Awaits some work as a task of its own, and adds its processor time to the metered work that started the
    task, if any."""
    account = _account.get()
    result: T = await (work if account is None else _Steps(account, work))
    return result


def metered_in_thread(call: Callable[[], T]) -> Callable[[], T]:
    """Returns the call, which then adds its processor time to the metered work that asked for it."""
    account = _account.get()
    if account is None:
        return call

    def run() -> T:
        started = time.thread_time()
        try:
            return call()
        finally:
            account.seconds[account.name] += time.thread_time() - started

    return run


class _Steps:
    """Runs a coroutine step by step, each from one wait to the next."""

    def __init__(self, account: _Account, work: Coroutine[Any, Any, Any]) -> None:
        self._account = account
        self._work = work

    def __await__(self) -> Generator[Any, Any, Any]:
        seconds, name = self._account
        step = partial(self._work.send, None)
        while True:
            started = time.thread_time()
            try:
                awaited = step()
            except StopIteration as end:
                return end.value
            finally:
                seconds[name] += time.thread_time() - started
            try:
                value = yield awaited
            except BaseException as error:
                step = partial(self._work.throw, error)
            else:
                step = partial(self._work.send, value)
