"""The service to measure, with its database: embedded, or with PostgreSQL and Valkey on the other core."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any, Literal

from benchmarks.pinned_server import Cores, RunningServer, start_server
from parts import postgres, valkey
from parts.first_key import first_key
from seatpreview.settings import Settings, as_environment
from serving import free_port

Mode = Literal["embedded", "cluster"]

APPLICATION = "seatpreview.http.worker:application"


@contextmanager
def settings_for(mode: Mode, folder: Path, cores: Cores) -> Iterator[Settings]:
    """Gives settings of a new service. The databases that they name run until the end of the block."""
    with ExitStack() as stack:
        urls: Any = {} if mode == "embedded" else stack.enter_context(_start_databases(cores))
        yield Settings(data_dir=folder / mode, port=free_port(), metrics_port=0, **urls)


@contextmanager
def _start_databases(cores: Cores) -> Iterator[dict[str, str]]:
    all_cores = os.sched_getaffinity(0)
    # A folder of its own: PostgreSQL runs as another user where this one is root.
    with tempfile.TemporaryDirectory(prefix="seatpreview-bench-postgres-") as folder:
        os.sched_setaffinity(0, {cores.load})
        database, rate_limits = postgres.start(Path(folder)), valkey.start()
        os.sched_setaffinity(0, all_cores)
        try:
            yield {"database_url": database.create_database("measured"), "valkey_url": rate_limits.url}
        finally:
            rate_limits.stop()
            database.stop()


@contextmanager
def start_new_service(settings: Settings, core: int) -> Iterator[tuple[RunningServer, str]]:
    """Starts the service on a new database, and gives the server and the plaintext of an admin key."""
    admin_key = first_key(settings)
    with start_service(settings, core) as server:
        yield server, admin_key


def start_service(settings: Settings, core: int) -> AbstractContextManager[RunningServer]:
    """Starts the service on the data that is in its folder."""
    log = settings.data_dir / "service.log"
    return start_server(APPLICATION, settings.port, core, log, as_environment(settings), is_factory=True)
