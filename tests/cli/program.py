"""Runs commands of the program `seatpreview` for tests, as a process of their own or within the test's."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from typer import testing
from typer.main import get_command
from typer.testing import CliRunner, Result

from seatpreview.cli.main import app
from servers.polling import PATIENCE_SECONDS
from servers.processes import clean_environment
from servers.service_process import PROGRAM

# The runner makes all commands of the program again for each one that it runs, which takes longer than most.
vars(testing)["_get_command"] = cache(get_command)

DEMO_WITH_ONE_PICTURE = (
    "from seatpreview.demo import creation; names = creation.picture_names(); "
    "creation.picture_names = lambda: names[:1]"
)
"""Makes `serve --demo` upload one picture. Each takes a second of the processor, in the background of tests
that look at none of them."""
PROGRAM_WITH_ONE_PICTURE = [
    *(sys.executable, "-c"),
    f"from seatpreview.cli.main import app; {DEMO_WITH_ONE_PICTURE}; app()",
]


def run(*arguments: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """Runs a command as a process of its own."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        cwd=cwd,
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )


def invoke(*arguments: str, answer: str | None = None) -> Result:
    """Runs a command within this process, which is faster. `answer` is what a person types."""
    return CliRunner().invoke(app, arguments, input=answer)


def result_of(*arguments: str) -> Any:
    """Runs a command with --json, which has to succeed, and returns what it prints."""
    result = invoke(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return json.loads(result.stdout)


def assert_clear_refusal(exit_code: int, stderr: str) -> None:
    """Checks that a command was refused with a sentence, and not by a traceback."""
    assert exit_code in (1, 2), stderr
    assert stderr.strip()
    assert "Traceback" not in stderr
