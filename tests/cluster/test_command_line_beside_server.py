"""A change by the command line beside a running server, on SQLite: another process, the same files."""

from collections.abc import AsyncIterator, Callable

import pytest

from cluster.client import bearer
from cluster.conftest import Cluster, StartCluster, context
from seatpreview.clock import Clock
from seatpreview.context import Context
from seatpreview.database.engines import open_database
from seatpreview.ids import KeyId, TenantId
from seatpreview.keys.model import CreateKeyRequest, RotateKeyRequest, UpdateKeyRequest
from seatpreview.keys.operations import create_key, revoke_key, rotate_key, update_key
from seatpreview.keys.origins import Origin

pytestmark = pytest.mark.anyio

ORIGIN = "https://shop.example"


@pytest.fixture(scope="module")
async def cluster(start_cluster: StartCluster) -> AsyncIterator[Cluster]:
    """A single worker, on SQLite."""
    async with start_cluster(1) as cluster:
        yield cluster


@pytest.fixture
async def command_line(cluster: Cluster) -> AsyncIterator[Callable[[], Context]]:
    """What a command hands to an operation: this process's own connections to the server's files."""
    database = open_database(cluster.settings, Clock())
    yield lambda: context(cluster.settings, database)
    await database.close()


async def test_a_key_revoked_beside_the_server_is_refused_by_its_next_answer(
    cluster: Cluster, command_line: Callable[[], Context]
) -> None:
    key = await cluster.manager.key(tenantId=await cluster.manager.tenant())
    assert await cluster.statuses(bearer(key["plaintext"])) == [200]
    await revoke_key(command_line(), KeyId(key["keyId"]))
    assert await cluster.statuses(bearer(key["plaintext"])) == [401]


async def test_a_key_changed_beside_the_server_is_the_changed_one_by_its_next_answer(
    cluster: Cluster, command_line: Callable[[], Context]
) -> None:
    key = await cluster.manager.key(tenantId=await cluster.manager.tenant())
    page = {**bearer(key["plaintext"]), "origin": ORIGIN}
    assert await cluster.statuses(page) == [200]
    body = UpdateKeyRequest(allowed_origins=(Origin("https://other.example"),))
    await update_key(command_line(), KeyId(key["keyId"]), body)
    assert await cluster.statuses(page) == [403]


async def test_a_key_rotated_beside_the_server_has_a_new_secret_by_its_next_answer(
    cluster: Cluster, command_line: Callable[[], Context]
) -> None:
    key = await cluster.manager.key(tenantId=await cluster.manager.tenant())
    assert await cluster.statuses(bearer(key["plaintext"])) == [200]
    rotated = await rotate_key(command_line(), KeyId(key["keyId"]), RotateKeyRequest(grace_period_seconds=0))
    assert await cluster.statuses(bearer(key["plaintext"])) == [401]
    assert await cluster.statuses(bearer(rotated.plaintext)) == [200]


async def test_a_key_made_beside_the_server_is_accepted_although_its_absence_was_remembered(
    cluster: Cluster, command_line: Callable[[], Context]
) -> None:
    """The danger: who tried a little too early is locked out."""
    tenant_id = await cluster.manager.tenant()
    for _ in range(2):
        assert await cluster.statuses({"origin": ORIGIN}) == [401]
    await create_key(
        command_line(),
        CreateKeyRequest(
            tenant_id=TenantId(tenant_id),
            kind="keyless",
            allowed_origins=(Origin(ORIGIN),),
            allow_origin_only=True,
        ),
    )
    assert await cluster.statuses({"origin": ORIGIN}) == [200]
