"""The machine's PgBouncer, in front of a PostgreSQL server, in transaction mode."""

import os
import pwd
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil

from servers.free_ports import free_port
from servers.postgres import RunningPostgres

_START_SECONDS = 60
_STOP_SECONDS = 60

_CONFIGURATION = """
[databases]
* = host=127.0.0.1 port={postgres_port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
ignore_startup_parameters = {ignored}
"""


@contextmanager
def running_pgbouncer(postgres: RunningPostgres, ignored: str = "") -> Iterator[int]:
    """Runs PgBouncer, which ignores these session parameters, and yields its port."""
    # Not one of pytest's folders: those are closed to the user that root starts the server as.
    with TemporaryDirectory(prefix="seatpreview-pgbouncer-") as folder:
        yield from _run(Path(folder), postgres, ignored)


def _run(folder: Path, postgres: RunningPostgres, ignored: str) -> Iterator[int]:
    port = free_port()
    folder.chmod(0o755)
    configuration = folder / "pgbouncer.ini"
    text = _CONFIGURATION.format(postgres_port=postgres.port, port=port, ignored=ignored)
    configuration.write_text(text)
    command = [_executable(), str(configuration)]
    options: dict[str, Any] = {}
    if os.geteuid() == 0:  # PgBouncer refuses to run as root, like PostgreSQL.
        nobody = pwd.getpwnam("nobody")
        options = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, **options)
    with process:
        try:
            _wait_until_listening(process)
            yield port
        finally:
            process.kill()
            process.wait(_STOP_SECONDS)


def _wait_until_listening(process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + _START_SECONDS
    while not psutil.Process(process.pid).net_connections("tcp4"):
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError("PgBouncer did not start")
        time.sleep(0.01)


def _executable() -> str:
    found = os.environ.get("PGBOUNCER", "") or shutil.which(
        "pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin"
    )
    if not found:
        raise FileNotFoundError(
            "PgBouncer is missing: install it (Debian: apt-get install pgbouncer), or set PGBOUNCER to its "
            "path."
        )
    return found
