"""What the service uses of Granian, the HTTP server, that Granian does not document.

A new version may change it without notice: pyproject.toml caps the version, and
tests/server/test_granian_adapter.py fails where a part is missing.
"""

import asyncio
import os
import signal
import socket
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import structlog
from granian import _signals
from granian.server.mp import MPServer

from seatpreview.observability.logging_setup import StandardLogFormatter
from seatpreview.server.heartbeats import STARTS_MAX, FailedStarts, SharedState

UNREAD_MILLISECONDS_MAX = 30_000
"""How long a client may read nothing of a response that was sent to it."""

_STOP_SECONDS = 1
"""How long the parent process waits for its own signal where a worker has stopped as it does at one."""
_LISTENING_INTERVAL_SECONDS = 1
_RELEASE_SECONDS = 0.02

log = structlog.get_logger("seatpreview")


class GranianServer(MPServer):
    """The server of the parent process, with a rule of its own for workers that end.

    Granian ends the whole service where a worker ends within six seconds of its start, whatever it did in
    between. A worker that was killed twice in a row would take all others with it, and one that needs longer
    than that to fail would be started for ever. Here a worker that could serve is replaced however soon it
    ends, and one that cannot start is tried `STARTS_MAX` times.
    """

    def build_ssl_context(self, cert: Path | None, key: Path | None, *options: Any) -> None:
        """Keeps certificate and key in memory: each worker reads them when it is started, and one that is
        replaced later may find files that are just being written."""
        super().build_ssl_context(cert, key, *options)
        if cert is not None and key is not None:
            context: Any = (True, _kept_in_memory(cert), _kept_in_memory(key), *self.ssl_ctx[3:])
            self.ssl_ctx = context

    state: SharedState
    """The heartbeats of the workers. Set before the server serves."""

    def worker_processes(self) -> dict[int, BaseProcess]:
        """Returns the processes of the workers, by index. A worker that is being replaced is missing for a
        moment."""
        return {worker.idx: worker.inner for worker in list(self.wrks)}

    @property
    def is_told_to_stop(self) -> bool:
        """Whether `stop` was called."""
        return bool(self.interrupt_signal)

    def stop(self) -> None:
        """Makes `serve` stop the workers and return. Any thread may call it."""
        self.signal_handler_interrupt()  # type: ignore[no-untyped-call]  # Granian gives it no types

    def _serve_loop(self, spawn_target: Callable[..., None], target_loader: Callable[..., Any]) -> None:
        """Replaces Granian's own loop. The service never reloads, so this is all that it needs of it."""
        failed_starts = FailedStarts(self.state)
        while True:
            self.main_loop_interrupt.wait()
            # Cleared first: a worker that ends from now on sets it again.
            self.main_loop_interrupt.clear()
            ended = self.interrupt_children[:]
            if self._is_stopped_with(ended):
                return
            given_up = [each for each in ended if failed_starts.add_end(each, self.wrks[each].inner.pid)]
            if given_up:
                # The server exits with 1 where workers have ended that were not replaced.
                log.error(
                    "the service ends",
                    reason=f"worker {given_up[0] + 1} ended {STARTS_MAX} times before it could serve",
                    remedy="The lines before this one say why it ended.",
                )
                return
            del self.interrupt_children[: len(ended)]
            self._respawn_workers(ended, spawn_target, target_loader)

    def _is_stopped_with(self, ended: list[int]) -> bool:
        """Returns whether the server was told to stop. Ctrl-C reaches workers as well, and a worker may have
        stopped before this process hears of it: so this waits a moment where all ended workers have stopped
        as they do at a signal."""
        if not self.is_told_to_stop and all(self.wrks[each].inner.exitcode == 0 for each in ended):
            self.main_loop_interrupt.wait(_STOP_SECONDS)
        return self.is_told_to_stop


def _kept_in_memory(file: Path) -> str:
    """Returns the path of a copy that this process keeps, and its child processes can read. Only Linux has
    such files."""
    if sys.platform != "linux":
        return str(file)
    copy = os.memfd_create(file.name)
    os.write(copy, file.read_bytes())
    return f"/proc/{os.getpid()}/fd/{copy}"


