"""script/server: what it tells before it sets anything up."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from servers.free_ports import free_port

ROOT = Path(__file__).parents[2]
NOTES_SET_UP = '#!/bin/sh\necho "set up" >>"${0%/*}/../log"\n'
NOTES_ARGUMENTS = '#!/bin/sh\necho "$@" >>"${0%/*}/../../log"\n'


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout whose set-up and whose service only note in a log that they were called."""
    (tmp_path / "src").symlink_to(ROOT / "src")
    for name, text in {
        "script/server": (ROOT / "script/server").read_text(),
        "script/setup": NOTES_SET_UP,
        ".venv/bin/seatpreview": NOTES_ARGUMENTS,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    return tmp_path


@pytest.fixture
def used_port() -> Iterator[int]:
    """A port on which somebody else listens."""
    port = free_port()
    with socket.create_server(("127.0.0.1", port)):
        yield port


def run(checkout: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    own = {name: text for name, text in os.environ.items() if not name.startswith("SEATPREVIEW_")}
    return subprocess.run(
        [checkout / "script/server", *arguments],
        env=own | {"PYTHON": sys.executable} | environ,
        capture_output=True,
        text=True,
        check=False,
    )


def log_of(checkout: Path) -> list[str]:
    log = checkout / "log"
    return log.read_text().splitlines() if log.exists() else []


def test_help_needs_no_set_up_and_has_all_flags_after_one(checkout: Path) -> None:
    program = checkout / ".venv/bin/seatpreview"
    helped = run(checkout, "--help")
    assert helped.returncode == 0
    assert helped.stdout.startswith("Sets everything up, then runs the service with demo data")
    assert log_of(checkout) == ["serve --help"]
    program.unlink()
    assert "--port 8090" in run(checkout, "--help").stdout
    assert log_of(checkout) == ["serve --help"], "nothing was set up"


@pytest.mark.parametrize("form", ["--port {}", "--port={}", "--port 1 --port {}", "variable", "both"])
def test_a_port_in_use_is_told_before_the_set_up(checkout: Path, used_port: int, form: str) -> None:
    if form == "variable":
        refused = run(checkout, SEATPREVIEW_PORT=str(used_port))
    elif form == "both":
        refused = run(checkout, "--port", str(used_port), SEATPREVIEW_PORT=str(free_port()))
    else:
        refused = run(checkout, "--data-dir", "x", *form.format(used_port).split())
    assert refused.returncode == 1
    assert refused.stderr == (
        f"Port {used_port} of 127.0.0.1 is in use: stop what listens there, or set SEATPREVIEW_PORT.\n"
    )
    assert log_of(checkout) == []


@pytest.mark.parametrize("given", [["--host", "127.0.0.2"], []])
def test_the_host_that_was_chosen_counts(checkout: Path, used_port: int, given: list[str]) -> None:
    """A port is in use on an address: another address of the machine may have it free."""
    environ = {} if given else {"SEATPREVIEW_HOST": "127.0.0.2"}
    assert run(checkout, "--port", str(used_port), *given, **environ).returncode == 0
    assert log_of(checkout)[0] == "set up"


def test_a_free_port_is_left_to_the_service(checkout: Path) -> None:
    port = str(free_port())
    assert run(checkout, "--port", port).stderr == ""
    assert log_of(checkout) == ["set up", f"serve --demo --port {port}"]


@pytest.mark.parametrize("arguments", [["--port", "x"], ["--port"]])
def test_arguments_with_which_nothing_listens_are_left_to_the_service(
    checkout: Path, used_port: int, arguments: list[str]
) -> None:
    assert run(checkout, *arguments, SEATPREVIEW_PORT=str(used_port)).stderr == ""
    assert log_of(checkout) == ["set up", " ".join(["serve", "--demo", *arguments])]


def test_without_a_python_that_can_tell_the_set_up_goes_on(checkout: Path, used_port: int) -> None:
    assert run(checkout, "--port", str(used_port), PYTHON="missing-python").stderr == ""
    assert log_of(checkout)[0] == "set up"


def test_only_python_itself_is_needed() -> None:
    """The question is asked before any package is installed."""
    asked = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-B",
            "-c",
            f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r})\n"
            "import seatpreview.server.listen_address",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.stderr == ""
