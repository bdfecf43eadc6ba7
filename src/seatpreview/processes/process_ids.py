"""Process ids: which of them belong to processes that run."""

import os


def is_alive(pid: int) -> bool:
    """Returns whether a process with this id runs, of whichever user."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
