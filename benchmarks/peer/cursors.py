"""Cursors of pages: the position of the last entry, as an opaque text."""

import base64
import json
from typing import Annotated, Any

from fastapi import Query

from benchmarks.peer.problems import Problem

Limit = Annotated[int, Query(ge=1, le=100)]


def encode(position: list[Any]) -> str:
    """Returns the cursor for the entries after a position."""
    return base64.urlsafe_b64encode(json.dumps(position).encode()).decode().rstrip("=")


def decode(cursor: str) -> list[Any]:
    """Returns the position of a cursor."""
    try:
        position = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except ValueError as error:
        raise Problem(400, "This is not a cursor.") from error
    if not isinstance(position, list):
        raise Problem(400, "This is not a cursor.")
    return position
