"""Runs pretix's background workers, as its guide sets them up, until its input ends.

python -m trial_shop.background_workers FOLDER"""

import subprocess
import sys

WORKERS = 2


def main(folder: str) -> None:
    """Starts celery, which keeps its own files in the folder."""
    command = [sys.executable, "-m", "celery", "-A", "pretix.celery_app", "worker", "-l", "info"]
    options = ["--concurrency", str(WORKERS), "--without-gossip", "--without-mingle"]
    # Nothing of the command comes from outside.
    with subprocess.Popen([*command, *options], cwd=folder, stdin=subprocess.DEVNULL) as process:  # noqa: S603 - see above
        sys.stdin.read()
        process.terminate()


if __name__ == "__main__":
    main(sys.argv[1])
