"""What bad days have in common: commands that an operator runs, files of another user, and disks of one
process."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from servers.polling import PATIENCE_SECONDS
from servers.processes import clean_environment
from servers.service_process import PROGRAM

_SOMEBODY_ELSE = 12_345
_MOUNT_READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'

_OWN_USERS = ["unshare", "--user", "--map-root-user"]


def run_command(
    *arguments: str | Path,
    program: Sequence[str] = PROGRAM,
    settings: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> "subprocess.CompletedProcess[str]":
    """Runs a command of `seatpreview` until it ends, with this working folder."""
    return subprocess.run(
        [*program, *map(str, arguments)],
        cwd=folder,
        env=clean_environment(settings),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )


def output_of(ended: "subprocess.CompletedProcess[str]") -> str:
    return ended.stdout + ended.stderr


def assert_refused(ended: "subprocess.CompletedProcess[str]", *words: str) -> None:
    """Checks that a command failed with sentences that have these words, and not with a traceback."""
    output = output_of(ended)
    assert ended.returncode in (1, 2), output
    assert "Traceback" not in output, output
    for word in words:
        assert word in output, output


def mentioned(findings: list[dict[str, Any]], words: str) -> bool:
    """Returns whether a finding of doctor has these words."""
    return any(words in f"{each['check']} {each['detail']} {each['remedy']}" for each in findings)


def as_one_user() -> list[str]:
    """Returns the beginning of a command that may use no files of other users, though the tests may run as
    root."""
    return [*_OWN_USERS, *PROGRAM] if os.geteuid() == 0 else [*PROGRAM]


def give_away(path: Path) -> None:
    """Gives a file or a folder to somebody else, as a command does that was run by the wrong user."""
    path.chmod(0o600 if os.geteuid() == 0 else 0)
    if os.geteuid() == 0:
        os.chown(path, _SOMEBODY_ELSE, _SOMEBODY_ELSE)


def give_back(path: Path) -> None:
    if os.geteuid() == 0:
        os.chown(path, 0, 0)
    path.chmod(0o700)


def on_a_read_only_disk(folder: Path) -> list[str]:
    """Returns the beginning of a command that sees this folder on a disk that takes no writes."""
    own_users = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    return ["unshare", *own_users, "--mount", "sh", "-c", _MOUNT_READ_ONLY, "sh", str(folder), *PROGRAM]
