"""Runs the HTTP server: a Granian parent process whose workers each run http/worker.py."""

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
from granian.constants import HTTPModes, Interfaces, Loops, SSLProtocols
from granian.log import LogLevels
from granian.server.mp import MPServer

from seatpreview.http.connections import TooFewOpenFiles, connection_options, raise_open_files
from seatpreview.settings import PREFIX, Settings, as_environment, variable

STOP_SECONDS = 30
"""How long a stop waits for requests in flight before it kills their workers."""

_STOP_DELAY_SECONDS = 0.02
_CONNECT_INTERVAL_SECONDS = 0.02
_PR_SET_PDEATHSIG = 1
"""The option of prctl(2) that names the signal a process gets when its parent dies."""

_STDERR_HANDLER = {"class": "logging.StreamHandler", "formatter": "generic", "stream": "ext://sys.stderr"}


class ServerError(Exception):
    """The server cannot start with these settings. The message is a sentence that says what to do."""


def free_address(host: str, port: int) -> tuple[str, int]:
    """Returns the IP address and port to listen on; for port 0, a free one.

    Granian binds with SO_REUSEPORT, so two services would both start on one port and each get some of the
    requests. This probe binds without it, and raises ServerError where the port is in use.
    """
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = addresses[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            return probe.getsockname()[0], probe.getsockname()[1]
    except OSError as fault:
        if fault.errno == errno.EADDRINUSE:
            raise ServerError(
                f"Port {port} of {host} is in use: stop what listens there, or set {variable('port')}."
            ) from fault
        raise ServerError(f"The service cannot listen on {host}:{port}: {fault.strerror}.") from fault


def run(settings: Settings, address: str, when_listening: Callable[[], None]) -> None:
    """Serves until SIGTERM, SIGINT or SIGHUP, then finishes requests in flight.

    Raises ServerError where the certificate cannot be used, and SystemExit where workers fail.
    """
    server = _server(settings, address)
    _export_settings(settings)
    # Workers are spawned: a fork would inherit threads and open files of this process in any state.
    multiprocessing.set_start_method("spawn")
    stopped = Event()
    watcher = Thread(
        target=_wait_until_listening, args=(address, settings.port, stopped, when_listening), daemon=True
    )
    server.on_startup(watcher.start)
    # Closing the terminal stops the service as well: by default Granian would reload, and run on unseen.
    server.on_startup(lambda: signal.signal(signal.SIGHUP, server.signal_handler_interrupt))
    try:
        server.serve(spawn_target=_run_worker)
    except SystemExit:
        # Ctrl-C reaches the workers as well. Granian counts one that stops before it was asked to as failed.
        if not server.interrupt_signal:
            raise
    finally:
        stopped.set()


def _export_settings(settings: Settings) -> None:
    """Writes the settings to the environment, from which workers read them. Flags have already won there."""
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
            # Without TLS only clients that mean harm would ask for HTTP/2.
            http=HTTPModes.http1 if settings.tls_cert is None else HTTPModes.auto,
            **connection_options(settings, raise_open_files()),
            websockets=False,
            ssl_cert=settings.tls_cert,
            ssl_key=settings.tls_key,
            ssl_protocol_min=SSLProtocols.tls12,
            respawn_failed_workers=True,
            workers_kill_timeout=STOP_SECONDS,
            log_level=LogLevels.warning,
            log_dictconfig={"handlers": {"console": _STDERR_HANDLER, "access": _STDERR_HANDLER}},
        )
    except TooFewOpenFiles as fault:
        raise ServerError(str(fault)) from fault
    except (OSError, ssl.SSLError) as fault:
        raise ServerError(
            f"{variable('tls_cert')} and {variable('tls_key')} cannot be used: {fault.strerror or fault}."
        ) from fault


def _run_worker(*arguments: Any) -> None:
    """The entry point of a worker process.

    It exits by `os._exit`: during Python's own shutdown, threads of the server that still ask for the
    interpreter would abort the process.
    """
    _stop_when_the_parent_dies()
    _use_batch_scheduling()
    if sys.platform != "win32":
        _signals.set_loop_signals = _stop_on_signal
    MPServer._spawn_asgi_lifespan_worker(*arguments)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def _stop_when_the_parent_dies() -> None:
    """A parent that is killed cannot stop its workers. On Linux, the kernel sends them SIGTERM instead."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _stop_on_signal(loop: asyncio.AbstractEventLoop) -> WorkerSignal:
    """Replaces Granian's own signal handling by one that releases the interpreter for a moment first.

    A thread of the server that accepts a connection at that moment waits for the interpreter while it holds
    the lock that `set` waits for. Without the pause that is a deadlock, and the worker would be killed half
    a minute later.
    """
    stop = WorkerSignal()

    def pause_and_stop() -> None:
        time.sleep(_STOP_DELAY_SECONDS)
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, pause_and_stop)
    return stop


def _use_batch_scheduling() -> None:
    """Sets SCHED_BATCH, so that threads of a worker do not preempt each other on a core that they share.

    The thread that runs Python goes on until it has nothing to do, and the one that reads and writes then
    finds several requests. A third more of them are answered that way, and none later (docs/decisions/0016).
    Where the system forbids it, the default scheduling stays.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _wait_until_listening(
    address: str, port: int, stopped: Event, when_listening: Callable[[], None]
) -> None:
    """Workers open the port once they are ready, so a connection that succeeds will be served."""
    while not stopped.wait(_CONNECT_INTERVAL_SECONDS):
        try:
            socket.create_connection((address, port), timeout=1).close()
        except OSError:
            continue
        when_listening()
        return
