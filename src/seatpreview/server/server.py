"""Runs the HTTP server: a Granian parent process whose workers each run server/worker.py."""

import asyncio
import ctypes
import multiprocessing
import os
import signal
import socket
import ssl
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from typing import Any

import structlog
from granian import _signals
from granian._granian import WorkerSignal
from granian.constants import HTTPModes, Interfaces, Loops, SSLProtocols
from granian.log import LogLevels
from granian.server.mp import MPServer

from seatpreview.http.telemetry import set_up_logs
from seatpreview.server import shared_state, systemd_notify
from seatpreview.server.connections import TooFewOpenFiles, connection_options, raise_open_files
from seatpreview.server.listen_address import ServerError
from seatpreview.server.replacing_server import ReplacingServer
from seatpreview.server.server_log import log_configuration
from seatpreview.server.shared_state import SharedState
from seatpreview.server.worker_watch import WorkerWatch
from seatpreview.settings.settings import PREFIX, Settings, as_environment, variable

STOP_SECONDS = 30
"""How long a stop waits for requests in flight before it kills their workers."""

_RELEASE_SECONDS = 0.02
_CONNECT_INTERVAL_SECONDS = 0.02
_PR_SET_PDEATHSIG = 1
"""The option of prctl(2) that names the signal a process gets when its parent dies."""

log = structlog.get_logger("seatpreview")


def run(settings: Settings, address: str, when_listening: Callable[[], None]) -> None:
    """Serves until SIGTERM, SIGINT or SIGHUP, then finishes requests in flight.

    Raises ServerError where the certificate cannot be used, and SystemExit where workers fail.
    """
    server = _server(settings, address)
    _export_settings(settings)
    set_up_logs(settings.log_format)
    # Workers are spawned: a fork would inherit threads and open files of this process in any state.
    multiprocessing.set_start_method("spawn")
    state = server.state = SharedState(settings.workers)
    shared_state.share(state)
    stopped = Event()

    def when_ready() -> None:
        systemd_notify.notify(systemd_notify.READY)
        when_listening()

    def set_up() -> None:
        _stop_on_signals(server, state, settings.stop_delay_seconds)
        listening = (address, settings.port, stopped, when_ready)
        Thread(target=tell_when_listening, args=listening, daemon=True).start()
        watch = WorkerWatch(server, state, settings.worker_hang_seconds)
        Thread(target=watch.run, args=(stopped,), daemon=True).start()

    server.on_startup(set_up)
    try:
        server.serve(spawn_target=partial(_run_worker, state))
    except SystemExit:
        # Ctrl-C reaches the workers as well. Granian counts one that stops before it was asked to as failed.
        if not server.interrupt_signal:
            raise
    finally:
        stopped.set()


def _stop_on_signals(server: MPServer, state: SharedState, delay_seconds: int) -> None:
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
        server.signal_handler_interrupt()  # type: ignore[no-untyped-call]  # Granian gives it no types

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


def _server(settings: Settings, address: str) -> ReplacingServer:
    try:
        return ReplacingServer(
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
            log_dictconfig=log_configuration(settings.log_format),
        )
    except TooFewOpenFiles as fault:
        raise ServerError(str(fault)) from fault
    except (OSError, ssl.SSLError) as fault:
        raise ServerError(
            f"{variable('tls_cert')} and {variable('tls_key')} cannot be used: {fault.strerror or fault}."
        ) from fault


def _run_worker(state: SharedState, *arguments: Any) -> None:
    """The entry point of a worker process. The first of the server's arguments is its number, from 1 on.

    It exits by `os._exit`: during Python's own shutdown, threads of the server that still ask for the
    interpreter would abort the process.
    """
    _stop_when_the_parent_dies()
    shared_state.share(state, index=arguments[0] - 1)
    _use_batch_scheduling()
    if sys.platform != "win32":
        _signals.set_loop_signals = _stop_on_signal
    MPServer._spawn_asgi_lifespan_worker(*arguments)
    _LostParent.tell_once()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def _stop_when_the_parent_dies() -> None:
    """A parent that is killed cannot stop its workers. On Linux, the kernel sends them SIGTERM instead.

    It sends nothing for a parent that died before this was set, so that it is looked for afterwards.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if _has_lost_its_parent():
        os._exit(1)


def _has_lost_its_parent() -> bool:
    """Returns whether the process that started this one has ended: another one is its parent then."""
    parent = multiprocessing.parent_process()
    return parent is not None and os.getppid() != parent.pid


class _LostParent:
    """What the log says of a parent process that has ended. The signal of its death comes when its first
    thread ends; it is the parent until its last thread has ended. So it is looked for twice."""

    was_told = False

    @classmethod
    def tell_once(cls) -> None:
        """Logs that the parent has ended, where it has and no line says so yet."""
        if _has_lost_its_parent() and not cls.was_told:
            cls.was_told = True
            log.error("worker stops", reason="its parent process has ended", pid=os.getpid())


def _stop_on_signal(loop: asyncio.AbstractEventLoop) -> WorkerSignal:
    """Replaces Granian's own signal handling by one that releases the interpreter for a moment first.

    A thread of the server that accepts a connection at that moment waits for the interpreter while it holds
    the lock that `set` waits for. Without the pause that is a deadlock, and the worker would be killed half
    a minute later.
    """
    stop = WorkerSignal()

    def pause_and_stop() -> None:
        time.sleep(_RELEASE_SECONDS)
        _LostParent.tell_once()
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


def tell_when_listening(address: str, port: int, stopped: Event, when_listening: Callable[[], None]) -> None:
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
            # A stop takes away what it works with, such as threads and processes.
            if not stopped.is_set():
                raise
        return
