"""A TCP proxy that can begin to swallow what its connections carry, as a firewall that forgot them does."""

import contextlib
import socket
import threading
from collections.abc import Iterator


class SwallowingProxy:
    """Passes connections on to a port of this machine."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._swallowed = threading.Event()
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def swallow(self) -> None:
        """From now on the connections that are open carry nothing, and do not end. New ones are passed on."""
        self._swallowed.set()
        self._swallowed = threading.Event()

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
                    arguments = (source, target, self._swallowed)
                    threading.Thread(target=_pass_on, args=arguments, daemon=True).start()


def _pass_on(source: socket.socket, target: socket.socket, swallowed: threading.Event) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65_536):
            if not swallowed.is_set():
                target.sendall(data)
        if not swallowed.is_set():
            target.shutdown(socket.SHUT_WR)


@contextlib.contextmanager
def swallowing_proxy(port: int) -> Iterator[SwallowingProxy]:
    proxy = SwallowingProxy(port)
    try:
        yield proxy
    finally:
        proxy.close()
