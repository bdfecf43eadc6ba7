"""Standard error of the service: it waits for nobody who reads it, and loses nothing without a word."""

import json
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from seatpreview.observability.log_output import KEPT_BYTES_MAX, LogOutput

LINE = b"x" * 999 + b"\n"


class Log:
    """A log that goes into a pipe or a socket, and the end that somebody should read."""

    def __init__(self, reader: int, writer: int) -> None:
        os.set_blocking(reader, False)
        self.reader = reader
        self.output = LogOutput(writer)

    def read_all(self) -> bytes:
        """Returns what can be read now."""
        parts = []
        with suppress(BlockingIOError):
            while part := os.read(self.reader, 1 << 20):
                parts.append(part)
        return b"".join(parts)


def pipe() -> tuple[int, int]:
    return os.pipe()


def sockets() -> tuple[int, int]:
    reader, writer = socket.socketpair()
    return reader.detach(), writer.detach()


@pytest.fixture(params=["pipe", "pipe of another user", "socket"])
def log(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Log]:
    ends: Callable[[], tuple[int, int]] = sockets if request.param == "socket" else pipe
    reader, writer = ends()
    with monkeypatch.context() as patch:
        if request.param == "pipe of another user":
            patch.setattr(os, "open", refuse)
        log = Log(reader, writer)
    yield log
    log.output.close()
    for descriptor in (reader, writer):
        with suppress(OSError):
            os.close(descriptor)


def refuse(*_: object) -> int:
    raise PermissionError


def test_lines_are_written_at_once(log: Log) -> None:
    assert log.output.write(LINE) == len(LINE)
    assert log.read_all() == LINE


def test_what_nobody_reads_is_kept_and_comes_in_order(log: Log) -> None:
    lines = [b"%d %s" % (number, LINE) for number in range(600)]
    for line in lines:
        assert log.output.write(line) == len(line)
    read = b""
    while len(read) < len(b"".join(lines)):
        read += log.read_all()
        log.output.write(b"")
    assert read == b"".join(lines)


def test_what_is_too_much_is_lost_and_counted(log: Log) -> None:
    written = 3 * KEPT_BYTES_MAX // len(LINE)
    for _ in range(written):
        log.output.write(LINE)
    read = b""
    while b"nobody read" not in read:
        read += log.read_all()
        log.output.write(b"")
    *kept, told = read.splitlines()
    assert set(kept) == {LINE.rstrip()}
    assert json.loads(told) == {
        "event": "nobody read the log",
        "lost_lines": written - len(kept),
        "level": "warning",
    }


def test_a_reader_that_is_gone_is_no_fault(log: Log) -> None:
    os.close(log.reader)
    assert [log.output.write(LINE) for _ in range(200)] == [len(LINE)] * 200
