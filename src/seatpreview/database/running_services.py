"""Finds services that use a database at this moment."""

from sqlalchemy import Connection, text

from seatpreview.database.engines import Database
from seatpreview.database.postgresql import SESSION
from seatpreview.database.service_lock import holder_of
from seatpreview.settings.settings import Settings

_ADDRESSES = text(
    "SELECT DISTINCT host(client_addr) FROM pg_stat_activity "
    "WHERE datname = current_database() AND application_name = :name AND pid <> pg_backend_pid() ORDER BY 1"
)


async def find(settings: Settings, database: Database) -> list[str]:
    """Names each process or machine that uses the database, for the beginning of a sentence. Commands on the
    same PostgreSQL count as well: they connect as services do."""
    if not database.is_sqlite:
        return await database.migrate(_machines)
    pid = holder_of(settings.data_dir)
    return [] if pid is None else [f"Process {pid}"]


def _machines(connection: Connection) -> list[str]:
    addresses = connection.scalars(_ADDRESSES, {"name": SESSION["application_name"]}).all()
    # The connections of a Unix socket have no address.
    return [
        "A service on the machine of PostgreSQL" if each is None else f"A service on {each}"
        for each in addresses
    ]
