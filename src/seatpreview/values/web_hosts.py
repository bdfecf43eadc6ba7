"""Hosts and ports of web addresses that callers give: names that DNS can have, and ports that a browser would
connect to. Pure."""

import ada_url

NAME_CHARACTERS_MAX = 253
LABEL_CHARACTERS_MAX = 63

# fmt: off
BLOCKED_PORTS = frozenset((
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
    103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512,
    513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719,
    1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679,
    6697, 10080,
))
# fmt: on
"""Ports of other protocols, to which no browser connects: the bad ports of the Fetch standard. A request of
HTTP could pass for one of theirs."""


def check_host(url: ada_url.URL) -> None:
    """Raises ValueError for a host that nobody can reach by its name, and for a port of another protocol. The
    message is a sentence without its subject."""
    check_port(url.port)
    if url.host_type == ada_url.HostType.DEFAULT:
        # A dot at the end stands for the root of DNS.
        check_name(url.hostname.removesuffix("."))


def check_port(port: str) -> None:
    """Raises ValueError for a port of another protocol. An empty text stands for the port of the scheme."""
    if port and int(port) in BLOCKED_PORTS:
        raise ValueError(f"has port {int(port)}, which browsers refuse: it belongs to another protocol")


def check_name(name: str) -> None:
    """Raises ValueError for a host name that DNS cannot have."""
    if len(name) > NAME_CHARACTERS_MAX:
        raise ValueError(f"has a host of more than {NAME_CHARACTERS_MAX} characters")
    for label in name.split("."):
        if not label:
            raise ValueError("has an empty label: two dots in a row, or one at the start")
        if len(label) > LABEL_CHARACTERS_MAX:
            raise ValueError(f"has a label of more than {LABEL_CHARACTERS_MAX} characters")
