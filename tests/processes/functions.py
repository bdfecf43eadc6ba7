"""Functions that tests run in processes."""

import os
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
        time.sleep(0)


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
