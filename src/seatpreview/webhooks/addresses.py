"""Which addresses webhooks may reach. Pure: nothing is resolved here.

Whoever may create a webhook chooses an address that the service then connects to, from inside its own
network. So every address that is not public is refused, whatever name leads to it.
"""

import ipaddress
from collections.abc import Collection, Iterator

from seatpreview.settings.setting_values import Network

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def address_fault(
    address: Address, permitted: Collection[Network] = (), *, is_encrypted: bool = True
) -> str | None:
    """Returns why no webhook may reach an address, as a sentence without its subject; None if one may.

    `permitted` are the networks that the operator permits to this webhook: they may be private, and plain
    http reaches these alone. Metadata services of clouds are never reached: they give credentials to whoever
    asks.
    """
    if any(_is_in(each, _NEVER) for each in (address, *_embedded(address))):
        return "is an address of the machine's own network, or of a cloud's metadata service"
    if _is_in(address, permitted):
        return None
    if not is_encrypted:
        return "is reached by plain http, which only networks that the operator permits may be"
    if not is_public(address):
        return "is not a public address"
    return None


def is_public(address: Address) -> bool:
    """Returns whether an address belongs to the public internet, and stands for itself: one that contains an
    IPv4 address leads to another place than it seems to."""
    if address.is_multicast or not address.is_global:
        return False
    if isinstance(address, ipaddress.IPv6Address):
        return address.scope_id is None and address in _GLOBAL_UNICAST and not _is_in(address, _NOT_PUBLIC)
    return not _is_in(address, _NOT_PUBLIC)


def literal_address(host: str) -> Address | None:
    """Returns the address that a host of a URL is; None for a name."""
    try:
        return ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return None


def is_local_name(host: str) -> bool:
    """Returns whether a name stands for the machine itself, whatever a resolver says."""
    name = host.rstrip(".").lower()
    return name == "localhost" or name.endswith(".localhost")


def _embedded(address: Address) -> Iterator[ipaddress.IPv4Address]:
    """Yields the IPv4 addresses that an IPv6 address may be translated to on its way."""
    if isinstance(address, ipaddress.IPv4Address) or address.is_loopback:
        return
    number = int(address)
    for network in _LAST_32_BITS:
        if address in network:
            yield ipaddress.IPv4Address(number & 0xFFFF_FFFF)
    if address.sixtofour is not None:
        yield address.sixtofour
    if address.teredo is not None:
        yield from address.teredo


def _is_in(address: Address, networks: Collection[Network]) -> bool:
    return any(address.version == network.version and address in network for network in networks)


def _networks(*texts: str) -> tuple[Network, ...]:
    return tuple(map(ipaddress.ip_network, texts))


_GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")

_NEVER = _networks(
    # Link-local: metadata services of most clouds (169.254.169.254, 169.254.170.2), and neighbours.
    "169.254.0.0/16",
    "fe80::/10",
    "100.100.100.200/32",  # Alibaba Cloud.
    "168.63.129.16/32",  # Azure. It is a public address.
    "192.0.0.192/32",  # Oracle Cloud.
    "fd00:ec2::/32",  # Amazon.
    "fd20:ce::/32",  # Google.
    "fd00:42::/32",  # Scaleway.
    # Addresses that are no destination.
    "0.0.0.0/8",
    "::/128",
    "224.0.0.0/4",
    "255.255.255.255/32",
    "ff00::/8",
)
"""Networks that nobody can permit."""

_NOT_PUBLIC = _networks(
    # What earlier versions of Python take for public, or what leads elsewhere.
    "100.64.0.0/10",
    "192.0.0.0/24",
    "192.88.99.0/24",
    "240.0.0.0/4",
    "2001::/23",  # Teredo and other protocols.
    "2001:db8::/32",
    "2002::/16",  # 6to4.
    "3fff::/20",
)

_LAST_32_BITS = _networks("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48")
"""Networks whose addresses end with an IPv4 address: mapped, translated and NAT64."""
