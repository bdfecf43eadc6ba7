"""Ctrl-C at a real terminal: the cursor comes back, one line says goodbye, and there is no traceback."""

import json
import os
import pty
import re
import select
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from threading import Event

import httpx
import pytest

from cli.program import invoke, result_of
from imagery.sample_pictures import photo
from seatpreview.server.parent_process import call_when_listening
from servers.free_ports import free_port
from servers.processes import clean_environment
from servers.service_process import PROGRAM

HIDE_CURSOR, SHOW_CURSOR = b"\x1b[?25l", b"\x1b[?25h"
PATIENCE_SECONDS = 60

_AT_TERMINAL = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.login_tty(0)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Makes the terminal that the program is started at its own, which sends it Ctrl-C as a signal. A suite
that runs in the background of a shell ignores that signal, and so would the program."""

PROGRAM_WITH_A_SLOW_PICTURE = [
    *(sys.executable, "-c"),
    "import time; from seatpreview.cli.main import app; from seatpreview.demo import creation; "
    f"creation.picture = lambda name: time.sleep({PATIENCE_SECONDS}); app()",
]
"""Makes the upload of the demo's pictures wait with the first one, so that Ctrl-C always comes meanwhile."""


class Terminal:
    """A program at a terminal of its own, and everything that it has shown."""

    def __init__(self, folder: Path, *arguments: str, program: Sequence[str] = PROGRAM) -> None:
        self._terminal, program_side = pty.openpty()
        self.shown = b""
        self.process = subprocess.Popen(
            [sys.executable, "-c", _AT_TERMINAL, *program, *arguments],
            cwd=folder,
            env=clean_environment({"TERM": "xterm-256color", "COLUMNS": "100"}),
            stdin=program_side,
            stdout=program_side,
            stderr=program_side,
        )
        os.close(program_side)

    def wait_for(self, text: str) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while text not in self.text:
            assert time.monotonic() < deadline, self.shown
            self._read(1)

    def press_ctrl_c(self) -> int:
        """Presses Ctrl-C, reads to the end, and returns the exit code."""
        os.write(self._terminal, b"\x03")
        while self._read(PATIENCE_SECONDS):
            pass
        os.close(self._terminal)
        return self.process.wait(PATIENCE_SECONDS)

    def _read(self, seconds: float) -> bool:
        if not select.select([self._terminal], [], [], seconds)[0]:
            return False
        try:
            read = os.read(self._terminal, 10_000)
        except OSError:  # The program has ended.
            return False
        self.shown += read
        return bool(read)

    @property
    def cursor_is_shown(self) -> bool:
        return self.shown.rfind(SHOW_CURSOR) >= self.shown.rfind(HIDE_CURSOR)

    @property
    def text(self) -> str:
        """What it has shown, without colours and movements of the cursor."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.shown.decode(errors="ignore"))

    @property
    def last_line(self) -> str:
        return self.text.strip().splitlines()[-1]

    def find(self, pattern: str) -> str:
        found = re.search(pattern, self.text)
        assert found is not None, self.text
        return found[1]

    def wait_for_cursor_to_hide(self) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while HIDE_CURSOR not in self.shown:
            assert time.monotonic() < deadline, self.shown
            self._read(1)


@pytest.mark.long
def test_during_serve_while_the_demos_pictures_are_uploaded(tmp_path: Path) -> None:
    """And until then, a demo at a terminal logs only requests that fail: its keys are shown once, and a line
    for each request would soon scroll them away."""
    flags = ("--demo", "--port", str(free_port()), "--metrics-port", "0")
    terminal = Terminal(tmp_path, "serve", *flags, program=PROGRAM_WITH_A_SLOW_PICTURE)
    terminal.wait_for("Requests that succeed are not logged here")
    terminal.wait_for("Uploading the demo's pictures")
    assert HIDE_CURSOR in terminal.shown
    address, key = terminal.find(r"Base address +(\S+)"), terminal.find(r"Tenant key +(sk_live_\S+)")
    for plaintext, status in ((key, 200), ("sk_live_none", 401)):
        answer = httpx.get(f"{address}/caller", headers={"authorization": f"Bearer {plaintext}"})
        assert answer.status_code == status
    # Lines are written in order, so that of the second request comes after that of the first.
    terminal.wait_for("status=401")
    assert re.findall(r"\bstatus=\d+", terminal.text) == ["status=401"]
    assert terminal.press_ctrl_c() == 0
    assert terminal.cursor_is_shown
    assert terminal.last_line == "Seat Preview has stopped. Goodbye!"
    assert b"Traceback" not in terminal.shown


@pytest.mark.parametrize("is_stopped", [True, False])
def test_what_a_stop_takes_away_from_the_welcome_is_no_fault(is_stopped: bool) -> None:
    """Python 3.13 refuses new threads while it ends, and the upload of the demo's pictures may want one."""
    stopped = Event()

    def upload() -> None:
        if is_stopped:
            stopped.set()
        raise RuntimeError("can't start new thread at interpreter shutdown")

    with socket.create_server(("127.0.0.1", 0)) as listening:
        told = nullcontext() if is_stopped else pytest.raises(RuntimeError)
        with told:
            call_when_listening("127.0.0.1", listening.getsockname()[1], stopped, upload)


def test_ctrl_c_ends_a_long_command(tmp_path: Path, data_dir: Path) -> None:
    flags = ["--data-dir", str(data_dir)]
    tenant = result_of("tenants", "create", "--name", "Halls", *flags)["tenantId"]
    section = {"id": "101", "rows": {"first": 1, "last": 99}, "seats": {"count": 4}}
    record = {"name": "Hall", "aliases": [{"name": "hall"}], "rules": {"layout": {"sections": [section]}}}
    (tmp_path / "hall.json").write_text(json.dumps(record))
    created = invoke("venues", "import", str(tmp_path / "hall.json"), "--tenant", tenant, *flags)
    assert created.exit_code == 0, created.stderr
    (tmp_path / "photos").mkdir()
    picture = photo(1600, 1200)
    for number in range(1, 100):
        (tmp_path / "photos" / f"101-{number}.jpg").write_bytes(picture)
    upload = ["imagery", "upload", "photos", "--venue", "hall", "--pattern", "{section}-{row}.jpg"]
    terminal = Terminal(tmp_path, *upload, *flags)
    terminal.wait_for_cursor_to_hide()
    assert terminal.press_ctrl_c() == 130
    assert terminal.cursor_is_shown
    assert terminal.last_line == "Stopped."
    assert b"Traceback" not in terminal.shown


@pytest.mark.long
def test_while_backups_are_taken_again_and_again(tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    flags = ["--data-dir", str(tmp_path / "data")]
    assert invoke("db", "upgrade", *flags).exit_code == 0
    terminal = Terminal(tmp_path, "db", "backup", "backups", "--every", "1h", "--keep", "2", *flags)
    terminal.wait_for("Wrote ")
    assert HIDE_CURSOR in terminal.shown, "there was a progress bar"
    assert terminal.press_ctrl_c() == 0
    assert terminal.cursor_is_shown
    assert terminal.last_line == "Stopped."
    assert b"Traceback" not in terminal.shown
