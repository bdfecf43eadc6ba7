"""Random event records with few ids, sessions, ads and places, so that collisions are frequent."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from hypothesis import strategies as st

from seatpreview.events.model import KINDS, Record
from seatpreview.values.clock import MICROSECONDS, Clock
from seatpreview.values.ids import SessionId, TenantId, VenueId

DAY = 86_400 * MICROSECONDS
START = Clock().now() // DAY * DAY - DAY // 4
"""Six in the evening of yesterday: which events are of which day must not depend on when the tests run."""

SEATS = (None, "101/A/1", "101/A/2", "101/B/1", "102", "Loge 1/É/7")


class World(NamedTuple):
    """Tenants with one venue each, and sessions. Every example has new ones, since examples share a
    database."""

    tenants: tuple[TenantId, ...]
    venues: tuple[VenueId, ...]
    sessions: tuple[SessionId, ...]


def new_world() -> World:
    return World(
        (TenantId.new(), TenantId.new()),
        (VenueId.new(), VenueId.new()),
        (SessionId.new(), SessionId.new()),
    )


def record(world: World, **members: Any) -> Record:
    """Returns a record of the first tenant at its own venue, unless `members` say otherwise."""
    seat = members.get("seat_key")
    plain: dict[str, Any] = {
        "tenant_id": str(world.tenants[0]),
        "event_id": "e",
        "owner_id": str(world.tenants[0]),
        "venue_id": str(world.venues[0]),
        "kind": "view_rotated",
        "key_id": "key_000000000000",
        "session_id": None,
        "configuration": None,
        "section": None if seat is None else seat.split("/")[0],
        "seat_key": None,
        "ad_id": None,
        "message": None,
        "day": "2026-11-15",
        "at": START,
        "received_at": START,
    }
    return Record(**(plain | members))


Draft = dict[str, Any]
"""The random members of a record. Tenants, venues and sessions are given by their index in the world."""


def drafts() -> st.SearchStrategy[Draft]:
    return st.fixed_dictionaries(
        {
            "tenant": st.integers(0, 1),
            "venue": st.integers(0, 1),
            "session": st.integers(0, 1),
            "event_id": st.sampled_from([f"event-{n}" for n in range(12)]),
            "kind": st.sampled_from([*KINDS, "ad_shown", "ad_clicked", "ad_clicked"]),
            "ad_id": st.sampled_from(["lager", "cola"]),
            "seat_key": st.sampled_from(SEATS),
            "days_ago": st.integers(0, 3),
        }
    )


def groups() -> st.SearchStrategy[list[list[list[Draft]]]]:
    """Generates groups that are written one after the other; each has batches of events."""
    batches = st.lists(drafts(), min_size=1, max_size=6)
    return st.lists(st.lists(batches, min_size=1, max_size=4), min_size=1, max_size=4)


def record_from_draft(world: World, draft: Draft) -> Record:
    at = START - draft["days_ago"] * DAY
    is_of_an_ad = draft["kind"] in ("ad_shown", "ad_clicked")
    return record(
        world,
        tenant_id=str(world.tenants[draft["tenant"]]),
        owner_id=str(world.tenants[draft["venue"]]),
        venue_id=str(world.venues[draft["venue"]]),
        session_id=str(world.sessions[draft["session"]]),
        event_id=draft["event_id"],
        kind=draft["kind"],
        ad_id=draft["ad_id"] if is_of_an_ad else None,
        seat_key=draft["seat_key"],
        at=at,
        day=f"2026-11-{15 - draft['days_ago']}",
    )


def expected_outcomes(records: Sequence[Record]) -> tuple[list[str], list[Record]]:
    """Returns the expected outcomes and stored records, computed by a simple reference implementation."""
    verdicts: list[str] = []
    kept: list[Record] = []
    for each in records:
        if each.kind == "ad_clicked" and not any(
            (e.kind, e.session_id, e.ad_id) == ("ad_shown", each.session_id, each.ad_id) for e in kept
        ):
            verdicts.append("not_shown")
        elif any((e.tenant_id, e.event_id) == (each.tenant_id, each.event_id) for e in kept):
            verdicts.append("duplicate")
        else:
            verdicts.append("accepted")
            kept.append(each)
    return verdicts, kept
