"""A disk of a few megabytes that only one process and its children see, so that a test can fill it."""

import os
import subprocess
from pathlib import Path
from typing import Any

_MOUNT = 'mount -t tmpfs -o "size=$1" tmpfs "$2" && shift 2 && exec "$@"'


def with_small_disk(folder: Path, megabytes: int, command: list[str]) -> list[str]:
    """Returns a command that runs this one with a small disk mounted at the folder.

    It does not need root: other users get a user namespace as well.
    """
    own_users = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    return [
        "unshare",
        *own_users,
        "--mount",
        "sh",
        "-c",
        _MOUNT,
        "sh",
        f"{megabytes}m",
        str(folder),
        *command,
    ]


def inside(process: "subprocess.Popen[Any]") -> list[str]:
    """Returns the prefix of a command that sees the same disks as the process."""
    own_users = [] if os.geteuid() == 0 else ["--user", "--preserve-credentials"]
    return ["nsenter", "--target", str(process.pid), "--mount", *own_users]


def seen_by(process: "subprocess.Popen[Any]", folder: Path) -> Path:
    """Returns the path by which other processes reach the folder as this process sees it."""
    return Path(f"/proc/{process.pid}/root{folder}")


def fill(folder: Path) -> Path:
    """Fills the disk of a folder to the last byte, and returns the file that does so.

    Called again, it fills what has become free since.
    """
    path = folder / "filling"
    with path.open("ab", buffering=0) as file:
        for size in (65_536, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue
    return path
