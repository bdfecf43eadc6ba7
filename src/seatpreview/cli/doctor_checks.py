"""The checks of `seatpreview doctor`. Each finding that is not ok says what to do about it."""

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Literal

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from seatpreview.cli.certificate import expiry_of
from seatpreview.cli.command_errors import CommandError
from seatpreview.cli.database_session import log_to_stderr, run_with_database
from seatpreview.clock import MICROSECONDS, Clock, datetime_of
from seatpreview.database import schema
from seatpreview.database.engines import Database
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.objects.store import objects_of
from seatpreview.problems import Unavailable
from seatpreview.settings import Settings, SettingsFault, variable
from seatpreview.venues import store as venue_store
from seatpreview.venues.record_bounds import bound_faults
from seatpreview.venues.record_codec import decode_record

CLOCK_DIFFERENCE_SECONDS_MAX = 1
EXPIRY_WARNING_DAYS = 30
TIMEOUT_SECONDS = 2

_PERMISSIONS_OF_OTHERS = 0o007
_PERMISSIONS_OF_GROUP_AND_OTHERS = 0o077

_DATABASE_CLOCK = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
ASYNCHRONOUS_STANDBYS = text("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'async'")


class Finding(msgspec.Struct, frozen=True):
    """The result of one check, as `--json` prints it."""

    check: str
    state: Literal["ok", "warn", "fail"]
    detail: str


def run_checks(settings: Settings) -> list[Finding]:
    """Checks everything that the service needs with these settings, and changes nothing."""
    log_to_stderr()
    findings = [*_data_folder(settings), *_database(settings)]
    if settings.valkey_url:
        findings.append(asyncio.run(_valkey(settings.valkey_url)))
    findings.extend(_signing(settings))
    findings.append(asyncio.run(_images(settings)))
    if settings.tls_cert and settings.tls_key:
        findings.append(_certificate(settings.tls_cert, settings.tls_key))
    return findings


def _data_folder(settings: Settings) -> Iterator[Finding]:
    folder = settings.data_dir
    if not folder.exists():
        yield Finding("data folder", "ok", f"{folder} does not exist yet. The first start creates it.")
        return
    if not folder.is_dir() or not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield Finding("data folder", "fail", f"{folder} must be a folder that this user can read and write.")
        return
    open_paths = [path for path in folder.iterdir() if _mode(path) & _PERMISSIONS_OF_GROUP_AND_OTHERS]
    if _mode(folder) & _PERMISSIONS_OF_OTHERS:
        yield Finding("data folder", "warn", f"Every user can enter {folder}: run `chmod 700 {folder}`.")
    for path in sorted(open_paths):
        yield Finding("data folder", "warn", f"Other users can read {path}: run `chmod go= {path}`.")
    if not open_paths and not _mode(folder) & _PERMISSIONS_OF_OTHERS:
        yield Finding("data folder", "ok", f"{folder} is for this user only.")


def _mode(path: Path) -> int:
    """The permissions of a file, or none where it is gone: SQLite's logs come and go while a service runs."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return 0


def _database(settings: Settings) -> list[Finding]:
    if settings.uses_sqlite and not DatabaseFiles(settings.data_dir).records.exists():
        detail = f"{settings.data_dir} has no database yet. The first start creates it."
        return [Finding("database", "ok", detail)]
    try:
        return run_with_database(settings, _sqlite if settings.uses_sqlite else _postgresql)
    except CommandError as error:
        advice = f"Check that it runs, and that {variable('database_url')} is the address of its primary."
        detail = " ".join(error.sentences) + ("" if settings.uses_sqlite else f" {advice}")
        return [Finding("database", "fail", detail)]


async def _sqlite(database: Database) -> list[Finding]:
    status = await schema.status(database)
    return [
        Finding("database", "ok", f"SQLite {sqlite3.sqlite_version}."),
        _migrations(status, "The next start upgrades it."),
        *(await _venues(database) if status.is_usable else ()),
    ]


async def _postgresql(database: Database) -> list[Finding]:
    status = await schema.status(database)
    migrations = _migrations(status, "Run `seatpreview db upgrade`.")
    costly_venues = await _venues(database) if status.is_usable else []
    async with database.read() as connection:
        version = await connection.scalar(text("SHOW server_version"))
        return [
            Finding("database", "ok", f"PostgreSQL {version}."),
            migrations,
            await _clock(connection),
            await _durability(connection),
            *costly_venues,
        ]


def _migrations(status: schema.SchemaStatus, advice: str) -> Finding:
    revision = f"The tables have revision {status.current or '(none)'}"
    if status.is_usable:
        return Finding("migrations", "ok", f"{revision}.")
    if status.current is not None and int(status.current) > int(status.newest):
        return Finding("migrations", "fail", f"{revision}, of a newer release: install that release.")
    return Finding("migrations", "fail", f"{revision}; this release needs {status.newest}. {advice}")


async def _venues(database: Database) -> list[Finding]:
    """Lists venues of earlier versions that cost more for each request than a new record may."""
    findings = []
    async with database.read() as connection:
        for venue_id in await venue_store.ids_of_any_tenant(connection):
            venue = await venue_store.get_of_any_tenant(connection, venue_id)
            findings += [
                Finding(
                    "venues",
                    "warn",
                    f"{venue_id}: {fault.pointer} {fault.detail}. The venue is served, but labels that take "
                    "too long are declined: its owner should replace the record with one that is accepted.",
                )
                for fault in (() if venue is None else bound_faults(decode_record(venue.document)))
            ]
    return findings or [Finding("venues", "ok", "No venue costs more for a request than is allowed.")]


async def _clock(connection: AsyncConnection) -> Finding:
    """Compares the clocks: requests use the database's, and where the two differ, one of them is wrong."""
    before = Clock().now()
    database_time = int(await connection.scalar(_DATABASE_CLOCK))
    difference_seconds = (database_time - (before + Clock().now()) / 2) / MICROSECONDS
    if abs(difference_seconds) <= CLOCK_DIFFERENCE_SECONDS_MAX:
        return Finding("clock", "ok", "This machine and the database agree on the time.")
    detail = f"The database's clock is {difference_seconds:+.1f} s from this machine's: run NTP on both."
    return Finding("clock", "warn", detail)


