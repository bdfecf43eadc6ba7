"""The address that the service listens on, and whether it is free.

script/server asks before it sets anything up (`python3 -m seatpreview.server.listen_address`), when only
Python itself is there. This file and what it imports therefore need no installed package.
"""

import argparse
import errno
import os
import socket
import sys
from collections.abc import Mapping, Sequence

from seatpreview.settings.setting_values import read_port
from seatpreview.settings.settings import Settings, variable


class ServerError(Exception):
    """The server cannot start with these settings. The message is a sentence that says what to do."""


def free_address(host: str, port: int) -> tuple[str, int]:
    """Returns the IP address and port to listen on; for port 0, a free one.

    Granian binds with SO_REUSEPORT, so two services would both start on one port and each get some of the
    requests. This probe binds without it, and raises ServerError if the port is in use.
    """
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = addresses[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            return probe.getsockname()[0], probe.getsockname()[1]
    except OSError as fault:
        if fault.errno == errno.EADDRINUSE:
            raise ServerError(
                f"Port {port} of {host} is in use: stop what listens there, or set {variable('port')}."
            ) from fault
        raise ServerError(f"The service cannot listen on {host}:{port}: {fault.strerror}.") from fault


def refusal_of(arguments: Sequence[str], environ: Mapping[str, str]) -> str | None:
    """Returns why `serve` with these arguments could not listen. None if it could, or would not try to."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--host", default=environ.get(variable("host"), Settings.host))
    parser.add_argument("--port", default=environ.get(variable("port"), str(Settings.port)))
    try:
        given, others = parser.parse_known_args(arguments)
        port = read_port(given.port)
    except (argparse.ArgumentError, ValueError):
        return None  # `serve` says what is wrong with it.
    if "--help" in others:
        return None
    try:
        free_address(given.host, port)
    except ServerError as fault:
        return str(fault)
    return None


if __name__ == "__main__":
    sys.stdout.write(refusal_of(sys.argv[1:], os.environ) or "")
