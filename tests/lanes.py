"""Selects the tests of the quick lane, and decides which of them run on both engines in it.

A test on the fixture `engine` runs on SQLite in the quick lane, and on PostgreSQL as well with --all. It runs
on both in the quick lane where the database may make the difference: in the folders of STORES, and where it
is marked `both_engines` or `promise`. `any_engine` keeps a module or a test of those on SQLite. A test that
names its engine itself runs on that one.
"""

from collections.abc import Iterable

import pytest

PROMISES = ("access", "cluster", "freshness", "keys", "idempotency", "sessions")
"""Folders all of whose tests are `promise` ones."""

STORES = ("database", "events", "imagery")
"""Folders whose tests are of stores, migrations and commits, and run on both engines."""


def is_quick(item: pytest.Item) -> bool:
    """Returns whether a test runs without --all."""
    if item.get_closest_marker("long") is not None:
        return False
    parameters: dict[str, object] = getattr(getattr(item, "callspec", None), "params", {})
    if parameters.get("engine") != "postgresql" or _names_its_engine(item):
        return True
    return runs_on_both_engines(item.path.parent.name, (marker.name for marker in item.iter_markers()))


def runs_on_both_engines(folder: str, markers: Iterable[str]) -> bool:
    """Decides by a test's folder and the names of its markers, of which the nearest come first."""
    is_store_or_promise = folder in STORES
    for marker in markers:
        if marker in ("both_engines", "any_engine"):
            return marker == "both_engines"
        is_store_or_promise |= marker == "promise"
    return is_store_or_promise


def _names_its_engine(item: pytest.Item) -> bool:
    return any("engine" in marker.args[0] for marker in item.iter_markers("parametrize") if marker.args)
