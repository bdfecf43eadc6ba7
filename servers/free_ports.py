"""Ports for servers of the tests, each given out once.

They lie outside the range from which the system takes ports for connections: so nobody gets the port of a
server that has not begun to listen yet, or that a test has stopped and starts again. Each worker of pytest
has ports of its own: the service listens with SO_REUSEPORT, so that two on one port would share its requests.
"""

import contextlib
import itertools
import os
import random
import socket

_FIRST = 20_000
_PORTS = 1_200
_WORKERS = 10

_numbers = itertools.count(random.randrange(_PORTS))


def free_port() -> int:
    """Returns a port of 127.0.0.1 on which nobody listens."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % _WORKERS
    for number in itertools.islice(_numbers, _PORTS):
        port = _FIRST + worker * _PORTS + number % _PORTS
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("All ports for servers of the tests are in use.")
