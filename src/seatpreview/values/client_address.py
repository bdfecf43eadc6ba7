"""The addresses of clients: one form for each, and the networks that count as one client."""

import ipaddress
import socket

_IPV6_CLIENT_BYTES = 8
"""A customer of an IPv6 provider is given at least this network whole."""
_IPV6_SITE_BYTES = 7
"""Many providers give each customer this much: 256 networks of 64 bits."""


def canonical_address(text: str) -> str:
    """Returns the canonical form of an IP address: an IPv4 address that is mapped into IPv6 becomes the IPv4
    address.

    A server that listens on `::` sees all IPv4 clients in the mapped form. A text that is not an address
    stays unchanged.
    """
    if ":" not in text:
        return text
    try:
        address = ipaddress.IPv6Address(text.partition("%")[0])
    except ValueError:
        return text
    return str(address.ipv4_mapped or address)


def client_network(address: str) -> str:
    """Returns the network that shares one allowance: an IPv4 address, or an IPv6 network of 64 bits."""
    return client_networks(address)[-1]


def client_networks(address: str) -> tuple[str, ...]:
    """Returns the networks that a client counts for, the widest first: those of 56 and of 64 bits of an IPv6
    address. An IPv4 address counts only for itself."""
    return (address,) if ":" not in address else _ipv6_networks(address)


def _ipv6_networks(address: str) -> tuple[str, ...]:
    """Returns what `ipaddress.IPv6Network` writes, which takes fifty times as long."""
    try:
        packed = socket.inet_pton(socket.AF_INET6, address.partition("%")[0])
    except OSError:
        return (address,)
    return _network(packed, _IPV6_SITE_BYTES), _network(packed, _IPV6_CLIENT_BYTES)


def _network(packed: bytes, length: int) -> str:
    first = packed[:length].ljust(len(packed), b"\0")
    return f"{socket.inet_ntop(socket.AF_INET6, first)}/{8 * length}"
