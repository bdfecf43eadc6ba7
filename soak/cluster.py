"""The cluster: two instances of the service, a PostgreSQL and a Valkey of their own."""

import asyncio
import contextlib
import random
import secrets
import socket
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from parts import postgres as postgres_part
from parts import valkey as valkey_part
from parts.first_key import first_key
from parts.postgres import RunningPostgres
from parts.valkey import RunningValkey
from seatpreview.settings import load
from soak.instance import Instance
from soak.lines import lines_to_each

INSTANCES = ("A", "B")
WORKERS_OF_EACH = 2

# So that only keys and tenants with a limit of their own meet one.
_PLENTY = dict.fromkeys(
    ("SEATPREVIEW_KEY_RATE", "SEATPREVIEW_TENANT_RATE", "SEATPREVIEW_ADDRESS_RATE"), "1000000/1/1000000"
)


@dataclass(frozen=True)
class Cluster:
    postgres: RunningPostgres
    valkey: RunningValkey
    instances: tuple[Instance, ...]
    admin_key: str

    @property
    def worker_count(self) -> int:
        return sum(instance.worker_count for instance in self.instances)


@contextmanager
def own_parts() -> Iterator[tuple[RunningPostgres, RunningValkey]]:
    """A PostgreSQL and a Valkey that nobody else uses, so that they may be ended."""
    with tempfile.TemporaryDirectory(prefix="seatpreview-soak-") as folder, ExitStack() as stack:
        postgres = postgres_part.start(Path(folder))
        stack.callback(postgres.stop)
        valkey = valkey_part.start()
        stack.callback(valkey.stop)
        yield postgres, valkey


@asynccontextmanager
async def started(
    postgres: RunningPostgres, valkey: RunningValkey, database_url: str, folder: Path
) -> AsyncIterator[Cluster]:
    """Both instances, as the command line starts them, on tables of their own; every worker answers."""
    shared = {
        **_PLENTY,
        "SEATPREVIEW_DATABASE_URL": database_url,
        "SEATPREVIEW_VALKEY_URL": valkey.url,
        "SEATPREVIEW_SIGNING_SECRET": secrets.token_hex(32),
    }
    admin_key = await asyncio.to_thread(
        first_key, load({**shared, "SEATPREVIEW_DATA_DIR": str(folder / "operator")})
    )
    instances = tuple(
        Instance(
            name,
            _port_apart(),
            WORKERS_OF_EACH,
            {**shared, "SEATPREVIEW_DATA_DIR": str(folder / name)},
            folder,
        )
        for name in INSTANCES
    )
    with ExitStack() as stack:
        for instance in instances:
            stack.callback(instance.stop)
            instance.start()
        async with lines_to_each(instances, of_each=1):
            pass
        yield Cluster(postgres, valkey, instances, admin_key)


def _port_apart() -> int:
    """A free port below those that clients are given: none may take it while the instance is away."""
    for port in random.sample(range(20_000, 30_000), 100):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("There is no free port between 20000 and 30000.")
