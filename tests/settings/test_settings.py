"""Settings: read from the environment and flags, refused with sentences, and passed to workers unchanged."""

from dataclasses import fields
from pathlib import Path

import pytest

from seatpreview.settings.loader import as_environment, load
from seatpreview.settings.setting_values import PREFIX, Rate, variable
from seatpreview.settings.settings import Settings, SettingsFault


def test_flags_come_before_the_environment_and_the_environment_before_the_defaults() -> None:
    environ = {"SEATPREVIEW_PORT": "9000", "SEATPREVIEW_DATA_DIR": "/srv/data", "OTHER": "x"}
    settings = load(environ, {"port": "9001", "host": None})
    assert (settings.port, settings.data_dir, settings.host) == (9001, Path("/srv/data"), "127.0.0.1")


@pytest.mark.parametrize(("environ", "says"), [
    ({"WORKERS": "2"}, "2 workers need PostgreSQL: set SEATPREVIEW_DATABASE_URL"),
    ({"HOST": "0.0.0.0"}, "Plain HTTP on 0.0.0.0 is refused"),
    ({"HOST": "example.com"}, "Plain HTTP on example.com is refused"),
    ({"HOST": "0.0.0.0", "TLS_IN_FRONT": "true"}, "SEATPREVIEW_TLS_IN_FRONT needs SEATPREVIEW_PUBLIC_URL"),
    ({"TLS_CERT": "cert.pem"}, "go together"),
    ({"HTTP2": "true"}, "SEATPREVIEW_HTTP2 needs SEATPREVIEW_TLS_CERT"),
    ({"PORT": "x"}, "SEATPREVIEW_PORT is 'x', and must be a port"),
    ({"PORT": "65536"}, "must be a port"),
    ({"WORKERS": "0"}, "must be a whole number from 1 on"),
    ({"WORKER_HANG_SECONDS": "4"}, "must be a whole number of seconds from 5 to 3600, or 0"),
    ({"STOP_DELAY_SECONDS": "601"}, "must be a whole number of seconds from 0 to 600"),
    ({"KEY_RATE": "10"}, "requests/seconds"),
    ({"KEY_RATE": "10/60/11"}, "burst at most requests"),
    ({"KEY_RATE": "1000001/60"}, "at most 1000000 requests"),
    ({"TLS_IN_FRONT": "perhaps"}, "must be true or false"),
    ({"TRUSTED_PROXIES": "10.0.0.1/8"}, "has host bits set"),
    ({"DATABASE_URL": "mysql://root:hunter2@host/db"}, "must be an address that starts with postgresql://"),
    ({"DATABASE_URL": "'postgresql://root:hunter2@host/db'"}, "has quotation marks around its value"),
    ({"DATABASE_URL": "postgresql://root:hunter2/x#1@host/db"}, "write @ as %40, / as %2F, # as %23"),
    ({"DATABASE_URL": "postgresql://root:a?hunter2@host/db"}, "and ? as %3F"),
    ({"VALKEY_URL": "host:6379"}, "is 'host:6379', and must be an address that starts with redis://"),
    ({"VALKEY_URL": "hunter2"}, "SEATPREVIEW_VALKEY_URL must be an address"),
    ({"VALKEY_URL": "hunter2.for.seats"}, "SEATPREVIEW_VALKEY_URL must be an address"),
    ({"PUBLIC_URL": "https://seats.example/#top"}, "must be a scheme and a host alone"),
    ({"OBJECT_STORE_URL": "https://user:hunter2@s3/b"}, "SEATPREVIEW_OBJECT_STORE_URL must be s3://"),
    ({"HOST": "256.0.0.1"}, "is '256.0.0.1', and must be an IP address or the name of a host"),
    ({"PUBLIC_URL": "seats.example"}, "must be an address that starts with https://"),
    ({"SIGNING_SECRET": "short"}, "at least 32 characters"),
    ({"LOG_FORMAT": "xml"}, "must be one of auto, json, text"),
    ({"DATABSE_URL": "x"}, "DATABSE_URL is not a setting; did you mean SEATPREVIEW_DATABASE_URL?"),
])  # fmt: skip
def test_a_setting_that_cannot_be_used_is_refused_with_a_sentence(environ: dict[str, str], says: str) -> None:
    with pytest.raises(SettingsFault) as fault:
        load({PREFIX + name: value for name, value in environ.items()})
    assert says in str(fault.value)
    assert "hunter2" not in str(fault.value)


def test_variables_of_the_clients_are_no_fault() -> None:
    """A developer has them in the same shell in which the service is started."""
    assert load({"SEATPREVIEW_URL": "http://127.0.0.1:8080", "SEATPREVIEW_KEY": "sk_live_x"}) == Settings()


def test_all_faults_come_at_once() -> None:
    with pytest.raises(SettingsFault) as fault:
        load({"SEATPREVIEW_PORT": "x", "SEATPREVIEW_WORKERS": "x", "SEATPREVIEW_NONSENSE": "x"})
    assert len(fault.value.sentences) == 3


def test_settings_reach_a_worker_through_its_environment_unchanged() -> None:
    environ = {
        "SEATPREVIEW_HOST": "0.0.0.0",
        "SEATPREVIEW_PUBLIC_URL": "https://seats.example/",
        "SEATPREVIEW_TLS_IN_FRONT": "yes",
        "SEATPREVIEW_TRUSTED_PROXIES": "10.0.0.0/8, ::1",
        "SEATPREVIEW_KEY_RATE": "10/60",
        "SEATPREVIEW_DATABASE_URL": "postgresql://user:password@host/name",
        "SEATPREVIEW_WORKERS": "4",
    }
    settings = load(environ)
    assert settings.key_rate == Rate(10, 60, 10)
    assert load(as_environment(settings)) == settings


def test_every_setting_says_what_it_means_and_no_default_holds_a_secret() -> None:
    for item in fields(Settings):
        assert item.metadata["meaning"].endswith("."), item.name
        assert variable(item.name) == f"SEATPREVIEW_{item.name.upper()}"


@pytest.mark.parametrize(("environ", "address"), [
    ({}, "http://127.0.0.1:8080"),
    ({"HOST": "::1", "PORT": "1"}, "http://[::1]:1"),
    ({"HOST": "0.0.0.0", "TLS_CERT": "c", "TLS_KEY": "k", "PORT": "443"}, "https://0.0.0.0:443"),
    ({"PUBLIC_URL": "https://seats.example/"}, "https://seats.example"),
])  # fmt: skip
def test_the_address_of_the_service(environ: dict[str, str], address: str) -> None:
    assert load({PREFIX + name: value for name, value in environ.items()}).address == address


def test_revoked_keys_are_not_deleted_before_the_audit_log() -> None:
    """Until then, a change of a revoked key is 400 or 409, and not 404."""
    environ = {"SEATPREVIEW_AUDIT_DAYS": "90"}
    for days in ("0", "90", "400"):
        assert str(load(environ | {"SEATPREVIEW_REVOKED_KEY_DAYS": days}).revoked_key_days) == days
    with pytest.raises(SettingsFault, match="must be 0, or at least the 90 days of SEATPREVIEW_AUDIT_DAYS"):
        load(environ | {"SEATPREVIEW_REVOKED_KEY_DAYS": "89"})
