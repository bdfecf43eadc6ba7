"""Histories of events: what was stored, counted, erased and deleted, and the reports that must come of it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from events.records import DAY, SEATS, World, record
from seatpreview.database.engines import Database
from seatpreview.events import counting, erasure, report, retention, store
from seatpreview.events.erasure import Selection
from seatpreview.events.model import KINDS, GroupBy, Record, ReportEvents
from seatpreview.events.periods import Period, bound_of, end_of_days_before, time_of
from seatpreview.events.queries import Visibility
from seatpreview.events.retention import Retention
from seatpreview.events.rules import AGE_MAX, AHEAD_MAX, day_of
from seatpreview.values.clock import MICROSECONDS, Moment

ZONES = ("Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin", "UTC")
HISTORY_DAYS = 100

Draft = dict[str, Any]
Rows = dict[tuple[str | None, str], Counter[str]]

_KEYS = {"seat": "seat_key", "section": "section", "ad": "ad_id", "day": "day"}


def times(first_day: int = 0, days: int = HISTORY_DAYS) -> st.SearchStrategy[int]:
    """Generates times since the beginning of a history, on all days alike."""
    hours = st.sampled_from([0, 1, 6 * 3600, 11 * 3600 + 1800, 18 * 3600, 86_399])
    return st.builds(
        lambda day, seconds: day * DAY + seconds * MICROSECONDS,
        st.sampled_from(range(first_day, days)),
        hours,
    )


def drafts() -> st.SearchStrategy[Draft]:
    return st.fixed_dictionaries(
        {
            "tenant": st.integers(0, 1),
            "venue": st.integers(0, 1),
            "session": st.integers(0, 1),
            "event_id": st.integers(0, 30),
            "kind": st.sampled_from([kind for kind in KINDS if kind != "ad_clicked"]),
            "ad_id": st.sampled_from([None, "lager", "cola"]),
            "seat_key": st.sampled_from(SEATS),
            "received_at": times(),
            "lateness": st.sampled_from([0, -AHEAD_MAX, 3600 * MICROSECONDS, DAY, AGE_MAX]),
            "purpose": st.sampled_from(["buyer", "buyer", "staff"]),
        }
    )


def steps() -> st.SearchStrategy[list[tuple[str, Any]]]:
    """Generates what happens. Times are given since the beginning of the history."""
    selections = st.tuples(
        st.none() | st.integers(0, 1), st.none() | st.integers(0, 1), st.none() | times()
    ).filter(lambda given: any(each is not None for each in given))
    write = st.tuples(st.just("write"), st.lists(drafts(), min_size=1, max_size=12))
    return st.lists(
        write
        | write
        | st.tuples(st.just("count"), times())
        | st.tuples(st.just("prune"), times())
        | st.tuples(st.just("erase"), selections),
        min_size=2,
        max_size=10,
    )


@dataclass
class History:
    """A world on a database, and by simple means the events that its reports must count."""

    database: Database
    world: World
    begin: int
    zones: tuple[str, str]
    stored: list[Record] = field(default_factory=list)
    deleted: list[Record] = field(default_factory=list)
    """Events that are not stored any more, and still counted."""

    async def apply(self, step: tuple[str, Any]) -> None:
        name, given = step
        await getattr(self, name)(given)

    async def write(self, given: Sequence[Draft]) -> None:
        records = tuple(self._record(draft) for draft in given)
        [outcomes] = await store.write_batches(self.database, [records])
        self.stored += [
            each for each, outcome in zip(records, outcomes, strict=True) if outcome == "accepted"
        ]

    async def count(self, until: int) -> None:
        while await self.database.write_activity(counting.count_some, Moment(self.begin + until)):
            pass

    async def prune(self, at: int) -> None:
        """Deletes events of before this time, as far as they are counted."""
        await self.count(at)
        now = Moment(self.begin + at + 1000 * DAY)
        await retention.prune(self.database, Retention(raw_days=1000, days=100_000, quota_bytes=0), now)
        old = [each for each in self.stored if each.received_at < self.begin + at]
        self.deleted += old
        self.stored = [each for each in self.stored if each not in old]

    async def erase(self, given: tuple[int | None, int | None, int | None]) -> None:
        session, venue, before = given
        selection = Selection(
            None if session is None else self.world.sessions[session],
            None if venue is None else self.world.venues[venue],
            None if before is None else Moment(self.begin + before),
        )
        if selection.session_id is None and selection.venue_id is None:
            # Examples share the database, and the others have no such events left that could be missed.
            selection = selection._replace(venue_id=self.world.venues[0])
        found = await self.database.read(erasure.count, selection)
        gone = [each for each in self.stored if _is_selected(each, selection)]
        gone_counts = [each for each in self.deleted if _is_selected_by_day(each, selection)]
        assert found == (len(gone), len(gone_counts))
        assert await erasure.erase(self.database, selection, "operator", Moment(self.begin)) == len(gone)
        self.stored = [each for each in self.stored if each not in gone]
        self.deleted = [each for each in self.deleted if each not in gone_counts]

    async def report(self, visibility: Visibility, query: ReportEvents) -> Rows:
        """Returns the rows of all pages, with the counts that are not 0."""
        rows: Rows = {}
        after = None
        while True:
            page = await self.database.report(report.report, visibility, query, query.limit, after)
            for row in page:
                assert (row.venue_id, row.key) not in rows
                counts = {kind: getattr(row.counts, kind) for kind in KINDS}
                rows[row.venue_id, row.key] = Counter({kind: n for kind, n in counts.items() if n})
                assert row.total == rows[row.venue_id, row.key].total() > 0
            assert [*rows] == sorted(rows, key=lambda place: (place[0] or "", place[1]))
            if len(page) < query.limit:
                return rows
            after = report.report_position(page[-1])

    def expected(self, visibility: Visibility, query: ReportEvents) -> Rows | None:
        """Returns the rows that the report must have; None where it must be refused."""
        seen = [each for each in self.stored + self.deleted if _is_seen(each, visibility, query)]
        period = Period(bound_of(query.from_), bound_of(query.until))
        for part in period.partly_counted:
            if any(part.first <= each.day < part.end for each in seen if each in self.deleted):
                return None
        return _recount([each for each in seen if _happened_in(each, period)], query.group_by)

    def _record(self, draft: Draft) -> Record:
        received_at = self.begin + draft["received_at"]
        at = received_at - draft["lateness"]
        return record(
            self.world,
            tenant_id=str(self.world.tenants[draft["tenant"]]),
            owner_id=str(self.world.tenants[draft["venue"]]),
            venue_id=str(self.world.venues[draft["venue"]]),
            session_id=str(self.world.sessions[draft["session"]]),
            event_id=f"event-{draft['event_id']}",
            kind=draft["kind"],
            ad_id=draft["ad_id"],
            seat_key=draft["seat_key"],
            at=at,
            day=day_of(Moment(at), self.zones[draft["venue"]]),
            received_at=received_at,
            purpose=draft["purpose"],
        )


def _is_selected(each: Record, selection: Selection) -> bool:
    return (
        selection.session_id in (None, each.session_id)
        and selection.venue_id in (None, each.venue_id)
        and (selection.before is None or each.received_at < selection.before)
    )


def _is_selected_by_day(each: Record, selection: Selection) -> bool:
    if selection.session_id is not None or selection.venue_id not in (None, each.venue_id):
        return False
    return selection.before is None or each.day < end_of_days_before(Moment(selection.before - AGE_MAX))


def _is_seen(each: Record, visibility: Visibility, query: ReportEvents) -> bool:
    return (
        (visibility.tenant_id is None or visibility.tenant_id in (each.tenant_id, each.owner_id))
        and (visibility.venues is None or each.venue_id in visibility.venues)
        and (not isinstance(query.venue, str) or query.venue == each.venue_id)
        and (not isinstance(query.kind, str) or query.kind == each.kind)
        and query.purpose == each.purpose
    )


def _happened_in(each: Record, period: Period) -> bool:
    since, until = time_of(period.since), time_of(period.until)
    if since is not None and each.at < since:
        return False
    if until is not None and each.at >= until:
        return False
    if since is None and period.since is not None and each.day < period.since:
        return False
    return not (until is None and period.until is not None and each.day >= period.until)


def _recount(seen: Iterable[Record], group_by: GroupBy) -> Rows:
    rows: Rows = {}
    for each in seen:
        key = getattr(each, _KEYS[group_by])
        if key is not None:
            rows.setdefault((None if group_by == "day" else each.venue_id, key), Counter())[each.kind] += 1
    return rows
