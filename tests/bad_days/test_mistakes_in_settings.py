"""Bad days that begin with a setting: the service says which one it is, and prints no secret while it
does."""

from pathlib import Path

import pytest

from bad_days.faults import assert_refused, output_of, run_command
from servers import certificates
from servers.free_ports import free_port

pytestmark = pytest.mark.long

PASSWORD = "correct-horse-battery"


@pytest.mark.parametrize(
    "command", [("serve", "--port", "0", "--metrics-port", "0"), ("db", "status"), ("doctor",)]
)
def test_the_port_of_postgresql_is_wrong(tmp_path: Path, command: tuple[str, ...]) -> None:
    """Day 1. A digit of the port is wrong. The operator reads which address was tried, and pastes that into a
    ticket: the password is not in it."""
    port = free_port()
    address = f"postgresql://seats:{PASSWORD}@127.0.0.1:{port}/seats"
    ended = run_command(
        *command, "--data-dir", tmp_path / "data", settings={"SEATPREVIEW_DATABASE_URL": address}
    )
    assert_refused(ended, f"127.0.0.1:{port}")
    assert PASSWORD not in output_of(ended)


def test_a_password_has_signs_of_an_address(tmp_path: Path) -> None:
    """Day 2. A generated password has @, / and #, and nobody wrote them as %40, %2F and %23."""
    settings = {
        "SEATPREVIEW_DATABASE_URL": f"postgresql://seats:p@{PASSWORD}/x#1@127.0.0.1:{free_port()}/seats"
    }
    ended = run_command(
        "serve", "--port", "0", "--metrics-port", "0", "--data-dir", tmp_path / "data", settings=settings
    )
    assert_refused(ended, "DATABASE_URL")
    assert PASSWORD not in output_of(ended)
    assert "%40" in output_of(ended), "it does not say how to write such a password"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PUBLIC_URL", '"https://seats.example"'),
        ("DATABASE_URL", f"'postgresql://seats:{PASSWORD}@127.0.0.1/seats'"),
        ("WORKERS", '"1"'),
        ("TRUSTED_PROXIES", '"127.0.0.1"'),
        ("DATA_DIR", '"/var/lib/seatpreview"'),
    ],
)
def test_quotes_of_a_file_became_part_of_the_value(tmp_path: Path, name: str, value: str) -> None:
    """Day 3. `docker --env-file` keeps the quotes that systemd takes away."""
    settings = {
        "SEATPREVIEW_DATA_DIR": str(tmp_path / "data"),
        f"SEATPREVIEW_{name}": value,
        "HOME": str(tmp_path),
    }
    ended = run_command("serve", "--port", "0", "--metrics-port", "0", settings=settings, folder=tmp_path)
    assert_refused(ended, f"SEATPREVIEW_{name}", "quot")
    assert PASSWORD not in output_of(ended)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("WORKERS", "tow"),
        ("PORT", "80800"),
        ("HOST", "256.0.0.1"),
        ("KEY_RATE", "6000 per minute"),
        ("TRUSTED_PROXIES", "10.0.0.0/33"),
        ("STOP_DELAY_SECONDS", "10s"),
        ("TLS_IN_FRONT", "ture"),
        ("STILLS", "onn"),
        ("EVENT_DAYS", "-1"),
        ("REVOKED_KEY_DAYS", "30"),
        ("VALKEY_URL", "127.0.0.1:6379"),
        ("OBJECT_STORE_URL", "https://images.example/bucket"),
        ("DATABASE_URL", "postgressql://127.0.0.1/seats"),
        ("WEBHOOK_NETWORKS", "ten-dot-everything"),
        ("LOG_FORMAT", "jsn"),
    ],
)
def test_the_value_of_a_setting_is_misspelt(tmp_path: Path, name: str, value: str) -> None:
    """Day 4. One of many settings is wrong. Its name and what was written are in the sentence, and nothing
    was begun."""
    settings = {f"SEATPREVIEW_{name}": value}
    ended = run_command("serve", "--metrics-port", "0", "--data-dir", tmp_path / "data", settings=settings)
    assert_refused(ended, f"SEATPREVIEW_{name}", value)
    assert list(tmp_path.iterdir()) == [], "it began a service before it read its settings"


@pytest.mark.parametrize("name", ["SIGNING_SECRET", "WEBHOOK_KEY", "LINK_SECRETS"])
def test_a_secret_is_too_short(tmp_path: Path, name: str) -> None:
    """Day 5. Somebody put a password where a long secret belongs. It is used elsewhere too, so the log must
    not have it."""
    ended = run_command(
        *("serve", "--port", "0", "--metrics-port", "0", "--data-dir", tmp_path / "data"),
        settings={f"SEATPREVIEW_{name}": PASSWORD},
    )
    assert_refused(ended, f"SEATPREVIEW_{name}", "32")
    assert PASSWORD not in output_of(ended)


@pytest.mark.parametrize("mistake", ["key of another certificate", "swapped", "half a file", "missing"])
def test_certificate_and_key_do_not_belong_together(tmp_path: Path, mistake: str) -> None:
    """Day 6. After a renewal by hand, the certificate does not fit its key. The service names the file and
    serves nothing."""
    certificate, key = certificates.write(tmp_path, 30)
    _, other_key = certificates.write(tmp_path, 60)
    if mistake == "half a file":
        certificate.write_bytes(certificate.read_bytes()[:200])
    cert_file, key_file = {
        "key of another certificate": (certificate, other_key),
        "swapped": (key, certificate),
        "half a file": (certificate, key),
        "missing": (tmp_path / "fullchain.pem", key),
    }[mistake]
    ended = run_command(
        *("serve", "--port", "0", "--metrics-port", "0", "--data-dir", tmp_path / "data"),
        *("--tls-cert", cert_file, "--tls-key", key_file),
    )
    assert_refused(ended, "SEATPREVIEW_TLS_", str(key_file if "another" in mistake else cert_file))
