"""Which tests of the quick lane run on both engines."""

import pytest

from lanes import runs_on_both_engines


@pytest.mark.parametrize(
    ("folder", "markers", "both"),
    [
        ("http", [], False),
        ("operations", ["anyio"], False),
        ("operations", ["both_engines"], True),
        ("operations", ["anyio", "promise"], True),
        ("operations", ["any_engine", "promise"], False),
        ("database", [], True),
        ("database", ["any_engine"], False),
        ("access", ["both_engines", "any_engine", "promise"], True),
        ("access", ["any_engine", "both_engines", "promise"], False),
    ],
)
def test_the_nearest_marker_decides_and_then_the_folder(folder: str, markers: list[str], both: bool) -> None:
    assert runs_on_both_engines(folder, markers) is both
