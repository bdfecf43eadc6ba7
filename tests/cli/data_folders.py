"""Fixtures of the databases that commands under test use. Folders whose tests run commands import them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cli.program import invoke
from cli.sqlite_database import SqliteDatabase
from seatpreview.settings.settings import Settings
from servers import new_data_folder


@pytest.fixture
def database_flags(new_settings: Callable[..., Settings]) -> list[str]:
    """Flags of a database with all its tables. A test that uses them runs on each engine."""
    settings = new_settings()
    flags = ["--data-dir", str(settings.data_dir), "--database-url", settings.database_url]
    if settings.uses_sqlite:
        new_data_folder.fill(settings.data_dir)
    else:
        assert invoke("db", "upgrade", *flags).exit_code == 0
    return flags


@pytest.fixture
def data_dir(missing_dir: Path) -> Path:
    """The data folder of a service that has no records yet."""
    new_data_folder.fill(missing_dir)
    return missing_dir


@pytest.fixture
def missing_dir(tmp_path: Path) -> Path:
    """A data folder that does not exist yet."""
    return tmp_path / "data"


@pytest.fixture
def sqlite_database(data_dir: Path) -> SqliteDatabase:
    """A new SQLite database with all its tables."""
    return SqliteDatabase(data_dir)
