"""Workers that record every request, with a collector beside them."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest

from seatpreview.settings.settings import Settings
from servers import seaweed as seaweed_part
from servers.admin_key import create_admin_key
from servers.granian import RunningGranian, running_workers
from servers.polling import wait_until
from servers.postgres import RunningPostgres
from servers.trace_collector import Collector, ReceivedSpan, running_collector
from servers.valkey import running_valkey
from serving import settings_for
from stage import Stage


class TracedService:
    """A worker, its collector, and the admin key, with which a client asks."""

    def __init__(
        self,
        settings: Settings,
        worker: RunningGranian,
        collector: Collector,
        admin_key: str,
        http: httpx.Client,
    ) -> None:
        self.settings = settings
        self.worker = worker
        self.collector = collector
        self.admin_key = admin_key
        self.http = http

    def stage(self) -> Stage:
        """Creates a venue with everything."""
        tenant = self.http.post("/manage/tenants", json={"name": "Traced"}).json()
        return Stage(str(self.http.base_url).rstrip("/"), self.admin_key, tenant["tenantId"])

    def trace_of(self, response: httpx.Response) -> list[ReceivedSpan]:
        """Waits for all spans of a request: its own comes last."""
        _, trace_id, span_id, _ = response.headers["traceresponse"].split("-")
        collector = self.collector
        wait_until(lambda: any(span.span_id == span_id for span in collector.spans))
        return [span for span in collector.spans if span.trace_id == trace_id]

    def line_of(self, response: httpx.Response) -> dict[str, Any]:
        """Waits for the line of a request in the log."""
        request_id = response.headers["x-request-id"]
        wait_until(lambda: f'"request_id":"{request_id}"' in self.worker.log().rpartition("\n")[0])
        [line] = [line for line in self.worker.log().splitlines() if request_id in line]
        members: dict[str, Any] = json.loads(line)
        return members


@contextmanager
def traced_service(folder: Path, database_url: str = "", **more: Any) -> Iterator[TracedService]:
    """Starts a worker that records every request, unless a caller says that it is not recorded."""
    with running_collector() as collector, pytest.MonkeyPatch.context() as environment:
        environment.setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
        trusted = (ip_network("127.0.0.0/8"),)
        given = {"traces_url": collector.url, "traces_one_in": 1, "traces_trusted": trusted} | more
        settings = settings_for(folder, database_url, **given)
        admin_key = create_admin_key(settings)
        headers = {"authorization": f"Bearer {admin_key}"}
        with (
            running_workers([settings], folder) as [worker],
            httpx.Client(base_url=f"{settings.address}/v1", headers=headers, timeout=60) as http,
        ):
            yield TracedService(settings, worker, collector, admin_key, http)


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TracedService]:
    """On SQLite, with pictures in a folder."""
    with traced_service(tmp_path_factory.mktemp("traced")) as service:
        yield service


@pytest.fixture(scope="module")
def clustered(tmp_path_factory: pytest.TempPathFactory, postgres: RunningPostgres) -> Iterator[TracedService]:
    """On PostgreSQL, Valkey and S3."""
    with ExitStack() as stack:
        valkey = stack.enter_context(running_valkey())
        objects = stack.enter_context(seaweed_part.empty_store_url("s3"))
        database = postgres.new_database("traced")
        given = {"valkey_url": valkey.url, "object_store_url": objects}
        yield stack.enter_context(traced_service(tmp_path_factory.mktemp("traced"), database, **given))


@pytest.fixture(scope="module", params=["clustered", pytest.param("embedded", marks=pytest.mark.long)])
def traced(request: pytest.FixtureRequest) -> TracedService:
    """A test that uses it runs once on each; in the quick lane on the one that has all parts."""
    service: TracedService = request.getfixturevalue(request.param)
    return service


@pytest.fixture(scope="module")
def stage(traced: TracedService) -> Stage:
    return traced.stage()
