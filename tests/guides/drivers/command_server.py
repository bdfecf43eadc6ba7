"""Runs `seatpreview` commands for the shells of the pages, each in a process of its own.

A command takes far longer to import its modules than to run. Here they are imported once, and each command
is a fork of this process with the arguments, the environment, the folder and the open files of whoever asks
for it: `run_command.py`, which the shells find under the name `seatpreview`.
"""

import json
import os
import pkgutil
import select
import signal
import socket
import sys
import traceback
from importlib import import_module

from seatpreview import cli
from seatpreview.cli.main import app


def main(path: str) -> None:
    """Listens on a socket at this path, and says so. It ends with its standard input, whoever ended that."""
    for module in pkgutil.walk_packages(cli.__path__, f"{cli.__name__}."):
        import_module(module.name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)
        server.listen()
        sys.stdout.write("listening\n")
        sys.stdout.flush()
        while sys.stdin not in select.select([server, sys.stdin], [], [])[0]:
            connection, _ = server.accept()
            if os.fork() == 0:
                server.close()
                answer(connection)
            connection.close()


def answer(connection: socket.socket) -> None:
    """Runs one command in this process, answers with its exit code, and ends the process."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _, files, _, _ = socket.recv_fds(connection, 1, 3)
    asked = json.loads(connection.makefile().readline())
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.argv = ["seatpreview", *asked["arguments"]]
    code = exit_code()
    connection.sendall(b"%d\n" % code)
    os._exit(code)


def exit_code() -> int:
    try:
        app()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


if __name__ == "__main__":
    main(sys.argv[1])
