"""Runs the suite's own PostgreSQL with an empty database `pretix` until its input ends, and prints the port.

It runs in the environment of the suite, which has the server, and not in that of pretix."""

import sys

from servers.postgres import running_postgres


def main() -> None:
    """Starts the server."""
    with running_postgres() as server:
        server.create_database("pretix")
        print(server.port, flush=True)  # noqa: T201 - whoever has started it reads the port
        sys.stdin.read()


if __name__ == "__main__":
    main()
