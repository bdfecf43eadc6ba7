"""deploy/nginx.conf and the Caddyfiles: what of them depends on the service fits it."""

import re

import pytest
from granian.http import HTTP1Settings

from deployment.shown import seconds_of, text_of
from seatpreview.api.table import OPERATIONS
from seatpreview.settings import Settings

NGINX, CADDY = text_of("nginx.conf"), text_of("Caddyfile")

LARGEST_BODY_MIB = max(operation.body_bytes_max for operation in OPERATIONS) >> 20


def test_the_largest_body_passes() -> None:
    assert found(r"client_max_body_size (\d+)m;", NGINX) == str(LARGEST_BODY_MIB)
    assert found(r"max_size (\d+)MiB", CADDY) == str(LARGEST_BODY_MIB)


@pytest.mark.parametrize(
    ("text", "pattern"), [(NGINX, r"keepalive_timeout (\w+);"), (CADDY, r"keepalive (\w+)\n")]
)
def test_the_proxy_closes_an_idle_connection_before_the_service_does(text: str, pattern: str) -> None:
    """The other way round, a request that is sent as the service closes would be lost."""
    assert seconds_of(found(pattern, text)) * 1000 < HTTP1Settings().header_read_timeout


def test_the_proxy_leads_to_where_the_service_listens() -> None:
    assert found(r"server (127\S+);", NGINX) == f"127.0.0.1:{Settings.port}"
    assert found(r"\{\$UPSTREAM:(\S+)\} \{", CADDY) == f"127.0.0.1:{Settings.port}"


def test_a_client_cannot_hand_an_address_through() -> None:
    """A forged X-Forwarded-For would give an attacker a new allowance with each request."""
    assert found(r"proxy_set_header X-Forwarded-For (\S+);", NGINX) == "$remote_addr"
    assert "trusted_proxies" not in CADDY
    assert "header_up" not in CADDY


def test_nginx_passes_the_path_in_its_very_spelling() -> None:
    """With a path behind the name, nginx would decode the request's, and signatures would not hold."""
    assert re.findall(r"proxy_pass (\S+);", NGINX) == ["http://seatpreview"]


def test_only_one_header_is_added_and_none_is_taken_away() -> None:
    assert re.findall(r"\b(?:add_header|proxy_hide_header|expires|more_set_headers) (\S+)", NGINX) == [
        "Strict-Transport-Security"
    ]
    assert re.findall(r"^\s*header(?:_down)? (\S+)", CADDY, re.MULTILINE) == ["Strict-Transport-Security"]


def test_no_query_and_no_header_of_a_request_is_logged() -> None:
    """Signed addresses, cursors and keys stand there."""
    [form] = re.findall(r"^log_format seatpreview (.+?);", NGINX, re.MULTILINE | re.DOTALL)
    assert not re.search(r"\$(request\b|request_uri|args|query_string|http_|is_args)", form)
    logs = re.findall(r"access_log \S+ (\S+);", NGINX)
    assert logs == ["seatpreview"] * NGINX.count("server {")
    assert r'request>uri regexp \?.* ""' in CADDY
    assert "request>headers delete" in CADDY


def found(pattern: str, text: str) -> str:
    [one] = re.findall(pattern, text)
    return str(one)
