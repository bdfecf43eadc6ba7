"""Free ports for servers, each given out once.

They lie outside the range from which the system takes ports for outgoing connections. So no connection gets
the port of a server that does not listen yet, or that a test stops and starts again. Each worker of pytest
has its own ports: the service listens with SO_REUSEPORT, and two on one port would share their requests.
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
    """Returns a port of 127.0.0.1 on which no process listens."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % _WORKERS
    for number in itertools.islice(_numbers, _PORTS):
        port = _FIRST + worker * _PORTS + number % _PORTS
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("All ports for servers are in use.")
