"""Functions that tests run in processes."""

import os
import signal
import time

from seatpreview.problems import Fault, NotFound, ValidationFailed


def joined(*parts: bytes) -> bytes:
    return b"+".join(parts)


def pid() -> bytes:
    return str(os.getpid()).encode()


def environment() -> bytes:
    return "\n".join(f"{name}={value}" for name, value in os.environ.items()).encode()


def niceness() -> bytes:
    return str(os.nice(0)).encode()


def loop_for_ever(path: bytes) -> bytes:
    with open(path, "w") as file:
        file.write(str(os.getpid()))
    while True:
        pass


def loop_without_looking_up(path: bytes) -> bytes:
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    return loop_for_ever(path)


def sleep_for_ever(*_: bytes) -> bytes:
    while True:
        time.sleep(60)


def compute_for_ever(*_: bytes) -> bytes:
    while True:
        pass


def compute_for(seconds: bytes) -> bytes:
    end = time.process_time() + float(seconds)
    while time.process_time() < end:
        pass
    return b""


def hold_memory(megabytes: bytes) -> bytes:
    held = bytearray(int(megabytes) << 20)
    held[:] = b"x" * len(held)
    return sleep_for_ever()


def process_and_niceness() -> bytes:
    return f"{os.getpid()} {os.getpriority(os.PRIO_PROCESS, 0)}".encode()


def use_memory(megabytes: bytes) -> bytes:
    return str(len(bytearray(int(megabytes) << 20))).encode()


def refuse(detail: bytes) -> bytes:
    raise ValidationFailed(detail.decode(), errors=(Fault(pointer="/a", detail="x"),))


def not_found() -> bytes:
    raise NotFound("No.", retry_after_seconds=3)


def fail(text: bytes) -> bytes:
    raise RuntimeError(text.decode())


def end_abruptly() -> bytes:
    os._exit(3)


def print_and_read() -> bytes:
    os.write(1, b"to standard output")
    return os.read(0, 100)
