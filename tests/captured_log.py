"""What is logged in a block of a test."""

import io
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import structlog

from seatpreview.observability.logging_setup import set_up_logs


@contextmanager
def captured_log() -> Iterator[io.BytesIO]:
    """Gives what is logged in the block. A fixture could not: pytest takes standard error for each test."""
    written = io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stderr", io.TextIOWrapper(written, write_through=True))
        set_up_logs("json")
        try:
            yield written
        finally:
            structlog.reset_defaults()
