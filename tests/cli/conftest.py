"""Where the commands under test find their database."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cli.program import invoke
from seatpreview.settings import Settings


@pytest.fixture
def place(new_settings: Callable[..., Settings]) -> list[str]:
    """The flags that lead to a database whose tables are made; the test runs on each engine."""
    settings = new_settings()
    flags = ["--data-dir", str(settings.data_dir), "--database-url", settings.database_url]
    assert invoke("db", "upgrade", *flags).exit_code == 0
    return flags


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """A data folder that is not there yet."""
    return tmp_path / "data"
