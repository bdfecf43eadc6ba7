"""Fixtures of the databases that `seatpreview doctor` looks at."""

import pytest

from cli.data_folders import data_dir, database_flags, missing_dir, sqlite_database
from seatpreview.doctor import machine

__all__ = ["data_dir", "database_flags", "missing_dir", "sqlite_database"]


@pytest.fixture
def optimised_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the findings of doctor independent of the Python that runs the tests."""
    monkeypatch.setattr(machine, "is_python_optimised", lambda: True)
