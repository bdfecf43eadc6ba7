"""The data folder of a service: created, locked against a second service, and checked for what it lacks."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from seatpreview.database.service_lock import FILE_NAME, FolderInUse, service_lock
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.settings.settings import Settings, variable
from seatpreview.values.command_error import CommandError


def make_data_folder(settings: Settings) -> None:
    """Creates the data folder where it is missing, with access for this user only."""
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)


@contextmanager
def data_folder_lock(settings: Settings) -> Iterator[None]:
    """Keeps a second service, and a restore, out of a data folder with SQLite files. Raises CommandError
    where another process holds the lock. Services on PostgreSQL may share a folder."""
    if not settings.uses_sqlite:
        yield
        return
    folder = settings.data_dir.absolute()
    with ExitStack() as stack:
        try:
            stack.enter_context(service_lock(folder))
        except FolderInUse as fault:
            raise CommandError(
                f"The data folder {folder} is in use by {fault}: a service or a restore. SQLite takes only "
                "one at a time.",
                f"Stop that one first, or name another folder with --data-dir or {variable('data_dir')}.",
            ) from fault
        except OSError as fault:
            raise CommandError(f"{folder / FILE_NAME} cannot be opened: {fault.strerror}.") from fault
        yield


def check_service_exists(settings: Settings) -> None:
    """Refuses a data folder that no service has used: a misspelt name, or a wrong working folder.

    Only commands that are meant to begin a service may create one: others would report an empty one.
    """
    missing = missing_part(settings)
    if missing is not None:
        raise CommandError(missing, how_to_name_the_folder(settings))


def missing_part(settings: Settings) -> str | None:
    """Says in a sentence what the data folder lacks. Returns None where it is complete, or where it is not
    needed, because the settings say where records, images and the signing secret are."""
    folder = settings.data_dir.absolute()
    if settings.database_url and settings.signing_secret and settings.object_store_url:
        return None
    if not os.path.isdir(folder):
        return f"There is no data folder {folder}."
    if not os.access(folder, os.R_OK | os.X_OK):
        return None  # What is missing cannot be seen. Opening the files says why they cannot be read.
    if settings.uses_sqlite and not os.path.exists(DatabaseFiles(folder).records):
        return f"The data folder {folder} has no database."
    return None


def how_to_name_the_folder(settings: Settings) -> str:
    """Says how to tell a command where the service's data folder is."""
    given = f"Give the folder of the service with --data-dir or {variable('data_dir')}"
    if settings.uses_sqlite:
        return f"{given}. `seatpreview serve` begins a new service."
    return f"{given}, or set {variable('signing_secret')} and {variable('object_store_url')}."
