"""An address of a server that can move to another server, cut answers short, or answer by itself."""

import contextlib
import socket
import threading
from collections.abc import Iterator


class MovableAddress:
    """A port of this machine that leads to a server, as a virtual address or a name in DNS does."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._answer_bytes_max: int | None = None
        self._own_answer = b""
        self._open: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._acceptor = threading.Thread(target=self._accept, daemon=True)
        self._acceptor.start()

    def move_to(self, target: int) -> None:
        """Leads to another port from now on, and closes the connections that are open."""
        self._target = target
        self._close_connections()

    def cut_answers_after(self, count: int) -> None:
        """Closes each connection after so many bytes of what the server answers."""
        self._answer_bytes_max = count
        self._close_connections()

    def answer_with(self, answer: bytes) -> None:
        """Answers whatever is sent with these bytes, without asking the server, and closes the connection."""
        self._own_answer = answer
        self._close_connections()

    def be_well(self) -> None:
        """Forwards everything again."""
        self._answer_bytes_max, self._own_answer = None, b""
        self._close_connections()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._close_connections()
        self._acceptor.join()

    def _close_connections(self) -> None:
        connections, self._open = self._open, []
        for connection in connections:
            _shut(connection)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client:
            if self._own_answer:
                self._answer(client)
                return
            try:
                server = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                return
            with server:
                self._open += [client, server]
                sending = threading.Thread(target=_forward, args=(client, server, None), daemon=True)
                sending.start()
                _forward(server, client, self._answer_bytes_max)
                _shut(client)
                _shut(server)
                sending.join()

    def _answer(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError):
            client.recv(65_536)
            client.sendall(self._own_answer)
            client.shutdown(socket.SHUT_WR)
            while client.recv(65_536):
                pass


def _forward(source: socket.socket, target: socket.socket, count: int | None) -> None:
    """Forwards what the source sends until its end, or so many bytes of it."""
    with contextlib.suppress(OSError):
        while data := source.recv(65_536 if count is None else min(count, 65_536)):
            target.sendall(data)
            if count is not None:
                count -= len(data)
                if count == 0:
                    return
        target.shutdown(socket.SHUT_WR)


def _shut(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def movable_address(target: int) -> Iterator[MovableAddress]:
    """Opens such an address during the block."""
    address = MovableAddress(target)
    try:
        yield address
    finally:
        address.close()
