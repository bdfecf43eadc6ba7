"""Step budgets: the work on one label is counted, and abandoned when it exceeds a fixed number of steps."""

LABEL_STEPS_MAX = 2_400_000
"""The most steps for resolving one label. A step takes about ten nanoseconds at worst, so no label takes much
longer than 20 ms: decision 0019 has the measurements."""


NAMES_STEPS_MAX = 400_000
"""The most of these steps for matching one label with the names of a venue."""


class StepsExceeded(Exception):
    """Raised when resolving a label would take more steps than are allowed."""


class Steps:
    """The steps that are left for one label.

    Work is charged before it is done, by sizes that are known beforehand. A cached result is charged like a
    computed one: whether a label is abandoned must not depend on earlier labels.
    """

    __slots__ = ("left",)

    def __init__(self, steps_max: int = LABEL_STEPS_MAX) -> None:
        self.left = steps_max

    def spend(self, steps: int) -> None:
        """Subtracts these steps. Raises `StepsExceeded` if fewer are left."""
        self.left -= steps
        if self.left < 0:
            raise StepsExceeded
