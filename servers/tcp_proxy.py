"""A TCP proxy that counts HTTP requests, and can drop what is sent on a connection without closing it."""

import contextlib
import re
import socket
import threading
from collections.abc import Iterator

_REQUEST = re.compile(rb"(?:^|\r\n\r\n|\n)(GET|PUT|POST|DELETE|HEAD) [^ \r\n]+ HTTP/1\.1\r\n")


class TcpProxy:
    """Forwards connections to a port of this machine."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.requests: list[str] = []
        """The methods of all HTTP requests so far."""
        self._is_dropping = threading.Event()
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def drop_open_connections(self) -> None:
        """Drops everything that is sent on the connections that are open now, and keeps them open.

        A firewall that has lost its state does the same. New connections are forwarded.
        """
        self._is_dropping.set()
        self._is_dropping = threading.Event()

    def close(self) -> None:
        self._listener.close()
        for connection in self._open:
            connection.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._target))
                self._open += [client, server]
                for source, target in ((client, server), (server, client)):
                    arguments = (source, target, self._is_dropping)
                    threading.Thread(target=self._forward, args=arguments, daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, is_dropping: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                self.requests += [found.decode() for found in _REQUEST.findall(data)]
                if not is_dropping.is_set():
                    target.sendall(data)
            if not is_dropping.is_set():
                target.shutdown(socket.SHUT_WR)


@contextlib.contextmanager
def running_proxy(port: int) -> Iterator[TcpProxy]:
    """Runs a proxy in front of a port of this machine."""
    proxy = TcpProxy(port)
    try:
        yield proxy
    finally:
        proxy.close()
