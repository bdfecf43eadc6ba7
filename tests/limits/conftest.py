"""Fixtures of the tests of limits: one Valkey for all of them, emptied before each test."""

from collections.abc import Iterator

import pytest
from redis import Redis

from servers import valkey as valkey_part
from servers.valkey import RunningValkey


@pytest.fixture(scope="session")
def valkey() -> Iterator[RunningValkey]:
    """One server for each worker, started by the first test that asks for it."""
    server = valkey_part.start()
    yield server
    server.stop()


@pytest.fixture
def behind(valkey: RunningValkey) -> Iterator[Redis]:
    """A client for looking at what the limiter stored, on a Valkey that is empty when the test starts."""
    with Redis.from_url(valkey.url) as client:
        client.flushall()
        client.script_flush()
        client.config_resetstat()
        yield client
