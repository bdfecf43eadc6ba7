"""Notifications to systemd: to a socket in the file system or in the abstract namespace, or to none."""

import socket
import sys
from pathlib import Path

import pytest

from seatpreview.server.systemd_notify import READY, notify
from servers.systemd_socket import notify_socket


def test_a_state_is_sent_to_the_socket_that_the_environment_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with notify_socket(tmp_path / "notify") as systemd:
        monkeypatch.setenv("NOTIFY_SOCKET", str(systemd.path))
        notify(READY)
    assert systemd.states == [READY]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the abstract namespace")
def test_a_leading_at_sign_means_the_abstract_namespace(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind("")  # The system chooses a free name in that namespace.
        name = systemd.getsockname()
        monkeypatch.setenv("NOTIFY_SOCKET", "@" + name[1:].decode())
        notify(READY)
        assert systemd.recv(100) == READY.encode()


@pytest.mark.parametrize("address", ["", "/nowhere/notify"])
def test_without_a_listener_the_service_goes_on(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    notify(READY)
