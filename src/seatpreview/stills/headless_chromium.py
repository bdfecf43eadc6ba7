"""Finds the machine's Chromium and runs it without a window, on one page, with a profile of its own."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from seatpreview.processes.child_setup import lowered
from seatpreview.values.command_error import EXIT_USAGE, CommandError

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ENDING_SECONDS = 10
LOG_NAME = "chromium.log"
"""The file in the browser's folder with what it writes to its standard error."""
_LOG_CHARACTERS = 600

_FLAGS = (
    "--headless=new",
    # Graphics in software are the same on every machine, and exist where there is no display.
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-gpu-watchdog",
    # The page needs this machine alone: nothing else is looked up, and nothing is reported to anybody.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--no-proxy-server",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--disable-extensions",
    "--disable-default-apps",
    "--metrics-recording-only",
    "--no-first-run",
    "--no-default-browser-check",
    "--mute-audio",
    # The address bar's list of suggestions is two pages of its own, which cost more than a small rendering.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    # Containers often have a small /dev/shm.
    "--disable-dev-shm-usage",
    # A page that is not visible must not be slowed down.
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
)


def find_if_any(wanted: str) -> str | None:
    """Returns the path of the wanted program, or of the machine's own where none is named; None if it is not
    there."""
    return shutil.which(wanted) if wanted else next(filter(None, map(shutil.which, NAMES)), None)


def find(wanted: str) -> str:
    """Does the same, and refuses where there is none."""
    found = find_if_any(wanted)
    if found is None and wanted:
        raise CommandError(f"--chromium: {wanted} is not a program that can be run.", exit_code=EXIT_USAGE)
    if found is None:
        raise CommandError(
            "Renderings need Chromium, and this machine has none. Install it (Debian: apt-get install "
            "chromium), or name one with --chromium or SEATPREVIEW_CHROMIUM."
        )
    return found


def command(program: str, folder: Path, url: str, *, can_make_sandbox: bool = True) -> list[str]:
    """Returns the command that opens one page, with a profile in this folder. Without its sandbox, which the
    machine may forbid, Chromium would not start unless it is told to do without."""
    flags = [*_FLAGS, f"--user-data-dir={folder / 'profile'}"]
    if os.geteuid() == 0 or not can_make_sandbox:
        # Chromium refuses to run with its sandbox for the superuser, as in many containers.
        flags.append("--no-sandbox")
    return [program, *flags, url]


class RunningChromium:
    """A browser that was started here."""

    def __init__(self, process: "subprocess.Popen[bytes]", log: Path) -> None:
        self._process = process
        self._log = log

    @property
    def has_ended(self) -> bool:
        """Whether the browser has ended by itself."""
        return self._process.poll() is not None

    @property
    def last_words(self) -> str:
        """The end of what the browser wrote to its standard error, on one line."""
        return last_words(self._log)


def last_words(log: Path) -> str:
    """Returns the end of what a browser wrote to its log, on one line; nothing where there is no log."""
    try:
        return " ".join(log.read_text(errors="replace").split())[-_LOG_CHARACTERS:]
    except OSError:
        return ""


@contextmanager
def running(program: str, url: str) -> Iterator[RunningChromium]:
    """Runs the browser on one page within the block. Afterwards its processes are ended and its profile is
    removed."""
    with tempfile.TemporaryDirectory(prefix="seatpreview-", ignore_cleanup_errors=True) as folder:
        log = Path(folder, LOG_NAME)
        with log.open("wb") as stderr:
            process = subprocess.Popen(  # noqa: S603  # the program that the operator has installed or named
                lowered(command(program, Path(folder), url)),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                # A session of its own, so that all its processes can be ended and no others.
                start_new_session=True,
            )
        try:
            yield RunningChromium(process, log)
        finally:
            _end(process)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Ends the process and those that it started, which are in its process group."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, how)
        except ProcessLookupError:
            break
        try:
            process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            continue
    process.wait()
