"""The socket on which systemd listens to a service of Type=notify, read by a thread."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread


class NotifySocket:
    """A datagram socket, and the states that it has received so far."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.states: list[str] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def mark(self, name: str) -> None:
        """Sends a state of the test's own, which comes after all that were sent before."""
        self._send(name.encode())

    def count_after(self, mark: str, state: str) -> int:
        """Returns how often a state was received after the mark."""
        states = [*self.states]
        return states[states.index(mark) :].count(state) if mark in states else 0

    def close(self) -> None:
        self._send(b"")
        self._reader.join()
        self._socket.close()

    def _send(self, state: bytes) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sending:
            sending.sendto(state, str(self.path))

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
