"""Fixtures of the databases that the commands under test use."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cli.program import PROGRAM_WITH_ONE_PICTURE, invoke
from cli.sqlite_database import SqliteDatabase
from seatpreview.doctor import python_build
from seatpreview.settings.settings import Settings
from servers import new_data_folder
from servers.free_ports import free_port
from servers.service_process import RunningService, running_service


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """The demo in an empty folder, as script/server starts it, with an environment in .venv. Tests share it,
    and may add records of their own to it."""
    folder = tmp_path_factory.mktemp("newcomer")
    (folder / ".venv").symlink_to(sys.prefix)
    flags = ["--demo", "--metrics-port", str(free_port())]
    with running_service(folder, *flags, program=PROGRAM_WITH_ONE_PICTURE) as service:
        yield service


@pytest.fixture(scope="session")
def service_without_keys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service in a new folder, with an empty database, which tests share and do not change. It stops after
    a delay, by itself."""
    folder = tmp_path_factory.mktemp("service")
    flags = ["--data-dir", str(folder / "data"), "--stop-delay-seconds", "1"]
    with running_service(folder, *flags) as service:
        yield service
        assert service.stop() == 0, "a stop ends by itself after its delay"


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


@pytest.fixture
def optimised_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the findings of doctor independent of the Python that runs the tests."""
    monkeypatch.setattr(python_build, "is_optimised", lambda: True)
