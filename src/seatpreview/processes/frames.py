"""The protocol between a worker and its processes: frames of byte strings, each with its length in front."""

import struct
from typing import BinaryIO, NamedTuple, Self

import msgspec

from seatpreview.problems import CATALOGUE, Fault, Problem

_COUNT = struct.Struct("<I")
_LENGTH = struct.Struct("<Q")
ANSWER_HEAD = struct.Struct("<c?Qd")
"""The status of an answer, whether the process ends after it, its length, and the call's processor time."""

_LIMITS = struct.Struct("<dQ")

RESULT, PROBLEM, FAILURE = b"R", b"P", b"F"
"""The kind of an answer: the result, a problem of the request, or a failure of the process."""
_PROBLEM_TYPES = {type_.__name__: type_ for type_ in CATALOGUE}


class AnswerHead(NamedTuple):
    """The header of an answer."""

    status: bytes
    is_last: bool
    """Whether the process ends after this answer."""
    length: int
    processor_seconds: float = 0.0
    """The processor time that the call took."""


class CallLimits(NamedTuple):
    """How much of the machine a call may use."""

    processor_seconds: float
    memory_bytes: int

    def encode(self) -> bytes:
        """Encodes the limits as an argument of a call."""
        return _LIMITS.pack(*self)

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Decodes the limits."""
        return cls(*_LIMITS.unpack(data))


def encode_call(parts: tuple[bytes, ...]) -> list[bytes]:
    """Returns the frame of a call: the name of the function, its limits, then its arguments."""
    return [_COUNT.pack(len(parts)), *(_LENGTH.pack(len(part)) for part in parts), *parts]


def read_call(stream: BinaryIO) -> tuple[bytes, ...] | None:
    """Reads a call; None if the worker has closed the stream."""
    head = stream.read(_COUNT.size)
    if len(head) < _COUNT.size:
        return None
    (count,) = _COUNT.unpack(head)
    lengths = [_LENGTH.unpack(stream.read(_LENGTH.size))[0] for _ in range(count)]
    return tuple(stream.read(length) for length in lengths)


def write_answer(stream: BinaryIO, head: AnswerHead, data: bytes) -> None:
    """Writes an answer."""
    stream.write(ANSWER_HEAD.pack(*head))
    stream.write(data)
    stream.flush()


def read_head(data: bytes) -> AnswerHead:
    """Reads the header of an answer."""
    return AnswerHead(*ANSWER_HEAD.unpack(data))


class _EncodedProblem(msgspec.Struct, array_like=True):
    type: str
    detail: str
    errors: tuple[Fault, ...]
    retry_after_seconds: int | None


def encode_problem(problem: Problem) -> bytes:
    """Encodes a problem of the catalogue."""
    return msgspec.msgpack.encode(
        _EncodedProblem(type(problem).__name__, problem.detail, problem.errors, problem.retry_after_seconds)
    )


def decode_problem(data: bytes) -> Problem:
    """Decodes a problem. Other data raise an error and are never executed."""
    found = msgspec.msgpack.decode(data, type=_EncodedProblem)
    return _PROBLEM_TYPES[found.type](
        found.detail, errors=found.errors, retry_after_seconds=found.retry_after_seconds
    )
