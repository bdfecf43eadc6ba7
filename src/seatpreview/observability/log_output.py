"""Standard error for a process that must never wait for whoever reads its log.

A pipe takes 64 KiB until somebody reads it. Whoever writes more waits, and an event loop that waits serves
nobody: a hanging log collector would stop the service.
"""

import io
import json
import os
import select
import socket
import stat
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

KEPT_BYTES_MAX = 1 << 20
"""How much is kept for a reader that is behind. What is logged beyond that is lost, and counted."""

_AT_ONCE_BYTES = 1 << 16
"""How much of it is tried at once: more than a pipe takes."""


class LogOutput(io.RawIOBase):
    """Writes what can be written now, and keeps the rest for the next time."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._write, self._close = _write_without_waiting(descriptor)
        self._kept = bytearray()
        self._lost_lines = 0

    def writable(self) -> bool:
        """Returns True."""
        return True

    def fileno(self) -> int:
        """Returns the descriptor."""
        return self._descriptor

    def isatty(self) -> bool:
        """Returns whether a person reads the log at a terminal."""
        return os.isatty(self._descriptor)

    def close(self) -> None:
        """Closes what this object has opened. The descriptor stays open."""
        if not self.closed:
            self._close()
        super().close()

    def write(self, data: "ReadableBuffer") -> int:
        """Writes the lines, or keeps them. Always returns their length, so that nobody tries again."""
        lines = bytes(data)
        self._write_kept()
        written = 0 if self._kept else self._write_now(lines)
        rest = lines[written:]
        # Of a line that has begun, the rest follows.
        if not written and len(self._kept) + len(rest) > KEPT_BYTES_MAX:
            self._lost_lines += rest.count(b"\n")
        else:
            self._kept += rest
        return len(lines)

    def _write_kept(self) -> None:
        while self._kept:
            written = self._write_now(bytes(self._kept[:_AT_ONCE_BYTES]))
            if not written:
                return
            del self._kept[:written]
        if self._lost_lines:
            line = {"event": "nobody read the log", "lost_lines": self._lost_lines, "level": "warning"}
            self._lost_lines = 0
            self._kept += json.dumps(line).encode() + b"\n"
            self._write_kept()

    def _write_now(self, lines: bytes) -> int:
        """Writes what can be written without waiting, and returns how many bytes that were."""
        written = 0
        try:
            while written < len(lines):
                written += self._write(lines[written:])
        except BlockingIOError:
            return written
        except OSError:
            return len(lines)  # Nobody will ever read it.
        return written


def never_wait_for_readers_of_the_log() -> None:
    """Makes standard error of this process a `LogOutput`, except on Windows."""
    if sys.platform == "win32":
        return
    try:
        output = LogOutput(sys.stderr.fileno())
    except io.UnsupportedOperation:
        return  # A program has put something of its own in its place.
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(output),
        encoding=sys.stderr.encoding,
        errors="backslashreplace",
        line_buffering=True,
    )


def _write_without_waiting(descriptor: int) -> tuple[Callable[[bytes], int], Callable[[], None]]:
    """Returns a function that writes as `os.write` does, and raises BlockingIOError instead of waiting, and
    one that closes what was opened for it. The flags of the descriptor stay as they are: other processes
    share it."""
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISSOCK(mode):
        connection = socket.socket(fileno=os.dup(descriptor))
        return (lambda data: connection.send(data, socket.MSG_DONTWAIT)), connection.close
    if not stat.S_ISFIFO(mode):
        return partial(os.write, descriptor), _nothing
    try:
        own = os.open(f"/proc/self/fd/{descriptor}", os.O_WRONLY | os.O_NONBLOCK)
    except OSError:  # The pipe belongs to another user, or nobody reads it.
        return partial(_write_if_there_is_room, descriptor), _nothing
    return partial(os.write, own), partial(os.close, own)


def _nothing() -> None:
    """Closes nothing."""


def _write_if_there_is_room(pipe: int, data: bytes) -> int:
    """Writes at most what a pipe takes at once where it has room. Between looking and writing another process
    may take that room: then this waits."""
    poll = select.poll()
    poll.register(pipe, select.POLLOUT)
    if not poll.poll(0):
        raise BlockingIOError
    return os.write(pipe, data[: select.PIPE_BUF])
