"""Services for clients: the demo as a real service, and a small server that answers what a test says."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest
from anyio.from_thread import start_blocking_portal

from clients.scripted_server import ScriptedServer
from seatpreview.api.local_client import LocalClient
from seatpreview.demo.creation import Demo, create_demo
from seatpreview_client import Client
from serving import running, settings_for


class DemoService(NamedTuple):
    """The running demo, without its pictures, which take a while."""

    address: str
    demo: Demo
    key: str
    """The plaintext of the key of the arena's owner."""
    admin_key: str


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoService]:
    """Runs in a thread of its own, so that clients that block can call it. No client can tell the engine."""

    @asynccontextmanager
    async def demo_service() -> AsyncIterator[DemoService]:
        async with running(settings_for(tmp_path_factory.mktemp("data"))) as service:
            internals = service.internals
            # It logs while no test runs, too, so pytest would show its lines between the dots.
            vars(internals.request_log)["_write"] = lambda lines: None
            demo = await create_demo(LocalClient(internals.settings, internals.resources.database))
            key, admin_key = str(demo.tenant_key.plaintext), str(demo.admin_key.plaintext)
            yield DemoService(service.address, demo, key, admin_key)

    with start_blocking_portal() as portal, portal.wrap_async_context_manager(demo_service()) as service:
        yield service


@pytest.fixture
def client(demo: DemoService) -> Iterator[Client]:
    """A client with the key of the arena's owner."""
    with Client(demo.address, key=demo.key) as client:
        yield client


@pytest.fixture
def admin(demo: DemoService) -> Iterator[Client]:
    """A client with an admin key."""
    with Client(demo.address, key=demo.admin_key) as client:
        yield client


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """A server that gives the answers that the test has written down, and records what it was sent."""
    with ScriptedServer() as server:
        yield server
