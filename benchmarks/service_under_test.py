"""A service to measure, with its database: embedded, or with PostgreSQL and Valkey on the other core."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any, Literal

from benchmarks.servers import Cores, Running, serving
from parts import postgres, valkey
from parts.first_key import first_key
from seatpreview.settings import Settings, as_environment
from serving import free_port

Mode = Literal["embedded", "cluster"]

SERVICE = "seatpreview.http.worker:application"


@contextmanager
def settings_for(mode: Mode, folder: Path, cores: Cores) -> Iterator[Settings]:
    """Settings of a service that nobody else uses, while what they name is there."""
    with ExitStack() as stack:
        addresses: Any = {} if mode == "embedded" else stack.enter_context(_databases(cores))
        yield Settings(data_dir=folder / mode, port=free_port(), metrics_port=0, **addresses)


@contextmanager
def _databases(cores: Cores) -> Iterator[dict[str, str]]:
    everywhere = os.sched_getaffinity(0)
    # A folder of its own: PostgreSQL runs as another user where this one is root.
    with tempfile.TemporaryDirectory(prefix="seatpreview-bench-postgres-") as home:
        os.sched_setaffinity(0, {cores.other})
        server, limits = postgres.start(Path(home)), valkey.start()
        os.sched_setaffinity(0, everywhere)
        try:
            yield {"database_url": server.create_database("measured"), "valkey_url": limits.url}
        finally:
            limits.stop()
            server.stop()


@contextmanager
def service(settings: Settings, core: int) -> Iterator[tuple[Running, str]]:
    """The service, and the plaintext of an admin key."""
    admin_key = first_key(settings)
    with started(settings, core) as running:
        yield running, admin_key


def started(settings: Settings, core: int) -> AbstractContextManager[Running]:
    """The service, on what it finds in its folder."""
    log = settings.data_dir / "service.log"
    return serving(SERVICE, settings.port, core, log, as_environment(settings), is_factory=True)