def logging_options(log_format: str) -> dict[str, Any]:
    """Returns the parts of Granian's logging configuration (`logging.config.dictConfig`) that replace its
    own, under the same names. With the root logger, libraries write their lines in the same form, too."""
    handler = {"class": "logging.StreamHandler", "formatter": "generic", "stream": "ext://sys.stderr"}
    return {
        "formatters": {"generic": {"()": StandardLogFormatter, "log_format": log_format}},
        "handlers": {"console": handler, "access": handler},
        "root": {"handlers": ["console"], "level": "WARNING"},
    }


def worker_index(*arguments: Any) -> int:
    """Returns the index of the worker that Granian starts with these arguments, from 0 on."""
    number: int = arguments[0]
    return number - 1


def run_worker(
    *arguments: Any,
    sentinel: int | None,
    when_parent_ends: Callable[[], None],
    when_told_to_stop: Callable[[], None] = lambda: None,
) -> None:
    """Runs a worker with the arguments that Granian starts it with, until it is told to stop or its parent
    has ended: the sentinel is a file that can be read then. Requests in progress are finished after
    `when_told_to_stop` was called."""
    if sys.platform != "win32":
        _signals.set_loop_signals = _with_pause(
            _signals.set_loop_signals, sentinel, when_parent_ends, when_told_to_stop
        )
    MPServer._spawn_asgi_lifespan_worker(*arguments)


def _with_pause(
    set_loop_signals: Callable[[asyncio.AbstractEventLoop], Any],
    sentinel: int | None,
    when_parent_ends: Callable[[], None],
    when_told_to_stop: Callable[[], None],
) -> Callable[[asyncio.AbstractEventLoop], Any]:
    """Replaces Granian's signal handlers by one that releases the interpreter for a moment first.

    A thread of the server that accepts a connection at that moment waits for the interpreter while it holds
    the lock that `set` waits for. Then neither goes on, and the worker is killed: by its parent half a minute
    later, or by the kernel after the end of its parent. The pause makes that rare, but does not rule it out.
    """

    def set_signals(loop: asyncio.AbstractEventLoop) -> Any:
        stop = set_loop_signals(loop)

        def pause_and_stop() -> None:
            when_told_to_stop()
            time.sleep(_RELEASE_SECONDS)
            stop.set()

        def stop_without_parent(sentinel: int) -> None:
            loop.remove_reader(sentinel)
            when_parent_ends()
            pause_and_stop()

        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, pause_and_stop)
        if sentinel is not None:
            loop.add_reader(sentinel, stop_without_parent, sentinel)
        return stop

    return set_signals


async def close_unread_connections() -> None:
    """Makes the system close connections whose client reads nothing of its response for a while. Returns once
    the server listens and its socket has that limit.

    Granian takes a whole response from the application at once and offers no such limit, so without this a
    client could keep a connection and the response for good.
    """
    while True:
        if set_limit_for_unread_responses():
            return
        await asyncio.sleep(_LISTENING_INTERVAL_SECONDS)


def set_limit_for_unread_responses() -> bool:
    """Sets the limit on the socket that listens, from which connections inherit it. Returns whether there is
    such a socket yet.

    Granian opens that socket itself and does not give it out, so this looks for it among the open files of
    the process. Only Linux has the option and the list of open files.
    """
    if sys.platform != "linux":
        return True
    is_listening = False
    try:
        descriptors = os.listdir("/proc/self/fd")
    except OSError:
        return False  # The process can open no file at the moment.
    for descriptor in descriptors:
        with suppress(OSError):  # The file may have been closed since.
            if not stat.S_ISSOCK(os.fstat(int(descriptor)).st_mode):
                continue
            with socket.socket(fileno=os.dup(int(descriptor))) as listener:
                if listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MILLISECONDS_MAX)
                    is_listening = True
    return is_listening
