"""Creates an admin key in the database of a service, which need not run yet."""

from seatpreview.api import local_operations
from seatpreview.data_folder import make_data_folder
from seatpreview.database import command_session
from seatpreview.settings.settings import Settings
from servers import new_data_folder


def create_admin_key(settings: Settings) -> str:
    """Does what `db upgrade` and `keys create --scope admin` do, and returns the plaintext of the key."""
    make_data_folder(settings)
    if settings.uses_sqlite and not new_data_folder.has_database(settings.data_dir):
        new_data_folder.fill(settings.data_dir)
    command_session.run_with_database(settings, lambda database: command_session.upgrade(settings, database))
    return str(local_operations.call(settings, "createKey", body={"scope": "admin"}).plaintext)
