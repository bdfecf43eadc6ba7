"""How much `seatpreview doctor` checks, and how it shows what it is doing."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

SECONDS_MAX = 60
"""How long a check without --thorough may read a file, or list objects."""


class Options(NamedTuple):
    """The options of a run."""

    thorough: bool = False
    """Read and compare everything, however long it takes."""
    working_on: Callable[[str], AbstractContextManager[object]] = nullcontext
    """Shows what is being checked while a check takes long."""
