"""deploy/compose.yaml: nothing starts with a password that others know, and what starts fits together."""

import ipaddress
import re
from typing import Any

from deployment.shown import FILLED_IN, FOLDER, VARIABLE, compose, environment_in, seconds_of, text_of
from seatpreview.cli.server import STOP_SECONDS
from seatpreview.objects.address import read_address
from seatpreview.settings import Settings, load


def test_every_variable_is_asked_for_and_stands_in_the_example() -> None:
    """One without ':?' would be empty where it is not set, and an empty password is one that others know."""
    found = VARIABLE.findall(text_of("compose.yaml"))
    assert [name for name, asked_for in found if not asked_for] == []
    assert {name for name, _ in found} == environment_in(text_of("compose.env.example")).keys()
    assert {name for name, _ in found} == FILLED_IN.keys()


def test_every_variable_is_written_in_the_form_that_is_checked() -> None:
    text = re.sub(r"#.*", "", text_of("compose.yaml"))
    assert text.count("$") == len(VARIABLE.findall(text)) + 2 * text.count("$$")


def test_the_example_holds_no_value() -> None:
    """A secret in an example is a secret that many installations share."""
    assert set(environment_in(text_of("compose.env.example")).values()) == {""}


def test_the_settings_of_the_service_can_be_used() -> None:
    settings = settings_of("seatpreview")
    assert settings.address == "https://seats.example"
    assert settings.workers == 2
    assert settings_of("upgrade") == settings


def test_the_pictures_are_where_browsers_and_the_service_look_for_them() -> None:
    services, environment = compose()["services"], compose()["services"]["seatpreview"]["environment"]
    address = read_address(settings_of("seatpreview").object_store_url, environment)
    assert address.endpoint == f"https://{FILLED_IN['PICTURES_HOST']}"
    assert FILLED_IN["PICTURES_HOST"] in services["proxy"]["networks"]["front"]["aliases"]
    assert f's3.bucket.create -name {address.bucket}"' in services["bucket"]["command"][0]
    store = services["pictures"]["environment"]
    assert address.access_key_id == store["AWS_ACCESS_KEY_ID"]
    assert address.secret_access_key == store["AWS_SECRET_ACCESS_KEY"]


def test_only_the_proxy_is_trusted_to_say_whose_a_request_is() -> None:
    """A client that may name its own address has as many allowances as it likes."""
    front = compose()["networks"]["front"]["ipam"]["config"][0]["subnet"]
    proxy = ipaddress.ip_address(compose()["services"]["proxy"]["networks"]["front"]["ipv4_address"])
    assert proxy in ipaddress.ip_network(front)
    assert settings_of("seatpreview").trusted_proxies == (ipaddress.ip_network(proxy),)


def test_nothing_but_the_proxy_is_reached_from_outside() -> None:
    services, networks = compose()["services"], compose()["networks"]
    assert [name for name, each in services.items() if "ports" in each] == ["proxy"]
    assert [name for name, each in networks.items() if not each.get("internal")] == ["outside"]
    assert [name for name, each in services.items() if "outside" in each["networks"]] == ["proxy"]
    assert not {*services["proxy"]["networks"]} & {*services["postgres"]["networks"]}


def test_nobody_tells_about_the_installation() -> None:
    assert "-master.telemetry=false" in compose()["services"]["pictures"]["command"]


def test_a_stop_waits_until_requests_in_flight_have_finished() -> None:
    assert seconds_of(compose()["services"]["seatpreview"]["stop_grace_period"]) > STOP_SECONDS


def test_each_waits_only_for_what_can_come_about() -> None:
    services = compose()["services"]
    for service in services.values():
        for name, wait in conditions_of(service).items():
            if wait == "service_healthy":
                assert "healthcheck" in services[name]
            if wait == "service_completed_successfully":
                assert services[name]["restart"] == "no"


def test_every_file_that_is_mounted_is_there() -> None:
    mounted = [str(volume).split(":")[0] for volume in compose()["services"]["proxy"]["volumes"]]
    files = [name for name in mounted if name.startswith("./")]
    assert files
    assert [name for name in files if not (FOLDER / name).is_file()] == []


def settings_of(service: str) -> Settings:
    """As the container has them: the image's, with those of the compose file over them."""
    image = dict(re.findall(r"(SEATPREVIEW_[A-Z_]+)=(\S+)", text_of("Containerfile")))
    return load({**image, **compose()["services"][service]["environment"]})


def conditions_of(service: dict[str, Any]) -> dict[str, str]:
    waits_for = service.get("depends_on", {})
    return (
        {name: wait["condition"] for name, wait in waits_for.items()} if isinstance(waits_for, dict) else {}
    )
