"""How backups and restores tell an operator what they are doing."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

OnProgress = Callable[[int, int], None]
"""Is called with how much is done, and of how much."""


class Reporter(Protocol):
    """Shows remarks and progress. The command line hands in its module `display`."""

    def note(self, sentence: str) -> None:
        """Shows a remark that is not part of the result."""
        ...

    def progress(self, description: str) -> AbstractContextManager[OnProgress]:
        """Shows a progress bar within the block, which the yielded function moves."""
        ...
