"""Runs all checks that these settings call for."""

import asyncio

from seatpreview.data_folder import missing_part
from seatpreview.database import schema
from seatpreview.database.command_session import run_with_database
from seatpreview.database.engines import Database
from seatpreview.doctor import (
    clocks,
    data_folder,
    machine,
    postgresql,
    records,
    sqlite_files,
    stores,
)
from seatpreview.doctor.finding import Finding, fail
from seatpreview.doctor.options import Options
from seatpreview.problems import Problem
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import CommandError


def run_checks(settings: Settings, options: Options) -> list[Finding]:
    """Checks everything that the service needs with these settings, and changes nothing."""
    has_service = missing_part(settings) is None
    findings = [*data_folder.check(settings), *data_folder.check_disks(settings)]
    store = asyncio.run(stores.check_object_store(settings))
    files = _sqlite_files(settings, options, has_service) if settings.uses_sqlite else []
    findings += files
    is_readable = all(finding.state != "fail" for finding in files)
    if settings.database_url or (has_service and is_readable):
        findings += _database(settings, options, compares_images=not store)
    findings += store
    findings += asyncio.run(clocks.check_others(settings))
    if settings.valkey_url:
        findings.append(asyncio.run(stores.check_valkey(settings.valkey_url)))
    findings += data_folder.check_signing(settings)
    findings += records.check_webhook_key(settings)
    if settings.tls_cert and settings.tls_key:
        findings.append(machine.check_certificate(settings.tls_cert, settings.tls_key))
    return [
        *findings,
        *machine.check_proxies(settings),
        machine.check_open_files(settings),
        machine.check_priority(settings),
        machine.check_python(),
        machine.check_stills(settings),
    ]


def _sqlite_files(settings: Settings, options: Options, are_there: bool) -> list[Finding]:
    """Opens the files only if the running service has the same ones open: opening another file beside the
    service's log would damage the log."""
    moved = list(sqlite_files.check_moved(settings))
    return moved or (sqlite_files.check(settings, options) if are_there else [])


def _database(settings: Settings, options: Options, *, compares_images: bool) -> list[Finding]:
    """Runs the checks that need the database. Where it cannot be used, the only finding says why."""

    async def check(database: Database) -> list[Finding]:
        status = await schema.status(database)
        findings = [
            *([sqlite_files.version()] if database.is_sqlite else await postgresql.check(database, settings)),
            await records.check_migrations(database, status),
        ]
        if not status.is_usable:
            return findings
        return [
            *findings,
            await clocks.check_newest_record(database, settings),
            *await records.check_venues(database),
            *await records.check_quotas(database, settings),
            *await records.check_amounts(database),
            *await records.check_webhooks(database),
            *await records.check_webhook_secrets(database, settings),
            *(await stores.check_images(database, settings, options) if compares_images else ()),
            *await data_folder.check_signing_use(database, settings),
            await data_folder.check_last_backup(database, settings),
        ]

    try:
        return run_with_database(settings, check)
    except (CommandError, Problem) as error:
        remedy = (
            sqlite_files.REMEDY if settings.uses_sqlite else postgresql.remedy_for(error.__cause__ or error)
        )
        return [fail("database", str(error).replace("\n", " "), remedy)]
