"""The HTTP server: Granian with workers that run http/worker.py, from first socket to last answer."""

import asyncio
import ctypes
import errno
import multiprocessing
import os
import signal
import socket
import ssl
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Any

from granian import _signals
from granian._granian import WorkerSignal
from granian.constants import Interfaces, Loops, SSLProtocols
from granian.log import LogLevels
from granian.server.mp import MPServer

from seatpreview.cli.command_errors import CommandError
from seatpreview.settings import PREFIX, Settings, as_environment, variable

STOP_SECONDS = 30
"""How long a stop waits for requests in flight before it ends their workers."""

_TO_STDERR = {"class": "logging.StreamHandler", "formatter": "generic", "stream": "ext://sys.stderr"}


def free_address(host: str, port: int) -> tuple[str, int]:
    """The IP address and port to listen on; for port 0, a free one.

    Granian shares a port with any other server of its kind, so that two services would start on one and
    each get some of the requests. Hence this probe, which shares nothing.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            return probe.getsockname()[0], probe.getsockname()[1]
    except OSError as fault:
        if fault.errno == errno.EADDRINUSE:
            raise CommandError(
                f"Port {port} of {host} is in use: stop what listens there, or set {variable('port')}."
            ) from fault
        raise CommandError(f"{host}:{port} is no address to listen on: {fault.strerror}.") from fault


def run(settings: Settings, address: str, when_listening: Callable[[], None]) -> None:
    """Serves until SIGTERM or SIGINT, then finishes what is in flight. SystemExit where workers fail."""
    server = _server(settings, address)
    _hand_over(settings)
    # Workers start afresh: a fork would inherit threads and open files of this process in any state.
    multiprocessing.set_start_method("spawn")
    ended = Event()
    watcher = Thread(target=_watch, args=(address, settings.port, ended, when_listening), daemon=True)
    server.on_startup(watcher.start)
    # A terminal that is closed stops the service as well: Granian would reload, and live on unseen.
    server.on_startup(lambda: signal.signal(signal.SIGHUP, server.signal_handler_interrupt))
    try:
        server.serve(spawn_target=_work)
    except SystemExit:
        # Ctrl-C reaches the workers as well. One that stops before it was told counts as failed there.
        if not server.interrupt_signal:
            raise
    finally:
        ended.set()


def _hand_over(settings: Settings) -> None:
    """Workers read the settings from their environment, in which flags have won over what was there."""
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        del os.environ[name]
    os.environ.update(as_environment(settings))


def _server(settings: Settings, address: str) -> MPServer:
    try:
        return MPServer(
            "seatpreview.http.worker:application",
            factory=True,
            interface=Interfaces.ASGI,
            address=address,
            port=settings.port,
            workers=settings.workers,
            loop=Loops.asyncio if sys.platform == "win32" else Loops.uvloop,
            websockets=False,
            ssl_cert=settings.tls_cert,
            ssl_key=settings.tls_key,
            ssl_protocol_min=SSLProtocols.tls12,
            respawn_failed_workers=True,
            workers_kill_timeout=STOP_SECONDS,
            log_level=LogLevels.warning,
            log_dictconfig={"handlers": {"console": _TO_STDERR, "access": _TO_STDERR}},
        )
    except (OSError, ssl.SSLError) as fault:
        raise CommandError(
            f"{variable('tls_cert')} and {variable('tls_key')} cannot be used: {fault.strerror or fault}."
        ) from fault


def _work(*arguments: Any) -> None:
    """A worker's whole life. It leaves without Python's farewell: there, threads of the server that still ask
    for the interpreter would abort the process."""
    _end_with_the_parent()
    _work_in_batches()
    if sys.platform != "win32":
        _signals.set_loop_signals = _stop_by_signal
    MPServer._spawn_asgi_lifespan_worker(*arguments)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def _end_with_the_parent() -> None:
    """A parent that is killed outright cannot stop its workers; on Linux they are told that it has ended."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


_PR_SET_PDEATHSIG = 1


def _stop_by_signal(loop: asyncio.AbstractEventLoop) -> WorkerSignal:
    """In place of Granian's own, with a pause in which this thread lets go of the interpreter.

    A thread of the server that accepts a connection just then waits for the interpreter, and holds what `set`
    waits for. Without the pause neither would go on, and the worker would be killed half a minute later.
    """
    stop = WorkerSignal()

    def pause_and_stop() -> None:
        time.sleep(_PAUSE_SECONDS)
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, pause_and_stop)
    return stop


_PAUSE_SECONDS = 0.02


def _work_in_batches() -> None:
    """Threads of a worker do not interrupt each other on a core that they share: the one that answers goes on
    until it has nothing to do, and the one that reads and writes then finds several requests. A third more
    of them are answered that way, and none later (docs/decisions/0016). Where the system forbids it, they go
    on as they are."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _watch(address: str, port: int, ended: Event, when_listening: Callable[[], None]) -> None:
    """Workers open the port once they are ready, so that who can connect will be answered."""
    while not ended.wait(0.02):
        try:
            socket.create_connection((address, port), timeout=1).close()
        except OSError:
            continue
        when_listening()
        return
