"""Decides which events are accepted, in the order of their arrival. Pure."""

from collections.abc import Iterable, Set
from typing import Literal

from seatpreview.events.model import Record

Outcome = Literal["accepted", "duplicate", "not_shown"]

EventKey = tuple[str, str]
"""The tenant's id and the event's id. A second event with the same key is a duplicate."""
Impression = tuple[str | None, str | None]
"""The ids of a session and of an ad that was shown in it."""


def event_key(record: Record) -> EventKey:
    """Returns the key by which duplicates are found."""
    return record.tenant_id, record.event_id


def impression_of(record: Record) -> Impression:
    """Returns the impression that the event reports, or that a click requires."""
    return record.session_id, record.ad_id


def classify(records: Iterable[Record], impressions: Set[Impression], stored: Set[EventKey]) -> list[Outcome]:
    """Returns the outcome of each event, given the impressions and events that are already stored.

    A click is accepted only after the impression of its ad, and only the first event of a key is accepted. A
    refused event has no effect on the outcomes of later ones.
    """
    impressions, stored = set(impressions), set(stored)
    outcomes: list[Outcome] = []
    for record in records:
        key = event_key(record)
        if record.kind == "ad_clicked" and impression_of(record) not in impressions:
            outcomes.append("not_shown")
        elif key in stored:
            outcomes.append("duplicate")
        else:
            outcomes.append("accepted")
            stored.add(key)
            if record.kind == "ad_shown":
                impressions.add(impression_of(record))
    return outcomes
