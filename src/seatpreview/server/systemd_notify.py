"""Tells systemd about the state of the service, by the protocol of sd_notify(3)."""

import os
import socket
from contextlib import suppress

READY = "READY=1"
STOPPING = "STOPPING=1"
WATCHDOG = "WATCHDOG=1"

_SEND_SECONDS = 1


def notify(state: str) -> None:
    """Sends a state to the socket that systemd names in the environment of a unit of Type=notify.

    Without such a socket nothing is sent. If systemd does not read it, the service goes on all the same.
    """
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
        connection.settimeout(_SEND_SECONDS)
        # A leading @ means the abstract namespace of Linux, whose names begin with a zero byte.
        connection.connect(f"\0{address[1:]}" if address.startswith("@") else address)
        connection.sendall(state.encode())
