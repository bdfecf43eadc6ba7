"""`seatpreview db confirm-clock`: shows the clock, and takes the operator's word that it is right."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import text

from cli.program import invoke
from seatpreview.change_feed.audit_list import AuditEntry, ListAudit, newest_entries
from seatpreview.database.engines import Transaction, open_database
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import MICROSECONDS, Clock
from seatpreview.values.validated_text import Label

DAY = 86_400 * MICROSECONDS


def move_mark(settings: Settings, days: int) -> None:
    """Moves the time at which the service last ran: as if the clock had moved the other way."""

    async def move(transaction: Transaction) -> None:
        await transaction.connection.execute(
            text(
                f"UPDATE clock_mark SET seen_at = seen_at + {days * DAY}, "
                f"trusted_at = trusted_at + {days * DAY}, doubted_since = NULL"
            )
        )

    async def run() -> None:
        database = open_database(settings, Clock())
        await database.write("operator", Clock().now(), move)
        await database.close()

    asyncio.run(run())


def confirm_clock(flags: list[str], *options: str) -> tuple[int, Any]:
    result = invoke("db", "confirm-clock", *options, *flags, "--json")
    return result.exit_code, json.loads(result.stdout)


def audit_of_clock(settings: Settings) -> list[tuple[str, str]]:
    async def run() -> list[AuditEntry]:
        database = open_database(settings, Clock())
        try:
            return await database.read(newest_entries, None, None, ListAudit(kind=Label("clock")), 10)
        finally:
            await database.close()

    return [(entry.actor, entry.action) for entry in asyncio.run(run())]


def test_the_clock_is_shown_and_confirmed(new_settings: Callable[..., Settings]) -> None:
    settings = new_settings()
    flags = ["--data-dir", str(settings.data_dir), "--database-url", settings.database_url]
    assert invoke("db", "upgrade", *flags).exit_code == 0
    code, report = confirm_clock(flags)
    assert (code, report["doubt"], report["confirmed"]) == (0, None, False)
    move_mark(settings, -40)
    code, report = confirm_clock(flags)
    assert (code, report["confirmed"]) == (1, False)
    assert "more than 30 days" in report["doubt"]
    assert "seatpreview db confirm-clock --yes" in report["doubt"]
    assert audit_of_clock(settings) == [], "nothing was confirmed"
    code, report = confirm_clock(flags, "--yes")
    assert (code, report["confirmed"]) == (0, True)
    assert audit_of_clock(settings) == [("operator", "confirmed")]
    code, report = confirm_clock(flags)
    assert (code, report["doubt"]) == (0, None)
    move_mark(settings, 3)
    code, report = confirm_clock(flags)
    assert code == 1
    assert "the service ran already at" in report["doubt"]
