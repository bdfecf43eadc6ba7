"""How much `seatpreview doctor` looks at, and how it shows that it is at work."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

SECONDS_MAX = 60
"""How long a check may read a file, or list objects, where everything is not asked for."""


class Options(NamedTuple):
    """The options of a run."""

    thorough: bool = False
    """Reads and compares everything, however long it takes."""
    working_on: Callable[[str], AbstractContextManager[object]] = nullcontext
    """Shows what is being looked at while it takes long."""
