"""What the service relies on in Granian, although Granian does not document it: fails where a new version
lacks it.

Where such a test fails, look at how the new version does it, and change server/granian_adapter.py.
"""

import asyncio
import inspect
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from types import SimpleNamespace
from typing import Any, cast

import pytest
from granian import _signals
from granian.constants import Interfaces
from granian.log import LOGGING_CONFIG
from granian.server.mp import MPServer, WorkerProcess

from seatpreview.server import granian_adapter
from seatpreview.server.granian_adapter import GranianServer


@pytest.fixture
def server() -> GranianServer:
    return GranianServer("nowhere:application", interface=Interfaces.ASGI, workers=2, log_enabled=False)


@pytest.mark.parametrize(
    ("name", "type_"),
    [
        ("main_loop_interrupt", threading.Event),
        ("interrupt_children", list),
        ("interrupt_signal", bool),
        ("wrks", list),
        ("workers", int),
    ],
)
def test_the_server_has_the_state_that_our_loop_reads(server: Any, name: str, type_: type) -> None:
    assert isinstance(getattr(server, name), type_)


@pytest.mark.parametrize(
    ("function", "parameters"),
    [
        (MPServer._serve_loop, ["self", "spawn_target", "target_loader"]),
        (MPServer._respawn_workers, ["self", "workers", "spawn_target", "target_loader", "delay"]),
        (MPServer.serve, ["self", "spawn_target", "target_loader", "wrap_loader"]),
        (MPServer.on_startup, ["self", "hook"]),
        (_signals.set_loop_signals, ["loop"]),
    ],
    ids=["_serve_loop", "_respawn_workers", "serve", "on_startup", "set_loop_signals"],
)
def test_a_function_takes_the_arguments_that_we_give(function: Any, parameters: list[str]) -> None:
    assert list(inspect.signature(function).parameters) == parameters


def test_the_server_runs_the_loop_that_we_replace(
    server: GranianServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[Any] = []
    monkeypatch.setattr(server, "startup", lambda *_: called.append("startup"))
    monkeypatch.setattr(server, "_serve_loop", lambda spawn_target, _: called.append(spawn_target))
    monkeypatch.setattr(server, "shutdown", lambda: called.append("shutdown"))
    server.serve(spawn_target=print)
    assert called == ["startup", print, "shutdown"]


def test_our_logging_replaces_the_parts_of_granians_that_have_the_same_names() -> None:
    ours, granians = granian_adapter.logging_options("json"), cast(dict[str, Any], LOGGING_CONFIG)
    assert ours["formatters"].keys() <= granians["formatters"].keys()
    assert ours["handlers"].keys() == granians["handlers"].keys()
    assert {handler["formatter"] for handler in ours["handlers"].values()} <= ours["formatters"].keys()


def test_a_worker_that_ends_is_reported_to_the_loop_by_its_index(server: Any) -> None:
    worker: Any = WorkerProcess(server, 1, print, ())  # type: ignore[no-untyped-call]  # Granian has no types
    worker.inner = SimpleNamespace(join=lambda: None)
    worker._watcher()
    assert server.interrupt_children == [1]
    assert server.main_loop_interrupt.is_set()


def test_a_worker_has_its_process_its_index_and_a_number_from_1_on(server: Any) -> None:
    server._sso = None  # The socket of systems other than Linux, which the start of the server sets.
    server.wrks.append(server._spawn_worker(1, print, None))
    [(index, process)] = server.worker_processes().items()
    assert index == 1
    assert isinstance(process, BaseProcess)
    arguments = process._args  # type: ignore[attr-defined]  # the standard library's own
    assert granian_adapter.worker_index(*arguments) == 1
    number, *_ = inspect.signature(MPServer._spawn_asgi_lifespan_worker).parameters
    assert number == "worker_id"


def test_stopping_wakes_the_loop(server: GranianServer) -> None:
    states = [server.is_told_to_stop]
    server.stop()
    states.append(server.is_told_to_stop)
    assert states == [False, True]
    assert server.main_loop_interrupt.is_set()


def test_a_worker_takes_its_signals_from_the_function_that_we_replace() -> None:
    """The worker looks the function up when it starts, so that another one can take its place."""
    source = inspect.getsource(MPServer._spawn_asgi_lifespan_worker)
    assert "from granian._signals import set_loop_signals" in source
    assert "shutdown_event = set_loop_signals(loop)" in source


@pytest.mark.skipif(sys.platform == "win32", reason="signals of an event loop are for Unix")
def test_a_signal_stops_the_worker() -> None:
    assert calls_of_a_worker(lambda parent: os.kill(os.getpid(), signal.SIGTERM)) == ["told to stop", "set"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of an event loop are for Unix")
def test_the_end_of_its_parent_is_told_and_stops_the_worker() -> None:
    assert calls_of_a_worker(socket.socket.close) == ["parent has ended", "told to stop", "set"]


def calls_of_a_worker(happens: Callable[[socket.socket], None]) -> list[str]:
    """Returns what a worker calls from here on until it stops. Its parent has the other end of a socket."""
    calls: list[str] = []
    stop = _Stop(calls)
    parent, sentinel = socket.socketpair()
    set_signals = granian_adapter._with_pause(
        lambda loop: stop,
        sentinel.fileno(),
        when_parent_ends=lambda: calls.append("parent has ended"),
        when_told_to_stop=lambda: calls.append("told to stop"),
    )
    loop = asyncio.new_event_loop()
    try:
        assert set_signals(loop) is stop
        loop.call_soon(happens, parent)
        stop.when_set = loop.stop
        loop.run_forever()
    finally:
        loop.close()
        parent.close()
        sentinel.close()
    return calls


def test_the_signal_of_a_worker_can_be_set() -> None:
    loop = asyncio.new_event_loop()
    try:
        stop = _signals.set_loop_signals(loop)  # type: ignore[no-untyped-call]  # Granian gives it no types
        stop.set()
    finally:
        loop.close()


class _Stop:
    """The signal that Granian gives a worker."""

    when_set: Callable[[], None]

    def __init__(self, calls: list[str]) -> None:
        self._calls = calls

    def set(self) -> None:
        self._calls.append("set")
        self.when_set()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the option and the list of open files")
def test_the_socket_that_listens_is_found_among_the_open_files() -> None:
    """That Granian's own is, and that its connections inherit the limit, tests/http/test_slow_connections.py
    shows on a real connection."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        assert granian_adapter.set_limit_for_unread_responses()
        limit = listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert limit == granian_adapter.UNREAD_MILLISECONDS_MAX
