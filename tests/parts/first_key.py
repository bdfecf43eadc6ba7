"""The first admin key of a service that is not running yet, for tests that start one as a process."""

from seatpreview.cli import operations, schema_revision
from seatpreview.cli.database_session import with_database
from seatpreview.settings import Settings


def first_key(settings: Settings) -> str:
    """Creates the tables and an admin key, as the command line does, and returns the plaintext."""
    with_database(settings, lambda database: schema_revision.upgrade(settings, database))
    return str(operations.ask(settings, "createKey", sent={"scope": "admin"}).plaintext)
