"""Changes by the command line beside a running server on SQLite: another process with the same files."""

from collections.abc import AsyncIterator, Callable

import pytest

from cluster.conftest import Cluster, StartCluster, context
from seatpreview.context import Context
from seatpreview.database.engines import open_database
from seatpreview.keys.model import CreateKeyRequest, RotateKeyRequest, UpdateKeyRequest
from seatpreview.keys.operations import create_key, revoke_key, rotate_key, update_key
from seatpreview.keys.origins import Origin
from seatpreview.keys.webhooks_of_keys import RevokeKey
from seatpreview.values.clock import Clock
from seatpreview.values.ids import KeyId, TenantId
from servers.http_connection import bearer

pytestmark = pytest.mark.anyio

ORIGIN = "https://shop.example"


@pytest.fixture(scope="module")
async def cluster(start_cluster: StartCluster) -> AsyncIterator[Cluster]:
    """A single worker, on SQLite."""
    async with start_cluster(1) as cluster:
        yield cluster


@pytest.fixture
async def command_line(cluster: Cluster) -> AsyncIterator[Callable[[], Context]]:
    """The context that a command gives to an operation, with this process's own connections to the files."""
    database = open_database(cluster.settings, Clock())
    yield lambda: context(cluster.settings, database)
    await database.close()


async def test_a_key_revoked_beside_the_server_is_refused_by_its_next_response(
    cluster: Cluster, command_line: Callable[[], Context]
) -> None:
    key = await cluster.admin.create_key(await cluster.admin.create_tenant())
    assert await cluster.caller_statuses(bearer(key["plaintext"])) == [200]
    await revoke_key(command_line(), KeyId(key["keyId"]), RevokeKey())
    assert await cluster.caller_statuses(bearer(key["plaintext"])) == [401]


async def test_a_key_changed_beside_the_server_has_the_change_in_its_next_response(
    cluster: Cluster, command_line: Callable[[], Context]
) -> None:
    key = await cluster.admin.create_key(await cluster.admin.create_tenant())
    page = {**bearer(key["plaintext"]), "origin": ORIGIN}
    assert await cluster.caller_statuses(page) == [200]
    body = UpdateKeyRequest(allowed_origins=(Origin("https://other.example"),))
    await update_key(command_line(), KeyId(key["keyId"]), body)
    assert await cluster.caller_statuses(page) == [403]


async def test_a_key_rotated_beside_the_server_has_a_new_secret_in_its_next_response(
    cluster: Cluster, command_line: Callable[[], Context]
) -> None:
    key = await cluster.admin.create_key(await cluster.admin.create_tenant())
    assert await cluster.caller_statuses(bearer(key["plaintext"])) == [200]
    rotated = await rotate_key(command_line(), KeyId(key["keyId"]), RotateKeyRequest(grace_period_seconds=0))
    assert await cluster.caller_statuses(bearer(key["plaintext"])) == [401]
    assert await cluster.caller_statuses(bearer(rotated.plaintext)) == [200]


async def test_a_key_created_beside_the_server_is_accepted_although_its_absence_was_cached(
    cluster: Cluster, command_line: Callable[[], Context]
) -> None:
    """The danger: a client that tried a little too early stays locked out."""
    tenant_id = await cluster.admin.create_tenant()
    for _ in range(2):
        assert await cluster.caller_statuses({"origin": ORIGIN}) == [401]
    await create_key(
        command_line(),
        CreateKeyRequest(
            tenant_id=TenantId(tenant_id),
            kind="keyless",
            allowed_origins=(Origin(ORIGIN),),
            allow_origin_only=True,
        ),
    )
    assert await cluster.caller_statuses({"origin": ORIGIN}) == [200]
