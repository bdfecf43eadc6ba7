"""Signals, kills, frozen processes and logs that nobody reads, in the middle of a sale."""

import contextlib
import fcntl
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import httpx
import pytest

from bad_days.sale import Json, Sale, hall, internal_faults, start_again
from cli.program import assert_clear_refusal, run
from operated_service import OperatedService, operated_service
from servers.free_ports import free_port
from servers.long_timeouts import LONG_TIMEOUTS_PROGRAM
from servers.migrated_databases import copy_template
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.postgres import RunningPostgres
from servers.service_process import PROGRAM

pytestmark = pytest.mark.long

_HANG_SECONDS = 5
_FROZEN_SECONDS = 7


@pytest.fixture
def log_pipe(tmp_path: Path) -> Iterator[tuple[list[str], "LogPipe"]]:
    """A program whose log goes into a small pipe, and the end of the pipe that somebody should read."""
    path = tmp_path / "log-pipe"
    os.mkfifo(path)
    pipe = LogPipe(path)
    try:
        yield ["sh", "-c", f'exec "$@" 2>"{path}"', "sh", *PROGRAM], pipe
    finally:
        pipe.close()


class LogPipe:
    """The reader of a log."""

    def __init__(self, path: Path) -> None:
        self._file: int | None = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        fcntl.fcntl(self._file, fcntl.F_SETPIPE_SZ, 4096)

    def close(self) -> None:
        """Ends reading, as a log service does that is killed. May be called twice."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def test_a_log_whose_reader_has_gone_stops_nobody(
    tmp_path: Path, log_pipe: tuple[list[str], LogPipe]
) -> None:
    """Requests are answered and changes stored when the reader of the log was killed, and the service stops
    in order (any good service)."""
    program, reader = log_pipe
    with operated_service(tmp_path, program=program) as service:
        sale = Sale(service)
        [worker] = service.process.workers()
        reader.close()
        for _ in range(50):
            assert sale.look(sale.new_buyer()).status_code == 200
        assert service.create_tenant().status_code == 201
        assert httpx.get(f"{service.process.base_address}/caller").status_code == 401
        assert [each.pid for each in service.process.workers()] == [worker.pid]
        assert service.process.stop() == 0


def test_a_log_that_nobody_reads_holds_up_no_buyer(
    tmp_path: Path, log_pipe: tuple[list[str], LogPipe]
) -> None:
    """Buyers are served when whatever reads the log hangs and its pipe is full (any good service)."""
    program, reader = log_pipe
    with operated_service(tmp_path, "--worker-hang-seconds", str(_HANG_SECONDS), program=program) as service:
        try:
            sale = Sale(service)
            for _ in range(50):
                assert sale.look(sale.new_buyer()).status_code == 200
            assert service.readiness() == 200
        finally:
            # Without a reader, a service that waits for the pipe goes on, and can be stopped.
            reader.close()


def test_a_terminal_that_is_closed_leaves_no_half_of_a_service(tmp_path: Path) -> None:
    """After SIGHUP, a service either goes on or has ended as a whole; what it has acknowledged is stored, and
    it starts again on the same folder and port (any good service)."""
    with operated_service(tmp_path) as service:
        acknowledged: set[str] = set()

        def create_tenants() -> None:
            for _ in range(10):
                with contextlib.suppress(httpx.TransportError):
                    answer = service.create_tenant()
                    if answer.status_code == 201:
                        acknowledged.add(answer.json()["tenantId"])

        create_tenants()
        os.killpg(service.process.process.pid, signal.SIGHUP)
        create_tenants()
        wait_until(lambda: not service.process.is_running() or is_ready(service))
        if service.process.is_running():
            assert service.create_tenant().status_code == 201
        service.process.stop()
        wait_until(lambda: not service.process.is_listening())

        start_again(service.process)
        listed = service.http.get("/manage/tenants", params={"limit": 100}).json()["data"]
        assert acknowledged <= {tenant["tenantId"] for tenant in listed}
        assert len(acknowledged) >= 10


def test_a_service_that_was_frozen_as_a_whole_goes_on(tmp_path: Path) -> None:
    """A machine that was paused for longer than a worker may hang comes back by itself: keys, sessions and
    records are as before (docs/troubleshooting.md, A worker hangs)."""
    with operated_service(tmp_path, "--worker-hang-seconds", str(_HANG_SECONDS)) as service:
        sale = Sale(service)
        token, leaked = sale.new_buyer(), service.create_key()
        service.revoke(leaked)
        group = service.process.process.pid
        os.killpg(group, signal.SIGSTOP)
        try:
            time.sleep(_FROZEN_SECONDS)  # The bad day itself: nothing can be waited for.
        finally:
            os.killpg(group, signal.SIGCONT)

        def is_well() -> bool:
            with contextlib.suppress(httpx.TransportError):
                return {sale.look(token).status_code for _ in range(10)} == {200}
            return False

        wait_until(is_well)
        assert service.process.is_running()
        assert service.process.caller(leaked["plaintext"]).status_code == 401
        assert service.create_tenant().status_code == 201
        assert service.process.stop() == 0


@pytest.mark.parametrize("answered", [1, 8])
def test_what_is_repeated_after_a_kill_is_made_once(tmp_path: Path, answered: int) -> None:
    """A request with an Idempotency-Key makes one thing, also when the service is killed before its answer
    and the request is sent again (docs/safe-to-repeat.md)."""
    names = [f"Tenant {number}" for number in range(20)]
    with operated_service(tmp_path) as service:
        count = 0
        enough = threading.Event()

        def create(name: str) -> httpx.Response:
            return service.http.post(
                "/manage/tenants", json={"name": name}, headers={"idempotency-key": name.replace(" ", "-")}
            )

        def was_created(name: str) -> bool:
            return create(name).status_code == 201

        def create_before_the_kill(name: str) -> Json | None:
            nonlocal count
            try:
                with contextlib.suppress(httpx.TransportError):
                    answer = create(name)
                    return answer.json() if answer.status_code == 201 else None
                return None
            finally:
                count += 1
                if count >= answered:
                    enough.set()

        with ThreadPoolExecutor(len(names)) as threads:
            first = threads.map(create_before_the_kill, names)
            assert enough.wait(PATIENCE_SECONDS)
            service.process.kill()
            first_answers = dict(zip(names, first, strict=True))
        start_again(service.process)

        for name in names:
            wait_until(partial(was_created, name))
            again = create(name).json()
            before = first_answers[name]
            assert before is None or again["tenantId"] == before["tenantId"]
        listed = service.http.get("/manage/tenants", params={"limit": 100}).json()["data"]
        assert sorted(tenant["name"] for tenant in listed) == sorted(names)


@pytest.mark.parametrize("taken", ["--port", "--metrics-port"])
def test_a_port_that_is_taken_is_told_and_costs_the_first_service_nothing(tmp_path: Path, taken: str) -> None:
    """A second service on a port that is in use ends with a sentence, and takes no request from the first one
    (docs/troubleshooting.md, The service does not start)."""
    with operated_service(tmp_path) as service:
        metrics = httpx.URL(service.process.panel_value("Metrics"))
        ports = {"--port": service.process.port, "--metrics-port": metrics.port}
        other = {"--port": free_port(), "--metrics-port": free_port()} | {taken: ports[taken]}
        flags = [part for name, port in other.items() for part in (name, str(port))]
        refused = run("serve", *flags, "--data-dir", str(tmp_path / "other"), cwd=tmp_path)
        assert_clear_refusal(refused.returncode, refused.stderr)
        assert str(ports[taken]) in refused.stderr
        assert "in use" in refused.stderr
        for _ in range(20):
            assert service.create_tenant().status_code == 201
        assert httpx.get(metrics).status_code == 200


def test_a_venue_that_is_published_anew_amid_a_sale_is_never_seen_as_it_was_before(
    tmp_path: Path, postgres: RunningPostgres, postgres_template: str
) -> None:
    """Once a venue was replaced, every worker shows the new record and none an older one, and no buyer gets
    an error, also where a row is gone (docs/scale.md; any good service)."""
    url = copy_template(postgres, postgres_template, "published_anew")
    with operated_service(
        tmp_path, "--workers", "2", database_url=url, program=LONG_TIMEOUTS_PROGRAM
    ) as service:
        sale = Sale(service)
        is_over = threading.Event()
        faults: list[str] = []

        def buy(token: str) -> None:
            newest = 0
            for _ in range(120):
                if is_over.is_set():
                    return
                answer = sale.look(token)
                number = number_of(answer) if answer.status_code == 200 else -1
                if number < newest:
                    faults.append(f"{answer.status_code} after {newest}: {answer.text[:200]}")
                newest = max(newest, number)

        buyers = [threading.Thread(target=buy, args=(sale.new_buyer(),)) for _ in range(4)]
        token = sale.new_buyer()
        for buyer in buyers:
            buyer.start()
        try:
            for number in range(1, 16):
                rows = ("A", "B") if number % 2 else ("A",)
                path = f"/manage/venues/{sale.venue_id}"
                replaced = service.http.put(path, json=hall(f"Hall {number}", *rows))
                assert replaced.status_code == 200, replaced.text
                looks = [sale.look(token) for _ in range(4)]
                assert {number_of(answer) for answer in looks} == {number}
                seen = sale.look(token, "1/B/1").json()["resolution"]["status"]
                assert seen == ("matched" if number % 2 else "section_only")
        finally:
            is_over.set()
            for buyer in buyers:
                buyer.join()
        assert not faults
        assert not internal_faults(service.process)


def number_of(preview: httpx.Response) -> int:
    """Returns the number in the name of the venue that a preview is of."""
    assert preview.status_code == 200, preview.text
    return int(preview.json()["venue"]["name"].removeprefix("Hall "))


def is_ready(service: OperatedService) -> bool:
    with contextlib.suppress(httpx.TransportError):
        return service.readiness() == 200
    return False
