"""Idempotency-Key with several processes: repeats that race, and a worker that is killed."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from cluster.client import Client, connect
from cluster.conftest import Cluster, StartCluster
from servers.http_connection import Response, bearer

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.parametrize(
        "engine", ["postgresql", pytest.param("sqlite", marks=pytest.mark.long)], indirect=True
    ),
]

WORKERS = 2
CLIENTS_OF_EACH = 4
ROUNDS = 5


@pytest.fixture(scope="module")
async def cluster(
    start_cluster: StartCluster, engine: str, request: pytest.FixtureRequest
) -> AsyncIterator[Cluster]:
    """Several processes on one database, also on SQLite, where a command beside the server is the other."""
    url = request.getfixturevalue("new_database")() if engine == "postgresql" else ""
    async with start_cluster(WORKERS, url) as cluster:
        yield cluster


async def at_once(
    cluster: Cluster, path: str, body: object, value: str, credential: str = ""
) -> list[Response]:
    """Sends one request over several connections to each of the processes, all at the same time."""
    headers = bearer(credential or cluster.admin._admin_key) | {"idempotency-key": value}
    async with connect(cluster.workers * CLIENTS_OF_EACH) as clients:
        return await asyncio.gather(
            *(client.request("POST", f"/v1{path}", headers, body) for client in clients)
        )


def outcome(response: Response) -> str:
    if response.status == 201:
        return "replayed" if "idempotency-replayed" in response.headers else "made"
    return str(response.json().get("code", response.status))


async def total(cluster: Cluster, path: str) -> int:
    found, cursor = 0, ""
    while True:
        page = await cluster.admin.request("GET", f"{path}?limit=100{cursor}", expected=200)
        found += len(page["data"])
        if page["nextCursor"] is None:
            return found
        cursor = f"&cursor={page['nextCursor']}"


async def test_of_repeats_that_race_one_makes_a_tenant(cluster: Cluster) -> None:
    before = await total(cluster, "/manage/tenants")
    for number in range(ROUNDS):
        answers = await at_once(cluster, "/manage/tenants", {"name": f"Race {number}"}, str(uuid4()))
        outcomes = Counter(map(outcome, answers))
        assert outcomes["made"] == 1, outcomes
        assert outcomes.keys() <= {"made", "replayed", "request_in_progress"}
        assert len({answer.body for answer in answers if answer.status == 201}) == 1
    assert await total(cluster, "/manage/tenants") == before + ROUNDS


async def test_of_repeats_that_race_one_makes_a_key_and_one_secret_works_in_the_end(cluster: Cluster) -> None:
    tenant_id = await cluster.admin.create_tenant()
    path = f"/manage/keys?tenantId={tenant_id}"
    for _ in range(ROUNDS):
        before = len((await cluster.admin.request("GET", path, expected=200))["data"])
        value, body = str(uuid4()), {"tenantId": tenant_id}
        answers = await at_once(cluster, "/manage/keys", body, value)
        outcomes = Counter(map(outcome, answers))
        assert outcomes["made"] == 1, outcomes
        assert outcomes.keys() <= {"made", "replayed", "request_in_progress"}
        made = [answer.json() for answer in answers if answer.status == 201]
        assert len({key["keyId"] for key in made}) == 1
        assert len((await cluster.admin.request("GET", path, expected=200))["data"]) == before + 1
        newest = max(made, key=lambda key: key["version"])
        for key in made:
            expected = [200] * WORKERS if key is newest else [401] * WORKERS
            assert await cluster.caller_statuses(bearer(key["plaintext"])) == expected


async def test_of_rotations_that_race_one_replaces_the_key(cluster: Cluster) -> None:
    tenant_id = await cluster.admin.create_tenant()
    for _ in range(ROUNDS):
        key = await cluster.admin.create_key(tenant_id)
        answers = await at_once(cluster, f"/manage/keys/{key['keyId']}/rotate", {}, str(uuid4()))
        outcomes = Counter(map(outcome, answers))
        assert outcomes["made"] == 1, outcomes
        assert outcomes.keys() <= {"made", "replayed", "request_in_progress"}
        assert len({answer.json()["keyId"] for answer in answers if answer.status == 201}) == 1


async def test_a_replaced_secret_is_refused_by_every_process_at_once(cluster: Cluster) -> None:
    """The unseen secret is cached as unknown or known anywhere: it is refused from the answer on."""
    tenant_id = await cluster.admin.create_tenant()
    headers = bearer(cluster.admin._admin_key)
    for _ in range(ROUNDS):
        value = {"idempotency-key": str(uuid4())}
        made = []
        for client in cluster.clients:
            answer = await client.request("POST", "/v1/manage/keys", headers | value, {"tenantId": tenant_id})
            made.append(answer.json()["plaintext"])
        for lost in made[:-1]:
            assert await cluster.caller_statuses(bearer(lost)) == [401] * WORKERS
        assert await cluster.caller_statuses(bearer(made[-1])) == [200] * WORKERS


async def test_a_use_and_a_repeat_that_race_leave_one_working_secret(cluster: Cluster) -> None:
    """Either the secret was used first and stays, or it was replaced first and is refused: never both."""
    tenant_id = await cluster.admin.create_tenant()
    headers = bearer(cluster.admin._admin_key)
    for _ in range(ROUNDS):
        value = {"idempotency-key": str(uuid4())}
        body = {"tenantId": tenant_id}
        first = (await cluster.clients[0].request("POST", "/v1/manage/keys", headers | value, body)).json()
        used, again = await asyncio.gather(
            cluster.clients[0].caller_status(bearer(first["plaintext"])),
            cluster.clients[1].request("POST", "/v1/manage/keys", headers | value, body),
        )
        assert (used, again.status) in ((200, 409), (401, 201))
        assert await cluster.caller_statuses(bearer(first["plaintext"])) == [used] * WORKERS


async def test_a_worker_that_is_killed_loses_neither_the_record_nor_its_value(cluster: Cluster) -> None:
    """Every value is repeated on the other process. Each has made one tenant in the end, however it was met.

    This is the last test of the module, since it leaves one process.
    """
    killed, other = cluster.workers
    before = await total(cluster, "/manage/tenants")
    headers = bearer(cluster.admin._admin_key)
    sent: list[str] = []
    answered: dict[str, bytes] = {}
    enough = asyncio.Event()

    async def create_until_killed(client: Client) -> None:
        with contextlib.suppress(OSError, EOFError):
            while True:
                value = str(uuid4())
                sent.append(value)
                answer = await create(client, headers, value)
                assert answer.status == 201
                answered[value] = answer.body
                if len(answered) >= 50:
                    enough.set()

    async with connect([killed] * 6) as clients:
        creating = [asyncio.create_task(create_until_killed(client)) for client in clients]
        await asyncio.wait_for(enough.wait(), 60)
        killed.kill()
        await asyncio.gather(*creating)
    assert len(sent) > len(answered), "some requests were met by the kill"
    async with connect([other]) as [client]:
        for value in sent:
            answer = await create(client, headers, value)
            assert answer.status == 201
            assert answered.get(value, answer.body) == answer.body
            if value in answered:
                assert outcome(answer) == "replayed"
        after = Cluster(
            cluster.settings, [other], [client], type(cluster.admin)([client], cluster.admin._admin_key)
        )
        assert await total(after, "/manage/tenants") == before + len(sent)


async def create(client: Client, headers: dict[str, str], value: str) -> Response:
    return await client.request(
        "POST", "/v1/manage/tenants", headers | {"idempotency-key": value}, {"name": value}
    )
