"""What has no second chance.

`script/test` runs pytest; what failed is run once more with `--lf --again`, alone and in one process. A test
that passes then is unsteady: it is listed, and the run passes unless `--strict` was given. A test marked
`promise` (access, revocation, races, commits) decides at once: its failure may be a race that was lost once.
"""

from collections.abc import Iterable

import pytest


def refuse_promises(items: Iterable[pytest.Item]) -> None:
    """Ends a second run with an error if one of its tests is marked `promise`."""
    promises = [item.nodeid for item in items if item.get_closest_marker("promise") is not None]
    if promises:
        raise pytest.UsageError(f"A promise has no second chance: {', '.join(promises)}")
