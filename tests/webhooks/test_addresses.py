"""Addresses that webhooks may reach: public ones, those that the operator permits, and never some."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.webhooks.addresses import address_fault, is_public, literal_address

PUBLIC = ["8.8.8.8", "93.184.216.34", "1.1.1.1", "2606:4700::1111", "2a00:1450:4001:82a::200e"]
PRIVATE = [
    *("127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "192.0.0.8", "198.18.0.1"),
    *("192.88.99.1", "203.0.113.5", "240.0.0.1", "::1", "fc00::1", "fd12:3456::1", "fec0::1", "2001:db8::1"),
    *("64:ff9b::8.8.8.8", "64:ff9b:1::8.8.8.8", "::ffff:8.8.8.8", "::8.8.8.8", "2002:808:808::1"),
    *("2001:0:53aa:64c::1", "2001:10::1", "3fff::1", "100::1", "5f00::1", "4000::1"),
]
NEVER = [
    *("169.254.169.254", "169.254.170.2", "100.100.100.200", "168.63.129.16", "192.0.0.192"),
    *("fd00:ec2::254", "fd20:ce::254", "fd00:42::42", "fe80::1", "fe80::a9fe:a9fe", "fe80::1%eth0"),
    *("::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "64:ff9b::168.63.129.16", "::169.254.169.254"),
    *(
        "2002:a9fe:a9fe::1",
        "0.0.0.0",
        "0.1.2.3",
        "::",
        "224.0.0.1",
        "239.1.1.1",
        "255.255.255.255",
        "ff02::1",
    ),
]
EVERYTHING = (ipaddress.ip_network("0.0.0.0/0"), ipaddress.ip_network("::/0"))


@pytest.mark.parametrize("text", [*PUBLIC, *PRIVATE, *NEVER])
def test_only_public_addresses_are_reached_and_only_others_can_be_permitted(text: str) -> None:
    """Attacks: the services of the machine itself and of its network, credentials of a cloud's metadata
    service, and IPv6 addresses that lead to one of these."""
    address = ipaddress.ip_address(text)
    assert (address_fault(address) is None) == (text in PUBLIC)
    assert (address_fault(address, EVERYTHING) is None) == (text not in NEVER)
    assert address_fault(address, is_encrypted=False) is not None
    assert (address_fault(address, EVERYTHING, is_encrypted=False) is None) == (text not in NEVER)


def test_a_teredo_address_of_a_metadata_service_is_never_reached() -> None:
    hidden = 0xFFFF_FFFF ^ int(ipaddress.IPv4Address("169.254.169.254"))
    address = ipaddress.IPv6Address(0x2001 << 112 | 0x08080808 << 64 | hidden)
    assert address_fault(address, EVERYTHING) is not None


def test_a_permitted_network_permits_itself_alone() -> None:
    office = [ipaddress.ip_network("10.1.0.0/16")]
    assert address_fault(ipaddress.ip_address("10.1.2.3"), office) is None
    for text in ("10.2.0.1", "127.0.0.1", "::ffff:10.1.2.3", "64:ff9b::10.1.2.3"):
        assert address_fault(ipaddress.ip_address(text), office) is not None
    assert address_fault(ipaddress.ip_address("8.8.8.8"), office) is None
    assert address_fault(ipaddress.ip_address("8.8.8.8"), office, is_encrypted=False) is not None


@given(st.ip_addresses(v=4) | st.ip_addresses(v=6))
def test_what_is_reached_is_global_for_python_too(address: ipaddress.IPv4Address) -> None:
    if is_public(address):
        assert address.is_global
        assert not any((address.is_private, address.is_multicast, address.is_reserved))


def test_hosts_of_urls_are_read_as_addresses() -> None:
    assert literal_address("[::1]") == ipaddress.ip_address("::1")
    assert literal_address("10.0.0.1") == ipaddress.ip_address("10.0.0.1")
    assert literal_address("shop.example") is None
