"""Limits of the server on connections: how many are open, and how long one may take to send its headers."""

import sys
from typing import TypedDict

from granian.http import HTTP1Settings, HTTP2Settings

from seatpreview.http.request import HEADER_BYTES_MAX
from seatpreview.settings import Settings, variable

CONNECTIONS_MAX = 10_000
"""The default number of connections of a worker, where it may open files enough."""
OTHER_FILES = 256
"""Open files of a worker that are no connections of clients: the database, pictures, the metrics."""
HEADERS_MILLISECONDS_MAX = 30_000
"""How long a client may take to send the headers of a request, and how long a connection may be idle."""


class TooFewOpenFiles(Exception):
    """The process may open fewer files than its settings need. The message says what to do."""


class ConnectionOptions(TypedDict):
    """The options of Granian about connections."""

    backpressure: int
    http1_settings: HTTP1Settings
    http2_settings: HTTP2Settings


def connection_options(settings: Settings, open_files_max: int) -> ConnectionOptions:
    """Returns the options for a worker that may open so many files."""
    return ConnectionOptions(
        backpressure=connections_max(settings, open_files_max),
        # By default Granian would read 16 MiB of headers over HTTP/2.
        http1_settings=HTTP1Settings(
            header_read_timeout=HEADERS_MILLISECONDS_MAX, max_buffer_size=HEADER_BYTES_MAX
        ),
        http2_settings=HTTP2Settings(
            max_headers_size=HEADER_BYTES_MAX,
            # A client that does not answer a ping is gone: its connection is closed.
            keep_alive_interval=HEADERS_MILLISECONDS_MAX,
        ),
    )


def connections_max(settings: Settings, open_files_max: int) -> int:
    """Returns how many connections a worker accepts. The rest of its open files is for other things."""
    possible = open_files_max - OTHER_FILES
    if settings.connections_max > possible or possible < 1:
        raise TooFewOpenFiles(
            f"{settings.connections_max or 1} connections need {OTHER_FILES} more open files than that, and "
            f"a process may open {open_files_max}: raise the limit (LimitNOFILE in systemd, ulimit -n), or "
            f"set {variable('connections_max')} to at most {max(0, possible)}."
        )
    return settings.connections_max or min(possible, CONNECTIONS_MAX)


def raise_open_files() -> int:
    """Raises the number of files that this process and its workers may open as far as the system allows, and
    returns it."""
    if sys.platform == "win32":
        return CONNECTIONS_MAX + OTHER_FILES
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Some systems report no limit and still refuse to set the soft one to that.
    wanted = 65_536 if hard == resource.RLIM_INFINITY else hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted
