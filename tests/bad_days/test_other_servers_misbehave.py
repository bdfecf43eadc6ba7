"""Bad days of other servers: a database under the same name, a role that may not log in, a full Valkey, a
bucket with another time, and receivers of webhooks."""

import http.server
import json
import secrets
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from standardwebhooks import Webhook

from bad_days.faults import mentioned, output_of, run_command
from bad_days.sale import Sale, internal_faults, start_again
from operated_service import OperatedService, operated_service
from servers import seaweed
from servers.polling import wait_until
from servers.postgres import RunningPostgres, execute, running_postgres
from servers.tcp_proxy import running_proxy
from servers.valkey import RunningValkey, running_valkey

pytestmark = pytest.mark.long

Json = dict[str, Any]


@pytest.fixture(scope="module")
def server() -> Iterator[RunningPostgres]:
    with running_postgres() as running:
        yield running


def test_an_older_database_gets_the_name_of_the_running_one(tmp_path: Path, server: RunningPostgres) -> None:
    """Day 25. A colleague restores a dump under the name of the database while the service runs, and does not
    stop it. From that moment the records of the dump count: a key that they do not know is never accepted
    again, however warm it is in memory."""
    name = f"live_{secrets.token_hex(4)}"
    url = server.create_database(name)
    assert run_command("db", "upgrade", "--database-url", url).returncode == 0
    server.create_database(f"{name}_older", template=name)
    with operated_service(tmp_path, database_url=url) as service:
        key = service.create_key()
        assert service.process.caller(key["plaintext"]).status_code == 200
        execute(
            server.url,
            f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false',
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",
            f'ALTER DATABASE "{name}" RENAME TO "{name}_gone"',
            f'ALTER DATABASE "{name}_older" RENAME TO "{name}"',
        )
        seen: list[int] = []

        def is_unknown() -> bool:
            seen.append(service.process.caller(key["plaintext"]).status_code)
            return seen[-1] == 401

        wait_until(is_unknown)
        assert 200 not in seen
        wait_until(lambda: service.readiness() == 200)
        where = ("--database-url", url, "--data-dir", str(service.data_dir))
        created = run_command("keys", "create", "--scope", "admin", "--json", *where)
        assert created.returncode == 0, output_of(created)
        new = json.loads(created.stdout)
        assert service.process.caller(new["plaintext"]).status_code == 200
        assert run_command("keys", "revoke", new["keyId"], "--yes", *where).returncode == 0
        assert service.process.caller(new["plaintext"]).status_code == 401
        assert service.process.caller(key["plaintext"]).status_code == 401


def test_the_role_of_the_service_may_not_log_in(tmp_path: Path, server: RunningPostgres) -> None:
    """Day 26. Somebody tidies up the roles of PostgreSQL, and locks that of the service. Nothing is served
    from memory; the log says who refuses; nothing restarts; it goes on once the role may log in."""
    role = f"seats_{secrets.token_hex(4)}"
    execute(server.url, f'CREATE ROLE "{role}" LOGIN')
    execute(server.url, f'CREATE DATABASE "{role}" OWNER "{role}"')
    url = f"postgresql://{role}@127.0.0.1:{server.port}/{role}"
    assert run_command("db", "upgrade", "--database-url", url).returncode == 0
    with operated_service(tmp_path, database_url=url) as service:
        key = service.create_key()
        workers = {worker.pid for worker in service.process.workers()}
        execute(
            server.url,
            f'ALTER ROLE "{role}" NOLOGIN',
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{role}'",
        )
        wait_until(lambda: service.readiness() == 503)
        assert service.process.caller(key["plaintext"]).status_code == 503
        assert httpx.get(f"{service.root}/healthz").status_code == 200
        wait_until(lambda: bool(service.outages("refused")))
        assert role in json.dumps(service.outages("refused"))
        assert mentioned(service.doctor(), "not permitted to log in")
        execute(server.url, f'ALTER ROLE "{role}" LOGIN')
        wait_until(lambda: service.readiness() == 200)
        assert service.process.caller(key["plaintext"]).status_code == 200
        assert {worker.pid for worker in service.process.workers()} == workers


def test_valkey_has_no_memory_left(tmp_path: Path) -> None:
    """Day 27. Another program fills the Valkey that they share: it answers, and takes no writes. Requests are
    served, the log and doctor say that it is its memory, and rates are shared again once it has some."""
    with (
        running_valkey() as valkey,
        operated_service(tmp_path, "--valkey-url", valkey.url) as service,
    ):
        sale = Sale(service)
        buyer = sale.new_buyer()
        _tell(valkey, "CONFIG SET maxmemory-policy noeviction")
        _tell(valkey, "CONFIG SET maxmemory 1")

        def is_noticed() -> bool:
            assert sale.look(buyer).status_code == 200
            assert service.process.caller(service.admin_key).status_code == 200
            return bool(service.process.log_lines("outage begins", part="valkey"))

        wait_until(is_noticed)
        [line] = service.process.log_lines("outage begins", part="valkey")
        assert "memory" in json.dumps(line), line
        assert mentioned(service.doctor("--valkey-url", valkey.url), "maxmemory")
        _tell(valkey, "CONFIG SET maxmemory 0")

        def has_ended() -> bool:
            assert sale.look(buyer).status_code == 200
            return bool(service.process.log_lines("outage ends", part="valkey"))

        wait_until(has_ended)
        assert service.doctor("--valkey-url", valkey.url) == service.doctor()


