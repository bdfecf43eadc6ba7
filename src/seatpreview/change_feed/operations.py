"""The API operation on the change feed."""

import asyncio
from contextlib import nullcontext
from typing import Any

from msgspec import UNSET, UnsetType

from seatpreview.change_feed import store
from seatpreview.change_feed.change_types import CHANGE_TYPES, type_of
from seatpreview.change_feed.model import FeedEntry, FeedPage, FeedPosition, ListChanges
from seatpreview.change_feed.rules import goes_on, shows_actor
from seatpreview.change_feed.store import EVERYBODY, Filter, Viewer
from seatpreview.context import Context
from seatpreview.database.changes import LogPosition
from seatpreview.values.caller import Caller
from seatpreview.values.clock import datetime_of
from seatpreview.values.ids import TenantId
from seatpreview.venues.rules import check_may_use

REST_SECONDS = 0.5
"""The least time between two looks of a request that waits. Without it, somebody whose changes concern no
request that waits could wake many of them again and again."""


async def list_changes(context: Context, query: ListChanges) -> FeedPage:
    """Returns changes that the caller may see, oldest first, after a position in the change log. If there is
    none yet, it waits for one."""
    if query.wait_seconds == 0:
        return await _page(context, context.caller, query, query.after)
    # A tenant's requests that are too many to wait are refused before they have cost anything.
    with nullcontext() if context.client is None else context.client.waiting(context.share):
        return await _wait_for_page(context, query)


async def _wait_for_page(context: Context, query: ListChanges) -> FeedPage:
    """Looks until there is a change or the time is over. Before each look but the first, the key is proven
    again: it may have been revoked meanwhile."""
    page = await _page(context, context.caller, query, query.after)
    waits, caller, client = context.resources.change_waits, context.caller, context.client
    name = str(caller.tenant_to_list(query.tenant_id) or EVERYBODY)
    time = asyncio.get_running_loop().time
    end = time() + query.wait_seconds
    rest_seconds = 0.0
    while not _has_news(page) and (seconds := end - time()) > 0 and not waits.is_stopping():
        wait = waits.wait(name, _row_of(page.next).n, seconds, rest_seconds)
        rest_seconds = REST_SECONDS
        if client is None:
            await wait
        elif not await client.wait(wait):
            return page
        else:
            caller = await client.prove_again()
        page = await _page(context, caller, query, page.next)
    return page


async def _page(
    context: Context, caller: Caller, query: ListChanges, after: FeedPosition | UnsetType
) -> FeedPage:
    tenant_id = caller.tenant_to_list(query.tenant_id)
    if query.venue is not UNSET:
        check_may_use(caller, query.venue)
    database = context.resources.database
    start = None if after is UNSET else after.row
    # What is visible up to the last row is read after it: everything up to there is committed.
    ends = await database.read_row(store.ends, None if start is None else start.n)
    if start is None:
        start = LogPosition(0, "") if after is UNSET else ends.last
        has_restarted = False
    elif has_restarted := not goes_on(ends, start, context.resources.audit_days, context.at):
        start = LogPosition(0, "")
    rows = await database.read(
        store.between, Viewer(tenant_id, caller.venues), _filter(query), start.n, ends.last.n, query.limit
    )
    is_full = len(rows) == query.limit
    return FeedPage(
        data=[_entry(row, None if caller.is_admin else tenant_id) for row in rows],
        next=FeedPosition.of(LogPosition(rows[-1].n, rows[-1].stamp) if is_full else ends.last),
        restarted=has_restarted or UNSET,
    )


def _has_news(page: FeedPage) -> bool:
    return bool(page.data) or page.restarted is True


def _row_of(position: FeedPosition) -> LogPosition:
    row = position.row
    if row is None:
        raise TypeError("`next` of a page names a row.")
    return row


def _filter(query: ListChanges) -> Filter:
    return Filter(
        CHANGE_TYPES if query.types is UNSET else query.types.names,
        None if query.venue is UNSET else query.venue,
    )


def _entry(row: Any, viewer: TenantId | None) -> FeedEntry:
    type_ = type_of(row.kind, row.action)
    if type_ is None:
        raise TypeError(f"Nobody hears of the action {row.action} of a {row.kind}.")
    return FeedEntry(
        n=row.n,
        type=type_,
        at=datetime_of(row.at),
        actor=row.actor if shows_actor(viewer, row.kind, row.tenant_id) else None,
        kind=row.kind,
        id=row.id,
        tenant_id=None if row.tenant_id is None else TenantId(row.tenant_id),
        version=row.version,
        members=row.members.split(",") if row.members else [],
    )