async def _durability(connection: AsyncConnection) -> Finding:
    """Warns where a crash or fail-over can lose a commit: a revoke is only as final as its commit."""
    if await connection.scalar(text("SHOW synchronous_commit")) == "off":
        detail = "synchronous_commit is off: a crash can undo a revoke that was confirmed. Set it to on."
        return Finding("durability", "warn", detail)
    standbys = await connection.scalar(ASYNCHRONOUS_STANDBYS)
    if standbys:
        detail = (
            f"Standby servers that replicate asynchronously: {standbys}. Fail-over to one can undo a revoke "
            "that was confirmed: set synchronous_standby_names."
        )
        return Finding("durability", "warn", detail)
    return Finding("durability", "ok", "A change that was confirmed is not lost in a crash.")


async def _valkey(url: str) -> Finding:
    try:
        client = Redis.from_url(url, socket_connect_timeout=TIMEOUT_SECONDS, socket_timeout=TIMEOUT_SECONDS)
        async with client:
            info = await client.info()
    except (RedisError, OSError, ValueError) as fault:
        reason = str(fault).rstrip(".")
        advice = f"Check that it runs, and that {variable('valkey_url')} is its address."
        return Finding("valkey", "fail", f"It does not answer: {reason}. {advice}")
    if info["role"] != "master":
        return Finding("valkey", "fail", f"It is a replica: set {variable('valkey_url')} to its primary.")
    name = "Valkey" if "valkey_version" in info else "Redis"
    return Finding("valkey", "ok", f"{name} {info.get('valkey_version') or info['redis_version']}.")


def _signing(settings: Settings) -> Iterator[Finding]:
    if settings.database_url and not settings.signing_secret:
        detail = (
            f"The signing secret is in {settings.data_dir}, so other machines refuse the sessions and image "
            f"addresses that this one signs: set {variable('signing_secret')} on all of them."
        )
        yield Finding("signing secret", "warn", detail)


async def _images(settings: Settings) -> Finding:
    """Asks for an object that does not exist: a store that answers so can be read."""
    if not settings.object_store_url:
        return Finding("images", "ok", f"Images are stored in {settings.data_dir / 'objects'}.")
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await objects_of(settings.data_dir, settings.object_store_url).size_bytes("doctor")
    except SettingsFault as fault:
        return Finding("images", "fail", " ".join(fault.faults))
    except (Unavailable, TimeoutError):
        detail = (
            f"The object store does not answer, or refuses access: check {variable('object_store_url')}, "
            "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
        )
        return Finding("images", "fail", detail)
    return Finding("images", "ok", "The object store answers.")


def _certificate(certificate: Path, key: Path) -> Finding:
    try:
        expiry = expiry_of(certificate, key)
    except OSError as fault:
        detail = f"{certificate} and {key} cannot be used: {fault.strerror or fault}."
        return Finding("certificate", "fail", detail)
    if expiry < datetime_of(Clock().now()) + timedelta(days=EXPIRY_WARNING_DAYS):
        return Finding("certificate", "warn", f"{certificate} expires on {expiry:%Y-%m-%d}: renew it.")
    return Finding("certificate", "ok", f"{certificate} is valid until {expiry:%Y-%m-%d}.")
