"""Hosts and ports that callers give: what DNS cannot have, or no browser connects to, is refused."""

from collections.abc import Callable

import pytest

from seatpreview.keys.origins import FrameAncestor, Origin
from seatpreview.sessions.model import ShopUrl
from seatpreview.values.web_hosts import BLOCKED_PORTS
from seatpreview.venues.model import HttpsUrl
from seatpreview.webhooks.model import WebhookUrl

PARSERS = (Origin.parse, FrameAncestor.parse, ShopUrl.parse, HttpsUrl.parse, WebhookUrl.parse)
"""All that take a host from a caller."""

Parse = Callable[[str], str]


@pytest.mark.parametrize("parse", PARSERS, ids=lambda parse: parse.__self__.__name__)
class TestEveryAddress:
    @pytest.mark.parametrize(
        ("host", "fault"),
        [
            ("a" * 300 + ".example", "more than 253 characters|is longer than"),
            ("a" * 64 + ".example", "more than 63 characters"),
            ("\u00fc" * 70 + ".example", "more than 63 characters"),
            ("a." * 124 + "example", "more than 253 characters"),
            ("shop..example", "an empty label"),
            (".shop.example", "an empty label"),
            ("shop.example..", "an empty label"),
        ],
    )
    def test_a_name_that_dns_cannot_have_is_refused(self, parse: Parse, host: str, fault: str) -> None:
        with pytest.raises(ValueError, match=fault):
            parse(f"https://{host}")

    @pytest.mark.parametrize("port", [0, 1, 22, 25, 6000, 6667, 10080])
    def test_a_port_of_another_protocol_is_refused(self, parse: Parse, port: int) -> None:
        """Attack: the service is made to speak to a server of mail, or of another protocol that takes a
        request of HTTP for one of its own. Nobody can connect to port 0 at all."""
        with pytest.raises(ValueError, match="port"):
            parse(f"https://shop.example:{port}")

    @pytest.mark.parametrize(
        "host", ["a" * 63 + ".example", "shop.example", "xn--bcher-kva.example", "8.8.8.8"]
    )
    @pytest.mark.parametrize("port", ["", ":80", ":443", ":3000", ":8080", ":8443", ":65535"])
    def test_others_are_taken(self, parse: Parse, host: str, port: str) -> None:
        assert parse(f"https://{host}{port}").startswith(f"https://{host}")


def test_the_longest_name_is_taken() -> None:
    name = ".".join(["a" * 63] * 3 + ["a" * 61])
    assert len(name) == 253
    assert WebhookUrl.parse(f"https://{name}/") == f"https://{name}/"
    # A dot at the end stands for the root, and is no label.
    assert WebhookUrl.parse(f"https://{name}./") == f"https://{name}./"
    with pytest.raises(ValueError, match="253"):
        WebhookUrl.parse(f"https://a{name}/")


def test_every_port_of_the_list_is_refused() -> None:
    for port in BLOCKED_PORTS:
        with pytest.raises(ValueError, match="port"):
            WebhookUrl.parse(f"https://shop.example:{port}/")
