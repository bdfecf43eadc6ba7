"""Writes several batches of events in one transaction. Each batch gets its own outcomes."""

from collections.abc import Iterable
from itertools import chain, islice

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.events import counting, store
from seatpreview.events.deduplication import EventKey, Impression, Outcome, classify, event_key, impression_of
from seatpreview.events.model import Record

BATCHES_MAX = 20
"""The most batches per transaction: two thousand events at most, so that a large transaction does not delay
other requests."""

Batch = tuple[Record, ...]


class _OutcomesChanged(Exception):
    """Raised when the outcomes were computed without knowing that some events were already stored."""


class _AreLate(Exception):
    """Raised when some of the events were received before others that are already counted."""


async def write_batches(database: Database, batches: list[Batch]) -> list[list[Outcome]]:
    """Writes the batches and commits. Outcomes are as if the batches had been written one after the other."""
    records = list(chain.from_iterable(batches))
    stored: set[EventKey] = set()
    write = _try_write
    while True:
        try:
            outcomes = await database.write_activity(write, records, stored)
        except _OutcomesChanged:
            continue  # `stored` has grown, so each retry knows more of the stored events.
        except _AreLate:
            write = _try_write_and_count
            continue
        remaining = iter(outcomes)
        return [list(islice(remaining, len(batch))) for batch in batches]


async def _try_write(connection: Connection, records: list[Record], stored: set[EventKey]) -> list[Outcome]:
    """Writes the events beside other writers. Raises `_AreLate` if some have to be counted at once."""
    await counting.lock_as_writer(connection)
    outcomes, late = await _write(connection, records, stored)
    if late:
        raise _AreLate
    return outcomes


async def _try_write_and_count(
    connection: Connection, records: list[Record], stored: set[EventKey]
) -> list[Outcome]:
    """Writes the events while nobody else writes, and counts those that are late."""
    await counting.lock_writers_out(connection)
    outcomes, late = await _write(connection, records, stored)
    if late:
        await counting.count_late(connection, late)
    return outcomes


async def _write(
    connection: Connection, records: list[Record], stored: set[EventKey]
) -> tuple[list[Outcome], list[Record]]:
    """Returns the outcomes, and the accepted events that were received before others that are counted.

    Classifies the events without querying which are stored, because few are: the insert reveals those, and
    they are added to `stored`. Raises `_OutcomesChanged` if that changes the outcome of other events.
    """
    clicked = {impression_of(record) for record in records if record.kind == "ad_clicked"}
    impressions: frozenset[Impression] = (
        await store.find_impressions(connection, clicked) if clicked else frozenset()
    )
    outcomes = classify(records, impressions, stored)
    accepted = _accepted(records, outcomes)
    if not accepted:
        return outcomes, []
    added, counted_until = await store.add(connection, accepted.values())
    late = [accepted[key] for key in added if accepted[key].received_at < counted_until]
    if len(added) == len(accepted):
        return outcomes, late
    stored.update(accepted.keys() - added)
    outcomes = classify(records, impressions, stored)
    if _accepted(records, outcomes) != {key: accepted[key] for key in added}:
        raise _OutcomesChanged
    return outcomes, late


def _accepted(records: Iterable[Record], outcomes: Iterable[Outcome]) -> dict[EventKey, Record]:
    return {
        event_key(record): record
        for record, outcome in zip(records, outcomes, strict=True)
        if outcome == "accepted"
    }
