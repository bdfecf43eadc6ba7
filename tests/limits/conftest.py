"""Fixtures of the tests of limits: one Valkey for all of them, emptied before each test."""

from collections.abc import Iterator

import pytest
from redis import Redis

from servers.valkey import RunningValkey, running_valkey


@pytest.fixture(scope="session")
def valkey() -> Iterator[RunningValkey]:
    """One server for each worker, started by the first test that asks for it."""
    with running_valkey() as server:
        yield server


@pytest.fixture
def behind(valkey: RunningValkey) -> Iterator[Redis]:
    """A client for looking at what the limiter stored, on a Valkey that is empty when the test starts."""
    with Redis.from_url(valkey.url) as client:
        client.flushall()
        client.script_flush()
        client.config_resetstat()
        yield client
