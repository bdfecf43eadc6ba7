"""The two deployments that are besieged: embedded, and a cluster with two workers."""

import asyncio
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from cli import certificates
from seatpreview.settings.loader import load
from servers import postgres, seaweed, valkey
from servers.first_key import first_key
from servers.free_ports import free_port
from servers.serve_process import ServeProcess
from siege.http1 import Address, Connection, bearer
from siege.venue_records import Json, layout, small_venue

Mode = Literal["embedded", "cluster"]
MODES: tuple[Mode, ...] = ("embedded", "cluster")

LOGGED_HOLD_MS = 5
"""Holds of the event loop that are shorter than this are not looked at."""
_START_SECONDS = 60


@dataclass(frozen=True)
class Deployment:
    """The settings of a service, its data, and the first admin key. A service may be started on it again and
    again."""

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

    @contextmanager
    def service(self, uses_tls: bool) -> "Iterator[Service]":
        """Gives a service on free ports, which is not started yet. At the end it is killed."""
        settings = self.settings
        if uses_tls:
            certificate, key = certificates.write(self.folder, days=30)
            settings = {
                **settings,
                "SEATPREVIEW_TLS_CERT": str(certificate),
                "SEATPREVIEW_TLS_KEY": str(key),
                "SEATPREVIEW_HTTP2": "true",  # It is off by default, and besieged all the same.
            }
        port, metrics_port = free_port(), free_port()
        process = ServeProcess(f"service-{port}", port, self.workers, settings, self.folder, metrics_port)
        service = Service(process, Address(port, uses_tls), self.admin_key)
        try:
            yield service
        finally:
            # Requests of an attack may still be running, and nobody waits for their answers any more.
            process.kill()


@dataclass(frozen=True)
class Service:
    """A service under siege, and a client of it with an admin key."""

    process: ServeProcess
    address: Address
    admin_key: str

    async def start(self) -> None:
        """Starts it, and waits until it is ready."""
        self.process.start()
        deadline = asyncio.get_running_loop().time() + _START_SECONDS
        while await self._readiness() != 200:
            if not self.process.is_running() or asyncio.get_running_loop().time() > deadline:
                raise RuntimeError(f"The service did not start:\n{self.process.log()[-4000:]}")
            await asyncio.sleep(0.02)

    async def restart(self) -> None:
        """Kills it, and starts it on the same ports with nothing in memory."""
        self.process.kill()
        await self.start()

    async def create_tenant(self, name: str) -> tuple[str, str]:
        """Creates a tenant, and returns its id and the plaintext of a key."""
        tenant = await self.create("/v1/manage/tenants", {"name": name})
        key = await self.create("/v1/manage/keys", {"tenantId": tenant["tenantId"]})
        return tenant["tenantId"], key["plaintext"]

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
    """Gives a deployment with empty databases, which end with the block. All settings but those of where
    things are have their defaults, as an operator would have them."""
    with tempfile.TemporaryDirectory(prefix="seatpreview-siege-") as name, ExitStack() as stack:
        folder = Path(name)
        own = {} if mode == "embedded" else stack.enter_context(_databases())
        data_dir = folder / "data"
        settings = {
            **own,
            "SEATPREVIEW_DATA_DIR": str(data_dir),
            "SEATPREVIEW_SIGNING_SECRET": secrets.token_hex(32),
        }
        # The credentials of pictures would have to be in this process's own environment.
        needed = ("SEATPREVIEW_DATABASE_URL", "SEATPREVIEW_DATA_DIR", "SEATPREVIEW_SIGNING_SECRET")
        admin_key = first_key(load({key: settings[key] for key in needed if key in settings}))
        settings |= {"SEATPREVIEW_LOG_LOOP_HOLDS_MS": str(LOGGED_HOLD_MS), "TMPDIR": str(folder)}
        yield Deployment(mode, folder, settings, admin_key, workers=1 if mode == "embedded" else 2)


@contextmanager
def _databases() -> Iterator[dict[str, str]]:
    """Starts a PostgreSQL, a Valkey and an S3 server, and gives the settings that name them."""
    # A folder of its own: PostgreSQL runs as another user where this one is root.
    with tempfile.TemporaryDirectory(prefix="seatpreview-siege-") as folder, ExitStack() as stack:
        database = postgres.start(Path(folder))
        stack.callback(database.stop)
        rate_limits = valkey.start()
        stack.callback(rate_limits.stop)
        objects = seaweed.start()
        stack.callback(objects.stop)
        yield {
            "SEATPREVIEW_DATABASE_URL": database.create_database("siege"),
            "SEATPREVIEW_VALKEY_URL": rate_limits.url,
            "SEATPREVIEW_OBJECT_STORE_URL": objects.url("siege"),
            "AWS_ACCESS_KEY_ID": seaweed.ACCESS_KEY_ID,
            "AWS_SECRET_ACCESS_KEY": seaweed.SECRET_ACCESS_KEY,
        }
