"""Checks of the clock: against the database's, the newest record, the files, and other servers.

Sessions, rotated keys and links end by the clock. While a clock is behind, they are accepted for too long.
"""

import asyncio
import os
import ssl
from collections.abc import Iterator
from contextlib import closing
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from sqlalchemy import func, select, text

from seatpreview.background_jobs.clock_guard import doubt_about_clock
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.tables import changes, events
from seatpreview.doctor.finding import Finding, fail, ok, warn
from seatpreview.objects.bucket_address import read_address
from seatpreview.settings.settings import Settings, SettingsFault
from seatpreview.values.clock import MICROSECONDS, Clock, Moment, datetime_of, moment_of

DIFFERENCE_SECONDS_MAX = 1
"""How far the clocks of two machines with NTP may differ."""
OTHERS_SECONDS_MAX = 60
"""How far the times of records and of other servers may differ from the clock."""
FAILURE_SECONDS = 3600
"""A difference that lets sessions and rotated keys live for much longer than they should."""
TIMEOUT_SECONDS = 2

REMEDY = "Set the clock right, and let NTP keep it so (chrony or systemd-timesyncd)."

_DATABASE_CLOCK = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")


async def check_database_clock(connection: Connection) -> Finding:
    """Compares the clocks: requests use the database's, and where the two differ, one of them is wrong."""
    before = Clock().now()
    database_time = int(await connection.scalar(_DATABASE_CLOCK))
    after = Clock().now()
    difference = (database_time - (before + after) / 2) / MICROSECONDS
    # The database may have read its clock at any moment between the request and the response.
    uncertain = (after - before) / 2 / MICROSECONDS
    if abs(difference) <= DIFFERENCE_SECONDS_MAX + uncertain:
        return ok("clock", "This machine and the database agree on the time.")
    detail = f"The database's clock is {difference:+.1f} s from this machine's."
    return _finding(abs(difference), detail, "Run NTP on both (chrony or systemd-timesyncd).")


async def check_newest_record(database: Database, settings: Settings) -> Finding:
    """Compares the clock that requests use with the newest record, which cannot be from the future."""
    written = await database.read(_newest_record)
    now = Clock().now() if database.is_sqlite else (await database.feed.last()).at
    if database.is_sqlite:
        written = max(written, _newest_file(settings))
    behind = (written - now) / MICROSECONDS
    doubt = await doubt_about_clock(database, now)
    if behind <= OTHERS_SECONDS_MAX:
        if doubt is not None:
            return warn("clock", doubt, REMEDY)
        return ok("clock", "No record is from the future.")
    clock = "this machine's clock" if database.is_sqlite else "the database's clock"
    newest = (
        f"The newest record is of {datetime_of(written):%Y-%m-%d %H:%M} UTC, {_length(behind)} after now by "
        f"{clock}: it"
    )
    if doubt is None:
        detail = f"{newest} was ahead when the record was written. The service trusts it as it is now."
        return warn("clock", detail, "Compare the clock with another one. If it is right, do nothing.")
    detail = (
        f"{newest} is behind, or was ahead when the record was written. While it is behind, sessions and "
        "rotated keys that have ended are still accepted for that long."
    )
    return _finding(behind, detail, REMEDY)


async def check_others(settings: Settings) -> list[Finding]:
    """Compares the clock with the object store's and with that of the public address, where they answer."""
    findings = []
    for name, url in _others(settings):
        before = Clock().now()
        reported = await asyncio.to_thread(_date_of, url)
        if reported is None:
            continue
        # The header has whole seconds, and the response took a while.
        difference = (reported - (before + Clock().now()) / 2) / MICROSECONDS
        if abs(difference) <= OTHERS_SECONDS_MAX:
            findings.append(ok("clock", f"This machine and {name} agree on the time."))
            continue
        side = "behind" if difference > 0 else "ahead of"
        detail = f"This machine's clock is {_length(abs(difference))} {side} that of {name}."
        findings.append(_finding(abs(difference), detail, REMEDY))
    return findings


def _finding(seconds: float, detail: str, remedy: str) -> Finding:
    return (fail if seconds > FAILURE_SECONDS else warn)("clock", detail, remedy)


async def _newest_record(connection: Connection) -> Moment:
    """Returns when the newest record was written; 0 where there is none."""
    found = [await connection.scalar(statement) for statement in _NEWEST]
    return Moment(max(at or 0 for at in found))


_NEWEST = (select(func.max(changes.c.at)), select(func.max(events.c.received_at)))


def _newest_file(settings: Settings) -> Moment:
    """Returns when the newest file of the data folder was written: it may be newer than all records."""
    times = [0]
    for path in settings.data_dir.iterdir():
        try:
            times.append(path.stat().st_mtime_ns // 1000)
        except FileNotFoundError:
            continue  # SQLite's logs come and go while a service runs.
    return Moment(max(times))


def _others(settings: Settings) -> Iterator[tuple[str, str]]:
    """Yields the servers that are asked for the time, each with its address."""
    if settings.object_store_url:
        try:
            address = read_address(settings.object_store_url, os.environ)
        except SettingsFault:
            return  # The check of the images reports the address.
        yield "the object store", address.endpoint or f"https://s3.{address.region}.amazonaws.com"
    if settings.public_url:
        yield settings.public_url, settings.public_url


def _date_of(url: str) -> Moment | None:
    """Returns the time in a web server's response, whatever its status; None where it has none."""
    # By a wrong clock no certificate is valid, and nothing but the time is taken from the response.
    unverified = ssl.create_default_context()
    unverified.check_hostname = False
    unverified.verify_mode = ssl.CERT_NONE
    parts = urlsplit(url)
    host = parts.hostname or ""
    connection = (
        HTTPConnection(host, parts.port, timeout=TIMEOUT_SECONDS)
        if parts.scheme == "http"
        else HTTPSConnection(host, parts.port, timeout=TIMEOUT_SECONDS, context=unverified)
    )
    try:
        with closing(connection):
            connection.request("HEAD", "/")
            date = connection.getresponse().getheader("Date")
    except (OSError, HTTPException):
        return None
    try:
        return None if date is None else moment_of(parsedate_to_datetime(date))
    except (TypeError, ValueError):
        return None


def _length(seconds: float) -> str:
    """Writes a duration for people, in the unit that fits."""
    if seconds < 120:
        return f"{seconds:.0f} seconds"
    if seconds < 7200:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3600:.0f} hours"
