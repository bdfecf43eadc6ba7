"""The parent process of the service: it starts the HTTP server, whose workers each run server/worker.py."""

import multiprocessing
import os
import signal
import socket
import ssl
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Event, Thread

from granian.constants import HTTPModes, Interfaces, Loops, SSLProtocols
from granian.log import LogLevels

from seatpreview.observability.log_output import never_wait_for_readers_of_the_log
from seatpreview.observability.logging_setup import set_up_logs
from seatpreview.server import heartbeats, systemd_notify
from seatpreview.server.connections import TooFewOpenFiles, connection_options, raise_open_files
from seatpreview.server.granian_adapter import GranianServer, logging_options
from seatpreview.server.heartbeats import SharedState
from seatpreview.server.listen_address import ServerError
from seatpreview.server.worker_process import run_worker_process
from seatpreview.server.worker_watch import WorkerWatch
from seatpreview.settings.loader import as_environment
from seatpreview.settings.setting_values import PREFIX, variable
from seatpreview.settings.settings import Settings

STOP_SECONDS = 30
"""How long a stop waits for requests in flight before it kills their workers."""

_CONNECT_INTERVAL_SECONDS = 0.02


def run(settings: Settings, address: str, when_listening: Callable[[], None]) -> None:
    """Serves until SIGTERM, SIGINT or SIGHUP, then finishes requests in flight.

    Raises ServerError where the certificate cannot be used, and SystemExit where workers fail.
    """
    never_wait_for_readers_of_the_log()
    server = _server(settings, address)
    _export_settings(settings)
    set_up_logs(settings.log_format)
    # Workers are spawned: a fork would inherit threads and open files of this process in any state.
    multiprocessing.set_start_method("spawn")
    state = server.state = SharedState(settings.workers)
    heartbeats.share(state)
    ready, stopped = Event(), Event()

    def when_ready() -> None:
        systemd_notify.notify(systemd_notify.READY)
        ready.set()
        when_listening()

    def set_up() -> None:
        _stop_on_signals(server, state, settings.stop_delay_seconds)
        listening = (address, settings.port, stopped, when_ready)
        Thread(target=call_when_listening, args=listening, daemon=True).start()
        watch = WorkerWatch(server, state, settings.worker_hang_seconds)
        Thread(target=watch.run, args=(ready, stopped), daemon=True).start()

    server.on_startup(set_up)
    try:
        server.serve(spawn_target=partial(run_worker_process, state))
    except SystemExit:
        # Ctrl-C reaches the workers as well. Granian counts one that stops before it was asked to as failed.
        if not server.is_told_to_stop:
            raise
    finally:
        stopped.set()


def _stop_on_signals(server: GranianServer, state: SharedState, delay_seconds: int) -> None:
    """Sets what signals to the parent process do.

    SIGTERM, which comes from a service manager, first makes the service not ready. It goes on serving for
    the delay, in which balancers notice that. Any further signal stops at once, and so does Ctrl-C.
    Closing the terminal stops the service as well: Granian would reload, and run on unseen.

    A thread receives the signals by a socket, to which Python's own handler writes them at once. A handler
    in Python, as Granian has it, runs when the main thread goes on: of several signals in a row another
    thread may get them all, and the main thread waits for ever.
    """
    written, passed_on = socket.socketpair()
    written.setblocking(False)

    def wait_and_stop() -> None:
        [number] = passed_on.recv(1)
        state.set_stopping()
        systemd_notify.notify(systemd_notify.STOPPING)
        if number == signal.SIGTERM and delay_seconds > 0:
            passed_on.settimeout(delay_seconds)
            with suppress(TimeoutError):
                passed_on.recv(1)
        server.stop()

    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda *_: None)
    signal.set_wakeup_fd(written.detach(), warn_on_full_buffer=False)
    Thread(target=wait_and_stop, daemon=True).start()


def _export_settings(settings: Settings) -> None:
    """Writes the settings to the environment, from which workers read them. Flags have already won there."""
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        del os.environ[name]
    os.environ.update(as_environment(settings))


def _server(settings: Settings, address: str) -> GranianServer:
    try:
        return GranianServer(
            "seatpreview.server.worker:application",
            factory=True,
            interface=Interfaces.ASGI,
            address=address,
            port=settings.port,
            workers=settings.workers,
            loop=Loops.asyncio if sys.platform == "win32" else Loops.uvloop,
            # Granian neither ends a stream whose client leaves its answer unread, nor bounds what all of them
            # keep in memory, so HTTP/2 has to be switched on (docs/decisions/0054). It is offered over TLS.
            http=HTTPModes.auto if settings.http2 else HTTPModes.http1,
            **connection_options(settings, raise_open_files()),
            websockets=False,
            ssl_cert=settings.tls_cert,
            ssl_key=settings.tls_key,
            ssl_protocol_min=SSLProtocols.tls12,
            respawn_failed_workers=True,
            workers_kill_timeout=STOP_SECONDS,
            log_level=LogLevels.warning,
            log_dictconfig=logging_options(settings.log_format),
        )
    except TooFewOpenFiles as fault:
        raise ServerError(str(fault)) from fault
    except (OSError, ssl.SSLError) as fault:
        raise ServerError(
            f"{variable('tls_cert')} {settings.tls_cert} and {variable('tls_key')} {settings.tls_key} "
            f"cannot be used: {fault.strerror or fault}."
        ) from fault


def call_when_listening(address: str, port: int, stopped: Event, when_listening: Callable[[], None]) -> None:
    """Calls the function once the service answers. Workers open the port when they are ready, so a
    connection that succeeds will be served."""
    while not stopped.wait(_CONNECT_INTERVAL_SECONDS):
        try:
            socket.create_connection((address, port), timeout=1).close()
        except OSError:
            continue
        try:
            when_listening()
        except Exception:
            # A stop takes away what the function works with, such as threads and processes.
            if not stopped.is_set():
                raise
        return
