"""Encodes problems as bytes, so that a problem found in a process reaches the client."""

import msgspec

from seatpreview.problems import CATALOGUE, Fault, Problem

_TYPES = {type_.__name__: type_ for type_ in CATALOGUE}


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
    return _TYPES[found.type](
        found.detail, errors=found.errors, retry_after_seconds=found.retry_after_seconds
    )
