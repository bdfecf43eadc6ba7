"""The main program of the process that draws stills: holds one Chromium, and draws what its worker asks for.

    python -m seatpreview.browser.still_process WORKER_PID MEMORY_MB CHROMIUM FOLDER

A call has the id of a plan, the plan (empty if it is that of the call before) and a job as JSON. The answer
is a `DrawnStill`, or the reason why there is none. The process ends with its worker, with its browser, and
as soon as both together use more memory than allowed.
"""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from seatpreview.browser import headless_chromium, page_server
from seatpreview.browser.confinement import can_make_sandbox, confine
from seatpreview.browser.page_server import PageAnswer, PageWork
from seatpreview.browser.session_memory import session_memory_bytes
from seatpreview.browser.still_job import STILL_BYTES_MAX, DrawnStill
from seatpreview.processes.child import take_streams
from seatpreview.processes.child_setup import end_with_parent
from seatpreview.processes.frames import FAILURE, RESULT, AnswerHead, read_call, write_answer

OVER_MEMORY = 77
"""The exit code of a process that used too much memory."""

_WATCH_SECONDS = 0.2
_POLL_SECONDS = 0.25
_JOB_WAIT_SECONDS = 20
"""How long the page's question for a job stays open."""
_FAULT_CHARACTERS = 300


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
    with (folder / "chromium.log").open("wb") as log:
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


def _end_all(exit_code: int) -> None:
    """Ends this process. The kernel then ends the browser, and its worker everything else of the session."""
    os._exit(exit_code)


if __name__ == "__main__":
    main()
