"""Takes away from a process what it does not need, before it starts a browser.

Most of it exists on Linux alone. Whatever the machine refuses is left out.
"""

import ctypes
import fcntl
import os
import socket
import struct
import sys
from pathlib import Path

from seatpreview.processes.child_setup import IDLE_NICENESS, lower

_PR_CAPBSET_DROP = 24
_PR_SET_NO_NEW_PRIVS = 38
_CAPABILITIES = 64
"""More than any kernel has."""
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWNET = 0x40000000
_SIOCSIFFLAGS = 0x8914
_IFF_UP = 1
# Loaded before a process is forked: nothing may be loaded between fork and exec.
_LIBC = ctypes.CDLL(None)


def confine() -> None:
    """Gives this process, and those that it starts, the lowest priority, no further rights and no network but
    a loopback of their own."""
    lower(IDLE_NICENESS)
    if sys.platform == "linux":
        _LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        _leave_networks()
        # The programs that it starts are not the superuser, even where it is: none could raise its priority.
        for capability in range(_CAPABILITIES):
            _LIBC.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)


def can_make_sandbox() -> bool:
    """Returns whether a program that this process starts can make a user namespace, which the sandbox of
    Chromium needs. Many containers, and units of systemd, forbid it."""
    if sys.platform != "linux":
        return True
    child = os.fork()
    if child == 0:
        os._exit(int(_LIBC.unshare(_CLONE_NEWUSER) != 0))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def _leave_networks() -> None:
    """Moves to a network namespace that has nothing but a loopback. Without the right to do that, it takes a
    user namespace. Where the machine allows neither, Chromium's own flags remain."""
    user, group = os.getuid(), os.getgid()
    unshare = _LIBC.unshare
    if unshare(_CLONE_NEWNET) != 0:
        if unshare(_CLONE_NEWUSER | _CLONE_NEWNET) != 0:
            return
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, _SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", _IFF_UP))
