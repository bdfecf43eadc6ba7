"""Writes batches of events in groups: one transaction for all that wait, each batch answered for itself."""

from collections.abc import Iterable
from itertools import chain, islice

from seatpreview.database.engines import Database
from seatpreview.events import store
from seatpreview.events.deduplication import Key, Shown, Verdict, judged, key_of, shown_by
from seatpreview.events.model import Record

BATCHES_MAX = 20
"""Of a group: two thousand events at most, so that a large group does not hold up the requests beside it."""

Batch = tuple[Record, ...]


class _Overtaken(Exception):
    """Events of the group were kept already, and others were judged as if they were not."""


async def write(database: Database, batches: list[Batch]) -> list[list[Verdict]]:
    """Committed when it returns. Batches are judged in their order, as if each came after the one before."""
    records = list(chain.from_iterable(batches))
    kept: set[Key] = set()
    while True:
        try:
            verdicts = await _written(database, records, kept)
        except _Overtaken:
            continue  # With what it has found: each round knows more of what is kept.
        rest = iter(verdicts)
        return [list(islice(rest, len(batch))) for batch in batches]


async def _written(database: Database, records: list[Record], kept: set[Key]) -> list[Verdict]:
    """Judged without asking which events are kept, since few are: the insert tells, and `kept` learns it."""
    clicked = {shown_by(record) for record in records if record.kind == "ad_clicked"}
    async with database.write_activity() as connection:
        shown: frozenset[Shown] = await store.shown(connection, clicked) if clicked else frozenset()
        verdicts = judged(records, shown, kept)
        new = _accepted(records, verdicts)
        added = await store.add(connection, new.values()) if new else frozenset()
        if len(added) == len(new):
            return verdicts
        kept.update(new.keys() - added)
        verdicts = judged(records, shown, kept)
        if _accepted(records, verdicts) != {key: new[key] for key in added}:
            raise _Overtaken
    return verdicts


def _accepted(records: Iterable[Record], verdicts: Iterable[Verdict]) -> dict[Key, Record]:
    return {
        key_of(record): record
        for record, verdict in zip(records, verdicts, strict=True)
        if verdict == "accepted"
    }
