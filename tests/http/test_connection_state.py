"""What the kernel says of the connection of a client that waits."""

import socket
from collections.abc import Iterator

import pytest

from seatpreview.http.connection_state import Connections, ConnectionState, Endpoint
from servers.polling import wait_until

Pair = tuple[socket.socket, socket.socket]


@pytest.fixture
def connections() -> Iterator[Connections]:
    connections = Connections()
    yield connections
    connections.close()


@pytest.fixture(params=["127.0.0.1", "::1", "127.0.0.1 of a server for both"])
def pair(request: pytest.FixtureRequest) -> Iterator[Pair]:
    """A client, and the server's end of its connection."""
    address, _, is_for_both = request.param.partition(" ")
    family = socket.AF_INET6 if is_for_both or ":" in address else socket.AF_INET
    with socket.create_server(
        ("::" if is_for_both else address, 0), family=family, dualstack_ipv6=bool(is_for_both)
    ) as server:
        client = socket.create_connection((address, server.getsockname()[1]))
        accepted, _ = server.accept()
        with client, accepted:
            yield client, accepted


def endpoints(accepted: socket.socket) -> tuple[Endpoint, Endpoint]:
    local_address, local_port, *_ = accepted.getsockname()
    remote_address, remote_port, *_ = accepted.getpeername()
    return (local_address, local_port), (remote_address, remote_port)


def state_of(connections: Connections, accepted: socket.socket) -> ConnectionState:
    return connections.state(*endpoints(accepted))


def test_a_connection_is_open_until_the_client_sends_more_or_closes_it(
    connections: Connections, pair: Pair
) -> None:
    client, accepted = pair
    assert state_of(connections, accepted) == "open"
    client.sendall(b"more")
    wait_until(lambda: state_of(connections, accepted) == "sends more")
    accepted.recv(4)
    assert state_of(connections, accepted) == "open"
    client.sendall(b"more")
    client.close()
    wait_until(lambda: state_of(connections, accepted) == "closed")


def test_a_connection_that_was_reset_is_closed(connections: Connections, pair: Pair) -> None:
    client, accepted = pair
    local, remote = endpoints(accepted)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
    client.close()
    wait_until(lambda: connections.state(local, remote) == "closed")


def test_what_has_no_address_counts_as_open(connections: Connections) -> None:
    assert connections.state(("a socket of a folder", 0), ("", 0)) == "open"


def test_connections_count_as_open_where_the_system_forbids_to_look(
    connections: Connections, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The danger: a sandbox without netlink, in which every costly request would fail."""

    def forbidden(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(socket, "socket", forbidden)
    client, accepted = pair
    local, remote = endpoints(accepted)
    client.close()
    assert connections.state(local, remote) == "open"
