"""The main program of the process that draws stills: holds one Chromium, and draws what its worker asks for.

    python -m seatpreview.stills.still_process WORKER_PID MEMORY_MB CHROMIUM FOLDER

A call has the id of a plan, the plan (empty if it is that of the call before) and a job as JSON. The answer
is a `DrawnStill`, or the reason why there is none. The process ends with its worker, with its browser, and
as soon as both together use more memory than allowed.
"""

import ctypes
import fcntl
import os
import queue
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from seatpreview.processes.child import take_streams
from seatpreview.processes.child_setup import IDLE_NICENESS, end_with_parent, lower
from seatpreview.processes.frames import FAILURE, RESULT, AnswerHead, read_call, write_answer
from seatpreview.stills import headless_chromium, page_server
from seatpreview.stills.page_server import PageAnswer, PageWork
from seatpreview.stills.still_job import STILL_BYTES_MAX, DrawnStill

OVER_MEMORY = 77
"""The exit code of a process that used too much memory."""

_WATCH_SECONDS = 0.2
_POLL_SECONDS = 0.25
_JOB_WAIT_SECONDS = 20
"""How long the page's question for a job stays open."""
_FAULT_CHARACTERS = 300
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
_PROCESSES = Path("/proc")
_SESSION_FIELD = 3
"""The session in /proc/PID/stat, counted from behind the name of the program."""
_RESIDENT = re.compile(rb"Rss(?:Anon|Shmem):[ \t]+([0-9]{1,15}) kB")


def main() -> None:
    """Serves calls until the worker ends."""
    worker, memory_mb = map(int, sys.argv[1:3])
    program, folder = sys.argv[3], Path(sys.argv[4])
    end_with_parent(worker)
    confine()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    calls, answers = take_streams()
    has_sandbox = can_make_sandbox()
    stills = StillPage()
    with page_server.serving(stills) as address:
        browser = _start(
            headless_chromium.command(program, folder, f"{address}#stills", can_make_sandbox=has_sandbox),
            folder,
        )
        threading.Thread(target=_watch_memory, args=(memory_mb << 20,), daemon=True).start()
        while (call := read_call(calls)) is not None:
            answer = stills.draw(_Call(*call), browser)
            is_last = browser.poll() is not None
            status = FAILURE if isinstance(answer, str) else RESULT
            data = answer.encode() if isinstance(answer, str) else msgspec.msgpack.encode(answer)
            write_answer(answers, AnswerHead(status, is_last, len(data)), data)
            if is_last:
                break
    _end_all(0)


class _Call(NamedTuple):
    plan_id: bytes
    plan: bytes
    job: bytes


class StillPage(PageWork):
    """Hands the page one job at a time, and receives its stills."""

    body_bytes_max = STILL_BYTES_MAX

    def __init__(self) -> None:
        self._number = 0
        self._plan = b""
        self._jobs = queue.Queue[bytes]()
        self._small: dict[int, bytes] = {}
        self._received = queue.Queue[DrawnStill | str]()

    def draw(self, call: _Call, browser: "subprocess.Popen[bytes]") -> DrawnStill | str:
        """Returns the still of a call, or why there is none."""
        self._number += 1
        self._plan = call.plan or self._plan
        self._small.clear()
        head = msgspec.json.encode({"number": self._number, "planId": call.plan_id.decode()})
        # Both are objects, and the job has at least one member.
        self._jobs.put(head[:-1] + b"," + call.job[1:])
        while True:
            try:
                return self._received.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                if browser.poll() is not None:
                    return "The browser has ended."

    def read(self, name: str) -> PageAnswer:
        """Hands the page the next job once there is one, or its plan."""
        if name == "plan.json":
            return PageAnswer(200, self._plan, "application/json")
        if name != "job":
            return PageAnswer(404)
        try:
            return PageAnswer(200, self._jobs.get(timeout=_JOB_WAIT_SECONDS), "application/json")
        except queue.Empty:
            return PageAnswer(204)

    def receive(self, name: str, body: bytes) -> PageAnswer:
        """Receives a still, first its small version, or the reason why it cannot be drawn."""
        if name == f"small/{self._number}":
            self._small[self._number] = body
        elif name == f"pictures/{self._number}" and self._number in self._small:
            self._received.put(DrawnStill(body, self._small.pop(self._number)))
        elif name == "fault":
            self._received.put(body.decode(errors="replace")[:_FAULT_CHARACTERS])
        else:
            return PageAnswer(404)
        return PageAnswer(204)


def _start(command: list[str], folder: Path) -> "subprocess.Popen[bytes]":
    with (folder / headless_chromium.LOG_NAME).open("wb") as log:
        return subprocess.Popen(  # noqa: S603  # the program that the operator has installed or named
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=log,
            cwd=folder,
            preexec_fn=partial(end_with_parent, os.getpid()),  # it calls the kernel alone
        )


def _watch_memory(memory_bytes_max: int) -> None:
    while session_memory_bytes(os.getsid(0)) <= memory_bytes_max:
        time.sleep(_WATCH_SECONDS)
    _end_all(OVER_MEMORY)


def session_memory_bytes(session: int) -> int:
    """Returns the resident memory of all processes of a session; 0 if the system does not say.

    Pages of files are not counted: processes of one program share them, and the system can drop them.
    """
    total = 0
    for process in session_processes(session):
        # A process may end at any moment.
        with suppress(OSError):
            status = (_PROCESSES / str(process) / "status").read_bytes()
            total += sum(int(found[1]) for found in _RESIDENT.finditer(status)) * 1024
    return total


def session_processes(session: int) -> list[int]:
    """Returns the ids of all processes of a session; none if the system does not say."""
    found = []
    for name in _names():
        with suppress(OSError, ValueError, IndexError):
            if _session_of(name) == session:
                found.append(int(name))
    return found


def _names() -> list[str]:
    try:
        return [name for name in os.listdir(_PROCESSES) if name.isdecimal()]
    except OSError:
        return []


def _session_of(name: str) -> int:
    return int((_PROCESSES / name / "stat").read_bytes().rpartition(b")")[2].split()[_SESSION_FIELD])


def _end_all(exit_code: int) -> None:
    """Ends this process. The kernel then ends the browser, and its worker everything else of the session."""
    os._exit(exit_code)


# Takes away from a process what it does not need, before it starts a browser.
#
# Most of it exists on Linux alone. Whatever the machine refuses is left out.


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


if __name__ == "__main__":
    main()
