"""The addresses of clients: one form for each, and the networks that count as one client."""

import ipaddress
from functools import lru_cache

_IPV6_CLIENT_BITS = 64
"""Every customer of an IPv6 provider gets at least a network of this size."""
_IPV6_SITE_BITS = 56
"""Many providers give each customer this much: 256 networks of 64 bits."""
_KNOWN_MAX = 10_000


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


@lru_cache(_KNOWN_MAX)
def _ipv6_networks(address: str) -> tuple[str, ...]:
    try:
        return tuple(
            str(ipaddress.IPv6Network((address, bits), strict=False))
            for bits in (_IPV6_SITE_BITS, _IPV6_CLIENT_BITS)
        )
    except ValueError:
        return (address,)
