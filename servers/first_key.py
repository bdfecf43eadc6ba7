"""Creates the first admin key of a service before it is started, as benchmarks and the soak test need it."""

from seatpreview.cli import operations, schema_revision
from seatpreview.cli.database_session import make_data_folder, run_with_database
from seatpreview.settings.settings import Settings


def first_key(settings: Settings) -> str:
    """Does what `db upgrade` and `keys create --scope admin` do, and returns the key's plaintext."""
    make_data_folder(settings)
    run_with_database(settings, lambda database: schema_revision.upgrade(settings, database))
    return str(operations.call(settings, "createKey", body={"scope": "admin"}).plaintext)
