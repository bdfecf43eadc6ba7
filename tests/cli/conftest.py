"""Fixtures of the services and databases that the commands under test use."""

import signal
import sys
from collections.abc import Iterator

import pytest

from cli.data_folders import data_dir, database_flags, missing_dir, sqlite_database
from cli.program import PROGRAM_WITH_ONE_PICTURE
from servers.free_ports import free_port
from servers.service_process import RunningService, running_service

__all__ = ["data_dir", "database_flags", "missing_dir", "sqlite_database"]


CONNECTIONS = 1300
"""How many connections the service that tests share takes."""


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """The demo in an empty folder, as script/server starts it, with an environment in .venv. Tests share it,
    and may add records of their own to it."""
    folder = tmp_path_factory.mktemp("newcomer")
    (folder / ".venv").symlink_to(sys.prefix)
    flags = ["--demo", "--metrics-port", str(free_port())]
    with running_service(folder, *flags, program=PROGRAM_WITH_ONE_PICTURE) as service:
        yield service
        assert service.stop(signal.SIGHUP) == 0, "closing the terminal stops it as well"


@pytest.fixture(scope="session")
def service_without_keys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service in a new folder, with an empty database and a metrics listener. Tests share it, since each
    start takes seconds, and leave it ready and without records. It stops after a delay, by itself."""
    folder = tmp_path_factory.mktemp("service")
    flags = ["--data-dir", str(folder / "data"), "--stop-delay-seconds", "1"]
    flags += ["--metrics-port", str(free_port()), "--connections-max", str(CONNECTIONS)]
    with running_service(folder, *flags) as service:
        yield service
        assert service.stop() == 0, "a stop ends by itself after its delay"
