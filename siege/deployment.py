"""The two deployments that are besieged: embedded, and a cluster with two workers."""

import asyncio
import secrets
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from seatpreview.settings.loader import load
from servers import certificates, seaweed
from servers.admin_key import create_admin_key
from servers.free_ports import free_port
from servers.http_connection import Address, Connection, bearer
from servers.postgres import running_postgres
from servers.seaweed import running_seaweed
from servers.service_process import RunningService
from servers.valkey import running_valkey
from siege.many_webhooks import WEBHOOK_KEY, WEBHOOK_NETWORKS
from siege.venue_records import Json, layout, small_venue

Mode = Literal["embedded", "cluster"]
MODES: tuple[Mode, ...] = ("embedded", "cluster")

LOGGED_HOLD_MS = 5
"""Shorter holds of the event loop are not logged."""
_START_SECONDS = 60


@dataclass(frozen=True)
class Deployment:
    """The settings of a service, its data and an admin key. One service after the other can run on it."""

    mode: Mode
    folder: Path
    settings: dict[str, str]
    admin_key: str
    workers: int

    @property
    def data_dir(self) -> str:
        return self.settings["SEATPREVIEW_DATA_DIR"]

    @property
    def database_url(self) -> str:
        return self.settings.get("SEATPREVIEW_DATABASE_URL", "")

    @asynccontextmanager
    async def running_service(self, uses_tls: bool) -> "AsyncIterator[Service]":
        """Runs a service on free ports, which is killed at the end of the block."""
        settings = self.settings
        if uses_tls:
            certificate, key = certificates.write(self.folder, days=30)
            settings = {
                **settings,
                "SEATPREVIEW_TLS_CERT": str(certificate),
                "SEATPREVIEW_TLS_KEY": str(key),
                "SEATPREVIEW_HTTP2": "true",  # Off by default, and attacked all the same.
            }
        metrics_port = free_port()
        flags = ("--workers", str(self.workers), "--metrics-port", str(metrics_port))
        process = RunningService(self.folder, *flags, settings=settings, drops_request_lines=True)
        service = Service(process, Address(process.port, uses_tls), metrics_port, self.admin_key)
        process.start()
        try:
            await service.wait_until_ready()
            yield service
        finally:
            # Requests of an attack may still be running, and nobody waits for their responses any more.
            process.kill()


@dataclass(frozen=True)
class Service:
    """A service under siege, and a client of it with an admin key."""

    process: RunningService
    address: Address
    metrics_port: int
    admin_key: str

    async def wait_until_ready(self) -> None:
        deadline = asyncio.get_running_loop().time() + _START_SECONDS
        while await self._readiness() != 200:
            if not self.process.is_running() or asyncio.get_running_loop().time() > deadline:
                raise RuntimeError(f"The service did not start:\n{self.process.stderr[-4000:]}")
            await asyncio.sleep(0.02)

    async def restart(self) -> None:
        """Kills the service, and starts it on the same ports with nothing in memory."""
        self.process.kill()
        self.process.start()
        await self.wait_until_ready()

    async def create_tenant(self, name: str) -> tuple[str, str]:
        """Creates a tenant, and returns its id and the plaintext of a key."""
        tenant = await self.create("/v1/manage/tenants", {"name": name})
        return tenant["tenantId"], await self.create_key(tenant["tenantId"])

    async def create_key(self, tenant_id: str) -> str:
        """Creates a key that may do everything of a tenant, and returns its plaintext."""
        return str((await self.create("/v1/manage/keys", {"tenantId": tenant_id}))["plaintext"])

    async def create_venue(self, tenant_id: str, seats: int = 0) -> str:
        """Creates a venue, small unless a number of seats is given, and returns its id."""
        record = small_venue("Hall") if not seats else {"name": "Hall", "rules": {"layout": layout(seats)}}
        return str((await self.create("/v1/manage/venues", {"tenantId": tenant_id, **record}))["venueId"])

    async def create(self, path: str, body: Json) -> dict[str, Any]:
        headers = {**bearer(self.admin_key), "content-type": "application/json"}
        async with Connection(self.address) as connection:
            answer = await connection.request("POST", path, headers, msgspec.json.encode(body))
        if answer.status != 201:
            raise RuntimeError(f"POST {path}: {answer.status} {answer.body[:300].decode(errors='replace')}")
        return dict(answer.json())

    async def _readiness(self) -> int:
        try:
            async with Connection(self.address) as connection:
                return (await connection.request("GET", "/readyz")).status
        except (OSError, EOFError):
            return 0


@contextmanager
def new_deployment(mode: Mode) -> Iterator[Deployment]:
    """Gives a deployment with empty databases, which end with the block.

    All settings that do not say where the data is, or where receivers of webhooks are, have their defaults.
    """
    with tempfile.TemporaryDirectory(prefix="seatpreview-siege-") as name, ExitStack() as stack:
        folder = Path(name)
        own = {} if mode == "embedded" else stack.enter_context(_databases())
        data_dir = folder / "data"
        settings = {
            **own,
            "SEATPREVIEW_DATA_DIR": str(data_dir),
            "SEATPREVIEW_SIGNING_SECRET": secrets.token_hex(32),
            "SEATPREVIEW_WEBHOOK_KEY": WEBHOOK_KEY,
        }
        # Without the object store, whose credentials would have to be in the environment of this process.
        needed = ("SEATPREVIEW_DATABASE_URL", "SEATPREVIEW_DATA_DIR", "SEATPREVIEW_SIGNING_SECRET")
        admin_key = create_admin_key(load({key: settings[key] for key in needed if key in settings}))
        settings |= {
            "SEATPREVIEW_LOG_FORMAT": "json",
            "SEATPREVIEW_LOG_LOOP_HOLDS_MS": str(LOGGED_HOLD_MS),
            "SEATPREVIEW_WEBHOOK_NETWORKS": WEBHOOK_NETWORKS,
        }
        yield Deployment(mode, folder, settings, admin_key, workers=1 if mode == "embedded" else 2)


@contextmanager
def _databases() -> Iterator[dict[str, str]]:
    """Starts a PostgreSQL, a Valkey and an S3 server, and gives the settings that name them."""
    with running_postgres() as postgres, running_valkey() as valkey, running_seaweed() as objects:
        yield {
            "SEATPREVIEW_DATABASE_URL": postgres.create_database("siege"),
            "SEATPREVIEW_VALKEY_URL": valkey.url,
            "SEATPREVIEW_OBJECT_STORE_URL": objects.url("siege"),
            "AWS_ACCESS_KEY_ID": seaweed.ACCESS_KEY_ID,
            "AWS_SECRET_ACCESS_KEY": seaweed.SECRET_ACCESS_KEY,
        }
