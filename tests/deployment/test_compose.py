"""deploy/compose.yaml: no default passwords, and services whose settings fit together."""

import ipaddress
import re
from typing import Any

from deployment.deployment_files import (
    ENVIRONMENT,
    FOLDER,
    VARIABLE,
    image_settings,
    load_compose,
    parse_environment,
    parse_seconds,
    read_text,
)
from seatpreview.objects.bucket_address import read_address
from seatpreview.server.connections import CONNECTIONS_MAX, connections_max
from seatpreview.server.parent_process import STOP_SECONDS
from seatpreview.settings.loader import load
from seatpreview.settings.settings import Settings


def test_every_variable_is_required_and_in_the_example() -> None:
    """The danger: a variable without ':?' is empty if it is not set, and so is the password that it holds."""
    found = VARIABLE.findall(read_text("compose.yaml"))
    assert [name for name, required in found if not required] == []
    assert {name for name, _ in found} == parse_environment(read_text("compose.env.example")).keys()
    assert {name for name, _ in found} == ENVIRONMENT.keys()


def test_every_variable_has_the_form_that_these_tests_check() -> None:
    text = re.sub(r"#.*", "", read_text("compose.yaml"))
    assert text.count("$") == len(VARIABLE.findall(text)) + 2 * text.count("$$")


def test_the_example_holds_no_value() -> None:
    """The danger: many installations would share a secret that an example contains."""
    assert set(parse_environment(read_text("compose.env.example")).values()) == {""}


def test_the_settings_of_the_service_are_valid() -> None:
    settings = settings_of("seatpreview")
    assert settings.address == "https://seats.example"
    assert settings.workers == 2
    assert settings_of("upgrade") == settings


def test_browsers_and_the_service_find_the_storage() -> None:
    services = load_compose()["services"]
    environment = services["seatpreview"]["environment"]
    address = read_address(settings_of("seatpreview").object_store_url, environment)
    assert address.endpoint == f"https://{ENVIRONMENT['PICTURES_HOST']}"
    assert ENVIRONMENT["PICTURES_HOST"] in services["proxy"]["networks"]["front"]["aliases"]
    assert f's3.bucket.create -name {address.bucket}"' in services["bucket"]["command"][0]
    store = services["pictures"]["environment"]
    assert address.access_key_id == store["AWS_ACCESS_KEY_ID"]
    assert address.secret_access_key == store["AWS_SECRET_ACCESS_KEY"]


def test_only_the_proxy_may_report_the_address_of_a_client() -> None:
    """The attack: a client claims another address with each request to get more allowance."""
    front = load_compose()["networks"]["front"]["ipam"]["config"][0]["subnet"]
    proxy = ipaddress.ip_address(load_compose()["services"]["proxy"]["networks"]["front"]["ipv4_address"])
    assert proxy in ipaddress.ip_network(front)
    assert settings_of("seatpreview").trusted_proxies == (ipaddress.ip_network(proxy),)


def test_only_the_proxy_is_reachable_from_outside() -> None:
    services, networks = load_compose()["services"], load_compose()["networks"]
    assert [name for name, each in services.items() if "ports" in each] == ["proxy"]
    assert [name for name, each in networks.items() if not each.get("internal")] == ["outside"]
    assert [name for name, each in services.items() if "outside" in each["networks"]] == ["proxy"]
    assert not {*services["proxy"]["networks"]} & {*services["postgres"]["networks"]}


def test_the_storage_sends_no_telemetry() -> None:
    assert "-master.telemetry=false" in load_compose()["services"]["pictures"]["command"]


def test_a_stop_waits_for_requests_in_flight() -> None:
    grace_seconds = parse_seconds(load_compose()["services"]["seatpreview"]["stop_grace_period"])
    assert grace_seconds > STOP_SECONDS + settings_of("seatpreview").stop_delay_seconds


def test_every_container_has_a_bound_of_memory_and_a_log_that_is_rotated() -> None:
    """The danger: a log without a bound fills the disk on which the records are."""
    for name, service in load_compose()["services"].items():
        assert re.fullmatch(r"\d+[mg]", service["mem_limit"]), name
        assert {"max-size", "max-file"} <= service["logging"]["options"].keys(), name


def test_every_container_that_stays_has_a_health_check() -> None:
    services = load_compose()["services"]
    staying = {name for name, each in services.items() if each["restart"] != "no"}
    checked = {name for name in staying if "healthcheck" in services[name]}
    # The image of the service has its check; the age of the last backup is told by doctor and the metrics.
    assert staying - checked == {"seatpreview", "backup"}


def test_the_service_has_an_init_process_and_files_enough() -> None:
    """Heavy processes of a worker that was killed become children of process 1, which has to collect them."""
    service = load_compose()["services"]["seatpreview"]
    assert service["init"] is True
    files = service["ulimits"]["nofile"]
    assert connections_max(settings_of("seatpreview"), files) == CONNECTIONS_MAX


def test_no_service_waits_for_a_condition_that_cannot_happen() -> None:
    services = load_compose()["services"]
    for service in services.values():
        for name, condition in start_conditions(service).items():
            if condition == "service_healthy":
                assert "healthcheck" in services[name]
            if condition == "service_completed_successfully":
                assert services[name]["restart"] == "no"


def test_every_mounted_file_exists() -> None:
    mounted = [str(volume).split(":")[0] for volume in load_compose()["services"]["proxy"]["volumes"]]
    files = [name for name in mounted if name.startswith("./")]
    assert files
    assert [name for name in files if not (FOLDER / name).is_file()] == []


def settings_of(service: str) -> Settings:
    """Returns the settings in the container: those of the image, overridden by those of the compose file."""
    return load({**image_settings(), **load_compose()["services"][service]["environment"]})


def start_conditions(service: dict[str, Any]) -> dict[str, str]:
    depends_on = service.get("depends_on", {})
    if not isinstance(depends_on, dict):
        return {}
    return {name: entry["condition"] for name, entry in depends_on.items()}
