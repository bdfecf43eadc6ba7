"""Addresses of clients: one form for each, and what counts as one client."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.values.client_address import canonical_address, client_network


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::FFFF:c000:207", "192.0.2.7"),
        ("2001:DB8:0:0::1", "2001:db8::1"),
        ("fe80::1%eth0", "fe80::1"),
        ("unknown", "unknown"),
        ("not:an:address", "not:an:address"),
    ],
)
def test_an_address_has_one_form(written: str, canonical: str) -> None:
    assert canonical_address(written) == canonical


@given(st.ip_addresses())
def test_the_canonical_form_stays_as_it_is(address: object) -> None:
    once = canonical_address(str(address))
    assert canonical_address(once) == once


def test_an_ipv6_client_is_a_network_of_64_bits() -> None:
    """Attack: a new address of one's own network for each request, each with a limit of its own."""
    assert client_network("2001:db8:1:2::1") == client_network("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert client_network("2001:db8:1:3::1") != client_network("2001:db8:1:2::1")
    assert client_network("192.0.2.7") == "192.0.2.7"
    assert client_network("not:an:address") == "not:an:address"
