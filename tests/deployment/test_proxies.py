"""deploy/nginx.conf and the Caddyfiles: their limits, timeouts and addresses fit the service."""

import re

import pytest
from granian.http import HTTP1Settings

from deployment.deployment_files import parse_seconds, read_text
from seatpreview.api.table import OPERATIONS
from seatpreview.settings.settings import Settings

NGINX, CADDY = read_text("nginx.conf"), read_text("Caddyfile")

LARGEST_BODY_MIB = max(operation.body_bytes_max for operation in OPERATIONS) >> 20


def test_the_largest_body_passes() -> None:
    assert find_one(r"client_max_body_size (\d+)m;", NGINX) == str(LARGEST_BODY_MIB)
    assert find_one(r"max_size (\d+)MiB", CADDY) == str(LARGEST_BODY_MIB)


@pytest.mark.parametrize(
    ("text", "pattern"), [(NGINX, r"keepalive_timeout (\w+);"), (CADDY, r"keepalive (\w+)\n")]
)
def test_the_proxy_closes_an_idle_connection_before_the_service_does(text: str, pattern: str) -> None:
    """The danger: a request that is sent while the service closes the connection is lost."""
    assert parse_seconds(find_one(pattern, text)) * 1000 < HTTP1Settings().header_read_timeout


def test_the_proxy_forwards_to_the_address_of_the_service() -> None:
    assert find_one(r"server (127\S+);", NGINX) == f"127.0.0.1:{Settings.port}"
    assert find_one(r"\{\$UPSTREAM:(\S+)\} \{", CADDY) == f"127.0.0.1:{Settings.port}"


def test_a_client_cannot_claim_another_address() -> None:
    """The attack: a forged X-Forwarded-For would give a new allowance with each request."""
    assert find_one(r"proxy_set_header X-Forwarded-For (\S+);", NGINX) == "$remote_addr"
    assert "trusted_proxies" not in CADDY
    assert "header_up" not in CADDY


def test_nginx_passes_the_path_without_decoding_it() -> None:
    """The danger: with a path after the name, nginx would decode the request's path and break signatures."""
    assert re.findall(r"proxy_pass (\S+);", NGINX) == ["http://seatpreview"]


def test_only_one_header_is_added_and_none_is_removed() -> None:
    assert re.findall(r"\b(?:add_header|proxy_hide_header|expires|more_set_headers) (\S+)", NGINX) == [
        "Strict-Transport-Security"
    ]
    assert re.findall(r"^\s*header(?:_down)? (\S+)", CADDY, re.MULTILINE) == ["Strict-Transport-Security"]


def test_no_query_and_no_header_of_a_request_is_logged() -> None:
    """The danger: they contain signed addresses, cursors and keys."""
    [form] = re.findall(r"^log_format seatpreview (.+?);", NGINX, re.MULTILINE | re.DOTALL)
    assert not re.search(r"\$(request\b|request_uri|args|query_string|http_|is_args)", form)
    logs = re.findall(r"access_log \S+ (\S+);", NGINX)
    assert logs == ["seatpreview"] * NGINX.count("server {")
    # The form of the error log cannot be set, and each of its lines about a request has the whole query.
    levels = re.findall(r"error_log \S+ (\S+);", NGINX)
    assert levels == ["emerg"] * NGINX.count("server {")
    assert r'request>uri regexp \?.* ""' in CADDY
    assert "request>headers delete" in CADDY


def find_one(pattern: str, text: str) -> str:
    [match] = re.findall(pattern, text)
    return str(match)
