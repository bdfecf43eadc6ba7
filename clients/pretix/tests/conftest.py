"""A copy of the migrated pretix for this run, a real Seat Preview service, and an organizer at the control
pages."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import django
import pytest
from seat_preview_service import PATIENCE, ROOT, SeatPreviewService, running_service
from stand_in_service import Service, stand_in_service

if TYPE_CHECKING:
    from organizer_at_work import OrganizerAtWork

TEMPLATE = Path(os.environ.get("PRETIX_FOLDER", ROOT / "build" / "pretix")) / "template"
DATA_DIR = Path(tempfile.mkdtemp(prefix="pretix-")) / "data"

# Django reads these when it starts, which is before the first test module is imported.
shutil.copytree(TEMPLATE, DATA_DIR)
os.environ["PRETIX_PRETIX_DATADIR"] = str(DATA_DIR)
os.environ["PRETIX_PRETIX_ALLOW_HTTP_TO_PRIVATE_NETWORKS"] = "true"
os.environ["PRETIX_PRETIX_URL"] = "https://shop.example"
os.environ["DJANGO_SETTINGS_MODULE"] = "trial_shop.settings"
os.environ.update(PATIENCE)
django.setup()


def pytest_unconfigure() -> None:
    """Deletes the copy."""
    shutil.rmtree(DATA_DIR.parent, ignore_errors=True)


@pytest.fixture(scope="session")
def django_db_setup() -> None:
    """The database is there already: each test changes it in a transaction that is rolled back."""


@pytest.fixture(scope="session")
def seat_preview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeatPreviewService]:
    """Runs a Seat Preview service with the demo tenant."""
    with running_service(tmp_path_factory.mktemp("service")) as service:
        yield service


@pytest.fixture
def service() -> Iterator[Service]:
    """Runs a server that is no Seat Preview service."""
    with stand_in_service() as server:
        yield server


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Each test starts with a process that remembers nothing."""
    from hierarkey.proxy import dirty_cache_keys

    from pretix_seatpreview.picker.seat_keys import forget_venue_seats
    from pretix_seatpreview.picker.shared_value import forget_shared_values

    forget_venue_seats()
    forget_shared_values()
    # Settings that an earlier test has changed, and whose transaction never ended, are read at each use.
    dirty_cache_keys.set(set())


@pytest.fixture
def organizer(db: None) -> Iterator[OrganizerAtWork]:
    """Signs the admin user of the example shop in."""
    from django_scopes import scopes_disabled
    from organizer_at_work import OrganizerAtWork

    with scopes_disabled():
        yield OrganizerAtWork()