def test_the_clock_of_the_bucket_differs(tmp_path: Path) -> None:
    """Day 28. The bucket refuses every signature, since the clocks are a quarter of an hour apart. Nobody
    should look for a wrong key: the log names the time."""
    error = (
        b"<Error><Code>RequestTimeTooSkewed</Code><Message>The difference between the request time and the "
        b"current time is too large.</Message></Error>"
    )
    answer = b"HTTP/1.1 403 Forbidden\r\nContent-Type: application/xml\r\nContent-Length: %d\r\n\r\n%s" % (
        len(error),
        error,
    )
    with seaweed.empty_store_url("s3") as url, running_proxy(seaweed.shared().port) as proxy:
        url = url.replace(f":{seaweed.shared().port}", f":{proxy.port}")
        with operated_service(tmp_path, "--object-store-url", url) as service:
            sale = Sale(service)
            buyer = sale.new_buyer()
            proxy.answer_with(answer)
            refused = sale.upload("second.jpg")
            assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
            assert sale.look(buyer).status_code == 200
            wait_until(lambda: bool(service.outages("clock")))
            line = service.outages("clock")[0]
            assert "RequestTimeTooSkewed" in line["reason"], line
            assert "clock" in line["remedy"], line
            assert mentioned(service.doctor("--object-store-url", url), "this machine's clock")
            proxy.be_well()
            wait_until(lambda: sale.upload("second.jpg").is_success)
            assert internal_faults(service.process) == []


def test_the_receiver_of_a_webhook_redirects_and_then_never_ends_its_answer(tmp_path: Path) -> None:
    """Day 29. The receiver was moved, and its old address redirects to a machine inside; the new one answers
    with a page that never ends. Nobody is led inside, and 200 is enough: the rest is not read."""
    with _receiver() as inside, _receiver() as receiver, _operated(tmp_path) as service:
        receiver.redirect_to = f"http://127.0.0.1:{inside.port}/inside"
        webhook = _create_webhook(service, receiver)
        wait_until(lambda: _delivery(service, webhook)["lastStatus"] == 302)
        assert _delivery(service, webhook)["status"] == "pending"
        assert inside.bodies == []
        receiver.redirect_to, receiver.is_endless = "", True
        wait_until(lambda: _delivery(service, webhook)["status"] == "delivered")
        wait_until(lambda: receiver.cut_off == 1)
        assert inside.bodies == []
        assert internal_faults(service.process) == []


def test_the_key_of_webhooks_is_lost(tmp_path: Path) -> None:
    """Day 30. The file `webhook-key` was not among what moved to the new machine. Doctor says so and what to
    do; after that deliveries are signed, and nothing was ever sent that the old secret does not fit."""
    with _receiver() as receiver, _operated(tmp_path) as service:
        webhook = _create_webhook(service, receiver)
        wait_until(lambda: _delivery(service, webhook)["status"] == "delivered")
        service.process.stop()
        (service.data_dir / "webhook-key").unlink()
        start_again(service.process)
        assert mentioned(service.doctor(), "webhook secrets")
        path = f"/manage/webhooks/{webhook['webhookId']}"
        service.http.post(f"{path}/test")  # It is refused or waits: there is nothing to sign with.
        rotated = service.http.post(f"{path}/rotate", json={})
        assert rotated.is_success, rotated.text
        service.http.post(f"{path}/test")
        wait_until(lambda: _delivery(service, webhook)["status"] == "delivered" and len(receiver.bodies) > 1)
        for body, headers in receiver.bodies[1:]:
            Webhook(rotated.json()["secret"]).verify(body, headers)
        assert not mentioned(service.doctor(), "webhook secrets")


class _Receiver(http.server.ThreadingHTTPServer):
    """A receiver of webhooks that may misbehave."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.redirect_to = ""
        self.is_endless = False
        self.cut_off = 0
        """How many endless answers the other side has cut off."""
        self.bodies: list[tuple[bytes, dict[str, str]]] = []

    @property
    def port(self) -> int:
        return self.server_port


class _Handler(http.server.BaseHTTPRequestHandler):
    server: _Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.bodies.append((body, {name.lower(): value for name, value in self.headers.items()}))
        if self.server.redirect_to:
            self.send_response(302)
            self.send_header("Location", self.server.redirect_to)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(200)
        if not self.server.is_endless:
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.end_headers()
        try:
            while True:
                self.wfile.write(bytes(65_536))
        except OSError:
            self.server.cut_off += 1

    do_GET = do_POST  # noqa: N815  # http.server names it so

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@contextmanager
def _receiver() -> Iterator[_Receiver]:
    with _Receiver() as receiver:
        thread = threading.Thread(target=receiver.serve_forever)
        thread.start()
        try:
            yield receiver
        finally:
            receiver.shutdown()
            thread.join()


@contextmanager
def _operated(folder: Path) -> Iterator[OperatedService]:
    with operated_service(folder, "--webhook-networks", "127.0.0.0/8") as service:
        yield service


def _create_webhook(service: OperatedService, receiver: _Receiver) -> Json:
    """Creates a webhook of a new tenant, and sends a test to it."""
    tenant = service.create_tenant().json()["tenantId"]
    members = {"url": f"http://127.0.0.1:{receiver.port}/hooks", "tenantId": tenant}
    created = service.http.post("/manage/webhooks", json=members)
    assert created.status_code == 201, created.text
    webhook: Json = created.json()
    assert service.http.post(f"/manage/webhooks/{webhook['webhookId']}/test").is_success
    return webhook


def _delivery(service: OperatedService, webhook: Json) -> Json:
    """Returns the newest delivery."""
    listed = service.http.get(f"/manage/webhooks/{webhook['webhookId']}/deliveries")
    assert listed.status_code == 200, listed.text
    delivery: Json = listed.json()["data"][0]
    return delivery


def _tell(valkey: RunningValkey, command: str) -> None:
    with socket.create_connection(("127.0.0.1", valkey.port)) as connection:
        connection.sendall(f"{command}\r\n".encode())
        assert connection.recv(100).startswith(b"+OK")
