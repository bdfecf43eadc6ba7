"""Step budgets: work on one label is counted, and given up once it exceeds a fixed number of steps."""

LABEL_STEPS_MAX = 2_400_000
"""Steps that resolving one label may take. A step is work that takes about ten nanoseconds at worst,
so that no label takes much longer than 20 ms: decision 0019 has the measurements."""


NAMES_STEPS_MAX = 400_000
"""Steps of these that matching one label with the names of a venue may take."""


class StepsExceeded(Exception):
    """Resolving a label would take more steps than it may."""


class Steps:
    """The steps that are left for one label.

    Work is charged before it is done, by sizes that are known beforehand. What is found in a cache is charged
    like what is computed: whether a label is given up must not depend on the labels before it.
    """

    __slots__ = ("left",)

    def __init__(self, steps_max: int = LABEL_STEPS_MAX) -> None:
        self.left = steps_max

    def spend(self, steps: int) -> None:
        """Takes these steps off; raises `StepsExceeded` if there are not so many left."""
        self.left -= steps
        if self.left < 0:
            raise StepsExceeded
