"""What the doctor looks at. Each check gives findings, and each finding that is not ok says what to do."""

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
from seatpreview.cli.database_session import log_to_stderr, with_database
from seatpreview.clock import MICROSECONDS, Clock, datetime_of
from seatpreview.database import schema
from seatpreview.database.engines import Database
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.objects.store import objects_of
from seatpreview.problems import Unavailable
from seatpreview.settings import Settings, SettingsFault, variable

APART_SECONDS_MAX = 1
EXPIRY_DAYS = 30
ANSWER_SECONDS = 2

_OTHERS = 0o007
_GROUP_AND_OTHERS = 0o077

_CLOCK = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
ASYNCHRONOUS_STANDBYS = text("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'async'")


class Finding(msgspec.Struct, frozen=True):
    check: str
    state: Literal["ok", "warn", "fail"]
    detail: str


def examine(settings: Settings) -> list[Finding]:
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
        yield Finding("data folder", "ok", f"{folder} is not there yet; the first start makes it.")
        return
    if not folder.is_dir() or not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield Finding("data folder", "fail", f"{folder} must be a folder in which this user may write.")
        return
    open_paths = [path for path in folder.iterdir() if _mode(path) & _GROUP_AND_OTHERS]
    if _mode(folder) & _OTHERS:
        yield Finding("data folder", "warn", f"Every user may enter {folder}: run `chmod 700 {folder}`.")
    for path in sorted(open_paths):
        yield Finding("data folder", "warn", f"Other users may read {path}: run `chmod go= {path}`.")
    if not open_paths and not _mode(folder) & _OTHERS:
        yield Finding("data folder", "ok", f"{folder} is for this user alone.")


def _mode(path: Path) -> int:
    """None at all where it is gone: SQLite's logs come and go while the service runs."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return 0


def _database(settings: Settings) -> list[Finding]:
    if settings.uses_sqlite and not DatabaseFiles(settings.data_dir).records.exists():
        detail = f"{settings.data_dir} holds no database yet; the first start makes it."
        return [Finding("database", "ok", detail)]
    try:
        return with_database(settings, _of_sqlite if settings.uses_sqlite else _of_postgresql)
    except CommandError as refused:
        advice = f"See that it runs and that {variable('database_url')} leads to its primary."
        detail = " ".join(refused.sentences) + ("" if settings.uses_sqlite else f" {advice}")
        return [Finding("database", "fail", detail)]


async def _of_sqlite(database: Database) -> list[Finding]:
    return [
        Finding("database", "ok", f"SQLite {sqlite3.sqlite_version}."),
        _migrations(await schema.status(database), "The next start upgrades it."),
    ]


async def _of_postgresql(database: Database) -> list[Finding]:
    migrations = _migrations(await schema.status(database), "Run `seatpreview db upgrade`.")
    async with database.read() as connection:
        version = await connection.scalar(text("SHOW server_version"))
        return [
            Finding("database", "ok", f"PostgreSQL {version}."),
            migrations,
            await _clock(connection),
            await _durability(connection),
        ]


def _migrations(found: schema.SchemaStatus, what_to_do: str) -> Finding:
    revision = f"The tables have revision {found.current or '(none)'}"
    if found.is_usable:
        return Finding("migrations", "ok", f"{revision}.")
    if found.current is not None and int(found.current) > int(found.newest):
        return Finding("migrations", "fail", f"{revision}, of a newer release: install that release.")
    return Finding("migrations", "fail", f"{revision}; this release needs {found.newest}. {what_to_do}")


async def _clock(connection: AsyncConnection) -> Finding:
    """Requests go by the database's clock. One that is apart from ours is wrong, or ours is."""
    before = Clock().now()
    theirs = int(await connection.scalar(_CLOCK))
    apart_seconds = (theirs - (before + Clock().now()) / 2) / MICROSECONDS
    if abs(apart_seconds) <= APART_SECONDS_MAX:
        return Finding("clock", "ok", "This machine and the database agree on the time.")
    detail = f"The database's clock is {apart_seconds:+.1f} s from this machine's: run NTP on both."
    return Finding("clock", "warn", detail)


async def _durability(connection: AsyncConnection) -> Finding:
    """A revoke is as final as the commit that it was: what a fail-over can lose was not."""
    if await connection.scalar(text("SHOW synchronous_commit")) == "off":
        detail = "synchronous_commit is off: a crash can undo a revoke that was answered. Set it to on."
        return Finding("durability", "warn", detail)
    standbys = await connection.scalar(ASYNCHRONOUS_STANDBYS)
    if standbys:
        detail = (
            f"Standby servers that replicate asynchronously: {standbys}. Fail-over to one can undo a revoke "
            "that was answered: set synchronous_standby_names."
        )
        return Finding("durability", "warn", detail)
    return Finding("durability", "ok", "A commit that was answered stays.")


async def _valkey(url: str) -> Finding:
    try:
        client = Redis.from_url(url, socket_connect_timeout=ANSWER_SECONDS, socket_timeout=ANSWER_SECONDS)
        async with client:
            told = await client.info()
    except (RedisError, OSError, ValueError) as fault:
        reason = str(fault).rstrip(".")
        advice = f"See that it runs and that {variable('valkey_url')} leads to it."
        return Finding("valkey", "fail", f"It does not answer: {reason}. {advice}")
    if told["role"] != "master":
        return Finding("valkey", "fail", f"It is a replica: set {variable('valkey_url')} to its primary.")
    name = "Valkey" if "valkey_version" in told else "Redis"
    return Finding("valkey", "ok", f"{name} {told.get('valkey_version') or told['redis_version']}.")


def _signing(settings: Settings) -> Iterator[Finding]:
    if settings.database_url and not settings.signing_secret:
        detail = (
            f"The signing secret is in {settings.data_dir}, so other machines refuse the sessions and "
            f"addresses of images that this one signs: set {variable('signing_secret')} on all of them."
        )
        yield Finding("signing secret", "warn", detail)


async def _images(settings: Settings) -> Finding:
    """Asks for an object that is not there: a store that can say so can be read."""
    if not settings.object_store_url:
        return Finding("images", "ok", f"Images are kept in {settings.data_dir / 'objects'}.")
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await objects_of(settings.data_dir, settings.object_store_url).size_bytes("doctor")
    except SettingsFault as fault:
        return Finding("images", "fail", " ".join(fault.faults))
    except (Unavailable, TimeoutError):
        detail = f"The object store does not answer, or refuses: check {variable('object_store_url')}."
        return Finding("images", "fail", f"{detail} Its credentials are AWS_ACCESS_KEY_ID and its secret.")
    return Finding("images", "ok", "The object store answers.")


def _certificate(certificate: Path, key: Path) -> Finding:
    try:
        expiry = expiry_of(certificate, key)
    except OSError as fault:
        detail = f"{certificate} and {key} cannot be used: {fault.strerror or fault}."
        return Finding("certificate", "fail", detail)
    if expiry < datetime_of(Clock().now()) + timedelta(days=EXPIRY_DAYS):
        return Finding("certificate", "warn", f"{certificate} expires on {expiry:%Y-%m-%d}: renew it.")
    return Finding("certificate", "ok", f"{certificate} is good until {expiry:%Y-%m-%d}.")
