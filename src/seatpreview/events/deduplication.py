"""What becomes of events, one after the other in the order of their arrival. Pure."""

from collections.abc import Iterable, Set
from typing import Literal

from seatpreview.events.model import Record

Verdict = Literal["accepted", "duplicate", "not_shown"]

Key = tuple[str, str]
"""A tenant and its id of an event: what makes a second one a duplicate."""
Shown = tuple[str | None, str | None]
"""A session and an ad that was shown in it."""


def key_of(record: Record) -> Key:
    return record.tenant_id, record.event_id


def shown_by(record: Record) -> Shown:
    return record.session_id, record.ad_id


def judged(records: Iterable[Record], shown: Set[Shown], kept: Set[Key]) -> list[Verdict]:
    """By what was shown and kept before: a click counts only after its ad, and of a key only the first.

    What is not accepted takes no key and shows no ad.
    """
    shown, kept = set(shown), set(kept)
    verdicts: list[Verdict] = []
    for record in records:
        key = key_of(record)
        if record.kind == "ad_clicked" and shown_by(record) not in shown:
            verdicts.append("not_shown")
        elif key in kept:
            verdicts.append("duplicate")
        else:
            verdicts.append("accepted")
            kept.add(key)
            if record.kind == "ad_shown":
                shown.add(shown_by(record))
    return verdicts
