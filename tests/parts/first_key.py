"""The first admin key of a service that does not run yet, for who starts it from outside."""

from seatpreview.cli import operations, schema_revision
from seatpreview.cli.database_session import with_database
from seatpreview.settings import Settings


def first_key(settings: Settings) -> str:
    """What `db upgrade` and `keys create --scope admin` do: the tables, and the key's plaintext."""
    with_database(settings, lambda database: schema_revision.upgrade(settings, database))
    return str(operations.ask(settings, "createKey", sent={"scope": "admin"}).plaintext)
