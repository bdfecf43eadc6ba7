"""The service to measure, on its databases."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from benchmarks.databases import Mode, start_databases
from benchmarks.pinned_server import Cores, PinnedServer, start_server
from seatpreview.settings.loader import as_environment
from seatpreview.settings.settings import Settings
from servers.admin_key import create_admin_key
from servers.free_ports import free_port

APPLICATION = "seatpreview.server.worker:application"


@contextmanager
def settings_for(mode: Mode, folder: Path, cores: Cores) -> Iterator[Settings]:
    """Gives settings of a new service. The databases that they name run until the end of the block."""
    with start_databases(mode, cores) as databases:
        urls = databases.create("measured")
        yield Settings(data_dir=folder / mode, port=free_port(), metrics_port=0, stills="off", **urls)


@contextmanager
def start_new_service(settings: Settings, core: int) -> Iterator[tuple[PinnedServer, str]]:
    """Starts the service on a new database, and gives the server and the plaintext of an admin key."""
    admin_key = create_admin_key(settings)
    with start_service(settings, core) as server:
        yield server, admin_key


def start_service(settings: Settings, core: int) -> AbstractContextManager[PinnedServer]:
    """Starts the service on the data that is in its folder."""
    log = settings.data_dir / "service.log"
    return start_server(APPLICATION, settings.port, core, log, as_environment(settings), is_factory=True)
