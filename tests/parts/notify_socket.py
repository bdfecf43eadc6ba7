"""The socket at which systemd would listen for a service of Type=notify: a real one, read by a thread."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread


class NotifySocket:
    """A datagram socket, and the states that were sent to it so far."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.states: list[str] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def close(self) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ending:
            ending.sendto(b"", str(self.path))
        self._reader.join()
        self._socket.close()

    def _read(self) -> None:
        while state := self._socket.recv(1000):
            self.states.append(state.decode())


@contextmanager
def notify_socket(path: Path) -> Iterator[NotifySocket]:
    """Listens at this path, which may be no longer than 107 bytes."""
    listening = NotifySocket(path)
    try:
        yield listening
    finally:
        listening.close()
