"""The command `seatpreview` for the shells of the pages: it asks `command_server.py` to run it."""

import json
import os
import socket
import sys


def main(path: str, arguments: list[str]) -> int:
    question = {"arguments": arguments, "folder": os.getcwd(), "environment": dict(os.environ)}
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        socket.send_fds(connection, [b"\0"], [0, 1, 2])
        connection.sendall(json.dumps(question).encode() + b"\n")
        # Nothing comes from a command that was killed.
        return int(connection.makefile().readline() or 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
