"""A TCP proxy that counts HTTP requests, can move to another server, and can fail as networks do."""

import contextlib
import re
import socket
import threading
from collections.abc import Iterator

_REQUEST = re.compile(rb"(?:^|\r\n\r\n|\n)(GET|PUT|POST|DELETE|HEAD) [^ \r\n]+ HTTP/1\.1\r\n")
_BYTES_AT_ONCE = 65_536


class TcpProxy:
    """Forwards connections to a port of this machine, as a virtual address or a name in DNS does."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._answer_bytes_max: int | None = None
        self._own_answer = b""
        self._is_dropping = threading.Event()
        self._is_closed = threading.Event()
        self._open: list[socket.socket] = []
        self.requests: list[str] = []
        """The methods of all HTTP requests so far."""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._acceptor = threading.Thread(target=self._accept, daemon=True)
        self._acceptor.start()

    def drop_open_connections(self) -> None:
        """Drops everything that is sent on the connections that are open now, and keeps them open.

        A firewall that has lost its state does the same. New connections are forwarded.
        """
        self._is_dropping.set()
        self._is_dropping = threading.Event()

    def move_to(self, port: int) -> None:
        """Forwards to another port from now on, and closes the connections that are open."""
        self._target = port
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
        self._is_closed.set()
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
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, contextlib.suppress(OSError):
            if self._own_answer:
                self._answer(client)
                return
            is_dropping, count = self._is_dropping, self._answer_bytes_max
            with socket.create_connection(("127.0.0.1", self._target)) as server:
                self._open += [client, server]
                arguments = (client, server, is_dropping)
                sending = threading.Thread(target=self._forward, args=arguments, daemon=True)
                sending.start()
                self._forward(server, client, is_dropping, count)
                if is_dropping.is_set():
                    self._is_closed.wait()
                _shut(client)
                _shut(server)
                sending.join()

    def _answer(self, client: socket.socket) -> None:
        client.recv(_BYTES_AT_ONCE)
        client.sendall(self._own_answer)
        client.shutdown(socket.SHUT_WR)
        while client.recv(_BYTES_AT_ONCE):
            pass

    def _forward(
        self,
        source: socket.socket,
        target: socket.socket,
        is_dropping: threading.Event,
        count: int | None = None,
    ) -> None:
        """Forwards what the source sends until its end, or so many bytes of it."""
        with contextlib.suppress(OSError):
            while data := source.recv(_BYTES_AT_ONCE if count is None else min(count, _BYTES_AT_ONCE)):
                self.requests += [found.decode() for found in _REQUEST.findall(data)]
                if not is_dropping.is_set():
                    target.sendall(data)
                if count is not None:
                    count -= len(data)
                    if count == 0:
                        return
            if not is_dropping.is_set():
                target.shutdown(socket.SHUT_WR)


def _shut(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def running_proxy(port: int) -> Iterator[TcpProxy]:
    """Runs a proxy in front of a port of this machine."""
    proxy = TcpProxy(port)
    try:
        yield proxy
    finally:
        proxy.close()
