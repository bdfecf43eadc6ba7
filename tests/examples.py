"""How many examples a property test tries: all of them with --all, a sixth of them in every run.

Examples of every run are the same ones, so that what is committed decides whether it passes. With --all they
are new ones each time.
"""

from collections.abc import Sequence

from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

REPEATABLE, EXPLORING = "repeatable", "exploring"
_DEFAULT = 100

# A busy machine is no fault: no test depends on how long an example takes.
_BUSY = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _sixth(count: int) -> int:
    return max(1, count // 6)


settings.register_profile(EXPLORING, _BUSY, max_examples=_DEFAULT)
settings.register_profile(REPEATABLE, _BUSY, max_examples=_sixth(_DEFAULT), derandomize=True)


def repeat_examples() -> None:
    """Makes examples the same ones whatever was imported before.

    Hypothesis also draws values that stand in the source of our modules, and which modules are imported
    depends on the tests that ran before in the process. To read them all takes seconds, too.
    """
    vars(providers)["_get_local_constants"] = Constants


def examples(count: int, suppress: Sequence[HealthCheck] = (), quick: int | None = None) -> settings:
    """Settings of a test that tries another number of examples than others do; in every run `quick` of them
    or a sixth."""
    is_short = settings.get_current_profile_name() == REPEATABLE
    return settings(
        max_examples=(quick or _sixth(count)) if is_short else count,
        suppress_health_check=[*settings().suppress_health_check, *suppress],
    )
