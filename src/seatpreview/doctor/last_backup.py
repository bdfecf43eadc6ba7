"""The check of the last backup: that there is one, and how old it is."""

from sqlalchemy import select

from seatpreview.data_folder import last_backup
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database
from seatpreview.database.tables import keys, tenants
from seatpreview.doctor.finding import Finding, ok, warn
from seatpreview.settings.settings import Settings, variable
from seatpreview.values.clock import Clock


async def check(database: Database, settings: Settings) -> Finding:
    """Warns where a service with records has no backup, or an old one."""
    if settings.backups_elsewhere:
        return ok("backup", f"Backups are taken elsewhere ({variable('backups_elsewhere')}).")
    backup = last_backup.read(settings.data_dir)
    remedy = (
        "Run `seatpreview db backup FILE`, and let a timer do so every hour."
        if settings.uses_sqlite
        else "Let a timer run deploy/backup-postgresql. If something else makes backups, such as the "
        f"provider of the database, restore one for a trial and set {variable('backups_elsewhere')}=true."
    )
    if backup is None:
        if not await database.read(_has_records):
            return ok("backup", "There is nothing to back up yet.")
        return warn("backup", f"No backup is noted in {settings.data_dir}.", remedy)
    hours = backup.age_seconds(Clock().now()) / 3600
    detail = f"The last backup is {backup.name}, of {backup.at:%Y-%m-%d %H:%M} UTC"
    if hours > last_backup.AGE_HOURS_MAX:
        detail += f", {hours:.0f} hours ago. No backup has the changes since then."
        return warn("backup", detail, remedy)
    tried = (
        "was not tried out yet" if backup.verified_at is None else "was restored for a trial, and is whole"
    )
    return ok("backup", f"{detail}. It {tried}.")


async def _has_records(connection: Connection) -> bool:
    found = [await connection.scalar(select(table.c[0]).limit(1)) for table in (tenants, keys)]
    return any(id is not None for id in found)
