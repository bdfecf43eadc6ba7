"""The cluster of the soak: two instances of the service on a PostgreSQL and a Valkey of their own."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, fields
from pathlib import Path

from seatpreview.settings.loader import load
from seatpreview.settings.settings import Settings, variable
from servers.admin_key import create_admin_key
from servers.postgres import RunningPostgres
from servers.service_process import PROGRAM
from servers.valkey import RunningValkey
from soak.connections import connect_to_every_worker
from soak.service_instance import ServiceInstance

INSTANCES = ("A", "B")
WORKERS_PER_INSTANCE = 2

# Only keys and tenants with their own limit reach one that is as high as this.
_GENEROUS_RATES = dict.fromkeys(
    (variable(field.name) for field in fields(Settings) if field.name.endswith("_rate")), "1000000/1/1000000"
)


@dataclass(frozen=True)
class Cluster:
    """A running cluster, and the plaintext of an admin key for it."""

    postgres: RunningPostgres
    valkey: RunningValkey
    instances: tuple[ServiceInstance, ...]
    admin_key: str

    @property
    def worker_count(self) -> int:
        return sum(instance.worker_count for instance in self.instances)


@asynccontextmanager
async def start_cluster(
    postgres: RunningPostgres,
    valkey: RunningValkey,
    database_url: str,
    folder: Path,
    workers_per_instance: int = WORKERS_PER_INSTANCE,
    program: Sequence[str] = PROGRAM,
) -> AsyncIterator[Cluster]:
    """Starts the instances by the command line, on an empty database. Every worker responds."""
    shared = {
        **_GENEROUS_RATES,
        "SEATPREVIEW_DATABASE_URL": database_url,
        "SEATPREVIEW_VALKEY_URL": valkey.url,
        "SEATPREVIEW_SIGNING_SECRET": secrets.token_hex(32),
        "SEATPREVIEW_WEBHOOK_KEY": secrets.token_hex(32),
        "SEATPREVIEW_WEBHOOK_NETWORKS": "127.0.0.0/8",  # Its receivers are on this machine.
    }
    admin_key = await asyncio.to_thread(
        create_admin_key, load({**shared, "SEATPREVIEW_DATA_DIR": str(folder / "operator")})
    )
    instances = tuple(
        ServiceInstance(
            name,
            workers_per_instance,
            {**shared, "SEATPREVIEW_DATA_DIR": str(folder / name)},
            folder,
            program,
        )
        for name in INSTANCES
    )
    with ExitStack() as stack:
        for instance in instances:
            instance.start()
            stack.callback(instance.stop)
        async with connect_to_every_worker(instances, per_worker=1):
            pass
        yield Cluster(postgres, valkey, instances, admin_key)
