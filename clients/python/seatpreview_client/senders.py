"""Performs the steps of calls over HTTP, with and without `await`."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any, Generic, TypeVar

import httpx

from seatpreview_client.model import Model
from seatpreview_client.operation import Call, Operation, Page, Result
from seatpreview_client.retries import Retries
from seatpreview_client.steps import Send, Steps, Wait, call_steps

_Item = TypeVar("_Item", bound=Model)


class Sender:
    """Performs calls over a connection of httpx."""

    def __init__(self, http: httpx.Client, retries: Retries, sleep: Callable[[float], None]) -> None:
        """Takes a connection that has the key and the base address."""
        self.http = http
        self.retries = retries
        self._sleep = sleep

    def run(self, steps: Steps[Result]) -> Result:
        """Performs all steps, and returns their result."""
        try:
            step = next(steps)
            while True:
                try:
                    outcome = self._perform(step)
                except httpx.TransportError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(outcome)
        except StopIteration as end:
            result: Result = end.value
            return result

    def _perform(self, step: Send | Wait) -> httpx.Response | None:
        if isinstance(step, Wait):
            self._sleep(step.seconds)
            return None
        return self.http.send(_request(self.http, step.call, is_async=False))


class AsyncSender:
    """Performs calls over an asynchronous connection of httpx."""

    def __init__(
        self, http: httpx.AsyncClient, retries: Retries, sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        """Takes a connection that has the key and the base address."""
        self.http = http
        self.retries = retries
        self._sleep = sleep

    async def run(self, steps: Steps[Result]) -> Result:
        """Performs all steps, and returns their result."""
        try:
            step = next(steps)
            while True:
                try:
                    outcome = await self._perform(step)
                except httpx.TransportError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(outcome)
        except StopIteration as end:
            result: Result = end.value
            return result

    async def _perform(self, step: Send | Wait) -> httpx.Response | None:
        if isinstance(step, Wait):
            await self._sleep(step.seconds)
            return None
        return await self.http.send(_request(self.http, step.call, is_async=True))


class Group:
    """The base of groups of operations, such as `client.keys`."""

    def __init__(self, sender: Sender) -> None:
        """Takes what performs the calls."""
        self._sender = sender

    def _call(self, operation: Operation[Result], **parts: Any) -> Result:
        call = Call(operation=operation, **parts)
        return self._sender.run(call_steps(call, self._sender.retries))

    def _pages(self, operation: Operation[Page[_Item]], **parts: Any) -> "Pages[_Item]":
        return Pages(self._sender, Call(operation=operation, **parts))


class AsyncGroup:
    """The base of groups of operations of the asynchronous client."""

    def __init__(self, sender: AsyncSender) -> None:
        """Takes what performs the calls."""
        self._sender = sender

    async def _call(self, operation: Operation[Result], **parts: Any) -> Result:
        call = Call(operation=operation, **parts)
        return await self._sender.run(call_steps(call, self._sender.retries))

    def _pages(self, operation: Operation[Page[_Item]], **parts: Any) -> "AsyncPages[_Item]":
        return AsyncPages(self._sender, Call(operation=operation, **parts))


class Pages(Generic[_Item]):
    """A list of the API: an iterable over the items of all pages, which are read when they are needed."""

    def __init__(self, sender: Sender, call: Call[Page[_Item]]) -> None:
        """Takes the call of the first page."""
        self._sender = sender
        self._call = call

    def __iter__(self) -> Iterator[_Item]:
        """Iterates over the items of all pages."""
        for page in self.pages():
            yield from page.data

    def pages(self) -> Iterator[Page[_Item]]:
        """Iterates over the pages, each with `data` and `next_cursor`."""
        call: Call[Page[_Item]] | None = self._call
        while call is not None:
            page = self._sender.run(call_steps(call, self._sender.retries))
            yield page
            call = _next(call, page)


class AsyncPages(Generic[_Item]):
    """A list of the API: an asynchronous iterable over the items of all pages."""

    def __init__(self, sender: AsyncSender, call: Call[Page[_Item]]) -> None:
        """Takes the call of the first page."""
        self._sender = sender
        self._call = call

    async def __aiter__(self) -> AsyncIterator[_Item]:
        """Iterates over the items of all pages."""
        async for page in self.pages():
            for item in page.data:
                yield item

    async def pages(self) -> AsyncIterator[Page[_Item]]:
        """Iterates over the pages, each with `data` and `next_cursor`."""
        call: Call[Page[_Item]] | None = self._call
        while call is not None:
            page = await self._sender.run(call_steps(call, self._sender.retries))
            yield page
            call = _next(call, page)


def _next(call: Call[Page[_Item]], page: Page[_Item]) -> Call[Page[_Item]] | None:
    if page.next_cursor is None:
        return None
    return replace(call, query={**call.query, "cursor": page.next_cursor})


def _request(http: httpx.Client | httpx.AsyncClient, call: Call[Any], *, is_async: bool) -> httpx.Request:
    content, headers = None, call.headers
    if call.content is not None:
        content, more = call.content.for_request(is_async=is_async)
        headers |= more
    return http.build_request(
        call.operation.method,
        call.address,
        params=call.parameters,
        json=None if call.body is None else call.json,
        content=content,
        headers=headers,
    )
