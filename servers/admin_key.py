"""Creates an admin key in the database of a service, which need not run yet."""

from seatpreview.cli import operations, schema_revision
from seatpreview.cli.database_session import make_data_folder, run_with_database
from seatpreview.settings.settings import Settings


def create_admin_key(settings: Settings) -> str:
    """Does what `db upgrade` and `keys create --scope admin` do, and returns the plaintext of the key."""
    make_data_folder(settings)
    run_with_database(settings, lambda database: schema_revision.upgrade(settings, database))
    return str(operations.call(settings, "createKey", body={"scope": "admin"}).plaintext)
