"""Erases events for a command: reads which ones, counts them, and erases them."""

from datetime import datetime
from typing import Any

import msgspec

from seatpreview.cli import schema_revision
from seatpreview.cli.command_errors import EXIT_USAGE, CommandError
from seatpreview.cli.database_session import run_with_database
from seatpreview.database.engines import Database
from seatpreview.events import erasure
from seatpreview.events.erasure import Found, Selection
from seatpreview.events.text_types import DayOrTime
from seatpreview.settings.settings import Settings
from seatpreview.values.caller import OPERATOR
from seatpreview.values.clock import Moment, moment_of
from seatpreview.values.ids import SessionId, VenueId


def read_selection(session: str | None, venue: str | None, before: str | None) -> Selection:
    """Returns which events the options name. Without any of them, nothing is erased."""
    if session is None and venue is None and before is None:
        raise CommandError("Say which events: --session, --venue or --before.", exit_code=EXIT_USAGE)
    return Selection(
        None if session is None else _parse("--session", SessionId, session),
        None if venue is None else _parse("--venue", VenueId, venue),
        None if before is None else _time(_parse("--before", DayOrTime, before)),
    )


def count(settings: Settings, selection: Selection) -> Found:
    """Returns how many events would be erased."""

    async def run(database: Database) -> Found:
        await schema_revision.make_usable(settings, database)
        return await database.report(erasure.count, selection)

    return run_with_database(settings, run)


def erase(settings: Settings, selection: Selection) -> int:
    """Erases the events, and returns how many."""

    async def run(database: Database) -> int:
        at = (await database.feed.last()).at
        return await erasure.erase(database, selection, OPERATOR.actor, at)

    return run_with_database(settings, run)


def _parse(option: str, type_: Any, text: str) -> Any:
    try:
        return type_.parse(text)
    except ValueError as fault:
        raise CommandError(f"{option} {fault}.", exit_code=EXIT_USAGE) from None


def _time(text: DayOrTime) -> Moment:
    is_day = len(text) == len("2026-11-15")
    return moment_of(msgspec.convert(f"{text}T00:00:00Z" if is_day else str(text), datetime))
