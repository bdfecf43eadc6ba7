"""Following changes: an iterator that asks again and again, and goes on after a lost connection."""

import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from seatpreview_client.errors import Unreachable
from seatpreview_client.generated.models import FeedEntry, FeedPage
from seatpreview_client.generated.operations import LIST_CHANGES
from seatpreview_client.operation import Call
from seatpreview_client.problems import Problem
from seatpreview_client.retries import Retries
from seatpreview_client.senders import AsyncGroup, AsyncSender, Group, Sender
from seatpreview_client.steps import Steps, Wait, call_steps

WAIT_SECONDS = 20
"""How long the service waits for a change. Less than the time after which the client gives an answer up."""

PAUSE_SECONDS = 1.0
"""The least time between two answers without changes: a service that is being stopped answers at once."""

AWAY_SECONDS_MAX = 30.0
"""The longest pause while the service cannot be reached."""

_PASSING = (429, 502, 503, 504)
_log = logging.getLogger("seatpreview_client")
_Follow = TypeVar("_Follow", "Follow", "AsyncFollow")


class Follows(Group):
    """Adds `follow` to the operations for changes."""

    def follow(
        self,
        *,
        after: str | None = "now",
        types: Sequence[str] | str | None = None,
        venue: str | None = None,
        tenant_id: str | None = None,
        on_restart: Callable[[], object] | None = None,
    ) -> "Follow":
        """Follows changes without end, and goes on where it was after a lost connection.

        Args:
            after: `position` of an earlier follower, or `next` of a page. By default, only what happens
                from now on. None: everything that is kept.
            types: Changes of these types, such as `["key.revoked"]`.
            venue: Changes of this venue, its images and its grants.
            tenant_id: What this tenant may see: for admin scope.
            on_restart: Is called where the log does not go on at the position, since a backup was restored
                or the position is too old. Everything that is kept follows: read your records anew."""
        return Follow(self._sender, _call(after, types, venue, tenant_id), on_restart)


class AsyncFollows(AsyncGroup):
    """Adds `follow` to the operations for changes."""

    def follow(
        self,
        *,
        after: str | None = "now",
        types: Sequence[str] | str | None = None,
        venue: str | None = None,
        tenant_id: str | None = None,
        on_restart: Callable[[], object] | None = None,
    ) -> "AsyncFollow":
        """Follows changes without end, and goes on where it was after a lost connection: the same as
        `Client.changes.follow`, with `async for`."""
        return AsyncFollow(self._sender, _call(after, types, venue, tenant_id), on_restart)


class Follow:
    """An endless iterable over changes. `position` is where another one can go on."""

    def __init__(
        self, sender: Sender, call: Call[FeedPage], on_restart: Callable[[], object] | None = None
    ) -> None:
        """Takes the call of the first page."""
        self._sender = sender
        self._call = call
        self._on_restart = on_restart
        self.position: str | None = call.query["after"]
        """Everything up to here was handed out. It moves when the iterator is asked for what comes after the
        last change of a page, so that a program that keeps it misses nothing, and may meet some twice."""

    def __iter__(self) -> Iterator[FeedEntry]:
        """Iterates over the changes."""
        for page in self.pages():
            yield from page.data

    def pages(self) -> Iterator[FeedPage]:
        """Iterates over pages with changes, each with `data`, `next` and `restarted`."""
        while True:
            begun = time.monotonic()
            page = self._sender.run(_page_steps(self._call, self._sender.retries))
            if _has_news(self, page):
                yield page
            elif _waits(self._call) and time.monotonic() - begun < PAUSE_SECONDS:
                self._sender.run(_pause_steps())
            _go_on(self, page)


class AsyncFollow:
    """An endless asynchronous iterable over changes. `position` is where another one can go on."""

    def __init__(
        self, sender: AsyncSender, call: Call[FeedPage], on_restart: Callable[[], object] | None = None
    ) -> None:
        """Takes the call of the first page."""
        self._sender = sender
        self._call = call
        self._on_restart = on_restart
        self.position: str | None = call.query["after"]
        """Everything up to here was handed out, as with `Follow.position`."""

    async def __aiter__(self) -> AsyncIterator[FeedEntry]:
        """Iterates over the changes."""
        async for page in self.pages():
            for change in page.data:
                yield change

    async def pages(self) -> AsyncIterator[FeedPage]:
        """Iterates over pages with changes, each with `data`, `next` and `restarted`."""
        while True:
            begun = time.monotonic()
            page = await self._sender.run(_page_steps(self._call, self._sender.retries))
            if _has_news(self, page):
                yield page
            elif _waits(self._call) and time.monotonic() - begun < PAUSE_SECONDS:
                await self._sender.run(_pause_steps())
            _go_on(self, page)


def _call(
    after: str | None, types: Sequence[str] | str | None, venue: str | None, tenant_id: str | None
) -> Call[FeedPage]:
    return Call(
        operation=LIST_CHANGES,
        query={
            "after": after,
            "types": types if types is None or isinstance(types, str) else ",".join(types),
            "venue": venue,
            "tenantId": tenant_id,
            # The position of the end comes at once: a connection that is lost later loses no change.
            "waitSeconds": 0 if after == "now" else WAIT_SECONDS,
        },
    )


def _waits(call: Call[FeedPage]) -> bool:
    return bool(call.query["waitSeconds"])


def _page_steps(call: Call[FeedPage], retries: Retries) -> Steps[FeedPage]:
    """Asks for a page until the service answers, however long it is away. A refusal is raised."""
    seconds = PAUSE_SECONDS
    while True:
        try:
            return (yield from call_steps(call, retries))
        except Unreachable as error:
            reason = str(error)
        except Problem as problem:
            if problem.status not in _PASSING:
                raise
            reason = str(problem.status)
        _log.info("the changes could not be read (%s); asking again in %.0f s", reason, seconds)
        yield Wait(retries.uniform(seconds / 2, seconds))
        seconds = min(2 * seconds, AWAY_SECONDS_MAX)


def _pause_steps() -> Steps[None]:
    yield Wait(PAUSE_SECONDS)


def _has_news(follow: _Follow, page: FeedPage) -> bool:
    if page.restarted:
        _log.warning("the change log does not go on at %s: everything that is kept follows", follow.position)
        if follow._on_restart is not None:
            follow._on_restart()
    return bool(page.data) or page.restarted is True


def _go_on(follow: _Follow, page: FeedPage) -> None:
    follow.position = page.next
    query = {**follow._call.query, "after": page.next, "waitSeconds": WAIT_SECONDS}
    follow._call = replace(follow._call, query=query)
