"""PostgreSQL that is read-only, busy, frozen, or behind a network that swallows packets: each is named."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import asyncpg
import httpx
import psutil
import pytest

from bad_days.runbook import assert_told
from doctor.findings import findings
from seatpreview.settings.settings import Settings
from servers.admin_key import create_admin_key
from servers.long_timeouts import LONG_TIMEOUTS_PROGRAM, TIMEOUT_VARIABLE
from servers.polling import wait_until
from servers.postgres import RunningPostgres, execute
from servers.service_process import RunningService, running_service
from servers.tcp_proxy import TcpProxy, running_proxy

_names = (f"bad_day_{number}" for number in count(1))


class Stage:
    """A service on PostgreSQL behind a proxy, with an admin key and a revoked one."""

    def __init__(
        self,
        service: RunningService,
        url: str,
        plaintext: str,
        proxy: TcpProxy,
        server: RunningPostgres,
    ) -> None:
        self.service = service
        self.url = url
        self.proxy = proxy
        self.server = server
        self.headers = {"authorization": f"Bearer {plaintext}"}
        created = self.post("/manage/keys", {"scope": "admin"}).json()
        self.revoked: str = created["plaintext"]
        path = f"{service.base_address}/manage/keys/{created['keyId']}"
        assert httpx.delete(path, headers=self.headers).is_success

    def get(self, path: str) -> httpx.Response:
        return httpx.get(self.service.base_address + path, headers=self.headers, timeout=60)

    def post(self, path: str, body: dict[str, str]) -> httpx.Response:
        return httpx.post(self.service.base_address + path, json=body, headers=self.headers, timeout=60)

    def is_ready(self) -> bool:
        address = self.service.base_address.removesuffix("/v1") + "/readyz"
        return httpx.get(address, timeout=60).status_code == 200

    def outage(self, part: str, cause: str) -> dict[str, str]:
        return self.service.wait_for_line("outage begins", part=part, cause=cause)

    def check_is_well(self) -> None:
        """What was revoked stays so, and what was acknowledged is there."""
        wait_until(self.is_ready)
        assert self.service.caller(self.revoked).status_code == 401
        answer = self.post("/manage/tenants", {"name": "After"})
        assert answer.status_code == 201, answer.text
        assert self.get(f"/manage/tenants/{answer.json()['tenantId']}").status_code == 200


@pytest.fixture(scope="module")
def stage(
    tmp_path_factory: pytest.TempPathFactory, dedicated_postgres_server: RunningPostgres
) -> Iterator[Stage]:
    """One service for all of these tests, since each start takes seconds: every test leaves it well."""
    folder: Path = tmp_path_factory.mktemp("service")
    url = dedicated_postgres_server.create_database(next(_names))
    plaintext = create_admin_key(Settings(data_dir=folder / "data", database_url=url))
    with running_proxy(dedicated_postgres_server.port) as proxy:
        behind = url.replace(f":{dedicated_postgres_server.port}/", f":{proxy.port}/")
        flags = ("--database-url", behind, "--data-dir", str(folder / "data"), "--log-format", "json")
        # Longer than the second after which a service gives up: a busy machine may take that.
        program = ["env", f"{TIMEOUT_VARIABLE}=4", *LONG_TIMEOUTS_PROGRAM]
        with running_service(folder, *flags, program=program) as service:
            yield Stage(service, url, plaintext, proxy, dedicated_postgres_server)


@pytest.mark.long
def test_a_read_only_server_is_not_ready_and_named(stage: Stage) -> None:
    """It answers the check of every request, so that it was ready, and its refusal was a 500."""
    execute(
        stage.server.url, "ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()"
    )
    try:
        wait_until(lambda: not stage.is_ready())
        line = stage.outage("database_writes", "read_only")
        answer = stage.post("/manage/tenants", {"name": "Late"})
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert "transaction" not in answer.text
        assert stage.get("/caller").status_code == 200, "what is stored can be read"
        request = stage.service.wait_for_line("request", operation="createTenant", cause="read_only")
        assert request["problem"] == "unavailable"
        *_, found = findings(stage.service.folder / "data", "database", "--database-url", stage.url)
        assert found.state == "fail"
    finally:
        execute(
            stage.server.url, "ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()"
        )
    stage.service.wait_for_line("outage ends", part="database_writes", cause="read_only")
    stage.check_is_well()
    assert_told(
        "The database is not accepting writes",
        '"part":"database_writes","cause":"read_only"',
        line["remedy"],
        found.detail,
    )


@pytest.mark.long
def test_a_full_pool_is_named(stage: Stage) -> None:
    """Ten connections wait for a lock that another session holds, and everybody else waits for them."""

    async def hold_lock() -> None:
        connection = await asyncpg.connect(stage.url)
        async with connection.transaction():
            await connection.execute("LOCK TABLE tenants IN ACCESS EXCLUSIVE MODE")
            with ThreadPoolExecutor(80) as threads:
                loop = asyncio.get_running_loop()
                calls = [
                    loop.run_in_executor(threads, stage.post, "/manage/tenants", {"name": "Waits"})
                    for _ in range(80)
                ]
                answers = await asyncio.gather(*calls)
        await connection.close()
        assert {answer.status_code for answer in answers} == {503}

    asyncio.run(hold_lock())
    causes = {line["cause"] for line in stage.service.log_lines("request", problem="unavailable")}
    assert {"locked", "pool_full"} <= causes
    told = [
        *stage.service.log_lines("outage begins", part="database_writes", cause="pool_full"),
        *stage.service.log_lines("outage changes", part="database_writes", cause="pool_full"),
    ]
    stage.service.wait_for_line("outage ends", part="database_writes")
    stage.check_is_well()
    assert_told("Requests wait for the database", '"cause":"pool_full"', told[0]["remedy"])


@pytest.mark.long
def test_a_frozen_server_is_named_and_comes_back(stage: Stage) -> None:
    processes = [psutil.Process(stage.server.process_id)]
    processes += processes[0].children(recursive=True)
    for process in processes:
        process.suspend()
    try:
        answer = stage.get("/caller")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert not stage.is_ready()
        line = stage.outage("change_log", "silent")
    finally:
        for process in processes:
            process.resume()
    stage.service.wait_for_line("outage ends", part="change_log")
    stage.check_is_well()
    assert_told("The database does not answer", '"part":"change_log","cause":"silent"', line["remedy"])


@pytest.mark.long
def test_connections_that_a_network_swallowed_are_replaced_at_the_first_silence(stage: Stage) -> None:
    """Each connection of the pool cost its user a wait of its own, one after the other."""
    with ThreadPoolExecutor(8) as threads:  # so that the pool has several connections
        assert all(answer.is_success for answer in threads.map(stage.get, ["/manage/tenants"] * 40))
    before = len(stage.service.log_lines("outage begins", part="change_log"))
    stage.proxy.drop_open_connections()
    wait_until(lambda: stage.get("/caller").status_code == 200)
    for path in ("/manage/tenants", "/manage/keys", "/caller") * 5:
        assert stage.get(path).status_code == 200
    wait_until(lambda: len(stage.service.log_lines("outage begins", part="change_log")) > before)
    stage.check_is_well()
