"""Storage that gives half an answer, clients that leave, crowds without a key, a machine that is lost, and a
certificate that is only half renewed."""

import contextlib
import socket
import ssl
import struct
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from bad_days.sale import IMAGE, SIGNING_SECRET, Sale, bearer, files_below, internal_faults, with_environment
from imagery.sample_pictures import noise
from operated_service import OperatedService, operated_service
from servers import certificates, seaweed
from servers.free_ports import free_port
from servers.long_timeouts import LONG_TIMEOUTS_PROGRAM
from servers.migrated_databases import copy_template
from servers.nginx import running_nginx
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.postgres import RunningPostgres
from servers.service_process import PROGRAM, running_service
from servers.tcp_proxy import TcpProxy, running_proxy

pytestmark = pytest.mark.long

_SLOW_DOWN = b"<?xml version='1.0'?><Error><Code>SlowDown</Code><Message>Reduce your rate.</Message></Error>"
_BUSY = (
    b"HTTP/1.1 503 Slow Down\r\nContent-Type: application/xml\r\nConnection: close\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(_SLOW_DOWN), _SLOW_DOWN)
)
_CLIENTS = 10
_WORKERS_MAX = 3
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)


@pytest.mark.parametrize("fault", ["half a line", "half of the headers", "slow down"])
def test_a_bucket_that_answers_by_halves_or_asks_to_slow_down_loses_no_image(
    tmp_path: Path, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An upload that got 503 can be repeated, what was acknowledged is stored, and views go on without the
    storage (docs/troubleshooting.md, docs/on-sale-day.md)."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", seaweed.ACCESS_KEY_ID)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", seaweed.SECRET_ACCESS_KEY)
    bucket = seaweed.shared()
    with running_proxy(bucket.port) as address:
        prefix = fault.replace(" ", "-")
        url = bucket.url(prefix).replace(f":{bucket.port}", f":{address.port}")
        with operated_service(tmp_path, "--object-store-url", url, program=LONG_TIMEOUTS_PROGRAM) as service:
            sale = Sale(service)
            token = sale.new_buyer()
            begin(fault, address)
            refused = sale.upload("during.jpg")
            assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
            service.process.wait_for_line("outage begins", part="image_storage_writes")
            assert sale.look(token).status_code == 200
            assert sale.image_names() == {IMAGE}

            address.be_well()
            wait_until(lambda: sale.upload("during.jpg").is_success)
            assert sale.image_names() == {IMAGE, "during.jpg"}
            assert not internal_faults(service.process)
            assert not [
                each
                for each in service.doctor("--object-store-url", url)
                if each["state"] == "fail" and each["check"] == "images"
            ]


def begin(fault: str, address: TcpProxy) -> None:
    if fault == "slow down":
        address.answer_with(_BUSY)
    else:
        address.cut_answers_after({"half a line": 10, "half of the headers": 60}[fault])


