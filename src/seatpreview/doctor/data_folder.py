"""Checks of the data folder: that it exists, and that no other user can read it."""

import os
from collections.abc import Iterator
from pathlib import Path

from seatpreview.data_folder.service_folder import how_to_name_the_folder, missing_part
from seatpreview.doctor.finding import Finding, fail, ok, warn
from seatpreview.settings.settings import Settings, variable
from seatpreview.signing import FILE_NAME, signing_of
from seatpreview.values.command_error import CommandError

_PERMISSIONS_OF_OTHERS = 0o007
_PERMISSIONS_OF_GROUP_AND_OTHERS = 0o077

_MAY_BE_OPEN = ("last-backup", "uploads")
"""Folders that hold no secret: backups of another user are noted in the first one, and each file in the
second one is for this user only."""


def check(settings: Settings) -> Iterator[Finding]:
    """Checks that the folder of a service exists, and that no other user can read what is in it."""
    folder = settings.data_dir
    if folder.exists() and (not folder.is_dir() or not os.access(folder, os.R_OK | os.W_OK | os.X_OK)):
        detail = f"{folder} is not a folder that this user can read and write."
        yield fail("data folder", detail, f"Run this as the user of the service, or `chown` {folder} to it.")
        return
    missing = missing_part(settings)
    if missing is not None:
        yield fail("data folder", missing, how_to_name_the_folder(settings))
    if not folder.exists():
        return
    open_paths = [
        path
        for path in folder.iterdir()
        if path.name not in _MAY_BE_OPEN and _mode(path) & _PERMISSIONS_OF_GROUP_AND_OTHERS
    ]
    if _mode(folder) & _PERMISSIONS_OF_OTHERS:
        yield warn("data folder", f"Every user can enter {folder}.", f"Run `chmod 700 {folder}`.")
    for path in sorted(open_paths):
        yield warn("data folder", f"Other users can read {path}.", f"Run `chmod go= {path}`.")
    if missing is None and not open_paths and not _mode(folder) & _PERMISSIONS_OF_OTHERS:
        yield ok("data folder", f"{folder} is for this user only.")


def check_signing(settings: Settings) -> Iterator[Finding]:
    """Finds a damaged signing secret, and warns where each machine of a cluster would sign with a secret of
    its own."""
    if not settings.signing_secret and (settings.data_dir / FILE_NAME).exists():
        try:
            signing_of(settings.data_dir, "")
        except CommandError as fault:
            detail, remedy = fault.sentences
            yield fail("signing secret", detail, remedy)
    if settings.database_url and not settings.signing_secret:
        detail = (
            f"The signing secret is in {settings.data_dir}, so other machines refuse the sessions and image "
            "addresses that this one signs."
        )
        yield warn("signing secret", detail, f"Set {variable('signing_secret')} on all of them.")


def _mode(path: Path) -> int:
    """Returns the permissions of a file; 0 where it is gone, as SQLite's logs may be while a service runs."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return 0
