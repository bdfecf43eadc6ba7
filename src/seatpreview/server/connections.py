"""The server's limits on connections: how many may be open, and how long one may take to send headers."""

import sys
from typing import TypedDict

from granian.http import HTTP1Settings, HTTP2Settings

from seatpreview.http.request import HEADER_BYTES_MAX
from seatpreview.settings.settings import Settings, variable

CONNECTIONS_MAX = 10_000
"""The default number of connections of a worker, if it may open enough files."""
OPEN_FILES_ENOUGH = 65_536
"""How many files are enough where the system sets no limit."""
OTHER_FILES = 256
"""Open files of a worker that are neither connections of clients nor pictures on their way to them: those of
the program, the database, the metrics. An idle worker has some 120."""
HEADERS_MILLISECONDS_MAX = 30_000
"""How long a client may take to send the headers of a request, and how long a connection may be idle."""

HTTP2_STREAMS_MAX = 32
"""Requests at once on a connection of HTTP/2, where that is on. Each may leave its response unread."""

HTTP2_SEND_BUFFER_BYTES = 65_536
"""How much of a response waits in the server until a client of HTTP/2 reads on."""


class TooFewOpenFiles(Exception):
    """The process may open fewer files than its settings need. The message says what to do."""


class ConnectionOptions(TypedDict):
    """The options of Granian about connections."""

    backpressure: int
    http1_settings: HTTP1Settings
    http2_settings: HTTP2Settings


def connection_options(settings: Settings, open_files_max: int) -> ConnectionOptions:
    """Returns the options for a worker that may open `open_files_max` files."""
    return ConnectionOptions(
        backpressure=connections_max(settings, open_files_max),
        # By default Granian would read 16 MiB of headers over HTTP/2.
        http1_settings=HTTP1Settings(
            header_read_timeout=HEADERS_MILLISECONDS_MAX, max_buffer_size=HEADER_BYTES_MAX
        ),
        http2_settings=HTTP2Settings(
            max_headers_size=HEADER_BYTES_MAX,
            max_concurrent_streams=HTTP2_STREAMS_MAX,
            max_send_buffer_size=HTTP2_SEND_BUFFER_BYTES,
            # A client that does not answer a ping is gone: its connection is closed.
            keep_alive_interval=HEADERS_MILLISECONDS_MAX,
        ),
    )


def connections_max(settings: Settings, open_files_max: int) -> int:
    """Returns how many connections a worker accepts, so that it never runs out of files: the server would try
    to accept the connections that wait again and again, and take a core for it.

    By default there is a file left for the picture that each request in progress may be sent. Whoever sets a
    number decides that.
    """
    possible = open_files_max - OTHER_FILES
    if settings.connections_max > possible or possible < 2:
        raise TooFewOpenFiles(
            f"{settings.connections_max or 1} connections need {OTHER_FILES} more open files than that, and "
            f"a process may open {open_files_max}: raise the limit (LimitNOFILE in systemd, ulimit -n), or "
            f"set {variable('connections_max')} to at most {max(0, possible)}."
        )
    return settings.connections_max or min(
        CONNECTIONS_MAX, max(possible - settings.requests_max, possible // 2)
    )


def raise_open_files() -> int:
    """Raises the number of files that this process and its workers may open as far as the system allows, and
    returns it."""
    if sys.platform == "win32":
        return OPEN_FILES_ENOUGH
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Some systems report no limit and still refuse to set that.
    wanted = OPEN_FILES_ENOUGH if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return OPEN_FILES_ENOUGH if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft  # A sandbox may forbid it. Then there are fewer connections.
    return wanted
