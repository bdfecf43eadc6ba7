"""Fixtures of the databases that the commands under test use."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cli.program import invoke
from seatpreview.settings import Settings


@pytest.fixture
def database_flags(new_settings: Callable[..., Settings]) -> list[str]:
    """Flags of a database with all its tables. A test that uses them runs on each engine."""
    settings = new_settings()
    flags = ["--data-dir", str(settings.data_dir), "--database-url", settings.database_url]
    assert invoke("db", "upgrade", *flags).exit_code == 0
    return flags


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """A data folder that does not exist yet."""
    return tmp_path / "data"
