"""Valkey is restarted without what it held, or takes no more writes, in the middle of a sale."""

import socket
from pathlib import Path

import httpx
import pytest

from bad_days.sale import SIGNING_SECRET, Sale, bearer, with_environment
from operated_service import OperatedService, operated_service
from servers.long_timeouts import LONG_TIMEOUTS_PROGRAM
from servers.migrated_databases import copy_template
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.postgres import RunningPostgres
from servers.valkey import RunningValkey, running_valkey

pytestmark = pytest.mark.long

BURST = 20
TWENTY_A_DAY = {"requests": BURST, "windowSeconds": 86_400, "burst": BURST}


def test_limits_are_shared_again_after_valkey_was_restarted_empty(
    tmp_path: Path, postgres: RunningPostgres, postgres_template: str
) -> None:
    """Valkey needs no backup, and while it is away nobody is refused for it; machines share their limits
    again once it is back, whatever it has forgotten (docs/backups.md, docs/on-sale-day.md)."""
    url = copy_template(postgres, postgres_template, "valkey_restarted_empty")
    program = with_environment({"SEATPREVIEW_SIGNING_SECRET": SIGNING_SECRET}, LONG_TIMEOUTS_PROGRAM)
    first_folder, second_folder = tmp_path / "first", tmp_path / "second"
    first_folder.mkdir()
    second_folder.mkdir()
    with (
        running_valkey() as valkey,
        operated_service(
            first_folder, "--valkey-url", valkey.url, database_url=url, program=program
        ) as first,
        operated_service(
            second_folder, "--valkey-url", valkey.url, database_url=url, program=program
        ) as second,
    ):
        sale = Sale(first)
        machines = (first, second)
        assert admitted(machines, sale.new_key(rateLimit=TWENTY_A_DAY)["plaintext"]) == BURST

        valkey.kill()
        for machine in machines:
            assert list_venues(machine, sale.shop_key["plaintext"]).status_code == 200
            machine.process.wait_for_line("outage begins", part="valkey")
        assert sale.look(sale.new_buyer()).status_code == 200
        valkey.restart()
        for machine in machines:
            wait_until_it_ends(machine, sale.shop_key["plaintext"])

        assert admitted(machines, sale.new_key(rateLimit=TWENTY_A_DAY)["plaintext"]) == BURST


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("CONFIG SET maxmemory 1", "CONFIG SET maxmemory 0", id="out of memory"),
        pytest.param("REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE", id="a replica"),
    ],
)
def test_a_valkey_that_takes_no_writes_costs_no_request_and_limits_hold(
    tmp_path: Path, before: str, after: str
) -> None:
    """Nobody is refused because Valkey fails: each worker counts for itself, and the log says so
    (docs/on-sale-day.md, docs/troubleshooting.md)."""
    with (
        running_valkey() as valkey,
        operated_service(tmp_path, "--valkey-url", valkey.url, program=LONG_TIMEOUTS_PROGRAM) as service,
    ):
        sale = Sale(service)
        token = sale.new_buyer()
        limited = sale.new_key(rateLimit=TWENTY_A_DAY)["plaintext"]

        tell(valkey, before)
        assert {sale.look(token).status_code for _ in range(20)} == {200}
        assert sale.new_session().status_code == 201
        service.process.wait_for_line("outage begins", part="valkey")
        assert admitted((service,), limited) == BURST

        tell(valkey, after)
        wait_until_it_ends(service, sale.shop_key["plaintext"])
        assert sale.look(token).status_code == 200


def list_venues(machine: OperatedService, key: str) -> httpx.Response:
    address = f"{machine.process.base_address}/manage/venues"
    return httpx.get(address, headers=bearer(key), timeout=PATIENCE_SECONDS)


def admitted(machines: tuple[OperatedService, ...], key: str) -> int:
    """Returns how many of many requests the machines admit together, each asked in its turn."""
    statuses = [list_venues(machine, key).status_code for _ in range(BURST + 5) for machine in machines]
    assert set(statuses) <= {200, 429}
    return statuses.count(200)


def tell(valkey: RunningValkey, command: str) -> None:
    """Sends a command to Valkey, which has to take it."""
    with socket.create_connection(("127.0.0.1", valkey.port), timeout=PATIENCE_SECONDS) as connection:
        connection.sendall(f"{command}\r\n".encode())
        answer = connection.recv(1000)
        assert answer.startswith(b"+OK"), answer


def wait_until_it_ends(machine: OperatedService, key: str) -> None:
    """Waits for the end of the outage, with requests as they come during a sale."""

    def has_ended() -> bool:
        assert list_venues(machine, key).status_code == 200
        return bool(machine.process.log_lines("outage ends", part="valkey"))

    wait_until(has_ended)
