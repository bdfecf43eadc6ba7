"""The addresses of clients: one form for each, and the network that counts as one client."""

import ipaddress

_IPV6_CLIENT_BITS = 64
"""A customer of an IPv6 provider is given at least this network whole."""


def canonical_address(text: str) -> str:
    """Returns the one form of an IP address: an IPv4 address that is mapped into IPv6 is the IPv4 address.

    A server that listens on `::` is given all IPv4 clients in the mapped form. A text that is no address
    stays as it is.
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
    if ":" not in address:
        return address
    try:
        return str(ipaddress.IPv6Network((address, _IPV6_CLIENT_BITS), strict=False))
    except ValueError:
        return address
