"""Writes several batches of events in one transaction. Each batch gets its own outcomes."""

from collections.abc import Iterable
from itertools import chain, islice

from seatpreview.database.engines import Database
from seatpreview.events import store
from seatpreview.events.deduplication import EventKey, Impression, Outcome, classify, event_key, impression_of
from seatpreview.events.model import Record

BATCHES_MAX = 20
"""Batches per transaction: two thousand events at most, so that a large one does not delay other requests."""

Batch = tuple[Record, ...]


class _OutcomesChanged(Exception):
    """The outcomes were computed without knowing of events that turned out to be stored already."""


async def write_batches(database: Database, batches: list[Batch]) -> list[list[Outcome]]:
    """Writes the batches and commits. Outcomes are as if the batches had been written one after the other."""
    records = list(chain.from_iterable(batches))
    stored: set[EventKey] = set()
    while True:
        try:
            outcomes = await _try_write(database, records, stored)
        except _OutcomesChanged:
            continue  # `stored` has grown, so each retry knows more of the stored events.
        remaining = iter(outcomes)
        return [list(islice(remaining, len(batch))) for batch in batches]


async def _try_write(database: Database, records: list[Record], stored: set[EventKey]) -> list[Outcome]:
    """Classifies the events without querying which are stored, since few are: the insert reveals those, and
    they are added to `stored`. Raises `_OutcomesChanged` if that changes the outcome of other events."""
    clicked = {impression_of(record) for record in records if record.kind == "ad_clicked"}
    async with database.write_activity() as connection:
        impressions: frozenset[Impression] = (
            await store.find_impressions(connection, clicked) if clicked else frozenset()
        )
        outcomes = classify(records, impressions, stored)
        accepted = _accepted(records, outcomes)
        added = await store.add(connection, accepted.values()) if accepted else frozenset()
        if len(added) == len(accepted):
            return outcomes
        stored.update(accepted.keys() - added)
        outcomes = classify(records, impressions, stored)
        if _accepted(records, outcomes) != {key: accepted[key] for key in added}:
            raise _OutcomesChanged
    return outcomes


def _accepted(records: Iterable[Record], outcomes: Iterable[Outcome]) -> dict[EventKey, Record]:
    return {
        event_key(record): record
        for record, outcome in zip(records, outcomes, strict=True)
        if outcome == "accepted"
    }
