"""Runs a server of the suite until its input ends, and writes its port into a file.

It runs in the environment of the suite, which has the servers, and not in that of pretix:
python -m trial_shop.server_of_suite postgres|valkey FILE"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from servers.postgres import running_postgres
from servers.valkey import running_valkey


@contextmanager
def _postgres() -> Iterator[int]:
    with running_postgres() as server:
        server.create_database("pretix")
        yield server.port


@contextmanager
def _valkey() -> Iterator[int]:
    with running_valkey() as server:
        yield server.port


SERVERS = {"postgres": _postgres, "valkey": _valkey}


def main(name: str, port_file: Path) -> None:
    """Starts the server."""
    with SERVERS[name]() as port:
        written = port_file.with_suffix(".new")
        written.write_text(str(port))
        written.rename(port_file)
        sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