def test_clients_that_leave_in_the_middle_of_an_upload_leave_nothing_behind(tmp_path: Path) -> None:
    """Half an image is never stored, leaves no file and no request in progress, and is no fault of the
    service (any good service)."""
    with operated_service(tmp_path) as service:
        sale = Sale(service)
        picture = noise(640, 480)
        before = image_files(service)
        with contextlib.ExitStack() as clients:
            for number in range(_CLIENTS):
                head = (
                    f"PUT /v1/manage/venues/{sale.venue_id}/imagery/half/{number}.png HTTP/1.1\r\n"
                    f"Host: localhost\r\nAuthorization: Bearer {service.admin_key}\r\n"
                    f"Content-Type: image/png\r\nContent-Length: {len(picture)}\r\n\r\n"
                )
                client = socket.create_connection(service.process.address, timeout=PATIENCE_SECONDS)
                clients.enter_context(client)
                client.sendall(head.encode() + picture[: len(picture) // 2])
                if number % 2:
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
            wait_until(lambda: service.metrics()["seatpreview_requests_in_progress"] >= _CLIENTS)
        wait_until(lambda: service.metrics()["seatpreview_requests_in_progress"] == 0)
        assert sale.image_names() == {IMAGE}
        wait_until(lambda: image_files(service) <= before)
        assert not internal_faults(service.process)
        assert not service.process.log_lines(level="error")
        assert sale.upload("whole.jpg").is_success


def image_files(service: OperatedService) -> set[str]:
    """Returns the files of images, and temporary ones of the service."""
    return {
        name
        for name in files_below(service.process.folder)
        if ".sqlite" not in name and "metrics" not in name and not name.endswith((".stdout", ".stderr"))
    }


def test_a_crowd_with_wrong_keys_uses_up_only_what_strangers_have(tmp_path: Path) -> None:
    """Requests with a secret are admitted whatever strangers at the same address send, a revoke above all,
    and no log holds what strangers gave for a key (docs/deploy.md, Shops and their visitors)."""
    with operated_service(tmp_path, "--address-rate", "60/60/50") as service:
        sale = Sale(service)
        wrong = [f"sk_live_{number:04}WrongWrongWrongWrongWrongWrongWrong" for number in range(400)]
        with ThreadPoolExecutor(16) as threads:
            answers = threads.map(lambda key: service.process.caller(key).status_code, wrong)
            shop = [
                httpx.get(
                    f"{service.process.base_address}/manage/venues",
                    headers=bearer(sale.shop_key["plaintext"]),
                    timeout=PATIENCE_SECONDS,
                ).status_code
                for _ in range(30)
            ]
            strangers = list(answers)
        assert set(strangers) == {401, 429}
        assert set(shop) == {200}
        assert sale.look(sale.new_buyer()).status_code == 200
        assert service.http.delete(f"/manage/keys/{sale.shop_key['keyId']}").status_code == 204
        assert sale.new_session().status_code in (401, 429), "it is a stranger's key now"
        assert "WrongWrong" not in service.process.stderr
        assert sale.shop_key["plaintext"] not in service.process.stderr


def test_a_machine_that_is_killed_behind_nginx_costs_no_buyer_an_answer(
    tmp_path: Path, postgres: RunningPostgres, postgres_template: str
) -> None:
    """A machine that cannot be reached costs no request: nginx asks another one, and any machine serves any
    buyer (docs/deploy.md, nginx and several machines)."""
    url = copy_template(postgres, postgres_template, "machine_lost")
    program = with_environment({"SEATPREVIEW_SIGNING_SECRET": SIGNING_SECRET}, LONG_TIMEOUTS_PROGRAM)
    folders = [tmp_path / name for name in ("first", "second", "nginx")]
    for folder in folders:
        folder.mkdir()
    flags = ("--trusted-proxies", "127.0.0.1")
    certificate = certificates.write(tmp_path, days=2)
    with (
        operated_service(folders[0], *flags, database_url=url, program=program) as first,
        operated_service(folders[1], *flags, database_url=url, program=program) as second,
        running_nginx(
            folders[2],
            ports=(free_port(), free_port()),
            service_port=first.process.port,
            second_port=second.process.port,
            certificate=certificate,
        ) as proxy,
        httpx.Client(
            base_url=f"https://127.0.0.1:{proxy.port}/v1",
            verify=trust_anybody(),
            headers={"host": "seats.example"},
            timeout=PATIENCE_SECONDS,
        ) as client,
    ):
        sale = Sale(first)
        shop, venue = bearer(sale.shop_key["plaintext"]), {"venue": sale.venue_id}
        buyers: list[str] = []

        def sell() -> set[int]:
            made = [client.post("/sessions", json=venue, headers=shop) for _ in range(10)]
            buyers.extend(answer.json()["token"] for answer in made if answer.status_code == 201)
            looks = [
                client.get("/seats/preview", params={"seat": "1/A/1"}, headers=bearer(token))
                for token in buyers
            ]
            return {answer.status_code for answer in (*made, *looks)}

        assert sell() == {200, 201}
        second.process.kill()
        assert sell() == {200, 201}
        assert len(buyers) == 20
        second.process.start()
        wait_until(lambda: second.process.is_listening())
        wait_until(lambda: second.readiness() == 200)
        assert sell() == {200, 201}


def test_a_worker_is_replaced_while_a_certificate_is_half_renewed(tmp_path: Path) -> None:
    """A certificate is read at the start, so one that is being written costs no answer, also when a worker is
    killed and replaced meanwhile (docs/deploy.md, Without a proxy; docs/on-sale-day.md)."""
    certificate, key = certificates.write(tmp_path, days=2)
    flags = ("--data-dir", str(tmp_path / "data"), "--log-format", "json")
    with running_service(tmp_path, *flags, "--tls-cert", str(certificate), "--tls-key", str(key)) as service:
        assert service.base_address.startswith("https://")
        address = service.base_address.removesuffix("/v1") + "/readyz"

        def is_ready() -> bool:
            with contextlib.suppress(httpx.TransportError):
                return httpx.get(address, verify=trust_anybody(), timeout=10).status_code == 200
            return False

        wait_until(is_ready)
        certificate.write_text("-----BEGIN CERTIFICATE-----\n")
        [worker] = service.workers()
        worker.kill()
        wait_until(lambda: worker.pid not in [each.pid for each in service.workers()])
        wait_until(lambda: is_ready() or len(service.log_lines("worker replaced")) > _WORKERS_MAX)
        assert is_ready(), service.stderr


def trust_anybody() -> ssl.SSLContext:
    """The certificates are the tests' own."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def test_a_crowd_of_silent_connections_on_a_service_with_few_files_is_told_to_monitoring_and_passes(
    tmp_path: Path,
) -> None:
    """No crowd keeps the metrics listener from answering, further connections wait until others are closed,
    and then everything is as before (docs/deploy.md, Slow clients and crowds)."""
    program = ["sh", "-c", 'ulimit -n 512 && exec "$@"', "sh", *PROGRAM]
    with operated_service(tmp_path, program=program) as service:
        sale = Sale(service)
        token = sale.new_buyer()
        monitoring = service.process.panel_value("Metrics").removesuffix("/metrics")
        with contextlib.ExitStack() as crowd:
            for _ in range(700):
                connection = socket.socket()
                connection.setblocking(False)
                crowd.enter_context(connection)
                connection.connect_ex(service.process.address)
            for _ in range(10):
                assert httpx.get(f"{monitoring}/healthz", timeout=PATIENCE_SECONDS).status_code == 200
        wait_until(lambda: service.readiness() == 200)
        assert sale.look(token).status_code == 200
        assert sale.upload("after.jpg").is_success
        assert service.process.is_running()
