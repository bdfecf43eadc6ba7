"""Reports from counts: a recount of all events, whatever was counted, deleted or erased before."""

from collections.abc import AsyncIterator, Callable
from itertools import count
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from database.opened import opened
from events.histories import HISTORY_DAYS, ZONES, History, steps, times
from events.records import DAY, START, new_world, record
from examples import examples
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.sqlite import SqliteConnection
from seatpreview.events import counting, report, retention, store
from seatpreview.events.model import DayOrTime, GroupBy, ReportEvents
from seatpreview.events.queries import Visibility
from seatpreview.problems import ValidationFailed
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Moment, datetime_of

pytestmark = pytest.mark.anyio

_numbers = count()


@pytest.fixture(scope="module")
async def database(new_settings: Callable[..., Settings]) -> AsyncIterator[Database]:
    async with opened(new_settings()) as database:
        yield database


@pytest.fixture(autouse=True)
def small_transactions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "COUNTED_EVENTS_MAX", 4)
    monkeypatch.setattr(retention, "PRUNED_ROWS_MAX", 3)


def new_history(database: Database, zones: tuple[str, str] = ("UTC", "UTC")) -> History:
    """Every example lies after the others, so that none of its events is counted at first."""
    return History(database, new_world(), START + next(_numbers) * 2 * HISTORY_DAYS * DAY, zones)


def bounds() -> st.SearchStrategy[tuple[str, int] | None]:
    """Generates days and times, since the beginning of the history, and midnights among them."""
    around = times(-10, HISTORY_DAYS + 10)
    return st.none() | st.tuples(st.sampled_from(["day", "day", "time", "midnight"]), around)


def bound(history: History, given: tuple[str, int]) -> DayOrTime:
    form, since = given
    at = history.begin + since
    if form == "midnight":
        at -= at % DAY
    text = datetime_of(at).isoformat()
    return DayOrTime(text[:10] if form == "day" else text)


@examples(20)
@given(
    happened=steps(),
    zones=st.tuples(st.sampled_from(ZONES), st.sampled_from(ZONES)),
    asked=st.lists(
        st.fixed_dictionaries(
            {
                "group_by": st.sampled_from(get_args(GroupBy)),
                "kind": st.sampled_from([None, None, "ad_shown", "seat_viewed"]),
                "venue": st.sampled_from([None, None, 0, 1]),
                "tenant": st.sampled_from([0, 1, None]),
                "limit": st.integers(1, 6),
                "purpose": st.sampled_from(["buyer", "buyer", "staff"]),
                "from_": bounds(),
                "until": bounds(),
            }
        ),
        min_size=4,
        max_size=12,
    ),
)
async def test_a_report_is_a_recount_whatever_was_counted_deleted_or_erased(
    database: Database, happened: list[tuple[str, Any]], zones: tuple[str, str], asked: list[dict[str, Any]]
) -> None:
    history = new_history(database, zones)
    for step in happened:
        await history.apply(step)
    for each in asked:
        visibility, query = _question(history, each)
        expected = history.expected(visibility, query)
        if expected is None:
            with pytest.raises(ValidationFailed):
                await history.report(visibility, query)
        else:
            assert await history.report(visibility, query) == expected


async def test_events_of_a_part_of_a_day_are_read_once_for_the_owner_who_reported_them(
    tmp_path: Path,
) -> None:
    world = new_world()
    noon = Moment(START - START % DAY - DAY // 2)
    day = datetime_of(noon).date().isoformat()
    async with opened(Settings(data_dir=tmp_path)) as database:
        for batch in range(3):
            times = {"day": day, "at": noon, "received_at": noon}
            records = tuple(record(world, event_id=f"e{batch}-{n}", **times) for n in range(100))
            await store.write_batches(database, [records])
        while await database.write_activity(counting.count_some, Moment(noon + DAY)):
            pass
        query = ReportEvents(group_by="day", from_=DayOrTime(datetime_of(noon - DAY // 4).isoformat()))
        of_administrator, of_owner = [
            await database.report(_steps_of_report, Visibility(tenant_id, None), query)
            for tenant_id in (None, world.tenants[0])
        ]
    assert of_owner < 1.5 * of_administrator


async def _steps_of_report(connection: Connection, visibility: Visibility, query: ReportEvents) -> int:
    """Returns how many instructions of SQLite a report takes."""
    assert isinstance(connection, SqliteConnection)
    steps = count()
    connection.driver.set_progress_handler(lambda: next(steps) < 0, 1)
    [row] = await report.report(connection, visibility, query, 10)
    connection.driver.set_progress_handler(None, 0)
    assert row.total == 300
    return next(steps)


def _question(history: History, drawn: dict[str, Any]) -> tuple[Visibility, ReportEvents]:
    world = history.world
    query: dict[str, Any] = {name: drawn[name] for name in ("group_by", "limit", "purpose")}
    if drawn["kind"] is not None:
        query["kind"] = drawn["kind"]
    for name in ("from_", "until"):
        if drawn[name] is not None:
            query[name] = bound(history, drawn[name])
    if drawn["tenant"] is None:
        # An administrator, who sees all events; of other examples as well, but for this restriction.
        venues = world.venues if drawn["venue"] is None else (world.venues[drawn["venue"]],)
        return Visibility(None, venues), ReportEvents(**query)
    if drawn["venue"] is not None:
        query["venue"] = world.venues[drawn["venue"]]
    return Visibility(world.tenants[drawn["tenant"]], None), ReportEvents(**query)
